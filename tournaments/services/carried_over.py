"""帶來的牌和犯規: what a player brings from earlier games of the event into the next one, as its `standing`.

Red cards last until the end of the day; how often a rule was broken counts for the whole event (罰X底 grows).
Each game already carries what came before it, so a player's latest game tells everything.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from scoring.standing import standing_after
from tournaments.models import Game, GameSeat, Round
from tournaments.services.writing import read_book


@dataclass(frozen=True)
class LatestGame:
    """Where a player sat last: game, seat, and the day of that game."""

    game: int
    seat: int
    day: date


def standings_of(round_: Round) -> dict[int, dict[str, Any]]:
    """`standing` of each game of this round, by game; {} where nobody brings anything."""
    latest = _latest_games(round_)
    left = _left_by({place.game for place in latest.values()})
    seats = GameSeat.objects.filter(round=round_).order_by("game", "seat").values_list("game", "seat", "player")
    found: dict[int, dict[str, Any]] = {}
    for game, seat, player in seats:
        place = latest.get(player)
        if place is not None:
            _add(found.setdefault(game, {}), left[place.game], place, seat, round_.day)
    return found


def _latest_games(round_: Round) -> dict[int, LatestGame]:
    """The last game before this round of every player of the event who has played one."""
    rows = (
        GameSeat.objects.filter(round__event=round_.event_id, round__number__lt=round_.number)
        .exclude(round__state=Round.State.DRAFT)
        .order_by("round__number")
        .values_list("player", "game", "seat", "round__day")
    )
    return {player: LatestGame(game, seat, day) for player, game, seat, day in rows}


def _left_by(games: Iterable[int]) -> dict[int, dict[str, list[dict[str, Any]]]]:
    """What each of these games leaves to later ones, by its own seats."""
    loaded = Game.objects.filter(pk__in=games).select_related("event", "round")
    return {game.pk: _after(game) for game in loaded}


def _after(game: Game) -> dict[str, list[dict[str, Any]]]:
    book = read_book(game)
    return standing_after(book.folded.state, book.rules)


def _add(
    standing: dict[str, Any], left: dict[str, list[dict[str, Any]]], place: LatestGame, seat: int, day: date
) -> None:
    """Move what one player left at his old seat to his new one."""
    for kind in ("cards", "offences"):
        if kind == "cards" and place.day != day:
            continue
        mine = [entry | {"seat": seat} for entry in left[kind] if entry["seat"] == place.seat]
        if mine:
            standing.setdefault(kind, []).extend(mine)
