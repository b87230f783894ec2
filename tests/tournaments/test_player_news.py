"""有無新事 What changes a player's own page changes what the door compares for it; other tables change neither."""

import uuid
from collections.abc import Callable

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tests.tournaments.book_pages import Hall, make_hall
from tests.tournaments.factories import confirm_all, play, play_and_confirm
from tournaments.models import Event, Game, Player, Round, Stage
from tournaments.selectors.news import news_of, still_holding
from tournaments.services import calls, clocks, pauses
from tournaments.services.checkins import check_in
from tournaments.services.events import change_event
from tournaments.services.people import renew_pin, revoke_link
from tournaments.web.follow import FOLLOWS

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return make_hall()


def seen(hall: Hall, mark: str = "") -> tuple[int, str, dict[str, str]]:
    """Status and mark of the page of a player's phone, and what the door compares of the news for it."""
    address = reverse("tournaments:me", args=[hall.event.slug])
    answer = hall.player(2).get(address, {"live": "1"}, headers={"If-None-Match": mark} if mark else {})
    follows = answer.wsgi_request.META[FOLLOWS]
    news = news_of([hall.event.pk])
    assert follows.event == hall.event.pk
    assert follows.what <= set(news)
    return answer.status_code, answer["ETag"], {name: news[name] for name in follows.what}


def referee(hall: Hall) -> User:
    return User.objects.get(pk=hall.actor.user_id)


CHANGES: dict[str, Callable[[Hall], object]] = {
    "a hand": lambda hall: play(hall.game, hall.actor, type="draw"),
    "a confirmation": lambda hall: confirm_all(hall.game, hall.actor),
    "a call": lambda hall: calls.call(game_id=hall.game.pk, actor=hall.actor, now=timezone.now()),
    "somebody comes": lambda hall: calls.take(
        game_id=hall.game.pk, user=User.objects.get(pk=hall.actor.user_id), now=timezone.now()
    ),
    "the call ends": lambda hall: calls.end(
        game_id=hall.game.pk, user=User.objects.get(pk=hall.actor.user_id), now=timezone.now()
    ),
    "a pause": lambda hall: pauses.pause(
        game_id=hall.game.pk, reason="燈壞了", client_key=uuid.uuid4(), actor=hall.actor, now=timezone.now()
    ),
    "the clock": lambda hall: clocks.start(round_id=hall.game.round_id, now=timezone.now(), minutes=60),
    "the event": lambda hall: change_event(event=Event.objects.get(pk=hall.event.pk), venue="另一個場地"),
}


def test_what_changes_the_page_changes_the_news_for_it(hall: Hall) -> None:
    _status, mark, news = seen(hall)
    for name, change in CHANGES.items():
        change(hall)
        status, mark, now = seen(hall, mark)
        assert (name, status) == (name, 200)
        assert now != news, name
        news = now
    assert seen(hall, mark) == (304, mark, news)


def test_a_hand_at_another_table_changes_neither(hall: Hall) -> None:
    play_and_confirm(hall.elsewhere, hall.actor, type="draw")
    _status, mark, news = seen(hall)
    play_and_confirm(hall.elsewhere, hall.actor, type="draw")
    assert seen(hall, mark) == (304, mark, news)


QUIET: dict[str, Callable[[Hall], object]] = {
    "rules frozen": lambda hall: play(hall.elsewhere, hall.actor, type="draw"),
    "somebody else's link": lambda hall: revoke_link(player=Player.objects.get(event=hall.event, number=1)),
    "a new PIN": lambda hall: renew_pin(player=Player.objects.get(event=hall.event, number=1)),
    "somebody has come": lambda hall: check_in(
        player=Player.objects.get(event=hall.event, number=1),
        day=hall.event.starts_on,
        user_id=hall.actor.user_id or 0,
        now=timezone.now(),
    ),
}


def test_what_no_page_tells_asks_no_phone_to_look(hall: Hall) -> None:
    _status, _mark, news = seen(hall)
    for name, change in QUIET.items():
        change(hall)
        assert (name, seen(hall)[2]) == (name, news)
    assert hall.event.acts.count() >= len(QUIET)


def test_a_game_of_a_closed_round_is_followed_too(hall: Hall) -> None:
    play_and_confirm(hall.game, hall.actor, type="draw")
    Round.objects.filter(pk=hall.game.round_id).update(state=Round.State.CLOSED)
    _status, mark, news = seen(hall)
    Game.objects.filter(pk=hall.game.pk).update(act_count=F("act_count") + 1)
    status, _mark, now = seen(hall, mark)
    assert status == 200
    assert now != news


def test_a_hand_at_another_table_changes_neither_where_a_line_runs(hall: Hall) -> None:
    play_and_confirm(hall.elsewhere, hall.actor, type="draw")
    Stage.objects.filter(event=hall.event).update(places=2)
    _status, mark, news = seen(hall)
    play_and_confirm(hall.elsewhere, hall.actor, type="draw")
    assert seen(hall, mark) == (304, mark, news)


def test_it_is_one_statement_however_many_events(hall: Hall, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    with django_assert_num_queries(1):
        assert f"game {hall.game.pk}" in news_of([hall.event.pk, hall.event.pk + 1])
    assert news_of([hall.event.pk + 1]) == {}


@pytest.mark.parametrize("ended", ["nothing", "session", "kept", "link", "player"])
def test_whose_phone_it_is_can_be_looked_at_without_the_page(hall: Hall, ended: str) -> None:
    phone = hall.player(2)
    answer = phone.get(reverse("tournaments:me", args=[hall.event.slug]), {"live": "1"})
    holder = answer.wsgi_request.META[FOLLOWS].holder
    player = Player.objects.get(pk=holder[2])
    if ended == "session":
        phone.session.flush()
    elif ended == "kept":
        session = phone.session
        session["players"] = {}
        session.save()
    elif ended == "link":
        revoke_link(player=player)
    elif ended == "player":
        Player.objects.filter(pk=player.pk).update(withdrawn_at=timezone.now())
    assert still_holding([holder]) == ({holder} if ended == "nothing" else set())
