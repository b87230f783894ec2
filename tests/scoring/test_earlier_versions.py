"""Readings whose default has changed: an event that began under version 1 counts as it did."""

from typing import Any

import pytest

import scoring
from scoring import fold
from scoring.count import count
from scoring.documents import hand_from_document
from scoring.errors import ScoringError
from scoring.rules.rule_data import BEFORE_3, FIRST_VERSION
from scoring.rulesets import RULE_SETS
from tests.scoring.game_helpers import DRAW, Event, play, reward
from tests.scoring.worked import read_hand

Document = dict[str, Any]

HEAVENLY = read_hand("tw-club", "123m56m789p234p567s88s 4m drawn heavenly_win dealer=yes")
FIVE = read_hand("tw-club", "222p666s11m111z444z88s 8s drawn")
HONOURS = read_hand("hkma-league", "22z33z 2z pung:111z pung:555z pung:666z pung:777z")
TERMINALS = read_hand("hkma-league", "11m11s 1m pung:999m pung:111p pung:999p pung:999s")
STRAIGHT = read_hand("hk-classic", "11223344556677s88s 8s")
BOTH_SHAPES = read_hand("hk-classic", "112233m445566p7779s 9s visible=99s8888s")


def counted(
    document: Document, options: dict[str, str] | None = None, version: str | None = None
) -> dict[str, tuple[int, int]]:
    """{name: (count, value)} of a document's count under these options."""
    rules = scoring.rule_set(document["rule_set"], options, version=version)
    score = count(hand_from_document(document, rules), rules)
    assert score.total == sum(row.value for row in score.fans)
    return {row.name: (row.count, row.value) for row in score.fans}


@pytest.mark.parametrize(
    ("document", "options", "same_as"),
    [
        (HEAVENLY, {}, {"C-2": "dropped"}),
        (FIVE, {}, {"C-4": "dropped"}),
        (HONOURS, {}, {"L-14": "not_all_honours"}),
        (HONOURS, {"L-14": "counted"}, {"L-14": "not_all_honours"}),
        (TERMINALS, {"L-14": "dropped"}, {"L-14": "dropped"}),
        (HONOURS, {"L-1": "all"}, {"L-1": "all", "L-14": "not_all_honours"}),
        (BOTH_SHAPES, {}, {"K-32": "twice"}),
    ],
)
def test_an_event_that_began_under_version_1_counts_as_it_did(
    document: Document, options: dict[str, str], same_as: dict[str, str]
) -> None:
    before = counted(document, options, FIRST_VERSION)
    assert before == counted(document, same_as)
    assert before != counted(document) or options == {"L-14": "dropped"}


@pytest.mark.parametrize("version", ["1", "2", "3"])
def test_before_version_4_a_run_used_its_pairs_where_it_did_not_count(version: str) -> None:
    """K-44"""
    before = counted(STRAIGHT, version=version)
    assert counted(STRAIGHT) == before | {"兩般高": (1, 10)} != before


@pytest.mark.parametrize("id_", RULE_SETS)
def test_rules_of_version_1_say_so_and_are_not_those_of_today(id_: str) -> None:
    now, before = scoring.rule_set(id_), scoring.rule_set(id_, version=FIRST_VERSION)
    assert (now.lenient, before.lenient, before.version) == (False, True, FIRST_VERSION)
    assert now.version != FIRST_VERSION
    assert scoring.rule_set(id_, version=now.version) is now
    assert scoring.rule_set(id_, {}, {}, {}, FIRST_VERSION) is scoring.rule_set(id_, version=FIRST_VERSION)
    meant = {id_: one.earlier.get("", one.before_3 or one.values[0]) for id_, one in now.choices.items()}
    assert dict(before.options) == meant
    assert scoring.rule_set(id_, version="3").earlier is (now.version == "4")
    second = scoring.rule_set(id_, version="2")
    assert (second.lenient, second.since_3, second.version) == (False, False, "2")
    assert dict(second.options) == {id_: one.before_3 or one.values[0] for id_, one in now.choices.items()}
    for one in now.choices.values():
        assert set(one.earlier.values()) <= set(one.values)


def test_an_option_that_never_was_is_refused_under_version_1_too() -> None:
    with pytest.raises(ScoringError, match="bad_option"):
        scoring.rule_set("hkma-league", {"L-14": "x"}, version=FIRST_VERSION)


# L-58
FLOWERS = {"grass": 4, "flower_set": 4, "two_flower_sets": 8, "seven_rob_one": 8}
PAIRS = [(one, other) for one in FLOWERS for other in FLOWERS if 8 in (FLOWERS[one], FLOWERS[other])]


def of(kind: str, seat: int) -> Event:
    return reward(kind, seat, **({"from": 3} if kind == "seven_rob_one" else {}))


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_with_all_eight_flowers_in_one_place_nobody_else_has_any(one: str, other: str) -> None:
    with pytest.raises(ScoringError, match="bad_event"):
        play(of(one, 0), of(other, 1))
    assert play(of(one, 0), DRAW, of(other, 1)), "the next hand has its own flowers"
    if FLOWERS[one] == FLOWERS[other]:
        with pytest.raises(ScoringError, match="bad_event"):
            play(of(one, 0), of(other, 0))
    for version in BEFORE_3:
        if one != other or one != "two_flower_sets" or version == "1":
            assert fold(scoring.rule_set("hkma-league", version=version), [of(one, 0), of(other, 1)])
