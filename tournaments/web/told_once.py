"""一次算好 What many small pages are made of, worked out once for each change and kept in the process.

The page of an event and what it says of each of two thousand players come from the same standings: a page for each
would otherwise work all of them out again.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

MOST = 8
Told = TypeVar("Told")


class ToldOnce(Generic[Told]):
    """What was worked out, by key; the least recently used is forgotten. Whoever comes meanwhile waits for it."""

    def __init__(self, most: int = MOST) -> None:
        self._told: OrderedDict[Hashable, tuple[Any, Told]] = OrderedDict()
        self._locks: dict[Hashable, Lock] = {}
        self._lock = Lock()
        self._most = most

    def get(self, key: Hashable, version: Hashable, make: Callable[[], Told]) -> Told:
        """What stands under this key at this version; `make` works it out where it is not there yet."""
        with self._lock:
            making = self._locks.setdefault(key, Lock())
        with making:
            kept = self._told.get(key)
            if kept is not None and kept[0] == version:
                return kept[1]
            told = make()
            self._keep(key, version, told)
            return told

    def kept(self, key: Hashable) -> tuple[Any, Told] | None:
        """What stands under this key, with its version, whichever that is."""
        with self._lock:
            return self._told.get(key)

    def _keep(self, key: Hashable, version: Hashable, told: Told) -> None:
        with self._lock:
            self._told[key] = (version, told)
            self._told.move_to_end(key)
            while len(self._told) > self._most:
                forgotten, _ = self._told.popitem(last=False)
                self._locks.pop(forgotten, None)
