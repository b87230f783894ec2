"""The effects of an entry or a correction: a game before and after it, hand by hand, as plain data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.tables.game_log.projection import hand_line
from tournaments.tables.game_log.redaction import is_hidden
from tournaments.tables.game_log.replay import FoldedGame, FoldedHand
from tournaments.tables.game_log.timeline import Ref


@dataclass(frozen=True)
class HandChange:
    number: int
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None
    seats: Sequence[int] = field(default=())
    was: int | None = None
    again: Sequence[int] = field(default=())  # those of `seats` who had confirmed it


def latest(folded: FoldedGame) -> dict[str, Any] | None:
    """Return the current state for a conflict page: the last closed hand, or the entries of the open one."""
    entered = [item.event for item in folded.open_items if not is_hidden(item)]
    if entered:
        return {
            "number": folded.state.hand_number,
            "name": folded.state.name,
            "result": "open",
            "events": entered,
        }
    return hand_line(folded.hands[-1]) if folded.hands else None


def changes(before: FoldedGame, after: FoldedGame) -> list[HandChange]:
    found = []
    for old, new in _pairs(before, after):
        seats = [s for s in range(4) if old and new and old.digests[s] != new.digests[s]]
        again = [s for s in seats if old and old.confirmations[s] is not None]
        number = new.number if new else old.number if old else 0
        was = old.number if old and old.number != number else None
        change = HandChange(number, hand_line(old) if old else None, hand_line(new) if new else None, seats, was, again)
        if change.before != change.after:
            found.append(change)
    return found


def _pairs(before: FoldedGame, after: FoldedGame) -> list[tuple[FoldedHand | None, FoldedHand | None]]:
    """Match hands by number or, if a hand was added or removed, by the event that closed it."""
    if len(before.hands) == len(after.hands):
        return list(zip(before.hands, after.hands, strict=True))
    left = {closed_by(hand): hand for hand in after.hands}
    pairs: list[tuple[FoldedHand | None, FoldedHand | None]] = [
        (hand, left.pop(closed_by(hand), None)) for hand in before.hands
    ]
    return [*pairs, *((None, hand) for hand in left.values())]


def closed_by(hand: FoldedHand) -> Ref:
    return [item.ref for item in hand.items if item.event.get("hand") != "previous"][-1]
