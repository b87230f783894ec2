"""寫好的座位: read prepared tables, with all their errors.

A line is a table: `3: 17 5 9 2` (its number, then 東 南 西 北), or `17 5 9 2` for the next table. Numbers are players'
numbers in a schedule and ranks in a script (第 1 與第 16、32、48 名同檯), separated by 、, tabs or blanks.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum, auto

# The blanks behind 檯 belong to it: two runs of blanks side by side are tried in as many ways as there are blanks.
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
    """`line`: 1 …, 0 for the whole · `number`: of the player, rank or table concerned."""

    line: int
    wrong: Wrong
    number: int = 0


def read_tables(
    text: str, people: Collection[int], tables: Collection[int]
) -> tuple[dict[int, list[int]], list[Fault]]:
    """Table number → four numbers, and every fault. `people`: to be seated, each once · `tables`: the existing ones."""
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
