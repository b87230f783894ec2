"""名次 The race of an event, worked out once for each change: what the pages of two thousand players are made of."""

from tournaments.access import EventAccess
from tournaments.selectors.cutline import Race, race
from tournaments.web.told_once import ToldOnce

_RACES: ToldOnce[Race] = ToldOnce()


def race_of(access: EventAccess) -> Race:
    """The race as this reader is told of it."""
    event, until = access.event, access.until
    key = (event.pk, event.created_at, until is None)
    return _RACES.get(key, (event.standings_version, until), lambda: race(event, until))
