"""有無新事 A player's own page is new when something at their table or in the event changed, and only then."""

import uuid
from collections.abc import Callable

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tests.tournaments.book_pages import Hall
from tests.tournaments.factories import confirm_all, play, play_and_confirm
from tournaments.hall import services as clocks
from tournaments.models import Event, Game, Round, Stage
from tournaments.organising.services.events import change_event
from tournaments.tables.services import calls, recording

pytestmark = pytest.mark.django_db


def seen(hall: Hall, mark: str = "") -> tuple[int, str]:
    """Status and mark of the page of a player's phone."""
    address = reverse("tournaments:me", args=[hall.event.slug])
    answer = hall.player(2).get(address, {"live": "1"}, headers={"If-None-Match": mark} if mark else {})
    return answer.status_code, answer["ETag"]


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
    "a pause": lambda hall: recording.pause(
        game_id=hall.game.pk, reason="燈壞了", client_key=uuid.uuid4(), actor=hall.actor, now=timezone.now()
    ),
    "the clock": lambda hall: clocks.start(round_id=hall.game.round_id, now=timezone.now(), minutes=60),
    "the event": lambda hall: change_event(event=Event.objects.get(pk=hall.event.pk), venue="另一個場地"),
}


def test_what_happens_at_the_table_shows_on_the_page(hall: Hall) -> None:
    _status, mark = seen(hall)
    for name, change in CHANGES.items():
        change(hall)
        status, mark = seen(hall, mark)
        assert (name, status) == (name, 200)
    assert seen(hall, mark) == (304, mark)


def test_nothing_new_is_two_statements(hall: Hall, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    """The session, and one for the event, the player and all their games."""
    phone, address = hall.player(2), reverse("tournaments:me", args=[hall.event.slug])
    mark = phone.get(address, {"live": "1"})["ETag"]
    with django_assert_num_queries(2):
        assert phone.get(address, {"live": "1"}, headers={"If-None-Match": mark}).status_code == 304


def test_a_hand_at_another_table_changes_nothing(hall: Hall) -> None:
    play_and_confirm(hall.elsewhere, hall.actor, type="draw")
    _status, mark = seen(hall)
    play_and_confirm(hall.elsewhere, hall.actor, type="draw")
    assert seen(hall, mark) == (304, mark)
    Stage.objects.filter(event=hall.event).update(places=2)
    _status, mark = seen(hall)
    play_and_confirm(hall.elsewhere, hall.actor, type="draw")
    assert seen(hall, mark) == (304, mark)


def test_a_game_of_a_closed_round_is_followed_too(hall: Hall) -> None:
    play_and_confirm(hall.game, hall.actor, type="draw")
    Round.objects.filter(pk=hall.game.round_id).update(state=Round.State.CLOSED)
    _status, mark = seen(hall)
    Game.objects.filter(pk=hall.game.pk).update(act_count=F("act_count") + 1)
    assert seen(hall, mark)[0] == 200
