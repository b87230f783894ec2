"""Why the database did not answer: it is away, busy or its disk is full. The request may be sent again later (503)."""

import errno
from enum import Enum
from sqlite3 import SQLITE_BUSY, SQLITE_CANTOPEN, SQLITE_FULL, SQLITE_IOERR, SQLITE_LOCKED

from django.db import DatabaseError, InterfaceError


class Trouble(Enum):
    AWAY = "database_away"
    BUSY = "busy"
    FULL = "disk_full"


_SQLITE = {
    SQLITE_BUSY: Trouble.BUSY,
    SQLITE_LOCKED: Trouble.BUSY,
    SQLITE_FULL: Trouble.FULL,
    SQLITE_IOERR: Trouble.AWAY,
    SQLITE_CANTOPEN: Trouble.AWAY,
}
# By SQLSTATE, else by its class (the first two letters).
_POSTGRES = {
    "40001": Trouble.BUSY,  # serialization failure, after the second try
    "40P01": Trouble.BUSY,  # deadlock, likewise
    "55P03": Trouble.BUSY,  # lock not available
    "57014": Trouble.BUSY,  # statement_timeout
    "53100": Trouble.FULL,
    "08": Trouble.AWAY,  # connection lost
    "53": Trouble.BUSY,  # out of connections or memory
    "57": Trouble.AWAY,  # shutting down, crashed, starting
    "58": Trouble.AWAY,  # its files cannot be read or written
}


def trouble_of(error: BaseException | None) -> Trouble | None:
    """Look through the causes of an exception; None for a fault of the site."""
    while error is not None:
        if isinstance(error, DatabaseError | InterfaceError) and (found := _of_driver(error.__cause__)):
            return found
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            return Trouble.FULL
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return None


def _of_driver(error: BaseException | None) -> Trouble | None:
    if (code := getattr(error, "sqlite_errorcode", None)) is not None:
        return _SQLITE.get(code & 0xFF)
    if state := getattr(error, "sqlstate", None):
        return _POSTGRES.get(state) or _POSTGRES.get(state[:2])
    # psycopg's errors without a state did not come from the server: no connection, or one that broke.
    names = {each.__name__ for each in type(error).__mro__ if each.__module__.startswith("psycopg")}
    return Trouble.AWAY if names & {"OperationalError", "InterfaceError"} else None
