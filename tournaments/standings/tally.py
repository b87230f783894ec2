"""排名: places, points banked and pending, results per 半莊, penalties, and how places moved.

Each stage has its own standings; those of the event are the current stage's, with the players eliminated earlier below
them, by their points in the last stage in which they sat.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from operator import attrgetter, itemgetter
from typing import NamedTuple

from django.db.models import BigIntegerField, Exists, ExpressionWrapper, F, Max, OuterRef, Q, QuerySet

import scoring
from scoring import RuleSet
from tournaments.models import Act, Adjustment, Declined, Event, Game, GameSeat, Lot, Player, Round, Stage, StageEntry
from tournaments.models.fields import to_units
from tournaments.standings.ranking import places, ranked, table_points
from tournaments.standings.rows import BASES, BEFORE_POINTS, PROJECTED, SETTLED, Basis, SeatRow, StandingRow, Standings
from tournaments.tables.game_log.as_of import Earlier, games_at, stages_then
from tournaments.tables.game_log.projection import seat_values
from tournaments.tables.game_log.read import rule_set_of
from tournaments.tables.game_log.replay import take_overs
from tournaments.tables.selectors.adjustments import made_by

SUMMED = SeatRow._fields[3:]
POINTS = frozenset(SUMMED[:5])
FINES = ("fine", "deduction")
IN_PLAY = (Game.State.SEATED, Game.State.PLAYING)


class PlayerRow(NamedTuple):
    """The columns of a player. A tuple instead of a model instance, because 2,000 are read at a time."""

    pk: int
    number: int
    name: str
    club: str
    staff: bool
    withdrawn_at: datetime | None
    barred: str


class AdjustmentRow(NamedTuple):
    """一項局外付分: the stage of its game, or the round before it and its time if ruled outside a game."""

    source: int | None
    target: int | None
    units: int
    reason: str
    stage: int | None
    after_round: int | None
    ruled_at: datetime | None


def stored_units(name: str) -> ExpressionWrapper:
    """Return a column of points as stored: converting 10,000 points to decimals takes longer than the query."""
    return ExpressionWrapper(F(name), BigIntegerField())


def seat_rows(rounds: Sequence[Round], unbegun: Collection[int] = ()) -> list[SeatRow]:
    """Return a row for every seat of a player in these rounds; none for players all of whose games were closed before
    their first hand: they have no place. `unbegun`: closed rounds that have such games."""
    sums = [stored_units(name) if name in POINTS else name for name in SUMMED]
    seats = GameSeat.objects.filter(round__in=rounds).order_by()
    found = [SeatRow(*row) for row in seats.values_list("player", "round", "game", *sums)]
    if not unbegun:
        return found
    games = set(Game.objects.filter(round__in=unbegun, state=Game.State.SEATED).values_list("pk", flat=True))
    came = {row.player for row in found if row.game not in games}
    return [row for row in found if row.player in came]


def positions(rounds: Sequence[Round]) -> dict[int, int]:
    """Return round → its index in its session: first games of all sessions share one column."""
    seen: defaultdict[int, int] = defaultdict(int)
    found = {}
    for round_ in rounds:
        found[round_.pk] = seen[round_.session]
        seen[round_.session] += 1
    return found


def standing_rows(
    players: Sequence[PlayerRow], seats: Sequence[SeatRow], rounds: Sequence[Round], stage: int
) -> dict[int, StandingRow]:
    """Return one row per player, by key: the player, sums, and the result of each round, without places."""
    columns = positions(rounds)
    width = max(columns.values(), default=-1) + 1
    found = {}
    for player in players:
        pk, number, name, club, staff, withdrawn_at, barred = player
        gone, games = withdrawn_at is not None, [None] * width
        found[pk] = StandingRow(pk, number, name, club, staff, gone, barred, [*games], [*games], stage=stage)
    by_round = defaultdict(list)
    for seat in seats:
        by_round[seat.round].append(seat)
    for round_ in sorted(columns, key=columns.__getitem__):
        for seat in by_round[round_]:
            found[seat.player].add(seat, columns[round_])
    return found


def compare(ranked: Sequence[StandingRow], basis: Basis) -> None:
    """Fill in how places have moved since before the latest 半莊, among players who had played by then."""
    held = attrgetter(basis.units, basis.games, basis.place)
    before = []
    for row in ranked:
        units, games, place = held(row)
        if games.count(None) + (games[-1] is not None) < len(games):
            before.append((units - (games[-1] or 0), place, row))
    before.sort(key=itemgetter(0), reverse=True)
    for (_units, place, row), then in zip(before, places([units for units, *_now in before]), strict=True):
        setattr(row, basis.moved, then - place)


def standings(event: Event, until: datetime | None = None) -> Standings:
    """Return the standings of the event in six queries for any number of players, or nine with stages."""
    return Loaded(event, until).shown()


def is_over(stages: Collection[Stage], *, running: bool) -> bool:
    """完結: whether the order is final: every stage is closed, and no round was reopened since."""
    return bool(stages) and not running and all(stage.closed_at is not None for stage in stages)


def counted_rounds(event: Event) -> QuerySet[Round]:
    """Return the rounds that count, in order, with their stages: open ones, and closed ones in which a hand was played;
    no void ones. `unbegun`: whether a round is closed and has a game that never began."""
    games = Game.objects.filter(round=OuterRef("pk"))
    counted = Q(state=Round.State.OPEN) | Q(Exists(games.exclude(state=Game.State.SEATED)), state=Round.State.CLOSED)
    unbegun = Q(Exists(games.filter(state=Game.State.SEATED)), state=Round.State.CLOSED)
    rounds = event.rounds.filter(counted, voided_at=None).annotate(unbegun=unbegun)
    return rounds.select_related("stage").order_by("number")


@dataclass
class Loaded:
    """The data of the standings. `until`: as of a broadcast cutoff. The list of players is never delayed; points
    outside hands count once their ruling, or the last act of their game, is old enough: never too early."""

    event: Event
    until: datetime | None = None
    rounds: list[Round] = field(init=False)
    _players: list[PlayerRow] = field(init=False)
    _seats: list[SeatRow] = field(init=False)
    _rows_of: dict[int, dict[int, StandingRow]] = field(default_factory=dict)
    _ranked: dict[tuple[int, Basis], list[StandingRow]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        listed = Player.objects.filter(event=self.event).order_by("number").values_list(*PlayerRow._fields)
        self._players = [PlayerRow(*row) for row in listed]
        if self.until is None:
            self.rounds = list(counted_rounds(self.event))
        else:
            earlier, begun = Earlier(self.event.pk, self.until), begun_at(self.event, self.until)
            self.rounds = [one for one in begun if one.state != Round.State.CLOSED or one.begun]  # type: ignore[attr-defined]
            self._players = [row._replace(barred=earlier.barred(row.pk, row.barred)) for row in self._players]
        closed = [round_ for round_ in self.rounds if round_.state == Round.State.CLOSED]
        self._seats = seat_rows(self.rounds, [round_.pk for round_ in closed if round_.unbegun])  # type: ignore[attr-defined]
        if self.until is not None:
            self._seats = seats_at(self._seats, self.rounds, self.until)

    @cached_property
    def rules(self) -> RuleSet:
        return scoring.rule_set(rule_set_of(self.event))

    @cached_property
    def latest(self) -> Stage | None:
        found = {round_.stage_id: round_.stage for round_ in self.rounds}
        return max(found.values(), key=lambda stage: stage.number, default=None)

    @cached_property
    def stages(self) -> list[Stage]:
        return stages_then(list(Stage.objects.filter(event=self.event).order_by("number")), self.until)

    @cached_property
    def entries(self) -> Mapping[int, Mapping[int, StageEntry]]:
        found: dict[int, dict[int, StageEntry]] = defaultdict(dict)
        entries = StageEntry.objects.filter(stage__event=self.event)
        for entry in entries if self.until is None else Earlier(self.event.pk, self.until).rows(entries):
            found[entry.stage_id][entry.player_id] = entry
        return found

    @cached_property
    def declined(self) -> Mapping[int, frozenset[int]]:
        found: dict[int, frozenset[int]] = defaultdict(frozenset)
        rows = Declined.objects.filter(stage__event=self.event)
        for one in rows if self.until is None else Earlier(self.event.pk, self.until).rows(rows):
            found[one.stage_id] |= {one.player_id}
        return found

    @cached_property
    def lots(self) -> Mapping[int, list[list[int]]]:
        found: dict[int, list[list[int]]] = defaultdict(list)
        lots = Lot.objects.filter(stage__event=self.event).order_by("pk")
        if self.until is not None:
            lots = lots.filter(created_at__lte=self.until)
        for stage, order in lots.values_list("stage", "order"):
            found[stage].append(order)
        return found

    @cached_property
    def stepped_in(self) -> Mapping[int, Mapping[int, dict[str, int]]]:
        """Return stage → player → substitutes who have played on in a seat of theirs, each with the latest round."""
        stages = {round_.pk: round_.stage_id for round_ in self.rounds}
        found: defaultdict[int, dict[int, dict[str, int]]] = defaultdict(dict)
        seats = GameSeat.objects.filter(round__in=stages, substitute__isnull=False).order_by("round__number")
        rows = seats.values_list("round", "player", "substitute__name", "seat", "game__standing")
        for round_, player, name, seat, brings in rows:
            came = (one.at for one in take_overs(brings) if one.seat == seat)
            if self.until is None or any(not at or datetime.fromisoformat(at) <= self.until for at in came):
                found[stages[round_]].setdefault(player, {})[name] = round_
        return found

    @cached_property
    def _moved(self) -> list[AdjustmentRow]:
        found = Adjustment.objects.filter(event=self.event).order_by()
        if self.until is not None:
            found = found.filter(made_by(self.until))
        when = ("game__round__stage__number", "hall_ruling__after_round", "hall_ruling__created_at")
        rows = found.values_list("source", "target", stored_units("points"), "reason", *when)
        return [AdjustmentRow(*row) for row in rows]

    @cached_property
    def playing(self) -> Mapping[int, tuple[int, str]]:
        if all(round_.state == Round.State.CLOSED for round_ in self.rounds):
            return {}
        if self.until is not None:
            ids = [round_.pk for round_ in self.rounds if round_.state == Round.State.OPEN]
            listed = Game.objects.filter(round__in=ids).select_related("event", "round", "table")
            then = (game for game, _fold in games_at(listed, self.until))
            return {game.pk: (game.table.number, game.hand_name) for game in then if game.state in IN_PLAY}
        games = Game.objects.filter(event=self.event, round__state=Round.State.OPEN, state__in=IN_PLAY)
        return {pk: (table, hand) for pk, table, hand in games.values_list("pk", "table__number", "hand_name")}

    def standings_of(self, stage: Stage | None, basis: Basis = SETTLED) -> Standings:
        rounds = [round_ for round_ in self.rounds if stage is not None and round_.stage_id == stage.pk]
        if stage is not None:
            rows, order = self.rows_of(stage), self._ranked[stage.pk, basis]
        else:
            rows, order = standing_rows(self._players, (), (), 1), []
            for moved in self._moved:
                _move(rows, moved.source, -moved.units, moved.reason)
                _move(rows, moved.target, moved.units, moved.reason)
        if order and len(order[0].games_units) > 1 and not self.rules.game.table_points:
            compare(order, basis)
        columns = list(range(1, max(positions(rounds).values(), default=-1) + 2))
        if stage is not None and stage.number == 1 and not stage.session_days:
            columns = [round_.number for round_ in rounds]
        found = order + [row for row in rows.values() if row.place is None]
        if stage is not None and stage.number != 1:
            found = [row for row in found if row.pk in self.entries[stage.pk] or row.has_sat]
        if self.playing:
            for row in found:
                row.at = self.playing.get(row.table)
        return Standings(self.rules, rounds, found, columns, (), stage, basis)

    def shown(self, basis: Basis = SETTLED) -> Standings:
        several = self.latest is not None and self.latest.number > 1
        return self.whole(basis) if several else self.standings_of(self.latest, basis)

    def whole(self, basis: Basis = SETTLED) -> Standings:
        """Return the latest stage, then players eliminated earlier, then withdrawn, barred and staff by number."""
        assert self.latest is not None
        top = self.standings_of(self.latest, basis)
        begun = [stage for stage in self.stages if stage.number <= self.latest.number]
        found: list[StandingRow] = [row for row in top.rows if row.place is not None]
        known = {row.pk for row in found}
        rest: dict[int, StandingRow] = {}
        for stage in reversed(begun):
            rows = self.standings_of(stage, basis).rows if stage is not self.latest else top.rows
            out = [row for row in rows if row.pk not in known and row.place is not None]
            for one in BASES:
                _place_below(sorted(out, key=attrgetter(one.place)), len(found), one)
            found += out
            known |= {row.pk for row in out}
            for row in rows:
                if row.has_sat or stage.number == 1:
                    rest.setdefault(row.pk, row)
        others = sorted((row for pk, row in rest.items() if pk not in known), key=lambda row: row.number)
        width = max(len(row.games_units) for row in (*found, *others)) if found or others else 0
        for row in (*found, *others):
            row.games_units += [None] * (width - len(row.games_units))
        columns = list(range(1, width + 1))
        return Standings(top.rules, top.rounds, found + others, columns, begun[::-1], self.latest, basis)

    def rows_of(self, stage: Stage) -> dict[int, StandingRow]:
        """Return the rows of a stage, by key, with places; those of earlier stages are computed first."""
        if stage.pk not in self._rows_of:
            earlier = [one for one in self.stages if one.number < stage.number] if stage.number > 1 else []
            before = self.rows_of(max(earlier, key=attrgetter("number"))) if stage.number > 1 else {}
            rounds = [round_ for round_ in self.rounds if round_.stage_id == stage.pk]
            rows = standing_rows(self._players, self._seats, rounds, stage.number)
            self._add_table_points(rows, rounds)
            for moved in self._moved:
                for player, units in ((moved.source, -moved.units), (moved.target, moved.units)):
                    if player is not None and self._counts_in(stage, player, moved):
                        _move(rows, player, units, moved.reason)
            if stage.carry != Stage.Carry.NONE:
                for pk in before.keys() & self.entries[stage.pk].keys() & rows.keys():
                    rows[pk].units_carried = _carried(before[pk].units_score, stage)
                    rows[pk].units_score += rows[pk].units_carried
                    rows[pk].units_projected += _carried(before[pk].units_projected, stage)
                    rows[pk].twelfths += _carried(before[pk].twelfths, stage)
                    rows[pk].projected_twelfths += _carried(before[pk].projected_twelfths, stage)
            if stage.session_days:
                for pk, entry in self.entries[stage.pk].items():
                    rows[pk].session = entry.session
            for pk, names in self.stepped_in[stage.pk].items():
                sat_in = {seat.round for seat in self._seats if seat.player == pk}
                last = next((round_.pk for round_ in reversed(rounds) if round_.pk in sat_in), None)
                rows[pk].instead = tuple(names)
                rows[pk].instead_last = tuple(name for name, round_ in names.items() if round_ == last)
            contenders = [row for row in rows.values() if row.table and row.plays_on]
            for basis in BASES:
                breaks = self._tie_breaks(stage)
                for row in rows.values() if breaks else ():
                    values = [_tie_value(word, row, before, basis) for word in breaks]
                    setattr(row, basis.breaks, tuple(values))
                self._ranked[stage.pk, basis] = self._rank(contenders, stage, basis)
            self._rows_of[stage.pk] = rows
        return self._rows_of[stage.pk]

    def _add_table_points(self, rows: Mapping[int, StandingRow], rounds: Sequence[Round]) -> None:
        """Add each table's 名次分, if the rules have any; tables in play count as if they ended now."""
        shares = self.rules.game.table_points
        if not shares:
            return
        begun = Game.objects.filter(round__in=rounds).exclude(state=Game.State.SEATED)
        if self.until is not None:
            begun = begun.filter(Exists(Act.objects.filter(game=OuterRef("pk"), created_at__lte=self.until)))
        tables: defaultdict[int, list[SeatRow]] = defaultdict(list)
        for seat in self._seats:
            tables[seat.game].append(seat)
        for game in begun.values_list("pk", flat=True):
            seats = tables[game]
            ends = [seat.score + seat.pending_in - seat.pending_out + seat.after_game for seat in seats]
            for seat, end, twelfths in zip(seats, ends, table_points(ends, shares), strict=True):
                row, value = rows[seat.player], BEFORE_POINTS * twelfths + end
                for basis in (PROJECTED,) if game in self.playing else BASES:
                    setattr(row, basis.twelfths, getattr(row, basis.twelfths) + twelfths)
                    best = getattr(row, basis.best)
                    setattr(row, basis.best, value if best is None else max(best, value))

    def _counts_in(self, stage: Stage, player: int, moved: AdjustmentRow) -> bool:
        """Whether 局外付分 count in this stage: those of a game in the game's stage, those of a ruling outside a game
        in the stage of the round before it or, if that was already closed, in the next one if the player is in it."""
        if self.latest is None or (stage.number == 1 and self.latest.number == 1):
            return True
        if moved.stage is not None:
            return moved.stage == stage.number
        number = max((r.stage.number for r in self.rounds if r.number <= (moved.after_round or 0)), default=1)
        for one in self.stages:
            closed = one.closed_at is not None and moved.ruled_at is not None and moved.ruled_at > one.closed_at
            following = next((s for s in self.stages if s.number == one.number + 1), None)
            if one.number == number and closed and following and player in self.entries[following.pk]:
                number += 1
        return number == stage.number

    def _tie_breaks(self, stage: Stage) -> list[str]:
        """Return the criteria for equal totals; if the rules have 名次分, the best game is always the last."""
        given = list(stage.tie_breaks)
        return [*given, "best_game"] if self.rules.game.table_points and "best_game" not in given else given

    def _rank(self, contenders: list[StandingRow], stage: Stage, basis: Basis) -> list[StandingRow]:
        """Rank active players who sat, without staff, by settled or projected points. Returns them, best first."""
        # Lots are drawn when a stage is closed, or between players who would advance from it.
        lots = self.lots[stage.pk] if stage.closed_at is not None or stage.places else []
        breaks = self._tie_breaks(stage)
        keys = basis.keys if breaks else basis.lead
        order = ranked(contenders, keys=keys, number=attrgetter("number"), breaks=breaks, lots=lots)
        for row, place, tied in zip(order.items, order.places, order.tied, strict=True):
            setattr(row, basis.place, place)
            if tied > 1:
                setattr(row, basis.tied, tied)
        if breaks or lots:
            for row, decided in zip(order.items, order.decided, strict=True):
                setattr(row, basis.decided, decided)
        return order.items


