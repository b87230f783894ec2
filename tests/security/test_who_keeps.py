"""No cache keeps what is not for everybody: every answer says who may keep it, errors and redirects too."""

import pytest
from django.test import Client

from tests.security.addresses import ADDRESSES, address_of
from tests.security.hall import make_hall
from tournaments.scorecards import pdf

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

# Opened without a network: words and a program, the same for everybody.
WITHOUT_ASKING = {"tournaments:outbox": "max-age=43200", "tournaments:worker": "max-age=3600"}


def kept(client: Client, where: str) -> set[str]:
    said = client.get(where).headers.get("Cache-Control", "")
    return {part.strip() for part in said.split(",") if part.strip()}


@pytest.mark.parametrize("public", [True, False])
def test_only_the_browser_keeps_anything_and_asks_every_time(public, monkeypatch):
    """Apart from what is made for caches: see test_live."""
    monkeypatch.setattr(pdf, "pdf_of", lambda html: b"%PDF-")  # takes a second
    hall = make_hall(public=public)
    faults = []
    for name, address in ADDRESSES.items():
        where = address_of(name, hall)
        for who in ("anybody", "referee", "player", "organiser"):
            said = kept(hall.browser(who, address.table(hall)), where)
            fine = "no-store" in said or {"private", WITHOUT_ASKING.get(name, "no-cache")} <= said
            for_caches = name.startswith("tournaments:live_") and (public or not address.hidden)
            if not fine and not for_caches:
                faults.append((name, who, said))
    assert not faults, faults


def test_errors_are_kept_by_nobody_either(client):
    for where in ("/nothing/", "/api/nothing/", "/api/events/1/", "/g/1/card/"):
        assert {"private", "no-store"} <= kept(client, where)
