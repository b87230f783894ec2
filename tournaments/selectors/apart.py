from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Apart, Event, Player


@dataclass(frozen=True)
class Pair:
    """不得同檯: the lower number first."""

    id: int
    first: Player
    second: Player
    reason: str


def pair_of(row: Apart) -> Pair:
    first, second = sorted((row.first, row.second), key=lambda player: player.number)
    return Pair(row.pk, first, second, row.reason)


def kept_apart(event: Event) -> Sequence[Pair]:
    rows = Apart.objects.filter(first__event=event).select_related("first", "second")
    return sorted(map(pair_of, rows), key=lambda pair: (pair.first.number, pair.second.number))
