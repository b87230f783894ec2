"""排名: places, points banked and pending, results per 半莊, penalties, and how places moved.

Points stay whole units of 10⁻¹⁰ point until somebody asks for them: 2,000 players have 10,000 of them, and making
decimals of all would take longer than everything else together.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models import Adjustment, Event, Game, GameSeat, Player, Round
from tournaments.models.fields import from_units


class StandingRow(NamedTuple):
    """One player of the standings.

    place: None for staff (湊腳), for who has withdrawn or may not play on (停賽, 取消資格) and for who has not sat down
    yet; ties share the better place. barred: a value of `Player.Barred`, "" for who may play on.
    moved: places won (+) or lost (−) since before the latest 半莊, None where there is nothing to compare with.
    units, units_in, units_out, units_penalties: 已收, 待收, 待付, 罰分 in units of 10⁻¹⁰ point.
    games_units: the result of each 半莊 in the order of `Standings.rounds`, None where the player did not sit.
    """

    place: int | None
    moved: int | None
    number: int
    name: str
    club: str
    staff: bool
    withdrawn: bool
    barred: str
    units: int
    units_in: int
    units_out: int
    units_penalties: int
    games_units: Sequence[int | None]

    @property
    def total(self) -> Decimal:
        """已收."""
        return from_units(self.units)

    @property
    def pending_in(self) -> Decimal:
        """待收: what open chains would bring."""
        return from_units(self.units_in)

    @property
    def pending_out(self) -> Decimal:
        """待付: what open chains would cost."""
        return from_units(self.units_out)

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
    """排名 of an event: rounds that count, in order, and everybody: ranked first, then the others by number."""

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
    lines = _lines(_players(event), _seats(rounds), rounds)
    _adjust(lines, _adjustments(event))
    return Standings(rounds, _ranked(list(lines.values())))


def counted_rounds(event: Event) -> QuerySet[Round]:
    """The rounds that count, in order: open ones, and closed ones in which something was played."""
    played = Game.objects.filter(round=OuterRef("pk")).exclude(state=Game.State.SEATED)
    counted = Q(state=Round.State.OPEN) | Q(Exists(played), state=Round.State.CLOSED)
    return event.rounds.filter(counted).order_by("number")


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
    return _raw(taken.values_list("player", "round", "score", "pending_in", "pending_out", "penalties"))


def _adjustments(event: Event) -> list[Raw]:
    """A row for every 局外授受."""
    moved = Adjustment.objects.filter(event=event).order_by()
    return _raw(moved.values_list("source", "target", "points", "reason"))


Line = list[Any]
"""The fields of a StandingRow in their order, while they are still being filled in."""
_NUMBER, _STAFF, _WITHDRAWN, _BARRED, _UNITS, _FINES, _GAMES = map(
    StandingRow._fields.index, ("number", "staff", "withdrawn", "barred", "units", "units_penalties", "games_units")
)


def _lines(players: Iterable[Raw], seats: Iterable[Raw], rounds: Sequence[Round]) -> dict[int, Line]:
    """One line per player, by key: who it is, totals, and the result of each round."""
    order = {round_.pk: place for place, round_ in enumerate(rounds)}
    games = len(order)
    lines = {
        pk: [None, None, number, name, club, bool(staff), withdrawn is not None, barred, 0, 0, 0, 0, [None] * games]
        for pk, number, name, club, staff, withdrawn, barred in players
    }
    for player, round_, score, pending_in, pending_out, penalties in seats:
        line = lines[player]
        line[8] += score
        line[9] += pending_in
        line[10] += pending_out
        line[11] += penalties
        line[12][order[round_]] = score
    return lines


def _adjust(lines: dict[int, Line], moved: Iterable[Raw]) -> None:
    """局外授受 count in the total, fines and deductions among the penalties too, as those of a game do."""
    for source, target, points, reason in moved:
        for player, units in ((source, -points), (target, points)):
            if player is not None:
                lines[player][_UNITS] += units
                if reason in FINES:
                    lines[player][_FINES] += units


def _ranked(lines: Sequence[Line]) -> list[StandingRow]:
    """Rows with places and movements, the ranked ones first: who sat, is no staff and plays on."""
    ranked = []
    others = []
    for line in lines:
        if line[_STAFF] or line[_WITHDRAWN] or line[_BARRED] or not sat(line[_GAMES]):
            others.append(line)
        else:
            ranked.append((-line[_UNITS], line[_NUMBER], line))
    ranked.sort()
    now = places([total for total, _number, _line in ranked])
    for (_total, _number, line), place in zip(ranked, now, strict=True):
        line[0] = place
    if lines and len(lines[0][_GAMES]) > 1:
        _compare([line for _total, _number, line in ranked])
    return [StandingRow._make(entry[2]) for entry in ranked] + [StandingRow._make(line) for line in others]


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


def _compare(ranked: Sequence[Line]) -> None:
    """Fill in how places have moved since before the latest 半莊, among those who had played by then."""
    earlier = [
        ((line[_GAMES][-1] or 0) - line[_UNITS], line[_NUMBER], line) for line in ranked if sat(line[_GAMES][:-1])
    ]
    earlier.sort()
    before = places([total for total, _number, _line in earlier])
    for (_total, _number, line), place in zip(earlier, before, strict=True):
        line[1] = place - line[0]
