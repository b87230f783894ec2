"""離線 Whether the database is away, so that only one request in a second waits to find out.

Each process keeps it for itself. Who asks while it is away is refused at once; after `PAUSE` one of them tries again,
and everybody else goes on being refused until that one knows.
"""

import threading
from collections import defaultdict
from time import monotonic

PAUSE = 1.0
"""Seconds between two tries."""
LONGEST_TRY = 10.0
"""Seconds after which somebody else may try, whatever became of the one who tries."""


class Away:
    """What is known of one database."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._again_at: float | None = None
        self.times = 0
        """How often no connection could be made."""

    def __bool__(self) -> bool:
        return self._again_at is not None

    def begins(self) -> None:
        """No connection can be made."""
        with self._lock:
            self.times += 1
            self._again_at = monotonic() + PAUSE

    def is_over(self) -> None:
        """A connection was made."""
        self._again_at = None

    def refuses(self) -> bool:
        """Whether whoever asks now is refused; else they are the one who tries, or nothing is wrong."""
        if not self:
            return False
        with self._lock:
            again_at, now = self._again_at, monotonic()
            if again_at is None or now >= again_at:
                self._again_at = None if again_at is None else now + LONGEST_TRY
                return False
            return True


_KNOWN: defaultdict[str, Away] = defaultdict(Away)


def of(alias: str) -> Away:
    """What is known of this database of the settings."""
    return _KNOWN[alias]


def default_is_away(_pool: object) -> None:
    """What the pool of the settings calls. A function of its own: settings may be copied."""
    of("default").begins()
