"""Tables of the other rule sets: what each needs asked, how it is shown before it is saved, and what is refused."""

import random
import re
import uuid
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

import scoring
from scoring import apply, start
from scoring.documents.replay import replay_document
from scoring.rulebook import RULE_SETS
from tests.markup import markup, shows, url, words
from tests.tables.test_recording_form import win_form
from tests.tables.test_recording_pages import hidden
from tests.tournaments.book_pages import Hall, make_hall, member_of
from tests.tournaments.entries import played_from_entry, played_from_post
from tests.tournaments.factories import NAMES
from tests.tournaments.recorder import DRAW, won
from tournaments.management.demo import Table
from tournaments.models import Role, Round
from tournaments.phrases.wording import Wording
from tournaments.rounds.services.rounds import open_round
from tournaments.rulebook.page import rules_page
from tournaments.tables.game_log.claims import check_claim
from tournaments.tables.recording.count import count_ticks, tickables
from tournaments.tables.recording.count_view import live_count
from tournaments.tables.recording.entry import SELF_DRAW, Tick, WinEntry, WinnerEntry, read_entry
from tournaments.tables.recording.win import Unclear, counted_win, entry_of_played
from tournaments.tables.recording.win_form import draw_asks, with_another
from tournaments.tables.selectors.export import replay_input

ZHANG, LI, CHAN, _HO = NAMES
MASTERS, CLASSIC, CLUB, SIXTEEN = "hkma-masters", "hk-classic", "tw-club", "tw-sixteen"
PURE = {"hand_concealed-0": "123m456m789m12m11z", "hand_winning-0": "3m"}


def played(rule_set: str, **fields: Any) -> dict[str, Any]:
    rules = scoring.rule_set(rule_set)
    (one,) = played_from_post(win_form(**fields), rules, start(rules))
    return dict(one.event)


def refused(rule_set: str, **fields: Any) -> dict[str, str]:
    rules = scoring.rule_set(rule_set)
    with pytest.raises(Unclear) as caught:
        played_from_post(win_form(**fields), rules, start(rules))
    return caught.value.errors


def counted(rule_set: str, fields: dict[str, Any]) -> Any:
    """What stands beside the form of a win."""
    rules = scoring.rule_set(rule_set)
    return live_count(counted_win(read_entry(win_form(**fields)), rules, start(rules)), 0)


def saved(hall: Hall, **data: Any) -> str:
    """The preview of a posted win, saved; returns what the preview said."""
    shown = hall.post("win", **{"kind": "win", "mode-0": "typed"} | data)
    assert shown.status_code == 200, words(shown)
    answer = hall.post("save", **hidden(shown))
    assert answer.status_code == 302, words(answer)
    return words(shown)


def events(hall: Hall) -> list[dict[str, Any]]:
    return list(replay_input(hall.fresh())["events"])


LAID = {"source": "self", "mode-0": "tiles", "hand_concealed-0": "123m56m789p234p567s88s", "hand_winning-0": "4m"}
KONG_DRAWN = LAID | {"hand_concealed-0": "56m789p234p567s88s", "hand_melds-0": "(4444z)"}
KONG_DRAWN |= {"kong_draws-0": "1", "opening": "0"}
REMINDER = "碰槓的補牌不得自摸"


@pytest.mark.parametrize(
    ("rule_set", "fields", "asks"),
    [
        (CLUB, {}, True),
        (SIXTEEN, {}, True),
        (SIXTEEN, {"hand_melds-0": "[3333z]"}, False),
        (SIXTEEN, {"kong_draws-0": ""}, False),
        (SIXTEEN, {"kong_draws-0": "", "source": "1"}, False),
        (CLASSIC, {}, False),
    ],
    ids=["club", "sixteen", "a concealed kong", "no replacement", "a discard", "other rules"],
)
def test_the_form_asks_whose_kong_it_was_where_that_of_a_claimed_one_does_not_win(
    rule_set: str, fields: Any, asks: bool
):
    """行牌禁制 2: a meld does not tell in which turn it was claimed, so the count stands and the table is asked."""
    shown = counted(rule_set, KONG_DRAWN | fields)
    assert (REMINDER in shown["asks"]) is bool(shown["asks"]) is asks
    assert shown["computed"] == 2 if asks else shown["computed"] is not None


