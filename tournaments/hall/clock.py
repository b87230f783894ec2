from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tournaments.hall.day_plan import DayPlan, Pace, plan
from tournaments.models import Event, ExtraTime, Game, Round, RoundClock
from tournaments.phrases.wording import HAND_NAMES
from tournaments.tables.game_log.clock import ClockView, clock_of, clock_view, view_of
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.game_log.timeline import paused_between
from tournaments.tables.selectors.visible import apply_delay

_DEALS: Mapping[str, int] = {name: deal for deal, name in enumerate(HAND_NAMES)}


@dataclass(frozen=True)
class TableTime:
    game: Game
    clock: ClockView | None
    extra: tuple[ExtraTime, ...]
    ends: datetime | None


@dataclass(frozen=True)
class ClockPage:
    """`clock`, `view`: None before the start · `pause`: why it is stopped, or ""."""

    clock: RoundClock | None
    view: ClockView | None
    pause: str
    tables: tuple[TableTime, ...]
    plan: DayPlan | None

    @property
    def hand_minutes(self) -> int:
        return max(1, round(self.plan.hand.total_seconds() / 60)) if self.plan else 0


def hall_clocks(event: Event, now: datetime) -> list[ClockView]:
    """Running clocks of the hall, by round, without extra time of single tables."""
    clocks = RoundClock.objects.filter(round__event=event, round__state=Round.State.OPEN).select_related("round")
    return [_hall_view(clock, now) for clock in clocks.order_by("round__number")]


def _hall_view(clock: RoundClock, now: datetime) -> ClockView:
    time: dict[str, Any] = {
        "started": clock.started_at.isoformat(),
        "minutes": clock.minutes,
        "warning": clock.warning,
        "extra": 0,
        "pauses": clock.pauses,
    }
    table = clock_of(time, ())
    assert table is not None
    return view_of(clock.round.number, table, now)


def clock_page(round_: Round, now: datetime, until: datetime | None = None) -> ClockPage:
    """`until`: broadcast cut-off for the pace of play; clocks are never delayed."""
    clock = RoundClock.objects.filter(round=round_).select_related("round").first()
    games = list(round_.games.select_related("event", "round", "table").prefetch_related("extra_times"))
    games.sort(key=lambda game: game.table.number)
    expected = day_plan(round_, [game for game, _fold in apply_delay(games, until)], now)
    ends = expected.by_table if expected else (None,) * len(games)
    return ClockPage(
        clock=clock,
        view=_hall_view(clock, now) if clock else None,
        pause=next((one["reason"] for one in clock.pauses if one["until"] is None), "") if clock else "",
        tables=tuple(
            TableTime(game, clock_view(round_.number, game.time, game.pauses, now), tuple(game.extra_times.all()), end)
            for game, end in zip(games, ends, strict=True)
        ),
        plan=expected,
    )


def day_plan(round_: Round, games: Sequence[Game], now: datetime) -> DayPlan | None:
    """Expected end of a round by its hands so far; None if it is not being played. `games`: all of them; no
    statement."""
    started = next((game.time["started"] for game in games if game.time), None)
    began = datetime.fromisoformat(started) if started else round_.opened_at
    if round_.state != Round.State.OPEN or began is None or not games:
        return None
    rules = rules_of(round_.event, round_).game
    return plan([_pace(game, began, rules.deals, now) for game in games], rules.bell, now)


def day_plans(event: Event, games: Sequence[Game], now: datetime) -> dict[int, DayPlan]:
    """Expected ends of the rounds being played, by number. `games`: all of them."""
    plans = {}
    for round_ in {game.round_id: game.round for game in games}.values():
        round_.event = event
        expected = day_plan(round_, [game for game in games if game.round_id == round_.pk], now)
        if expected:
            plans[round_.number] = expected
    return plans


def _pace(game: Game, began: datetime, deals: int, now: datetime) -> Pace:
    closed = game.last_hand_at if game.hands_closed else None
    at = max(closed, began) if closed else began
    clock = clock_of(game.time, game.pauses)
    paused = paused_between([*game.pauses, *game.time.get("pauses", ())], began, at)
    deal = _DEALS.get(game.hand_name, 0)
    return Pace(
        played=max(at - began - paused, timedelta(0)),
        hands=game.hands_closed,
        deals=deal,
        to_come=max(deals - deal, 0),
        at=at,
        bell=clock.bell(now) if clock else None,
        over=game.state in (Game.State.COMPLETE, Game.State.SIGNED),
    )
