"""Every address × who leads an event whose organisation demands a second factor: shut without it, open with it."""

import pytest
from django.test import Client

from accounts.models import Organisation
from accounts.proof import PROVED
from tests.security.addresses import ADDRESSES, EVERYBODY, address_of
from tests.security.hall import Hall, make_hall
from tests.security.test_who_may import send, told
from tests.security.watching import everything, written

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

LEADING = ("organiser", "head referee")
# What is about no event.
ELSEWHERE = {"tournaments:my_tables", "tournaments:home"}


@pytest.fixture
def hall() -> Hall:
    made = make_hall()
    Organisation.objects.update(second_factor=True)
    return made


def proved(client: Client) -> Client:
    session = client.session
    session[PROVED] = 1
    session.save()
    return client


def shut() -> list[tuple[str, str, str]]:
    """(address, method, who) of all that is only for people with a role."""
    return [
        (name, method, who)
        for name, address in ADDRESSES.items()
        if not name.startswith("accounts:") and name not in ELSEWHERE
        for method in ("get", "post", "patch")
        if (way := getattr(address, method)) is not None and way.may != EVERYBODY
        for who in LEADING
        if who in way.may
    ]


def test_who_leads_gets_nowhere_without_it_and_nothing_is_written(hall: Hall) -> None:
    before, faults = everything(), []
    for name, method, who in shut():
        address = ADDRESSES[name]
        way = getattr(address, method)
        client = hall.browser(who, address.table(hall))
        with written() as tables:
            answer = send(client, method, address_of(name, hall), way.body(hall) if way.body else None)
        led = answer.status_code == 302 and answer.headers["Location"].startswith("/account/second-factor/")
        if not (led or answer.status_code == 403) or tables:
            faults.append((name, method, who, answer.status_code, tables))
    assert not faults, told(faults)
    assert everything() == before


def test_with_it_who_leads_goes_where_they_went_and_others_are_not_asked(hall: Hall) -> None:
    faults = []
    for name, method, who in shut():
        if method == "get":
            address = ADDRESSES[name]
            answer = proved(hall.browser(who, address.table(hall))).get(address_of(name, hall))
            if answer.status_code not in (200, 302) or "second-factor" in answer.headers.get("Location", ""):
                faults.append((name, who, answer.status_code))
    assert not faults, told(faults)
    for who in ("referee", "stranger", "anybody", "player"):
        assert hall.browser(who).get(address_of("tournaments:table", hall)).status_code == 200, who


def test_keepers_owe_it_as_soon_as_anybody_does(hall: Hall) -> None:
    keeper = hall.browser("keeper of accounts")
    assert keeper.get("/people/").headers["Location"] == "/account/second-factor/?next=%2Fpeople%2F"
    assert proved(keeper).get("/people/").status_code == 200
    Organisation.objects.update(second_factor=False)
    assert hall.browser("keeper of accounts").get("/people/").status_code == 200
