"""What the settings take from the machine: words, the key that is made once, the database's manners."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from django.db import connection

from config import environment
from config.settings import _database


@pytest.mark.parametrize(
    ("value", "expected"), [("1", True), ("True", True), ("yes", True), ("0", False), ("no", False), ("", False)]
)
def test_a_flag_says_yes_or_no(monkeypatch: pytest.MonkeyPatch, value: str, expected: bool) -> None:
    monkeypatch.setenv("PAIJU_TRIED", value)
    assert environment.flag("PAIJU_TRIED") is expected


def test_words_stand_between_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIJU_TRIED", " a.example, b.example ,")
    assert environment.words("PAIJU_TRIED", ["other"]) == ["a.example", "b.example"]
    monkeypatch.setenv("PAIJU_TRIED", "")
    assert environment.words("PAIJU_TRIED", ["other"]) == ["other"]


def test_the_key_is_given_or_made_once_for_its_owner_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SECRET_KEY", "given")
    assert environment.secret_key(tmp_path / "key") == "given"
    assert not (tmp_path / "key").exists()
    monkeypatch.delenv("SECRET_KEY", raising=False)
    keeper = tmp_path / "var" / "key"
    made = environment.secret_key(keeper)
    assert len(made) > 50
    assert stat.S_IMODE(keeper.stat().st_mode) == 0o600
    assert environment.secret_key(keeper) == made
    assert list(keeper.parent.iterdir()) == [keeper]


def test_processes_that_start_at_once_agree_on_the_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    together = Barrier(8)

    def start(_number: int) -> str:
        together.wait()
        return environment.secret_key(tmp_path / "key")

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(start, range(8)))) == 1


def test_the_site_leaves_a_folder_of_everybody_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    environment.keep_private(tmp_path)
    assert tmp_path.stat().st_mode & 0o7777 == 0o1777
    environment.keep_private(tmp_path / "new" / "data")
    assert (tmp_path / "new" / "data").stat().st_mode & 0o077 == 0


@pytest.mark.django_db
@pytest.mark.sqlite
def test_sqlite_lets_readers_and_the_writer_be() -> None:
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert cursor.execute("PRAGMA busy_timeout").fetchone() == (20_000,)
    # Every commit waits for the disk; only tests do without (config/settings_test.py).
    assert "PRAGMA synchronous=FULL;" in _database()["OPTIONS"]["init_command"]
    assert _database()["OPTIONS"]["timeout"] == 5
    assert connection.transaction_mode == "IMMEDIATE"
