"""耐性 How long a thread waits for another writer of the SQLite file.

Usually settings.DATABASE_WAIT. Once that was in vain, only a moment, until something was written again: one thread
records and reads (config/door.py), and whoever only reads would otherwise wait behind everybody who tries to write.
"""

from django.conf import settings
from django.db import connection

MOMENT = 100
"""Milliseconds."""


def lose() -> None:
    """Another writer was waited for in vain."""
    if connection.vendor == "sqlite" and connection.connection is not None:
        _wait(MOMENT)
        vars(connection)["impatient"] = True


def regain() -> None:
    """Something could be written."""
    if vars(connection).pop("impatient", False) and connection.connection is not None:
        _wait(settings.DATABASE_WAIT * 1000)


def _wait(milliseconds: int) -> None:
    connection.connection.execute(f"PRAGMA busy_timeout = {milliseconds}")
