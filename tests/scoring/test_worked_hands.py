"""Hands of the league that somebody counted by hand: the digest's, and those of 單式結算 in the text."""

import pytest

from scoring.count.document import score_document
from tests.scoring.count_helpers import Document, Rows, hand, rows, total

WORKED: list[tuple[str, Document, Rows, int]] = [
    (
        "all chows, by discard",
        hand("123m56m789p234p567s88s", "4m"),
        {"底": (1, 5), "門清": (1, 3), "大平": (1, 15), "將眼": (1, 2)},
        25,
    ),
    (
        "the same, self-drawn",
        hand("123m56m789p234p567s88s", "4m", drawn=True),
        {"底": (1, 5), "門摸": (1, 5), "大平": (1, 15), "將眼": (1, 2)},
        27,
    ),
    (
        "坎坎糊 on the pair",
        hand("111m333p555s777p111z9s", "9s", flowers="3f"),
        {"底": (1, 5), "坎坎糊": (1, 120), "字牌刻": (1, 1), "正字": (1, 1), "花牌": (1, 1), "獨獨": (1, 2)},
        130,
    ),
    (
        "十六不搭雜龍",
        hand("147m258p369s1234567z", "1z"),
        {"底": (1, 5), "十六不搭": (1, 50), "不搭雜龍": (1, 30), "無花": (1, 1)},
        86,
    ),
    (
        "大雞",
        hand("34s44z", "5s", melds="pung:777m chow:234m chow:567p chow:789s", flowers="1f"),
        {"底": (1, 5), "花牌": (1, 1), "大雞": (1, 30)},
        36,
    ),
]

# 食糊的計分 11 單式結算: its example and the three counter-examples
SINGLE_FORM: list[tuple[str, str, str, Rows]] = [
    ("456筒 456索×2", "456p456s456s111m78m22z", "9m", {"相逢": (1, 2), "一般高": (1, 5)}),
    ("456筒×2 456索×2", "456p456p456s456s78m22z", "9m", {"相逢": (2, 4), "雙般高": (1, 15)}),
    ("123萬 234筒 345索 456萬", "123m234p345s456m78s22z", "9s", {"雜步高": (2, 20)}),
    ("123×2 456 789×2", "123m123m456m789m79m22z", "8m", {"清龍": (2, 30), "雙般高": (1, 15)}),
]


@pytest.mark.parametrize(("hand_", "expected", "sum_"), [case[1:] for case in WORKED], ids=[case[0] for case in WORKED])
def test_it_counts_the_worked_hands_of_the_digest(hand_: Document, expected: Rows, sum_: int) -> None:
    assert rows(hand_) == expected
    assert total(hand_) == sum_


@pytest.mark.parametrize(
    ("concealed", "winning", "expected"), [case[1:] for case in SINGLE_FORM], ids=[case[0] for case in SINGLE_FORM]
)
def test_it_counts_the_examples_of_單式結算(concealed: str, winning: str, expected: Rows) -> None:
    counted = rows(hand(concealed, winning, flowers="1f"))
    combinations = {"相逢", "一般高", "雙般高", "雜步高", "清龍", "老少上", "三相逢"}
    assert {name: row for name, row in counted.items() if name in combinations} == expected


def test_it_adds_both_readings_of_兩食_but_not_底_and_嚦咕() -> None:
    both = hand("112233m112233p1122z", "2z", drawn=True)
    assert score_document(both)["shape"] == "basic+seven_pairs"
    counted = rows(both)
    assert counted["門摸"] == (2, 10)
    assert counted["無花"] == (2, 2)
    assert counted["嚦咕嚦咕"] == (1, 40)
    assert counted["底"] == (1, 5)


def test_it_counts_門清_in_the_basic_half_of_兩食_only() -> None:
    assert rows(hand("112233m112233p1122z", "2z"))["門清"] == (1, 3)


def test_it_declares_花糊_as_exactly_thirty_or_forty() -> None:
    robbed = hand("1357m2468p1357s1234z", "8f", flowers="1234567f", given="flower_win")
    assert (rows(robbed), total(robbed)) == ({"七搶一": (1, 30)}, 30)
    drawn = {**robbed, "self_draw": True}
    assert (rows(drawn), total(drawn)) == ({"兩台花": (1, 40)}, 40)
    assert score_document(drawn)["shape"] == "flowers"
