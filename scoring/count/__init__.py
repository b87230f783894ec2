"""計番 Count a won hand, by the definition or by the engine that does the same faster."""

import os

from scoring.count import definition
from scoring.count.definition import count_flower_win, is_flower_win, not_a_winning_hand
from scoring.hand.hand import Hand
from scoring.hand.score import Score
from scoring.hand.tiles import FLOWERS
from scoring.rules.rule_data import RuleData
from scoring.rules.ways_of_winning import refuse_impossible, refuse_misfit

try:
    from scoring import fast
except ImportError:  # the engine is optional
    fast = None  # type: ignore[assignment]

ENGINE = fast is not None and os.environ.get("PAIJU_COUNT", "fast") != "definition"


def count(hand: Hand, rules: RuleData) -> Score:
    """計番 Count a won hand. Raises ScoringError not_a_winning_hand if it is incomplete, impossible_circumstance if
    the way it was won contradicts itself, the tiles or the rule set, and as `refuse_misfit`."""
    refuse_misfit(hand, rules)
    if (hand.circumstances or hand.winning_tile >= FLOWERS) and is_flower_win(hand):
        return count_flower_win(hand, rules)
    return (ENGINE and fast.count(hand, rules, by_definition)) or by_definition(hand, rules)


def by_definition(hand: Hand, rules: RuleData) -> Score:
    """As `count`, for a hand known to win with its tiles."""
    if hand.circumstances:
        refuse_impossible(hand, rules)
    found = definition.count(hand, rules)
    if found is None:
        raise not_a_winning_hand(hand)
    return found
