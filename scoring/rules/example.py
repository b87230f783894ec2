"""例牌 A hand that shows a fan, and one that comes near and does not: for the rules pages and for the tests.

Written short: `laid("123m56m789p234p567s88s", "4m")`. Knows the score document, no rule set and no count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Document = dict[str, Any]
"""A score document of the interface without `rule_set` and `options`."""


@dataclass(frozen=True)
class Example:
    """例牌 `hand` shows the fan as the row (`count`, `value`); in `near` something is missing and it is not counted."""

    hand: Document
    count: int
    value: int
    near: Document


def laid(concealed: str, winning: str, *, drawn: bool = False, melds: str = "", **more: Any) -> Document:
    """A hand as a document. `melds` as "chow:123m pung:555z"; `seat`, `round`: a wind (S, E); `given`: circumstances
    and `tail`: replacements, as words; every other keyword as in the interface."""
    document: Document = {
        "concealed": concealed,
        "winning_tile": winning,
        "self_draw": drawn,
        "seat_wind": more.pop("seat", "S"),
        "round_wind": more.pop("round", "E"),
    }
    if melds:
        kinds = [meld.split(":") for meld in melds.split()]
        document["melds"] = [{"kind": kind, "tiles": tiles} for kind, tiles in kinds]
    for short, key in (("given", "circumstances"), ("tail", "replacements")):
        if short in more:
            document[key] = more.pop(short).split()
    return {**document, **more}
