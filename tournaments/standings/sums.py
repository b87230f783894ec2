"""核對分數: check that all points add up with the house account (大會), round by round.

Points only change hands: the four scores and the house's points always equal the starting points. The database sums
whole units, so the sums are exact.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

from django.db.models import Q, Sum

from scoring import RuleSet
from tournaments.models import Adjustment, Event, Game, GameSeat, HandRecord, Round, Transfer
from tournaments.phrases.names import told_apart
from tournaments.phrases.wording import Wording, hand_name
from tournaments.standings.tally import begun_at
from tournaments.tables.game_log.as_of import games_at
from tournaments.tables.game_log.projection import moved_by, seat_values
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.selectors.adjustments import made_by
from tournaments.tables.selectors.visible import apply_delay, delayed_seats
from tournaments.tables.services.writing import hand_rows, transfer_rows

NOTHING = Decimal(0)
Four = tuple[Decimal, ...]
Hand = tuple[str, Sequence[str] | None]
"""Name of a stored hand and the scores after it."""


class Total(NamedTuple):
    """合計: the players' starting and current points, those of the house, and those that open chains would move."""

    start: Decimal
    players: Decimal
    house: Decimal
    pending: Decimal = NOTHING

    @property
    def difference(self) -> Decimal:
        """Return the surplus (+) or deficit (−); 0 if the points add up."""
        return self.players + self.house - self.start

    @property
    def even(self) -> bool:
        return not self.difference


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
class EventSum:
    rounds: tuple[RoundSum, ...]
    adjusted: tuple[Adjustment, ...]
    total: Total

    @property
    def even(self) -> bool:
        """Whether every game adds up by itself, not only all of them together."""
        return self.total.even and not any(one.uneven for one in self.rounds)


def event_sum(event: Event, until: datetime | None = None) -> EventSum:
    """Return the sums of an event, as of `until`. Five queries for any number of games."""
    adjustments = Adjustment.objects.filter(event=event)
    if until is None:
        found = list(event.rounds.filter(state__in=Round.BEGUN, voided_at=None).order_by("number"))
    else:
        found, adjustments = begun_at(event, until), adjustments.filter(made_by(until))
    totals = _totals(event, found, until)
    rounds = tuple(_round(one, totals.get(one.pk, [])) for one in found)
    adjusted = tuple(adjustments.select_related("source", "target", "game__round").order_by("pk"))
    # Between players they cancel out, so only the house can make a difference.
    beside = sum((one.points * (bool(one.target) - bool(one.source)) for one in adjusted), NOTHING)
    return EventSum(rounds, adjusted, _all([*(one.total for one in rounds), Total(NOTHING, beside, -beside)]))


def round_sum(round_: Round, until: datetime | None = None) -> RoundSum:
    """Return the sums of a round; `round_` is loaded with its event."""
    return _round(round_, _totals(round_.event, [round_], until).get(round_.pk, []))


def _round(round_: Round, games: Sequence[GameTotal]) -> RoundSum:
    uneven = tuple(game for game in games if not game.total.even)
    return RoundSum(round_, len(games), _all(game.total for game in games), uneven)


def _all(totals: Iterable[Total]) -> Total:
    return Total(*(sum(column, NOTHING) for column in zip(Total(NOTHING, NOTHING, NOTHING), *totals, strict=True)))


def _totals(event: Event, rounds: Sequence[Round], until: datetime | None) -> dict[int, list[GameTotal]]:
    """Return totals of games by round; transfers without target go to the house, those without source come from it."""
    start = {one.pk: 4 * rules_of(event, one).game.start for one in rounds}
    seats = GameSeat.objects.filter(round__in=start).order_by().values_list("game")
    summed = seats.annotate(held=Sum("score"), owed=Sum("pending_in"))
    held = {game: (players, pending) for game, players, pending in summed}
    moved = Transfer.objects.filter(Q(source__isnull=True) | Q(target__isnull=True), game__round__in=start).order_by()
    got, given = Sum("points", filter=Q(target__isnull=True)), Sum("points", filter=Q(source__isnull=True))
    rows = moved.values_list("game").annotate(got=got, given=given)
    house = {game: (got or NOTHING) - (given or NOTHING) for game, got, given in rows}
    if until is not None:
        late = Game.objects.filter(round__in=rounds, last_act_at__gt=until).select_related("event", "round", "table")
        for game, fold in games_at(late, until):
            if fold is not None:
                values = seat_values(fold)
                score, owed = (sum((one[name] for one in values), NOTHING) for name in ("score", "pending_in"))
                held[game.pk] = score, owed
                moves = [move for hand in fold.state.hands for move in hand.transfers]
                house[game.pk] = _house([*moves, *fold.state.open_hand.transfers])
    games: dict[int, list[GameTotal]] = {}
    listed = Game.objects.filter(round__in=start).order_by("table__number")
    for pk, round_, table in listed.values_list("pk", "round", "table__number"):
        players, pending = held.get(pk, (NOTHING, NOTHING))
        total = Total(start[round_], players, house.get(pk, NOTHING), pending)
        games.setdefault(round_, []).append(GameTotal(pk, table, total))
    return games


