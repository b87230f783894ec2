"""誰: names lead to the record of the player, on every page where the four are named and the reader may read it."""

import re
from html.parser import HTMLParser

import pytest
from django.test import Client

from tests.markup import markup, url
from tests.standings.test_player_pages import signed_in
from tests.tournaments.book_pages import member_of
from tests.tournaments.factories import make_game, make_user, play_and_confirm
from tournaments.models import Event, Role
from tournaments.tables.game_log.read import Actor

OF_A_GAME = [("table",), ("hands",), ("hand", 1), ("story",), ("story_step", 1), ("card",)]
OF_AN_EVENT = [("seats",), ("round", 1), ("round_sum", 1)]


@pytest.fixture
def game():
    game = make_game(referee=make_user())
    play_and_confirm(game, Actor(make_user().pk), type="win", winner=1, source=2, fan=20)
    return game


def shown(game, where):
    name, *more = where
    at = game.pk if where in OF_A_GAME else game.event.slug
    return Client().get(url(name, at, *more))


class Names(HTMLParser):
    """The numbers of the players that a page leads to, and the tags in which a link or a button may not stand."""

    def __init__(self, page):
        super().__init__()
        self.open, self.found, self.inside = [], set(), set()
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        address = re.fullmatch(r"/e/evening/history/(\d+)/", dict(attrs).get("href") or "")
        if address:
            self.found.add(address[1])
            self.inside |= {"a", "button", "summary", "label"} & {*self.open}
        if tag in ("a", "button", "summary", "label"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in self.open:
            self.open.remove(tag)


@pytest.mark.parametrize("where", [*OF_A_GAME, *OF_AN_EVENT])
def test_the_four_lead_to_their_records(game, where):
    names = Names(markup(shown(game, where)))
    assert names.found == {"1", "2", "3", "4"}
    assert names.inside == set()


def test_under_the_signatures_of_a_card_they_do_too(game):
    page = markup(shown(game, ("card",)))
    assert Names(page[page.index('class="signatures"') :]).found == {"1", "2", "3", "4"}


@pytest.mark.parametrize("where", [*OF_A_GAME, *OF_AN_EVENT])
def test_before_the_reveal_they_lead_nowhere(game, where):
    Event.objects.update(hidden=True)
    page = shown(game, where)
    assert page.status_code == (403 if where[0] == "round_sum" else 200)
    assert Names(markup(page)).found == set()


def test_to_an_official_they_do_before_the_reveal_too(game):
    Event.objects.update(hidden=True)
    head = member_of(game.event, "head", Role.HEAD_REFEREE)
    assert Names(markup(head.get(url("hands", game.pk)))).found == {"1", "2", "3", "4"}
    assert Names(markup(head.get(url("table", game.pk)))).found == set()  # a tap on a seat is a win


def test_on_the_own_page_the_other_three_do(game):
    player = game.seats.get(seat=2).player
    page = markup(signed_in(player).get(url("me", "evening")))
    assert Names(re.search("<div class=.table-diagram.*?table-centre", page)[0]).found == {"1", "2", "4"}
