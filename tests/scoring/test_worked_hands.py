"""Hands that people counted: examples of the texts, what counts beside what, readings, what cannot have happened."""

import pytest

from tests.scoring.worked import FOLDER, check, read_hand, table

HANDS = [(file.stem, *row) for file in sorted((FOLDER / "hands").glob("*.txt")) for row in table(file)]


@pytest.mark.parametrize(
    ("rule_set", "hand", "expected"),
    [(rule_set, hand, expected) for rule_set, _, hand, expected in HANDS],
    ids=[f"{rule_set}: {what}" for rule_set, what, _, _ in HANDS],
)
def test_a_hand_counts_what_its_line_says(rule_set: str, hand: str, expected: str) -> None:
    check(read_hand(rule_set, hand), expected)
