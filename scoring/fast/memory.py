"""記 What was found before, so that it is found once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

REMEMBERED = 40_000
"""Entries of one memory before it is emptied: a bound for a process that runs for months."""

Index = TypeVar("Index")
Found = TypeVar("Found")


class Memory(dict[Index, Found]):
    """What `find` found, by index. Python asks for what is missing by itself, so a hit costs one look."""

    __slots__ = ("_find",)

    def __init__(self, find: Callable[[Index], Found]) -> None:
        self._find = find

    def __missing__(self, index: Index) -> Found:
        return remember(self, index, self._find(index))


def remember(memory: dict[Index, Found], index: Index, found: Found) -> Found:
    """Keep what was found; gives it."""
    if len(memory) > REMEMBERED:
        memory.clear()
    memory[index] = found
    return found
