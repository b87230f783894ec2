"""標記: a page that says something else has another mark, and nobody is given what was kept of it before.

Every public page is read, something is changed that is no hand, and it is read again with the old mark: 304 only where
a server that remembers nothing would say the same. A stranger reads every page after every change, a player and a
referee every fourth, by turns; with FULL=1 every one.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from tests.lacking import FULL
from tests.one_cache import cache_taken_back, forget
from tests.security.addresses import address_of
from tests.security.hall import FullHall
from tests.security.test_delay import LISTS, public
from tests.security.watching import taken_back
from tests.tournaments.factories import confirm_all, play
from tournaments.models import Event, Player
from tournaments.models.events import unseen_version
from tournaments.organising.services import events
from tournaments.players.services.erasure import erase
from tournaments.players.services.roster import change_player
from tournaments.tables.game_log.read import Actor

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

LIVE = ("tournaments:table", "tournaments:story")
"""Pages of which only what moves is asked for."""
# What differs from one answer to the next.
_PASSING = re.compile(r'[0-9a-f-]{36}|(csrfmiddlewaretoken" value=|X-CSRFToken": |"token": )"\w+"')


def one_of(hall: FullHall) -> Player:
    """Somebody at the settled table, whose page is among those that are read."""
    player = hall.event.players.get(number=1)
    assert player == hall.settled.seats.get(seat=0).player
    return player


def called(hall: FullHall, name: str, alias: str = "") -> None:
    player = one_of(hall)
    change_player(player=player, number=player.number, name=name, club=player.club, staff=player.staff, alias=alias)


def erased(hall: FullHall) -> None:
    player = hall.event.players.get(number=25)
    Player.objects.filter(pk=player.pk).update(withdrawn_at=timezone.now())
    player.refresh_from_db()
    erase(player=player, user_id=None, today=timezone.localdate(), now=timezone.now())


def settings(**values: object) -> Callable[[FullHall], object]:
    return lambda hall: events.change_event(event=Event.objects.get(pk=hall.event.pk), **values)


CHANGES: dict[str, Callable[[FullHall], object]] = {
    "a name": lambda hall: called(hall, "改名的人"),
    "a public name": lambda hall: called(hall, one_of(hall).name, alias="蒙面人"),
    "an erasure": erased,
    "the name of the event": settings(name="另一個名"),
    "a delay": settings(delay=10),
    "a reveal to come": settings(hidden=True),
    "a private event": settings(public=False),
    "its languages": settings(language="en"),
}


def places(hall: FullHall) -> Iterator[tuple[str, str]]:
    for name in public():
        where = address_of(name, hall)
        if {"slug", "game_id", "code"} & set(resolve(where).kwargs) or name in LISTS:
            yield name, where
            if name in LIVE:
                yield f"{name}, what moves", f"{where}?live=1"


def read(client: Client, where: str, mark: str = "") -> tuple[int, str, str]:
    answer = client.get(where, headers={"If-None-Match": mark} if mark else {})
    return answer.status_code, _PASSING.sub("", answer.content.decode(errors="replace")), answer.headers.get("ETag", "")


def looks(hall: FullHall, turn: int | None = None) -> Iterator[tuple[str, str, Client, str]]:
    for who in ("anybody", "player elsewhere", "referee"):
        client = hall.browser(who)
        for number, (name, where) in enumerate(places(hall)):
            if FULL or turn is None or who == "anybody" or number % 4 == turn % 4:
                yield who, name, client, where


def read_by_all(hall: FullHall, turn: int | None = None) -> dict[tuple[str, str], tuple[int, str, str]]:
    return {(who, name): read(client, where) for who, name, client, where in looks(hall, turn)}


def check(
    hall: FullHall, before: dict[tuple[str, str], tuple[int, str, str]], after: str, turn: int | None = None
) -> dict[tuple[str, str], str]:
    """What is read now, with the marks of before; fails where it is not what a server says that remembers nothing."""
    now = {(who, name): read(client, where, before[who, name][2]) for who, name, client, where in looks(hall, turn)}
    forget()
    truth = read_by_all(hall, turn)
    faults = []
    for page, (status, text, _mark) in now.items():
        said = (before[page][0], before[page][1]) if status == 304 else (status, text)
        if said != truth[page][:2]:
            faults.append((*page, status))
    assert not faults, (after, faults)
    return {page: text for page, (_status, text, _mark) in truth.items()}


@pytest.mark.parametrize("part", range(2))
def test_no_mark_outlives_what_it_stood_for(hall: FullHall, part: int, frozen_clock: None) -> None:
    before = read_by_all(hall)
    assert sum(bool(mark) for _status, _text, mark in before.values()) > 60
    gone = {
        "a name": one_of(hall).name,
        "a public name": one_of(hall).name,
        "an erasure": hall.event.players.get(number=25).name,
    }
    for turn, change in list(enumerate(CHANGES))[part::2]:
        with taken_back(), cache_taken_back():
            CHANGES[change](hall)
            after = check(hall, before, change, turn)
        if change in gone:
            where = re.compile(re.escape(gone[change]) + r"(?!\d)")
            named = {page for page in after if where.search(before[page][1])}
            assert named, change
            assert not {page for page in named if page[0] != "referee" and where.search(after[page])}, change
        assert {page for page, text in after.items() if text != before[page][1]}, change


def test_after_a_restore_nothing_of_the_other_database_is_confirmed(hall: FullHall, frozen_clock: None) -> None:
    """Acts are counted on from where the backup ends: another hand under the same number."""
    actor = Actor(user_id=hall.users["head referee"].pk)

    def plays(fan: int) -> None:
        confirm_all(hall.settled, actor)
        play(hall.settled, actor, type="win", winner=2, source=1, fan=fan)

    with taken_back():
        plays(20)
        before = read_by_all(hall)
    Event.objects.update(page_version=unseen_version() + 1)  # as `scripts.backup` does
    plays(44)
    after = check(hall, before, "a restore")
    assert after["anybody", "tournaments:live_table"] != before["anybody", "tournaments:live_table"][1]
