from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.tables.book.clock import TableClock, clock_of
from tournaments.tables.book.pauses import Times


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
    return None if clock is None else view_of(round_number, clock, now)


def hall_view(round_number: int, time: dict[str, Any], now: datetime) -> ClockView | None:
    """The hall's clock from the row of any game, without that table's extra time."""
    return clock_view(round_number, time | {"extra": 0} if time else {}, (), now)


def view_of(round_number: int, clock: TableClock, now: datetime) -> ClockView:
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
