"""糊牌 The keys of a hand in a document, and the hand that they describe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.errors import bad_value, refused
from scoring.hand.hand import Hand
from scoring.hand.tiles import not_a_tile
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
_AS_IN_A_HAND = ("self_draw", *OPTIONAL[1:])
"""Keys that are arguments of a Hand too."""


def hand_from_document(doc: Mapping[str, Any], rules: RuleData) -> Hand:
    """糊牌 Read the hand that a document describes. `doc` has the keys of a `score` document; `rule_set` and `options`
    are ignored. Documents write tiles and winds as text and leave out what is not known. Raises ScoringError."""
    for field in ("concealed", "winning_tile", "flowers", "visible"):
        if field in doc and not isinstance(doc[field], str):
            raise not_a_tile(field, doc[field])
    for field in ("seat_wind", "round_wind"):
        if not isinstance(doc[field], str):
            raise bad_value(field, doc[field])
    for field in ("discards", "dealer"):
        if doc.get(field, 0) is None:
            raise bad_value(field, None)
    melds = doc.get("melds", ())
    if isinstance(melds, list | tuple):
        for number, entry in enumerate(melds):
            if not isinstance(entry, Mapping):
                raise refused("bad_meld", f"melds[{number}]", "應為一個物件", "must be an object")
            if not isinstance(entry.get("tiles", ""), str):
                raise not_a_tile(f"melds[{number}].tiles", entry["tiles"])
    hand = Hand(
        doc["concealed"],
        doc["winning_tile"],
        seat=doc["seat_wind"],
        round=doc["round_wind"],
        **{key: doc[key] for key in _AS_IN_A_HAND if key in doc},
    )
    refuse_misfit(hand, rules)
    return hand
