"""排名的一行: a row of the standings.

Points remain whole units of 10⁻¹⁰ point until they are shown: 2,000 players have 10,000 of them, and converting all to
decimals would take longer than everything else together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from scoring import RuleSet
from tournaments.models import Player, Round, Stage
from tournaments.models.fields import from_units
from tournaments.standings.ranking import of_twelve

BEFORE_POINTS = 10**40
"""More units than any points add up to."""


def points_apart(lead: int | None) -> int | None:
    """Return the units between two leads of equal 名次分, None between others."""
    return None if lead is None or abs(lead) * 2 > BEFORE_POINTS else lead


def row_above(rows: Sequence["StandingRow"], at: int) -> "StandingRow | None":
    """Return the row nearest to that at `at` with a better place in its stage; None for the first and the unranked."""
    row = rows[at]
    above = next((one for one in reversed(rows[:at]) if one.place != row.place), None) if row.place else None
    return above if above is not None and above.stage == row.stage else None


def points_between(above: "StandingRow", below: "StandingRow") -> Decimal | None:
    """Return the settled points between two rows of equal 名次分, None for others."""
    units = points_apart(SETTLED.lead(above) - SETTLED.lead(below))
    return None if units is None else from_units(units)


class Basis(NamedTuple):
    """The points that decide places: the fields of a row that hold them, and those derived from them."""

    word: str
    units: str
    games: str
    breaks: str
    place: str
    moved: str
    decided: str
    tied: str
    line: str
    gap: str
    twelfths: str
    best: str

    def lead(self, row: "StandingRow") -> int:
        """Return 名次分 and points as one number, in which any part of the first outweighs all of the second."""
        return BEFORE_POINTS * getattr(row, self.twelfths) + getattr(row, self.units)

    def keys(self, row: "StandingRow") -> tuple[int, ...]:
        return (self.lead(row), *getattr(row, self.breaks))


SETTLED = Basis(
    "settled", "units_score", "games_units", "breaks", "place", "moved", "decided", "tied", "line", "units_gap",
    "twelfths", "best",
)  # fmt: skip
"""已結: points already paid."""
PROJECTED = Basis(
    "projected", "units_projected", "games_projected", "projected_breaks", "projected_place",
    "projected_moved", "projected_decided", "projected_tied", "projected_line", "projected_gap", "projected_twelfths",
    "projected_best",
)  # fmt: skip
"""預計: as if the games in play ended now, with open chains paid and deductions after the game taken."""
BASES = (SETTLED, PROJECTED)


@dataclass(slots=True)
class StandingRow:
    """One player of the standings.

    `units_…`: points in units of 10⁻¹⁰ point: 已結 with 罰分 and the points carried from the stage before, 待收, 待付,
    and what else the end of a game in play moves (半莊後扣) · `best_fan`: the largest count of a hand won.
    `games_units`: the result of each 半莊 in the order of `Standings.columns`, None if the player did not sit ·
    `table`: key of the last game, 0 for none · `at`: the current table number and hand.
    `place`: None for staff (湊腳), withdrawn or barred players, and players who have not sat yet · `tied`: how many
    share it · `moved`: places won (+) or lost (−) since before the latest 半莊, None if there is no earlier place ·
    `breaks`: the values of the tie-breaks, the higher the better · `decided`: which of those, or a lot, decided among
    equal totals · `line`, `units_gap`: the relation to the cut line.
    `twelfths`: 名次分 in twelfths, 0 if the rules have none · `best`: 名次分 and then points of the best 半莊, as one
    number like `Basis.lead`; None if the rules have no 名次分.
    `instead`: 替補 who played on in a seat of theirs in this stage · `instead_last`: those in their latest round.
    `units_projected`, `games_projected`, `projected_…`: the same as if the games in play ended now.
    """

    pk: int
    number: int
    name: str
    club: str
    staff: bool
    withdrawn: bool
    barred: str
    games_units: list[int | None]
    games_projected: list[int | None]
    units_score: int = 0
    units_pending_in: int = 0
    units_pending_out: int = 0
    units_penalties: int = 0
    units_after_game: int = 0
    wins: int = 0
    self_drawn: int = 0
    best_fan: int = 0
    table: int = 0
    units_projected: int = 0
    at: tuple[int, str] | None = None
    instead: tuple[str, ...] = ()
    instead_last: tuple[str, ...] = ()
    place: int | None = None
    moved: int | None = None
    stage: int = 1
    session: int = 0
    units_carried: int = 0
    breaks: tuple[int, ...] = ()
    decided: str = ""
    tied: int = 1
    line: str = ""
    units_gap: int | None = None
    projected_place: int | None = None
    projected_moved: int | None = None
    projected_breaks: tuple[int, ...] = ()
    projected_decided: str = ""
    projected_tied: int = 1
    projected_line: str = ""
    projected_gap: int | None = None
    twelfths: int = 0
    projected_twelfths: int = 0
    best: int | None = None
    projected_best: int | None = None

    def add(self, seat: "SeatRow", column: int) -> None:
        """Add one seat's result. Of two sessions in a column it shows the seat added last; the totals count both."""
        end = seat.score + seat.pending_in - seat.pending_out + seat.after_game
        self.table = seat.game if self.games_units[column] is None else max(seat.game, self.table)
        self.games_units[column], self.games_projected[column] = seat.score, end
        self.units_score += seat.score
        self.units_pending_in += seat.pending_in
        self.units_pending_out += seat.pending_out
        self.units_penalties += seat.penalties
        self.units_after_game += seat.after_game
        self.wins += seat.wins
        self.self_drawn += seat.self_drawn
        self.best_fan = max(self.best_fan, seat.best_fan)
        self.units_projected += end

    @property
    def projected(self) -> Decimal:
        return from_units(self.units_projected)

    @property
    def total(self) -> Decimal:
        return from_units(self.units_score)

    @property
    def pending_in(self) -> Decimal:
        return from_units(self.units_pending_in)

    @property
    def pending_out(self) -> Decimal:
        return from_units(self.units_pending_out)

    @property
    def penalties(self) -> Decimal:
        return from_units(self.units_penalties)

    @property
    def gap(self) -> Decimal | None:
        return None if self.units_gap is None else from_units(self.units_gap)

    @property
    def table_points(self) -> str | None:
        """Return 名次分 so far; None if the rules have none, and before the first game has finished."""
        return None if self.best is None else of_twelve(self.twelfths)

    @property
    def up(self) -> int:
        return max(0, self.moved or 0)

    @property
    def down(self) -> int:
        return max(0, -(self.moved or 0))

    @property
    def barred_word(self) -> str:
        """Return 取消資格, 停賽, 退出 by a ruling; "" for others."""
        return str(Player.Barred(self.barred).label) if self.barred else ""

    @property
    def has_sat(self) -> bool:
        return self.games_units.count(None) < len(self.games_units)

    @property
    def plays_on(self) -> bool:
        return not (self.staff or self.withdrawn or self.barred)


