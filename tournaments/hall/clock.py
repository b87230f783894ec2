"""大會鐘 (hall clock) and 時間表 (timetable): the clocks as shown, and when a round may end and the next start.

The estimate assumes that a table keeps its own pace, or the hall's until it has closed two hands. A hand that already
takes longer than that may end at any moment; later ones get their full time. A table is done after its last deal or
after the hands that the bell still allows, whichever comes first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from statistics import median

from scoring.rulebook import BellRules
from tournaments.hall.services import minutes_of
from tournaments.models import Event, ExtraTime, Game, Round, RoundClock, Stage
from tournaments.phrases.wording import HAND_NAMES
from tournaments.tables.game_log.clock import ClockView, clock_view
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.game_log.timeline import paused_between
from tournaments.tables.selectors.visible import apply_delay

FIRST_GUESS = timedelta(minutes=7)
"""Assumed length of a hand before any was played."""
SHORTEST = timedelta(minutes=1)
"""Lower bound for a hand: faster ones were recorded before the clock started, or several at once."""
BREAK = timedelta(minutes=15)
"""Between two rounds, for signing cards and changing tables."""
_DEALS: Mapping[str, int] = {name: deal for deal, name in enumerate(HAND_NAMES)}


@dataclass(frozen=True)
class Pace:
    """The pace of a table. `played`: playing time from the start to the last closed hand, without pauses · `hands`,
    `deals`: closed and passed by then · `to_come`: remaining deals · `at`: when that hand was closed (or play began) ·
    `bell`: time of its bell."""

    played: timedelta
    hands: int
    deals: int
    to_come: int
    at: datetime
    bell: datetime | None
    over: bool


@dataclass(frozen=True)
class DayPlan:
    """The expected times of a round. `hand`: length of a hand in this hall · `ends`, `next`: end of the round, start of
    the next · `by_table`: end of each table in the given order; None if it is over · `last`: none follows."""

    hand: timedelta
    ends: datetime
    next: datetime
    by_table: tuple[datetime | None, ...]
    last: bool = False


def plan(tables: Sequence[Pace], bell: BellRules, now: datetime) -> DayPlan | None:
    """Estimate the times of a round; None if no table plays."""
    if all(table.over for table in tables):
        return None
    lengths = [length.total_seconds() for length in map(_own, tables) if length is not None]
    hand = timedelta(seconds=median(lengths)) if lengths else FIRST_GUESS
    ends = tuple(None if table.over else _end(table, hand, bell, now) for table in tables)
    last = max(end for end in ends if end is not None)
    return DayPlan(hand, last, next_start(last), ends)


def _own(table: Pace) -> timedelta | None:
    """Return the average length of this table's hands so far; None if there are none or it is implausibly short."""
    length = table.played / table.hands if table.hands else None
    return length if length is not None and length >= SHORTEST else None


def _end(table: Pace, hand: timedelta, bell: BellRules, now: datetime) -> datetime:
    of_table = _own(table) if table.hands > 1 else None
    own = of_table or hand
    a_deal = table.played / table.deals if of_table and table.deals > 1 else own
    by_deals = max(table.at + a_deal * table.to_come, now + a_deal * (table.to_come - 1))
    if table.bell is None:
        return max(by_deals, now)
    after = max(bell.during_hand - 0.5, 0) * own
    return max(min(by_deals, table.bell + after), now)


def next_start(ended: datetime) -> datetime:
    """Return the end plus a break, rounded up to five minutes."""
    moment = ended + BREAK
    over = timedelta(minutes=moment.minute % 5, seconds=moment.second, microseconds=moment.microsecond)
    return moment - over + timedelta(minutes=5) if over else moment


@dataclass(frozen=True)
class TableClock:
    game: Game
    view: ClockView | None
    extra: Sequence[ExtraTime]
    ends: datetime | None


