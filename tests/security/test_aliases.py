"""公開名稱: only officials read the real name, on every page and on cards that were signed earlier."""

import json
import re
from collections.abc import Iterator

import pytest
from django.urls import Resolver404, resolve, reverse

from tests.security.addresses import ADDRESSES, address_of
from tests.security.hall import Hall, make_hall
from tests.security.test_who_sees_signatures import said
from tournaments.hall import drawing
from tournaments.players.services.roster import change_player
from tournaments.scorecards import pdf

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

ALIAS = "蒙面人"


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Hall:
    monkeypatch.setattr(pdf, "pdf_of", lambda html: html.encode())
    monkeypatch.setattr(drawing, "png_of", lambda picture: json.dumps(picture, ensure_ascii=False).encode())
    hall = make_hall()
    player = hall.signed.seats.get(seat=0).player
    values = {"number": player.number, "name": player.name, "club": "", "staff": False}
    change_player(player=player, latin_name="Real Latin", alias=ALIAS, **values)
    return hall


def doors(hall: Hall) -> Iterator[tuple[str, str]]:
    """Every address that can be read, of the signed game and of the player where it names one."""
    number = hall.signed.seats.get(seat=0).player.number
    for name, address in ADDRESSES.items():
        if address.get is None:
            continue
        where = address_of(name, hall)
        try:
            wanted = dict(resolve(where).kwargs)
        except Resolver404:
            continue
        more = {"game_id": hall.signed.pk} if "game_id" in wanted else {}
        more |= {"number": number} if name in ("tournaments:player_history", "tournaments:live_player_picture") else {}
        yield name, reverse(name, kwargs=wanted | more)


@pytest.mark.parametrize("who", ["anybody", "player elsewhere"])
def test_no_door_tells_the_real_name(hall, who):
    real = re.compile(hall.signed.seats.get(seat=0).player.contact.real_name + r"(?!\d)|Real Latin")
    client = hall.browser(who, hall.signed)
    pages = {name: said(client.get(where)) for name, where in doors(hall)}
    assert [name for name, page in pages.items() if real.search(page)] == []
    shown = {name for name, page in pages.items() if ALIAS in page}
    with_names = (
        "live_player_picture",
        "live_card_picture",
        "standings",
        "standings_csv",
        "screen_rows",
        "card",
        "card_pdf",
        "check",
    )
    assert {f"tournaments:{name}" for name in with_names} <= shown
    assert {"api:check", "api:card", "api:players", "api:games"} <= shown


def test_officials_read_both_where_somebody_comes_to_the_desk(hall):
    player = hall.signed.seats.get(seat=0).player
    for who in ("referee", "head referee", "organiser"):
        page = said(hall.browser(who).get("/e/hall/check-in/"))
        assert ALIAS in page
        assert player.contact.real_name in page
    card = said(hall.browser("organiser").get(f"/c/{hall.signed.scorecards.get().code}/"))
    assert player.contact.real_name in card
