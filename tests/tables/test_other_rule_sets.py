"""Tables of the other rule sets: what each needs asked, how it is shown before it is saved, and what is refused."""

import random
import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring import apply, start
from scoring.documents.replay import replay_document
from scoring.rulesets import RULE_SETS, get_rule_set
from tests.markup import markup
from tests.tables.test_recording_form import win_form
from tests.tables.test_recording_pages import actor, hidden, words
from tests.tournaments.entries import played_from_entry, played_from_post
from tests.tournaments.factories import NAMES, make_event, make_game, make_user, play_and_confirm
from tournaments.management.demo import Table
from tournaments.models import Game, Round
from tournaments.rounds.services.rounds import open_round
from tournaments.rulebook.page import rules_page
from tournaments.tables.forms import Unclear
from tournaments.tables.game_log.claims import check_claim
from tournaments.tables.game_log.read import Actor
from tournaments.tables.recording.count import count_ticks, tickables
from tournaments.tables.recording.count_view import live_count
from tournaments.tables.recording.entry import SELF_DRAW, Tick, WinEntry, WinnerEntry, read_entry, with_claimant
from tournaments.tables.recording.win import counted_win, entry_of_played
from tournaments.tables.recording.win_form import draw_asks
from tournaments.tables.selectors.export import replay_input

ZHANG, LI, CHAN, HO = NAMES
MASTERS, CLASSIC, CLUB, SIXTEEN = "hkma-masters", "hk-classic", "tw-club", "tw-sixteen"


def played(rule_set: str, **fields: Any) -> dict[str, Any]:
    rules = get_rule_set(rule_set)
    (one,) = played_from_post(win_form(**fields), rules, start(rules))
    return dict(one.event)


def refused(rule_set: str, **fields: Any) -> dict[str, str]:
    rules = get_rule_set(rule_set)
    with pytest.raises(Unclear) as caught:
        played_from_post(win_form(**fields), rules, start(rules))
    return caught.value.errors


@pytest.fixture
def table(client: Client, db: None) -> Any:
    """Return a function that opens a table of a rule set for the signed-in referee."""

    def opened(rule_set: str, **settings: Any) -> Game:
        referee = make_user()
        client.force_login(referee)
        return make_game(make_event(rule_set=rule_set, rule_settings=settings), referee)

    return opened


def url(name: str, game: Game) -> str:
    return reverse(name if ":" in name else f"tournaments:{name}", args=[game.pk])


def saved(client: Client, game: Game, **data: Any) -> str:
    """The preview of a posted win, saved; returns what the preview said."""
    shown = client.post(url("win", game), {"kind": "win", "mode-0": "typed"} | data)
    assert shown.status_code == 200, words(shown)
    answer = client.post(url("save", game), hidden(shown))
    assert answer.status_code == 302, words(answer)
    return words(shown)


def events(game: Game) -> list[dict[str, Any]]:
    return list(replay_input(game)["events"])


KONG_DRAWN = {
    "source": "self",
    "mode-0": "tiles",
    "hand_concealed-0": "56m789p234p567s88s",
    "hand_winning-0": "4m",
    "hand_melds-0": "(4444z)",
    "kong_draws-0": "1",
    "opening": "0",
}
REMINDER = "碰槓的補牌不得自摸"


@pytest.mark.parametrize("rule_set", [CLUB, SIXTEEN])
def test_it_asks_whose_kong_it_was_where_that_of_a_claimed_one_does_not_win(rule_set: str):
    """行牌禁制 2: a meld does not tell in which turn it was claimed, so the count stands and the table is asked."""
    rules = get_rule_set(rule_set)
    shown = live_count(counted_win(read_entry(win_form(**KONG_DRAWN)), rules, start(rules)), 0)
    assert REMINDER in shown.asks
    assert shown.computed == 2


