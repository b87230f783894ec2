"""A player's own phone: link, PIN, live page; and the organiser's slips."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.factories import add_member, make_game, make_user, play
from tournaments.book.read import Actor
from tournaments.models import Game, Player, Role
from tournaments.services.people import link_token, pin_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return make_game(referee=make_user())


@pytest.fixture
def player(game) -> Player:
    return game.seats.get(seat=2).player


def signed_in(player: Player) -> Client:
    client = Client()
    client.post(reverse("tournaments:player_link", args=[link_token(player)]), {"pin": pin_of(player)})
    return client


def me(player: Player) -> str:
    return reverse("tournaments:me", args=[player.event.slug])


def test_it_asks_for_the_pin_once(player):
    address = reverse("tournaments:player_link", args=[link_token(player)])
    client = Client()
    assert client.get(address).status_code == 200
    assert client.post(address, {"pin": "12"}).status_code == 200
    answer = client.post(address, {"pin": pin_of(player)})
    assert answer.url == me(player)
    assert client.get(address).url == me(player)


def test_it_refuses_a_wrong_pin_with_a_sentence(player):
    address = reverse("tournaments:player_link", args=[link_token(player)])
    wrong = f"{(int(pin_of(player)) + 1) % 10_000:04d}"
    answer = Client().post(address, {"pin": wrong})
    assert answer.status_code == 403
    assert "密碼不對" in answer.content.decode()


def test_it_tells_a_revoked_link_where_to_go(player):
    answer = Client().get(reverse("tournaments:player_link", args=["nonsense"]))
    assert answer.status_code == 404
    assert "連結已失效" in answer.content.decode()


def test_it_shows_what_waits_for_the_player(game, player):
    play(game, Actor(user_id=make_user().pk), type="win", winner=0, source=2, fan=25)
    page = signed_in(player).get(me(player)).content.decode()
    assert "待你確認" in page
    assert "陳大文 付 張國強" in page


def test_it_answers_a_poll_without_news_with_304(game, player):
    client = signed_in(player)
    etag = client.get(me(player))["ETag"]
    assert client.get(me(player), {"live": "1"}, headers={"If-None-Match": etag}).status_code == 304
    play(game, Actor(user_id=make_user().pk), type="draw")
    answer = client.get(me(player), {"live": "1"}, headers={"If-None-Match": etag})
    assert answer.status_code == 200
    assert "<html" not in answer.content.decode()
    assert "流局" in answer.content.decode()


def test_it_confirms_from_the_own_phone(game, player):
    play(game, Actor(user_id=make_user().pk), type="draw")
    data = {"seats": "2", "client_key": str(uuid.uuid4()), "next": me(player)}
    answer = signed_in(player).post(reverse("tournaments:confirm", args=[game.pk]), data)
    assert answer.status_code == 302
    assert game.hands.get(number=1).book["confirmations"] == [None, None, 2, None]


def test_it_forgets_the_player_when_told(player):
    client = signed_in(player)
    client.post(reverse("tournaments:leave", args=[player.event.slug]))
    assert client.get(me(player)).status_code == 404


def test_it_shows_the_page_to_nobody_else(player):
    assert Client().get(me(player)).status_code == 404


def test_it_shows_links_and_pins_to_organisers_only(game, player):
    address = reverse("tournaments:links", args=[game.event.slug])
    organiser, client = make_user("organiser"), Client()
    add_member(game.event, organiser, Role.ORGANISER)
    assert client.get(address).status_code == 403
    client.force_login(make_user(), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(address).status_code == 403
    client.force_login(organiser, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(address).content.decode()
    assert pin_of(player) in page
    assert "<svg" in page


def test_it_revokes_link_and_pin_together(game, player):
    organiser, client = make_user("organiser"), Client()
    add_member(game.event, organiser, Role.ORGANISER)
    client.force_login(organiser, backend="django.contrib.auth.backends.ModelBackend")
    phone, old = signed_in(player), link_token(player)
    client.post(reverse("tournaments:renew_link", args=[game.event.slug, player.number]))
    assert phone.get(me(player)).status_code == 404
    assert Client().get(reverse("tournaments:player_link", args=[old])).status_code == 404
