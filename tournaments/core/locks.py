"""鎖: the order in which rows are locked, and the response to a deadlock.

Transactions that lock the same rows in the same order cannot deadlock. The order is:

1. rounds, by number: to change one (draw, publish, open, close, void, discard, take back, correct its seats), and for
   steps that must come before or after the start of a round (rules of the event, a withdrawal, a ruling outside a
   game). A hand locks no round;
2. games, by round and then by number. A change that may reach later games locks all games of the later rounds at once
   (`lock_later`), before anything below: what one of them passes on may reach any other;
3. the event: rules being frozen, numbers of articles, members, names on the list. Every act raises the version of its
   standings, so locking the event early would stop the whole hall;
4. players;
5. their rulings, cases, entries of the black list.

Check data in a query of its own after the lock: a joined row is as old as the query that locks.

Locks are `FOR NO KEY UPDATE`: adding a row that refers to the locked one need not wait. On SQLite one transaction
writes at a time, so none of this has an effect.
"""

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection, transaction
from django.db.models import QuerySet

from tournaments.core.exceptions import round_gone
from tournaments.models import Event, Game, Player, Round

_P = ParamSpec("_P")
_R = TypeVar("_R")


def retry_on_deadlock(service: Callable[_P, _R]) -> Callable[_P, _R]:
    """Repeat a service once if the database aborts its transaction in favour of another.

    The first attempt left no trace, and a client key makes the second harmless anyway. Inside a caller's transaction a
    repeat is impossible: decorate the caller's own service instead.
    """

    @functools.wraps(service)
    def trying(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        if connection.in_atomic_block:
            return service(*args, **kwargs)
        try:
            return service(*args, **kwargs)
        except OperationalError as error:
            if not given_up(error):
                raise
        return service(*args, **kwargs)

    return trying


def in_one_transaction(service: Callable[_P, _R]) -> Callable[_P, _R]:
    """Run a service as one transaction, repeated as by `retry_on_deadlock`."""
    return retry_on_deadlock(transaction.atomic(service))


def given_up(error: OperationalError) -> bool:
    """Whether the transaction failed only because of a concurrent one: PostgreSQL's deadlock, serialization failure."""
    return getattr(error.__cause__, "sqlstate", None) in ("40P01", "40001")


def lock_round(round_id: int) -> Round:
    """Lock and return the round as `stored_round` does."""
    _lock(Round.objects.filter(pk=round_id))
    return stored_round(round_id)


def stored_round(round_id: int) -> Round:
    """Return the round with its event. Raises Conflict if it has been discarded meanwhile."""
    found = Round.objects.select_related("event", "stage").filter(pk=round_id).first()
    if found is None:
        raise round_gone()
    return found


def lock_rounds(event_id: int) -> None:
    """Until the transaction ends, let no round of the event be drawn, opened, closed, discarded or taken back."""
    _lock(Round.objects.filter(event=event_id).order_by("number"))


def _lock(rounds: "QuerySet[Round]") -> None:
    """Lock rounds. `of` leaves out the event, which their default order joins."""
    list(rounds.select_for_update(of=("self",), no_key=True).values_list("pk"))


def lock_game(game_id: int) -> None:
    """Wait for other writers of this game. Read its contents afterwards."""
    if connection.features.has_select_for_update:
        Game.objects.select_for_update(no_key=True).order_by("pk").values_list("pk").filter(pk=game_id).first()


def lock_games(games: "QuerySet[Game]") -> list[int]:
    """Lock games by round and number. Returns their keys in that order."""
    locked = games.select_for_update(of=("self",), no_key=True).order_by("round__number", "pk")
    return [pk for pk, _number in locked.values_list("pk", "round__number")]


def lock_later(event_id: int, *, after: int = 0) -> list[int]:
    """Lock every opened game of this event after round `after`."""
    opened = Game.objects.filter(event=event_id, round__state__in=Round.BEGUN)
    return lock_games(opened.filter(round__number__gt=after))


def lock_event(event_id: int) -> Event:
    return Event.objects.select_for_update(no_key=True).get(pk=event_id)


def lock_player(player_id: int) -> Player:
    return Player.objects.select_for_update(no_key=True).get(pk=player_id)
