"""搜尋器: no page is listed, but the public pages of an event that allows it."""

import pytest
from django.test import Client

from tests.markup import markup
from tests.security.addresses import ADDRESSES, address_of
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

META = '<meta name="robots" content="noindex, nofollow">'
NEVER = ("/g/", "/c/", "/p/", "/r/", "/me/", "/api/", "/sign-in/", "/account/", "/people/", "/slip/")


def listed(client: Client, where: str) -> bool:
    return client.get(where).headers.get("X-Robots-Tag") != "noindex, nofollow"


def test_no_page_is_listed_unless_its_event_says_so(hall):
    client = Client()
    pages = {name: address_of(name, hall) for name, address in ADDRESSES.items() if address.get}
    assert [name for name, where in pages.items() if listed(client, where)] == []
    Event.objects.filter(pk=hall.event.pk).update(searchable=True)
    found = [name for name, where in pages.items() if listed(client, where)]
    assert {"tournaments:event", "tournaments:standings", "tournaments:seats", "tournaments:rounds"} <= set(found)
    assert [name for name in found if pages[name].startswith(NEVER)] == []
    Event.objects.filter(pk=hall.event.pk).update(public=False)
    assert [name for name, where in pages.items() if listed(hall.browser("organiser"), where)] == []


def test_an_event_that_allows_it_says_so_on_the_page(client, hall):
    for allowed in (False, True):
        Event.objects.filter(pk=hall.event.pk).update(searchable=allowed, page_version=10 + allowed)
        for where in ("/e/hall/", "/e/hall/standings/", "/e/hall/seats/"):
            assert (META in markup(client.get(where))) != allowed, where


def test_links_of_persons_are_left_alone(client):
    answer = client.get("/robots.txt")
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert {"Disallow: /api/", "Disallow: /p/", "Disallow: /r/"} <= set(answer.content.decode().splitlines())
