"""What only organisers read of a player stands on no page, in no export and in no answer of the API for others."""

import pytest
from django.test import Client

from tests.security.addresses import ADDRESSES, address_of
from tests.security.hall import WORKING, Hall, make_hall
from tournaments.models import Contact, EventAct, Player
from tournaments.scorecards import pdf

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

SECRETS = {
    "real_name": "真名某某",
    "member": "MEMBER-8842",
    "email": "hidden-8842@example.com",
    "phone": "98428842",
    "note": "需要輪椅位8842",
}


@pytest.fixture
def hall() -> Hall:
    hall = make_hall()
    for player in hall.event.players.all():
        Contact.objects.create(player=player, **SECRETS)
    return hall


READERS = ("anybody", "player", "referee", "head referee", "keeper of accounts")
"""Everybody else may open less than one of them (test_who_may)."""
OFFICIALS_READ = {(f"{door}:check_in", who, "real_name") for door in ("tournaments", "api") for who in WORKING}
"""Who comes to the desk says their real name."""


def told(client: Client, where: str) -> list[str]:
    answer = client.get(where)
    if answer.status_code != 200 or answer.streaming:
        return []
    text = answer.content.decode("utf-8", "replace")
    return [name for name, secret in SECRETS.items() if secret in text]


def test_nobody_but_organisers_reads_them(hall, monkeypatch):
    monkeypatch.setattr(pdf, "pdf_of", lambda html: html.encode())
    finds = [
        (name, who, found)
        for name, address in ADDRESSES.items()
        for who in (READERS if address.get else ())
        for found in told(hall.browser(who, address.table(hall)), address_of(name, hall))
        if (name, who, found) not in OFFICIALS_READ
    ]
    assert not finds, finds


def test_organisers_read_them_on_the_page_of_the_player(hall):
    found = told(
        hall.browser("organiser"), f"/e/hall/players/{Player.objects.filter(event=hall.event).first().number}/"
    )
    assert found == list(SECRETS)


def test_the_history_keeps_none_of_them(hall):
    kept = "".join(str(payload) for payload in EventAct.objects.values_list("payload", flat=True))
    assert not [name for name, secret in SECRETS.items() if secret in kept]