@pytest.mark.parametrize(
    ("rule_set", "fields"),
    [
        (SIXTEEN, {"hand_melds-0": "[3333z]"}),
        (SIXTEEN, {"kong_draws-0": ""}),
        (SIXTEEN, {"kong_draws-0": "", "source": "1"}),
        (CLASSIC, {}),
    ],
    ids=["a concealed kong", "no replacement", "a discard", "other rules"],
)
def test_it_asks_nothing_about_kongs_otherwise(rule_set: str, fields: dict[str, str]):
    rules = get_rule_set(rule_set)
    shown = live_count(counted_win(read_entry(win_form(**KONG_DRAWN | fields)), rules, start(rules)), 0)
    assert (shown.asks, shown.computed is not None) == ("", True)


@pytest.mark.django_db
@pytest.mark.parametrize(("by", "asked"), [("draw", True), ("discard", False)])
def test_the_calculator_asks_whose_kong_it_was(client: Client, by: str, asked: bool):
    hand = {"rules": CLUB, "by": by, "hand": "56m789p234p567s88s (4444z) +4m", "kong_draws": "1" if asked else ""}
    assert (REMINDER in client.get(reverse("tournaments:calculator"), hand).content.decode()) is asked


# --- from a posted form to an event ---------------------------------------------------------------------------------


def test_it_takes_nothing_below_the_minimum_and_says_what_there_was():
    assert refused(MASTERS, **{"typed-0": "2"}) == {"fan-0": "只有 2 番，3 番 才起糊。"}


def test_it_takes_nothing_above_the_maximum():
    assert refused(MASTERS, **{"typed-0": "11"}) == {"fan-0": "最多計 10 番。"}


def test_it_counts_thirteen_tiles_and_refuses_a_hand_below_the_minimum():
    cheap = {"mode-0": "tiles", "hand_concealed-0": "123m456m789p23s11z", "hand_winning-0": "4s"}
    assert "3 番 才起糊" in refused(MASTERS, **cheap)["fan-0"]
    event = played(MASTERS, **cheap | {"hand_concealed-0": "123m456m789m12m11z", "hand_winning-0": "3m"})
    assert event["hand"]["concealed"] == "123m456m789m12m11z"


def test_it_knows_who_is_liable_and_for_what():
    event = played(MASTERS, source="self", liable="3", cause="three_dragons", **{"typed-0": "8"})
    assert event == {"type": "win", "self_draw": True, "liable": 3, "cause": "three_dragons", "winner": 2, "fan": 8}


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"cause": "three_dragons"}, "請揀包牌的一家。"),
        ({"liable": "3"}, "請揀為甚麼包牌。"),
        ({"liable": "3", "cause": "three_dragons", "source": "1"}, "出銃由出銃者獨付，沒有包牌。"),
        ({"liable": "2", "cause": "three_dragons"}, "食糊者不能包自己。"),
        ({"liable": ["0", "3"], "cause": "three_dragons"}, "最多由 1 家包牌。"),
    ],
)
def test_it_says_what_is_wrong_about_who_is_liable(fields: dict[str, Any], sentence: str):
    assert refused(MASTERS, **{"source": "self", "typed-0": "8"} | fields)["liable"] == sentence


def test_several_share_what_they_pay_in_place_of_others():
    event = played(CLUB, source="1", liable=["0", "3"], cause_of_liable="substitute", **{"typed-0": "4"})
    assert (event["liable"], event["cause"]) == ([0, 3], "substitute")


def test_nobody_is_liable_where_only_the_cause_is_sent():
    assert "cause" not in played(CLUB, cause_of_liable="substitute", **{"typed-0": "4"})


def test_one_payer_pays_more_than_the_others():
    event = played(SIXTEEN, source="self", **{"typed-0": "3", "extra-1": "8"})
    assert event["extra"] == [{"seat": 1, "fan": 8}]


@pytest.mark.parametrize("fields", [{"extra-0": "x"}, {"extra-2": "8"}, {"source": "1", "extra-0": "8"}])
def test_only_payers_pay_more(fields: dict[str, str]):
    assert "extra" in refused(SIXTEEN, **{"source": "self", "typed-0": "3"} | fields)


