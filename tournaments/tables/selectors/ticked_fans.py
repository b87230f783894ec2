"""揀得最多的番: the fans ticked most often of late in an event, for the head of the list."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from tournaments.models import Act, Event
from tournaments.tables.recording.entry import Tick

MOST = 8
LATELY = 300
"""Number of entries searched, so that a long event costs no more than a short one."""
STEADY, SELDOM = 100, 32
"""From version STEADY of the event on, count again only every SELDOM versions."""


def ticked_most(event: Event) -> tuple[str, ...]:
    """Values of the fans ticked most in the latest entries, the most frequent first.

    Counted after each hand at first, later less often: a few of three hundred entries change nothing.
    """
    version = event.standings_version
    return _counted(event.pk, event.created_at, version if version < STEADY else version // SELDOM * SELDOM)


@lru_cache(maxsize=64)
def _counted(event_id: int, _created_at: datetime, _version: int) -> tuple[str, ...]:
    latest = Act.objects.filter(game__event=event_id, kind=Act.Kind.PLAY).order_by("-pk")
    counted: Counter[str] = Counter()
    for payload in latest.values_list("payload", flat=True)[:LATELY]:
        counted.update(_ticked_in(payload.get("claim")))
    return tuple(value for value, _times in counted.most_common(MOST))


def _ticked_in(claim: Mapping[str, Any] | None) -> Iterator[str]:
    for one in (claim or {}).get("winners", [claim or {}]):
        for tick in one.get("ticks") or ():
            yield Tick(tick["name"], concealed=tick.get("concealed", False)).value
