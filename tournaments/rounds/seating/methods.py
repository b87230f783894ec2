"""其他編法: tables derived from an order, best first, and prepared tables read from a text."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import combinations, product
from typing import TypeVar

_APART, _AGAIN = 1_000_000, 10_000
"""Costs of two players at one table who must not meet, or who meet again; lower costs are distances in rank."""

Tables = list[list[int]]

T = TypeVar("T")


def snake_tables(order: Sequence[T]) -> list[list[T]]:
    """蛇形: deal 1st, 2nd, 3rd … to the tables in turn, back again from the last one, and so on.

    Sixteen players: 1 8 9 16 · 2 7 10 15 · 3 6 11 14 · 4 5 12 13. Raises ValueError unless they fill whole tables.
    """
    first, second, third, last = _quarters(order)
    return [list(four) for four in zip(first, second[::-1], third, last[::-1], strict=True)]


def stepped_tables(order: Sequence[T]) -> list[list[T]]:
    """等距: seat the 1st with those a quarter, half and three quarters further down (of 64: 1st, 17th, 33rd, 49th)."""
    return [list(four) for four in zip(*_quarters(order), strict=True)]


def _quarters(order: Sequence[T]) -> list[Sequence[T]]:
    count, rest = divmod(len(order), 4)
    if rest:
        raise ValueError(f"{len(order)} players fill no whole number of tables")
    return [order[row * count : (row + 1) * count] for row in range(4)]


def part_in_rows(tables: Sequence[Sequence[T]], apart: Collection[frozenset[T]]) -> list[list[T]]:
    """不得同檯: move one of two who may not share a table to the nearest seat in the same row of another table, the
    lower rank first, if that leaves fewer such pairs. Pairs that no swap can separate remain."""
    found = [list(table) for table in tables]

    def clashes(*numbers: int) -> int:
        return sum(frozenset(pair) in apart for number in numbers for pair in combinations(found[number], 2))

    for one, row in product(range(len(found)), (3, 2, 1, 0)):
        for two in sorted(range(len(found)), key=lambda number: abs(number - one)) if clashes(one) else ():
            before = clashes(one, two)
            found[one][row], found[two][row] = found[two][row], found[one][row]
            if clashes(one, two) < before:
                break
            found[one][row], found[two][row] = found[two][row], found[one][row]
    return found


def swiss_tables(order: Sequence[int], met: Mapping[frozenset[int], int], apart: Collection[frozenset[int]]) -> Tables:
    """瑞士制: seat neighbours in the order together, but avoid old opponents and players to be kept apart if a swap
    with a near table can help. The best players sit at the first table.

    Starts from tables of four neighbours and repeats the swap that saves most: within two tables first, then four, and
    so on.
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


# Spaces after 檯 are matched together with it: two adjacent runs of spaces would cause backtracking for each.
_LINE = re.compile(r"(?:\D*?(\d{1,5})\s*(?:[檯台桌]\s*)?[:：])?(.*)", re.DOTALL)
_NUMBER = re.compile(r"\d+")
_BETWEEN = re.compile(r"[\d\s,，、;；.。·|/-]*")
MOST_LINES = 1000


class Wrong(Enum):
    UNREADABLE = auto()
    NOT_FOUR = auto()
    NO_TABLE = auto()
    TABLE_TWICE = auto()
    NOBODY = auto()
    TWICE = auto()
    MISSING = auto()


@dataclass(frozen=True)
class Fault:
    """An error in a typed seating list. `line`: from 1, 0 for the whole · `number`: of a player, rank or table."""

    line: int
    wrong: Wrong
    number: int = 0


def read_tables(
    text: str, people: Collection[int], tables: Collection[int]
) -> tuple[dict[int, list[int]], list[Fault]]:
    """寫好的座位: return table number → four numbers, and every error.

    A line is a table: `3: 17 5 9 2` (its number, then 東 南 西 北), or `17 5 9 2` for the next table. Numbers are
    players' numbers in a schedule and ranks in a script (第 1 與第 16、32、48 名同檯), separated by 、, tabs or spaces.
    `people`: the numbers to be seated, each once · `tables`: the existing ones.
    """
    seats: dict[int, list[int]] = {}
    faults: list[Fault] = []
    where: set[int] = set()
    free = sorted(tables)
    for number, line in enumerate(text.splitlines()[:MOST_LINES], 1):
        if not line.strip():
            continue
        table, four, found = _line(number, line, free, seats)
        for one in four:
            if one not in people:
                found.append(Fault(number, Wrong.NOBODY, one))
            elif one in where:
                found.append(Fault(number, Wrong.TWICE, one))
            where.add(one)
        faults += found
        if table:
            seats[table] = four
    faults += [Fault(0, Wrong.MISSING, one) for one in sorted(set(people) - where)]
    return seats, faults


def _line(number: int, line: str, free: list[int], seats: Collection[int]) -> tuple[int, list[int], list[Fault]]:
    match = _LINE.fullmatch(line)
    said, rest = match.groups() if match else (None, line)
    faults = [] if _BETWEEN.fullmatch(rest) else [Fault(number, Wrong.UNREADABLE)]
    four = [int(one[:9]) for one in _NUMBER.findall(rest)]
    if len(four) != 4:
        faults.append(Fault(number, Wrong.NOT_FOUR, len(four)))
    table = int(said) if said else next((one for one in free if one not in seats), 0)
    if table not in free:
        faults.append(Fault(number, Wrong.NO_TABLE, table))
        table = 0
    elif table in seats:
        faults.append(Fault(number, Wrong.TABLE_TWICE, table))
    return table, four, faults