def test_the_opened_wall_stands_beside_tiles_only():
    tiles = {"mode-0": "tiles", "hand_concealed-0": "123m56m789p234p567s88s", "hand_winning-0": "4m"}
    assert played(SIXTEEN, opening="3", **tiles)["opening"] == 3
    assert "opening" not in played(SIXTEEN, opening="3", **{"typed-0": "3"})


def test_the_opened_wall_is_kept_where_the_claimed_number_is_paid():
    """Who pays the count after all gets the count that was shown, with its seat wind."""
    rules = get_rule_set(SIXTEEN)
    tiles = {"mode-0": "tiles", "hand_concealed-0": "123m56m789p234p567s88s", "hand_winning-0": "4m"}
    posted = win_form(opening="3", **tiles | {"typed-0": "30", "paid-0": "claimed"})
    (one,) = played_from_post(posted, rules, start(rules))
    assert (one.event["fan"], "opening" in one.event, (one.claim or {})["opening"]) == (30, False, 3)
    check_claim(one.claim)
    entry = entry_of_played([one], rules)
    assert entry is not None
    assert entry.opening == "3"
    assert played_from_entry(entry, rules, start(rules)) == one


OWN_DRAW = {"source": "self", "mode-0": "tiles", "hand_concealed-0": "123m56m789p234p567s88s", "hand_winning-0": "4m"}
PUNG = {"hand_concealed-0": "56m789p234p567s88s", "hand_melds-0": "(222z)"}
WAY_OF_OPENING = "請先揀開門位"


@pytest.mark.parametrize("rule_set", [CLUB, SIXTEEN])
@pytest.mark.parametrize(
    "laid",
    [
        PUNG,
        {"hand_concealed-0": "56m789p222z567s88s", "hand_melds-0": "(123m)"},
        {"hand_concealed-0": "456m789p22z567s88s", "hand_melds-0": "(123m)", "hand_winning-0": "2z"},
        {"hand_concealed-0": "56m789p234p567s88s", "hand_melds-0": "[1111z]"},
        {"hand_flowers-0": "2f"},
    ],
    ids=["a pung claimed", "a pung in the hand", "a pung that wins", "a kong", "a flower"],
)
def test_the_opened_wall_is_asked_where_a_wind_or_a_flower_is_laid(rule_set: str, laid: dict[str, str]):
    """開門位 has no default: the seat winds and numbers of the flowers run from it, not from the dealer."""
    fields = OWN_DRAW | laid
    assert WAY_OF_OPENING in refused(rule_set, **fields)["fan-0"]
    counts = {seat: played(rule_set, opening=str(seat), **fields)["opening"] for seat in range(4)}
    assert counts == {seat: seat for seat in range(4)}


@pytest.mark.parametrize(
    ("rule_set", "fan", "asks"),
    [
        *[(CLUB, fan, True) for fan in ("風牌", "花牌")],
        *[(SIXTEEN, fan, True) for fan in ("風字坎", "花牌")],
        *[(CLUB, "三元牌", False), (SIXTEEN, "箭字坎", False), (CLUB, "門清", False)],
    ],
)
def test_the_opened_wall_is_asked_where_what_hangs_on_it_is_ticked(rule_set: str, fan: str, asks: bool):
    fields = {"source": "1", "mode-0": "ticks", "tick-0": [fan]}
    if not asks:
        assert played(rule_set, **fields)["fan"] == 1
        return
    assert WAY_OF_OPENING in refused(rule_set, **fields)["fan-0"]
    rules = get_rule_set(rule_set)
    [one] = played_from_post(win_form(opening="2", **fields), rules, start(rules))
    assert (one.event["fan"], (one.claim or {})["opening"]) == (1, 2)
    check_claim(one.claim)


def test_the_opened_wall_is_not_asked_where_nothing_hangs_on_it():
    pair = {"hand_concealed-0": "56m789p234p567s11z", "hand_melds-0": "(555z)"}
    for fields in (OWN_DRAW, {"source": "1", "typed-0": "4"}, OWN_DRAW | pair):
        assert "opening" not in played(SIXTEEN, **fields)


