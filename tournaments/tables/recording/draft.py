"""更正: the corrected hand as a list of entries that the page carries along. Nothing is saved.

An entry is an event with its claim, as `tournaments.tables.book.timeline.Played` takes it. The result is entered in the
same form as when recording (`tournaments.tables.forms`). Replaying decides what is possible.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring import BellRules
from tournaments.phrases.kinds import KINDS
from tournaments.tables.book.timeline import Item, Played

CLOSING = ("win", "draw")
BELL = "time_up"
OPENING = ("first_dealer", "raise")


@dataclass(frozen=True)
class Draft:
    """The entries in order, including the closing one."""

    entries: tuple[Played, ...]

    @property
    def closing(self) -> int | None:
        """Index of the win or draw; None for a hand stopped by a ruling."""
        return next((i for i, entry in enumerate(self.entries) if entry.event.get("type") in CLOSING), None)

    @property
    def result(self) -> Played | None:
        return None if self.closing is None else self.entries[self.closing]

    @property
    def rung(self) -> bool:
        return any(entry.event.get("type") == BELL for entry in self.entries)

    def without(self, index: int) -> "Draft":
        return Draft(tuple(entry for i, entry in enumerate(self.entries) if i != index))

    def with_result(self, result: Played | None) -> "Draft":
        """Replace the result in its place; None: a ruling ends the hand."""
        place = self.closing
        if result is None:
            return self if place is None else self.without(place)
        if place is None:
            return self.with_entry(result)
        return Draft((*self.entries[:place], result, *self.entries[place + 1 :]))

    def with_entry(self, entry: Played) -> "Draft":
        """Add a reward or ruling: before the result, or after it for a ruling found later."""
        place = self.closing
        if place is None or entry.event.get("hand") == "previous" or entry.event.get("type") in CLOSING:
            return Draft((*self.entries, entry))
        return Draft((*self.entries[:place], entry, *self.entries[place:]))

    def with_forgotten(self, entry: Played, bell: BellRules) -> "Draft":
        """Add 起莊, 內插, 做錯莊, 投降 or the bell. A bell that stops the hand replaces its result."""
        if entry.event.get("type") == BELL and bell.stops_hand:
            return self.with_result(entry)
        ahead = _opens if _opens(entry) else _begins
        later = (i for i, one in enumerate(self.entries) if not ahead(one))
        place = next(later, len(self.entries))
        return Draft((*self.entries[:place], entry, *self.entries[place:]))


def _begins(entry: Played) -> bool:
    """Whether it comes before the rewards and rulings of its hand."""
    kind = KINDS.get(str(entry.event.get("type")))
    return kind is not None and kind.begins


def _opens(entry: Played) -> bool:
    """Whether it comes first in its hand: 做錯莊 and the bell come after it."""
    return entry.event.get("type") in OPENING


def draft_of(items: Iterable[Item]) -> Draft:
    return Draft(tuple(Played(item.event, item.claim) for item in items))
