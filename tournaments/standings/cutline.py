"""晉級: who advances from a stage at any moment, who does not, and what is undecided."""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from functools import cached_property, lru_cache
from operator import ge, gt

from scoring import ScoringError, apply
from tournaments.core.access import EventAccess
from tournaments.core.cached import cached_object
from tournaments.models import Event, Game, GameSeat, Player, Round, Stage
from tournaments.models.fields import from_units, to_units
from tournaments.phrases.stages import Way, climb_text, cross_text, line_text
from tournaments.standings.ranking import OUT, SAFE, Contender, Cut, Plan, Standpoint, cut, quotas, standpoints
from tournaments.standings.rows import (
    BASES,
    PROJECTED,
    SETTLED,
    Basis,
    StandingRow,
    Standings,
    points_apart,
    points_between,
    row_above,
)
from tournaments.standings.tally import Loaded
from tournaments.tables.game_log.as_of import Earlier, game_at
from tournaments.tables.game_log.projection import projected
from tournaments.tables.game_log.read import load_game, read_book
from tournaments.tables.game_log.replay import take_overs

MOST_FAN = 200
"""Exceeds every hand of rules without a cap."""


@dataclass(frozen=True)
class Advancement:
    """The current state of a stage: `cut` by settled points, `if_paid` as if the games in play ended now and open
    chains were paid.

    `contenders`, `paid`: all who have played, in any order, with settled and with projected points.
    """

    stage: Stage
    following: Stage | None
    plan: Plan
    rows: Mapping[int, StandingRow]
    contenders: Sequence[Contender]
    paid: Sequence[Contender]
    cut: Cut
    if_paid: Cut
    declined: frozenset[int]


def advancement(stage: Stage) -> Advancement:
    return advancement_from(Loaded(stage.event), stage)


def advancement_from(loaded: Loaded, stage: Stage) -> Advancement:
    declined = loaded.declined[stage.pk]
    everyone = loaded.rows_of(stage).values()
    rows = [row for row in everyone if row.has_sat]
    following = next((one for one in loaded.stages if one.number == stage.number + 1), None)
    plan = plan_of(stage, following, everyone)
    lots = loaded.lots[stage.pk]
    banked, paid = (
        [
            Contender(row.number, basis.keys(row), row.plays_on and row.pk not in declined, row.session, row.table)
            for row in rows
        ]
        for basis in BASES
    )
    by_number = {row.number: row for row in rows}
    now, if_paid = cut(banked, plan, lots), cut(paid, plan, lots)
    return Advancement(stage, following, plan, by_number, banked, paid, now, if_paid, declined)


def plan_of(stage: Stage, following: Stage | None, rows: Collection[StandingRow]) -> Plan:
    """Return how many advance. Unless fixed, the places of a session depend on its number of players (Reading M-2)."""
    snake = following is not None and following.seating == Stage.Seating.SNAKE
    if stage.share != Stage.Share.SESSION or not stage.session_days:
        return Plan(stage.places, stage.per_table, {}, snake)
    days = dict(enumerate(stage.session_days, start=1))
    if stage.quotas:
        return Plan(stage.places, stage.per_table, dict(zip(days, stage.quotas, strict=False)), snake)
    # Places are distributed by the number of players in each session. A session that has not begun counts the players
    # due in it; otherwise the session that is played first would get every place.
    sat_in, listed = Counter[int](), Counter[int]()
    for row in rows:
        if not row.staff:
            sat_in[row.session] += row.has_sat
            listed[row.session] += row.plays_on
    sizes, settled = {n: sat_in[n] or listed[n] for n in days}, all(sat_in[n] for n in days)
    return Plan(stage.places, stage.per_table, quotas(stage.places, sizes, days), snake, settled)


def event_standings(event: Event, until: datetime | None = None, basis: Basis = SETTLED) -> Standings:
    """Return an event's standings with the cut line of the current stage. `basis`: the points that decide the order."""
    loaded = Loaded(event, until)
    return _marked(loaded, loaded.shown(basis))


def stage_standings(stage: Stage, until: datetime | None = None, basis: Basis = SETTLED) -> Standings:
    loaded = Loaded(stage.event, until)
    mine = next(one for one in loaded.stages if one.pk == stage.pk)
    return _marked(loaded, loaded.standings_of(mine, basis))


def _marked(loaded: Loaded, found: Standings) -> Standings:
    if found.stage is None or not (found.stage.places and found.rounds):
        return found
    stage = found.stage
    stage.event = loaded.event
    advancing = advancement_from(loaded, stage)
    basis = found.basis
    line = line_of(advancing, loaded.until, basis)
    for row in found.rows:
        if row.number in line and row.stage == stage.number:
            setattr(row, basis.line, line[row.number].word)
            setattr(row, basis.gap, points_apart(line[row.number].gap))
    return found


