"""轉播延遲: games as they stood some minutes ago, for those who look on from outside. Reads only.

Acts carry their time and are only added to, so what stood then is the fold of the acts until then. Who sits where,
names and clocks are those of now.
"""

from collections.abc import Iterable, Mapping
from copy import copy
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Q

from tournaments.book.fold import TAKEN_OVER, FoldedGame, take_overs
from tournaments.book.held import game_state, game_values
from tournaments.book.read import read_book, rules_mark
from tournaments.book.timeline import CARRIES, COUNTED
from tournaments.digests import canonical
from tournaments.models import Act, Game


def game_at(game: Game, until: datetime) -> Game:
    """The game (with its event and round) as its row was at that moment; its book, read later, ends there."""
    return games_at([game], until)[0][0]


def games_at(games: Iterable[Game], until: datetime) -> list[tuple[Game, FoldedGame | None]]:
    """The same of several; beside each its fold of then, or None where nothing was done since and all is as stored.

    Two statements, and one more for each game that was not folded up to there before.
    """
    listed = list(games)
    late = [game.pk for game in listed if game.last_act_at is not None and game.last_act_at > until]
    rows = _rows_until(late, until) if late else {}
    standings = _standings_before(late, until) if late else {}
    return [
        _as_it_was(game, until, rows.get(game.pk, _NOTHING), standings) if game.pk in late else (game, None)
        for game in listed
    ]


_NOTHING: Mapping[str, Any] = {"acts": 0, "books": 0, "last": None, "hand": None}


def _rows_until(games: list[int], until: datetime) -> dict[int, Mapping[str, Any]]:
    """Game → how many acts there were, how many of the book, when the last was and when the last of a hand."""
    acts = Act.objects.filter(game__in=games, created_at__lte=until).order_by()
    found = acts.values("game").annotate(
        acts=Count("pk"),
        books=Count("pk", filter=Q(kind__in=COUNTED)),
        last=Max("created_at"),
        hand=Max("created_at", filter=Q(kind__in=("play", "amend"))),
    )
    return {row["game"]: row for row in found}


def _standings_before(games: list[int], until: datetime) -> dict[int, Any]:
    """Game → what the players had brought, where a later act has changed it: it says what stood before."""
    later = Act.objects.filter(game__in=games, kind__in=CARRIES, created_at__gt=until).order_by("-number")
    return {game: payload["before"] for game, payload in later.values_list("game", "payload")}


def _as_it_was(
    game: Game, until: datetime, row: Mapping[str, Any], standings: Mapping[int, Any]
) -> tuple[Game, FoldedGame]:
    found = copy(game)
    found.until = until
    found.standing = _seated(standings.get(game.pk, game.standing), until)
    folded = _folded(found, row["acts"])
    for name, value in game_values(folded, len(folded.unconfirmed)).items():
        setattr(found, name, value)
    found.state = game_state(folded)
    found.act_count, found.book_version = row["acts"], row["books"]
    found.last_act_at, found.last_hand_at = row["last"], row["hand"]
    return found, folded


_MOST_KEPT = 1024
_kept: dict[tuple[object, ...], FoldedGame] = {}


def _folded(game: Game, acts: int) -> FoldedGame:
    """The fold of its first acts, which never changes: kept, since a hall is looked at again every few seconds."""
    event = game.event
    key = (game.pk, event.created_at, acts, canonical(game.standing), rules_mark(event, game.round))
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        found = _kept[key] = read_book(game).folded
    return found


def _seated(standing: Mapping[str, Any], until: datetime) -> dict[str, Any]:
    """Without the substitutes who had not sat down yet."""
    came = [one.as_json() for one in take_overs(standing) if not one.at or datetime.fromisoformat(one.at) <= until]
    kept = {key: value for key, value in standing.items() if key != TAKEN_OVER}
    return kept | ({TAKEN_OVER: came} if came else {})
