"""時間表: the expected end of a round by its hands so far, and the start of the next.

A table is expected to keep its own pace, or that of the hall until it has closed two hands. The current hand may end at
any moment, however long it has lasted; later ones have their full time. A table ends with its deals or with the hands
after the bell, whichever comes first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from scoring import BellRules

FIRST_GUESS = timedelta(minutes=7)
"""A hand, before any was played."""

SHORTEST = timedelta(minutes=1)
"""Lower bound for a hand: faster ones were recorded before the clock was started, or several at once."""

BREAK = timedelta(minutes=15)
"""Between two rounds: cards are signed, people move."""


@dataclass(frozen=True)
class Pace:
    """`played`: time at play from the start to the last closed hand, without pauses · `hands`, `deals`: closed and
    passed by then · `to_come`: deals left · `at`: when that hand was closed (or play began) · `bell`: when its bell
    rings."""

    played: timedelta
    hands: int
    deals: int
    to_come: int
    at: datetime
    bell: datetime | None
    over: bool


@dataclass(frozen=True)
class DayPlan:
    """`hand`: expected length of one in this hall · `ends`, `next`: end of the round, start of the next one ·
    `by_table`: end of each table in the given order; None if it is over."""

    hand: timedelta
    ends: datetime
    next: datetime
    by_table: tuple[datetime | None, ...]


def plan(tables: Sequence[Pace], bell: BellRules, now: datetime) -> DayPlan | None:
    """None if no table plays."""
    if all(table.over for table in tables):
        return None
    hand = _hand(tables)
    ends = tuple(None if table.over else _end(table, hand, bell, now) for table in tables)
    last = max(end for end in ends if end is not None)
    return DayPlan(hand, last, next_start(last), ends)


def _hand(tables: Sequence[Pace]) -> timedelta:
    """Median length of a hand over the tables that have played."""
    lengths = [length.total_seconds() for length in map(_own, tables) if length is not None]
    return timedelta(seconds=median(lengths)) if lengths else FIRST_GUESS


def _own(table: Pace) -> timedelta | None:
    """Length of a hand at this table; None without a plausible one."""
    length = table.played / table.hands if table.hands else None
    return length if length is not None and length >= SHORTEST else None


def _end(table: Pace, hand: timedelta, bell: BellRules, now: datetime) -> datetime:
    told = _own(table) if table.hands > 1 else None
    own = told or hand
    a_deal = table.played / table.deals if told and table.deals > 1 else own
    by_deals = max(table.at + a_deal * table.to_come, now + a_deal * (table.to_come - 1))
    if table.bell is None:
        return max(by_deals, now)
    after = max(bell.during_hand - 0.5, 0) * own
    return max(min(by_deals, table.bell + after), now)


def next_start(ended: datetime) -> datetime:
    """A break after the end, rounded up to five minutes."""
    moment = ended + BREAK
    over = timedelta(minutes=moment.minute % 5, seconds=moment.second, microseconds=moment.microsecond)
    return moment - over + timedelta(minutes=5) if over else moment