def line_of(found: Advancement, until: datetime | None = None, basis: Basis = SETTLED) -> dict[int, Standpoint]:
    contenders, inside = found.contenders, found.cut.numbers
    if basis is PROJECTED:
        contenders, inside = found.paid, found.if_paid.numbers
    if found.stage.closed_at is not None:
        points = standpoints(contenders, found.plan, inside, ())
        return {number: Standpoint(SAFE if number in inside else OUT, one.gap) for number, one in points.items()}
    stage, over = found.stage, (Game.State.COMPLETE, Game.State.SIGNED)
    seats = GameSeat.objects.filter(round__stage=stage, round__voided_at=None, game__state__in=over)
    if until is not None:
        seats = seats.filter(game__last_act_at__lte=until)
    done = Counter(seats.values_list("player__number", flat=True))
    playing = {number for number in found.rows if done[number] < stage.planned}
    return standpoints(contenders, found.plan, inside, playing)


def cut_after(found: Standings) -> int | None:
    """Return the index of the row above the line. None if no row is out, or if each session or table has its own line,
    which the rows themselves then name."""
    stage = found.stage
    if stage is None or not stage.places or stage.per_table:
        return None
    if stage.share == Stage.Share.SESSION and stage.session_days:
        return None
    fighting = [index for index, row in enumerate(found.rows) if getattr(row, found.basis.line)]
    return fighting[stage.places - 1] if len(fighting) > stage.places else None


@dataclass(frozen=True)
class PlayerLine:
    """晉級線 for one player. `needs`: a sentence about wins at their table that would take them over it, or ""."""

    stage: str
    word: str
    said: str
    gap: Decimal | None
    needs: str


@dataclass(frozen=True)
class Race:
    """Standings and cut line for all player pages. `advancing`: None without a cut line."""

    rows: Sequence[StandingRow]
    advancing: Advancement | None
    line: Mapping[int, Standpoint]
    until: datetime | None

    @cached_property
    def at(self) -> Mapping[int, int]:
        """Return player number → index of their row."""
        return {row.number: at for at, row in enumerate(self.rows)}

    def row(self, player: Player) -> StandingRow:
        return self.rows[self.at[player.number]]

    @cached_property
    def projected(self) -> Mapping[int, tuple[Mapping[int, int], Sequence[int]]]:
        """Return stage → projected points of its ranked players, and the same points sorted."""
        found: dict[int, dict[int, int]] = defaultdict(dict)
        for row in self.rows:
            if row.projected_place:
                found[row.stage][row.number] = row.units_projected
        return {stage: (units, sorted(units.values())) for stage, units in found.items()}


def race_of(access: EventAccess) -> Race:
    return cached_object(access.event, "race", (), lambda: race(access.event, access.until), access.until)


def race(event: Event, until: datetime | None = None) -> Race:
    loaded = Loaded(event, until)
    rows, stage = loaded.shown().rows, loaded.latest
    if stage is None or not stage.places:
        return Race(rows, None, {}, until)
    stage.event = event
    found = advancement_from(loaded, stage)
    return Race(rows, found, line_of(found, until), until)


@dataclass(frozen=True)
class PlayerPlace:
    """名次 of one player. `above`: distance to the next place, None for the first and the unranked · `line`: distance
    to the cut line · `needs`: wins that would bring a better place, unless `line` already names wins."""

    row: StandingRow
    above: Decimal | None
    line: PlayerLine | None
    needs: str


def player_place(player: Player, found: Race) -> PlayerPlace:
    row, better = found.row(player), row_above(found.rows, found.at[player.number])
    above, line = points_between(better, row) if better is not None else None, player_line(player, found)
    return PlayerPlace(row, above, line, "" if line and line.needs else place_needs(player, found))


def player_line(player: Player, found: Race) -> PlayerLine | None:
    """Return the player's relation to the cut line; None without a line or a game in the current stage."""
    point, advancing = found.line.get(player.number), found.advancing
    if advancing is None or point is None:
        return None
    units = points_apart(point.gap)
    gap = None if units is None else from_units(units)
    table = _table_of(player, found) if point.word in ("outside", "level") else None
    needs = ""
    if table is not None and not table.rules.game.table_points:

        def enough(moved: Mapping[int, int]) -> bool:
            """Whether the player would advance after this win, with every open chain paid."""
            paid = [
                replace(one, keys=(one.keys[0] + moved[one.number], *one.keys[1:])) if one.number in moved else one
                for one in advancing.paid
            ]
            return player.number in cut(paid, advancing.plan).numbers

        ways = list(table.least(player.number, enough))
        needs = cross_text(ways, table.rules) if ways else ""
    return PlayerLine(advancing.stage.name, point.word, line_text(point.word, gap), gap, needs)


