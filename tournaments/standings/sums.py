"""對數: check that all points add up with the house account (大會), round by round.

Points only change hands: what the four hold plus what went to the house always equals what they began with. The
database sums whole units, so the sums are exact.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

from django.db.models import Q, Sum

from scoring import RuleSet
from tournaments.models import Adjustment, Event, Game, GameSeat, HandRecord, Player, Round, Transfer
from tournaments.phrases.names import told_apart
from tournaments.phrases.wording import Wording, hand_name
from tournaments.standings.tally import begun_at
from tournaments.tables.game_log.as_of import games_at
from tournaments.tables.game_log.projection import seat_values
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.game_log.replay import FoldedGame
from tournaments.tables.selectors.adjustments import made_by
from tournaments.tables.selectors.visible import apply_delay, delayed_seats
from tournaments.tables.services.writing import hand_rows, transfer_rows

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


# 對數 of games hand by hand: gains and losses of each seat, points without a recipient or source, and the check.
#
# Compares two records: the scores after each hand, and the transfers that led to them. Of rulings only the points are
# here; the rest is in `penalties`.


Four = tuple[Decimal, ...]
NAUGHT: Four = (NOTHING,) * 4


@dataclass(frozen=True)
class HandSum:
    """`nobody`: transfers to or from the house · `even`: they sum to zero and agree with the scores."""

    number: int
    name: str
    changes: Four
    house: Decimal
    nobody: tuple[str, ...]
    even: bool


@dataclass(frozen=True)
class SeatSum:
    name: str
    number: int
    score: Decimal
    even: bool


@dataclass(frozen=True)
class GameSum:
    game: Game
    hands: tuple[HandSum, ...]
    seats: tuple[SeatSum, ...]
    start: Decimal
    total: Total

    @property
    def even(self) -> bool:
        return self.total.even and all(hand.even for hand in self.hands) and all(seat.even for seat in self.seats)


def game_sums(event: Event, games: Sequence[Game], until: datetime | None = None) -> list[GameSum]:
    """Three statements for any number of games; `games` with their tables."""
    keys = [game.pk for game in games]
    seats = _by_game(GameSeat.objects.filter(game__in=keys).select_related("player").order_by("seat"))
    moved = _by_game(Transfer.objects.filter(game__in=keys).order_by("hand", "position"))
    columns = ("game_id", "number", "name", "result", "book__scores")
    hands: dict[int, dict[int, dict[str, Any]]] = {}
    for row in HandRecord.objects.filter(game__in=keys).order_by("number").values(*columns):
        hands.setdefault(row["game_id"], {})[row["number"]] = row
    for game, fold in apply_delay(games, until):
        if fold is not None and until is not None:
            seats[game.pk] = delayed_seats(game, seats.get(game.pk, []), fold)
            moved[game.pk] = transfer_rows(game, fold)
            hands[game.pk] = {row.number: _columns(row) for row in hand_rows(game, fold, until)}
    return [
        _Adder(rules_of(event, game.round), game, seats.get(game.pk, []), moved.get(game.pk, [])).sum(
            hands.get(game.pk, {})
        )
        for game in games
    ]


def _columns(row: HandRecord) -> dict[str, Any]:
    return {"name": row.name, "result": row.result, "book__scores": row.book.get("scores")}


def _by_game(rows: Iterable[Any]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(row.game_id, []).append(row)
    return found


class _Adder:
    def __init__(self, rules: RuleSet, game: Game, seats: Sequence[GameSeat], moved: Sequence[Transfer]) -> None:
        self.game = game
        self.seats = seats
        self.start = rules.game.start
        self.names = told_apart([(seat.player.number, seat.player.name) for seat in seats])
        self.words = Wording(self.names, rules)
        self.moved: dict[int, list[Transfer]] = {}
        for transfer in moved:
            self.moved.setdefault(transfer.hand, []).append(transfer)

    def sum(self, records: Mapping[int, Mapping[str, Any]]) -> GameSum:
        before: Four = (self.start,) * 4
        hands, led = [], before
        for number in sorted({*records, *self.moved}):
            record = records.get(number, {})
            net = _net(self.moved.get(number, []))
            after = _plus(before, net) if record.get("book__scores") is None else _decimals(record["book__scores"])
            hands.append(self._hand(number, record, before, after, net))
            before, led = after, _plus(led, net)
        house = sum((hand.house for hand in hands), NOTHING)
        held, owed = (sum((getattr(seat, name) for seat in self.seats), NOTHING) for name in ("score", "pending_in"))
        return GameSum(
            game=self.game,
            hands=tuple(hands),
            seats=tuple(
                SeatSum(name, seat.player.number, seat.score, seat.score == there)
                for name, seat, there in zip(self.names, self.seats, led, strict=False)
            ),
            start=self.start,
            total=Total(4 * self.start, held, house, owed),
        )

    def _hand(self, number: int, record: Mapping[str, Any], before: Four, after: Four, net: Four) -> HandSum:
        changes = tuple(there - here for here, there in zip(before, after, strict=True))
        nobody = [t for t in self.moved.get(number, []) if t.source is None or t.target is None]
        house = sum((t.points if t.target is None else -t.points for t in nobody), NOTHING)
        return HandSum(
            number=number,
            name=hand_name(record.get("name", "")),
            changes=changes,
            house=house,
            nobody=tuple(self.words.transfer(_line(transfer)) for transfer in nobody),
            even=changes == net and not sum(changes, house),
        )


def _net(transfers: Iterable[Transfer]) -> Four:
    found = list(NAUGHT)
    for transfer in transfers:
        if transfer.source is not None:
            found[transfer.source] -= transfer.points
        if transfer.target is not None:
            found[transfer.target] += transfer.points
    return tuple(found)


def _plus(these: Four, those: Four) -> Four:
    return tuple(one + other for one, other in zip(these, those, strict=True))


def _decimals(scores: Iterable[str]) -> Four:
    return tuple(Decimal(score) for score in scores)


def _line(transfer: Transfer) -> dict[str, Any]:
    return {"from": transfer.source, "to": transfer.target, "points": transfer.points, "reason": transfer.reason}
