"""資料庫 The database is away, busy or full: 503, words that say what to do, and recovery without a restart."""

import ast
import errno
import json
import sqlite3
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any
from unittest import mock

import psycopg
import pytest
from django.conf import settings as site
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import create_token
from config.errors import Trouble, trouble_of
from tests.config.relay import Relay
from tests.markup import url
from tests.tournaments.factories import add_member, make_event, make_game, make_user
from tournaments.core import locks
from tournaments.models import Act, Game, HandRecord, Player, Role
from tournaments.tables.services import recording

REWARD = {"type": "reward", "kind": "concealed_kong", "seat": 0}
WAIT = 0.5
"""Seconds that the pool of these tests waits for a connection."""

Ask = Callable[..., HttpResponse]


@pytest.fixture
def referee(transactional_db: None) -> User:
    return make_user()


@pytest.fixture
def game(referee: User) -> Game:
    return make_game(event=make_event(rule_set="hk-classic"), referee=referee)


# --- away: a server that cannot be reached ------------------------------------------------------------------------


@pytest.fixture
def wire(game: Game, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Relay]:
    """The site reaches its server over a wire of this test."""
    known = connection.settings_dict
    folder = Path(tmp_path_factory.mktemp("w"))
    connection.close()
    connection.close_pool()
    relay = Relay(folder, known["HOST"])
    with monkeypatch.context() as changed:
        changed.setitem(known, "HOST", str(folder))
        changed.setitem(
            known["OPTIONS"], "pool", {"min_size": 1, "max_size": 4, "timeout": WAIT, "reconnect_timeout": WAIT}
        )
        yield relay
        connection.close()
        connection.close_pool()


@pytest.fixture
def ask(referee: User, game: Game) -> Ask:
    """Send requests as a signed-in user, each time with a connection from the pool."""
    pages, program = Client(raise_request_exception=False), Client(raise_request_exception=False)
    pages.force_login(referee)
    secret = create_token(user=referee, name="a program", now=timezone.now())[1]

    def asking(path: str, data: Any = None) -> HttpResponse:
        connection.close()
        try:
            if data is None:
                return pages.get(path)
            headers = {"Authorization": f"Token {secret}"}
            return program.post(path, json.dumps(data), content_type="application/json", headers=headers)
        finally:
            connection.close()

    return asking


def hand(game: Game, ask: Ask, key: str = "") -> int:
    return ask(url("api:hands", game.pk), entry(key or str(uuid.uuid4()))).status_code


def entry(key: str) -> dict[str, Any]:
    return {"client_key": key, "seen": 0, "event": REWARD}


def until_back(ask: Ask, page: str) -> int:
    """Ask until the site answers as usual; it has as long as the pool goes on trying, and a margin."""
    until = monotonic() + 20
    while (status := ask(page).status_code) != 200 and monotonic() < until:
        sleep(0.1)
    return status


@pytest.mark.postgres
def test_while_the_server_is_away_requests_get_503_and_the_site_recovers_alone(
    wire: Relay, ask: Ask, game: Game, client: Client
) -> None:
    page = f"/g/{game.pk}/"
    assert ask(page).status_code == 200
    wire.cut()
    for _time in range(3):
        began = monotonic()
        answer = ask(page)
        assert monotonic() - began < 5
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "3")
        assert "資料庫暫時連不上。請等幾秒再試一次。" in answer.content.decode()
    key = str(uuid.uuid4())
    assert hand(game, ask, key) == 503
    assert ask("/healthz").status_code == 200
    assert ask("/readyz").json()["wrong"] == "database_away"
    wire.mend()
    assert until_back(ask, page) == 200
    assert hand(game, ask, key) == hand(game, ask, key) == 200
    assert ask("/readyz").status_code == 200
    assert Act.objects.filter(game=game).count() == 1


