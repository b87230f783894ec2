from collections.abc import Callable
from typing import TypeVar

MAX_ENTRIES = 40_000
"""Entries of one memory before it is emptied: a bound for processes that run for months."""

Index = TypeVar("Index")
Found = TypeVar("Found")


class Cache(dict[Index, Found]):
    """Results of `find` by index. `__missing__` runs only on a miss, so a hit costs one look-up."""

    __slots__ = ("_find",)

    def __init__(self, find: Callable[[Index], Found]) -> None:
        self._find = find

    def __missing__(self, index: Index) -> Found:
        return store(self, index, self._find(index))


def store(memory: dict[Index, Found], index: Index, found: Found) -> Found:
    if len(memory) > MAX_ENTRIES:
        memory.clear()
    memory[index] = found
    return found
