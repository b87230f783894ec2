import datetime as dt

import pytest
from django.utils import timezone

from tests.tournaments.factories import make_event, make_players
from tournaments.core import services
from tournaments.core.exceptions import WrongPin
from tournaments.models import Player


@pytest.fixture
def player() -> Player:
    return make_players(make_event())[0]


def wrong(player: Player) -> str:
    return f"{(int(services.pin_of(player)) + 1) % 10_000:04d}"


def test_a_link_leads_to_its_player(player):
    assert services.player_by_token(services.link_token(player)) == player
    old = services.link_token(player)
    services.revoke_link(player=player)
    assert services.player_by_token(old) is None
    assert services.player_by_token(services.link_token(player)) == player
    Player.objects.filter(pk=player.pk).update(withdrawn_at=timezone.now())
    assert services.player_by_token(services.link_token(player)) is None


@pytest.mark.parametrize("token", ["", "x", "WzEsMV0:forged", "[1,1]"])
def test_a_forged_link_is_refused(player, token):
    assert services.player_by_token(token) is None


def test_each_player_has_four_digits_of_their_own(player):
    pins = {services.pin_of(Player(pk=pk, pin_version=1)) for pk in range(1, 200)}
    assert all(len(pin) == 4 and pin.isdigit() for pin in pins)
    assert len(pins) > 180


def test_the_right_pin_is_taken_and_a_wrong_one_refused(player):
    services.check_pin(player_id=player.pk, pin=services.pin_of(player), now=timezone.now())
    with pytest.raises(WrongPin):
        services.check_pin(player_id=player.pk, pin=wrong(player), now=timezone.now())
    player.refresh_from_db()
    assert player.pin_failures == 1
    wide = "".join(chr(ord(digit) + 0xFEE0) for digit in services.pin_of(player))
    services.check_pin(player_id=player.pk, pin=wide, now=timezone.now())
    now = timezone.now()
    with pytest.raises(WrongPin):
        services.check_pin(player_id=player.pk, pin=wrong(player), now=now)
    services.check_pin(player_id=player.pk, pin=services.pin_of(player), now=now)
    player.refresh_from_db()
    assert player.pin_failures == 0


@pytest.mark.parametrize("typed", ["四個文字", "½²é·", "\ud800abc"])
def test_whatever_else_is_typed_is_a_wrong_pin(player, typed):
    with pytest.raises(WrongPin):
        services.check_pin(player_id=player.pk, pin=typed, now=timezone.now())
    player.refresh_from_db()
    assert player.pin_failures == 1


def test_a_wrong_pin_is_told_so_on_the_page_and_to_programs(client, player):
    link = services.link_token(player)
    assert client.post(f"/p/{link}/", {"pin": "四個文字"}).status_code < 500
    assert client.get("/api/events/", headers={"Authorization": f"Player {link}:\xe9\xe9\xe9\xe9"}).status_code == 401


def test_five_wrong_pins_lock_a_player_out_for_a_while(player):
    now = timezone.now()
    for _ in range(services.PIN_TRIES):
        with pytest.raises(WrongPin):
            services.check_pin(player_id=player.pk, pin=wrong(player), now=now)
    with pytest.raises(WrongPin, match="五分鐘"):
        services.check_pin(player_id=player.pk, pin=services.pin_of(player), now=now + dt.timedelta(minutes=1))
    services.check_pin(player_id=player.pk, pin=services.pin_of(player), now=now + services.PIN_PAUSE + dt.timedelta(1))


def test_wrong_tries_of_the_old_pin_do_not_count_for_a_new_one_which_opens_at_once(player):
    now = timezone.now()
    for _try in range(services.PIN_TRIES):
        with pytest.raises(WrongPin):
            services.check_pin(player_id=player.pk, pin=wrong(player), now=now)
    services.renew_pin(player=player)
    services.check_pin(player_id=player.pk, pin=services.pin_of(player), now=now)
    for _try in range(services.PIN_TRIES - 1):
        with pytest.raises(WrongPin):
            services.check_pin(player_id=player.pk, pin=wrong(player), now=now)
    services.renew_pin(player=player)
    with pytest.raises(WrongPin):
        services.check_pin(player_id=player.pk, pin=wrong(player), now=now)
    services.check_pin(player_id=player.pk, pin=services.pin_of(player), now=now)


def test_a_new_pin_replaces_the_old_one(player):
    old = services.pin_of(player)
    for _ in range(3):  # four digits may repeat by chance, three times they don't
        services.renew_pin(player=player)
        if services.pin_of(player) != old:
            break
    with pytest.raises(WrongPin):
        services.check_pin(player_id=player.pk, pin=old, now=timezone.now())