@dataclass(frozen=True)
class ClockPage:
    """The clock's page. Before the start `clock` and `view` are None, `minutes` those of the rules · `pause`: a
    reason."""

    clock: RoundClock | None
    view: ClockView | None
    minutes: int
    pause: str
    tables: Sequence[TableClock]
    plan: DayPlan | None

    @property
    def hand_minutes(self) -> int:
        return max(1, round(self.plan.hand.total_seconds() / 60)) if self.plan else 0


def hall_clocks(event: Event, now: datetime) -> list[ClockView]:
    """Return the hall's running clocks by round, without extra time of single tables."""
    clocks = RoundClock.objects.filter(round__event=event, round__state=Round.State.OPEN).select_related("round")
    return [_hall_view(clock, now) for clock in clocks.order_by("round__number")]


def _hall_view(clock: RoundClock, now: datetime) -> ClockView:
    view = clock_view(clock.round.number, clock.time, (), now)
    assert view is not None
    return view


def clock_page(round_: Round, now: datetime, until: datetime | None = None) -> ClockPage:
    """Return the clock's page. `until`: broadcast cutoff for the pace of play; clocks are never delayed."""
    clock = RoundClock.objects.filter(round=round_).select_related("round").first()
    games = list(round_.games.select_related("event", "round", "table").prefetch_related("extra_times"))
    games.sort(key=lambda game: game.table.number)
    expected = day_plans(round_.event, [game for game, _fold in apply_delay(games, until)], now).get(round_.number)
    ends = expected.by_table if expected else (None,) * len(games)
    return ClockPage(
        clock=clock,
        view=_hall_view(clock, now) if clock else None,
        minutes=clock.minutes if clock else minutes_of(round_),
        pause=next((one["reason"] for one in clock.pauses if one["until"] is None), "") if clock else "",
        tables=[
            TableClock(game, clock_view(round_.number, game.time, game.pauses, now), list(game.extra_times.all()), end)
            for game, end in zip(games, ends, strict=True)
        ],
        plan=expected,
    )


def day_plan(round_: Round, games: Sequence[Game], now: datetime) -> DayPlan | None:
    """Estimate a round by its hands so far, without a query; None if it is not in play. `games`: all of its games."""
    started = next((game.time["started"] for game in games if game.time), None)
    began = datetime.fromisoformat(started) if started else round_.opened_at
    if round_.state != Round.State.OPEN or began is None or not games:
        return None
    rules = rules_of(round_.event, round_).game
    paces = []
    for game in games:
        at = max(game.last_hand_at, began) if game.hands_closed and game.last_hand_at else began
        clock, deal = clock_view(round_.number, game.time, game.pauses, now), _DEALS.get(game.hand_name, 0)
        paused = paused_between([*game.pauses, *game.time.get("pauses", ())], began, at)
        pace = Pace(
            played=max(at - began - paused, timedelta(0)),
            hands=game.hands_closed,
            deals=deal,
            to_come=max(rules.deals - deal, 0),
            at=at,
            bell=clock.bell if clock else None,
            over=game.state in (Game.State.COMPLETE, Game.State.SIGNED),
        )
        paces.append(pace)
    return plan(paces, rules.bell, now)


def day_plans(event: Event, games: Sequence[Game], now: datetime) -> dict[int, DayPlan]:
    """Estimate the ends of the rounds in play, by number. `games`: all of them."""
    plans = {}
    for round_ in {game.round_id: game.round for game in games}.values():
        round_.event = event
        expected = day_plan(round_, [game for game in games if game.round_id == round_.pk], now)
        if expected:
            plans[round_.number] = replace(expected, last=_is_last(round_))
    return plans


def _is_last(round_: Round) -> bool:
    """Whether no further round is planned. Reads the stages only if that may be so."""
    if round_.number < round_.event.games_planned:
        return False
    stages = Stage.objects.filter(event=round_.event).select_related("event")
    return round_.number >= sum(stage.rounds_in_all for stage in stages)
