"""時間表: when a round will end by the hands so far, and when the next can begin. No database.

A table is expected to go on as fast as it has played; one that has not closed two hands goes as fast as the hall. The
hand in progress may end at any moment, however long it has lasted; those after it have still to be played. A table ends
when its deals are through or when the hands after the bell are, whichever comes first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from scoring import BellRules

FIRST_GUESS = timedelta(minutes=7)
"""A hand, before anybody has played one."""

SHORTEST = timedelta(minutes=1)
"""Nobody plays a hand faster: such hands were recorded before the clock was started, or several at once."""

BREAK = timedelta(minutes=15)
"""Between two rounds: cards are signed, people move."""


@dataclass(frozen=True)
class Pace:
    """A table: `played`: time at play, from the start to the last closed hand, pauses out · `hands`, `deals`: closed
    and passed by then · `to_come`: deals still to be passed · `at`: when that hand was closed (or play began) ·
    `bell`: when its bell rings."""

    played: timedelta
    hands: int
    deals: int
    to_come: int
    at: datetime
    bell: datetime | None
    over: bool


@dataclass(frozen=True)
class DayPlan:
    """What is to be expected. `hand`: how long one takes in this hall · `ends`, `next`: the round, and the next one ·
    `by_table`: when each table ends, in the order in which they were given; None: it is over."""

    hand: timedelta
    ends: datetime
    next: datetime
    by_table: tuple[datetime | None, ...]


def plan(tables: Sequence[Pace], bell: BellRules, now: datetime) -> DayPlan | None:
    """What is to be expected now; None where no table plays."""
    if all(table.over for table in tables):
        return None
    hand = _hand(tables)
    ends = tuple(None if table.over else _end(table, hand, bell, now) for table in tables)
    last = max(end for end in ends if end is not None)
    return DayPlan(hand, last, next_start(last), ends)


def _hand(tables: Sequence[Pace]) -> timedelta:
    """How long a hand takes: the middle one of the tables that have played."""
    lengths = [length.total_seconds() for length in map(_own, tables) if length is not None]
    return timedelta(seconds=median(lengths)) if lengths else FIRST_GUESS


def _own(table: Pace) -> timedelta | None:
    """How long a hand takes at this table; None where that cannot be told."""
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
    """When the round after one that ended then may begin: a break later, at the next full five minutes."""
    moment = ended + BREAK
    over = timedelta(minutes=moment.minute % 5, seconds=moment.second, microseconds=moment.microsecond)
    return moment - over + timedelta(minutes=5) if over else moment
