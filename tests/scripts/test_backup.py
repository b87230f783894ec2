"""備份: what is saved comes back whole, on either database; the wrong file changes nothing."""

import os
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PEOPLE = """
from accounts.models import User
print(*User.objects.order_by("pk").values_list("username", flat=True))
"""

EVENT = """
from django.utils import timezone
from accounts.models import Organisation
from tournaments.models import Event
made = {"slug": "evening", "starts_on": "2026-11-26", "ends_on": "2026-11-26", "created_at": timezone.now()}
club = Organisation.objects.create(name="club", handle="club", created_at=timezone.now())
print(Event.objects.create(name="evening", organisation=club, rule_set="hkma-league", **made).page_version)
"""
VERSION = """
from tournaments.models import Event
print(Event.objects.get().page_version)
"""

Install = Callable[[Path], "Installation"]


class Installation:
    """An installation of its own in a folder of its own; every command is a process, as in real life."""

    def __init__(self, folder: Path, database: str | None = None) -> None:
        self.data = folder
        self.env = {**os.environ, "PAIJU_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings"}
        self.env |= {"DATABASE_URL": database} if database else {}
        if not database:
            self.env.pop("DATABASE_URL", None)

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *command], cwd=ROOT, env=self.env, capture_output=True, text=True, check=False
        )

    def do(self, *command: str) -> str:
        done = self.run(*command)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def shell(self, code: str) -> str:
        return self.do("manage.py", "shell", "-v", "0", "-c", code)

    def add(self, name: str) -> None:
        self.shell(f"from accounts.services import create_user; create_user(username='{name}', display_name='{name}')")

    def make_event(self) -> int:
        return int(self.shell(EVENT))

    def page_version(self) -> int:
        return int(self.shell(VERSION))

    def people(self) -> list[str]:
        return self.shell(PEOPLE).split()


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with all tables, made once."""
    first = Installation(tmp_path_factory.mktemp("tables"))
    first.do("manage.py", "migrate", "-v", "0")
    return first.data / "paiju.sqlite3"


@pytest.fixture
def install(tables: Path) -> Callable[[Path], Installation]:
    """A function that makes an installation in a folder."""

    def make(folder: Path) -> Installation:
        folder.mkdir()
        shutil.copy(tables, folder)
        return Installation(folder)

    return make


def round_trip(here: Installation, backup: Path) -> None:
    """Save with two people, add a third, restore: two; take the restore back: three. Each time the pages of an event
    begin with a version that nobody has seen."""
    here.add("chan")
    here.add("lee")
    versions = [here.make_event()]
    here.do("-m", "scripts.backup", "save", str(backup))
    here.add("late")
    said = here.do("-m", "scripts.backup", "restore", str(backup))
    assert here.people() == ["chan", "lee"]
    versions.append(here.page_version())
    assert here.do("manage.py", "migrate", "--check") == ""
    here.do("-m", "scripts.backup", "restore", said.rpartition(" ")[2])
    assert here.people() == ["chan", "lee", "late"]
    versions.append(here.page_version())
    assert sorted(set(versions)) == versions


def test_it_comes_back_whole_on_sqlite(install: Install, tmp_path: Path) -> None:
    backup = tmp_path / "evening.zip"
    round_trip(install(tmp_path / "data"), backup)
    assert backup.stat().st_mode & 0o077 == 0


@pytest.mark.postgres
def test_it_comes_back_whole_on_postgresql(tmp_path: Path) -> None:
    here = Installation(tmp_path / "data", os.environ["DATABASE_URL"])
    here.do("manage.py", "migrate", "-v", "0")
    round_trip(here, tmp_path / "evening.zip")


def test_it_moves_to_another_machine_with_its_key(install: Install, tmp_path: Path) -> None:
    old, new = install(tmp_path / "old"), install(tmp_path / "new")
    backup = old.do("-m", "scripts.backup", "save")
    new.do("-m", "scripts.backup", "restore", backup)
    assert (new.data / "secret_key").read_text() == (old.data / "secret_key").read_text()


def damaged(path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as bundle:
        bundle.writestr("paiju.json", '{"database": "database.sqlite3"}')
        bundle.writestr("database.sqlite3", b"SQLite format 3\0" + b"nonsense" * 600)
        bundle.writestr("secret_key", "x" * 64)
    return path


def test_the_wrong_file_changes_nothing(install: Install, tmp_path: Path) -> None:
    here = install(tmp_path / "data")
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as bundle:
        bundle.writestr("paiju.json", '{"database": "database.dump"}')
    (tmp_path / "text.zip").write_text("no zip at all")
    wrong = [tmp_path / "nowhere.zip", tmp_path / "text.zip", tmp_path / "other.zip", damaged(tmp_path / "bad.zip")]
    for each in wrong:
        done = here.run("-m", "scripts.backup", "restore", str(each))
        assert done.returncode == 1, each
        assert done.stderr.count("\n") == 1
    with closing(sqlite3.connect(tmp_path / "data" / "paiju.sqlite3")) as database:
        assert database.execute("SELECT count(*) FROM django_migrations").fetchone()[0] > 10


PLANTED = """
    CREATE TABLE loot (text);
    CREATE VIEW everybody AS SELECT * FROM accounts_user;
    CREATE TRIGGER spy AFTER UPDATE ON accounts_user BEGIN INSERT INTO loot VALUES (NEW.password); END;
    CREATE TRIGGER paiju_keep_more AFTER INSERT ON accounts_user BEGIN UPDATE accounts_user SET is_superuser = 1; END;
"""


def test_a_restore_takes_over_no_trigger_view_or_table_of_a_stranger(install: Install, tmp_path: Path) -> None:
    here = install(tmp_path / "data")
    with closing(sqlite3.connect(here.data / "paiju.sqlite3")) as database:
        schema = "SELECT name FROM sqlite_master WHERE type != 'index' ORDER BY name"
        ours = database.execute(schema).fetchall()
        database.executescript(PLANTED)
    backup = here.do("-m", "scripts.backup", "save")
    here.do("-m", "scripts.backup", "restore", backup)
    with closing(sqlite3.connect(here.data / "paiju.sqlite3")) as database:
        assert database.execute(schema).fetchall() == ours
    assert any("paiju_keep_tournaments_act_delete" in name for (name,) in ours), "our own triggers are up"
    here.add("chan")
    assert here.shell("from accounts.models import User; print(User.objects.get().is_superuser)") == "False"