@pytest.mark.postgres
def test_connections_that_died_in_the_pool_are_replaced_before_anybody_meets_them(
    wire: Relay, ask: Ask, game: Game
) -> None:
    pool = connection.pool
    pool.open()
    for held in [pool.getconn(timeout=20) for _each in range(3)]:
        pool.putconn(held)
    pool.timeout = 20
    wire.drop()
    assert hand(game, ask) == 200
    assert ask(f"/g/{game.pk}/").status_code == 200


@pytest.mark.postgres
def test_what_broke_while_it_was_written_is_not_half_there(
    wire: Relay, ask: Ask, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = recording.write
    monkeypatch.setattr(recording, "write", lambda *given, **more: (written(*given, **more), wire.cut())[0])
    answer = ask(url("api:hands", game.pk), entry(str(uuid.uuid4())))
    assert answer.status_code == 503
    assert answer.json()["errors"][0]["code"] == "database_away"
    assert "沒有儲存" not in answer.content.decode()
    wire.mend()
    assert until_back(ask, f"/g/{game.pk}/") == 200
    assert not Act.objects.filter(game=game).exists()
    assert not HandRecord.objects.filter(game=game).exists()
    assert Game.objects.get(pk=game.pk).book_version == 0


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_statement_that_never_ends_is_ended_by_the_server() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == ("30s",)
        cursor.execute("SET LOCAL statement_timeout = '10ms'")
        with pytest.raises(OperationalError) as error:
            cursor.execute("SELECT pg_sleep(10)")
    assert trouble_of(error.value) is Trouble.BUSY
    connection.needs_rollback = True


# --- busy and full: SQLite ----------------------------------------------------------------------------------------


@pytest.fixture
def organiser(transactional_db: None, client: Client) -> Client:
    event = make_event()
    person = make_user("boss")
    add_member(event, person, Role.ORGANISER)
    client.force_login(person)
    client.raise_request_exception = False
    return client


def many(client: Client, count: int) -> Any:
    rows = [{"name": f"選手{number} " + "長" * 30} for number in range(count)]
    return client.post(url("api:players", "evening"), json.dumps(rows), content_type="application/json")


@pytest.mark.sqlite
def test_another_writer_of_the_file_is_not_waited_for_without_end(organiser: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 20")
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        answer = many(organiser, 1)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
        assert answer.json()["errors"][0]["code"] == "busy"
        assert organiser.get("/e/evening/").status_code == 200
        other.execute("ROLLBACK")
        assert many(organiser, 1).status_code == 201
    finally:
        other.close()
        connection.close()


@pytest.mark.sqlite
def test_a_full_disk_takes_nothing_in_halves_and_says_whom_to_tell(organiser: Client) -> None:
    with connection.cursor() as cursor:
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages + 2}")
    try:
        answer = many(organiser, 400)
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (503, "disk_full")
        page = organiser.post("/e/evening/players/import/", {"text": "\n".join(f"{n} {'長' * 50}" for n in range(400))})
        assert not Player.objects.exists()
        assert organiser.get("/e/evening/").status_code == 200
    finally:
        connection.close()
    assert page.status_code in (200, 503)
    assert many(organiser, 4).status_code == 201


# --- which trouble it is ------------------------------------------------------------------------------------------


def failed(cause: Exception) -> OperationalError:
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


def test_what_the_drivers_say_is_told_apart() -> None:
    def state(code: str | None) -> Exception:
        return type("Failed", (psycopg.OperationalError,), {"sqlstate": code})("said")

    expected = {"40P01": "busy", "40001": "busy", "53100": "disk_full", "53300": "busy", "57P01": "database_away"}
    assert {code: trouble_of(failed(state(code))) for code in expected} == {
        code: Trouble(value) for code, value in expected.items()
    }
    assert trouble_of(failed(state(None))) is Trouble.AWAY
    assert trouble_of(failed(psycopg.ProgrammingError("no such column"))) is None
    assert trouble_of(failed(sqlite3.OperationalError("no such table"))) is None
    assert trouble_of(OSError(errno.ENOSPC, "full")) is Trouble.FULL
    assert trouble_of(ValueError()) is trouble_of(None) is None


# --- deadlocks ----------------------------------------------------------------------------------------------------


@pytest.fixture
def found_soon(game: Game) -> Iterator[None]:
    """PostgreSQL looks for deadlocks after a tenth of a second."""
    options = connection.settings_dict["OPTIONS"]
    connection.close()
    connection.close_pool()
    before, options["options"] = options["options"], "-c deadlock_timeout=100ms"
    yield
    options["options"] = before
    connection.close()
    connection.close_pool()


@pytest.mark.postgres
def test_a_hand_that_lost_a_deadlock_is_recorded_by_the_second_try(
    found_soon: None, ask: Ask, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost: list[bool] = []
    asked_of = locks.given_up
    monkeypatch.setattr(locks, "given_up", lambda error: (lost.append(asked_of(error)), lost[-1])[1])
    answers: list[int] = []
    recording = Thread(target=lambda: answers.append(hand(game, ask)))
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("SET deadlock_timeout = '1min'")
        # A hand locks its game, then counts up the event: somebody else does it the other way about.
        other.execute("SELECT FROM tournaments_event WHERE id = %s FOR UPDATE", [game.event_id])
        recording.start()
        # Other databases of the server have waiting locks of their own: only one that waits for us counts.
        waits_for_us = "SELECT count(*) FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))"
        while not other.execute(waits_for_us).fetchone()[0]:
            sleep(0.01)
        other.execute("SELECT FROM tournaments_game WHERE id = %s FOR UPDATE", [game.pk])
    recording.join()
    assert (answers, lost) == ([200], [True])
    assert Act.objects.filter(game=game).count() == HandRecord.objects.filter(game=game).count() == 1


@pytest.mark.parametrize(("state", "tries"), [("40001", 2), ("40P01", 2), ("55P03", 1)])
@pytest.mark.django_db
def test_only_what_another_transaction_made_fail_is_tried_again_and_only_once(state: str, tries: int) -> None:
    begun = []

    def service() -> None:
        begun.append(state)
        raise failed(type("Failed", (psycopg.OperationalError,), {"sqlstate": state})("said"))

    with pytest.raises(OperationalError):
        locks.retry_on_deadlock(service)()
    assert len(begun) == 1  # inside a transaction of the caller
    begun.clear()
    with mock.patch.object(connection, "in_atomic_block", False), pytest.raises(OperationalError):
        locks.retry_on_deadlock(service)()
    assert len(begun) == tries


TWICE = {"in_one_transaction", "retry_on_deadlock", "contextmanager"}
WITHIN = {"append_act", "begin", "follow_notes", "store_adjustments"}
"""Always called inside the transaction of another service."""
ONCE = {"check_pin", "erase_overdue"}
"""Counts a try, whatever becomes of the request; a command that goes on where it stopped when it is run again."""


@pytest.mark.parametrize("app", ["tournaments", "penalties"])
def test_every_service_that_opens_a_transaction_is_tried_twice(app: str) -> None:
    once = [
        f"{path.name}: {node.name}"
        for path in sorted((Path(site.BASE_DIR) / app).rglob("*.py"))
        if "services" in path.parts or path.stem in ("services", "event_log")
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef) and opens(node) and not node.name.startswith("_")
        if not {"in_one_transaction", "retry_on_deadlock", "contextmanager"}
        & {ast.unparse(each) for each in node.decorator_list}
        if node.name not in WITHIN | ONCE
    ]
    assert once == []


def opens(node: ast.FunctionDef) -> bool:
    inside = [each.context_expr for part in ast.walk(node) if isinstance(part, ast.With) for each in part.items]
    return any("atomic" in ast.unparse(each) for each in [*inside, *node.decorator_list])
