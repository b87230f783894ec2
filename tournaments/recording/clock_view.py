"""大會鐘 for a page: when the bell rings, what is left, whether it stands still. No database."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tournaments.book.clock import TableClock, clock_of
from tournaments.book.pauses import Times


@dataclass(frozen=True)
class ClockView:
    """A clock as a page shows it. `round`: of which round, where a page may show several · `minutes`: whole ones left,
    the last begun one too · `extra`: what the table got on top."""

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

    @property
    def changes_at(self) -> datetime | None:
        """When the page shows something else by itself; None while the clock stands still."""
        return None if self.stands else self.bell - timedelta(minutes=self.minutes - 1)


def clock_view(round_number: int, time: Mapping[str, Any], pauses: Times, now: datetime) -> ClockView | None:
    """The clock of a table from the row of its game; None where none was started."""
    clock = clock_of(time, pauses)
    return None if clock is None else view_of(round_number, clock, now)


def hall_view(round_number: int, time: dict[str, Any], now: datetime) -> ClockView | None:
    """The hall's clock from the row of any game, without what that table got on top."""
    return clock_view(round_number, time | {"extra": 0} if time else {}, (), now)


def view_of(round_number: int, clock: TableClock, now: datetime) -> ClockView:
    """A clock as it stands now."""
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
