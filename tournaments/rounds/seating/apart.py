"""不得同檯: whether players who must not share a table can be seated at all: a round, or the reason why not."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from tournaments.rounds.seating.annealing import SEATS, Tables
from tournaments.rounds.seating.placing import Pairs

_MOST_TRIES = 200_000


class TooManyTries(Exception):
    pass


def cannot_be(players: int, apart: Pairs) -> list[int]:
    """The players who make it impossible: one with too few possible partners, or more to keep apart than tables; else
    none."""
    kept = kept_from(players, apart)
    for player, others in enumerate(kept):
        if players - 1 - len(others) < SEATS - 1:
            return [player]
    for player in sorted(range(players), key=lambda player: -len(kept[player])):
        group = [player]
        for other in sorted(kept[player], key=lambda other: (-len(kept[other]), other)):
            if all(other in kept[one] for one in group):
                group.append(other)
        if len(group) > players // SEATS:
            return group
    return []


def one_round(players: int, apart: Pairs) -> Tables | None:
    """A round that keeps them apart, None if there is none. Raises TooManyTries where that cannot be decided. Players
    without such a wish fit everywhere, so only the others are tried out."""
    kept = kept_from(players, apart)
    hard = sorted(
        (player for player in range(players) if kept[player]), key=lambda player: (-len(kept[player]), player)
    )
    tables: Tables = [[] for _ in range(players // SEATS)]
    if not _Seating(kept, hard, tables).succeeds():
        return None
    free = iter([player for player in range(players) if not kept[player]])
    return [[*table, *[next(free) for _ in range(SEATS - len(table))]] for table in tables]


def kept_from(players: int, apart: Pairs) -> list[set[int]]:
    kept: list[set[int]] = [set() for _ in range(players)]
    for one, other in apart:
        kept[one].add(other)
        kept[other].add(one)
    return kept


class _Seating:
    """Backtracking; of the empty tables only the first is tried."""

    def __init__(self, kept: Sequence[set[int]], hard: Sequence[int], tables: Tables) -> None:
        self.kept, self.hard, self.tables = kept, hard, tables

    def succeeds(self) -> bool:
        taken: list[list[int]] = []
        left = [self._fitting(0)] if self.hard else []
        for _try in range(_MOST_TRIES):
            if len(taken) == len(self.hard):
                return True
            table = next(left[-1], None)
            if table is None:
                left.pop()
                if not left:
                    return False
                taken.pop().pop()
            else:
                table.append(self.hard[len(taken)])
                taken.append(table)
                if len(taken) < len(self.hard):
                    left.append(self._fitting(len(taken)))
        raise TooManyTries

    def _fitting(self, number: int) -> Iterator[list[int]]:
        kept, empty_seen = self.kept[self.hard[number]], False
        for table in self.tables:
            if len(table) < SEATS and not (empty_seen and not table) and kept.isdisjoint(table):
                empty_seen = empty_seen or not table
                yield table


def together(rounds: Sequence[Tables], apart: Pairs) -> list[tuple[int, int]]:
    met = {pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2)}
    return sorted(met & apart)
