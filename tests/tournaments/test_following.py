"""A page that many follow rests for a moment after it was made, and nobody is led back behind what they know."""

import re

import pytest
from django.urls import reverse

from tests.tournaments.factories import make_event, make_game, make_user, play
from tournaments.book.read import Actor
from tournaments.lists.players import ListedPlayer
from tournaments.models import Event
from tournaments.services.roster import add_players
from tournaments.web import page_cache, races

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def clock(monkeypatch, settings):
    """The time, moved by hand; pages take so long to make that they rest as long as a page ever does."""
    settings.LIVE_REST = 10**9
    time = [1000.0]
    monkeypatch.setattr(page_cache, "monotonic", lambda: time[0])
    return time


@pytest.fixture
def hand():
    """A function that records one, and the rows that phones follow."""
    referee = make_user()
    event = make_event()
    game = make_game(event, referee)
    fans = iter(range(12, 40))

    def record():
        play(game, Actor(referee.pk), type="reward", kind="concealed_kong", seat=next(fans) % 4)

    return record


ROWS = "/live/zh-hant/e/evening/standings/rows/"


def ask(client, mark):
    return client.get(ROWS, headers={"If-None-Match": mark})


def test_who_follows_is_told_after_a_moment(client, hand, clock):
    mark = client.get(ROWS)["ETag"]
    hand()
    assert ask(client, mark).status_code == 304
    clock[0] += page_cache.MOST_REST
    told = ask(client, mark)
    assert told.status_code == 200
    assert told["ETag"] != mark


def test_who_opens_the_page_sees_what_is(client, hand, clock):
    mark = client.get(ROWS)["ETag"]
    hand()
    shown = client.get(reverse("tournaments:standings", args=["evening"])).content.decode()
    assert f"-{Event.objects.get().standings_version}-" in shown
    assert ask(client, mark).status_code == 304


def test_nobody_is_led_back_behind_what_another_process_has_told(client, hand, clock):
    mark = client.get(ROWS)["ETag"]
    hand()
    version = Event.objects.get().standings_version
    known = re.sub(r"-\d+-(\d+)-rows", rf"-{version}-\1-rows", mark)
    assert known != mark
    assert ask(client, known).status_code == 304
    hand()
    told = ask(client, known)
    assert told.status_code == 200
    assert page_cache.version_in(told["ETag"]) == version + 1


def test_who_comes_while_the_race_rests_is_told_their_place(client, hand, settings, monkeypatch):
    settings.LIVE_REST = 10**9
    monkeypatch.setattr(races, "MOST_REST", 60)
    place = "/live/zh-hant/e/evening/history/{}/place/"
    assert client.get(place.format(1)).status_code == 200
    event = Event.objects.get()
    assert races.race_at_rest(event.pk, event.created_at, event.page_version) is not None
    added, *_others = add_players(event=event, players=[ListedPlayer(77, "遲到者")])
    assert "未有名次" in client.get(place.format(added.number)).content.decode()
    assert client.get(place.format(added.number + 1)).status_code == 404
