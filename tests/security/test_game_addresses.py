"""牌局網址: nobody finds the card or the hands of a game by counting; the links of public pages lead there."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from tests.security.addresses import ADDRESSES, address_of
from tests.security.hall import PEOPLE, WORKING, FullHall, player_header
from tests.security.test_who_may import send
from tournaments.core.game_codes import VerifiedGameId, address_code
from tournaments.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def numbered(hall: FullHall, *methods: str) -> list[tuple[str, str]]:
    """The address of everything that can be asked of a game so, with its number alone."""
    found = []
    for name, address in ADDRESSES.items():
        where = address_of(name, hall) if any(getattr(address, method) for method in methods) else ""
        try:
            game = resolve(where).kwargs.get("game_id")
        except Resolver404:
            continue
        if game is not None:
            found.append((name, where.replace(f"/{address_code(game)}/", f"/{int(game)}/")))
    return found


@pytest.mark.parametrize("who", sorted(set(PEOPLE) - WORKING - {"player"}))
def test_the_number_alone_leads_nowhere_and_no_answer_gives_the_letters_away(hall, who):
    letters = [address_code(game.pk).partition("-")[2] for game in Game.objects.all()]
    client, strict = hall.browser(who), hall.browser(who, enforce_csrf_checks=True)
    pages = [(name, where, ADDRESSES[name]) for name, where in numbered(hall, "get", "post")]
    pages.append(("a step of the story", f"/g/{hall.signed.pk}/story/?step=1", ADDRESSES["tournaments:story"]))
    pages.append(("no step", f"/g/{hall.signed.pk}/story/?step=x", ADDRESSES["tournaments:story"]))
    faults = []
    for name, where, address in pages:
        bodies: list[Any] = [{}, {"entry": "e", "seen": "1"}]
        if address.post and address.post.body:
            bodies.append(address.post.body(hall))
        answers = [client.get(where), *(send(one, "post", where, body) for body in bodies for one in (client, strict))]
        if address.get and answers[0].status_code != 404:
            faults.append((name, where, answers[0].status_code))
        for answer in answers:
            said = answer.content.decode(errors="replace") + str(answer.headers)
            if any(one in said for one in letters):
                faults.append((name, where, answer.status_code))
    assert len(pages) > 60
    assert not faults, faults


def test_a_form_that_comes_back_after_signing_in_finds_its_table_by_the_address_it_was_sent_to(hall):
    """By its number alone as well as by the whole address."""
    for where in (f"/g/{hall.settled.pk}/", f"/g/{address_code(hall.settled.pk)}/"):
        for sent, to, back in (
            ("save", {"entry": "kept", "seen": "3"}, "preview/?entry=kept&seen=3"),
            ("win", {"winner-0": "2"}, "win/?winner-0=2"),
        ):
            page = Client().post(f"{where}{sent}/", to).content.decode()
            assert quote(f"{where}{back}", safe="/") in page


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
        isinstance(resolve(where.partition("?")[0].partition("#")[0]).kwargs["game_id"], VerifiedGameId)
        for where in found
    )
    assert {client.get(where).status_code for where in found} == {200}
    games = client.get("/api/events/hall/games/").json()
    assert {client.get(f"/api/games/{one['code']}/card/").status_code for one in games} == {200}
