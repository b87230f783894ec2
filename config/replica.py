"""副本 Public pages from a copy that PostgreSQL keeps by streaming, where settings name one (REPLICA_URL).

What is there is a moment old. So only who has no session and no token reads it, on pages that say so (`may_lag`); who
knows something newer, by the mark that they send along, is answered from the primary. It also answers where the copy is
away, or fell behind by more than settings.REPLICA_LAG seconds; and the copy alone, while the primary is away.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.http import Http404, HttpRequest, HttpResponse

from accounts.replica import REPLICA, reading_replica, reads_replica
from config import away
from config.trouble import trouble_of

Answer = Callable[[HttpRequest], HttpResponse]

CHECK = 1.0
"""Seconds between two looks at how far behind the copy is."""

log = logging.getLogger("paiju.replica")


class OfPublicPages:
    """Middleware, the innermost: everything that knows who asks has had its say."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Sequence[Any], at: Mapping[str, Any]
    ) -> HttpResponse | None:
        if getattr(view, "may_lag", False) and _is_nobody(request):
            return read(lambda: view(request, *args, **at))
        return None


def _is_nobody(request: HttpRequest) -> bool:
    known = settings.SESSION_COOKIE_NAME in request.COOKIES or "HTTP_AUTHORIZATION" in request.META
    return request.method in ("GET", "HEAD") and not known


def read(make: Callable[[], HttpResponse]) -> HttpResponse:
    """The answer, from the copy where that will do; else from the primary, as what the copy does not know yet."""
    if REPLICA not in settings.DATABASES or not _lag.may_be_read():
        return make()
    try:
        with reading_replica():
            response = make()
            if reads_replica():
                response.headers["X-Read-From"] = REPLICA
            return response
    except Http404:
        pass
    except Exception as error:
        if trouble_of(error) is None:
            raise
    return make()


class Lag:
    """How far behind the copy is, as this process knows it: what the primary had written some time ago is there.

    The clocks and statistics of the copy cannot say it: one that gets nothing any more thinks that it has everything.
    """

    def __init__(self, position: Callable[[str, str], int], clock: Callable[[], float] = monotonic) -> None:
        self._position, self._clock = position, clock
        self._lock = Lock()
        self._next_look = 0.0
        self._awaited: tuple[float, int] | None = None
        self._as_of: float | None = None
        self._used = True

    def may_be_read(self) -> bool:
        """Whether the copy is there and not too old. Looks at it once in a while, in one thread at a time."""
        if self._clock() >= self._next_look and self._lock.acquire(blocking=False):
            try:
                self._look()
            except DatabaseError as error:
                if trouble_of(error) is None:
                    raise
            finally:
                self._next_look = self._clock() + CHECK
                self._lock.release()
        used = not away.of(REPLICA) and (bool(away.of(DEFAULT_DB_ALIAS)) or self._is_fresh())
        if used is not self._used:
            self._used = used
            log.warning("public pages are read from the %s", "replica again" if used else "primary: no fresh replica")
        return used

    def _is_fresh(self) -> bool:
        return self._as_of is not None and self._clock() - self._as_of <= settings.REPLICA_LAG

    def _look(self) -> None:
        there = self._position(REPLICA, "pg_last_wal_replay_lsn()")
        if self._awaited is not None and there >= self._awaited[1]:
            self._as_of, self._awaited = self._awaited[0], None
        if self._awaited is None:
            now = self._clock()
            self._awaited = now, self._position(DEFAULT_DB_ALIAS, "pg_current_wal_lsn()")
            if there >= self._awaited[1]:
                self._as_of, self._awaited = now, None


def _position(alias: str, function: str) -> int:
    """How much of everything that was ever written a server has, in bytes."""
    with connections[alias].cursor() as cursor:
        cursor.execute(f"SELECT {function} - '0/0'::pg_lsn")
        return int(cursor.fetchone()[0] or 0)


_lag = Lag(_position)
