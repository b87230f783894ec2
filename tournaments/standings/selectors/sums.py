"""對數: check that all points add up with the house account (大會), round by round.

Points only change hands: what the four hold plus what went to the house always equals what they began with. The
database sums whole units, so the sums are exact.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

from django.db.models import Q, Sum

from tournaments.models import Adjustment, Event, Game, GameSeat, Player, Round, Transfer
from tournaments.standings.tally.earlier import begun_at
from tournaments.tables.game_log.as_of import games_at
from tournaments.tables.game_log.projection import seat_values
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.game_log.replay import FoldedGame
from tournaments.tables.selectors.adjustments import made_by

NOTHING = Decimal(0)


class Total(NamedTuple):
    """合計: what the players began with and hold, what the house has, what open chains would move."""

    start: Decimal
    players: Decimal
    house: Decimal
    pending: Decimal = NOTHING

    @property
    def difference(self) -> Decimal:
        """Surplus (+) or deficit (−); 0 if all adds up."""
        return self.players + self.house - self.start

    @property
    def even(self) -> bool:
        return not self.difference

    def plus(self, other: "Total") -> "Total":
        return Total(*(one + more for one, more in zip(self, other, strict=True)))


EMPTY = Total(NOTHING, NOTHING, NOTHING)


class GameTotal(NamedTuple):
    game: int
    table: int
    total: Total


@dataclass(frozen=True)
class RoundSum:
    round: Round
    games: int
    total: Total
    uneven: tuple[GameTotal, ...]


@dataclass(frozen=True)
class Adjusted:
    """一項局外付分; None is the house."""

    source: Player | None
    target: Player | None
    points: Decimal
    reason: str
    row: Adjustment


@dataclass(frozen=True)
class EventSum:
    rounds: tuple[RoundSum, ...]
    adjusted: tuple[Adjusted, ...]
    total: Total

    @property
    def even(self) -> bool:
        """Every single game adds up, not only all together."""
        return self.total.even and not any(one.uneven for one in self.rounds)


def event_sum(event: Event, until: datetime | None = None) -> EventSum:
    """Five statements for any number of games. `until`: as of then."""
    if until is None:
        found = list(event.rounds.filter(state__in=Round.BEGUN, voided_at=None).order_by("number"))
    else:
        found = begun_at(event, until)
    totals = _totals(event, found, until)
    rounds = tuple(_round(one, totals.get(one.pk, [])) for one in found)
    adjusted = tuple(_adjusted(event, until))
    return EventSum(rounds, adjusted, _all(one.total for one in rounds).plus(_beside(adjusted)))


def round_sum(round_: Round, until: datetime | None = None) -> RoundSum:
    """`round_` is loaded with its event."""
    return _round(round_, _totals(round_.event, [round_], until).get(round_.pk, []))


def _round(round_: Round, games: Sequence[GameTotal]) -> RoundSum:
    uneven = tuple(game for game in games if not game.total.even)
    return RoundSum(round_, len(games), _all(game.total for game in games), uneven)


def _all(totals: Iterable[Total]) -> Total:
    found = EMPTY
    for total in totals:
        found = found.plus(total)
    return found


def _totals(event: Event, rounds: Sequence[Round], until: datetime | None) -> dict[int, list[GameTotal]]:
    start = {one.pk: 4 * rules_of(event, one).game.start for one in rounds}
    keys = [one.pk for one in rounds]
    held = {
        game: (players, pending)
        for game, players, pending in GameSeat.objects.filter(round__in=keys)
        .order_by()
        .values_list("game")
        .annotate(held=Sum("score"), owed=Sum("pending_in"))
    }
    house = _house(keys)
    if until is not None:
        for game, fold in _since(rounds, until):
            held[game.pk], house[game.pk] = _held_in(fold), _house_of(fold)
    games: dict[int, list[GameTotal]] = {}
    rows = Game.objects.filter(round__in=keys).order_by("table__number").values_list("pk", "round", "table__number")
    for pk, round_, table in rows:
        players, pending = held.get(pk, (NOTHING, NOTHING))
        total = Total(start[round_], players, house.get(pk, NOTHING), pending)
        games.setdefault(round_, []).append(GameTotal(pk, table, total))
    return games


def _since(rounds: Sequence[Round], until: datetime) -> Iterator[tuple[Game, FoldedGame]]:
    """Games with acts after `until`, as of then."""
    late = Game.objects.filter(round__in=rounds, last_act_at__gt=until).select_related("event", "round", "table")
    for game, fold in games_at(late, until):
        if fold is not None:
            yield game, fold


def _held_in(fold: FoldedGame) -> tuple[Decimal, Decimal]:
    values = seat_values(fold)
    return sum((one["score"] for one in values), NOTHING), sum((one["pending_in"] for one in values), NOTHING)


def _house_of(fold: FoldedGame) -> Decimal:
    moved = [move for hand in fold.state.hands for move in hand.transfers] + list(fold.state.open_hand.transfers)
    got = sum((move.points for move in moved if move.target is None), NOTHING)
    return got - sum((move.points for move in moved if move.source is None), NOTHING)


def _house(rounds: Sequence[int]) -> dict[int, Decimal]:
    """What the house received in each game, less what it paid."""
    moved = Transfer.objects.filter(Q(source__isnull=True) | Q(target__isnull=True), game__round__in=rounds).order_by()
    got, given = Sum("points", filter=Q(target__isnull=True)), Sum("points", filter=Q(source__isnull=True))
    rows = moved.values_list("game").annotate(got=got, given=given)
    return {game: (got or NOTHING) - (given or NOTHING) for game, got, given in rows}


def _adjusted(event: Event, until: datetime | None) -> Iterable[Adjusted]:
    found = Adjustment.objects.filter(event=event)
    if until is not None:
        found = found.filter(made_by(until))
    rows = found.select_related("source", "target", "game__round").order_by("pk")
    return (Adjusted(row.source, row.target, row.points, row.reason, row) for row in rows)


def _beside(adjusted: Iterable[Adjusted]) -> Total:
    """Total of all 局外付分: between players they cancel out, so only the house can make a difference."""
    found = EMPTY
    for one in adjusted:
        players = one.points * ((one.target is not None) - (one.source is not None))
        found = found.plus(Total(NOTHING, players, -players))
    return found
