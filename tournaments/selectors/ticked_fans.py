"""揀得最多的番: which fans an event's referees have ticked most lately, for the head of the list."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.models import Act
from tournaments.recording.entry import Tick

MOST = 8
LATELY = 300
"""So many entries are looked through, so that a long event costs no more than a short one."""


def ticked_most(event_id: int) -> tuple[str, ...]:
    """The values of the fans ticked most in the latest entries of an event, the most frequent first."""
    latest = Act.objects.filter(game__event=event_id, kind=Act.Kind.PLAY).order_by("-pk")
    counted: Counter[str] = Counter()
    for payload in latest.values_list("payload", flat=True)[:LATELY]:
        counted.update(_ticked(payload.get("claim")))
    return tuple(value for value, _times in counted.most_common(MOST))


def _ticked(claim: Mapping[str, Any] | None) -> Iterator[str]:
    for one in (claim or {}).get("winners", [claim or {}]):
        for tick in one.get("ticks") or ():
            yield Tick(tick["name"], concealed=tick.get("concealed", False)).value