def _move(rows: Mapping[int, StandingRow], player: int | None, units: int, reason: str) -> None:
    """Add 局外付分 to the total, and fines and deductions also to the penalties, like those of a game."""
    if player is not None:
        row = rows[player]
        row.units_score += units
        row.units_projected += units
        row.units_penalties += units if reason in FINES else 0


def _carried(units: int, stage: Stage) -> int:
    return units if stage.carry == Stage.Carry.ALL else int(Decimal(units) / 2)


def _tie_value(word: str, row: StandingRow, before: Mapping[int, StandingRow], basis: Basis) -> int:
    match word:
        case "previous":
            return basis.lead(before[row.pk]) if row.pk in before else 0
        case "wins":
            return row.wins
        case "self_drawn":
            return row.self_drawn
        case "penalties":
            return row.units_penalties + (row.units_after_game if basis is PROJECTED else 0)
        case "best_game":
            best: int | None = getattr(row, basis.best)
            if best is not None:
                return best
            return max((units for units in getattr(row, basis.games) if units is not None), default=0)
    return 0


def _place_below(rows: Sequence[StandingRow], above: int, basis: Basis) -> None:
    """Set places of eliminated players, below the others: shared places stay shared. `rows`: best first."""
    last: StandingRow | None = None
    for n, row in enumerate(rows):
        shared = last is not None and getattr(row, basis.tied) > 1 and basis.keys(row) == basis.keys(last)
        setattr(row, basis.place, getattr(last, basis.place) if shared else above + n + 1)
        setattr(row, basis.moved, None)
        last = row