@pytest.mark.parametrize("rule_set", [CLUB, SIXTEEN])
def test_the_form_begins_without_an_opened_wall(client: Client, table: Any, rule_set: str):
    page = markup(client.get(url("win", table(rule_set)), {"winner": "0"}))
    assert page.count('name="opening"') == 4
    assert not re.search(r'name="opening"[^>]*checked', page)


@pytest.mark.parametrize("rule_set", [CLUB, SIXTEEN])
def test_a_table_shows_positions_until_the_wall_is_known(client: Client, table: Any, rule_set: str):
    game = table(rule_set)
    page = markup(client.get(url("table", game)))
    assert re.findall(r'class="wind">\s*([^<\s]+)', page) == ["莊", "下家", "對家", "上家"]


def test_a_table_of_other_rules_shows_its_winds(client: Client, table: Any):
    page = markup(client.get(url("table", table(CLASSIC))))
    assert re.findall(r'class="wind">\s*([^<\s]+)', page) == ["東", "南", "西", "北"]


@pytest.mark.parametrize("rule_set", [CLUB, SIXTEEN])
def test_the_marker_of_the_dealer_is_said_at_a_win(client: Client, table: Any, rule_set: str):
    """連莊示記: the real streak is 2, shown is 1."""
    game = table(rule_set)
    referee = Actor(user_id=int(client.session["_auth_user_id"]))
    for _draw in range(2):
        play_and_confirm(game, referee, type="draw")
    told = saved(client, game, **{"winner-0": "0", "source": "1", "typed-0": "2", "shown_streak": "1"})
    assert "連莊示記 1" in told
    assert "莊家連一拉一 3" in told
    assert events(game)[-1]["shown_streak"] == 1
    assert "shown_streak" in refused(rule_set, source="1", shown_streak="x", **{"typed-0": "2"})


def test_a_draw_that_makes_another_dealer_is_the_same_when_it_is_sent_again(client: Client, table: Any):
    """It is read against the log that its page showed, not against the new dealer."""
    game = table(CLUB)
    sent = hidden(client.post(url("draw", game), {"dealer": "2"}))
    assert [client.post(url("save", game), sent).status_code for _twice in range(2)] == [302, 302]
    waited = sent | {"what": "save", "client_key": str(uuid.uuid4())}
    assert client.post(url("deliver", game), waited).status_code == 200, "what another phone has sent later"
    assert events(game) == [{"type": "draw", "dealer": 2}]


@pytest.mark.parametrize(("source", "tai"), [("self", 8), ("1", 8)])
def test_declared_flowers_are_worth_what_the_table_says(source: str, tai: int):
    assert played(CLUB, source=source, flower_win="1")["fan"] == tai


def test_declared_flowers_count_with_the_hand_that_the_replacement_completes():
    tiles = {"mode-0": "tiles", "hand_concealed-0": "123m56m789p234p567s88s", "hand_winning-0": "4m"}
    event = played(CLUB, source="self", flower_win="1", **tiles | {"hand_flowers-0": "12345678f"})
    assert event["hand"]["circumstances"] == ["flower_win"]
    assert "flower_win" not in event


@pytest.mark.parametrize(("rule_set", "pung"), [(CLUB, "三元牌"), (SIXTEEN, "箭字坎")])
@pytest.mark.parametrize(("dragons", "worth"), [("大三元", 8), ("小三元", 4)])
def test_a_ticked_dragon_pung_does_not_count_beside_the_dragons(rule_set: str, pung: str, dragons: str, worth: int):
    """箭字坎不另計台: whichever it is, it is one of theirs."""
    counted = count_ticks([Tick(pung, 2), Tick(dragons)], get_rule_set(rule_set))
    assert (counted.total, [gone.name for gone in counted.removed if not gone.apart]) == (worth, [pung])


