"""Every address × everybody: who is let in, who is refused, what a refusal leaves, and who may keep the answer."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.security.addresses import ADDRESSES, EVERYBODY, Address, Way, address_of, walk
from tests.security.hall import INSIDE, PEOPLE, WITHOUT_ACCOUNT, FullHall, make_full_hall
from tests.security.watching import everything, taken_back, written

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

FORMS = {
    "accounts:sign_in": "the password",
    "accounts:slip": "the password",
    "tournaments:player_link": "the PIN",
    "tournaments:register": "the registration",
    "tournaments:registration": "what was registered is changed or withdrawn",
    "tournaments:draw_line": "repeating a draw to check it costs too much for a link",
    "tournaments:outbox_state": "the token itself is what a script asks for there",
}
"""Where those who have no cookie are given one."""
# Opened without a network: words and a program, the same for everybody.
WITHOUT_ASKING = {"tournaments:outbox": "max-age=43200", "tournaments:worker": "max-age=3600"}
BY_ROW = {
    "remove_member", "let_together", "lift_blacklisted", "decide_registration", "webhook", "deliveries", "test_webhook",
    "end_webhook",
}  # fmt: skip
"""Addresses of an event with the number of a row that is counted over all events."""
FEW = ("anybody", "referee", "player", "organiser")
"""One of each kind."""


@pytest.fixture(params=[True, False], ids=["public", "private"])
def hall(request: pytest.FixtureRequest) -> FullHall:
    return make_full_hall(public=request.param)


def send(client: Client, method: str, where: str, body: Any = None, **more: Any) -> HttpResponse:
    if method == "get":
        return client.get(where, **more)
    if where.startswith("/api/"):
        return getattr(client, method)(where, json.dumps(body, default=str), content_type="application/json", **more)
    return getattr(client, method)(where, body, **more)


def ways(*methods: str, hall: FullHall | None = None) -> Iterator[tuple[str, Address, str, Way]]:
    """Without pages of accounts where the event of the hall is private: they are of no event."""
    for name, address in ADDRESSES.items():
        for method in methods if hall is None or hall.event.public or not address.door else ():
            way = getattr(address, method)
            if way is not None:
                yield name, address, method, way


def refused_with(name: str, address: Address, way: Way, who: str, hall: FullHall) -> int | None:
    """The status of a refusal; None for who is let in."""
    if address.door and who in WITHOUT_ACCOUNT:
        return 302
    if not hall.event.public and (address.shut or (address.hidden and who not in INSIDE)):
        return 404
    if who in way.may:
        return None
    # A program that has not said who it is may be allowed once it has.
    nobody = who == "anybody" and "api:" in name and address.refusal == 403
    return 401 if nobody else address.refusal


def visitors(address: Address, way: Way, hall: FullHall) -> tuple[str, ...]:
    """Who tries. Where nobody can be refused, one of each kind is enough."""
    nobody_refused = way.may == EVERYBODY and not address.door and (hall.event.public or not address.hidden)
    return FEW if nobody_refused else PEOPLE


def wrong(answer: HttpResponse, refusal: int | None) -> bool:
    if refusal == 302:
        return not (answer.status_code == 302 and answer.headers["Location"].startswith("/sign-in/"))
    return answer.status_code != refusal if refusal else answer.status_code not in (200, 201, 302)


def kept(answer: HttpResponse) -> set[str]:
    said = answer.headers.get("Cache-Control", "")
    return {part.strip() for part in said.split(",") if part.strip()}


def rightly_kept(name: str, address: Address, answer: HttpResponse, hall: FullHall) -> bool:
    """Whether only the browser keeps it and asks every time. What is made for caches: see test_live."""
    for_caches = name.startswith("tournaments:live_") and (hall.event.public or not address.hidden)
    own = {"private", WITHOUT_ASKING.get(name, "no-cache")}
    return for_caches or "no-store" in kept(answer) or own <= kept(answer)


@contextmanager
def faultless(*, unchanged: bool = False) -> Iterator[list[Any]]:
    """A list of faults that has to stay empty. `unchanged`: nothing may be left behind either."""
    before = everything() if unchanged else {}
    faults: list[Any] = []
    yield faults
    assert not faults, "\n".join(map(str, faults))
    assert not unchanged or everything() == before


def test_no_address_is_forgotten_here():
    assert sorted(walk()) == sorted(ADDRESSES)


def test_each_page_opens_for_its_readers_alone_and_looking_writes_nothing(hall):
    """Nor does a cache keep what is not for everybody, nor is a cookie set where there is nothing to fill in."""
    given = {}
    with faultless() as faults:
        for name, address, _method, way in ways("get", hall=hall):
            for who in visitors(address, way, hall):
                client = hall.browser(who, address.table(hall))
                before = everything() if way.tries else {}
                with written() as tables:
                    answer = client.get(address_of(name, hall))
                if way.tries and everything() == before:
                    tables.clear()
                if wrong(answer, refused_with(name, address, way, who, hall)) or tables:
                    faults.append((name, who, answer.status_code, tables))
                if not rightly_kept(name, address, answer, hall):
                    faults.append((name, who, answer.headers))
                if who == "anybody" and answer.cookies:
                    given[name] = (answer.status_code, sorted(answer.cookies))
    if hall.event.public:
        assert given == dict.fromkeys(FORMS, (200, ["csrftoken"]))
    else:  # strangers to it find no entry there
        assert given.keys() <= FORMS.keys(), given


def test_no_cache_keeps_the_answer_of_a_page_that_only_takes_forms(hall):
    with faultless() as faults:
        for name, address in ADDRESSES.items():
            for who in FEW if address.get is None else ():
                answer = hall.browser(who, address.table(hall)).get(address_of(name, hall))
                if not rightly_kept(name, address, answer, hall):
                    faults.append((name, who, answer.headers))


def test_no_cache_keeps_an_error(client):
    for where in ("/nothing/", "/api/nothing/", "/api/events/1/", "/g/1/card/"):
        assert {"private", "no-store"} <= kept(client.get(where))


def test_a_visitor_without_the_right_is_refused_and_nothing_changes(hall):
    with faultless(unchanged=True) as faults:
        for name, address, method, way in ways("post", "patch", hall=hall):
            with taken_back():
                if way.prepare:
                    way.prepare(hall)
                for who in PEOPLE:
                    refusal = refused_with(name, address, way, who, hall)
                    if refusal is None:
                        continue
                    client = hall.browser(who, address.table(hall))
                    with written() as tables:
                        answer = send(client, method, address_of(name, hall), way.body(hall))
                    if wrong(answer, refusal) or tables:
                        faults.append((name, who, answer.status_code, tables))


def test_a_visitor_with_the_right_is_taken():
    """The other half of the table: the bodies that were refused above are real ones."""
    hall = make_full_hall()
    with faultless(unchanged=True) as faults:
        for name, address, method, way in ways("post", "patch"):
            with taken_back():
                if way.prepare:
                    way.prepare(hall)
                prepared = everything()
                for who in sorted(way.may & set(visitors(address, way, hall))):
                    client = hall.browser(who, address.table(hall))
                    with taken_back(), written() as tables:
                        answer = send(client, method, address_of(name, hall), way.body(hall))
                        changed = bool(tables) and everything() != prepared
                    if wrong(answer, None) or (way.changes is not None and changed != way.changes):
                        faults.append((name, who, answer.status_code, changed))


def test_an_organiser_reaches_no_row_of_another_event_through_an_address_of_their_own():
    hall = make_full_hall()
    client = hall.browser("organiser of another event")
    with faultless(unchanged=True) as faults:
        for name, _address, method, way in ways("get", "post"):
            if name.partition(":")[2] in BY_ROW:
                where = address_of(name, hall).replace(f"/{hall.event.slug}/", f"/{hall.other.slug}/")
                answer = send(client, method, where, way.body and way.body(hall))
                if answer.status_code != 404:
                    faults.append((where, method, answer.status_code))


def test_no_form_is_taken_without_its_token():
    """A page of another site cannot write with the cookie of somebody who is signed in here, player or not."""
    hall, known = make_full_hall(), {"stranger", "keeper of accounts", "organiser", "head referee", "referee", "player"}
    with faultless(unchanged=True) as faults:
        for name, address, method, way in ways("post", "patch"):
            for who in sorted(way.may & known):
                client = hall.browser(who, address.table(hall), enforce_csrf_checks=True)
                with written() as tables, taken_back():
                    if way.prepare:
                        way.prepare(hall)
                        tables.clear()
                    answer = send(client, method, address_of(name, hall), way.body(hall))
                if answer.status_code != 403 or tables:
                    faults.append((name, who, answer.status_code, tables))


def test_asking_for_the_head_tells_no_more():
    """HEAD is let in where GET is."""
    hall = make_full_hall(public=False)
    with faultless() as faults:
        for name, address, _method, way in ways("get"):
            if refused_with(name, address, way, "anybody", hall):
                answer = hall.browser("anybody").head(address_of(name, hall))
                if answer.status_code < 300 or answer.content:
                    faults.append((name, answer.status_code))


@pytest.mark.parametrize("who", ["organiser", "head referee"])
def test_no_other_method_writes(who):
    hall = make_full_hall()
    with faultless(unchanged=True) as faults:
        for name, address in ADDRESSES.items():
            client = hall.browser(who, address.table(hall))
            for method in {"put", "delete", "patch"} - ({"patch"} if address.patch else set()):
                with written() as tables:
                    answer = getattr(client, method)(address_of(name, hall), "{}", content_type="application/json")
                if answer.status_code >= 500 or tables:
                    faults.append((name, method, answer.status_code, tables))
