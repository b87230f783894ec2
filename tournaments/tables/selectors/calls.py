"""叫裁判, and 我的牌檯: a referee's games, most urgent first (four queries; no game is replayed)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.core.access import GameAccess
from tournaments.models import Call, Game, GameSeat, Membership, Role, Round, TableReferee
from tournaments.phrases.names import told_apart
from tournaments.phrases.wording import hand_title, said
from tournaments.tables.game_log.read import Actor, rules_of
from tournaments.tables.game_log.timeline import played_since, running
from tournaments.tables.services.calls import made_by


@dataclass(frozen=True)
class CallPanel:
    """The open call of a table with the buttons for one viewer."""

    game_id: int
    call: Call | None
    may_call: bool = False
    may_withdraw: bool = False
    may_take: bool = False
    may_end: bool = False


def open_calls() -> QuerySet[Call]:
    return Call.objects.filter(ended_at__isnull=True).select_related("player", "user", "taken_by")


def open_call(game: Game) -> Call | None:
    """Return the open call of a table. Hardly any table has one, so the names of its people are read when shown."""
    return Call.objects.filter(game=game, ended_at__isnull=True).first()


def with_open_calls() -> "Prefetch[str, QuerySet[Call], str]":
    """Load the open call (at most one) of each game as `game.open_calls`."""
    return Prefetch("calls", open_calls(), to_attr="open_calls")


def call_of(game: Game) -> Call | None:
    found: list[Call] = game.open_calls  # type: ignore[attr-defined]
    return found[0] if found else None


def mark_of(call: Call | None) -> str:
    """Return the value that polls compare: it changes when a call begins, is taken or ends."""
    return f"c{call.pk}{'t' if call.taken_by_id else ''}" if call else ""


def panel(access: GameAccess) -> CallPanel:
    if not access.belongs:
        return CallPanel(access.game.pk, None)
    caller, takes = access.caller, access.referees
    call = open_call(access.game)
    if call is None:
        may_call = caller is not None and access.game.round.state == Round.State.OPEN
        return CallPanel(access.game.pk, None, may_call=may_call)
    mine = caller is not None and made_by(call, caller)
    return CallPanel(
        access.game.pk,
        call,
        may_withdraw=mine,
        may_take=takes and not mine and call.taken_by_id is None,
        may_end=takes and not mine and call.taken_by_id is not None,
    )


def player_panel(game: Game | None, player_id: int) -> CallPanel | None:
    if game is None:
        return None
    call = open_call(game)
    if call is None:
        return CallPanel(game.pk, None, may_call=True)
    return CallPanel(game.pk, call, may_withdraw=made_by(call, Actor(player_id=player_id)))


NEEDS = ("disputed", "calling", "waiting", "complete", "playing", "seated", "signed")
DISPUTED, CALLING, WAITING, UNSIGNED, _PLAYING, _SEATED, SIGNED = NEEDS

LEFT_UNSIGNED = Q(round__state=Round.State.CLOSED, round__voided_at=None, round__stage__closed_at=None) & ~Q(
    state__in=(Game.State.SEATED, Game.State.SIGNED)
)
"""Games of closed rounds whose cards are still to be signed."""


def my_tables(user_id: int) -> list[dict[str, Any]]:
    """Return by event the games of open rounds and the unsigned ones of closed rounds at a referee's tables, or at all
    tables for a head referee; `elsewhere`: calls from other tables, where any referee of the event may go."""
    games = list(_games(user_id))
    events = {game.event_id: game.event for game in games}
    # From other tables of the events in which this person is a referee, the longest waiting first.
    referee = Membership.objects.filter(event=OuterRef("game__event"), user_id=user_id, role=Role.REFEREE)
    elsewhere = open_calls().filter(Exists(referee), game__round__state=Round.State.OPEN).exclude(game__in=games)
    calls = list(elsewhere.select_related("game__event", "game__table").order_by("created_at"))
    events |= {call.game.event_id: call.game.event for call in calls if call.game.event_id not in events}
    return [
        {
            "event": event,
            "rows": sorted((_row(game) for game in games if game.event_id == pk), key=_urgency),
            "elsewhere": [
                {"game_id": call.game_id, "table": call.game.table.number, "call": call}
                for call in calls
                if call.game.event_id == pk
            ],
        }
        for pk, event in events.items()
    ]


def _games(user_id: int):  # type: ignore[no-untyped-def]
    mine = Membership.objects.filter(event=OuterRef("event"), user_id=user_id)
    heads = Exists(mine.filter(role=Role.HEAD_REFEREE))
    referees = Exists(mine.filter(role=Role.REFEREE))
    at_table = Exists(TableReferee.objects.filter(table=OuterRef("table"), user_id=user_id))
    seats = Prefetch("seats", GameSeat.objects.select_related("player", "substitute").order_by("seat"))
    return (
        Game.objects.filter(heads | Q(referees & at_table), Q(round__state=Round.State.OPEN) | LEFT_UNSIGNED)
        .select_related("event", "round", "table")
        .prefetch_related(seats, with_open_calls())
        .order_by("-event__starts_on", "event", "table__number")
    )


def _row(game: Game) -> dict[str, Any]:
    """Return a row. `need`: one of NEEDS · `since`: of the last entry · `out`: a barred player has no substitute
    yet."""
    seats, call, rules = list(game.seats.all()), call_of(game), rules_of(game.event, game.round)
    names = told_apart([(one.number, one.name) for one in (seat.substitute or seat.player for seat in seats)])
    closed = game.round.state == Round.State.CLOSED
    over = closed or game.state in (Game.State.COMPLETE, Game.State.SIGNED)
    if game.disputed:
        need = DISPUTED
    elif call:
        need = CALLING
    elif game.unconfirmed:
        need = WAITING
    else:
        need = UNSIGNED if closed else str(game.state)
    return {
        "game": game,
        "need": need,
        "title": said(_("第 %(number)s 個半莊已經結束。"), rules) % {"number": game.round.number}
        if closed
        else said(_("半莊已打完"), rules)
        if over
        else hand_title(game.hand_name, game.dealer_streak, rules),
        "names": [
            name if seat.substitute is None else _("%(name)s（替補）") % {"name": name}
            for seat, name in zip(seats, names, strict=True)
        ],
        "since": played_since(game.pauses, game.last_hand_at or game.round.opened_at, timezone.now()),
        "paused": running(game.pauses),
        "call": call,
        "out": any(seat.substitute is None and seat.player.barred for seat in seats),
    }


def _urgency(row: Mapping[str, Any]) -> tuple[int, float, int]:
    waits = row["call"].created_at if row["need"] == CALLING and row["call"] else row["since"]
    return NEEDS.index(row["need"]), waits.timestamp() if waits else 0.0, row["game"].table.number


def fingerprint(events: Sequence[Mapping[str, Any]]) -> str:
    """Return a value that changes with any visible part of the page."""
    marks = [str(one["event"].page_version) for one in events]
    for row in (row for one in events for row in one["rows"]):
        game = row["game"]
        marks.append(f"{game.pk}.{game.act_count}.{game.last_act_at}.{game.round_id}.{mark_of(row['call'])}")
    return "-".join([*marks, *(mark_of(other["call"]) for one in events for other in one["elsewhere"])])
