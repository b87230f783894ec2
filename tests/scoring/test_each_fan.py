"""Each fan of every rule set has a hand that shows it and one that comes near and does not."""

import pytest

import scoring
from scoring.fans.fan import Scope
from scoring.rules.data_files import Document, Example
from scoring.rulesets import RULE_SETS, examples_of
from tests.scoring.count_helpers import Rows, rows

CASES = [(rule_set, name, example) for rule_set in RULE_SETS for name, example in examples_of(rule_set).items()]


def counted(rule_set: str, hand: Document) -> Rows:
    return rows({"rule_set": rule_set, **hand})


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_fan_that_can_be_in_a_hand_has_one(rule_set: str) -> None:
    in_hands = {fan.name for fan in scoring.rule_set(rule_set).fans if fan.scope is not Scope.SETTLEMENT}
    assert set(examples_of(rule_set)) == in_hands


@pytest.mark.parametrize(
    ("rule_set", "name", "example"), CASES, ids=[f"{rule_set}-{name}" for rule_set, name, _ in CASES]
)
def test_a_hand_counts_a_fan_and_one_that_comes_near_does_not(rule_set: str, name: str, example: Example) -> None:
    assert counted(rule_set, example.hand).get(name) == (example.count, example.value)
    assert name not in counted(rule_set, example.near)


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_no_hand_is_shown_twice(rule_set: str) -> None:
    shown = [
        (hand["concealed"], hand["winning_tile"], str(hand.get("melds")), hand.get("flowers"))
        for hand in [example.hand for example in examples_of(rule_set).values()]
    ]
    assert len(set(shown)) == len(shown)
