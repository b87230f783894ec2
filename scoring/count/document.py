"""糊牌 The keys of a hand in a document, and the hand that they describe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.hand.hand import Hand
from scoring.rules.rule_data import RuleData
from scoring.rules.ways_of_winning import refuse_misfit

REQUIRED = ("rule_set", "concealed", "winning_tile", "self_draw", "seat_wind", "round_wind")
OPTIONAL = (
    "options",
    "melds",
    "flowers",
    "circumstances",
    "replacements",
    "robbed_in_a_row",
    "discards",
    "visible",
    "winners",
    "dealer",
)


def hand_from_document(doc: Mapping[str, Any], rules: RuleData) -> Hand:
    """糊牌 The hand that a document describes, which these rules can have; the keys `rule_set` and `options` are
    ignored. Raises ScoringError."""
    hand = Hand.from_document(doc)
    refuse_misfit(hand, rules)
    return hand
