"""按名次配桌: tables that follow from an order, best first. Pure."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def snake_tables(order: Sequence[T]) -> list[list[T]]:
    """蛇形: 1st, 2nd, 3rd … to the tables in turn, back again from the last one, and so on.

    Sixteen players: 1 8 9 16 · 2 7 10 15 · 3 6 11 14 · 4 5 12 13. Raises ValueError unless they fill whole tables.
    """
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
