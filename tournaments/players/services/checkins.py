from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.core.event_log import Kind, added, append_act, changed, removed
from tournaments.core.exceptions import Conflict, Invalid
from tournaments.core.locks import lock_event, lock_game, retry_on_deadlock
from tournaments.models import CheckIn, Event, Game, GameSeat, Player, Registration
from tournaments.players.services import roster
from tournaments.players.services.registrations import line_of
from tournaments.tables.services import substitutes


@retry_on_deadlock
def check_in(*, player: Player, day: date, user_id: int, now: datetime) -> CheckIn:
    """報到; idempotent. Raises Conflict for a player who has withdrawn or is barred."""
    with transaction.atomic():
        lock_event(player.event_id)
        fresh = Player.objects.filter(pk=player.pk).first()
        if fresh is None or not fresh.plays_on:
            raise Conflict(_("%(name)s 已經退出或不能參賽。") % {"name": player.name})
        made, new = CheckIn.objects.get_or_create(player=fresh, day=day, defaults={"at": now, "user_id": user_id})
        if new:
            append_act(fresh.event_id, Kind.CHECKED_IN, added(made), user_id=user_id)
        return made


@retry_on_deadlock
@transaction.atomic
def take_back(*, player: Player, day: date) -> None:
    lock_event(player.event_id)
    made = CheckIn.objects.filter(player=player, day=day).first()
    if made is None:
        return
    gone = removed(made)
    made.delete()
    append_act(player.event_id, Kind.CHECK_IN_UNDONE, gone, player=player.pk)


def next_in_line(event: Event) -> Registration | None:
    return next((one.registration for one in line_of(event) if one.waiting == 1), None)


@retry_on_deadlock
def fill(*, seat: GameSeat, number: int | None, registration_id: int | None, now: datetime) -> Player:
    """Fill the seat of an absent player, from now on: with the house player of this number, or with the first on the
    waiting list, who is added to the list of players as 湊腳.

    Raises Invalid when neither is named or the first on the list has changed, and as `substitutes.step_in`.
    """
    with transaction.atomic():
        if registration_id is not None:
            lock_game(seat.game_id)  # before the event, which a new player locks
            number = _from_waiting(seat.game, registration_id, now).number
        if number is None:
            raise Invalid(_("請揀由誰補上。"), field="number")
        substitutes.step_in(game_id=seat.game_id, seat=seat.seat, number=number, now=now)
        return Player.objects.get(event=seat.game.event_id, number=number)


def _from_waiting(game: Game, registration_id: int, now: datetime) -> Player:
    event = lock_event(game.event_id)  # two tables at once: the second one meets another first in line
    first = next_in_line(event)
    if first is None or first.pk != registration_id:
        raise Conflict(_("候補的次序剛剛有變，請再看一次。"))
    more = {name: getattr(first, name) for name in ("alias", "member", "email", "phone", "note")}
    player = roster.add_player(
        event=event, name=first.name, club=first.club, staff=True, latin=first.latin_name, **more
    )
    first.player = player
    first.save(update_fields=["player"])
    append_act(event.pk, Kind.ENTRIES_LISTED, changed(first, "player"), waiting=True)
    return player
