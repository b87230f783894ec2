"""備份: what is saved comes back whole, on either database; the wrong file changes nothing."""

import os
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.scripts.conftest import EVENT, copied
from tests.served import ROOT, Environment, environment_of


class Installation:
    """An installation of its own in a folder of its own; every command is a process, as in real life."""

    def __init__(self, env: Environment) -> None:
        self.env = env
        self.data = Path(env["PAIJU_DATA"])

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *command], cwd=ROOT, env=self.env, capture_output=True, text=True, check=False
        )

    def do(self, *command: str) -> str:
        done = self.run(*command)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def sql(self, statement: str) -> list[tuple[Any, ...]]:
        url = self.env.get("DATABASE_URL")
        database: Any = psycopg.connect(url) if url else sqlite3.connect(self.data / "paiju.sqlite3")
        with closing(database), database:
            done = database.execute(statement)
            return list(done.fetchall()) if done.description else []

    def add(self, club: str) -> None:
        self.sql(f"""INSERT INTO accounts_organisation (name, handle, created_at, second_factor)
            VALUES ('{club}', '{club}', '2026-11-26 12:00:00Z', FALSE)""")  # noqa: S608

    def clubs(self) -> list[str]:
        """Without the one that has the event."""
        return [name for (name,) in self.sql("SELECT name FROM accounts_organisation ORDER BY id")][1:]

    def page_version(self) -> int:
        return int(self.sql("SELECT page_version FROM tournaments_event")[0][0])


def round_trip(here: Installation, backup: Path) -> None:
    """Save with two clubs, add a third, restore: two; take the restore back: three. Each time the pages of an event
    begin with a version that nobody has seen."""
    here.add("east")
    here.add("west")
    versions = [here.page_version()]
    here.do("-m", "scripts.backup", "save", str(backup))
    here.add("late")
    said = here.do("-m", "scripts.backup", "restore", str(backup))
    assert here.clubs() == ["east", "west"]
    versions.append(here.page_version())
    assert here.do("manage.py", "migrate", "--check") == ""
    here.do("-m", "scripts.backup", "restore", said.rpartition(" ")[2])
    assert here.clubs() == ["east", "west", "late"]
    versions.append(here.page_version())
    assert sorted(set(versions)) == versions


def test_an_installation_comes_back_whole_on_sqlite(tmp_path: Path) -> None:
    backup = tmp_path / "evening.zip"
    round_trip(Installation(copied(tmp_path / "data")), backup)
    assert backup.stat().st_mode & 0o077 == 0


@pytest.mark.postgres
def test_an_installation_comes_back_whole_on_postgresql(tmp_path: Path) -> None:
    here = Installation(environment_of(tmp_path / "data", DATABASE_URL=os.environ["DATABASE_URL"]))
    here.do("manage.py", "migrate", "-v", "0")
    here.do("manage.py", "shell", "-c", EVENT)
    round_trip(here, tmp_path / "evening.zip")


def test_an_installation_moves_to_another_machine_with_its_key(tmp_path: Path) -> None:
    old, new = (Installation(copied(tmp_path / name)) for name in ("old", "new"))
    backup = old.do("-m", "scripts.backup", "save")
    new.do("-m", "scripts.backup", "restore", backup)
    assert (new.data / "secret_key").read_text() == (old.data / "secret_key").read_text()


def damaged(path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as bundle:
        bundle.writestr("paiju.json", '{"database": "database.sqlite3"}')
        bundle.writestr("database.sqlite3", b"SQLite format 3\0" + b"nonsense" * 600)
        bundle.writestr("secret_key", "x" * 64)
    return path


def test_the_wrong_file_changes_nothing(tmp_path: Path) -> None:
    here = Installation(copied(tmp_path / "data"))
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as bundle:
        bundle.writestr("paiju.json", '{"database": "database.dump"}')
    (tmp_path / "text.zip").write_text("no zip at all")
    wrong = [tmp_path / "nowhere.zip", tmp_path / "text.zip", tmp_path / "other.zip", damaged(tmp_path / "bad.zip")]
    for each in wrong:
        done = here.run("-m", "scripts.backup", "restore", str(each))
        assert done.returncode == 1, each
        assert done.stderr.count("\n") == 1
    assert here.sql("SELECT count(*) FROM django_migrations")[0][0] > 10


PLANTED = """
    CREATE TABLE loot (text);
    CREATE VIEW everybody AS SELECT * FROM accounts_user;
    CREATE TRIGGER spy AFTER UPDATE ON accounts_user BEGIN INSERT INTO loot VALUES (NEW.password); END;
    CREATE TRIGGER paiju_keep_more AFTER INSERT ON accounts_organisation BEGIN
        UPDATE accounts_organisation SET name = name || '!';
    END;
"""


def test_a_restore_takes_over_no_trigger_view_or_table_of_a_stranger(tmp_path: Path) -> None:
    here = Installation(copied(tmp_path / "data"))
    schema = "SELECT name FROM sqlite_master WHERE type != 'index' ORDER BY name"
    ours = here.sql(schema)
    with closing(sqlite3.connect(here.data / "paiju.sqlite3")) as database:
        database.executescript(PLANTED)
    backup = here.do("-m", "scripts.backup", "save")
    here.do("-m", "scripts.backup", "restore", backup)
    assert here.sql(schema) == ours
    assert any("paiju_keep_tournaments_act_delete" in name for (name,) in ours), "our own triggers are up"
    here.add("east")
    assert here.clubs() == ["east"]
