"""護欄: what was said cannot be unsaid: the database itself refuses to change or delete it.

Triggers, made after every `migrate` (SQLite drops those of a table that a migration rebuilds). A trigger's name ends in
a digest of its text, so that one which has changed is replaced. Whoever owns the database can lift them; the audit is
for that. The application does for one thing: a person may have themselves erased (`tournaments.services.erasure`), and
the act of it says what was changed. Otherwise `lifted` is for migrations that move old rows and for test databases.
"""

import hashlib
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import connections

_PREFIX = "paiju_keep_"
_FUNCTION = "paiju_refuse"

_guarded: dict[str, frozenset[str]] = {}


def guard(table: str, *, may_change: tuple[str, ...] = ()) -> None:
    """Refuse to delete rows of this table, and to change any column but these, which are derived or come later."""
    _guarded[table] = frozenset(may_change)


guard("tournaments_act")
guard("tournaments_eventact", may_change=("address",))
guard("tournaments_scorecard", may_change=("reopened_at", "reopened_by_id", "reopen_reason"))
guard("tournaments_lot")
guard("tournaments_lockedlist", may_change=("released_at", "release_reason"))
guard(
    "tournaments_drawline",
    may_change=("ended_at", "seats", "facts", "ways", "refusal", "progress", "searched_at", "stopping"),
)
guard("tournaments_hallruling", may_change=("reversed_at",))
guard("accounts_logentry", may_change=("address",))


def put_up(using: str = "default") -> None:
    """Make the triggers as they should be: missing ones come, others go."""
    connection = connections[using]
    wanted = _wanted(connection)
    standing = _standing(connection)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql" and wanted.keys() - standing.keys():
            cursor.execute(_REFUSE)
        for name in standing.keys() - wanted.keys():
            cursor.execute(_drop(connection, name, standing[name]))
        for name in wanted.keys() - standing.keys():
            cursor.execute(wanted[name])


@contextmanager
def lifted(using: str = "default", *, tables: Collection[str] | None = None) -> Iterator[None]:
    """Without the triggers, or those of these tables."""
    connection = connections[using]
    if connection.in_atomic_block:
        # PostgreSQL changes no table of which a deferred check still waits.
        connection.check_constraints()
    with connection.cursor() as cursor:
        for name, table in _standing(connection).items():
            if tables is None or table in tables:
                cursor.execute(_drop(connection, name, table))
    try:
        yield
    finally:
        if connection.in_atomic_block:
            connection.check_constraints()
        put_up(using)


def standing(using: str = "default") -> set[tuple[str, str]]:
    """(table, update or delete) of every trigger that is up."""
    return {(table, name.split("_")[-2]) for name, table in _standing(connections[using]).items()}


def guarded() -> Mapping[str, frozenset[str]]:
    """Table → columns that may change."""
    return _guarded


def _wanted(connection: Any) -> dict[str, str]:
    """The triggers by name: what makes them."""
    found = {}
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
        for table in _guarded.keys() & there:
            columns = [column.name for column in connection.introspection.get_table_description(cursor, table)]
            kept = sorted(set(columns) - _guarded[table])
            for action, when in (("update", _differs(connection, kept)), ("delete", "")):
                text = _making(connection, table, action, when)
                name = f"{_PREFIX}{table}_{action}_{hashlib.sha256(text.encode()).hexdigest()[:8]}"
                found[name] = text.replace("NAME", name)
    return found


def _differs(connection: Any, columns: list[str]) -> str:
    other = "IS DISTINCT FROM" if connection.vendor == "postgresql" else "IS NOT"
    return "WHEN (" + " OR ".join(f'OLD."{column}" {other} NEW."{column}"' for column in columns) + ")"


def _making(connection: Any, table: str, action: str, when: str) -> str:
    head = f'CREATE TRIGGER "NAME" BEFORE {action.upper()} ON "{table}" FOR EACH ROW {when}'
    if connection.vendor == "postgresql":
        return f"{head} EXECUTE FUNCTION {_FUNCTION}()"
    return f"{head} BEGIN SELECT RAISE(ABORT, '{table}: history is only added to'); END"


_REFUSE = f"""
    CREATE OR REPLACE FUNCTION {_FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION '%: history is only added to', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END $$
"""


def _drop(connection: Any, name: str, table: str) -> str:
    return f'DROP TRIGGER "{name}"' + (f' ON "{table}"' if connection.vendor == "postgresql" else "")


def _standing(connection: Any) -> dict[str, str]:
    """The triggers that are up: name → table."""
    asked = {
        "postgresql": "SELECT tgname, relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
        " WHERE NOT tgisinternal AND pg_table_is_visible(tgrelid)",
        "sqlite": "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'",
    }
    with connection.cursor() as cursor:
        cursor.execute(asked[connection.vendor])
        return {name: table for name, table in cursor.fetchall() if name.startswith(_PREFIX)}
