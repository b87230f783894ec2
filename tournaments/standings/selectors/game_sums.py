"""對數 of games hand by hand: gains and losses of each seat, points without a recipient or source, and the check.

Compares two records: the scores after each hand, and the transfers that led to them. Of rulings only the points are
here; the rest is in `penalties`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from scoring import RuleSet
from tournaments.models import Event, Game, GameSeat, HandRecord, Transfer
from tournaments.phrases.names import told_apart
from tournaments.phrases.wording import Wording, hand_name
from tournaments.standings.selectors.sums import NOTHING, Total
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.selectors.as_told import told_games, told_seats
from tournaments.tables.services.writing import hand_rows, transfer_rows

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
    for game, fold in told_games(games, until):
        if fold is not None and until is not None:
            seats[game.pk] = told_seats(game, seats.get(game.pk, []), fold)
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