def begun_at(event: Event, until: datetime) -> list[Round]:
    games = Game.objects.filter(round=OuterRef("pk"))
    found = event.rounds.filter(state__in=Round.BEGUN, opened_at__lte=until).select_related("stage").order_by("number")
    seated = Game.State.SEATED
    found = found.annotate(begun=Exists(games.exclude(state=seated)), unbegun=Exists(games.filter(state=seated)))
    earlier = Earlier(event.pk, until)
    rounds = [earlier.round(round_) for round_ in found]
    for round_ in rounds:
        earlier.stage(round_.stage)
    return [round_ for round_ in rounds if round_.voided_at is None]


def seats_at(seats: Sequence[SeatRow], rounds: Sequence[Round], until: datetime) -> list[SeatRow]:
    """Return seats with their players and points of that time, if games have gone on or seats were corrected since."""
    late = Game.objects.filter(round__in=rounds, last_act_at__gt=until).select_related("event", "round", "table")
    values = {game.pk: seat_values(fold) for game, fold in games_at(late, until) if fold is not None}
    sitting = GameSeat.objects.filter(game__in=values).order_by().values_list("game", "seat", "player")
    held = {}
    for game, seat, player in sitting:
        now = values[game][seat]
        held[game, player] = {name: to_units(now[name]) if name in POINTS else now[name] for name in SUMMED}
    moved = list(GameSeat.objects.filter(round__in=rounds, game__last_act_at__gt=until).only("game", "player"))
    keys = [(seat.game_id, seat.player_id) for seat in moved]
    if rounds:
        Earlier(rounds[0].event_id, until).seats(moved)
    sat_then = {key: seat.player_id for key, seat in zip(keys, moved, strict=True)}
    found = []
    for row in seats:
        key = row.game, row.player
        found.append(row._replace(player=sat_then.get(key, row.player), **held.get(key, {})))
    return found


def last_change(event: Event, until: datetime | None = None) -> datetime | None:
    if until is not None:
        acts = Act.objects.filter(game__event=event, kind__in=("play", "amend"), created_at__lte=until)
        return acts.aggregate(last=Max("created_at"))["last"]
    return Game.objects.filter(event=event).aggregate(last=Max("last_hand_at"))["last"]
