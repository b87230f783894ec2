"""大會鐘 at one table: the time of its bell, and whether it has rung.

Computed from the hall's clock, the table's extra time, and the pauses of both: a minute in which both paused counts
once.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tournaments.tables.game_log.timeline import Times

TYPING = timedelta(seconds=60)
"""A hand recorded this soon after the bell ended before it, unless the referee says otherwise."""

LATE = timedelta(minutes=10)
"""How long after the bell a hand from before it can be entered; after that the table needs extra time."""


@dataclass(frozen=True)
class ClockView:
    """The clock of a table. `round`: for pages with several rounds · `bell`: its time · `minutes`: left, rounded up ·
    `stands`: whether it is paused · `warning`: minutes before the bell · `extra`: time added for the table."""

    round: int
    bell: datetime
    minutes: int
    stands: bool
    rung: bool
    warns: bool
    warning: int
    extra: int

    @property
    def mark(self) -> str:
        """Return a value that changes with the visible clock."""
        return f"{self.round}.{int(self.bell.timestamp()) if not self.stands else 0}.{self.minutes}.{self.rung:d}"


def clock_view(round_number: int, time: Mapping[str, Any], pauses: Times, now: datetime) -> ClockView | None:
    """Return the clock of a table from its game's row; None before it is started."""
    if not time:
        return None
    counted_to = started = datetime.fromisoformat(time["started"])
    bell, stands = started + timedelta(minutes=time["minutes"] + time["extra"]), False
    spans = ((datetime.fromisoformat(one["since"]), one["until"]) for one in (*time["pauses"], *pauses))
    for since, until in sorted(spans, key=lambda span: span[0]):
        if since >= bell:
            break
        end = datetime.fromisoformat(until) if until else now
        bell += max(end - max(since, counted_to), timedelta(0))
        counted_to = max(end, counted_to)
        stands = stands or until is None
    left, rung = max(bell - now, timedelta(0)), not stands and bell <= now
    return ClockView(
        round=round_number,
        bell=bell,
        minutes=-(-int(left.total_seconds()) // 60),
        stands=stands,
        rung=rung,
        warns=not rung and left <= timedelta(minutes=time["warning"]),
        warning=time["warning"],
        extra=time["extra"],
    )
