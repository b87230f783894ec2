"""Hands that a new count counts first: real ones of every size, and nothing of them is left in an answer."""

from collections import Counter

import pytest

from scoring.evaluation import Evaluator, score_hand
from scoring.preparation import NUMBER, usual_hands
from scoring.rulesets import RULE_SETS, get_rule_set


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_they_are_complete_hands_of_real_tiles(rule_set):
    rules = get_rule_set(rule_set)
    hands = list(usual_hands(rules.hand_size))
    assert NUMBER // 2 < len(hands) <= NUMBER
    for hand in hands:
        tiles = [*hand.concealed, hand.winning_tile, *(tile for meld in hand.melds for tile in meld.tiles)]
        assert len(tiles) == rules.hand_size + 1
        assert max(Counter(tiles).values()) <= 4
        assert score_hand(hand, rules).total >= 0
    assert len({hand.self_draw for hand in hands}) == 2
    assert {len(hand.melds) for hand in hands} == {0, 1, 2, 3}


def test_a_count_that_prepared_itself_counts_as_one_that_did_not():
    rules = get_rule_set("hkma-league")
    for hand in usual_hands(16):
        fresh, prepared = Evaluator(rules).score(hand), score_hand(hand, rules)
        assert (fresh.total, fresh.fans, fresh.waits) == (prepared.total, prepared.fans, prepared.waits)
