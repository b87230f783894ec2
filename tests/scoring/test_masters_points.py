"""三番起糊, 十番例牌 and 分數換算表 of the Masters, beside a count and in the rules document."""

import pytest

from scoring.documents.rules import rules_document
from scoring.documents.score import score_document
from tests.oracle.masters_count import DISCARDER
from tests.scoring.game_helpers import MASTERS
from tests.scoring.worked import read_hand

POINTS = {fan: (points, points // 2) for fan, points in DISCARDER.items()}


@pytest.mark.parametrize("fan", POINTS)
def test_a_count_is_paid_by_the_table(fan: int) -> None:
    assert tuple(MASTERS.game.worth(MASTERS.game, fan, drawn) for drawn in (False, True)) == POINTS[fan]


@pytest.mark.parametrize(
    ("hand", "total", "limit"),
    [
        ("123m56m789p234p88s 4m", 2, False),
        ("123m56m789p234p88s 4m drawn", 3, False),
        ("123m56m456m789m22m 4m", 9, False),
        ("11m22m 2m drawn kong:3333m pung:555m pung:999m", 10, False),
        ("222m333p666s777s8s 8s", 10, True),
    ],
)
def test_a_count_says_whether_it_wins_what_it_is_paid_and_whether_it_is_a_limit_hand(hand, total, limit):
    answer = score_document(read_hand("hkma-masters", hand))
    assert (answer["total"], answer["limit"], answer["meets_minimum"]) == (total, limit, total >= 3)
    assert answer.get("points") == (
        dict(zip(("discarder", "each"), POINTS[total], strict=True)) if total >= 3 else None
    )


def test_the_rules_tell_minimum_cap_limits_and_points():
    shown = rules_document("hkma-masters")
    assert (shown["minimum"], shown["cap"], shown["hand_size"], shown["base"]) == (3, 10, 13, 0)
    rows = {row["fan"]: (row["discarder"], row["each"]) for row in shown["points"]}
    assert rows == POINTS
    assert sum(fan["limit"] for fan in shown["fans"]) == 11
    league = rules_document("hkma-league")
    assert (league["minimum"], league["cap"], league["points"]) == (0, None, [])
