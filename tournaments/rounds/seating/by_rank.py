"""按名次配桌: tables that follow from an order, best first."""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, product
from typing import TypeVar

_APART, _AGAIN = 1_000_000, 10_000
"""Costs of two at one table who must not meet, and who meet again; lower costs are distances from the own rank."""

Tables = list[list[int]]

T = TypeVar("T")


def snake_tables(order: Sequence[T]) -> list[list[T]]:
    """蛇形: 1st, 2nd, 3rd … to the tables in turn, back again from the last one, and so on. Sixteen players: 1 8 9 16 ·
    2 7 10 15 · 3 6 11 14 · 4 5 12 13. Raises ValueError unless they fill whole tables."""
    count, rest = divmod(len(order), 4)
    if rest:
        raise ValueError(f"{len(order)} players fill no whole number of tables")
    tables: list[list[T]] = [[] for _ in range(count)]
    for row in range(4):
        line = order[row * count : (row + 1) * count]
        for table, one in zip(tables, line if row % 2 == 0 else reversed(line), strict=True):
            table.append(one)
    return tables


def stepped_tables(order: Sequence[T]) -> list[list[T]]:
    """等距: the 1st with those a quarter, half and three quarters further down (of 64: 1st, 17th, 33rd, 49th)."""
    count, rest = divmod(len(order), 4)
    if rest:
        raise ValueError(f"{len(order)} players fill no whole number of tables")
    return [[order[row * count + table] for row in range(4)] for table in range(count)]


def swiss_tables(order: Sequence[int], met: Mapping[frozenset[int], int], apart: Collection[frozenset[int]]) -> Tables:
    """瑞士制: neighbours in the order share a table, but no old opponents and no players to be kept apart where a swap
    with a near table can help. The first table is that of the best.

    Starts from tables of four neighbours and makes the swap that saves most until none does: within two tables first,
    then four, and so on.
    """
    tables = [list(order[start : start + 4]) for start in range(0, len(order), 4)]
    rank = {player: number for number, player in enumerate(order)}
    reach = 2
    while reach < 2 * len(tables):
        while (best := _best_change(tables, rank, met, apart, reach)) is not None:
            one, i, two, j = best
            tables[one][i], tables[two][j] = tables[two][j], tables[one][i]
        reach *= 2
    return [sorted(table, key=rank.__getitem__) for table in tables]


def _best_change(
    tables: Tables,
    rank: Mapping[int, int],
    met: Mapping[frozenset[int], int],
    apart: Collection[frozenset[int]],
    reach: int,
) -> tuple[int, int, int, int] | None:
    def cost(number: int, table: Sequence[int]) -> int:
        pairs = [frozenset(pair) for pair in combinations(table, 2)]
        away = sum((rank[player] // 4 - number) ** 2 for player in table)
        return sum(_APART * (pair in apart) + _AGAIN * met.get(pair, 0) for pair in pairs) + away

    costs = [cost(number, table) for number, table in enumerate(tables)]
    best, saved = None, 0
    for one, table in enumerate(tables):
        if costs[one] < _AGAIN:
            continue
        for two in range(max(0, one - reach), min(len(tables), one + reach + 1)):
            for i, j in product(range(4), range(4)) if two != one else ():
                first = [*table[:i], tables[two][j], *table[i + 1 :]]
                second = [*tables[two][:j], table[i], *tables[two][j + 1 :]]
                now = costs[one] + costs[two] - cost(one, first) - cost(two, second)
                if now > saved:
                    best, saved = (one, i, two, j), now
    return best
