"""觀測 Endpoints for machines (/healthz, /readyz, /metrics) and the log line of a request."""

import io
import json
import logging
import logging.config
import socket
import sqlite3
from collections.abc import Iterator
from unittest import mock

import pytest
from django.conf import settings as site
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from config import settings as config_settings
from config import views
from config.logs import JsonFormatter, RequestFilter
from tests.config.test_database_away import failed

METRICS_MIDDLEWARE = [
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    *site.MIDDLEWARE,
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]

# --- probes -------------------------------------------------------------------------------------------------------


def test_a_process_that_lives_says_so_under_its_own_name_and_without_tls(client: Client, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.ALLOWED_HOSTS = config_settings.ALLOWED_HOSTS
    answer = client.get("/healthz", headers={"Host": f"{socket.gethostname().lower()}:8000"})
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert "no-store" in answer.headers["Cache-Control"]
    assert not answer.cookies


@pytest.mark.django_db
def test_the_site_is_ready_when_the_database_answers_and_is_as_the_code_expects_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/readyz").json() == {"ready": True}
    monkeypatch.setattr(views, "migrations_of_code", lambda: {("tournaments", "9999_not_yet")})
    answer = client.get("/readyz")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert answer.json() == {"ready": False, "wrong": "migrations_missing"}


# --- figures ------------------------------------------------------------------------------------------------------


@pytest.fixture
def counted(settings: Settings) -> None:
    settings.METRICS_TOKEN, settings.METRICS_FROM = "word", ["10.0.0.0/8"]
    settings.MIDDLEWARE = METRICS_MIDDLEWARE


def figures(client: Client, word: str = "", address: str = "11.0.0.1") -> HttpResponse:
    return client.get("/metrics", headers={"Authorization": f"Bearer {word}"}, REMOTE_ADDR=address)


@pytest.mark.django_db
@pytest.mark.usefixtures("counted")
def test_figures_are_counted_by_route_and_never_by_address(client: Client) -> None:
    for path in ("/rules/", "/rules/", "/p/SECRETTOKEN/", "/no/such/page/"):
        client.get(path)
    text = figures(client, "word").content.decode()
    by_view = "django_http_responses_total_by_status_view_method_total"
    assert f'{by_view}{{method="GET",status="200",view="tournaments:rule_sets"}} 2.0' in text
    assert "SECRETTOKEN" not in text
    assert "/no/such" not in text
    asked = [("word", "11.0.0.1"), ("", "10.2.3.4"), ("wort", "11.0.0.1"), ("", "11.0.0.1"), ("", "nowhere")]
    assert [figures(client, *each).status_code for each in asked] == [200, 200, 404, 404, 404]


def test_nothing_is_counted_and_nothing_told_before_somebody_may_read_it(client: Client) -> None:
    assert client.get("/metrics").status_code == 404
    assert not any("prometheus" in name for name in site.MIDDLEWARE)


# --- the log ------------------------------------------------------------------------------------------------------


@pytest.fixture
def lines() -> Iterator[list[dict[str, str]]]:
    """What the log says, as machines read it, written while the request is worked on."""
    said: list[dict[str, str]] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            RequestFilter().filter(record)
            said.append(json.loads(JsonFormatter().format(record)))

    handler = Kept()
    loggers = [logging.getLogger(name) for name in ("config.errors", "django.request")]
    for logger in loggers:
        logger.addHandler(handler)
    yield said
    for logger in loggers:
        logger.removeHandler(handler)


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
def test_no_private_link_of_a_refused_or_failed_request_is_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the handler of the settings writes it."""
    said = io.StringIO()
    config = {**site.LOGGING, "loggers": {**site.LOGGING["loggers"], "django.request": {"level": "INFO"}}}
    logging.config.dictConfig(config)
    monkeypatch.setattr(logging.getLogger().handlers[0], "stream", said)
    for name in ("django", "django.request"):
        monkeypatch.setattr(logging.getLogger(name), "propagate", True)
        monkeypatch.setattr(logging.getLogger(name), "handlers", [])
    strict = Client(enforce_csrf_checks=True, raise_request_exception=False)
    monkeypatch.setattr("tournaments.standings.views.player_by_token", lambda *_given: 1 / 0)
    try:
        for where in PRIVATE:
            address = where.format("SECRETTOKEN")
            for more in ({}, {"Referer": f"https://testserver:8/{address}"}):
                strict.get(address, headers=more)
                strict.post(address, headers=more, secure=True)
    finally:
        logging.config.dictConfig(site.LOGGING)
    text = said.getvalue()
    for shown in ("Internal Server Error: /p/<str:token>/", "Not Found: (unresolved)", "Forbidden"):
        assert shown in text
    assert "SECRETTOKEN" not in text


@pytest.mark.parametrize("given", ["", "two words", "x" * 65, 'a"b', "<b>"])
def test_a_number_that_is_no_plain_word_is_replaced(client: Client, given: str) -> None:
    number = client.get("/rules/", headers={"X-Request-ID": given} if given else {}).headers["X-Request-ID"]
    assert number != given
    assert number.isalnum()


def test_an_error_page_has_the_number_that_stands_in_the_log(
    client: Client, lines: list[dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    client.raise_request_exception = False
    monkeypatch.setattr("tournaments.rulebook.views.render", lambda *_given, **_more: 1 / 0)
    page = client.get("/rules/", headers={"X-Request-ID": "proxy-18"})
    assert page.status_code == 500
    assert "proxy-18" in page.content.decode()
    assert any(line.get("request") == "proxy-18" and "ZeroDivisionError" in line["traceback"] for line in lines)


def test_a_database_that_is_locked_is_one_line_and_no_trace(
    client: Client, lines: list[dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    cause = sqlite3.OperationalError("database is locked")
    cause.sqlite_errorcode = sqlite3.SQLITE_BUSY
    monkeypatch.setattr("tournaments.rulebook.views.render", mock.Mock(side_effect=failed(cause)))
    client.raise_request_exception = False
    page = client.get("/rules/", headers={"X-Request-ID": "proxy-19"})
    assert (page.status_code, page.headers["Retry-After"]) == (503, "2")
    assert "proxy-19" in page.content.decode()
    [line] = lines
    assert (line["request"], line["message"]) == ("proxy-19", "busy: database is locked")
    assert "traceback" not in line
