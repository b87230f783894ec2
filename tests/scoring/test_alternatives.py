"""別的讀法和聽牌值: what the calculator shows besides the count."""

import pytest

import scoring
from scoring import RuleSet
from scoring.count import count
from scoring.count.alternatives import alternatives, worth_of_waits
from scoring.documents import hand_from_document
from scoring.errors import ScoringError
from scoring.hand.hand import Hand
from scoring.rules.data_files import laid
from scoring.rulesets import RULE_SETS


def hand(rules: RuleSet, concealed: str, winning: str, **more: object) -> Hand:
    return hand_from_document(laid(concealed, winning, **more), rules)  # type: ignore[arg-type]


def many_ways(rules: RuleSet) -> Hand:
    """Runs of three ranks: as triplets or as equal chows."""
    if rules.hand_size == 13:
        return hand(rules, "1112223334445m", "5m")
    return hand(rules, "1112223334445556m", "6m")


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_reading_is_listed_and_the_count_is_the_highest(rule_set: str) -> None:
    rules = scoring.rule_set(rule_set)
    won = many_ways(rules)
    found = alternatives(won, rules)
    assert found[0].total == count(won, rules).total
    assert len(found) == (4 if rules.hand_size == 13 else 5)
    assert [score.total for score in found] == sorted((score.total for score in found), reverse=True)


def test_the_sum_of_two_shapes_comes_before_each_of_them() -> None:
    rules = scoring.rule_set("hkma-league")
    both = hand(rules, "112233m112233p111z2z", "2z")
    first, *others = alternatives(both, rules)
    assert first.shape == "basic+seven_pairs"
    assert {score.shape for score in others} >= {"basic", "seven_pairs"}
    assert all(score.total < first.total for score in others)


def test_a_hand_with_one_reading_lists_one() -> None:
    rules = scoring.rule_set("hkma-league")
    assert len(alternatives(hand(rules, "123m56m789p234p567s88s", "4m"), rules)) == 1


def test_a_hand_that_does_not_win_is_refused() -> None:
    rules = scoring.rule_set("hkma-league")
    with pytest.raises(ScoringError):
        alternatives(hand(rules, "123m56m789p234p567s88s", "9m"), rules)


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_each_wait_counts_as_the_hand_won_with_it(rule_set: str) -> None:
    rules = scoring.rule_set(rule_set)
    won = many_ways(rules)
    for wait in worth_of_waits(won, rules):
        for self_draw, score in ((False, wait.by_discard), (True, wait.by_own_draw)):
            again = won.but(winning=wait.tile, self_draw=self_draw)
            assert score is not None
            assert score.total == count(again, rules).total


def test_a_wait_says_how_many_copies_are_left_and_is_left_out_without_any() -> None:
    rules = scoring.rule_set("hkma-league")
    ready = hand(rules, "123m56m789p234p567s88s", "7m", visible="4444m7m")
    assert [(wait.tile, wait.left) for wait in worth_of_waits(ready, rules)] == [(6, 3)]


def test_a_way_of_winning_that_the_circumstances_rule_out_is_left_out() -> None:
    rules = scoring.rule_set("hkma-league")
    ready = hand(rules, "123m56m789p234p567s88s", "4m", drawn=True, given="last_tile")
    assert {(wait.by_discard is None, wait.by_own_draw is None) for wait in worth_of_waits(ready, rules)} == {
        (True, False)
    }
