"""故障 What a failed request says of the database: it is away, it is busy, or the disk is full.

None of these is a mistake of the site or of whoever asked: the answer is 503, and the same request may come again.
"""

import errno
from enum import Enum
from sqlite3 import SQLITE_BUSY, SQLITE_CANTOPEN, SQLITE_FULL, SQLITE_IOERR, SQLITE_LOCKED
from typing import Any

from django.db import DatabaseError, InterfaceError


class Trouble(Enum):
    """What keeps the database from answering, with the code that programs read."""

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
_POSTGRES = {
    "40001": Trouble.BUSY,  # serialization failure, after the second try
    "40P01": Trouble.BUSY,  # deadlock, likewise
    "55P03": Trouble.BUSY,  # a lock was not to be had
    "57014": Trouble.BUSY,  # took longer than the server allows
    "53100": Trouble.FULL,
}
_POSTGRES_CLASSES = {
    "08": Trouble.AWAY,  # the connection is gone
    "53": Trouble.BUSY,  # connections or memory used up
    "57": Trouble.AWAY,  # shut down, crashed, not up yet
    "58": Trouble.AWAY,  # its files cannot be read or written
}


def trouble_of(error: BaseException | None) -> Trouble | None:
    """The trouble that this exception tells of; None where it is a fault of the site."""
    while error is not None:
        found = _of_driver(error.__cause__) if isinstance(error, DatabaseError | InterfaceError) else None
        if found:
            return found
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            return Trouble.FULL
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return None


def _of_driver(error: Any) -> Trouble | None:
    kind = type(error)
    if kind.__module__.startswith("sqlite3"):
        return _SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    state = getattr(error, "sqlstate", None)
    if state:
        return _POSTGRES.get(state) or _POSTGRES_CLASSES.get(state[:2])
    # Without a state nothing came from the server: no connection, or one that broke in the middle.
    named = {each.__name__ for each in kind.__mro__ if each.__module__.startswith("psycopg")}
    return Trouble.AWAY if named & {"OperationalError", "InterfaceError"} else None
