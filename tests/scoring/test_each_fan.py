"""Each fan of the league has a hand that shows it and one that comes near and does not."""

import pytest

from scoring.rulesets import get_rule_set
from tests.scoring.count_helpers import Document, rows
from tests.scoring.fan_hands import CASES

SHOWN = [(name, hand, row) for name, hand, row, _ in CASES]
NEAR = [(name, near) for name, _, _, near in CASES]


def test_it_has_a_hand_for_every_fan_that_can_be_in_a_hand() -> None:
    fans = {fan.name for fan in get_rule_set("hkma-league").fans}
    assert {name for name, _, _ in SHOWN} == fans - {"莊家連拉"}
    assert len(SHOWN) == 104


@pytest.mark.parametrize(("name", "hand", "row"), SHOWN, ids=[name for name, _, _ in SHOWN])
def test_it_counts_the_fan(name: str, hand: Document, row: tuple[int, int]) -> None:
    assert rows(hand).get(name) == row


@pytest.mark.parametrize(("name", "near"), NEAR, ids=[name for name, _ in NEAR])
def test_it_does_not_count_the_fan_in_a_hand_that_comes_near(name: str, near: Document) -> None:
    assert name not in rows(near)
