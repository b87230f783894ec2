"""Names as long as the database takes, without a space to break at, widen no page of a phone."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.urls import resolve
from django.utils import timezone
from playwright.sync_api import Page

from tests.tournaments.factories import (
    add_member,
    make_event,
    make_game,
    make_players,
    make_user,
    play,
    play_and_confirm,
)
from tournaments.models import Game, Player, Role, Stage
from tournaments.tables.game_log.read import Actor
from tournaments.tables.services.substitutes import step_in

LONG = "W" * 60
LEAST_PAGES = 40
_LINK = re.compile(r'href="(/[ge]/[^"#?]+/)"')
_ALSO = ("seats/", "standings/", "players/", "registrations/", "check-in/", "sum/", "rounds/", "room/", "stages/",
         "tables/", "rulings/", "rulings/new/", "staff/", "acts/",
         "players/import/", "blacklist/")  # fmt: skip


@pytest.fixture
def game(transactional_db: None) -> Game:
    referee = make_user(display_name=LONG)
    event = make_event(name=LONG, venue=LONG * 2)
    make_players(event, 8)
    Player.objects.filter(event=event).update(name=LONG, club=LONG, latin_name=LONG)
    add_member(event, referee, Role.ORGANISER)
    games = [make_game(event, referee, number) for number in (1, 2)]
    Stage.objects.filter(event=event).update(name="階" * 40)
    Player.objects.create(event=event, number=9, name=LONG, staff=True)
    by = Actor(referee.pk)
    for one in games:
        play_and_confirm(one, by, type="win", winner=0, source=1, fan=20)
        play(one, by, type="ruling", seat=3, offence="disturbing", consequences=["red"])
    play(games[0], by, type="win", winner=2, self_draw=True, fan=37)
    step_in(game_id=games[0].pk, seat=3, number=9, now=timezone.now())
    return games[0]


WIDE = """() => {
  document.querySelectorAll("details").forEach((one) => { one.open = true; });
  const most = innerWidth + 1;
  if (document.documentElement.scrollWidth <= most) return "";
  const out = [...document.querySelectorAll("body *")].filter((one) => !one.closest(".scroller")
    && (one.getBoundingClientRect().right > most || one.scrollWidth > most));
  return out.slice(-2).map((one) => one.outerHTML.slice(0, 90)).join(" | ") || "something";
}"""
"""The elements that make the page wider than the phone."""


def test_long_names_widen_no_page(page: Page, game: Game, client: Any, signed_in: Callable[..., None]) -> None:
    """Each page that links lead to, once: the next round or player looks alike."""
    signed_in(make_user())
    slug = game.event.slug
    waiting = [f"/e/{slug}/", f"/g/{game.pk}/", *(f"/e/{slug}/{more}" for more in _ALSO)]
    asked, met = set(), {}
    for address in waiting:
        name = resolve(address).view_name
        if name in met or address in asked:
            continue
        asked.add(address)
        answer = client.get(address)
        if answer.status_code == 200 and answer.headers.get("content-type", "").startswith("text/html"):
            page.goto(address)
            met[name] = page.evaluate(WIDE)
            waiting += [unescape(link) for link in _LINK.findall(answer.content.decode())]
    assert {name: what for name, what in met.items() if what} == {}
    assert len(met) >= LEAST_PAGES
