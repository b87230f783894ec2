"""大會鐘: one for the hall: start, pause, change, take back; and extra time for a table. All of it is logged.

Each game's row has a copy of its table's clock (`Game.time`), so that pages and recorded hands need no other table.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Sum
from django.utils.translation import gettext as _

from tournaments.core.event_log import Kind, RowChange, added, append_act, changed, removed
from tournaments.core.exceptions import Conflict, Invalid, round_gone
from tournaments.core.locks import in_one_transaction, lock_games, lock_round
from tournaments.models import ExtraTime, Game, Round, RoundClock
from tournaments.models.digests import moment
from tournaments.tables.game_log.read import read_book, rules_of

MINUTES = 120  # for rules without a clock
LONGEST = 600
MOST_EXTRA = 120


def minutes_of(round_: Round) -> int:
    return rules_of(round_.event, round_).game.minutes or MINUTES


@in_one_transaction
def start(*, round_id: int, now: datetime, minutes: int | None = None) -> RoundClock:
    """開鐘: start the clock for all tables of an open round, by default with the minutes of its rules. Raises Conflict
    if it already runs or the round is not open, Invalid unless minutes are 1 to 600."""
    round_ = _open(round_id)
    if RoundClock.objects.filter(round=round_).exists():
        raise Conflict(_("大會鐘已經開了。"))
    minutes = minutes_of(round_) if minutes is None else minutes
    _check_minutes(minutes)
    warning = min(rules_of(round_.event, round_).game.bell.warning, minutes - 1)
    clock = RoundClock.objects.create(round=round_, minutes=minutes, warning=warning, started_at=now)
    return _log(clock, Kind.CLOCK_STARTED, added(clock))


@in_one_transaction
def change(*, round_id: int, minutes: int) -> RoundClock:
    clock = _clock(_open(round_id))
    _check_minutes(minutes)
    clock.minutes, clock.warning = minutes, min(clock.warning, minutes - 1)
    clock.save(update_fields=["minutes", "warning"])
    return _log(clock, Kind.CLOCK_CHANGED, changed(clock, "minutes", "warning"))


@in_one_transaction
def pause(*, round_id: int, reason: str, now: datetime) -> RoundClock:
    """全場暫停: pause the clock. Raises Conflict if it is already paused or not running, Invalid without a reason."""
    clock = _clock(_open(round_id))
    if not reason.strip():
        raise Invalid(_("請寫下原因。"), field="reason")
    if _lasting(clock):
        raise Conflict(_("大會鐘正在暫停。"))
    clock.pauses = [*clock.pauses, {"since": moment(now), "until": None, "reason": reason.strip()[:300]}]
    clock.save(update_fields=["pauses"])
    return _log(clock, Kind.CLOCK_PAUSED, changed(clock, "pauses"))


@in_one_transaction
def resume(*, round_id: int, now: datetime) -> RoundClock:
    clock = _clock(_open(round_id))
    if not _lasting(clock):
        raise Conflict(_("大會鐘沒有在暫停。"))
    last = clock.pauses[-1]
    until = max(now, datetime.fromisoformat(last["since"]))
    clock.pauses = [*clock.pauses[:-1], last | {"until": moment(until)}]
    clock.save(update_fields=["pauses"])
    return _log(clock, Kind.CLOCK_RESUMED, changed(clock, "pauses"))


@in_one_transaction
def take_back(*, round_id: int) -> None:
    """取消大會鐘: remove a clock started by mistake. Extra time of tables stays for the next one."""
    clear(_open(round_id))


def clear(round_: Round) -> None:
    clock = RoundClock.objects.filter(round=round_).first()
    if clock is not None:
        gone = removed(clock)
        clock.delete()
        lock_games(round_.games.all())
        round_.games.update(time={})
        append_act(round_.event_id, Kind.CLOCK_TAKEN_BACK, gone, played=True)


@in_one_transaction
def give_extra(*, game_id: int, minutes: int, reason: str, now: datetime) -> ExtraTime:
    """加時: give one table extra time. Raises Invalid for impossible minutes or without a reason, Conflict once the
    bell is logged or the round is over."""
    game = _game(game_id)
    if not 1 <= minutes <= MOST_EXTRA:
        raise Invalid(_("加時要是 1 至 %(most)s 分鐘。") % {"most": MOST_EXTRA}, field="minutes")
    if not reason.strip():
        raise Invalid(_("請寫下原因。"), field="reason")
    extra = ExtraTime.objects.create(game=game, minutes=minutes, reason=reason.strip(), given_at=now)
    _keep(game.round)
    append_act(game.event_id, Kind.EXTRA_GIVEN, added(extra))
    return extra


@in_one_transaction
def take_back_extra(*, extra_id: int, event_id: int) -> None:
    """取消加時: remove extra time. Raises Conflict if it no longer exists, or as `give_extra` does."""
    taken = Conflict(_("這項加時已經取消。"))
    extra = ExtraTime.objects.filter(pk=extra_id, game__event=event_id).first()
    if extra is None:
        raise taken
    game = _game(extra.game_id)
    gone = removed(extra)
    if not extra.delete()[0]:  # while this waited for the round
        raise taken
    _keep(game.round)
    append_act(game.event_id, Kind.EXTRA_TAKEN_BACK, gone)


def _open(round_id: int) -> Round:
    round_ = lock_round(round_id)
    if round_.state != Round.State.OPEN:
        raise Conflict(_("現在不在打，不能更改大會鐘。"))
    return round_


def _game(game_id: int) -> Game:
    found = Game.objects.filter(pk=game_id).first()
    if found is None:
        raise round_gone()
    round_ = _open(found.round_id)
    lock_games(Game.objects.filter(pk=game_id))
    game = Game.objects.select_related("event", "round__event", "table").get(pk=game_id)
    if read_book(game).folded.state.hands_left is not None:
        raise Conflict(_("這一檯已記錄鐘響。請先撤銷鐘響，再更改加時。"))
    game.round = round_
    return game


def _clock(round_: Round) -> RoundClock:
    clock = RoundClock.objects.filter(round=round_).first()
    if clock is None:
        raise Conflict(_("大會鐘未開。"))
    return clock


def _lasting(clock: RoundClock) -> bool:
    return bool(clock.pauses) and clock.pauses[-1]["until"] is None


def _check_minutes(minutes: int) -> None:
    if not 1 <= minutes <= LONGEST:
        raise Invalid(_("時限要是 1 至 %(most)s 分鐘。") % {"most": LONGEST}, field="minutes")


def _log(clock: RoundClock, kind: Kind, said: list[RowChange]) -> RoundClock:
    _keep(clock.round)
    append_act(clock.round.event_id, kind, said, played=True)
    return clock


def _keep(round_: Round) -> None:
    lock_games(round_.games.all())
    Game.objects.bulk_update([Game(pk=pk, time=time) for pk, time in times_of(round_).items()], ["time"])


def times_of(round_: Round) -> Mapping[int, dict[str, Any]]:
    clock = RoundClock.objects.filter(round=round_).first()
    games = round_.games.annotate(given=Sum("extra_times__minutes")).values_list("pk", "given")
    if clock is None:
        return {pk: {} for pk, _given in games}
    return {pk: clock.time | {"extra": given or 0} for pk, given in games}
