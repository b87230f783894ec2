"""走勢: the points of players after every hand of an event."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.models import Event, Game, GameSeat, HandRecord, Player, Round
from tournaments.models.fields import from_units, to_units
from tournaments.standings.tally.earlier import begun_at
from tournaments.tables.game_log.as_of import games_at
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.game_log.replay import FoldedGame


@dataclass(frozen=True)
class CoursePoint:
    """Points of one hand, and the total after it without void rounds."""

    round: int
    title: str
    change: Decimal
    total: Decimal


Scores = Sequence[tuple[int, ...]]
"""Scores of the four seats after each hand, in units of 10⁻¹⁰ point."""


def courses(event: Event, until: datetime | None = None) -> dict[int, list[int]]:
    """Number of a player → their total after every hand of the event, in units of 10⁻¹⁰ point.

    Void rounds and 局外付分 are left out. `until`: as of then.
    """
    rounds = begun_at(event, until) if until else event.rounds.filter(state__in=Round.BEGUN, voided_at=None)
    numbers = [round_.pk for round_ in rounds]
    played = _scores_of_rounds(numbers, until)
    seats = GameSeat.objects.filter(game__round__in=numbers).order_by("game__round__number")
    found: dict[int, list[int]] = defaultdict(list)
    for number, game, seat in seats.values_list("player__number", "game", "seat"):
        course = found[number]
        before = course[-1] if course else 0
        course += [before + scores[seat] for scores in played.get(game, ())]
    return dict(found)


def own_course(games: Sequence[Game], player: Player) -> list[CoursePoint]:
    """Totals of one player over their games (loaded with seats and rounds, the latest first), without void rounds."""
    mine = [(game, seat) for game in reversed(games) for seat in game.seats.all() if seat.player_id == player.pk]
    counted = [(game, seat) for game, seat in mine if not game.round.void]
    played = _scores(HandRecord.objects.filter(game__in=[game for game, _seat in counted]))
    points, before_game = [], Decimal(0)
    for game, seat in counted:
        before, began = before_game, rules_of(game.event, game.round).game.start
        for number, scores in enumerate(played.get(game.pk, ()), start=1):
            total = before_game + from_units(scores[seat.seat]) - began
            title = _("第 %(number)s 鋪") % {"number": number}
            points.append(CoursePoint(game.round.number, title, total - before, total))
            before = total
        before_game = before
    return points


def _scores_of_rounds(rounds: Sequence[int], until: datetime | None) -> dict[int, Scores]:
    games = Game.objects.filter(round__in=rounds)
    if until is None:
        return _scores(HandRecord.objects.filter(game__in=games))
    told = games_at(games.select_related("event", "round", "table"), until)
    now = _scores(HandRecord.objects.filter(game__in=[game.pk for game, fold in told if fold is None]))
    return now | {game.pk: _folded(fold) for game, fold in told if fold is not None}


def _folded(fold: FoldedGame) -> Scores:
    return [tuple(map(to_units, hand.result.scores)) for hand in fold.hands]


def _scores(hands: QuerySet[HandRecord]) -> dict[int, Scores]:
    found: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    closed = hands.exclude(result="open").order_by("game", "number")
    for game, scores in closed.values_list("game", "book__scores"):
        found[game].append(tuple(map(to_units, scores)))
    return dict(found)
