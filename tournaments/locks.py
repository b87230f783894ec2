"""鎖: in which order rows are locked, and what happens where two transactions wait for each other all the same.

Two transactions that lock the same rows in the same order never wait for each other. There is one order for all:

1. rounds, by number: whoever changes one (draws, publishes, opens, closes, voids, discards it, takes it back, corrects
   its seats), and whoever does what a round must begin before or after (rules of the event, a withdrawal, a ruling in
   the hall). A hand locks no round;
2. games, by round and then by number. A change that may reach later games locks all games of the later rounds at once
   (`lock_later`), before anything behind them in this list: what one of them passes on may reach any other;
3. the event: rules that are frozen, numbers of articles, members, names on the list. Every act counts up the version of
   its standings, so that an event that is locked early would stop the whole hall;
4. players;
5. what belongs to one of those: rulings, cases, entries of the black list.

Read what is to be checked after the lock, in a statement of its own: a joined row is as old as the statement.

Locks are `FOR NO KEY UPDATE`: a row that is added elsewhere and points to the locked one need not wait for it.
On SQLite one transaction writes at a time, and all of this does nothing.
"""

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection
from django.db.models import QuerySet

from tournaments.exceptions import round_gone
from tournaments.models import Event, Game, Player, Round

_P = ParamSpec("_P")
_R = TypeVar("_R")

DEADLOCK, SERIALIZATION = "40P01", "40001"
"""What PostgreSQL answers to the transaction that it gives up for another one."""


def tried_twice(service: Callable[_P, _R]) -> Callable[_P, _R]:
    """A service that is begun once more where the database gave its transaction up for another one.

    Nothing of the first try has stayed, and a client key makes the second one harmless in any case. Inside a
    transaction of the caller nothing can be begun again: there the caller's own service is tried twice.
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


def given_up(error: OperationalError) -> bool:
    """Whether the transaction failed only because of another one that ran at the same moment."""
    return getattr(error.__cause__, "sqlstate", None) in (DEADLOCK, SERIALIZATION)


# --- rounds -----------------------------------------------------------------------------------------------------------


def lock_round(round_id: int) -> Round:
    """The round with its event, as they are now. Raises Conflict where it has been discarded meanwhile."""
    _lock(Round.objects.filter(pk=round_id))
    found = Round.objects.select_related("event", "stage").filter(pk=round_id).first()
    if found is None:
        raise round_gone()
    return found


def lock_rounds(event_id: int) -> None:
    """No round of this event is drawn, opened, closed, discarded or taken back until the transaction ends."""
    _lock(Round.objects.filter(event=event_id).order_by("number"))


def _lock(rounds: "QuerySet[Round]") -> None:
    """`of`: the order that rounds have of themselves joins the event, which would be locked with them."""
    list(rounds.select_for_update(of=("self",), no_key=True).values_list("pk"))


# --- games ------------------------------------------------------------------------------------------------------------


def lock_game(game_id: int) -> None:
    """Wait until nobody else writes in this game. What it holds is read afterwards."""
    if connection.features.has_select_for_update:
        Game.objects.select_for_update(no_key=True).order_by("pk").values_list("pk").filter(pk=game_id).first()


def lock_games(games: "QuerySet[Game]") -> list[int]:
    """Lock these games, in the one order of games. Returns their keys in it."""
    locked = games.select_for_update(of=("self",), no_key=True).order_by("round__number", "pk")
    return [pk for pk, _number in locked.values_list("pk", "round__number")]


def lock_later(event_id: int, *, after: int) -> list[int]:
    """Lock every opened game of this event after round `after`."""
    return lock_games(_opened(event_id).filter(round__number__gt=after))


def lock_opened(event_id: int) -> list[int]:
    """Lock every opened game of this event."""
    return lock_games(_opened(event_id))


def _opened(event_id: int) -> "QuerySet[Game]":
    return Game.objects.filter(event=event_id, round__state__in=Round.BEGUN)


# --- event and players ------------------------------------------------------------------------------------------------


def lock_event(event_id: int) -> Event:
    """The event as it is now."""
    return Event.objects.select_for_update(no_key=True).get(pk=event_id)


def lock_player(player_id: int) -> Player:
    """The player as they are now."""
    return Player.objects.select_for_update(no_key=True).get(pk=player_id)