@pytest.mark.parametrize(("by", "asked"), [("draw", True), ("discard", False)])
def test_the_calculator_asks_whose_kong_it_was(client: Client, by: str, asked: bool):
    hand = {"rules": CLUB, "by": by, "hand": "56m789p234p567s88s (4444z) +4m", "kong_draws": "1" if asked else ""}
    assert (REMINDER in client.get(url("calculator"), hand).content.decode()) is asked


WAY_OF_OPENING = "請先揀開門位"


def ticks(*names: str, **more: str) -> dict[str, Any]:
    return {"source": "1", "mode-0": "ticks", "tick-0": list(names)} | more


def test_the_opened_wall_is_kept_where_the_claimed_number_is_paid():
    """Who pays the count after all gets the count that was shown, with its seat wind."""
    rules = scoring.rule_set(SIXTEEN)
    posted = win_form(opening="3", **LAID | {"source": "1", "typed-0": "30", "paid-0": "claimed"})
    (one,) = played_from_post(posted, rules, start(rules))
    assert (one.event["fan"], "opening" in one.event, (one.claim or {})["opening"]) == (30, False, 3)
    check_claim(one.claim)
    entry = entry_of_played([one], rules)
    assert entry is not None
    assert entry.opening == "3"
    assert played_from_entry(entry, rules, start(rules)) == one


PUNG = {"hand_concealed-0": "56m789p234p567s88s", "hand_melds-0": "(222z)"}


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
    fields = LAID | laid
    assert WAY_OF_OPENING in refused(rule_set, **fields)["fan-0"]
    counts = {seat: played(rule_set, opening=str(seat), **fields)["opening"] for seat in range(4)}
    assert counts == {seat: seat for seat in range(4)}


@pytest.mark.parametrize(("rule_set", "fan"), [(CLUB, "風牌"), (CLUB, "花牌"), (SIXTEEN, "風字坎"), (SIXTEEN, "花牌")])
def test_the_opened_wall_is_kept_beside_ticks_that_hang_on_it(rule_set: str, fan: str):
    rules = scoring.rule_set(rule_set)
    [one] = played_from_post(win_form(**ticks(fan, opening="2")), rules, start(rules))
    assert (one.event["fan"], (one.claim or {})["opening"]) == (1, 2)
    check_claim(one.claim)


@pytest.mark.parametrize("rule_set", [CLUB, SIXTEEN])
class TestTaiwaneseTables:
    def test_the_form_begins_without_an_opened_wall(self, rule_set: str):
        page = markup(make_hall(rule_set=rule_set).get("win", winner="0"))
        assert page.count('name="opening"') == 4
        assert not re.search(r'name="opening"[^>]*checked', page)

    def test_a_table_shows_positions_until_the_wall_is_known(self, rule_set: str):
        page = markup(make_hall(rule_set=rule_set).get("table"))
        found = re.findall(r'class="wind"\s*(hidden|)>\s*([^<\s]+)', page)
        assert found == [("hidden", "莊"), ("", "下家"), ("", "對家"), ("", "上家")]
        assert page.count('class="dealer-mark"') == 1, "which says 莊"

    def test_the_marker_of_the_dealer_is_said_at_a_win(self, rule_set: str):
        """連莊示記: the real streak is 2, shown is 1."""
        hall = make_hall(rule_set=rule_set)
        hall.settle(DRAW, DRAW)
        told = saved(hall, **{"winner-0": "0", "source": "1", "typed-0": "2", "shown_streak": "1"})
        assert "連莊示記 1" in told
        assert "莊家連一拉一 3" in told
        assert events(hall)[-1]["shown_streak"] == 1


def test_a_table_of_other_rules_shows_its_winds():
    page = markup(make_hall(rule_set=CLASSIC).get("table"))
    assert re.findall(r'class="wind">\s*([^<\s]+)', page) == ["東", "南", "西", "北"]
    assert page.count('class="dealer-mark"') == 1


