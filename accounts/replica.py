"""副本 From which database this request reads: the one that is written to, or a copy that follows it.

Only reads of public pages by people of whom nothing is known go to the copy (`config/replica.py` sends them there), and
all reads of one request to the same one: a page is kept by the version that was read with it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

REPLICA = "replica"
View = TypeVar("View", bound=Callable[..., Any])

_reading: ContextVar[str] = ContextVar("reading", default=DEFAULT_DB_ALIAS)


def connection_to_read() -> BaseDatabaseWrapper:
    """Where statements go that only read."""
    return connections[_reading.get()]


def reads_replica() -> bool:
    """Whether what this request reads may be a moment old."""
    return _reading.get() == REPLICA


def leave() -> None:
    """The rest of this request is read where it is written: who asks knows something newer already."""
    _reading.set(DEFAULT_DB_ALIAS)


@contextmanager
def reading_replica() -> Iterator[None]:
    """Read from the copy meanwhile."""
    before = _reading.set(REPLICA)
    try:
        yield
    finally:
        _reading.reset(before)


def may_lag(view: View) -> View:
    """A public page: whoever has not signed in, and has written nothing, may be shown it as it was a moment ago."""
    view.may_lag = True  # type: ignore[attr-defined]
    return view


class Router:
    """What the ORM asks: reads as above; whatever is written goes to the one database that is written to."""

    def db_for_read(self, _model: object, **_hints: object) -> str:
        return _reading.get()

    def db_for_write(self, _model: object, **_hints: object) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, _one: object, _other: object, **_hints: object) -> bool:
        return True

    def allow_migrate(self, db: str, _app: str, **_hints: object) -> bool:
        return db == DEFAULT_DB_ALIAS
