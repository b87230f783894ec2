"""一批選手: importing players, remembering the columns, and the way back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.core import event_log
from tournaments.core.event_log import Kind
from tournaments.core.exceptions import Conflict
from tournaments.core.locks import lock_event, lock_rounds, retry_on_deadlock
from tournaments.core.services import touch_standings
from tournaments.models import Event, EventAct, GameSeat, HallRuling, ListColumns, Player
from tournaments.players.lists.columns import PLACE
from tournaments.players.lists.players import ListedPlayer
from tournaments.players.services import roster
from tournaments.players.services.blacklist import Vouched

MOST_REMEMBERED = 200


@retry_on_deadlock
def import_players(
    *, event: Event, players: Sequence[ListedPlayer], columns: Mapping[str, str], vouched: Vouched | None = None
) -> list[Player]:
    """Add all of them, or none, and remember what each heading was read as. Raises as `roster.add_players`."""
    with transaction.atomic():
        added = roster.add_players(event=event, players=players, vouched=vouched)
        known = {key: field for key, field in columns.items() if not key.startswith((PLACE, "#"))}
        if known:
            kept = dict(list((remembered(event) | known).items())[-MOST_REMEMBERED:])
            ListColumns.objects.update_or_create(event=event, defaults={"columns": kept})
        return added


def remembered(event: Event) -> dict[str, str]:
    found = ListColumns.objects.filter(event=event).first()
    return dict(found.columns) if found else {}


@dataclass(frozen=True)
class Batch:
    act: EventAct
    players: Sequence[Player]


def last_batch(event: Event) -> Batch | None:
    about = EventAct.objects.filter(event=event, kind__in=[Kind.PLAYERS_ADDED, Kind.PLAYERS_UNDONE])
    act = about.order_by("-number").first()
    if act is None or act.kind == Kind.PLAYERS_UNDONE:
        return None
    added = act.payload["rows"].get(Player._meta.label_lower, {})
    players = list(Player.objects.filter(event=event, pk__in=[int(key) for key in added]).order_by("number"))
    return Batch(act, players) if players else None


def undoable_batch(event: Event) -> Batch | None:
    batch = last_batch(event)
    if batch is None or len(batch.players) < 2:
        return None
    try:
        _check_nobody_sits(batch.players)
    except Conflict:
        return None
    return batch


@retry_on_deadlock
def undo_import(*, event: Event, number: int) -> list[str]:
    """復原: remove the players of this batch with everything that came with them; returns their names. Raises Conflict
    when it is not the last one, or once one of them was seated (in a draft too) or ruled on."""
    with transaction.atomic():
        lock_rounds(event.pk)
        lock_event(event.pk)
        batch = last_batch(event)
        if batch is None or batch.act.number != number:
            raise Conflict(_("名單之後又有加入，或者已經復原，不能再復原這一批。"))
        _check_nobody_sits(batch.players)
        names = [player.name for player in batch.players]
        gone = roster.take_off(batch.players)
        touch_standings(event.pk)
        event_log.append_act(event.pk, Kind.PLAYERS_UNDONE, gone, undoes=number)
        return names


def _check_nobody_sits(players: Sequence[Player]) -> None:
    seats = GameSeat.objects.filter(player__in=players) | GameSeat.objects.filter(substitute__in=players)
    seat = seats.select_related("player", "substitute", "round").order_by("round__number").first()
    if seat is not None:
        words = {"name": seat.player.name, "round": seat.round.number}
        if seat.player in players:
            raise Conflict(
                _("%(name)s 已編在第 %(round)s 個半莊，不能復原這一批。請先取消編排，或者逐個移除。") % words
            )
        words["name"] = seat.substitute.name if seat.substitute else ""
        raise Conflict(_("%(name)s 在第 %(round)s 個半莊替補，不能復原這一批。") % words)
    ruled = HallRuling.objects.filter(player__in=players).select_related("player").first()
    if ruled is not None:
        raise Conflict(_("%(name)s 有判決紀錄，不能移除；可以改為退出。") % {"name": ruled.player.name})