def test_a_draw_that_makes_another_dealer_is_the_same_when_it_is_sent_again():
    """It is read against the log that its page showed, not against the new dealer."""
    hall = make_hall(rule_set=CLUB)
    shows(hall.get("draw"), "再擲骰")
    sent = hidden(hall.post("draw", dealer="2"))
    assert [hall.post("save", **sent).status_code for _twice in range(2)] == [302, 302]
    waited = sent | {"what": "save", "client_key": str(uuid.uuid4())}
    assert hall.post("deliver", **waited).status_code == 200, "what another phone has sent later"
    assert events(hall) == [{"type": "draw", "dealer": 2}]
    shows(hall.get("hands"), f"擲骰由 {CHAN} 起莊")


def test_declared_flowers_count_with_the_hand_that_the_replacement_completes():
    event = played(CLUB, flower_win="1", **LAID | {"hand_flowers-0": "12345678f"})
    assert event["hand"]["circumstances"] == ["flower_win"]


@pytest.mark.parametrize(("rule_set", "pung"), [(CLUB, "三元牌"), (SIXTEEN, "箭字坎")])
@pytest.mark.parametrize(("dragons", "worth"), [("大三元", 8), ("小三元", 4)])
def test_a_ticked_dragon_pung_does_not_count_beside_the_dragons(rule_set: str, pung: str, dragons: str, worth: int):
    """箭字坎不另計台: whichever it is, it is one of theirs."""
    counted = count_ticks([Tick(pung, 2), Tick(dragons)], scoring.rule_set(rule_set))
    assert (counted.total, [gone.name for gone in counted.removed if not gone.apart]) == (worth, [pung])


@pytest.mark.parametrize(("source", "flowers"), [("self", "八仙過海"), ("1", "七搶一")])
@pytest.mark.parametrize("ticked", [True, False], ids=["and is ticked too", "and goes without a tick"])
def test_declared_flowers_count_with_the_ticked_fans_of_the_hand(source: str, flowers: str, ticked: bool):
    """補進之牌成胡，應另加計: 8 and 門清 1, 槓上開花 1, 混一色 4."""
    rules, names = scoring.rule_set(CLUB), ["門清", "槓上開花", "混一色"]
    posted = win_form(**ticks(*names, *[flowers] * ticked, source=source, flower_win="1"))
    (one,) = played_from_post(posted, rules, start(rules))
    assert (one.event["fan"], one.event["flower_win"]) == (14, True)
    assert one.claim is not None
    assert [tick["name"] for tick in one.claim["ticks"]] == [*names, flowers]


def test_flowers_declared_as_dealt_are_twelve_without_tiles_too():
    """配牌花胡: 手牌未胡無須翻開. A correction finds the number again."""
    rules = scoring.rule_set(SIXTEEN)
    said = {"mode-0": "tiles", "circumstances-0": "dealt_flowers"}
    again = played_from_post(win_form(source="self", flower_win="1", **said), rules, start(rules))
    assert again[0].event["fan"] == 12
    entry = entry_of_played(again, rules)
    assert entry is not None
    assert played_from_entry(entry, rules, start(rules)).event == again[0].event


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_what_was_entered_comes_back(rule_set: str):
    rules = scoring.rule_set(rule_set)
    asked = {"robbed_kong": "1", "extra-1": "8", "liable": "3", "cause_of_liable": "substitute"}
    if "extra" not in rules.game.win_keys:
        asked = {"robbed_kong": "1"}
    one = played_from_post(win_form(**{"typed-0": "8"} | asked), rules, start(rules))
    entry = entry_of_played(one, rules)
    assert entry is not None
    assert (entry.robbed_kong, entry.winners[0].typed) == (True, "8")
    if "liable" in asked:
        assert (entry.liable, entry.cause, entry.extra) == ((3,), "substitute", ("", "8", "", ""))


@pytest.mark.parametrize(("first", "second", "wins"), [(3, 0, 3), (0, 3, 3), (3, 2, 2)])
def test_the_nearest_in_turn_wins_where_one_tile_has_one_winner(first: int, second: int, wins: int):
    entry = WinEntry((WinnerEntry(first, typed="5"),), source="1")
    changed, _notice = with_another(entry, second, Wording(NAMES, scoring.rule_set(CLUB)), (0, 1, 2, 3))
    assert changed.seats == [wins]
    assert changed.winners[0].typed == ("5" if wins == first else "")


