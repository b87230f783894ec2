"""更正: the corrected hand while it is put together. The page carries it along as a list of entries; nothing is saved.

An entry is an event of the game with what was claimed beside it, as `tournaments.book.timeline.Played` takes it.
The result itself is entered in the same form as when it is recorded (`tournaments.forms.recording`).
No database: the fold decides what is possible.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring import BellRules
from tournaments.book.timeline import Item, Played
from tournaments.words.kinds import KINDS

CLOSING = ("win", "draw")
BELL = "time_up"
OPENING = ("first_dealer", "raise")


@dataclass(frozen=True)
class Draft:
    """The corrected hand so far: its entries in order, the closing one included where it has one."""

    entries: tuple[Played, ...]

    @property
    def closing(self) -> int | None:
        """Place of the win or draw; a hand that a ruling stopped has none."""
        return next((i for i, entry in enumerate(self.entries) if entry.event.get("type") in CLOSING), None)

    @property
    def result(self) -> Played | None:
        """The win or draw, if there is one."""
        return None if self.closing is None else self.entries[self.closing]

    @property
    def rung(self) -> bool:
        """Whether the bell rang in it."""
        return any(entry.event.get("type") == BELL for entry in self.entries)

    def without(self, index: int) -> "Draft":
        """The draft without one entry."""
        return Draft(tuple(entry for i, entry in enumerate(self.entries) if i != index))

    def with_result(self, result: Played | None) -> "Draft":
        """The draft with another result, in the place of the old one; None: a ruling ends the hand."""
        place = self.closing
        if result is None:
            return self if place is None else self.without(place)
        if place is None:
            return self.with_entry(result)
        return Draft((*self.entries[:place], result, *self.entries[place + 1 :]))

    def with_entry(self, entry: Played) -> "Draft":
        """The draft with one more reward or ruling: before the result, after it for a ruling found afterwards."""
        place = self.closing
        if place is None or entry.event.get("hand") == "previous" or entry.event.get("type") in CLOSING:
            return Draft((*self.entries, entry))
        return Draft((*self.entries[:place], entry, *self.entries[place:]))

    def with_forgotten(self, entry: Played, bell: BellRules) -> "Draft":
        """The draft with 起莊, 內插, 做錯莊, 投降 or the bell, which had been forgotten. A bell that stops the hand
        stands in place of its result."""
        if entry.event.get("type") == BELL and bell.stops_hand:
            return self.with_result(entry)
        ahead = _opens if _opens(entry) else _begins
        later = (i for i, one in enumerate(self.entries) if not ahead(one))
        place = next(later, len(self.entries))
        return Draft((*self.entries[:place], entry, *self.entries[place:]))


def _begins(entry: Played) -> bool:
    """Whether it stands before the rewards and rulings of its hand."""
    kind = KINDS.get(str(entry.event.get("type")))
    return kind is not None and kind.begins


def _opens(entry: Played) -> bool:
    """Whether it stands before all else of its hand: 做錯莊 and the bell come after it."""
    return entry.event.get("type") in OPENING


def draft_of(items: Iterable[Item]) -> Draft:
    """The draft with which a correction begins: the hand as it was recorded."""
    return Draft(tuple(Played(item.event, item.claim) for item in items))
