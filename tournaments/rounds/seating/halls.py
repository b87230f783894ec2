"""檯號: the table of the hall for each group of four, and the rounds of a design to play.

Players should not sit at one table all day: groups get the tables at which their players have sat least. And where
fewer rounds are played than a design has, those are chosen in which players who never meet have met the same people:
then the standings still compare them.
"""

from collections.abc import Sequence
from itertools import combinations

from tournaments.core.chance import Chance
from tournaments.rounds.seating.annealing import Tables
from tournaments.rounds.seating.designs import Design

_PAIRS_LOOKED_AT = 2_000_000
_MOST_CHOICES = 40
_MOST_PLAYERS = 2_000
_MOST_COMPARED = 400
_PASSES = 4


def chosen_rounds(design: Design, wanted: int, players: int, chance: Chance) -> tuple[list[Tables], int]:
    """This many rounds of a design (at most all) in an order of chance, and how many pairs of players neither meet in
    them nor have met one and the same player."""
    numbers = list(range(design.rounds))
    if wanted >= design.rounds or players > _MOST_PLAYERS:
        chance.shuffle(numbers)
        rounds = [design.round_at(number) for number in numbers[:wanted]]
        return rounds, strangers(rounds, players) if players <= _MOST_PLAYERS else 0
    best: tuple[tuple[int, int], list[Tables]] | None = None
    for _choice in range(max(1, min(_MOST_CHOICES, _PAIRS_LOOKED_AT // players**2))):
        chance.shuffle(numbers)
        rounds = [design.round_at(number) for number in numbers[:wanted]]
        found = _indirect(rounds, players)
        if best is None or found < best[0]:
            best = found, rounds
    assert best is not None
    return best[1], best[0][0]


def strangers(rounds: Sequence[Tables], players: int) -> int:
    """Pairs that neither meet nor have an opponent in common."""
    return _strangers(_met(rounds, players))


def _met(rounds: Sequence[Tables], players: int) -> list[int]:
    met = [1 << player for player in range(players)]
    for table in (table for tables in rounds for table in tables):
        together = sum(1 << player for player in table)
        for player in table:
            met[player] |= together
    return met


def _strangers(met: Sequence[int]) -> int:
    """A player who has met one of my opponents is no stranger."""
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
    """Strangers; and the squares of how many opponents are common to those who never meet: small where it is even. With
    very many players only the first is counted."""
    met = _met(rounds, players)
    if players > _MOST_COMPARED:
        return _strangers(met), 0
    pairs = combinations(range(players), 2)
    common = [(met[one] & met[other]).bit_count() for one, other in pairs if not met[one] >> other & 1]
    return _strangers(met), sum(each * each for each in common)


def at_tables(rounds: Sequence[Tables], players: int) -> list[Tables]:
    """The same groups, in each round in the order of the tables they get."""
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
    seated: Tables = [[] for _ in tables]
    for group, table in enumerate(_cheapest(_costs(tables, sat))):
        seated[table] = tables[group]
    _count(seated, sat, 1)
    return seated


def _count(tables: Tables, sat: list[list[int]], change: int) -> None:
    for table, group in enumerate(tables):
        for player in group:
            sat[player][table] += change


def _costs(tables: Tables, sat: Sequence[Sequence[int]]) -> list[list[int]]:
    """Cost per group and table: visits squared, so a third visit costs more than two second visits."""
    columns = (zip(*[sat[player] for player in group], strict=True) for group in tables)
    return [[sum([times * times for times in column]) for column in row] for row in columns]


def _cheapest(costs: Sequence[Sequence[int]]) -> list[int]:
    """The table of each group at the least total cost: groups come one by one, and each time the cheapest chain of
    groups moves on to make room (Kuhn's Hungarian method with prices)."""
    size = len(costs)
    group_price, table_price = [0] * (size + 1), [0] * (size + 1)
    holder = [size] * (size + 1)  # the group at each table, `size` for none; one more table for newcomers
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
