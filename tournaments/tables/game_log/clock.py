"""大會鐘 at one table: when its bell rings, and whether it has.

The hall's clock, the extra time of the table, and the pauses of both: a minute in which both paused counts once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tournaments.tables.game_log.timeline import Times

TYPING = timedelta(seconds=60)
"""A hand recorded this soon after the bell ended before it, unless the referee says otherwise."""

LATE = timedelta(minutes=10)
"""The latest that a hand of before the bell can be typed; after that the table needs extra time instead."""

Span = tuple[datetime, datetime | None]


@dataclass(frozen=True)
class TableClock:
    """`minutes` include extra time · `paused`: when it stopped, merged, in order."""

    started: datetime
    minutes: int
    extra: int
    warning: int
    paused: tuple[Span, ...]

    def bell(self, now: datetime) -> datetime:
        rings = self.started + timedelta(minutes=self.minutes + self.extra)
        for since, until in self.paused:
            if since >= rings:
                break
            rings += max((until or now) - max(since, self.started), timedelta(0))
        return rings

    def rung(self, now: datetime) -> bool:
        return not self.stands(now) and self.bell(now) <= now

    def stands(self, now: datetime) -> bool:
        lasting = [since for since, until in self.paused if until is None]
        return bool(lasting) and lasting[0] < self.bell(now)

    def left(self, now: datetime) -> timedelta:
        return max(self.bell(now) - now, timedelta(0))

    def warns(self, now: datetime) -> bool:
        return not self.rung(now) and self.left(now) <= timedelta(minutes=self.warning)


def clock_of(time: Mapping[str, Any], pauses: Times) -> TableClock | None:
    if not time:
        return None
    return TableClock(
        started=datetime.fromisoformat(time["started"]),
        minutes=time["minutes"],
        extra=time["extra"],
        warning=time["warning"],
        paused=tuple(_merged([*map(_span, time["pauses"]), *map(_span, pauses)])),
    )


def _span(pause: Mapping[str, Any]) -> Span:
    until = pause["until"]
    return datetime.fromisoformat(pause["since"]), until and datetime.fromisoformat(until)


def _merged(spans: list[Span]) -> Iterator[Span]:
    current: Span | None = None
    for since, until in sorted(spans, key=lambda span: span[0]):
        if current is None:
            current = since, until
        elif current[1] is not None and since > current[1]:
            yield current
            current = since, until
        elif current[1] is not None:
            current = current[0], None if until is None else max(until, current[1])
    if current is not None:
        yield current


@dataclass(frozen=True)
class ClockView:
    """`round`: for pages with several rounds · `minutes`: rounded up · `extra`: time added for the table."""

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
        """Changes whenever the page shows something else."""
        return f"{self.round}.{int(self.bell.timestamp()) if not self.stands else 0}.{self.minutes}.{self.rung:d}"


def clock_view(round_number: int, time: Mapping[str, Any], pauses: Times, now: datetime) -> ClockView | None:
    """The clock of a table from its game's row; None before it is started."""
    clock = clock_of(time, pauses)
    if clock is None:
        return None
    return ClockView(
        round=round_number,
        bell=clock.bell(now),
        minutes=-(-int(clock.left(now).total_seconds()) // 60),
        stands=clock.stands(now),
        rung=clock.rung(now),
        warns=clock.warns(now),
        warning=clock.warning,
        extra=clock.extra,
    )
