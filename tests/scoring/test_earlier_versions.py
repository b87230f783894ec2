"""Readings whose default has changed: what an event may choose, and what one keeps that began under version 1."""

from typing import Any

import pytest

from scoring.count import count
from scoring.count.document import winning_hand_from_document
from scoring.errors import ScoringError
from scoring.rules.rule_set import FIRST_VERSION
from scoring.rulesets import RULE_SETS, get_rule_set
from tests.scoring.count_helpers import OPEN, PLAIN, club, sixteen
from tests.scoring.count_helpers import hand as league

Document = dict[str, Any]

HEAVENLY = club(PLAIN, "4m", drawn=True, seat="S", dealer=True, given="heavenly_win")
EARTHLY = club(PLAIN, "4m", drawn=True, given="earthly_win")
FIVE = club("222p666s11m111z444z88s", "8s", drawn=True)
DRAGONS = club("56m789p567s77z", "4m", melds="pung:555z pung:666z")
EXPOSED = club("8s", "8s", melds="chow:123m chow:456p chow:789p pung:999m pung:222s")
FLOWERS = club(OPEN, "4m", melds="pung:333z", flowers="1234f")
READY = club(PLAIN, "4m", given="heavenly_ready")
EARLY = club(PLAIN, "4m", drawn=True, given="earthly_ready")
HONOURS = league("22z33z", "2z", melds="pung:111z pung:555z pung:666z pung:777z")
TERMINALS = league("11m11s", "1m", melds="pung:999m pung:111p pung:999p pung:999s")
BOTH_SHAPES = league("112233m445566p7779s", "9s", visible="99s8888s") | {"rule_set": "hk-classic"}
FOUR = sixteen("222p666s123m111z444z8s", "8s")
FOUR_DRAWN = sixteen("222p666s123m111z444z8s", "8s", drawn=True)
EIGHT = sixteen("23444555777m44777z", "1m", drawn=True, given="flower_win", flowers="12345678f", tail="flower")
SEVEN = league("123m456m789m11p77z", "7z", melds="pung:999s", flowers="1234567f") | {"rule_set": "hk-classic"}


def counted(
    document: Document, options: dict[str, str] | None = None, version: str | None = None
) -> dict[str, tuple[int, int]]:
    """{name: (count, value)} of a document's count under these options."""
    rules = get_rule_set(document["rule_set"], options, version=version)
    score = count(winning_hand_from_document(document, rules), rules)
    assert score.total == sum(row.value for row in score.fans)
    return {row.name: (row.count, row.value) for row in score.fans}


OPTIONS: dict[str, tuple[Document, str, dict[str, dict[str, tuple[int, int]]]]] = {
    "自摸 beside 天胡": (HEAVENLY, "C-2", {"counted": {"自摸": (1, 1)}, "dropped": {}}),
    "自摸 beside 地胡": (EARTHLY, "C-2", {"counted": {"自摸": (1, 1)}, "dropped": {}}),
    "三元牌 beside 小三元": (DRAGONS, "C-3", {"included": {}, "counted": {"三元牌": (2, 2)}}),
    "五暗刻": (FIVE, "C-4", {"counted": {"門清": (1, 1), "碰碰胡": (1, 4)}, "dropped": {}}),
    "單吊 beside 全求": (EXPOSED, "C-6", {"included": {}, "counted": {"單吊": (1, 1)}}),
    "花牌 beside 花槓": (FLOWERS, "C-6", {"included": {}, "counted": {"花牌": (1, 1)}}),
    "門清 beside 天聽": (READY, "C-20", {"dropped": {}, "counted": {"門清": (1, 1)}}),
    "門清 beside 地聽": (EARLY, "C-20", {"dropped": {}, "counted": {"門清": (1, 1)}}),
    "對對糊 beside 字一色": (
        HONOURS,
        "L-14",
        {"counted": {"對對糊": (1, 30)}, "not_all_honours": {}, "dropped": {}},
    ),
    "對對糊 beside 清么": (
        TERMINALS,
        "L-14",
        {"counted": {"對對糊": (1, 30)}, "not_all_honours": {"對對糊": (1, 30)}, "dropped": {}},
    ),
    "四暗坎": (FOUR, "T-1", {"6": {"四暗坎": (1, 6)}, "5": {"四暗坎": (1, 5)}}),
    "自摸 of 八仙過海": (
        EIGHT,
        "T-10",
        {"table": {"門清": (1, 1), "不求.自摸": (1, 2)}, "example": {"自摸": (1, 1)}},
    ),
    "自摸 of a concealed hand without flowers": (
        FOUR_DRAWN,
        "T-10",
        {"table": {"門清": (1, 1), "不求.自摸": (1, 2)}, "example": {"門清": (1, 1), "不求.自摸": (1, 2)}},
    ),
    "seven flowers kept": (SEVEN, "K-41", {"seven": {"七隻花": (1, 20)}, "robbed": {"七搶一": (1, 30)}}),
    "八絕 in 兩吃": (BOTH_SHAPES, "K-32", {"once": {"八絕": (1, 10)}, "twice": {"八絕": (2, 20)}}),
}