@pytest.mark.parametrize("source", ["", SELF_DRAW, "3"])
def test_the_nearest_is_not_known_without_a_discarder(source: str):
    entry = WinEntry((WinnerEntry(0),), source=source)
    changed, notice = with_another(entry, 3, Wording(NAMES, scoring.rule_set(CLUB)), (0, 1, 2, 3))
    assert (changed, bool(notice)) == (entry, True)


def test_a_refused_claimant_keeps_a_name_that_is_a_word_of_the_rules():
    wording = Wording(["番子", *NAMES[1:]], scoring.rule_set(CLUB))
    entry = WinEntry(winners=(WinnerEntry(1),), source="0")
    assert with_another(entry, 0, wording, (0, 1, 2, 3)) == (
        entry,
        f"{wording.name(0)} 放銃，不能同時胡牌；先改放銃的一家。",
    )


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_what_the_app_adds_itself_cannot_be_ticked(rule_set: str):
    names = {row.tick.name for row in tickables(scoring.rule_set(rule_set))}
    assert not names & {"莊家連拉", "莊家", "作莊", "連莊", "拉莊", "連N拉N", "雙響", "三響", "一炮雙響", "一炮三響"}


def test_a_shape_that_an_event_plays_without_cannot_be_ticked():
    plain = scoring.rule_set(SIXTEEN, {}, {"seven_pairs": False})
    assert "嚦咕嚦咕" in {row.tick.name for row in tickables(scoring.rule_set(SIXTEEN))}
    assert "嚦咕嚦咕" not in {row.tick.name for row in tickables(plain)}
    assert "嚦咕嚦咕" not in {row.name for family in rules_page(plain).families for row in family.rows}


def test_a_limit_hand_counts_alone_and_no_hand_more_than_the_cap():
    rules = scoring.rule_set(MASTERS)
    limits = [fan.name for fan, value in rules.fans.items() if value.limit]
    alone = count_ticks([Tick(limits[1]), Tick(limits[0]), Tick("自摸")], rules)
    assert (alone.total, [row.name for row in alone.rows]) == (10, [limits[0]])
    every = [row.tick for row in tickables(rules) if row.tick.name not in limits]
    assert count_ticks(every, rules).total == 10


def test_a_fan_that_counts_less_beside_others_is_ticked_for_less():
    rules = scoring.rule_set(SIXTEEN)
    counted = count_ticks([Tick("字一色"), Tick("大四喜")], rules)
    assert {row.name: row.value for row in counted.rows} == {"字一色": 12, "大四喜": 16}


@pytest.mark.parametrize(
    ("rule_set", "asked"),
    [("hkma-league", ()), (MASTERS, ()), (CLASSIC, ("not_ready",)), (CLUB, ("dealer",)), (SIXTEEN, ())],
)
def test_a_draw_asks_only_what_the_rules_need(rule_set: str, asked: tuple[str, ...]):
    rules = scoring.rule_set(rule_set)
    assert draw_asks(rules, start(rules)) == asked


def test_who_was_not_ready_pays_who_was():
    hall = make_hall(rule_set=CLASSIC)
    shows(hall.get("draw"), "和局不聽")
    shown = hall.post("draw", not_ready=["1", "2"])
    shows(shown, f"{LI} 付 {ZHANG} 10 分")
    hall.post("save", **hidden(shown))
    assert events(hall) == [{"type": "draw", "not_ready": [1, 2]}]


@pytest.mark.parametrize(
    ("rule_set", "there", "missing"),
    [
        (MASTERS, "robbed_kong liable cause", "flower_win extra-0 opening flower_draws-0 visible-0"),
        (CLASSIC, "robbed_kong flower_win visible-0 in_a_row-0 discards-0", "liable opening"),
        (CLUB, "robbed_kong flower_win liable opening", "extra-0 visible-0 discards-0 in_a_row-0"),
        (SIXTEEN, "robbed_kong flower_win liable extra-0 opening", "visible-0 discards-0"),
    ],
)
def test_the_form_asks_what_the_rules_need(rule_set: str, there: str, missing: str):
    names = set(re.findall(r'name="([^"]+)"', markup(make_hall(rule_set=rule_set).get("win", winner=2))))
    assert set(there.split()) <= names
    assert not names & set(missing.split())


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_tile_keyboard_has_as_many_tiles_as_the_hand(rule_set: str):
    rules = scoring.rule_set(rule_set)
    page = shows(make_hall(rule_set=rule_set).get("win", winner=2), f'data-hand-size="{rules.hand_size}"')
    assert ('data-tile-page="flowers"' in page) is rules.flowers


