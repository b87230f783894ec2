"""護欄: triggers by which the database refuses to change or delete history.

Installed after every `migrate`: SQLite drops the triggers of a table that a migration rebuilds. The owner of a database
can drop them, and the audit then finds changes; the application does so to erase a person
(`tournaments.players.services.erasure`).
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connections, transaction

KEPT: dict[str, set[str]] = {
    "tournaments_act": set(),
    "tournaments_eventact": {"address"},
    "tournaments_scorecard": {"reopened_at", "reopened_by_id", "reopen_reason"},
    "tournaments_lot": set(),
    "tournaments_lockedlist": {"released_at", "release_reason"},
    "tournaments_drawline": {"ended_at", "seats", "facts", "ways", "refusal", "progress", "searched_at", "stopping"},
    "tournaments_hallruling": {"reversed_at"},
    "accounts_logentry": {"address"},
    "penalties_ruling": {"act", "place", "hand", "effect", "player_id"},
    "penalties_rulingphoto": set(),
    "penalties_suspensionconfirmation": set(),
    "penalties_casenote": set(),
}
"""Table → the columns that may change, because they are derived or filled in later."""


def install(using: str = "default", tables: Collection[str] = KEPT.keys(), **_signal: Any) -> None:
    connection = connections[using]
    differs, refuse = "IS NOT", "BEGIN SELECT RAISE(ABORT, 'history is only added to'); END"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            differs, refuse = "IS DISTINCT FROM", "EXECUTE FUNCTION paiju_refuse()"
            cursor.execute(
                "CREATE OR REPLACE FUNCTION paiju_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION"
                " 'history is only added to' USING ERRCODE = 'integrity_constraint_violation'; END $$"
            )
        for table in sorted(KEPT.keys() & set(tables) & set(connection.introspection.table_names(cursor))):
            cursor.execute(f'SELECT * FROM "{table}" LIMIT 0')  # noqa: S608
            columns = {column[0] for column in cursor.description}
            changed = " OR ".join(f'OLD."{name}" {differs} NEW."{name}"' for name in sorted(columns - KEPT[table]))
            with transaction.atomic(using):  # locks one table at a time, so that it cannot deadlock with a running site
                drop(using, [table])
                for action, when in (("update", f"WHEN ({changed})"), ("delete", "")):
                    name = f"paiju_keep_{table}_{action}"
                    cursor.execute(f"CREATE TRIGGER {name} BEFORE {action} ON {table} FOR EACH ROW {when} {refuse}")


def installed(using: str = "default") -> dict[str, str]:
    found = "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'"
    if connections[using].vendor == "postgresql":
        found = "SELECT tgname, tgrelid::regclass::text FROM pg_trigger WHERE pg_table_is_visible(tgrelid)"
    with connections[using].cursor() as cursor:
        cursor.execute(found)
        return {name: table for name, table in cursor.fetchall() if name.startswith("paiju_keep_")}


def drop(using: str = "default", tables: Collection[str] = KEPT.keys()) -> None:
    connection = connections[using]
    postgres = connection.vendor == "postgresql"
    if postgres:
        connection.check_constraints()  # no table with a pending deferred check may be altered
    with connection.cursor() as cursor:
        for name, table in installed(using).items():
            if table in tables:
                cursor.execute(f"DROP TRIGGER {name}" + (f" ON {table}" if postgres else ""))


@contextmanager
def disabled(using: str = "default", tables: Collection[str] = KEPT.keys()) -> Iterator[None]:
    drop(using, tables)
    try:
        yield
    finally:
        install(using, tables)