@pytest.mark.parametrize(("source", "flowers"), [("self", "八仙過海"), ("1", "七搶一")])
@pytest.mark.parametrize("ticked", [True, False], ids=["and is ticked too", "and goes without a tick"])
def test_declared_flowers_count_with_the_ticked_fans_of_the_hand(source: str, flowers: str, ticked: bool):
    """補進之牌成胡，應另加計: 8 and 門清 1, 槓上開花 1, 混一色 4."""
    ticks = ["門清", "槓上開花", "混一色", *[flowers] * ticked]
    rules = get_rule_set(CLUB)
    posted = win_form(source=source, flower_win="1", **{"mode-0": "ticks", "tick-0": ticks})
    (one,) = played_from_post(posted, rules, start(rules))
    assert (one.event["fan"], one.event["flower_win"]) == (14, True)
    assert one.claim is not None
    assert [tick["name"] for tick in one.claim["ticks"]] == ["門清", "槓上開花", "混一色", flowers]


def test_flowers_declared_as_dealt_are_twelve_without_tiles_too():
    """配牌花胡: 手牌未胡無須翻開. A correction finds the number again."""
    rules = get_rule_set(SIXTEEN)
    said = {"mode-0": "tiles", "circumstances-0": "dealt_flowers"}
    again = played_from_post(win_form(source="self", flower_win="1", **said), rules, start(rules))
    assert again[0].event["fan"] == 12
    entry = entry_of_played(again, rules)
    assert entry is not None
    assert played_from_entry(entry, rules, start(rules)).event == again[0].event
    assert played(SIXTEEN, source="1", flower_win="1", **{"mode-0": "ticks", "tick-0": "配牌花胡"})["fan"] == 12


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_what_was_entered_comes_back(rule_set: str):
    rules = get_rule_set(rule_set)
    asked = {"robbed_kong": "1", "extra-1": "8", "liable": "3", "cause_of_liable": "substitute"}
    if "extra" not in rules.game.win_keys:
        asked = {"robbed_kong": "1"}
    one = played_from_post(win_form(**{"typed-0": "5"} | asked), rules, start(rules))
    entry = entry_of_played(one, rules)
    assert entry is not None
    assert (entry.robbed_kong, entry.winners[0].typed) == (True, "5")
    if "liable" in asked:
        assert (entry.liable, entry.cause, entry.extra) == ((3,), "substitute", ("", "8", "", ""))


# --- 攔胡 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "second", "wins"), [(3, 0, 3), (0, 3, 3), (3, 2, 2)])
def test_the_nearest_in_turn_wins_where_one_tile_has_one_winner(first: int, second: int, wins: int):
    entry = WinEntry((WinnerEntry(first, typed="5"),), source="1")
    changed = with_claimant(entry, second, get_rule_set(CLUB))
    assert changed.seats == [wins]
    assert changed.winners[0].typed == ("5" if wins == first else "")


@pytest.mark.parametrize("source", ["", SELF_DRAW, "3"])
def test_the_nearest_is_not_known_without_a_discarder(source: str):
    with pytest.raises(ValueError, match=r"discard|claimants"):
        with_claimant(WinEntry((WinnerEntry(0),), source=source), 3, get_rule_set(CLUB))


# --- 揀番 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_what_the_app_adds_itself_cannot_be_ticked(rule_set: str):
    names = {row.tick.name for row in tickables(get_rule_set(rule_set))}
    for added in ("莊家連拉", "莊家", "作莊", "連莊", "拉莊", "連N拉N", "雙響", "三響", "一炮雙響", "一炮三響"):
        assert added not in names


def test_a_shape_that_an_event_plays_without_cannot_be_ticked():
    plain = get_rule_set(SIXTEEN, {}, {"seven_pairs": False})
    assert "嚦咕嚦咕" in {row.tick.name for row in tickables(get_rule_set(SIXTEEN))}
    assert "嚦咕嚦咕" not in {row.tick.name for row in tickables(plain)}
    assert "嚦咕嚦咕" not in {row.name for family in rules_page(plain).families for row in family.rows}