@dataclass(frozen=True)
class Standings:
    """排名 of an event or a stage: its rule set, counted rounds in order, and all rows: the ranked, then others by
    number. `columns`: the numbers over the results · `stages`: those of the rows, if there are several · `basis`: the
    points that order them · `leading`: the rows above these, if these are a part."""

    rules: RuleSet
    rounds: Sequence[Round]
    rows: Sequence[StandingRow]
    columns: Sequence[int] = ()
    stages: Sequence[Stage] = ()
    stage: Stage | None = None
    basis: Basis = SETTLED
    leading: Sequence[StandingRow] = ()

    @property
    def projects(self) -> bool:
        held = [(row.units_score, row.twelfths) for row in self.rows]
        return held != [(row.units_projected, row.projected_twelfths) for row in self.rows]

    @property
    def has_moved(self) -> bool:
        return any(row.moved for row in self.rows)

    @property
    def latest(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def in_play(self) -> bool:
        return any(round_.state == Round.State.OPEN for round_ in self.rounds)


class SeatRow(NamedTuple):
    """A seat of a player with the values to be added up; points in units."""

    player: int
    round: int
    game: int
    score: int
    pending_in: int
    pending_out: int
    penalties: int
    after_game: int
    wins: int
    self_drawn: int
    best_fan: int
