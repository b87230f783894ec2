"""排名的一行: a row of the standings, and the rows as they are read.

Points stay whole units of 10⁻¹⁰ point until somebody asks for them: 2,000 players have 10,000 of them, and making
decimals of all would take longer than everything else together.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields
from decimal import Decimal
from operator import add
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import QuerySet

from scoring import RuleSet
from tournaments.models import Adjustment, Event, Game, GameSeat, Player, Round, Stage
from tournaments.models.fields import from_units
from tournaments.ranking.order import places


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
    games_units: the result of each 半莊 in the order of `Standings.columns`, None where the player did not sit.
    place: None for staff (湊腳), for who has withdrawn or may not play on (停賽, 取消資格) and for who has not sat down
    yet; ties share the better place.
    moved: places won (+) or lost (−) since before the latest 半莊, None where there is nothing to compare with.
    stage: number of the stage of which the row tells · units_carried: brought from the stage before, in the total
    already · keys: the total and the values of the tie-breaks · decided: which of those, or a lot, put the row where it
    stands among equal totals · tied: how many share the place · line, units_gap: where they stand to the line of those
    who go on (`tournaments.ranking.cutline`).
    """

    pk: int
    number: int
    name: str
    club: str
    staff: bool
    withdrawn: bool
    barred: str
    games_units: list[int | None]
    table: int = 0
    place: int | None = None
    moved: int | None = None
    stage: int = 1
    session: int = 0
    units_carried: int = 0
    keys: tuple[int, ...] = ()
    decided: str = ""
    tied: int = 1
    line: str = ""
    units_gap: int | None = None

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

    @property
    def plays_on(self) -> bool:
        """Whether they take a place: no staff, neither withdrawn nor kept from playing."""
        return not (self.staff or self.withdrawn or self.barred)


@dataclass(frozen=True)
class Standings:
    """排名 of an event or of a stage: its rule set, rounds that count, in order, and everybody: the ranked, then others
    by number. `columns`: the numbers over the results · `stages`: those of which rows tell, where there are several."""

    rules: RuleSet
    rounds: Sequence[Round]
    rows: Sequence[StandingRow]
    columns: Sequence[int] = ()
    stages: Sequence[Stage] = ()
    stage: Stage | None = None

    @property
    def latest(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def in_play(self) -> bool:
        """Provisional: a round is still open."""
        return any(round_.state == Round.State.OPEN for round_ in self.rounds)

    @property
    def carries(self) -> bool:
        """Whether anybody brought points from the stage before."""
        return any(row.units_carried for row in self.rows)

    @property
    def has_line(self) -> bool:
        """Whether some go on and others do not."""
        return any(row.line for row in self.rows)

    @property
    def decides(self) -> bool:
        """Whether a tie-break or a lot decided anywhere."""
        return any(row.decided for row in self.rows)


FINES = ("fine", "deduction")
"""Reasons that count as 罰分."""

Raw = tuple[Any, ...]
"""A row as it lies in the database: points in units, truth values as 0 and 1 or as bool."""


def _raw(rows: QuerySet[Any, Any]) -> list[Raw]:
    """The rows of a query without Django's converters, which take six times as long as the query itself."""
    sql, params = rows.query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return list(cursor.fetchall())


def players_raw(event: Event) -> list[Raw]:
    players = Player.objects.filter(event=event).order_by("number")
    return _raw(players.values_list("pk", "number", "name", "club", "staff", "withdrawn_at", "barred"))


def seats_raw(rounds: Sequence[Round], unbegun: Collection[int] = ()) -> list[Raw]:
    """A row for every seat that a player took in these rounds; none for who sat in no game that was begun before its
    round was closed: who never came stands before nobody. `unbegun`: closed rounds that have such games."""
    if not rounds:
        return []
    taken = GameSeat.objects.filter(round__in=[round_.pk for round_ in rounds]).order_by()
    found = _raw(taken.values_list("player", "round", "game", *_SUMMED))
    if not unbegun:
        return found
    waited = Game.objects.filter(round__in=unbegun, state=Game.State.SEATED).values_list("pk", flat=True)
    games = set(waited)
    came = {player for player, _round, game, *_held in found if game not in games}
    return [row for row in found if row[0] in came]


def adjustments_raw(event: Event) -> list[Raw]:
    """A row for every 局外授受, with the stage of its game, or after which round and when it was ruled in the hall."""
    moved = Adjustment.objects.filter(event=event).order_by()
    return _raw(
        moved.values_list(
            "source",
            "target",
            "points",
            "reason",
            "game__round__stage__number",
            "hall_ruling__after_round",
            "hall_ruling__created_at",
        )
    )


def positions(rounds: Sequence[Round]) -> dict[int, int]:
    """Round → the how manyth of its session it is, from 0: first games of all sessions stand in one column."""
    seen: defaultdict[int, int] = defaultdict(int)
    found = {}
    for round_ in rounds:
        found[round_.pk] = seen[round_.session]
        seen[round_.session] += 1
    return found


def rows_raw(
    players: Iterable[Raw], seats: Iterable[Raw], rounds: Sequence[Round], stage: int
) -> dict[int, StandingRow]:
    """One row per player, by key: who it is, sums, and the result of each round; nobody has a place yet."""
    order = positions(rounds)
    width = max(order.values(), default=-1) + 1
    sums: dict[int, list[int]] = {}
    last: dict[int, tuple[int, int]] = {}
    games: defaultdict[int, list[int | None]] = defaultdict(lambda: [None] * width)
    for player, round_, game, *held in seats:
        place = order.get(round_)
        if place is None:
            continue
        sums[player] = list(map(add, sums[player], held)) if player in sums else held
        games[player][place] = held[_SCORE]
        if player not in last or last[player] < (place, game):
            last[player] = (place, game)
    nothing = [0] * len(_SUMMED)
    return {
        pk: StandingRow(
            *sums.get(pk, nothing),
            pk=pk,
            number=number,
            name=name,
            club=club,
            staff=bool(staff),
            withdrawn=withdrawn is not None,
            barred=barred,
            games_units=games[pk],
            table=last[pk][1] if pk in last else 0,
            stage=stage,
        )
        for pk, number, name, club, staff, withdrawn, barred in players
    }


def sat(games: Sequence[int | None]) -> bool:
    """Whether there is a result at all."""
    return games.count(None) < len(games)


def compare(ranked: Sequence[StandingRow]) -> None:
    """Fill in how places have moved since before the latest 半莊, among those who had played by then."""
    earlier = [
        ((row.games_units[-1] or 0) - row.units_score, row.number, row) for row in ranked if sat(row.games_units[:-1])
    ]
    earlier.sort(key=lambda one: one[:2])
    before = places([total for total, _number, _row in earlier])
    for (_total, _number, row), place in zip(earlier, before, strict=True):
        row.moved = place - (row.place or 0)