def test_a_limit_hand_counts_alone_and_no_hand_more_than_the_cap():
    rules = get_rule_set(MASTERS)
    limits = [fan.name for fan, value in rules.fans.items() if value.limit]
    alone = count_ticks([Tick(limits[1]), Tick(limits[0]), Tick("自摸")], rules)
    assert (alone.total, [row.name for row in alone.rows]) == (10, [limits[0]])
    every = [row.tick for row in tickables(rules) if row.tick.name not in limits]
    assert count_ticks(every, rules).total == 10


def test_a_fan_that_counts_less_beside_others_is_ticked_for_less():
    rules = get_rule_set(SIXTEEN)
    counted = count_ticks([Tick("字一色"), Tick("大四喜")], rules)
    assert {row.name: row.value for row in counted.rows} == {"字一色": 12, "大四喜": 16}


# --- 流局 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule_set", "asked"),
    [("hkma-league", ()), (MASTERS, ()), (CLASSIC, ("not_ready",)), (CLUB, ("dealer",)), (SIXTEEN, ())],
)
def test_a_draw_asks_only_what_the_rules_need(rule_set: str, asked: tuple[str, ...]):
    rules = get_rule_set(rule_set)
    assert draw_asks(rules, start(rules)) == asked


def test_who_was_not_ready_pays_who_was(client: Client, table: Any):
    game = table(CLASSIC)
    assert "和局不聽" in words(client.get(url("draw", game)))
    shown = client.post(url("draw", game), {"not_ready": ["1", "2"]})
    assert f"{LI} 付 {ZHANG} 10 分" in words(shown)
    client.post(url("save", game), hidden(shown))
    assert events(game) == [{"type": "draw", "not_ready": [1, 2]}]


def test_the_dice_give_another_first_dealer(client: Client, table: Any):
    game = table(CLUB)
    assert "再擲骰" in words(client.get(url("draw", game)))
    shown = client.post(url("draw", game), {"dealer": "2"})
    client.post(url("save", game), hidden(shown))
    assert events(game) == [{"type": "draw", "dealer": 2}]
    assert f"擲骰由 {CHAN} 起莊" in words(client.get(url("hands", game)))


# --- pages ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule_set", "there", "missing"),
    [
        (
            MASTERS,
            ["robbed_kong", "liable", "cause"],
            ["flower_win", "extra-0", "opening", "flower_draws-0", "visible-0"],
        ),
        (CLASSIC, ["robbed_kong", "flower_win", "visible-0", "in_a_row-0", "discards-0"], ["liable", "opening"]),
        (
            CLUB,
            ["robbed_kong", "flower_win", "liable", "opening"],
            ["extra-0", "visible-0", "discards-0", "in_a_row-0"],
        ),
        (SIXTEEN, ["robbed_kong", "flower_win", "liable", "extra-0", "opening"], ["visible-0", "discards-0"]),
    ],
)
def test_the_form_asks_what_the_rules_need(
    client: Client, table: Any, rule_set: str, there: list[str], missing: list[str]
):
    page = client.get(url("win", table(rule_set)), {"winner": 2}).content.decode()
    names = set(re.findall(r'name="([^"]+)"', page))
    assert [name for name in there if name not in names] == []
    assert [name for name in missing if name in names] == []


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_tile_keyboard_has_as_many_tiles_as_the_hand(client: Client, table: Any, rule_set: str):
    page = client.get(url("win", table(rule_set)), {"winner": 2}).content.decode()
    rules = get_rule_set(rule_set)
    assert f'data-hand-size="{rules.hand_size}"' in page
    assert ('data-tile-page="flowers"' in page) is rules.flowers


def test_the_payments_of_the_masters_come_from_their_table(client: Client, table: Any):
    game = table(MASTERS)
    shown = saved(client, game, **{"winner-0": "2", "source": "1", "robbed_kong": "1", "typed-0": "3"})
    assert f"{LI} 付 {CHAN} 48 分（3 番）" in shown
    assert "待收" not in shown


