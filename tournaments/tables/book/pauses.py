"""暫停: how long a table has paused, from the times in the acts (ISO text).

A pause is an act of the book and no event of the game: it moves no points, and the replay document has no word for it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause in hand `hand`, begun by act `act`, ended by `ended_by` (the same act where it was entered afterwards);
    `until` is None while it lasts. `reason` is "" for those who may not read it."""

    act: int
    hand: int
    reason: str
    since: str
    until: str | None = None
    ended_by: int = 0

    @property
    def last_act(self) -> int:
        return max(self.act, self.ended_by)

    @property
    def event(self) -> dict[str, Any]:
        return {"type": "pause", "reason": self.reason, "since": self.since, "until": self.until}

    @property
    def times(self) -> dict[str, Any]:
        return {"hand": self.hand, "since": self.since, "until": self.until}


Times = Iterable[Mapping[str, Any]]


def running(pauses: Times) -> datetime | None:
    return next((datetime.fromisoformat(one["since"]) for one in pauses if one["until"] is None), None)


def paused_between(pauses: Times, begin: datetime, end: datetime) -> timedelta:
    total = timedelta(0)
    for one in pauses:
        since = datetime.fromisoformat(one["since"])
        until = datetime.fromisoformat(one["until"]) if one["until"] else end
        total += max(min(until, end) - max(since, begin), timedelta(0))
    return total


def played_since(pauses: Times, begin: datetime | None, now: datetime) -> datetime | None:
    return begin and begin + paused_between(pauses, begin, now)
