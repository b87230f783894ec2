"""副本 Public pages from a streaming copy: what everybody sees, what staff see, and who answers when."""

import json
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from django.db import OperationalError, connection
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from psycopg import errors

from accounts.replica import Router, reads_replica
from accounts.services import create_token
from config import away, replica
from config.replica import Lag, OfPublicPages, read
from tests.bench import servers
from tests.bench.client import Answer, Connection
from tests.config.standby import Standby, standby_of
from tests.tournaments.factories import make_event, make_game, make_user
from tournaments.models import Event, Game
from tournaments.web.page_cache import version_in

PATIENCE = 20.0
"""Seconds that a busy machine may take until the copy has what was written."""
ROWS = "/live/zh-hant/e/evening/standings/rows/"


class Hall(NamedTuple):
    """A server with a copy, and who asks it."""

    port: int
    game: Game
    standby: Standby
    token: str
    session: str

    def get(self, path: str, *, mark: str = "", staff: bool = False) -> Answer:
        lines = f"If-None-Match: {mark}\r\n" if mark else ""
        lines += f"Cookie: sessionid={self.session}\r\n" if staff else ""
        with Connection(self.port) as line:
            return line.get(path, lines)

    def record(self) -> None:
        body = {"event": {"type": "reward", "kind": "concealed_kong", "seat": 0}, "client_key": str(uuid.uuid4())}
        body["seen"] = Game.objects.get(pk=self.game.pk).book_version  # type: ignore[assignment]
        with Connection(self.port, {"Authorization": f"Bearer {self.token}"}) as line:
            answer = line.post(reverse("api:hands", args=[self.game.pk]), json.dumps(body).encode(), "application/json")
        assert answer.status == 200, answer.body

    def shown(self, version: int, *, source: str) -> Answer:
        """What everybody is shown, once it is this version and comes from there."""
        stop = time.monotonic() + PATIENCE
        while time.monotonic() < stop:
            answer = self.get(ROWS)
            if answer.value("x-read-from") == source and version_in(answer.value("etag")) >= version:
                return answer
            time.sleep(0.05)
        raise AssertionError("it does not come there")


@pytest.fixture
def hall(transactional_db: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Hall]:
    referee = make_user()
    game = make_game(make_event(), referee)
    client = Client()
    client.force_login(referee)
    token = create_token(user=referee, name="a program", now=timezone.now())[1]
    known = connection.settings_dict
    socket = known["HOST"].replace("/", "%2F")
    with standby_of(known) as standby:
        environment = {
            "DATABASE_URL": f"postgres://{known['USER']}@{socket}/{known['NAME']}",
            "REPLICA_URL": standby.url,
            "PAIJU_REPLICA_LAG": "600",
            "PAIJU_DATA": str(tmp_path),
            "HOST": "127.0.0.1",
            "WEB_WORKERS": "1",
        }
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        with servers.one_more("config.settings_test") as server:
            yield Hall(server.port, game, standby, token, client.cookies["sessionid"].value)


@pytest.mark.postgres
def test_staff_read_what_they_wrote_and_the_public_what_the_copy_has(hall: Hall) -> None:
    hall.record()
    first = Event.objects.get().standings_version
    before = hall.shown(first, source="replica")
    table = f"/live/zh-hant{reverse('tournaments:table', args=[hall.game.pk])}"
    table_before = hall.get(table).body

    hall.standby.pause()
    hall.record()
    newest = Event.objects.get().standings_version
    # The public sees the page of before, under the version of before.
    assert (still := hall.get(ROWS)).value("etag") == before.value("etag")
    assert still.body == before.body
    assert hall.get(ROWS, mark=before.value("etag")).status == 304
    assert hall.get(table).body == table_before
    public = hall.get("/e/evening/standings/").body.decode()
    pages = Event.objects.get().page_version
    assert f"-{first}-{pages}-rows-" in public
    # Who has signed in sees what was written, and what they poll then is never older.
    assert f"-{newest}-{pages}-rows-" in hall.get("/e/evening/standings/", staff=True).body.decode()
    mark = before.value("etag").replace(f"-{first}-{pages}-rows", f"-{newest}-{pages}-rows")
    assert hall.get(ROWS, mark=mark).status == 304
    # One who knows more has the page read for all: whoever comes then is told either.
    assert version_in(hall.get(ROWS).value("etag")) in (first, newest)
    assert hall.get(ROWS, mark=mark).status == 304
    # What was made meanwhile is found all the same.
    make_event("another")
    assert hall.get("/e/another/").status == 200

    hall.standby.resume()
    after = hall.shown(newest, source="replica")
    assert after.value("etag") == mark
    assert after.body != before.body

    # The copy is gone: the next hand is on everybody's page all the same.
    hall.standby.stop()
    hall.record()
    assert hall.shown(newest + 1, source="").status == 200
    assert hall.get(table).status == hall.get("/e/evening/").status == 200
    hall.standby.start()