def place_needs(player: Player, found: Race) -> str:
    """要幾多先升一名: name the smallest wins that would raise the projected place, with every open chain paid.
    Tie-breaks are ignored: only a better total counts. "" if 名次分 come first: they depend on all four final
    scores."""
    mine = found.row(player)
    place = mine.projected_place or 1
    table = _table_of(player, found) if place > 1 and mine.at is not None else None
    if table is None or table.rules.game.table_points:
        return ""
    ranked, ordered = found.projected[mine.stage]
    now = [ranked[one] for one in table.numbers if one in ranked]
    rivals = [one for one in table.numbers if one in ranked and one != player.number]
    before, level = (ge, bisect_left) if mine.projected_breaks else (gt, bisect_right)

    def does(moved: Mapping[int, int]) -> bool:
        total = mine.units_projected + moved[player.number]
        elsewhere = len(ordered) - level(ordered, total) - sum(before(units, total) for units in now)
        return elsewhere + sum(before(ranked[one] + moved[one], total) for one in rivals) + 1 < place

    ways = list(table.least(player.number, does))
    return climb_text(ways, place, table.rules) if ways else ""


class _Table:
    """A game in play, and what each of the four would gain by a win with every open chain paid."""

    def __init__(self, game: Game) -> None:
        book = read_book(game)
        self.rules, self._state = book.rules, book.folded.state
        self._seated = [seat.player for seat in _seated(game)]
        self.numbers = [player.number for player in self._seated]
        self._moved: dict[tuple[int, int | None, int], Mapping[int, int] | None] = {}

    def least(self, number: int, enough: Callable[[Mapping[int, int]], bool]) -> Iterator[Way]:
        """Yield the smallest sufficient win, self-drawn and from each other player, in fan without 底."""
        mine = self.numbers.index(number)
        for source in (None, *(one for one in range(4) if one != mine)):
            fan = self._least(mine, source, enough)
            if fan is not None:
                yield "" if source is None else self._seated[source].name, fan - self.rules.base

    def _least(self, winner: int, source: int | None, enough: Callable[[Mapping[int, int]], bool]) -> int | None:
        """Find the smallest sufficient count by bisection (more is never worse); None if there is none."""

        def does(fan: int) -> bool:
            win = winner, source, fan
            if win not in self._moved:
                self._moved[win] = self._move(*win)
            moved = self._moved[win]
            return moved is not None and enough(moved)

        least, most = max(self.rules.game.minimum_fan, self.rules.base), self.rules.cap or MOST_FAN
        if not does(most):
            return None
        if does(least):
            return least
        while least < most:
            middle = (least + most) // 2
            if does(middle):
                most = middle
            else:
                least = middle + 1
        return most

    def _move(self, winner: int, source: int | None, fan: int) -> Mapping[int, int] | None:
        """Return player number → points gained; None if the rules have no such win."""
        event: dict[str, object] = {"type": "win", "winner": winner, "fan": fan}
        event |= {"self_draw": True} if source is None else {"from": source}
        try:
            after = apply(self._state, event, self.rules)
        except ScoringError:
            return None
        pairs = zip(self.numbers, projected(after), projected(self._state), strict=True)
        return {number: to_units(then - now) for number, then, now in pairs}


def _table_of(player: Player, found: Race) -> _Table | None:
    row = found.row(player)
    if row.at is None:
        return None
    if found.until is not None:
        begun = Game.objects.filter(
            event=player.event_id, table__number=row.at[0], round__opened_at__lte=found.until
        ).select_related("event", "round", "table")
        for game in begun.order_by("-round__number"):
            then = game_at(game, found.until)
            mine = next((seat.seat for seat in _seated(then) if seat.player_id == player.pk), None)
            if mine is not None:  # unless a substitute had replaced the player by then
                return None if any(one.seat == mine for one in take_overs(then.standing)) else _Table(then)
        return None
    listed = Game.objects.filter(seats__player=player, seats__substitute=None, round__state=Round.State.OPEN)
    open_ = listed.exclude(state__in=(Game.State.COMPLETE, Game.State.SIGNED)).order_by("round__number")
    known = open_.values_list("pk", "act_count", "event__page_version", "event__created_at").first()
    return _table_now(*known) if known else None


@lru_cache(maxsize=512)
def _table_now(game: int, _acts: int, _pages: int, _made: datetime) -> _Table | None:
    """Return a table in play, cached until its game or the event changes; hands at other tables do not change it."""
    found = load_game(game)
    return None if found is None else _Table(found)


def _seated(game: Game) -> list[GameSeat]:
    """Return the four by seat; with a delay, as they were seated at that time."""
    seats = list(game.seats.select_related("player").order_by("seat"))
    if game.until is not None:
        Earlier(game.event_id, game.until).seats(seats)
    return seats
