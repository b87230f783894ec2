"""The recording form: what is posted becomes an event with its claim, and comes back as it was entered."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from django.http import QueryDict

import scoring
from scoring import RuleSet, apply, start
from scoring.rulebook import RULE_SETS
from tests.tournaments.entries import played_from_entry, played_from_post
from tests.tournaments.factories import NAMES
from tournaments.phrases.wording import Wording
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.count import count_ticks, count_winner, tickables
from tournaments.tables.recording.entry import (
    Laid,
    Tick,
    WinEntry,
    WinnerEntry,
    laid_of,
    melds_of,
    missing_tiles,
    parts_of,
    read_entry,
)
from tournaments.tables.recording.win import Unclear, entry_of_played
from tournaments.tables.recording.win_form import with_another

RULES = scoring.rule_set("hkma-league")
WORDING = Wording(NAMES, RULES)
# 123萬 456萬 789筒 234筒 567索 88索, wins 4萬: 門清3 大平15 將眼2 and 底5 (the digest's first worked hand).
TILES = {"hand_concealed-0": "123m56m789p234p567s88s", "hand_winning-0": "4m", "hand_melds-0": "[]"}
SECOND_TILES = {f"{name[:-1]}1": value for name, value in TILES.items()}


def form(**fields: Any) -> QueryDict:
    """A posted form; "_" stands for "-" before the slot's number."""
    posted = QueryDict(mutable=True)
    for name, value in fields.items():
        posted.setlist(name, value if isinstance(value, list) else [value])
    return posted


def win_form(**fields: Any) -> QueryDict:
    """Seat 2 wins from seat 1 by a typed number, unless told."""
    return form(**{"kind": "win", "winner-0": "2", "source": "1", "mode-0": "typed"} | fields)


def typed(number: object, **fields: Any) -> QueryDict:
    return win_form(**{"typed-0": str(number)} | fields)


def tiles(**fields: Any) -> QueryDict:
    return win_form(**{"mode-0": "tiles"} | TILES | fields)


def ticked(*names: str, **fields: Any) -> QueryDict:
    return win_form(**{"mode-0": "ticks", "tick-0": list(names)} | fields)


def read(posted: QueryDict, rules: RuleSet = RULES) -> Played:
    (one,) = played_from_post(posted, rules, start(rules))
    return one


def played(posted: QueryDict, rules: RuleSet = RULES) -> tuple[dict[str, Any], dict[str, Any]]:
    one = read(posted, rules)
    return dict(one.event), dict(one.claim or {})


def errors(posted: QueryDict, rules: RuleSet = RULES) -> dict[str, str]:
    with pytest.raises(Unclear) as caught:
        read(posted, rules)
    return caught.value.errors


TWO = {"winner-1": "0", "mode-1": "typed", "typed-1": "8"}


FORMS = tomllib.loads(Path(__file__).with_name("forms.toml").read_text())


def row_id(row: dict[str, Any]) -> str:
    return f"{row.get('rules', '')} {row['fields']}"[:60]


@pytest.mark.parametrize("row", FORMS["event"], ids=row_id)
def test_a_form_comes_to_an_event(row: dict[str, Any]):
    event, claim = played(win_form(**row["fields"]), scoring.rule_set(row.get("rules", "hkma-league")))
    if "claim" in row:
        assert (event, claim) == ({"type": "win"} | row["event"], row["claim"])
    assert {name: event.get(name) for name in row["event"]} == row["event"]
    assert not event.keys() & set(row.get("lacks", ()))


@pytest.mark.parametrize("row", FORMS["refused"], ids=row_id)
def test_a_form_is_refused_with_a_sentence(row: dict[str, Any]):
    found = errors(win_form(**row["fields"]), scoring.rule_set(row.get("rules", "hkma-league")))
    assert row["said"] in found[row["field"]]


def test_a_draw_has_neither_a_claim_nor_form_content():
    assert played(form(kind="draw")) == ({"type": "draw"}, {})
    assert entry_of_played([Played({"type": "draw"})], RULES) is None


def test_the_form_adds_no_base_where_the_rules_have_none():
    assert played(typed(32), scoring.rule_set("hkma-league", {"L-4": "0"}))[0]["fan"] == 32