@pytest.mark.parametrize(
    ("rule_set", "data", "said", "in_history"),
    [
        (MASTERS, {"winner-0": "2", "robbed_kong": "1", "typed-0": "3"}, f"{LI} 付 {CHAN} 48 分（3 番）", ""),
        (
            MASTERS,
            {"winner-0": "2", "source": "self", "liable": "0", "cause": "twelve_tiles", "typed-0": "3"},
            f"{ZHANG} 包付 {CHAN} 48 分（這副牌 3 番）",
            f"{ZHANG} 十二章包",
        ),
        # The dealer's win of 4 台 costs 5: "800 分（4 台）" would be a sum that nobody can follow.
        (
            CLUB,
            {"winner-0": "0", "liable": "2", "cause_of_liable": "substitute", "typed-0": "4"},
            f"{CHAN} 包付 {ZHANG} 800 分（這副牌 4 台）",
            "代位賠付",
        ),
        (CLUB, {"winner-0": "0", "typed-0": "4"}, f"{ZHANG} 胡牌 4 + 莊家 1 = 5 台，{LI} 放銃", "底 300 + 5 × 100"),
    ],
    ids=["the table of payments", "who is liable pays for all", "the count of the hand", "Taiwanese words"],
)
def test_a_win_is_told_in_the_terms_of_its_rules(rule_set: str, data: dict[str, str], said: str, in_history: str):
    hall = make_hall(rule_set=rule_set)
    told = saved(hall, **{"source": "1"} | data)
    assert said in told
    assert "待收" not in told
    shows(hall.get("hands"), in_history)


def test_taiwanese_words_stand_on_taiwanese_tables():
    hall = make_hall(rule_set=CLUB)
    shows(hall.get("win", winner=2), "胡牌", never=["食糊", "出銃"])
    told = saved(
        hall, **{"winner-0": "0", "source": "1", "typed-0": "4", "liable": "3", "cause_of_liable": "substitute"}
    )
    assert "代位賠付" in told
    assert "包牌" not in told, "a word of Hong Kong, and 包賠 in this text something else"
    shows(hall.get("table"), "連一拉一", never="半莊")


def test_offences_say_what_is_paid_before_anybody_has_named_the_hand():
    shows(make_hall(rule_set=SIXTEEN).get("penalties:ruling"), "照那副牌的數付其餘三家", never="照 台")


def test_a_cause_that_the_melds_rule_out_is_refused_in_words():
    data = {"kind": "win", "winner-0": "2", "liable": "0", "cause": "three_dragons"} | LAID | PURE
    shows(make_hall(rule_set=MASTERS).post("win", **data), "食糊者的明章不成大三元包", status=400)


@pytest.mark.parametrize(
    ("rule_set", "discards", "visible"),
    [
        ("hkma-league", "只在四子、七子、十子時要填。", "只在四絕、真絕時要填。"),
        (CLASSIC, "只在七隻內、十隻內時要填。", "只在四絕、八絕時要填。"),
    ],
)
def test_what_is_filled_in_for_some_fans_names_those_of_the_table(rule_set: str, discards: str, visible: str):
    shows(make_hall(rule_set=rule_set).get("win", winner=2), discards, f"{visible}m 萬、p 筒")


