"""叫裁判: a table calls a referee, a referee takes the call, it ends. The caller has checked the rights.

A table has at most one open call: each step locks the game, so that two simultaneous taps make one. Every step may be
sent twice: a repeat gets the first answer. `call_id` is the call on the page; a step for one that has since ended
changes nothing.
"""

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.core.exceptions import CallTaken, NotAllowed, NotOpen
from tournaments.core.locks import retry_on_deadlock
from tournaments.models import Call, Round
from tournaments.tables.game_log.read import Actor
from tournaments.tables.services.writing import locked_game


@retry_on_deadlock
def call(*, game_id: int, actor: Actor, now: datetime) -> Call:
    """叫裁判: return the open call of the table, made now if there was none. Raises NotOpen outside an open round."""
    with locked_game(game_id) as game:
        found = _open(game_id)
        if found is not None:
            return found
        if game.round.state != Round.State.OPEN:
            raise NotOpen(_("這一檯現在不在打，不能叫裁判。請到大會處。"))
        return Call.objects.create(game=game, user_id=actor.user_id, player_id=actor.player_id, created_at=now)


@retry_on_deadlock
def withdraw(*, game_id: int, call_id: int | None = None, actor: Actor, now: datetime) -> Call | None:
    with locked_game(game_id):
        found = _open(game_id, call_id)
        if found is not None and not made_by(found, actor):
            raise NotAllowed(_("只有叫裁判的人可以收回。"))
        return found and _ended(found, now)


@retry_on_deadlock
def take(*, game_id: int, call_id: int | None = None, user: User, now: datetime) -> Call | None:
    with locked_game(game_id):
        found = _open(game_id, call_id)
        if found is not None and found.taken_by_id is None:
            found.taken_by, found.taken_at = user, now
            found.save(update_fields=["taken_by", "taken_at"])
        elif found is not None and found.taken_by_id != user.pk:
            raise CallTaken(_("%(name)s 已經去了。") % {"name": found.taken_by})
        return found


@retry_on_deadlock
def end(*, game_id: int, call_id: int | None = None, user: User, now: datetime) -> Call | None:
    """完成: end the call; by the referee who took it or, if it was not taken, by any referee."""
    with locked_game(game_id):
        found = _open(game_id, call_id)
        if found is not None and found.taken_by_id is None:
            found.taken_by, found.taken_at = user, now
        return found and _ended(found, now)


def made_by(found: Call, actor: Actor) -> bool:
    if found.player_id is not None:
        return found.player_id == actor.player_id
    return found.user_id == actor.user_id


def _open(game_id: int, call_id: int | None = None) -> Call | None:
    calls = Call.objects.filter(game_id=game_id, ended_at__isnull=True).select_related("player", "user", "taken_by")
    return (calls if call_id is None else calls.filter(pk=call_id)).first()


def _ended(found: Call, now: datetime) -> Call:
    found.ended_at = now
    found.save(update_fields=["taken_by", "taken_at", "ended_at"])
    return found
