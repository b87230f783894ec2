from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, QuerySet

from tournaments.core.access import GameAccess
from tournaments.models import Call, Game, Round
from tournaments.tables.game_log.read import Actor
from tournaments.tables.services.calls import made_by


@dataclass(frozen=True)
class OpenCall:
    """`taken_by`: the referee on the way, "" before one accepts."""

    id: int
    caller: str
    since: datetime
    taken_by: str
    taken_at: datetime | None

    def minutes(self, now: datetime) -> int:
        return max(0, int((now - self.since).total_seconds() // 60))


@dataclass(frozen=True)
class CallPanel:
    """The open call of a table with the buttons of one viewer. `mark` changes with it."""

    game_id: int
    call: OpenCall | None
    may_call: bool = False
    may_withdraw: bool = False
    may_take: bool = False
    may_end: bool = False

    @property
    def mark(self) -> str:
        return mark_of(self.call)


def open_calls() -> QuerySet[Call]:
    return Call.objects.filter(ended_at__isnull=True).select_related("player", "user", "taken_by")


def _open_call(game: Game) -> Call | None:
    return open_calls().filter(game=game).first()


def with_open_calls() -> "Prefetch[str, QuerySet[Call], str]":
    """Load the open call (at most one) of each game as `game.open_calls`."""
    return Prefetch("calls", open_calls(), to_attr="open_calls")


def call_of(game: Game) -> OpenCall | None:
    found: Iterable[Call] = game.open_calls  # type: ignore[attr-defined]
    return next(map(shown, found), None)


def shown(call: Call) -> OpenCall:
    return OpenCall(
        id=call.pk,
        caller=call.player.name if call.player else str(call.user),
        since=call.created_at,
        taken_by=str(call.taken_by) if call.taken_by else "",
        taken_at=call.taken_at,
    )


def mark_of(call: OpenCall | None) -> str:
    """Value that a poll compares: changes when a call begins, is taken or ends."""
    return f"c{call.id}{'t' if call.taken_by else ''}" if call else ""


def panel(access: GameAccess) -> CallPanel:
    if not access.sees_calls:
        return CallPanel(access.game.pk, None)
    caller, takes = access.caller, access.referees
    call = _open_call(access.game)
    if call is None:
        may_call = caller is not None and access.game.round.state == Round.State.OPEN
        return CallPanel(access.game.pk, None, may_call=may_call)
    mine = caller is not None and made_by(call, caller)
    return CallPanel(
        access.game.pk,
        shown(call),
        may_withdraw=mine,
        may_take=takes and not mine and call.taken_by_id is None,
        may_end=takes and not mine and call.taken_by_id is not None,
    )


def player_panel(game: Game | None, player_id: int) -> CallPanel | None:
    if game is None:
        return None
    call = _open_call(game)
    if call is None:
        return CallPanel(game.pk, None, may_call=True)
    return CallPanel(game.pk, shown(call), may_withdraw=made_by(call, Actor(player_id=player_id)))