KONG_WIN = {
    "kind": "win", "mode-0": "tiles", "hand_concealed-0": "123m456p789s1z", "hand_winning-0": "1z",
    "hand_melds-0": "(5555m)(234s)", "kong_draws-0": "1", "winner-0": "2", "source": "self",
}  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({}, True),
        ({"flower_draws-0": "1", "last_draw-0": "flower", "hand_flowers-0": "1f"}, True),
        ({"mode-0": "ticks", "tick-0": ["槓上摸", "明槓"]}, True),
        ({"source": "0"}, False),  # the one who pays for it is chosen
        ({"hand_melds-0": "[5555m](234s)"}, False),
        ({"kong_draws-0": ""}, False),
        ({"mode-0": "ticks", "tick-0": ["槓上摸", "花上槓上摸"]}, False),
        ({"mode-0": "typed", "typed-0": "19"}, False),
    ],
)
def test_an_own_draw_after_an_open_kong_says_who_pays_if_it_was_claimed(fields: dict[str, Any], told: bool):
    """hk-classic 11: 碰槓後自摸，當放槓者出沖."""
    page = shows(make_hall(rule_set=CLASSIC).post("win", **KONG_WIN | fields))
    assert ("由打出那隻槓牌的一家付" in page) is told


def test_a_second_claimant_is_told_who_is_nearer():
    data = {"kind": "win", "mode-0": "typed", "winner-0": "3", "source": "1", "typed-0": "4", "add": "2"}
    told = f"攔胡：由 {LI} 數起，{CHAN} 較近，改為 {CHAN} 胡牌"
    shows(make_hall(rule_set=CLUB).post("win", **data), told, f"{CHAN} 胡牌")


def test_giving_up_is_offered_exactly_when_it_may_be():
    hall = make_hall(rule_set=CLASSIC)
    for _n in range(2):
        hall.settle(won(0, 1, 2))
        shows(hall.get("table"), never="投降")
    hall.settle(won(0, 1, 2))
    shows(hall.get("table"), f"{LI} 向 {ZHANG} 投降")
    shows(hall.get("other", pick="surrender.1.0"), "付清")


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_page_of_a_table_opens(rule_set: str):
    hall = make_hall(rule_set=rule_set)
    hall.settle(won(0, 1, 8), DRAW)
    for name in ("table", "hands", "card", "whatif", "reward", "draw", "undo", "penalties:ruling", "other"):
        assert hall.get(name).status_code == 200, name
    shows(hall.get("whatif", winner="2", source="self", called="8"), "變動")
    assert [hall.get(name, 1).status_code for name in ("hand", "correct")] == [200, 200]
    scores = replay_document(replay_input(hall.fresh()))["hands"][-1]["scores"]
    assert [seat.score for seat in hall.game.seats.order_by("seat")] == list(map(Decimal, scores))


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_demo_enters_only_what_the_rules_know(rule_set: str):
    rules = scoring.rule_set(rule_set)
    table, state = Table(random.Random(7), rules), start(rules)
    for _hand in range(30):
        for entered in table.next_hand():
            event = played_from_entry(entered, rules, state).event if isinstance(entered, WinEntry) else entered.event
            state = apply(state, event, rules)
            if state.finished:
                return


def test_everybody_begins_with_the_points_of_the_rules():
    game = make_hall(rule_set=CLUB, rule_settings={"start": "500"}).game
    Round.objects.update(state=Round.State.DRAFT)
    open_round(round_id=game.round_id, now=timezone.now(), confirmed=True)
    assert [seat.score for seat in game.seats.order_by("seat")] == [500] * 4


@pytest.mark.parametrize(("rule_set", "named"), [(CLUB, False), ("mcr", False), ("hkma-league", True)])
def test_pages_speak_of_cards_and_debts_only_where_the_rules_have_them(db, rule_set, named):
    hall = make_hall(rule_set=rule_set)
    hall.settle(won(1, 2, 20))
    assert ("拉帳" in markup(hall.get("undo"))) is named
    organiser = member_of(hall.event, "organiser", Role.ORGANISER)
    assert ("紅牌到這一日完結為止" in markup(organiser.get(url("rounds", hall.event.slug)))) is named


def test_a_wind_round_that_begins_with_other_seats_names_them(db):
    hall = make_hall(rule_set="mcr")
    for _hand in range(3):
        hall.settle(DRAW)
    shows(hall.get("table"), never="這一圈換位")
    ready = hall.post("draw", kind="draw")
    moved = "這一圈換位：東 李小龍、南 張國強、西 何家珍、北 陳大文"
    shows(ready, f"下一鋪：南一局；{moved}")
    hall.settle(DRAW)
    shows(hall.get("table"), moved)
    hall.settle(DRAW)
    shows(hall.get("table"), never="這一圈換位")