def test_who_is_liable_pays_for_all(client: Client, table: Any):
    game = table(MASTERS)
    liable = {"liable": "0", "cause": "twelve_tiles", "typed-0": "3"}
    shown = saved(client, game, **{"winner-0": "2", "source": "self"} | liable)
    assert f"{ZHANG} 包付 {CHAN} 48 分（這副牌 3 番）" in shown
    assert f"{ZHANG} 十二章包" in words(client.get(url("hands", game)))


def test_who_pays_for_the_discarder_is_told_the_count_of_the_hand_and_not_a_wrong_sum(client: Client, table: Any):
    """The dealer's win of 4 台 costs 5: "800 分（4 台）" would be a sum that nobody can follow."""
    game = table(CLUB)
    liable = {"liable": "2", "cause_of_liable": "substitute", "typed-0": "4"}
    shown = saved(client, game, **{"winner-0": "0", "source": "1"} | liable)
    assert f"{CHAN} 包付 {ZHANG} 800 分（這副牌 4 台）" in shown


def test_offences_say_what_is_paid_before_anybody_has_named_the_hand(client: Client, table: Any):
    page = words(client.get(reverse("penalties:ruling", args=[table(SIXTEEN).pk])))
    assert "照那副牌的數付其餘三家" in page
    assert "照 台" not in page


def test_a_cause_that_the_melds_rule_out_is_refused_in_words(client: Client, table: Any):
    tiles = {"mode-0": "tiles", "hand_concealed-0": "123m456m789m12m11z", "hand_winning-0": "3m"}
    data = {"kind": "win", "winner-0": "2", "source": "self", "liable": "0", "cause": "three_dragons"} | tiles
    answer = client.post(url("win", table(MASTERS)), data)
    assert answer.status_code == 400
    assert "食糊者的明章不成大三元包" in words(answer)


@pytest.mark.parametrize(
    ("rule_set", "discards", "visible"),
    [
        ("hkma-league", "只在四子、七子、十子時要填。", "只在四絕、真絕時要填。"),
        (CLASSIC, "只在七隻內、十隻內時要填。", "只在四絕、八絕時要填。"),
    ],
)
def test_what_is_filled_in_for_some_fans_names_those_of_the_table(
    client: Client, table: Any, rule_set: str, discards: str, visible: str
):
    form = words(client.get(url("win", table(rule_set)), {"winner": 2}))
    assert discards in form
    assert f"{visible}m 萬、p 筒" in form


KONG_WIN = {
    "mode-0": "tiles",
    "hand_concealed-0": "123m456p789s1z",
    "hand_winning-0": "1z",
    "hand_melds-0": "(5555m)(234s)",
    "kong_draws-0": "1",
    "winner-0": "2",
}


@pytest.mark.parametrize(
    ("rule_set", "fields", "told"),
    [
        (CLASSIC, {"source": "self"}, True),
        (CLASSIC, {"source": "self", "flower_draws-0": "1", "last_draw-0": "flower", "hand_flowers-0": "1f"}, True),
        (CLASSIC, {"source": "self", "mode-0": "ticks", "tick-0": ["槓上摸", "明槓"]}, True),
        (CLASSIC, {"source": "0"}, False),  # the one who pays for it is chosen
        (CLASSIC, {"source": "self", "hand_melds-0": "[5555m](234s)"}, False),
        (CLASSIC, {"source": "self", "kong_draws-0": ""}, False),
        (CLASSIC, {"source": "self", "mode-0": "ticks", "tick-0": ["槓上摸", "花上槓上摸"]}, False),
        (CLASSIC, {"source": "self", "mode-0": "typed", "typed-0": "19"}, False),
    ],
)
def test_an_own_draw_after_an_open_kong_says_who_pays_if_it_was_claimed(
    client: Client, table: Any, rule_set: str, fields: dict[str, Any], told: bool
):
    """hk-classic 11: 碰槓後自摸，當放槓者出沖."""
    shown = client.post(url("win", table(rule_set)), {"kind": "win"} | KONG_WIN | fields)
    assert shown.status_code == 200, words(shown)
    assert ("由打出那隻槓牌的一家付" in words(shown)) is told


