"""檯號、門風、搬風: the table in the hall for each group of four, and the rounds of a design to play.

Players should not sit at one table all day: groups get the tables at which their players have sat least. If fewer
rounds are played than a design has, they are chosen so that players who never meet share opponents, which keeps the
standings comparable.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

from tournaments.core.chance import Chance
from tournaments.rounds.seating.annealing import SEATS, Tables
from tournaments.rounds.seating.designs import Design

_PAIRS_LOOKED_AT = 2_000_000
_MOST_CHOICES = 40
_MOST_PLAYERS = 2_000
_MOST_COMPARED = 400
_PASSES = 4
_FREE = -1
Cycle = tuple[int, ...]


def chosen_rounds(design: Design, wanted: int, players: int, chance: Chance) -> list[Tables]:
    """Choose this many rounds of a design, in random order: those that leave the fewest `strangers`."""
    numbers = list(range(design.rounds))
    tries = max(1, min(_MOST_CHOICES, _PAIRS_LOOKED_AT // players**2))
    if wanted >= design.rounds or players > _MOST_PLAYERS:
        tries = 1
    choices = []
    for _choice in range(tries):
        chance.shuffle(numbers)
        choices.append([design.round_at(number) for number in numbers[:wanted]])
    return choices[0] if tries == 1 else min(choices, key=lambda rounds: _indirect(rounds, players))


def strangers(rounds: Sequence[Tables], players: int) -> int:
    """Count pairs that neither meet nor have an opponent in common."""
    return _strangers(_met(rounds, players))


def _met(rounds: Sequence[Tables], players: int) -> list[int]:
    met = [1 << player for player in range(players)]
    for table in (table for tables in rounds for table in tables):
        together = sum(1 << player for player in table)
        for player in table:
            met[player] |= together
    return met


def _strangers(met: Sequence[int]) -> int:
    """Count strangers; players who have met an opponent of each other are none."""
    unknown = 0
    for mine in met:
        known, left = 0, mine
        while left:
            lowest = left & -left
            known |= met[lowest.bit_length() - 1]
            left ^= lowest
        unknown += len(met) - known.bit_count()
    return unknown // 2


def _indirect(rounds: Sequence[Tables], players: int) -> tuple[int, int]:
    """Return two measures of a draw, lower is better: how many pairs of players are strangers, and how unevenly pairs
    that never meet share opponents (the sum of squares of common opponents; 0 above `_MOST_COMPARED` players)."""
    met = _met(rounds, players)
    if players > _MOST_COMPARED:
        return _strangers(met), 0
    pairs = combinations(range(players), 2)
    common = [(met[one] & met[other]).bit_count() for one, other in pairs if not met[one] >> other & 1]
    return _strangers(met), sum(each * each for each in common)


def at_tables(rounds: Sequence[Tables], players: int) -> list[Tables]:
    """Give each group of a round a table so that players change tables: its place in the tuple is the table."""
    sat = [[0] * len(rounds[0]) for _ in range(players)]
    found = [list(tables) for tables in rounds]
    for number, tables in enumerate(rounds):
        found[number] = _seated(tables, sat)
    for _pass in range(_PASSES):
        if max(map(max, sat)) <= 1:
            break
        for number, tables in enumerate(found):
            _count(tables, sat, -1)
            found[number] = _seated(tables, sat)
    return found


def _seated(tables: Tables, sat: list[list[int]]) -> Tables:
    # Cost per group and table: visits squared, so a third visit costs more than two second visits.
    visits = [zip(*[sat[player] for player in group], strict=True) for group in tables]
    costs = [[sum([times * times for times in column]) for column in row] for row in visits]
    seated: Tables = [[] for _ in tables]
    for group, table in enumerate(_cheapest(costs)):
        seated[table] = tables[group]
    _count(seated, sat, 1)
    return seated


def _count(tables: Tables, sat: list[list[int]], change: int) -> None:
    for table, group in enumerate(tables):
        for player in group:
            sat[player][table] += change


def _cheapest(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return the table of each group at the least total cost: groups are added one by one, each by the cheapest chain
    of groups that move on to make room (Kuhn's Hungarian method with prices)."""
    size = len(costs)
    group_price, table_price = [0] * (size + 1), [0] * (size + 1)
    holder = [size] * (size + 1)  # the group at each table, `size` for none; one extra table for the group being added
    for group in range(size):
        holder[size] = group
        _make_room(costs, holder, group_price, table_price)
    table_of = [0] * size
    for table in range(size):
        table_of[holder[table]] = table
    return table_of