@pytest.mark.parametrize(("document", "reading", "values"), OPTIONS.values(), ids=OPTIONS)
def test_it_counts_by_the_value_that_an_event_chose(
    document: Document, reading: str, values: dict[str, dict[str, tuple[int, int]]]
) -> None:
    """Beside what it always counts, the hand counts exactly the named rows; the first value is the default."""
    in_question = {name for rows in values.values() for name in rows}
    found = {value: counted(document, {reading: value}) for value in values}
    assert {
        value: {name: row for name, row in rows.items() if name in in_question} for value, rows in found.items()
    } == values
    rest = [{name: row for name, row in rows.items() if name not in in_question} for rows in found.values()]
    assert all(rows == rest[0] for rows in rest)
    assert counted(document) == found[next(iter(values))]
    offered = next(one for one in get_rule_set(document["rule_set"]).readings if one.id == reading)
    assert offered.values == tuple(values)


def test_the_worked_example_of_八仙過海_counts_as_printed_where_both_its_readings_are_chosen() -> None:
    printed = counted(EIGHT, {"T-1": "5", "T-10": "example"})
    assert sum(value for _times, value in printed.values()) == 20
    assert sum(value for _times, value in counted(EIGHT).values()) == 23


def test_it_counts_八絕_of_one_shape_on_the_basic_hand_only() -> None:
    assert counted(BOTH_SHAPES)["嚦咕嚦咕"] == (1, 40)
    assert counted(BOTH_SHAPES)["八絕"] == (1, 10)


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


@pytest.mark.parametrize("id_", RULE_SETS)
def test_rules_of_version_1_say_so_and_are_not_those_of_today(id_: str) -> None:
    now, before = get_rule_set(id_), get_rule_set(id_, version=FIRST_VERSION)
    assert (now.lenient, before.lenient, before.version) == (False, True, FIRST_VERSION)
    assert now.version != FIRST_VERSION
    assert get_rule_set(id_, version=now.version) is now
    assert get_rule_set(id_, {}, {}, {}, FIRST_VERSION) is get_rule_set(id_, version=FIRST_VERSION)
    meant = {id_: one.earlier.get("", one.before_3 or one.values[0]) for id_, one in now.choices.items()}
    assert dict(before.options) == meant
    second = get_rule_set(id_, version="2")
    assert (second.lenient, second.since_3, second.version) == (False, False, "2")
    assert dict(second.options) == {id_: one.before_3 or one.values[0] for id_, one in now.choices.items()}
    for one in now.choices.values():
        assert set(one.earlier.values()) <= set(one.values)


def test_an_option_that_never_was_is_refused_under_version_1_too() -> None:
    with pytest.raises(ScoringError, match="bad_option"):
        get_rule_set("hkma-league", {"L-14": "x"}, version=FIRST_VERSION)