# --- without a server -------------------------------------------------------------------------------------------------


class Servers:
    """Two servers that write and follow as the test says."""

    def __init__(self) -> None:
        self.written, self.there, self.now = 100, 100, 50.0
        self.gone = ""
        self.lag = Lag(self.position, lambda: self.now)

    def position(self, alias: str, _function: str) -> int:
        if alias == self.gone:
            away.of(alias).begins()
            raise OperationalError from errors.AdminShutdown()
        away.of(alias).is_over()
        return self.written if alias == "default" else self.there

    def after(self, seconds: float) -> bool:
        self.now += seconds
        return self.lag.may_be_read()


@pytest.fixture
def two(settings) -> Iterator[Servers]:
    settings.REPLICA_LAG = 10
    yield Servers()
    for alias in ("default", "replica"):
        away.of(alias).is_over()


def test_a_copy_that_follows_is_read_from_and_one_that_stays_behind_is_not(two: Servers) -> None:
    assert two.after(0)
    two.written = 200
    assert all(two.after(2) for _look in range(5))
    assert not two.after(2)
    two.there = 199
    assert not two.after(2)
    two.there = 200
    assert two.after(1.1)


def test_a_busy_primary_is_followed_although_the_copy_never_has_its_last_word(two: Servers) -> None:
    two.written = 101
    assert not two.after(0)
    for _second in range(30):
        two.there, two.written = two.written, two.written + 50
        assert two.after(1.1)


def test_a_copy_that_is_away_is_left_alone_and_taken_again(two: Servers) -> None:
    assert two.after(0)
    two.gone = "replica"
    assert not two.after(1.1)
    two.gone = ""
    assert two.after(1.1)


def test_while_the_primary_is_away_the_copy_is_the_newest_there_is(two: Servers) -> None:
    assert two.after(0)
    two.gone = "default"
    assert all(two.after(30) for _look in range(5))


@pytest.fixture
def fresh(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.DATABASES, "replica", {})
    monkeypatch.setattr(replica, "_lag", Lag(lambda _alias, _function: 1))


def tells() -> HttpResponse:
    return HttpResponse("replica" if reads_replica() else "primary")


@pytest.mark.parametrize("trouble", [Http404(), OperationalError()])
def test_what_the_copy_does_not_know_or_cannot_say_the_primary_is_asked(fresh: None, trouble: Exception) -> None:
    if isinstance(trouble, OperationalError):
        trouble.__cause__ = errors.SerializationFailure()  # what it read was taken away from under it

    def view() -> HttpResponse:
        if reads_replica():
            raise trouble
        return tells()

    assert read(tells).content == b"replica"
    assert read(view).content == b"primary"
    assert not reads_replica()


def test_a_fault_of_the_site_is_not_tried_twice(fresh: None) -> None:
    with pytest.raises(ZeroDivisionError):
        read(lambda: HttpResponse(str(1 // 0)))


@pytest.mark.parametrize(
    ("given", "lags", "told"),
    [
        ({}, True, b"replica"),
        ({}, False, b"primary"),
        ({"HTTP_COOKIE": "sessionid=1"}, True, b"primary"),
        ({"HTTP_AUTHORIZATION": "Bearer 1"}, True, b"primary"),
        ({"REQUEST_METHOD": "POST"}, True, b"primary"),
    ],
)
def test_only_public_pages_for_nobody_are_read_there(
    fresh: None, given: dict[str, str], lags: bool, told: bytes
) -> None:
    def view(_request: object) -> HttpResponse:
        return tells()

    view.may_lag = lags  # type: ignore[attr-defined]

    def site(request: HttpRequest) -> HttpResponse:
        return middleware.process_view(request, view, (), {}) or view(request)

    middleware = OfPublicPages(site)
    assert middleware(RequestFactory().generic("GET", "/", **given)).content == told


def test_what_is_written_goes_to_the_primary_whatever_is_read(fresh: None) -> None:
    router = Router()
    seen: list[str] = []
    read(lambda: seen.extend([router.db_for_read(Event), router.db_for_write(Event)]) or HttpResponse())
    assert seen == ["replica", "default"]