def test_taiwanese_words_stand_on_taiwanese_tables(client: Client, table: Any):
    game = table(CLUB)
    form = words(client.get(url("win", game), {"winner": 2}))
    assert "食糊" not in form
    assert "出銃" not in form
    shown = saved(client, game, **{"winner-0": "0", "source": "1", "typed-0": "4"})
    assert f"{ZHANG} 胡牌 4 + 莊家 1 = 5 台，{LI} 放銃" in shown
    assert "底 300 + 5 × 100" in shown
    page = words(client.get(url("table", game)))
    assert "連一拉一" in page
    assert "半莊" not in page


def test_who_pays_in_anothers_place_is_told_in_the_texts_own_words(client: Client, table: Any):
    """代位賠付; 包牌 is a word of Hong Kong, and 包賠 in this text something else."""
    answers = {"winner-0": "0", "source": "1", "typed-0": "4", "liable": "3", "cause_of_liable": "substitute"}
    shown = saved(client, table(CLUB), **answers)
    assert "代位賠付" in shown
    assert "包牌" not in shown


def test_a_second_claimant_is_told_who_is_nearer(client: Client, table: Any):
    game = table(CLUB)
    data = {"kind": "win", "mode-0": "typed", "winner-0": "3", "source": "1", "typed-0": "4", "add": "2"}
    page = words(client.post(url("win", game), data))
    assert f"攔胡：由 {LI} 數起，{CHAN} 較近，改為 {CHAN} 胡牌" in page
    assert f"{CHAN} 胡牌" in page


def test_giving_up_is_offered_exactly_when_it_may_be(client: Client, table: Any):
    game = table(CLASSIC)
    for _n in range(2):
        play_and_confirm(game, actor(), type="win", winner=0, source=1, fan=2)
        assert "投降" not in words(client.get(url("table", game)))
    play_and_confirm(game, actor(), type="win", winner=0, source=1, fan=2)
    page = client.get(url("table", game))
    assert f"{LI} 向 {ZHANG} 投降" in words(page)
    other = reverse("tournaments:other", args=[game.pk])
    seen = client.get(other, {"pick": "surrender.1.0"})
    assert "付清" in words(seen)


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_page_of_a_table_opens(client: Client, table: Any, rule_set: str):
    game = table(rule_set)
    play_and_confirm(game, actor(), type="win", winner=0, source=1, fan=5)
    play_and_confirm(game, actor(), type="draw")
    for name in ("table", "hands", "card", "whatif", "reward", "draw", "undo", "penalties:ruling", "tournaments:other"):
        assert client.get(url(name, game)).status_code == 200, name
    asked = {"winner": "2", "source": "self", "called": "4"}
    assert "今鋪" in words(client.get(url("whatif", game), asked))
    assert client.get(reverse("tournaments:hand", args=[game.pk, 1])).status_code == 200
    assert client.get(reverse("tournaments:correct", args=[game.pk, 1])).status_code == 200
    document = replay_document(replay_input(game))
    assert [seat.score for seat in game.seats.order_by("seat")] == [
        type(game.seats.first().score)(score) for score in document["hands"][-1]["scores"]
    ]


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_demo_enters_only_what_the_rules_know(rule_set: str):
    rules = get_rule_set(rule_set)
    table, state = Table(random.Random(7), rules), start(rules)
    for _hand in range(30):
        for entered in table.next_hand():
            event = played_from_entry(entered, rules, state).event if isinstance(entered, WinEntry) else entered
            state = apply(state, event, rules)
            if state.finished:
                return


def test_everybody_begins_with_the_points_of_the_rules(client: Client, table: Any):
    game = table(CLUB, start="500")
    game.round.state = Round.State.DRAFT
    game.round.save()
    open_round(round_id=game.round_id, now=timezone.now(), confirmed=True)
    assert [seat.score for seat in game.seats.order_by("seat")] == [500] * 4
