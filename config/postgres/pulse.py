"""脈搏 Whether a PostgreSQL server that keeps somebody waiting is slow, or stands still.

A server that is frozen (a stopped machine, a disk that hangs) keeps its connections open and answers nothing, and no
timeout of the network ends that: its kernel still takes what is sent. So whoever waits longer than `SLOW` asks on a
connection that is there for nothing else. A server that answers there within `ANSWER` is only slow, or the statement
waits for a lock: that may take as long as it takes. Else the statement is given up, and the site says that the database
is away. A statement that is answered in time costs nothing more for it.
"""

import select
import threading
from collections import defaultdict
from time import monotonic
from typing import Any

import psycopg
from psycopg import OperationalError, errors

from config import away

SLOW, ANSWER = 0.5, 0.8
"""Seconds; a phone waits for both together until it is told."""


class Pulse:
    """A connection on which only this is asked: do you still answer?"""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._parameters: dict[str, Any] = {}
        self._line: psycopg.Connection[Any] | None = None
        self._asked_at: float | None = None
        self._failed_at: float | None = None

    def begin(self, parameters: dict[str, Any]) -> None:
        """Open it beside others that were opened just now, and again where the server ended it (nobody would notice
        before it is needed); without an error where that fails."""
        with self._lock:
            self._parameters = parameters
            if self._line is not None and self._asked_at is None and _arrives(self._line.pgconn.socket, 0):
                self._close()
            if self._line is None:
                self._open()

    def end(self) -> None:
        """Close it."""
        with self._lock:
            self._close()

    def beats(self) -> bool:
        """Whether the server answers within `ANSWER` seconds, from the first question on that it did not answer."""
        with self._lock:
            return self._answers() and (self._line is not None or self._open())

    def is_missed(self) -> bool:
        """Whether a question is still not answered."""
        with self._lock:
            return self._asked_at is not None and not self._answers()

    def _answers(self) -> bool:
        """True also where it broke: then nothing is asked, and nothing owed."""
        try:
            return self._line is None or self._hears(self._line.pgconn)
        except OperationalError:
            self._close()
            return True

    def _hears(self, line: Any) -> bool:
        if self._asked_at is None:
            line.send_query(b"SELECT 1")
            line.flush()
            self._asked_at = monotonic()
        while line.is_busy():
            # An answer that is there counts, however late this thread comes to look: the machine may be busy.
            if not _arrives(line.socket, max(0.0, self._asked_at + ANSWER - monotonic())):
                return False
            line.consume_input()
        while line.get_result():
            pass
        self._asked_at = None
        return True

    def _open(self) -> bool:
        """Whether that went well. Who comes just after one that waited for it in vain does not wait too."""
        if self._failed_at is not None and monotonic() < self._failed_at + ANSWER:
            return False
        try:
            self._line, self._failed_at = psycopg.connect(**self._parameters, autocommit=True), None
        except OperationalError:
            self._failed_at = monotonic()
        return self._line is not None

    def _close(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line = self._asked_at = None


def _arrives(socket: int, seconds: float) -> bool:
    """Whether something comes in, or the end of the connection, within so many seconds."""
    waiting = select.poll()
    waiting.register(socket, select.POLLIN)
    return bool(waiting.poll(1000 * seconds))


_OF: defaultdict[str, Pulse] = defaultdict(Pulse)


def of(alias: str) -> Pulse:
    """That of this database of the settings, in this process."""
    return _OF[alias]


class _Again:
    """What psycopg waits for, to be waited for again: it takes a question twice for a new one, and while it still sends
    it has to be told what for."""

    def __init__(self, gen: Any) -> None:
        self._gen, self._asks = gen, None

    def __iter__(self) -> "_Again":
        return self

    def __next__(self) -> Any:
        return self.send(None) if self._asks is None else self._asks

    def send(self, ready: Any) -> Any:
        self._asks = self._gen.send(ready)
        return self._asks

    def throw(self, *error: Any) -> Any:
        return self._gen.throw(*error)

    def close(self) -> None:
        self._gen.close()


class Connection(psycopg.Connection[Any]):
    """psycopg's, which gives a statement up where the server stands still."""

    alias = "default"

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """As psycopg's. Raises OperationalError where the server stands still; the connection is closed then."""
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        again = _Again(gen)
        while True:
            try:
                return super().wait(again, interval, SLOW)
            except errors._WaitTimeout:
                if not of(self.alias).beats():
                    away.of(self.alias).begins()
                    self.pgconn.finish()
                    raise OperationalError("the server stands still") from None
