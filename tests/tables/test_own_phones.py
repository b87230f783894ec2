"""選手自己的電話: where an event does not allow them, players read and call, and take no part on their own."""

import pytest

from tests.api.test_games import Caller
from tests.markup import markup
from tests.tournaments.book_pages import make_hall
from tournaments.models import Act, Event, Game

WIN = {"type": "win", "winner": 1, "from": 2, "fan": 20}


def hall_of(*, phones):
    hall = make_hall(phones=phones)
    hall.play(WIN)
    return hall


@pytest.mark.parametrize("phones", [True, False])
def test_a_player_confirms_and_objects_and_is_offered_it_only_where_own_phones_are_allowed(phones):
    hall = hall_of(phones=phones)
    phone = hall.player(2)
    pages = {name: markup(hall.get(name, client=phone)) for name in ("table", "hands", "confirm")}
    assert {'name="seats"' in page for page in pages.values()} == {phones}
    assert ('id="offline-now"' in pages["table"]) is phones
    assert (hall.url("object", 1) in pages["hands"]) is phones
    assert hall.get("object", 1, client=phone).status_code == (200 if phones else 403)
    waiting = {"what": "confirm", "seats": "2"}
    assert hall.post("deliver", client=phone, **waiting).status_code == (200 if phones else 403)
    assert hall.post("confirm", client=phone, seats="2").status_code == (302 if phones else 403)
    assert hall.post("object", 1, client=phone, seat="2", reason="番數報少了").status_code == (302 if phones else 403)
    assert Act.objects.filter(kind__in=["confirm", "object"]).exists() is phones


@pytest.mark.parametrize("phones", [True, False])
def test_the_api_takes_a_players_word_only_where_own_phones_are_allowed(phones):
    hall = hall_of(phones=phones)
    api = Caller(player=hall.game.seats.get(seat=2).player)
    confirmed, _body = api.post("confirm", hall.game.pk, seats=[2])
    objected, _body = api.post("object", hall.game.pk, 1, seat=2, reason="番數報少了")
    assert {confirmed, objected} == {200 if phones else 403}
    assert Act.objects.filter(kind__in=["confirm", "object"]).exists() is phones


@pytest.mark.parametrize("phones", [True, False])
def test_a_player_signs_only_where_own_phones_are_allowed(phones):
    hall = make_hall(phones=phones, signing=Event.Signing.PIN)
    hall.finish()
    assert Game.objects.get(pk=hall.game.pk).state == Game.State.COMPLETE
    mine = hall.url("sign_seat", 2)
    page = markup(hall.get("sign", client=hall.player(2)))
    assert (mine in page) is phones
    assert ("請在裁判的電話上簽" in page) is not phones
    assert hall.player(2).get(mine).status_code == (200 if phones else 302)
    digest = markup(hall.referee.get(mine)).split('name="digest" value="')[1].split('"')[0]
    assert hall.post("sign_seat", 2, client=hall.player(2), digest=digest).status_code == (302 if phones else 403)
    api = Caller(player=hall.game.seats.get(seat=3).player)
    signed, _body = api.post("sign", hall.game.pk, seat=3, digest=digest)
    assert signed == (200 if phones else 403)
    assert Act.objects.filter(kind="sign").exists() is phones
