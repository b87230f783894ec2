"""公開的網址: what a cache may keep is the same for everybody, sets no cookie and depends on none."""

import re

import pytest
from django.test import Client

from tests.security.addresses import ADDRESSES, address_of
from tests.security.hall import FullHall
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

LIVE = {name for name in ADDRESSES if name.startswith("tournaments:live_")}
OF_EVENTS = LIVE - {"tournaments:live_count_picture"}
FOR_CACHES = {"public", "s-maxage=1", "stale-while-revalidate=10"}


def parts(said: str) -> set[str]:
    return {part.strip().lower() for part in said.split(",") if part.strip()}


def visitors(hall: FullHall) -> list[Client]:
    known = hall.browser("player", hall.settled)
    known.force_login(hall.users["organiser"])
    known.cookies["paiju_language"], known.cookies["theme"] = "en", "dark"
    return [Client(), known]


def test_a_cache_keeps_what_all_poll_and_nothing_that_sets_a_cookie_or_depends_on_one(hall):
    faults, kept, polled = [], set(), {}
    for name, address in ADDRESSES.items():
        if address.get is None:
            continue
        for known, visitor in enumerate(visitors(hall)):
            answer = visitor.get(address_of(name, hall))
            if not known and (asks := re.findall(rb'data-poll="([^"]*)"', answer.content)):
                polled[name] = asks
            if {"private", "no-store"} & parts(answer.headers["Cache-Control"]):
                continue
            kept.add(name)
            varies = parts(answer.headers.get("Vary", "")) - {"accept-encoding"}
            if answer.cookies or varies or parts(answer.headers["Cache-Control"]) != FOR_CACHES:
                faults.append((name, answer.headers))
    assert not faults, faults
    assert kept == LIVE
    assert len(polled) > 5
    assert not {name: asks for name, asks in polled.items() if not all(one.startswith(b"/live/") for one in asks)}


def test_a_public_address_is_the_same_for_everybody_and_has_a_mark(hall):
    for name in LIVE:
        new, known = (visitor.get(address_of(name, hall)) for visitor in visitors(hall))
        assert new.status_code == 200
        assert (new.content, new["ETag"], new["Content-Language"]) == (known.content, known["ETag"], "zh-hant")
        again = Client().get(address_of(name, hall), headers={"If-None-Match": new["ETag"]})
        assert (again.status_code, parts(again["Cache-Control"])) == (304, FOR_CACHES)


def test_a_public_address_speaks_the_language_of_its_address_and_takes_no_form(hall):
    for name in LIVE:
        where = address_of(name, hall)
        english = Client().get(where.replace("/zh-hant/", "/en/"))
        assert (english.status_code, english["Content-Language"]) == (200, "en")
        if name != "tournaments:live_courses":  # numbers alone
            assert english.content != Client().get(where).content
        assert Client().post(where).status_code == 405
    assert Client().get("/live/fr/e/hall/standings/rows/").status_code == 404


def test_what_was_public_is_gone_with_the_next_question(hall):
    marks = {name: Client().get(address_of(name, hall))["ETag"] for name in OF_EVENTS}
    Event.objects.update(public=False)
    for name, mark in marks.items():
        assert Client().get(address_of(name, hall), headers={"If-None-Match": mark}).status_code == 404
