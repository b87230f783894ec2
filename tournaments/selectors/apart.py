"""不得同檯 for the list of players and the API: the pairs of an event."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Apart, Event, Player


@dataclass(frozen=True)
class Pair:
    """不得同檯: two players, the lower number first, and why (may be empty)."""

    id: int
    first: Player
    second: Player
    reason: str


def pair_of(row: Apart) -> Pair:
    """A row as people read it: by number, not by which player was entered first."""
    first, second = sorted((row.first, row.second), key=lambda player: player.number)
    return Pair(row.pk, first, second, row.reason)


def kept_apart(event: Event) -> Sequence[Pair]:
    """The pairs of an event by their numbers."""
    rows = Apart.objects.filter(first__event=event).select_related("first", "second")
    return sorted(map(pair_of, rows), key=lambda pair: (pair.first.number, pair.second.number))
