"""門風均等: starting winds, so that over all rounds those of a player differ by at most one.

It is always possible. Draw a graph with the players on one side, the tables of all rounds on the other, and an edge for
each seat. A wind for each seat is a colour for each edge, and a table wants each of four colours once. Now split every
player into as many as needed, each with at most four of the edges (the first four rounds, the next four …). No vertex
on either side has more than four edges any more, and such a graph without odd circles can be coloured with four colours
so that no two edges of one end are alike (Kőnig 1916). So a table has each colour once; so has each part of a player
with four edges, and the part with fewer has none twice. Put together, a player has every wind as often as there are
whole parts, or once more: the counts differ by at most one, and every four rounds show all four winds.

The colouring follows Kőnig's proof: an edge takes a colour that both its ends lack; if they lack different ones, the
path on which these two colours take turns is swapped from one end, and then both lack the same.
"""

from collections.abc import Sequence

from tournaments.core.chance import Chance
from tournaments.rounds.seating.annealing import SEATS, Tables

_FREE = -1


def with_equal_winds(rounds: Sequence[Tables], players: int, chance: Chance) -> list[Tables]:
    colouring = _Colouring(rounds, players)
    order = list(range(len(colouring.edges)))
    chance.shuffle(order)
    for edge in order:
        colouring.colour(edge)
    return colouring.seated(rounds)


def wind_counts(rounds: Sequence[Sequence[Sequence[int]]], players: int) -> list[list[int]]:
    counts = [[0] * SEATS for _ in range(players)]
    for table in (table for tables in rounds for table in tables):
        for wind, player in enumerate(table):
            counts[player][wind] += 1
    return counts


class _Colouring:
    """Edges of players' parts (left) and tables (right); at each end, which edge has a colour."""

    def __init__(self, rounds: Sequence[Tables], players: int) -> None:
        parts = -(-len(rounds) // SEATS)
        self.edges: list[tuple[int, int]] = []
        right = players * parts
        for number, tables in enumerate(rounds):
            for table in tables:
                self.edges += [(player * parts + number // SEATS, right) for player in table]
                right += 1
        self.at = [[_FREE] * SEATS for _ in range(right)]
        self.colours = [_FREE] * len(self.edges)

    def colour(self, edge: int) -> None:
        left, right = self.edges[edge]
        one, other = self.at[left].index(_FREE), self.at[right].index(_FREE)
        if self.at[right][one] != _FREE:
            self._swap_path(right, one, other)
        self._give(edge, one)

    def _swap_path(self, end: int, one: int, other: int) -> None:
        """Swap two colours along the path that leaves `end` with the colour `one`. It never comes to the left end,
        which lacks `one`: every left end on the way is reached by that colour."""
        path = []
        colour = one
        while (edge := self.at[end][colour]) != _FREE:
            path.append(edge)
            left, right = self.edges[edge]
            end = left if end == right else right
            colour = other if colour == one else one
        for edge in path:
            for end in self.edges[edge]:
                self.at[end][self.colours[edge]] = _FREE
        for edge in path:
            self._give(edge, other if self.colours[edge] == one else one)

    def _give(self, edge: int, colour: int) -> None:
        self.colours[edge] = colour
        for end in self.edges[edge]:
            self.at[end][colour] = edge

    def seated(self, rounds: Sequence[Tables]) -> list[Tables]:
        colours = iter(self.colours)
        return [
            [[player for _colour, player in sorted((next(colours), player) for player in table)] for table in tables]
            for tables in rounds
        ]
