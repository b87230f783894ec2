"""備份: save the whole installation into one file and restore it. `save [FILE]`, `restore FILE`.

The file is a zip of the database, the secret key (which signs the links of printed QR codes) and a manifest. Both
commands may run while the site is in use: SQLite is copied by its backup API, PostgreSQL dumped in one snapshot.
`restore` saves the current state first, so that restoring the wrong file can be undone.
"""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
import zipfile
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
from django.conf import settings
from django.db import DatabaseError

from config.environment import keep_private

NOTE, KEY = "paiju.json", "secret_key"
OUR_TABLES = ("accounts_", "auth_", "axes_", "django_", "penalties_", "sqlite_", "tournaments_")


class BackupError(Exception):
    """Its message says what is wrong and what to do."""


def save(target: Path | None = None, name: str = "paiju") -> Path:
    """Write everything into one file that only its owner may read; return its path."""
    now = datetime.now(ZoneInfo(settings.TIME_ZONE))
    if target is None:
        folder_of_backups = settings.DATA_DIR / "backup"
        keep_private(folder_of_backups)
        target = folder_of_backups / f"{name}-{now:%Y%m%d-%H%M%S}.zip"
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".paiju-") as folder:
        copy = Path(folder) / _member()
        if _is_sqlite():
            with closing(sqlite3.connect(settings.DATABASES["default"]["NAME"], timeout=60)) as database:
                database.execute("VACUUM INTO ?", [str(copy)])
        else:
            _run(["pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={copy}"])
        draft = Path(folder) / "backup.zip"
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as bundle:
            bundle.write(copy, copy.name)
            bundle.writestr(KEY, settings.SECRET_KEY)
            bundle.writestr(NOTE, json.dumps({"made": now.isoformat(), "database": copy.name}))
        draft.chmod(0o600)
        # Renamed in one step, so that a file of this name is always complete.
        draft.replace(target)
    return target


def restore(source: Path) -> Path:
    """Replace everything with the content of the file; return the path of the backup made first.

    Raises BackupError, before anything changes, if the file is not a backup or is one of another kind of database.
    """
    with tempfile.TemporaryDirectory(prefix="paiju-") as folder:
        copy, key = _unpack(source, Path(folder))
        if _is_sqlite():
            _clean(copy)
        before = save(name="before-restore")
        if _is_sqlite():
            with (
                closing(sqlite3.connect(copy)) as source_database,
                closing(sqlite3.connect(settings.DATABASES["default"]["NAME"], timeout=60)) as target,
            ):
                # SQLite's backup API holds its lock and writes through its journal: readers see the state before or
                # after.
                source_database.backup(target)
            django.setup()
            from tournaments.models import triggers

            triggers.install()
        else:
            _restore_dump(copy)
    keeper = settings.DATA_DIR / "secret_key"
    if "SECRET_KEY" not in os.environ and keeper.read_text().strip() != key:
        keeper.write_text(key)
    return before


def _unpack(source: Path, folder: Path) -> tuple[Path, str]:
    try:
        with zipfile.ZipFile(source) as bundle:
            member = json.loads(bundle.read(NOTE))["database"]
            if member != _member():
                raise BackupError(f"{source} holds {member}, but this installation keeps its data in {_member()}.")
            return Path(bundle.extract(member, folder)), bundle.read(KEY).decode()
    except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise BackupError(f"{source} is no backup made by Paiju: {error}") from error


def _is_sqlite() -> bool:
    return bool(settings.DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3")


def _member() -> str:
    return "database.sqlite3" if _is_sqlite() else "database.dump"


_RENEWED = "UPDATE {schema}tournaments_event SET page_version = {version}"
"""Gives events a version that no cached page has: the acts after a restore reuse numbers that readers may have seen."""


def _clean(copy: Path) -> None:
    """Drop from a SQLite copy what our backups never contain: other tables, views, and triggers, which would run with
    our own writes (ours are installed again when the copy is in place). Give events a version that no reader has seen;
    a backup without versions gets them from the next migration.

    Raises BackupError if the copy is damaged. (pg_restore checks by itself.)
    """
    with closing(sqlite3.connect(copy)) as database:
        try:
            found = database.execute("PRAGMA integrity_check").fetchone()
        except sqlite3.DatabaseError as error:
            found = (str(error),)
        if found != ("ok",):
            raise BackupError(f"The database in the backup is damaged ({found[0]}); nothing was changed.")
        rows = database.execute("SELECT type, name FROM sqlite_master WHERE type IN ('trigger', 'view', 'table')")
        for kind, name in sorted(rows.fetchall(), key=lambda one: one[0] == "table"):
            if kind != "table" or not name.startswith(OUR_TABLES):
                quoted = name.replace('"', '""')
                database.execute(f'DROP {kind.upper()} IF EXISTS "{quoted}"')
        if "page_version" in [row[1] for row in database.execute("PRAGMA table_info(tournaments_event)")]:
            database.execute(_RENEWED.format(schema="", version=_unseen()))
        database.commit()


def _unseen() -> int:
    return time.time_ns() // 1_000_000


_RENEW_DUMP = """
DO $$ BEGIN
    IF EXISTS (
        SELECT FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = 'tournaments_event' AND column_name = 'page_version'
    ) THEN {renewed};
    END IF;
END $$;
"""


def _restore_dump(copy: Path) -> None:
    """Replace the whole schema with the dump, in one transaction.

    `pg_restore --clean` would keep tables that are newer than the dump, and migrations would fail on them.
    """
    commands = _run(["pg_restore", "--no-owner", "--no-privileges", "--file=-", str(copy)])
    renewed = _RENEW_DUMP.format(renewed=_RENEWED.format(schema="public.", version=_unseen()))
    sql = b"DROP SCHEMA public CASCADE;\nCREATE SCHEMA public;\n" + commands + renewed.encode()
    _run(["psql", "--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1", "--output=/dev/null"], sql)


def _run(command: list[str], said: bytes | None = None) -> bytes:
    """Run a PostgreSQL client. Server and password are passed as environment variables: other users of the machine can
    read arguments."""
    database = settings.DATABASES["default"]
    server = {
        "PGHOST": database["HOST"],
        "PGPORT": str(database["PORT"] or ""),
        "PGUSER": database["USER"],
        "PGPASSWORD": database["PASSWORD"],
        "PGDATABASE": database["NAME"],
        "PGSSLMODE": database["OPTIONS"].get("sslmode", ""),
    }
    environment = {**os.environ, **{name: value for name, value in server.items() if value}}
    try:
        done = subprocess.run(command, input=said, capture_output=True, check=True, env=environment)
    except FileNotFoundError as error:
        raise BackupError(f"{command[0]} is missing (apt-get install postgresql-client)") from error
    except subprocess.CalledProcessError as error:
        raise BackupError(f"{command[0]}: {error.stderr.decode().strip()}") from error
    return done.stdout


def _tell(kind: str, file: str) -> None:
    """Add an entry to the site's log, unless the backup is too old to have its table."""
    django.setup()
    from accounts import log

    with suppress(DatabaseError):
        log.add_entry(log.Kind(kind), about=file)


def main(arguments: list[str]) -> int:
    try:
        match arguments:
            case ["save", *target] if len(target) < 2:
                made = save(Path(target[0]) if target else None)
                print(made)
                _tell("backed_up", made.name)
            case ["restore", source]:
                before = restore(Path(source))
                _tell("restored", Path(source).name)
                print(f"Restored {source}. What was there before: {before}")
            case _:
                print(__doc__)
                return 2
    except BackupError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
