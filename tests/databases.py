"""What tests do with a database: it is migrated once for all processes, and emptied without making everything again."""

import fcntl
import hashlib
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import django
from django.conf import settings
from django.core.management.color import no_style
from django.db import connections

from tournaments.models import triggers

# What `migrate` fills and no test changes: filled again after every test, it took longer than most tests.
_STAY = {"django_migrations", "django_content_type", "auth_permission"}


def empty(alias: str = "default") -> None:
    """Delete every row, as Django's flush does, and leave what `migrate` made."""
    connection = connections[alias]
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    statements = connection.ops.sql_flush(no_style(), [table for table in tables if table not in _STAY])
    with triggers.disabled(alias):
        connection.ops.execute_sql_flush(statements)


@contextmanager
def migrated_once(file: Path) -> Iterator[bool]:
    """Whether `file` holds a copy of a database that these migrations have made before; else it is kept for the next.

    A process that comes while another migrates waits for it: there are more of them than cores.
    """
    room = settings.BASE_DIR / "var" / "tests"
    room.mkdir(parents=True, exist_ok=True)
    kept = room / f"migrated-{migrations_digest()}.sqlite3"
    with (room / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        known = kept.exists()
        if known:
            shutil.copyfile(kept, file)
            fcntl.flock(lock, fcntl.LOCK_UN)
        yield known
        if not known:
            new = kept.with_suffix(".new")
            with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(new)) as target:
                source.backup(target)
            for old in room.glob("*.sqlite3"):
                old.unlink()
            new.replace(kept)


def migrations_digest() -> str:
    """A mark of all that a migrated database depends on."""
    mark = hashlib.sha256(django.__version__.encode())
    for path in sorted(Path(settings.BASE_DIR).glob("*/migrations/*.py")):
        mark.update(path.name.encode() + path.read_bytes())
    return mark.hexdigest()[:16]
