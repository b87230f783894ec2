"""排名的一行: a row of the standings, and the rows as they are read.

Points stay whole units of 10⁻¹⁰ point until somebody asks for them: 2,000 players have 10,000 of them, and making
decimals of all would take longer than everything else together.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, fields
from decimal import Decimal
from functools import lru_cache
from itertools import repeat
from operator import add, attrgetter
from typing import Any

from accounts.prepared_query import Query
from scoring import RuleSet
from tournaments.models import Adjustment, Event, Game, GameSeat, Player, Round, Stage
from tournaments.models.fields import from_units
from tournaments.ranking.order import places


@dataclass
class Sums:
    """What adds up over the seats that a player took: the columns of GameSeat with these names are read and added.

    units_…: points in units of 10⁻¹⁰ point: 已結, 待收, 待付, and 罰分, which are in 已結 already · wins, self_drawn:
    食糊, and those among them that were 自摸.
    """

    units_score: int
    units_pending_in: int
    units_pending_out: int
    units_penalties: int
    wins: int
    self_drawn: int


SUMMED = [field.name.removeprefix("units_") for field in fields(Sums)]
"""The columns of GameSeat that are added up, in the order of a raw row."""
POINTS = frozenset(field.name.removeprefix("units_") for field in fields(Sums) if field.name.startswith("units_"))
"""Those of them that are points."""
_SCORE = SUMMED.index("score")


@dataclass
class StandingRow(Sums):
    """One player of the standings. What only some rows have is not set when a row is made: 2,000 are made at a time.

    table: key of the game in which they sat last, 0 where they never did · barred: a value of `Player.Barred`, "" for
    who may play on.
    games_units: the result of each 半莊 in the order of `Standings.columns`, None where the player did not sit.
    place: None for staff (湊腳), for who has withdrawn or may not play on (停賽, 取消資格) and for who has not sat down
    yet; ties share the better place.
    moved: places won (+) or lost (−) since before the latest 半莊, None where there is nothing to compare with.
    stage: number of the stage of which the row tells · units_carried: brought from the stage before, in the total
    already · breaks: the values of the tie-breaks, the higher the better · decided: which of those, or a lot, put the
    row where it stands among equal totals · tied: how many share the place · line, units_gap: where they stand to the
    line of those who go on (`tournaments.ranking.cutline`).
    """

    pk: int
    number: int
    name: str
    club: str
    staff: bool
    withdrawn: bool
    barred: str
    games_units: list[int | None]
    table: int
    place: int | None = field(default=None, init=False)
    moved: int | None = field(default=None, init=False)
    stage: int = field(default=1, init=False)
    session: int = field(default=0, init=False)
    units_carried: int = field(default=0, init=False)
    breaks: tuple[int, ...] = field(default=(), init=False)
    decided: str = field(default="", init=False)
    tied: int = field(default=1, init=False)
    line: str = field(default="", init=False)
    units_gap: int | None = field(default=None, init=False)

    @property
    def keys(self) -> tuple[int, ...]:
        """What places are given by: the total, then the tie-breaks."""
        return (self.units_score, *self.breaks)

    @property
    def total(self) -> Decimal:
        """已結."""
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


# What a change of the standings reads: 2,000 players have 2,000 rows here and as many for each round. Read without the
# converters of columns, which take six times as long as the query itself.
_PLAYERS = Query(
    lambda: (
        Player.objects.filter(event=0)
        .order_by("number")
        .values_list("pk", "number", "name", "club", "staff", "withdrawn_at", "barred")
    )
)
ADJUSTED = (
    "source",
    "target",
    "points",
    "reason",
    "game__round__stage__number",
    "hall_ruling__after_round",
    "hall_ruling__created_at",
)
"""What is read of a 局外付分, in this order."""
_ADJUSTMENTS = Query(lambda: Adjustment.objects.filter(event=0).order_by().values_list(*ADJUSTED))


@lru_cache(maxsize=64)
def _seats(rounds: int) -> Query:
    """The query for the seats of so many rounds."""
    taken = GameSeat.objects.filter(round__in=range(rounds)).order_by()
    return Query(lambda: taken.values_list("player", "round", "game", *SUMMED))


def players_raw(event: Event) -> list[Raw]:
    """A row for every player, by number."""
    return _PLAYERS.raw(event.pk)


def seats_raw(rounds: Sequence[Round], unbegun: Collection[int] = ()) -> list[Raw]:
    """A row for every seat that a player took in these rounds; none for who sat in no game that was begun before its
    round was closed: who never came stands before nobody. `unbegun`: closed rounds that have such games."""
    if not rounds:
        return []
    found = _seats(len(rounds)).raw(*(round_.pk for round_ in rounds))
    if not unbegun:
        return found
    waited = Game.objects.filter(round__in=unbegun, state=Game.State.SEATED).values_list("pk", flat=True)
    games = set(waited)
    came = {player for player, _round, game, *_held in found if game not in games}
    return [row for row in found if row[0] in came]


def adjustments_raw(event: Event) -> list[Raw]:
    """A row for every 局外付分, with the stage of its game, or after which round and when it was ruled in the hall."""
    return _ADJUSTMENTS.raw(event.pk)


def positions(rounds: Sequence[Round]) -> dict[int, int]:
    """Round → the how manyth of its session it is, from 0: first games of all sessions stand in one column."""
    seen: defaultdict[int, int] = defaultdict(int)
    found = {}
    for round_ in rounds:
        found[round_.pk] = seen[round_.session]
        seen[round_.session] += 1
    return found


def rows_raw(
    players: Sequence[Raw], seats: Sequence[Raw], rounds: Sequence[Round], stage: int
) -> dict[int, StandingRow]:
    """One row per player, by key: who it is, sums, and the result of each round; nobody has a place yet.

    Worked out column by column, each in one sweep over all players.
    """
    if not players:
        return {}
    pks, numbers, names, clubs, staff, withdrawn, barred = zip(*players, strict=True)
    sums: list[list[int]] = [[0] * len(pks)] * len(SUMMED)
    tables = [0] * len(pks)
    columns: list[list[int | None]] = []
    for place, games, held in _taken(pks, seats, rounds):
        scores = [score if game else None for score, game in zip(held[_SCORE], games, strict=True)]
        if place == len(columns):
            columns.append(scores)
            tables = [game or before for game, before in zip(games, tables, strict=True)]
        else:
            _join(columns[place], tables, scores, games)
        sums = [list(map(add, one, more)) for one, more in zip(sums, held, strict=True)]
    results: Iterator[list[int | None]] = map(list, zip(*columns, strict=True)) if columns else ([] for _pk in pks)
    gone = [at is not None for at in withdrawn]
    rows = map(StandingRow, *sums, pks, numbers, names, clubs, map(bool, staff), gone, barred, results, tables)
    found = dict(zip(pks, rows, strict=True))
    if stage != 1:
        for row in found.values():
            row.stage = stage
    return found


_AWAY = (0,) * (3 + len(SUMMED))
"""The seat of who did not sit."""


def _taken(
    pks: Sequence[int], seats: Sequence[Raw], rounds: Sequence[Round]
) -> Iterator[tuple[int, Sequence[int], Sequence[Sequence[int]]]]:
    """Each round: its column, then of all players, in this order, the game (0: did not sit) and what is summed."""
    order = positions(rounds)
    by_round: dict[int, dict[int, Raw]] = {round_: {} for round_ in sorted(order, key=order.__getitem__)}
    for seat in seats:
        if seat[1] in by_round:
            by_round[seat[1]][seat[0]] = seat
    for round_, sitting in by_round.items():
        _players, _rounds, games, *held = zip(*map(sitting.get, pks, repeat(_AWAY)), strict=True)
        yield order[round_], games, held


def _join(column: list[int | None], tables: list[int], scores: Sequence[int | None], games: Sequence[int]) -> None:
    """Put the round of another session into the same column: who sat in both stands there with the later one."""
    for n, score in enumerate(scores):
        if score is not None:
            tables[n] = games[n] if column[n] is None else max(games[n], tables[n])
            column[n] = score


def sat(games: Sequence[int | None]) -> bool:
    """Whether there is a result at all."""
    return games.count(None) < len(games)


def compare(ranked: Sequence[StandingRow]) -> None:
    """Fill in how places have moved since before the latest 半莊, among those who had played by then."""
    played = [row for row in ranked if sat(row.games_units[:-1])]
    played.sort(key=attrgetter("number"))
    before = [row.units_score - (row.games_units[-1] or 0) for row in played]
    order = sorted(range(len(played)), key=before.__getitem__, reverse=True)
    for n, place in zip(order, places([before[n] for n in order]), strict=True):
        played[n].moved = place - (played[n].place or 0)