def test_the_form_adds_ticks_up_and_leaves_out_what_comes_with_another():
    counted = count_ticks([Tick("門清"), Tick("門摸"), Tick("花牌", 3), Tick("清龍", concealed=True)], RULES)
    assert counted.total == 5 + 3 + 20
    assert [(row.name, row.value) for row in counted.rows] == [("門摸", 5), ("花牌", 3), ("清龍", 20)]
    assert {(gone.name, gone.by) for gone in counted.removed} >= {("門清", "門摸"), ("自摸", "門摸")}


@pytest.mark.parametrize(("n", "worth"), [(1, 10), (2, 10), (3, 20), (5, 40)])
def test_the_form_asks_for_the_n_of_replacements_in_a_row(n: int, worth: int):
    counted = count_ticks([Tick("尾牌連摸", n)], RULES)
    assert [(row.name, row.count, row.value) for row in counted.rows] == [("尾牌連摸", 1, worth)]
    (row,) = [row for row in tickables(RULES) if row.tick.name == "尾牌連摸"]
    assert (row.several, row.least) == (True, 2)


def test_the_form_lists_every_fan_in_the_order_of_the_table_but_those_that_the_app_adds():
    rows = tickables(RULES)
    table = [fan.name for fan in RULES.fans if fan.name not in ("雙響", "三響", "莊家連拉")]
    assert [row.tick.name for row in rows if not row.tick.concealed] == table
    several = {row.tick.name: row.several for row in rows}
    assert (several["兩台花"], several["七搶一"], several["正花"]) == (False, False, True)
    worth = {row.tick.value: row.worth for row in rows}
    assert (worth["清龍"], worth["清龍*"]) == (10, 20), "one with a concealed value comes twice"


def test_the_form_leaves_laid_tiles_to_the_count():
    event, claim = played(tiles())
    assert event["hand"] == {"concealed": "123m56m789p234p567s88s", "winning_tile": "4m"}
    assert "fan" not in event
    assert claim["computed"] == 20
    assert apply(start(RULES), event, RULES).hands[0].payments[0].fan == 25


def test_the_form_keeps_a_claimed_number_beside_the_count_and_pays_the_chosen_one():
    event, claim = played(tiles(**{"typed-0": "32"}))
    assert "hand" in event
    assert (claim["typed"], claim["computed"], claim["paid"]) == (32, 20, "computed")
    event, claim = played(tiles(**{"typed-0": "32", "paid-0": "claimed"}))
    assert event["fan"] == 37
    assert (claim["computed"], claim["paid"], claim["hand"]["winning_tile"]) == (20, "claimed", "4m")


def test_two_winners_count_without_their_own_share_of_the_double_and_win_on_the_same_tile():
    assert played(tiles(**TWO))[1]["winners"][1]["computed"] == 20
    two = {"winner-0": "3", "winner-1": "0", "mode-1": "tiles"} | SECOND_TILES
    assert [winner["hand"]["winning_tile"] for winner in played(tiles(**two))[0]["winners"]] == ["4m", "4m"]
    other = errors(tiles(**two | {"hand_winning-1": "7m"}))
    assert other == {"fan-1": "幾家食的是同一隻牌，食糊牌要相同。"}


def test_the_form_puts_a_robbed_kong_into_the_tiles_too():
    assert played(tiles(robbed_kong="1"))[0]["hand"]["circumstances"] == ["robbed_kong"]


def test_the_form_knows_replacements_discards_and_what_lies_on_the_table():
    laid = Laid("1m", "2m", flower_draws="2", kong_draws="1", last_draw="kong", discards="9", visible="444m 1z")
    parts = parts_of(laid)
    assert parts["replacements"] == ["flower", "flower", "kong"]
    assert (parts["discards"], parts["visible"]) == (9, "444m1z")


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("", []),
        ('[{"kind":"pung","tiles":"555p"}]', ["pung"]),
        ("(123m)(777z) [1111p](5555s)", ["chow", "pung", "concealed_kong", "kong"]),
    ],
)
def test_the_form_reads_melds_from_the_keyboard_and_from_typing(text: str, kinds: list[str]):
    assert [meld["kind"] for meld in melds_of(text) or []] == kinds


@pytest.mark.parametrize("text", ["123m", "(123m", '[{"kind":', "x(123m)"])
def test_the_form_says_when_melds_cannot_be_read(text: str):
    assert melds_of(text) is None


