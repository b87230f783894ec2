"""觀測 What machines are told (/healthz, /readyz, /metrics), and what the log says of a request."""

import io
import json
import logging
import logging.config
import sqlite3
from collections.abc import Iterator
from threading import Event

import pytest
from django.conf import settings as site
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from config import health, metrics, watching
from config.logs import Briefly, JsonFormatter, Where
from tests.config.test_database_away import failed
from tests.tournaments.factories import make_event

# --- probes -------------------------------------------------------------------------------------------------------


def test_a_process_that_lives_says_so_whatever_the_host_and_without_tls(client: Client, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT, settings.ALLOWED_HOSTS = True, ["paiju.example"]
    answer = client.get("/healthz", headers={"Host": "10.0.0.9"})
    assert (answer.status_code, answer.content, answer.headers["Cache-Control"]) == (200, b"ok\n", "no-store")


@pytest.mark.django_db
def test_it_is_ready_when_the_database_answers_and_is_as_the_code_expects_it(client: Client) -> None:
    assert client.get("/readyz").json() == {"ready": True}


@pytest.mark.django_db
def test_a_database_without_the_newest_migration_is_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_expected", lambda: {("tournaments", "9999_not_yet")})
    answer = client.get("/readyz")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert answer.json() == {"ready": False, "wrong": "migrations_missing"}


def test_a_database_that_takes_its_time_is_not_waited_for(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    done = Event()
    monkeypatch.setattr(health, "SECONDS", 0.01)
    monkeypatch.setattr(health, "_look", lambda: str(done.wait(10)))
    try:
        assert [client.get("/readyz").json()["wrong"] for _each in range(2)] == ["database_slow"] * 2
    finally:
        done.set()


# --- figures ------------------------------------------------------------------------------------------------------


@pytest.fixture
def counted(settings: Settings) -> Iterator[None]:
    settings.METRICS_TOKEN, settings.METRICS_FROM = "word", ["10.0.0.0/8"]
    metrics._figures.cache_clear()
    yield
    metrics._figures.cache_clear()


def figures(client: Client, word: str = "", address: str = "11.0.0.1") -> HttpResponse:
    return client.get("/metrics", headers={"Authorization": f"Bearer {word}"}, REMOTE_ADDR=address)


@pytest.mark.usefixtures("counted")
def test_figures_are_counted_by_route_and_never_by_address(client: Client) -> None:
    for path in ("/rules/", "/rules/", "/no/such/page/"):
        client.get(path)
    metrics.failed(ValueError())
    text = figures(client, "word").content.decode()
    assert 'paiju_requests_total{method="GET",route="tournaments:rule_sets",status="200"} 2.0' in text
    assert 'route="unresolved",status="404"} 1.0' in text
    assert "/no/such" not in text
    assert 'paiju_request_seconds_bucket{le="0.25",route="tournaments:rule_sets"}' in text
    assert 'paiju_database_errors_total{trouble="other"} 1.0' in text


@pytest.mark.usefixtures("counted")
def test_figures_are_for_those_who_know_the_word_or_ask_from_a_known_address(client: Client) -> None:
    asked = [("word", "11.0.0.1"), ("", "10.2.3.4"), ("wort", "11.0.0.1"), ("", "11.0.0.1"), ("", "nowhere")]
    assert [figures(client, *each).status_code for each in asked] == [200, 200, 404, 404, 404]


def test_nothing_is_counted_and_nothing_told_before_somebody_may_read_it(client: Client) -> None:
    assert client.get("/metrics").status_code == 404
    assert not metrics.on()


# --- the log ------------------------------------------------------------------------------------------------------


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Iterator[list[dict[str, str]]]:
    """What the log says, as machines read it, written while the request is worked on."""
    said: list[dict[str, str]] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if all(each.filter(record) for each in (Where(), Briefly())):
                said.append(json.loads(JsonFormatter().format(record)) | {"about": record.__dict__["about"]})

    handler = Kept()
    loggers = [logging.getLogger(name) for name in ("paiju.slow", "django.request")]
    for logger in loggers:
        logger.addHandler(handler)
    yield said
    for logger in loggers:
        logger.removeHandler(handler)


@pytest.mark.django_db
def test_a_slow_request_stands_in_the_log_with_its_number_and_event(
    client: Client, settings: Settings, lines: list[dict[str, str]]
) -> None:
    event = make_event()
    settings.SLOW_REQUEST = 0
    answer = client.get(f"/e/{event.slug}/?private=word", headers={"X-Request-ID": "proxy-17"})
    assert answer.headers["X-Request-ID"] == "proxy-17"
    line = lines[-1]
    assert (line["request"], line["event"], line["about"]) == ("proxy-17", "evening", " [proxy-17 evening]")
    assert line["message"].startswith("slow: GET /e/<slug:slug>/ 200, ")
    assert "word" not in str(lines)


PRIVATE = (
    "/p/{}/",
    "/r/{}/",
    "/slip/{}/",
    "/api/registrations/{}/",
    "/c/{}/",
    "/p/{}",
    "/p/{}/x/",
    "/slip/{}/%0Aslow/",
)


@pytest.mark.django_db
def test_no_private_link_of_a_slow_refused_or_failed_request_stands_in_the_log(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the handler of the settings writes it, as a line and as JSON."""
    settings.SLOW_REQUEST = 0
    said = io.StringIO()
    config = {**site.LOGGING, "loggers": {**site.LOGGING["loggers"], "django.request": {"level": "INFO"}}}
    logging.config.dictConfig(config)
    monkeypatch.setattr(logging.getLogger().handlers[0], "stream", said)
    for name in ("django", "django.request"):
        monkeypatch.setattr(logging.getLogger(name), "propagate", True)
        monkeypatch.setattr(logging.getLogger(name), "handlers", [])
    strict = Client(enforce_csrf_checks=True, raise_request_exception=False)
    monkeypatch.setattr("tournaments.views.player_pages.player_by_token", lambda *_given: 1 / 0)
    try:
        for where in PRIVATE:
            address = where.format("SECRETTOKEN")
            for more in ({}, {"Referer": f"https://testserver:8/{address}"}):
                strict.get(address, headers=more)
                strict.post(address, headers=more, secure=True)
    finally:
        logging.config.dictConfig(site.LOGGING)
    text = said.getvalue()
    for shown in ("slow: GET /p/<str:token>/ 500", "slow: POST /r/<str:token>/ 403", "slow: GET (unresolved) 404"):
        assert shown in text
    assert "Internal Server Error: /p/<str:token>/" in text
    assert "Forbidden" in text
    assert "SECRETTOKEN" not in text


@pytest.mark.parametrize("given", ["", "two words", "x" * 65, 'a"b', "<b>"])
def test_a_number_that_is_no_plain_word_is_replaced(client: Client, given: str) -> None:
    number = client.get("/rules/", headers={"X-Request-ID": given} if given else {}).headers["X-Request-ID"]
    assert number != given
    assert number.isalnum()


@pytest.mark.django_db
def test_a_slow_statement_is_named_without_its_values(settings: Settings, lines: list[dict[str, str]]) -> None:
    settings.SLOW_QUERY = 0
    watching.watch(connection)
    watching.watch(connection)
    assert connection.execute_wrappers.count(watching.statement) == 1
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s", ["a secret"])
    connection.execute_wrappers.remove(watching.statement)
    assert "slow statement" in lines[-1]["message"]
    assert "a secret" not in str(lines)


def test_an_error_page_has_the_number_that_stands_in_the_log(
    client: Client, lines: list[dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    client.raise_request_exception = False
    monkeypatch.setattr("tournaments.views.rules.render", lambda *_given, **_more: 1 / 0)
    page = client.get("/rules/", headers={"X-Request-ID": "proxy-18"})
    assert page.status_code == 500
    assert "proxy-18" in page.content.decode()
    assert any(line.get("request") == "proxy-18" and "ZeroDivisionError" in line["traceback"] for line in lines)


def test_a_database_that_is_away_is_one_line_and_no_trace_for_each_phone() -> None:

    error = failed(sqlite3.OperationalError("database is locked"))
    error.__cause__.sqlite_errorcode = sqlite3.SQLITE_BUSY
    brief = Briefly()
    records = [
        logging.LogRecord(
            "django.request", logging.ERROR, "", 0, "Internal Server Error: %s", ("/",), (type(error), error, None)
        )
        for _phone in range(3)
    ]
    assert [brief.filter(record) for record in records] == [True, False, False]
    assert JsonFormatter().format(records[0]).count("database is locked") == 1
    assert "traceback" not in JsonFormatter().format(records[0])
