"""Huge numbers, NUL, halves of characters, slashes and endless text in every place of every address: never a 500.

By default every place gets a few of the values, by turns (one in three or four). PAIJU_HOSTILE=all tries every value
in every place, and opens the pages of the event after each write that was taken; that takes half an hour.
"""

import json
import os
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client

from tests.security.addresses import ADDRESSES, Address, Way, address_of
from tests.security.hall import Hall, make_hall
from tests.security.hostile import BODIES, DATES, PARTS, TEXTS, VALUES, failures, heard, places, some, spoilt
from tests.security.watching import taken_back
from tournaments.scorecards import pdf

pytestmark = [pytest.mark.django_db, pytest.mark.both]

ALL = os.environ.get("PAIJU_HOSTILE") == "all"
WHO = ("organiser", "head referee", "referee", "player", "stranger", "keeper of accounts", "anybody")
FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
PAGES = ("event", "players", "tables", "rounds", "room", "standings", "screen", "sum", "blacklist", "event_rules")


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Hall:
    monkeypatch.setattr(pdf, "pdf_of", lambda html: b"%PDF-")  # takes a second
    return make_hall()


class Tries:
    """Sends requests and keeps what failed."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.faults: list[str] = []
        self.turn = 0
        # PostgreSQL refuses more than SQLite. `make fuzz` tries far more, on both.
        self.each = 1 if ALL else 3 if connection.vendor == "postgresql" else 4
        self.sent = 0

    def some(self, values: tuple[Any, ...], count: int) -> Iterator[Any]:
        self.turn += 1
        return iter(values) if ALL else some(values, count, self.turn)

    def send(self, told: str, client: Client, method: str, where: str, body: Any = b"", kind: str = JSON) -> None:
        self.sent += 1
        if self.sent % self.each:
            return
        with failures() as thrown, taken_back():
            answer: HttpResponse
            if method == "get":
                answer = client.get(where)
            else:
                answer = client.generic(method.upper(), where, body, content_type=kind)
            if answer.status_code >= 500:
                self.faults.append(f"{told}: {answer.status_code} {thrown}")
            elif ALL and method != "get" and answer.status_code < 400:
                self._look(told)

    def _look(self, told: str) -> None:
        """Whatever was taken can be shown."""
        client = self.hall.browser("organiser")
        for name in PAGES:
            with failures() as thrown:
                answer = client.get(f"/e/{self.hall.event.slug}/{_PATHS.get(name, name + '/')}")
            if answer.status_code >= 500:
                self.faults.append(f"{told}, then {name}: {thrown}")

    def none_failed(self) -> None:
        assert not self.faults, "\n".join(sorted(self.faults)[:60])


_PATHS = {"event": "", "event_rules": "rules/"}


def ways(hall: Hall, *methods: str) -> Iterator[tuple[str, Address, str, Way, Client]]:
    """Each method of each address, with the browser of somebody who may use it."""
    for name, address in ADDRESSES.items():
        for method in methods:
            way: Way | None = getattr(address, method)
            if way is not None:
                who = next((who for who in (*WHO, *sorted(way.may)) if who in way.may), "organiser")
                yield name, address, method, way, hall.browser(who, address.table(hall))


def said(value: Any) -> str:
    return repr(value)[:24]


def test_parts_of_addresses(hall: Hall) -> None:
    tries = Tries(hall)
    for name, address, method, _way, client in ways(hall, "get", "post", "patch"):
        parts = address_of(name, hall).split("/")
        own = {quote(str(arg)) for arg in address.args(hall)}
        for place in (place for place, part in enumerate(parts) if part in own):
            for value in tries.some(PARTS, 2):
                where = "/".join([*parts[:place], value, *parts[place + 1 :]])
                tries.send(f"{method} {where[:60]}", client, method, where, b"{}")
    tries.none_failed()


def test_queries(hall: Hall) -> None:
    tries = Tries(hall)
    for name, _address, _method, _way, client in ways(hall, "get"):
        where = address_of(name, hall)
        with heard() as names:
            client.get(where)
        for field in sorted(names):
            for value in tries.some(TEXTS, 1):
                query = f"{quote(field)}={_encoded(value[:2_000])}"
                tries.send(f"get {name} {field}={said(value)}", client, "get", f"{where}?{query}")
    tries.none_failed()


@pytest.mark.parametrize("third", [0, 1, 2])
def test_fields_of_forms(hall: Hall, third: int) -> None:
    tries = Tries(hall)
    for name, _address, method, way, client in islice(ways(hall, "post"), third, None, 3):
        where = address_of(name, hall)
        if where.startswith("/api/"):
            continue
        with taken_back():
            if way.prepare:
                way.prepare(hall)
            real = _real(hall, way)
            with heard() as names, taken_back():
                client.post(where, real)
            fields = tuple(sorted(names | set(real)))
            # A form of a win looks for hundreds of fans, which are all read alike.
            for field in tries.some(fields, min(len(fields), 8)):
                for value in tries.some(TEXTS, 2):
                    body = "&".join(f"{quote(key)}={_encoded(one)}" for key, one in (real | {field: value}).items())
                    tries.send(f"{method} {name} {field}={said(value)}", client, method, where, body, FORM)
    tries.none_failed()


@pytest.mark.parametrize("third", [0, 1, 2])
def test_places_of_documents(hall: Hall, third: int) -> None:
    tries = Tries(hall)
    for name, _address, method, way, client in islice(ways(hall, "post", "patch"), third, None, 3):
        where = address_of(name, hall)
        if not where.startswith("/api/"):
            continue
        with taken_back():
            if way.prepare:
                way.prepare(hall)
            real = json.loads(json.dumps(_real(hall, way), default=str))
            with heard() as names, taken_back():
                client.generic(method.upper(), where, json.dumps(real), content_type=JSON)
            whole = {**dict.fromkeys(sorted(names)), **real} if isinstance(real, dict) else real
            if isinstance(real, list):
                whole = [{**dict.fromkeys(sorted(names)), **row} for row in real]
            for path in places(whole):
                for value in tries.some(VALUES, 2):
                    body = json.dumps(_without_unset(spoilt(whole, path, value), real, path))
                    tries.send(f"{method} {name} {path}={said(value)}", client, method, where, body)
            for body in tries.some(BODIES, 2):
                tries.send(f"{method} {name} {said(body)}", client, method, where, body)
    tries.none_failed()


_DATED = re.compile(r"day|days|until|since|before|after|(.*_)?(at|on|day|days)")


def test_no_date_at_an_end_of_the_calendar_breaks_an_address(hall: Hall) -> None:
    tries = Tries(hall)
    tries.each = 1
    for name, _address, method, way, client in ways(hall, "post", "patch"):
        where = address_of(name, hall)
        with taken_back():
            if way.prepare:
                way.prepare(hall)
            real = json.loads(json.dumps(_real(hall, way), default=str))
            if not isinstance(real, dict):
                continue
            with heard() as names, taken_back():
                if where.startswith("/api/"):
                    client.generic(method.upper(), where, json.dumps(real), content_type=JSON)
                else:
                    client.post(where, real)
            for field in sorted(field for field in {*names, *real} if _DATED.fullmatch(field)):
                for date in DATES:
                    value = [date] if isinstance(real.get(field), list) else date
                    if where.startswith("/api/"):
                        tries.send(f"{name} {field}={date}", client, method, where, json.dumps(real | {field: value}))
                    else:
                        body = "&".join(f"{quote(key)}={_encoded(one)}" for key, one in (real | {field: date}).items())
                        tries.send(f"{name} {field}={date}", client, method, where, body, FORM)
    assert tries.sent > 100
    tries.none_failed()


def _real(hall: Hall, way: Way) -> Any:
    """A body that really writes something."""
    assert way.body is not None
    body = way.body(hall)
    return body if isinstance(body, list) else dict(body)


def _encoded(value: object) -> str:
    return quote(str(value).encode("utf-8", "surrogatepass"))


def _without_unset(document: Any, real: Any, path: tuple[Any, ...]) -> Any:
    """The document without the fields that only stand in it so that one of them could be tried."""
    if isinstance(document, list):
        return [_without_unset(row, real[0], path[1:]) for row in document] if isinstance(real, list) else document
    if not isinstance(document, dict) or not isinstance(real, dict):
        return document
    return {key: value for key, value in document.items() if key in real or key in path[:1]}


@pytest.mark.parametrize(
    ("name", "who"), [("tournaments:event_acts", "organiser"), ("accounts:log", "keeper of accounts")]
)
def test_a_log_is_filtered_by_no_more_than_a_name(hall: Hall, name: str, who: str) -> None:
    """SQLite takes no pattern of 50,000 letters."""
    assert hall.browser(who).get(address_of(name, hall), {"who": "x" * 60_000}).status_code == 200