def _house(moves: Iterable[Any]) -> Decimal:
    """Return the points the house received by these transfers, less those it paid."""
    return sum((move.points * ((move.target is None) - (move.source is None)) for move in moves), NOTHING)


@dataclass(frozen=True)
class GameSum:
    """A game hand by hand: the scores after each hand beside the transfers that led to them. Of a hand: `house_lines`:
    transfers to or from the house · `even`: they sum to zero and agree with the scores."""

    game: Game
    hands: Sequence[Mapping[str, Any]]
    seats: Sequence[Mapping[str, Any]]
    start: Decimal
    total: Total

    @property
    def even(self) -> bool:
        return self.total.even and all(one["even"] for one in (*self.hands, *self.seats))


def game_sums(event: Event, games: Sequence[Game], until: datetime | None = None) -> list[GameSum]:
    """Return the sums of these games (loaded with tables), in three queries for any number."""
    keys = [game.pk for game in games]
    seats, moved = defaultdict[int, list[GameSeat]](list), defaultdict[int, list[Transfer]](list)
    for seat in GameSeat.objects.filter(game__in=keys).select_related("player").order_by("seat"):
        seats[seat.game_id].append(seat)
    for transfer in Transfer.objects.filter(game__in=keys).order_by("hand", "position"):
        moved[transfer.game_id].append(transfer)
    hands: defaultdict[int, dict[int, Hand]] = defaultdict(dict)
    stored = HandRecord.objects.filter(game__in=keys).order_by("number")
    for game_id, number, name, scores in stored.values_list("game_id", "number", "name", "book__scores"):
        hands[game_id][number] = name, scores
    for game, fold in apply_delay(games, until):
        if fold is not None and until is not None:
            seats[game.pk] = delayed_seats(game, seats[game.pk], fold)
            moved[game.pk] = transfer_rows(game, fold)
            hands[game.pk] = {row.number: (row.name, row.book.get("scores")) for row in hand_rows(game, fold, until)}
    return [
        _game_sum(rules_of(event, game.round), game, seats[game.pk], moved[game.pk], hands[game.pk]) for game in games
    ]


def _game_sum(
    rules: RuleSet, game: Game, seats: Sequence[GameSeat], moved: Sequence[Transfer], records: Mapping[int, Hand]
) -> GameSum:
    names = told_apart([(seat.player.number, seat.player.name) for seat in seats])
    words, start = Wording(names, rules), rules.game.start
    before: Four = (start,) * 4
    hands, led = [], before
    for number in sorted({*records, *(transfer.hand for transfer in moved)}):
        name, scores = records.get(number, ("", None))
        transfers = [transfer for transfer in moved if transfer.hand == number]
        net = tuple(moved_by(transfers))
        after = _plus(before, net) if scores is None else tuple(map(Decimal, scores))
        changes, house = _plus(after, tuple(-points for points in before)), _house(transfers)
        house_lines = [
            words.transfer({"from": one.source, "to": one.target, "points": one.points, "reason": one.reason})
            for one in transfers
            if one.source is None or one.target is None
        ]
        even = changes == net and not sum(changes, house)
        checked: dict[str, Any] = {"number": number, "name": hand_name(name), "changes": changes, "house": house}
        hands.append(checked | {"house_lines": house_lines, "even": even})
        before, led = after, _plus(led, net)
    held, owed = (sum((getattr(seat, name) for seat in seats), NOTHING) for name in ("score", "pending_in"))
    sums = [
        {"name": name, "number": seat.player.number, "score": seat.score, "even": seat.score == there}
        for name, seat, there in zip(names, seats, led, strict=False)
    ]
    total = Total(4 * start, held, sum((one["house"] for one in hands), NOTHING), owed)
    return GameSum(game, hands, sums, start, total)


def _plus(these: Four, those: Four) -> Four:
    return tuple(one + other for one, other in zip(these, those, strict=True))
