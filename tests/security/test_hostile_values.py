"""Huge numbers, NUL, halves of characters, slashes and endless text in every place of every address: never a 500.

By default every place gets a few of the values, by turns, and one in eight of these is sent (with FULL=1 one in three).
PAIJU_HOSTILE=all tries every value in every place, and opens the pages of the event after each write that was taken;
that takes half an hour.
"""

import json
import os
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from tests.lacking import FULL
from tests.security.addresses import ADDRESSES, Address, Way, address_of
from tests.security.hall import FullHall
from tests.security.hostile import BODIES, DATES, PARTS, TEXTS, VALUES, failures, heard, places, some, spoilt
from tests.security.watching import taken_back

pytestmark = [pytest.mark.django_db, pytest.mark.both]

ALL = os.environ.get("PAIJU_HOSTILE") == "all"
WHO = ("organiser", "head referee", "referee", "player", "stranger", "keeper of accounts", "anybody")
FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
PAGES = ("", "players/", "tables/", "rounds/", "room/", "standings/", "screen/", "sum/", "blacklist/", "rules/")


class Tries:
    """Sends requests and keeps what failed."""

    def __init__(self, hall: FullHall) -> None:
        self.hall = hall
        self.faults: list[str] = []
        self.turn = 0
        self.each = 1 if ALL else 3 if FULL else 8  # `make fuzz` tries far more
        self.sent = 0

    def some(self, values: tuple[Any, ...], count: int) -> Iterator[Any]:
        self.turn += 1
        return iter(values) if ALL else some(values, count, self.turn)

    def send(self, told: str, client: Client, method: str, where: str, body: Any = b"", kind: str = JSON) -> None:
        self.sent += 1
        if self.sent % self.each:
            return
        with taken_back():
            status = self._try(told, client, method, where, body, kind)
            if ALL and method != "get" and status < 400:  # whatever was taken can be shown
                for page in PAGES:
                    organiser = self.hall.browser("organiser")
                    self._try(f"{told}, then {page}", organiser, "get", f"/e/{self.hall.event.slug}/{page}", b"", "")

    def _try(self, told: str, client: Client, method: str, where: str, body: Any, kind: str) -> int:
        with failures() as thrown:
            answer: Any = client.generic(method.upper(), where, body, content_type=kind)
        if answer.status_code >= 500:
            self.faults.append(f"{told}: {answer.status_code} {thrown}")
        return int(answer.status_code)

    def none_failed(self) -> None:
        assert not self.faults, "\n".join(sorted(self.faults)[:60])


def ways(hall: FullHall, *methods: str) -> Iterator[tuple[str, Address, str, Way, Client]]:
    """Each method of each address, with the browser of somebody who may use it."""
    for name, address in ADDRESSES.items():
        for method in methods:
            way: Way | None = getattr(address, method)
            if way is not None:
                who = next((who for who in (*WHO, *sorted(way.may)) if who in way.may), "organiser")
                yield name, address, method, way, hall.browser(who, address.table(hall))


def writes(hall: FullHall, third: int) -> Iterator[tuple[str, str, str, Client, Any, set[str]]]:
    """One in three writes, prepared: name, method, address, browser, a body that really writes something, and
    the names that are looked up in it."""
    for name, _address, method, way, client in islice(ways(hall, "post", "patch"), third, None, 3):
        with taken_back():
            if way.prepare:
                way.prepare(hall)
            assert way.body is not None
            where, body = address_of(name, hall), way.body(hall)
            with heard() as names, taken_back():
                if where.startswith("/api/"):
                    body = json.loads(json.dumps(body, default=str))
                    client.generic(method.upper(), where, json.dumps(body), content_type=JSON)
                else:
                    client.post(where, body)
            yield name, method, where, client, body, names


def short(value: Any) -> str:
    return repr(value)[:24]


def test_parts_of_addresses(hall: FullHall) -> None:
    tries = Tries(hall)
    for name, address, method, _way, client in ways(hall, "get", "post", "patch"):
        parts = address_of(name, hall).split("/")
        own = {quote(str(arg)) for arg in address.args(hall)}
        for place in (place for place, part in enumerate(parts) if part in own):
            for value in tries.some(PARTS, 2):
                where = "/".join([*parts[:place], value, *parts[place + 1 :]])
                tries.send(f"{method} {where[:60]}", client, method, where, b"{}")
    tries.none_failed()


def test_queries(hall: FullHall) -> None:
    tries = Tries(hall)
    for name, _address, _method, _way, client in ways(hall, "get"):
        where = address_of(name, hall)
        with heard() as names:
            client.get(where)
        for field in sorted(names):
            for value in tries.some(TEXTS, 1):
                query = f"{quote(field)}={_encoded(value[:2_000])}"
                tries.send(f"get {name} {field}={short(value)}", client, "get", f"{where}?{query}")
    tries.none_failed()


@pytest.mark.parametrize("third", [0, 1, 2])
def test_fields_of_forms_and_places_of_documents(hall: FullHall, third: int) -> None:
    """Dates at both ends of the calendar are tried too."""
    tries, dates = Tries(hall), Tries(hall)
    dates.each = 1
    for name, method, where, client, real, names in writes(hall, third):
        told = f"{method} {name}"
        for said, body in _dated(real, names):
            dates.send(f"{told} {said}", client, method, where, *_sent(where, body))
        if not where.startswith("/api/"):
            fields = tuple(sorted(names | set(real)))
            # A form of a win looks for hundreds of fans, which are all read alike.
            for field in tries.some(fields, min(len(fields), 8)):
                for value in tries.some(TEXTS, 2):
                    body = real | {field: value}
                    tries.send(f"{told} {field}={short(value)}", client, method, where, *_sent(where, body))
            continue
        unset = dict.fromkeys(sorted(names))
        whole = [{**unset, **row} for row in real] if isinstance(real, list) else {**unset, **real}
        for path in places(whole):
            for value in tries.some(VALUES, 2):
                body = _without_unset(spoilt(whole, path, value), real, path)
                tries.send(f"{told} {path}={short(value)}", client, method, where, *_sent(where, body))
        for body in tries.some(BODIES, 2):
            tries.send(f"{told} {short(body)}", client, method, where, body)
    assert dates.sent > 20, dates.sent
    dates.none_failed()
    tries.none_failed()


_DAY = re.compile(r"day|days|until|since|before|after|(.*_)?(at|on|day|days)")


def _dated(real: Any, names: set[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for field in sorted(filter(_DAY.fullmatch, {*names, *real} if isinstance(real, dict) else ())):
        for date in DATES:
            yield f"{field}={date}", real | {field: [date] if isinstance(real.get(field), list) else date}


def _sent(where: str, body: Any) -> tuple[str, str]:
    """Return a body and its content type: JSON below /api/, a form elsewhere."""
    return (json.dumps(body), JSON) if where.startswith("/api/") else (_form(body), FORM)


def _form(fields: dict[str, Any]) -> str:
    return "&".join(f"{quote(name)}={_encoded(value)}" for name, value in fields.items())


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
def test_a_log_is_filtered_by_no_more_than_a_name(hall: FullHall, name: str, who: str) -> None:
    """SQLite takes no pattern of 50,000 letters."""
    assert hall.browser(who).get(address_of(name, hall), {"who": "x" * 60_000}).status_code == 200
