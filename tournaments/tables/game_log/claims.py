"""報的番: a referee's additions to an event: 番 typed, fans ticked, tiles, computed count, a note.

A claim changes no points, but it stays in the log and every page of the hand reads it: other shapes are refused.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.core.exceptions import Invalid

MODES = ("typed", "ticks", "tiles")
PAID = ("computed", "claimed")
SUBSTITUTE = "substitute"
"""代位賠付: its kind, beside a ruling; and the cause in a win."""

SUBSTITUTE_KINDS = ("draws", "kong", "draws_and_kong")

SPARED = "spared"
"""Beside a win: the seats that the referee exempts from 代位賠付."""

BEFORE_BELL = "before_bell"
"""Marks a hand that ended before the hall's bell but was entered after it."""


def claim_beside(note: str, substitute: str = "") -> dict[str, Any] | None:
    claim: dict[str, Any] = {"note": note.strip()} if note.strip() else {}
    if substitute:
        claim[SUBSTITUTE] = {"kind": substitute}
    return claim or None


def check_claim(claim: object) -> None:
    """Raise Invalid unless `claim` is None, one winner's claim, or `{"winners": [claims with their seat]}`."""
    if claim is None:
        return
    if not isinstance(claim, Mapping):
        raise _refused("claim")
    parts = []
    if "winners" in claim:
        winners = claim["winners"]
        if not isinstance(winners, list) or not 2 <= len(winners) <= 3:
            raise _refused("winners")
        for one in winners:
            if not isinstance(one, Mapping) or one.get("seat") not in (0, 1, 2, 3):
                raise _refused("winners")
            parts.append({key: value for key, value in one.items() if key != "seat"})
    parts.append({key: value for key, value in claim.items() if key != "winners"})
    for part in parts:
        for key, value in part.items():
            if key not in _SHAPES or not (value is None or _SHAPES[key](value)):
                raise _refused(key)


def _refused(key: str) -> Invalid:
    return Invalid(_("所報的番有一項看不懂：%(key)s") % {"key": key}, field="claim")


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= 99_999


def _is_tick(value: object) -> bool:
    if not isinstance(value, Mapping) or not isinstance(value.get("name"), str):
        return False
    counted, concealed = value.get("count", 1), value.get("concealed", False)
    return _is_count(counted) and isinstance(concealed, bool) and set(value) <= {"name", "count", "concealed"}


def _is_span(value: object) -> bool:
    if not isinstance(value, Mapping):
        return False
    if set(value) == {"kind"}:
        return value["kind"] in SUBSTITUTE_KINDS
    hands = value.get("hands")  # the unit of old rulings
    return set(value) == {"hands"} and type(hands) is int and 1 <= hands <= 16


_SHAPES: Mapping[str, Callable[[Any], bool]] = {
    "mode": lambda value: value in MODES,
    "typed": _is_count,
    "computed": _is_count,
    "paid": lambda value: value in PAID,
    "ticks": lambda value: isinstance(value, list) and len(value) <= 120 and all(map(_is_tick, value)),
    "hand": lambda value: isinstance(value, Mapping),
    "opening": lambda value: type(value) is int and 0 <= value <= 3,
    SUBSTITUTE: _is_span,
    SPARED: lambda value: isinstance(value, list) and all(type(one) is int and 0 <= one <= 3 for one in value),
    BEFORE_BELL: lambda value: isinstance(value, bool),
    "note": lambda value: isinstance(value, str) and len(value) <= 300,
}