def _make_room(
    costs: Sequence[Sequence[int]], holder: list[int], group_price: list[int], table_price: list[int]
) -> None:
    """Seat the waiting group; of equally near tables a free one is taken first, which ends the search."""
    size = len(costs)
    far = 1 << 60
    distance, came_from, open_tables = [far] * size, [size] * size, list(range(size))
    done, here, so_far = [], size, 0
    while holder[here] != size or here == size:
        done.append((here, so_far))
        row, price = costs[holder[here]], group_price[holder[here]] - so_far
        nearest = -1
        for table in open_tables:
            more = row[table] - price - table_price[table]
            if more < distance[table]:
                distance[table], came_from[table] = more, here
            if nearest < 0 or (distance[table], holder[table] != size) < (distance[nearest], holder[nearest] != size):
                nearest = table
        open_tables.remove(nearest)
        here, so_far = nearest, distance[nearest]
    for table, reached in done:
        group_price[holder[table]] += so_far - reached
        table_price[table] -= so_far - reached
    while here != size:
        holder[here] = holder[came_from[here]]
        here = came_from[here]
    holder[size] = size


def with_equal_winds(rounds: Sequence[Tables], players: int, chance: Chance) -> list[Tables]:
    colouring = _Colouring(rounds, players)
    order = list(range(len(colouring.edges)))
    chance.shuffle(order)
    for edge in order:
        colouring.colour(edge)
    return colouring.seated(rounds)


class _Colouring:
    """門風均等: starting winds such that each player's counts over all rounds differ by at most one.

    It is always possible. Draw a graph with the players on one side, the tables of all rounds on the other, and an edge
    for each seat. A wind for each seat is a colour for each edge, and a table needs each of four colours once. Now
    split every player into as many parts as needed, each with at most four of the edges (the first four rounds, the
    next four …). Then no vertex on either side has more than four edges, and such a graph without odd cycles can be
    coloured with four colours so that no two edges of one vertex are alike (Kőnig 1916). So a table has each colour
    once; so has each part of a player with four edges, and the part with fewer has none twice. Put together, a player
    has every wind as often as there are whole parts, or once more: the counts differ by at most one, and every four
    rounds show all four winds.

    The colouring follows Kőnig's proof: an edge takes a colour that both its ends lack; if they lack different ones,
    the path on which these two colours alternate is swapped from one end, and then both lack the same.

    Edges have a player's part (left) and a table (right); `at`: at each end, which edge has a colour.
    """

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
        """Swap two colours along the path that leaves `end` with the colour `one`. It never reaches the left end, which
        lacks `one`: every left end on the way is reached by that colour."""
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


def cycle(four: Sequence[int]) -> Cycle:
    """Return the order round the table in canonical form, independent of the first seat."""
    first = four.index(min(four))
    return (*four[first:], *four[:first])


class Orders:
    """搬風: gives the same four an order round the table other than their last; rotating the winds does not count."""

    def __init__(self, rounds: Iterable[Iterable[Sequence[int]]] = ()) -> None:
        self._last: dict[frozenset[int], Cycle] = {}
        self._winds: Counter[tuple[int, int]] = Counter()
        for tables in rounds:
            for four in tables:
                self.sat(four)

    def sat(self, four: Sequence[int]) -> None:
        self._last[frozenset(four)] = cycle(four)
        self._winds.update((player, wind) for wind, player in enumerate(four))

    def kept_by(self, four: Sequence[int]) -> bool:
        return self._last.get(frozenset(four)) == cycle(four)

    def drawn_again(self, four: Sequence[int]) -> list[int]:
        """Return this order or, if the four have sat together before, another one with the winds they had least."""
        if frozenset(four) not in self._last:
            return list(four)

        def worth(order: Sequence[int]) -> tuple[int, bool]:
            return sum(self._winds[player, wind] for wind, player in enumerate(order)), order != list(four)

        others = [list(order) for order in permutations(four) if not self.kept_by(order)]
        return min(others, key=worth)
