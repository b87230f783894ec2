"""An installation of an earlier version (tests/data/release, made by commit da5ccb2): brought up to date and moved to
another machine, its games, cards, rulings, photo, token and former address are as they were.
"""

import json
import lzma
import os
import sqlite3
import threading
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.scripts.conftest import copied
from tests.scripts.test_backup import Installation
from tests.served import HOST, Server

RELEASE = Path(__file__).parents[1] / "data" / "release"
TOKEN = "paiju_of-the-release-before"
LAST = {
    "sqlite": "spring-league 28 de111eaaeef46cec234fe9c6e7914d44a8f90af67571562badabca8b42e38c58",
    "postgresql": "spring-league 28 83f4333dd3eddbd170a0d6cd8ebc9f93dd0f80456ba0cc0f888dcf8389f5f0b4",
}
"""The last line of the event's history, as `manage.py audit` of that version printed it."""
PAGES = ("", "standings/", "rounds/1/", "screen/")
PROGRAMS = ("", "log/", "players/", "standings/", "rulings/", "cases/")


def read(port: int, path: str, token: str = "") -> tuple[int, str]:
    asked = urllib.request.Request(f"http://{HOST}:{port}{path}", headers={"Accept-Language": "zh-Hant"})
    if token:
        asked.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def everything(port: int) -> dict[str, Any]:
    """What a program reads of the event, by path."""
    answers = {path: read(port, f"/api/events/spring-league/{path}", TOKEN) for path in PROGRAMS}
    answers |= {f"card {game}": read(port, f"/api/games/{game}/card/", TOKEN) for game in range(1, 9)}
    assert {status for status, _text in answers.values()} == {200}
    return {path: json.loads(text) for path, (_status, text) in answers.items()}


def as_it_was(here: Installation, database: str) -> dict[str, Any]:
    assert here.do("manage.py", "audit").splitlines() == [LAST[database], "16 個半莊 games, 0 項不符 differences"]
    with Server(here.env) as server:
        pages = {path: read(server.port, f"/e/spring-league/{path}") for path in PAGES}
        assert {path: status for path, (status, _text) in pages.items()} == dict.fromkeys(PAGES, 200)
        assert read(server.port, "/e/demo/standings/")[0] == 200, "the former address leads on"
        assert not any("陳小明" in text or "chan@example.org" in text for _status, text in pages.values())
        found = everything(server.port)
        cards = [found[f"card {game}"] for game in range(1, 9)]
        for card in cards:
            checked = json.loads(read(server.port, f"/api/cards/{card['code']}/", TOKEN)[1])
            assert (checked["code"], checked["matches"]) == (card["code"], True)
    assert len(found["rulings/"]) == 4
    assert "這張黃牌不是我的" in json.dumps(found["cases/"], ensure_ascii=False)
    assert all(card["signatures"] for card in cards)
    [(photo,)] = here.sql("SELECT image FROM penalties_rulingphoto")
    return found | {"photo": bytes(photo)}


def is_brought_up_to_date_and_moved(old: Installation, new: Installation, database: str) -> None:
    """Migrate, then move to another machine, where readers are at the door."""
    old.do("manage.py", "migrate", "-v", "0")
    before = as_it_was(old, database)
    backup = old.do("-m", "scripts.backup", "save")
    with Server(new.env) as server, readers(server.port) as answers:
        new.do("-m", "scripts.backup", "restore", backup)
        assert everything(server.port) | {"photo": before["photo"]} == before
    assert answers[200]
    assert set(answers) <= {200, 404, 503}, "readers meanwhile: not there yet, there, or one moment"
    assert as_it_was(new, database) == before


def test_a_database_of_an_earlier_version_is_brought_up_to_date_and_moved(tmp_path: Path) -> None:
    old, new = (Installation(copied(tmp_path / name)) for name in ("old", "new"))
    (old.data / "paiju.sqlite3").unlink()
    with closing(sqlite3.connect(old.data / "paiju.sqlite3")) as database:
        database.executescript(lzma.decompress((RELEASE / "sqlite.sql.xz").read_bytes()).decode())
    is_brought_up_to_date_and_moved(old, new, "sqlite")


@pytest.mark.postgres
def test_a_postgresql_database_of_an_earlier_version_is_brought_up_to_date_and_moved(tmp_path: Path) -> None:
    old, new = (on_postgresql(tmp_path / name) for name in ("old", "new"))
    lines = lzma.decompress((RELEASE / "postgresql.sql.xz").read_bytes()).decode().splitlines()
    with psycopg.connect(old.env["DATABASE_URL"]) as database:  # a line with a backslash is for psql
        database.execute("\n".join(line for line in lines if not line.startswith("\\")))  # type: ignore[call-overload]
    new.do("manage.py", "migrate", "-v", "0")
    is_brought_up_to_date_and_moved(old, new, "postgresql")


def on_postgresql(folder: Path) -> Installation:
    """With an empty database of its own."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(f"CREATE DATABASE release_{folder.name}")  # type: ignore[call-overload]
    url = os.environ["DATABASE_URL"].removesuffix("app")
    return Installation(copied(folder, DATABASE_URL=f"{url}release_{folder.name}"))


@contextmanager
def readers(port: int) -> Iterator[Counter[int]]:
    """Three who read the standings again and again, and what they were answered."""
    answers, done = Counter[int](), threading.Event()

    def go_on() -> None:
        while not done.is_set():
            answers[read(port, "/e/spring-league/standings/")[0]] += 1

    threads = [threading.Thread(target=go_on) for _reader in range(3)]
    for each in threads:
        each.start()
    try:
        yield answers
    finally:
        done.set()
        for each in threads:
            each.join()
