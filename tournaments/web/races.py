"""名次 The race of an event, worked out once for each change: what the pages of two thousand players are made of.

Thirteen hands a second would have the race of a large hall worked out thirteen times a second for the few who ask for
their place meanwhile. Who follows a place is told of a race that rests for some time after it was made, as a page does.
"""

from datetime import datetime
from time import monotonic, thread_time

from django.conf import settings

from tournaments.access import EventAccess
from tournaments.models import Event
from tournaments.selectors.cutline import Race, race
from tournaments.web.told_once import ToldOnce

_RACES: ToldOnce[tuple[Race, float]] = ToldOnce()
"""With each race until when it rests."""
MOST_REST = 0.4
"""Seconds at most: static/js/poll.js asks for a place half a second after a hand at the own table."""
_PATIENCE = 8
"""A place may lag further behind than the standings do, whose rows rest for `LIVE_REST` times their making."""


def race_of(access: EventAccess) -> Race:
    """The race as this reader is told of it, as it is now."""
    event, until = access.event, access.until
    key = (event.pk, event.created_at, until is None)
    version = ((event.standings_version, event.page_version), until)
    return _RACES.get(key, version, lambda: _made(event, until))[0]


def _made(event: Event, until: datetime | None) -> tuple[Race, float]:
    began = thread_time()
    found = race(event, until)
    return found, monotonic() + min((thread_time() - began) * settings.LIVE_REST * _PATIENCE, MOST_REST)


def race_at_rest(event: int, created_at: datetime, pages: int) -> tuple[tuple[int, int], Race] | None:
    """The version and the race of those who are told without delay, if it has been made so lately that it rests, and
    nothing but the standings has changed since. `pages`: the version of the event's pages."""
    kept = _RACES.kept((event, created_at, True))
    if kept is None or monotonic() >= kept[1][1]:
        return None
    (version, _until), (found, _rests_until) = kept
    return (version, found) if version[1] == pages else None
