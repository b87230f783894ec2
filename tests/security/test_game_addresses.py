"""牌局網址: nobody finds the card or the hands of a game by counting; the links of public pages lead there."""

import re

import pytest
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from tests.security.addresses import ADDRESSES, address_of
from tests.security.hall import PEOPLE, WORKING, Hall, make_hall, player_header
from tournaments.game_codes import Known, address_code
from tournaments.web import pdf

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Hall:
    monkeypatch.setattr(pdf, "pdf_of", lambda html: b"%PDF-")
    return make_hall()


def numbered(hall: Hall) -> list[str]:
    """The address of everything that can be read of a game, with its number alone."""
    found = []
    for name, address in ADDRESSES.items():
        where = address_of(name, hall) if address.get else ""
        try:
            game = resolve(where).kwargs.get("game_id")
        except Resolver404:
            continue
        if game is not None:
            found.append(where.replace(f"/{address_code(game)}/", f"/{int(game)}/"))
    return found


@pytest.mark.parametrize("who", sorted(set(PEOPLE) - WORKING - {"player"}))
def test_the_number_alone_leads_nowhere(hall, who):
    pages = numbered(hall)
    assert len(pages) > 20
    client = hall.browser(who)
    assert {client.get(where).status_code for where in pages} == {404}


@pytest.mark.parametrize("who", sorted(WORKING | {"player"}))
def test_officials_and_the_four_get_in_with_the_number(hall, who):
    for name in ("tournaments:table", "tournaments:hands", "tournaments:card", "tournaments:card_pdf", "api:card"):
        where = reverse(name, args=[hall.signed.pk]).replace(address_code(hall.signed.pk), str(hall.signed.pk))
        assert f"/{hall.signed.pk}/" in where
        assert hall.browser(who, hall.signed).get(where).status_code == 200


def test_a_program_of_a_player_gets_in_with_the_number_of_their_own_game(hall):
    for game, status in ((hall.settled, 200), (hall.elsewhere, 404)):
        header = player_header(hall.settled.seats.get(seat=0).player)
        assert Client(headers=header).get(f"/api/games/{game.pk}/").status_code == status


@pytest.mark.parametrize("wrong", ["-aaaaaaaaaaaaaaaa", "-", "-AAAA", "-{other}"])
def test_other_letters_lead_nowhere_even_for_the_organiser(hall, wrong):
    other = address_code(hall.other_game.pk).partition("-")[2]
    where = f"/g/{hall.signed.pk}{wrong.format(other=other)}/card/"
    assert hall.browser("organiser").get(where).status_code == 404


def test_what_public_pages_link_to_opens(hall):
    client, found = Client(), set()
    for where in (f"/e/hall/history/{hall.signed.seats.get(seat=0).player.number}/", "/e/hall/rounds/1/"):
        found |= set(re.findall(r'href="(/g/[^"]+)"', client.get(where).content.decode()))
    assert found
    assert all(
        isinstance(resolve(where.partition("?")[0].partition("#")[0]).kwargs["game_id"], Known) for where in found
    )
    assert {client.get(where).status_code for where in found} == {200}
    games = client.get("/api/events/hall/games/").json()
    assert {client.get(f"/api/games/{one['code']}/card/").status_code for one in games} == {200}
