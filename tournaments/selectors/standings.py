"""排名: places, points banked and pending, results per 半莊, penalties, and how places moved.

Points stay whole units of 10⁻¹⁰ point until somebody asks for them: 2,000 players have 10,000 of them, and making
decimals of all would take longer than everything else together.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from decimal import Decimal
from operator import add
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring import RuleSet
from scoring.rulesets import get_rule_set
from tournaments.book.read import rule_set_of
from tournaments.models import Adjustment, Event, Game, GameSeat, Player, Round
from tournaments.models.fields import from_units


@dataclass(slots=True)
class Sums:
    """What adds up over the seats that a player took: the columns of GameSeat with these names are read and added.

    units_…: points in units of 10⁻¹⁰ point: 已收, 待收, 待付, and 罰分, which are in 已收 already · wins, self_drawn:
    食糊, and those among them that were 自摸.
    """

    units_score: int
    units_pending_in: int
    units_pending_out: int
    units_penalties: int
    wins: int
    self_drawn: int


_SUMMED = [field.name.removeprefix("units_") for field in fields(Sums)]
_SCORE = _SUMMED.index("score")


@dataclass(slots=True, kw_only=True)
class StandingRow(Sums):
    """One player of the standings.

    barred: a value of `Player.Barred`, "" for who may play on.
    games_units: the result of each 半莊 in the order of `Standings.rounds`, None where the player did not sit.
    place: None for staff (湊腳), for who has withdrawn or may not play on (停賽, 取消資格) and for who has not sat down
    yet; ties share the better place.
    moved: places won (+) or lost (−) since before the latest 半莊, None where there is nothing to compare with.
    """

    number: int
    name: str
    club: str
    staff: bool
    withdrawn: bool
    barred: str
    games_units: list[int | None]
    place: int | None = None
    moved: int | None = None

    @property
    def total(self) -> Decimal:
        """已收."""
        return from_units(self.units_score)

    @property
    def pending_in(self) -> Decimal:
        """待收: what open chains would bring."""
        return from_units(self.units_pending_in)

    @property
    def pending_out(self) -> Decimal:
        """待付: what open chains would cost."""
        return from_units(self.units_pending_out)

    @property
    def penalties(self) -> Decimal:
        """罰分, in the total already."""
        return from_units(self.units_penalties)

    @property
    def games(self) -> list[Decimal | None]:
        """Result of each 半莊."""
        return [None if units is None else from_units(units) for units in self.games_units]


@dataclass(frozen=True)
class Standings:
    """排名 of an event: its rule set, rounds that count, in order, and everybody: the ranked, then others by number."""

    rules: RuleSet
    rounds: Sequence[Round]
    rows: Sequence[StandingRow]

    @property
    def latest(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def in_play(self) -> bool:
        """Provisional: a round is still open."""
        return any(round_.state == Round.State.OPEN for round_ in self.rounds)


FINES = ("fine", "deduction")
"""Reasons that count as 罰分."""

Raw = tuple[Any, ...]
"""A row as it lies in the database: points in units, truth values as 0 and 1 or as bool."""


def standings(event: Event) -> Standings:
    """Four statements, whatever the number of players."""
    rounds = list(counted_rounds(event))
    rows = _rows(_players(event), _seats(rounds), rounds)
    _adjust(rows, _adjustments(event))
    return Standings(get_rule_set(rule_set_of(event)), rounds, _ranked(list(rows.values())))


def counted_rounds(event: Event) -> QuerySet[Round]:
    """The rounds that count, in order: open ones, and closed ones in which something was played; none that is void."""
    played = Game.objects.filter(round=OuterRef("pk")).exclude(state=Game.State.SEATED)
    counted = Q(state=Round.State.OPEN) | Q(Exists(played), state=Round.State.CLOSED)
    return event.rounds.filter(counted, voided_at=None).order_by("number")


def _raw(rows: QuerySet[Any, Any]) -> list[Raw]:
    """The rows of a query without Django's converters, which take six times as long as the query itself."""
    sql, params = rows.query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return list(cursor.fetchall())


def _players(event: Event) -> list[Raw]:
    players = Player.objects.filter(event=event).order_by("number")
    return _raw(players.values_list("pk", "number", "name", "club", "staff", "withdrawn_at", "barred"))


def _seats(rounds: Sequence[Round]) -> list[Raw]:
    """A row for every seat that a player took in these rounds."""
    if not rounds:
        return []
    taken = GameSeat.objects.filter(round__in=[round_.pk for round_ in rounds]).order_by()
    return _raw(taken.values_list("player", "round", *_SUMMED))


def _adjustments(event: Event) -> list[Raw]:
    """A row for every 局外授受."""
    moved = Adjustment.objects.filter(event=event).order_by()
    return _raw(moved.values_list("source", "target", "points", "reason"))


def _rows(players: Iterable[Raw], seats: Iterable[Raw], rounds: Sequence[Round]) -> dict[int, StandingRow]:
    """One row per player, by key: who it is, sums, and the result of each round; nobody has a place yet."""
    order = {round_.pk: place for place, round_ in enumerate(rounds)}
    sums: dict[int, list[int]] = {}
    games: defaultdict[int, list[int | None]] = defaultdict(lambda: [None] * len(order))
    for player, round_, *held in seats:
        sums[player] = list(map(add, sums[player], held)) if player in sums else held
        games[player][order[round_]] = held[_SCORE]
    nothing = [0] * len(_SUMMED)
    return {
        pk: StandingRow(
            *sums.get(pk, nothing),
            number=number,
            name=name,
            club=club,
            staff=bool(staff),
            withdrawn=withdrawn is not None,
            barred=barred,
            games_units=games[pk],
        )
        for pk, number, name, club, staff, withdrawn, barred in players
    }


def _adjust(rows: dict[int, StandingRow], moved: Iterable[Raw]) -> None:
    """局外授受 count in the total, fines and deductions among the penalties too, as those of a game do."""
    for source, target, points, reason in moved:
        for player, units in ((source, -points), (target, points)):
            if player is not None:
                rows[player].units_score += units
                if reason in FINES:
                    rows[player].units_penalties += units


def _ranked(rows: Sequence[StandingRow]) -> list[StandingRow]:
    """Rows with places and movements, the ranked ones first: who sat, is no staff and plays on."""
    ranked = []
    others = []
    for row in rows:
        if row.staff or row.withdrawn or row.barred or not sat(row.games_units):
            others.append(row)
        else:
            ranked.append(row)
    ranked.sort(key=lambda row: (-row.units_score, row.number))
    for row, place in zip(ranked, places([row.units_score for row in ranked]), strict=True):
        row.place = place
    if rows and len(rows[0].games_units) > 1:
        _compare(ranked)
    return ranked + others


def sat(games: Sequence[int | None]) -> bool:
    """Whether there is a result at all."""
    return games.count(None) < len(games)


def places(totals: Sequence[int]) -> list[int]:
    """Places of totals in the order of the ranking: equal ones share the better place."""
    found: list[int] = []
    place, before = 0, None
    for index, total in enumerate(totals, start=1):
        if total != before:
            place, before = index, total
        found.append(place)
    return found


def _compare(ranked: Sequence[StandingRow]) -> None:
    """Fill in how places have moved since before the latest 半莊, among those who had played by then."""
    earlier = [
        ((row.games_units[-1] or 0) - row.units_score, row.number, row) for row in ranked if sat(row.games_units[:-1])
    ]
    earlier.sort()
    before = places([total for total, _number, _row in earlier])
    for (_total, _number, row), place in zip(earlier, before, strict=True):
        row.moved = place - (row.place or 0)