def test_a_meld_counts_as_three_tiles():
    assert missing_tiles(Laid("12345m", "6m", '[{"kind":"kong","tiles":"9999p"}]'), 16) == 17 - 6 - 3


@pytest.mark.parametrize(
    "posted",
    [
        typed(32),
        typed(0, source="self"),
        typed(30, flower_win="1"),
        ticked("門清", "清龍*", **{"typed-0": "12", "times-0-清龍*": "2"}),
        tiles(**{"typed-0": "32", "circumstances-0": ["declared_ready"]}),
        typed(20, **{"winner-0": "3", "winner-1": "0", "mode-1": "tiles"} | SECOND_TILES),
    ],
    ids=["typed", "own draw", "flowers", "ticks", "tiles", "two winners"],
)
def test_the_form_brings_back_what_was_entered(posted: QueryDict):
    again = read(posted)
    entry, was = entry_of_played([again], RULES), read_entry(posted)
    assert entry is not None
    assert played_from_entry(entry, RULES, start(RULES)) == again
    entered, before = ({(w.seat, w.mode, w.typed, w.ticks) for w in one.winners} for one in (entry, was))
    assert (entered, entry.source) == (before, was.source)


def test_the_form_shows_the_number_of_a_win_that_came_without_a_claim():
    event = {"type": "win", "winner": 0, "self_draw": True, "fan": 17}
    entry = entry_of_played([Played({"type": "reward", "kind": "grass", "seat": 1}), Played(event)], RULES)
    assert entry == WinEntry((WinnerEntry(0, typed="12"),), "self")


def test_the_form_writes_tiles_back_into_the_fields():
    melds = [{"kind": "chow", "tiles": "123p"}]
    parts = {"concealed": "11m", "winning_tile": "2m", "melds": melds, "replacements": ["kong", "flower"]}
    laid = laid_of(parts)
    assert json.loads(laid.melds) == melds
    assert parts_of(laid) == parts


def test_the_form_adds_and_drops_winners_of_one_discard():
    entry = WinEntry((WinnerEntry(2, typed="9"),), source="self")
    two, _notice = with_another(entry, 0, WORDING, (0, 1, 2, 3))
    assert (two.seats, two.source) == ([2, 0], "")
    assert two.without_winner(0).winners == entry.winners
    assert entry.without_winner(2) == entry
    assert with_another(entry, 2, WORDING, (0, 1, 2, 3)) == (entry, "")


def test_the_form_pays_the_claimed_number_where_nothing_was_counted():
    winner = WinnerEntry(1, typed="9")
    count = count_winner(winner, WinEntry((winner,), "self"), RULES, start(RULES))
    assert (count.called, count.pays_claimed, count.differs) == (9, True, False)


def tick_names(claim: dict[str, Any]) -> list[str]:
    return [tick["name"] for tick in claim["ticks"]]


@pytest.mark.parametrize("id_", RULE_SETS)
def test_the_source_ticks_the_own_draw_in_every_set(id_: str):
    rules = scoring.rule_set(id_)
    other = {"hkma-masters": "清一色"}.get(id_, "大三元")
    _event, drawn = played(ticked(other, source="self"), rules)
    _event, discarded = played(ticked(other), rules)
    assert (tick_names(drawn), tick_names(discarded)) == ([other, "自摸"], [other])
    assert drawn["computed"] == discarded["computed"] + 1


def test_an_own_draw_that_another_fan_holds_counts_once_and_a_robbed_kong_is_ticked_by_what_was_said():
    assert played(ticked("門摸", source="self"))[1]["computed"] == 5
    assert tick_names(played(ticked("清一色", robbed_kong="1"))[1]) == ["清一色", "搶槓"]


@pytest.mark.parametrize(("id_", "number"), [("hkma-league", "2328"), ("hk-classic", "9999"), ("tw-club", "148")])
def test_the_form_asks_once_more_for_what_no_hand_comes_to(id_: str, number: str):
    rules = scoring.rule_set(id_)
    found = errors(typed(number), rules)
    assert f"很少多過 {rules.plausible_total} {rules.unit}" in found["fan-0"]
    assert found["sure-0"] == number
    assert errors(typed(number, **{"sure-0": "1"}), rules)
    one = read(typed(number, **{"sure-0": number}), rules)
    assert one.event["fan"] == int(number) + rules.base
    again = entry_of_played([one], rules)
    assert again
    assert played_from_entry(again, rules, start(rules)) == one
