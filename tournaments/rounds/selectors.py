"""全賽抽籤: locked lists, the draws from them, and whether the seats still agree."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _

from tournaments.core.access import EventAccess
from tournaments.models import DrawLine, Event, Game, GameSeat, LockedList, Player, Round, Stage, StageEntry
from tournaments.organising.selectors import round_facts
from tournaments.phrases import stages as words
from tournaments.players.services import blacklist
from tournaments.players.services.apart import kept_from, pairs_of
from tournaments.players.services.places import allowed_tables
from tournaments.players.services.places import refusal as table_refusal
from tournaments.rounds.seating.document import digest_of
from tournaments.rounds.seating.methods import snake_tables
from tournaments.rounds.services.stages import begun, list_mark, players_of, seatable, unfinished, waits_of
from tournaments.standings.cutline import Advancement, advancement_from
from tournaments.standings.ranking import Through, list_digest
from tournaments.standings.rows import StandingRow
from tournaments.standings.tally import Loaded
from tournaments.tables.game_log.as_of import Earlier, rounds_then, stages_then
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.services.substitutes import may_step_in, sitting

_NEXT = 8


@dataclass(frozen=True)
class ListOfDraws:
    """A locked list and its draws. `reduced`: a club has been erased, so the draws cannot be repeated."""

    locked: LockedList
    lines: list[DrawLine]
    players: int
    apart: int
    reduced: bool
    stage: Stage | None
    session: int

    @property
    def drawn_for(self) -> str:
        """Return stage and session of its rounds; "" once those are deleted."""
        return words.stage_session(self.stage.name, self.session) if self.stage else ""

    @property
    def running(self) -> DrawLine | None:
        return next((line for line in self.lines if line.ended_at is None), None)

    @property
    def drawn(self) -> DrawLine | None:
        return next((line for line in self.lines if line.seats), None)


def lists_of_draws(event: Event, **of: Any) -> list[ListOfDraws]:
    lists = event.locked_lists.filter(**of).select_related("user", "event").prefetch_related("lines__user")
    rounds, found = {round_.number: round_ for round_ in event.rounds.select_related("stage")}, []
    for locked in lists.order_by("-number"):
        document = locked.document
        round_ = next((rounds[number] for number in locked.rounds if number in rounds), None)
        found.append(
            ListOfDraws(
                locked=locked,
                lines=sorted(locked.lines.all(), key=lambda line: -line.number),
                players=len(document["players"]),
                apart=len(document["apart"]),
                reduced=digest_of(document) != locked.digest,
                stage=round_.stage if round_ else None,
                session=round_.session if round_ else 0,
            )
        )
    return found


def running_line(event: Event) -> DrawLine | None:
    return DrawLine.objects.select_related("list").filter(list__event=event, ended_at=None).first()


def document_of(locked: LockedList, line: DrawLine | None) -> dict[str, Any]:
    """Return the `draw` document: of a draw, or of the list alone before there is a seed."""
    return {**locked.document, "seed": line.seed if line else ""}


def changed_since(line: DrawLine, drawn: list[list[list[str]]]) -> list[int]:
    """Return numbers of the rounds whose seats differ from the draw: corrected, swapped, drawn again or deleted. Only
    the group and its seats count: it may have moved to a reserved table."""
    numbers = line.list.rounds
    rows = GameSeat.objects.filter(round__event=line.list.event, round__number__in=numbers)
    rows = rows.order_by("round__number", "game__table__number", "seat")
    seats: dict[int, dict[int, list[str]]] = {}
    for number, table, player in rows.values_list("round__number", "game__table__number", "player__number"):
        seats.setdefault(number, {}).setdefault(table, []).append(str(player))
    now = [sorted(seats.get(number, {}).values()) for number in numbers]
    return [number for number, one, other in zip(numbers, now, drawn, strict=True) if one != sorted(other)]


def seed_of(round_: Round) -> str:
    """Return the public seed of a draw over several rounds; "" for a round drawn alone."""
    lines = DrawLine.objects.filter(list__event=round_.event_id, seed=round_.seed).exclude(seats="")
    lines = lines.select_related("list")
    return next((line.seed for line in lines if round_.number in line.list.rounds), "") if round_.seed else ""


def candidates(game: Game, seat: int) -> list[tuple[Player, str]]:
    """補上: return by number the players who could take this seat: all 湊腳 once it is in play, before that players
    without a seat. Each with the reason why they may not, or "". `game` is loaded with round, stage, table and
    event."""
    round_, pairs = game.round, pairs_of(game.event_id)
    others = GameSeat.objects.filter(game=game).exclude(seat=seat).select_related("player", "substitute")
    sitters = [sitting(other, None) for other in others]
    people = game.event.players.order_by("number")
    if round_.ahead:
        people = people.filter(seatable(round_), withdrawn_at=None).exclude(seats__round=round_)
        taken, allowed = set[int](), allowed_tables(game.event_id)
    else:
        people = people.filter(staff=True)
        taken, allowed = set(people.values_list("pk", flat=True)) - {one.pk for one in may_step_in(game)}, {}
    entered = set(blacklist.entered_in(game.event, round_.day))
    found = []
    for player in people:
        refusal = blacklist.no_seat_sentence(player.name) if player in entered else blacklist.no_seat(player)
        if not refusal and player.pk in taken:
            refusal = _("%(name)s 已有座位。") % {"name": player.name}
        refusal = refusal or kept_from(player, sitters, pairs) or table_refusal(player, game.table.number, allowed)
        found.append((player, refusal))
    return found


@dataclass(frozen=True)
class StageFacts:
    """One stage in the list. `state`: waiting, playing, closed · `expected`: active players, or the number of places
    that lead here · `days`: of its sessions, or of its rounds."""

    stage: Stage
    state: str
    rounds: int
    players: int
    goes_on: str
    ties: str
    expected: int
    days: Sequence[date]

    @property
    def tables(self) -> int:
        return -(-self.expected // 4 // max(self.stage.sessions, 1))

    @property
    def state_word(self) -> str:
        return words.state_word(self.state)


def stage_list(event: Event, until: datetime | None = None) -> list[StageFacts]:
    found = []
    open_seen, places = False, 0
    for stage in stages_then(list(event.stages.order_by("number")), until):
        stage.event = event
        state = "closed" if stage.closed_at else "waiting" if open_seen else "playing"
        open_seen = open_seen or stage.closed_at is None
        rounds = rounds_then(list(stage.rounds.exclude(state=Round.State.DRAFT)), until)
        counted, ties = sum(not round_.void for round_ in rounds), words.ties_text(stage.tie_breaks, stage.places)
        players = _players_in(stage, until)
        days = sorted({*map(date.fromisoformat, stage.session_days)} or {one.day for one in rounds})
        expected = players or places
        if state == "playing" and until is None:
            expected = players_of(stage).filter(withdrawn_at=None).count() or places
        found.append(StageFacts(stage, state, counted, players, _goes_on(stage), ties, expected, days))
        places = stage.places
    return found


def _players_in(stage: Stage, until: datetime | None, **of: Any) -> int:
    players = players_of(stage).filter(**of)
    if until is None or stage.number == 1:
        return players.count()
    entries = Earlier(stage.event_id, until).rows(StageEntry.objects.filter(stage__event=stage.event_id))
    there = [entry.player_id for entry in entries if entry.stage_id == stage.pk]
    return Player.objects.filter(pk__in=there, staff=False, **of).count()


def _goes_on(stage: Stage) -> str:
    by_session = stage.share == Stage.Share.SESSION and bool(stage.session_days)
    return words.goes_on(stage.places, stage.per_table, by_session=by_session)


@dataclass(frozen=True)
class Line:
    row: StandingRow
    through: Through | None
    decided: str
    declined: bool
    entry: StageEntry | None = None


@dataclass(frozen=True)
class StagePage:
    """A stage with its results. `open_ties`: 同分 that need a lot; `digest` can be announced before the word is known ·
    `lots`: those drawn; with `again`: how to check each · `shaky`: a position depends on points that are not paid yet ·
    `differs`: in a closed stage, differences from its list · `fixed_list`: the next stage has begun, so the list is
    final."""

    following: Stage | None
    goes_on: str
    ties_text: str
    through: Sequence[Line]
    next_in_order: Sequence[Line]
    quotas: Sequence[str]
    open_ties: Sequence[Mapping[str, Any]]
    lots: Sequence[Mapping[str, Any]]
    waits: Sequence[str]
    mark: str
    tables: Sequence[Sequence[StandingRow]]
    fixed: bool
    differs: Sequence[str]
    fixed_list: bool
    carried: str
    shaky: frozenset[int]

    @property
    def ready(self) -> bool:
        return not self.waits and not self.open_ties


def stage_now(access: EventAccess, stage: Stage) -> dict[str, Any]:
    listed = round_facts(Round.objects.filter(stage=stage).select_related("stage"), access.until)
    rounds = [one for one in listed if access.reads_round(one.round)]
    played, planned = sum(one.counts for one in rounds), stage.rounds_in_all
    around = {one.number: one for one in stages_then(list(access.event.stages.all()), access.until)}
    before, following = around.get(stage.number - 1), around.get(stage.number + 1)
    waiting = before is not None and before.closed_at is None
    state = "closed" if stage.closed_at else "waiting" if waiting else "playing"
    names = (before.name if before else "", following.name if following else "")
    # With a delay, a disqualification becomes visible no earlier than the hand in which it was ruled.
    playing = {"withdrawn_at": None} | ({"barred": ""} if access.until is None else {})
    players, rules = _players_in(stage, access.until, **playing), rules_of(stage.event)
    return {
        "said": words.stage_text(state, played, planned, players, rules),
        "next": words.next_text(state, *names, rules, all_played=played >= planned),
        "rounds": rounds,
    }


def visible_stage(access: EventAccess, stage: Stage) -> StagePage:
    """Return a stage as this reader may see it: before the reveal without the players who advance. Only officials see
    the obstacles (unsigned cards, cases, draft rounds)."""
    page = stage_page(stage, access.until)
    if not access.works:
        page = replace(page, waits=(), mark="")
    if access.adds_up:
        return page
    page = replace(page, through=(), next_in_order=(), open_ties=(), lots=(), tables=(), differs=())
    return replace(page, mark="", shaky=frozenset())


def stage_page(stage: Stage, until: datetime | None = None) -> StagePage:
    """Return a stage with its results. `stage` is loaded with its event. `until`: as of then."""
    loaded = Loaded(stage.event, until)
    stages_then([stage], until)
    found = advancement_from(loaded, stage)
    entries: dict[int, StageEntry] = {}
    if found.following is not None:
        entries = {entry.player_id: entry for entry in loaded.entries.get(found.following.pk, {}).values()}
    inside = []
    for one in found.cut.through:
        row = found.rows[one.number]
        inside.append(Line(row, one, words.decided_by("lot" if one.lot else row.decided), False, entries.get(row.pk)))
    # 蛇形: tables of the next stage, if it is seated so and its players fill them.
    snake = found.following is not None and found.following.seating == Stage.Seating.SNAKE and len(inside) % 4 == 0
    ties = []
    for tie in found.cut.ties:
        equals = Player.objects.filter(event=stage.event_id, number__in=tie.numbers).order_by("number")
        digest = list_digest(stage.number, tie.numbers)
        ties.append({"players": list(equals), "what": words.fights_for(tie.places, tie.by), "digest": digest})
    lots = stage.lots.select_related("user")
    if until is not None:
        lots = lots.filter(created_at__lte=until)
    days = [date.fromisoformat(day) for day in stage.session_days]
    closed = stage.closed_at is not None
    return StagePage(
        following=found.following,
        goes_on=_goes_on(stage),
        ties_text=words.ties_text(stage.tie_breaks, stage.places),
        through=inside,
        next_in_order=_next(found),
        quotas=[words.quota_text(n, days[n - 1], places) for n, places in sorted(found.plan.quotas.items())],
        open_ties=ties,
        lots=[{"lot": lot, "again": words.lot_again(stage.number, lot.numbers)} for lot in lots],
        waits=unfinished(stage) if closed else waits_of(stage),
        mark=list_mark(found.cut),
        tables=snake_tables([line.row for line in inside]) if snake else [],
        fixed=begun(stage) or closed,
        differs=_differing(found, [line.row.pk for line in inside], entries) if closed else (),
        fixed_list=found.following is not None and begun(found.following),
        carried=words.carried_text(stage.carry) if stage.number > 1 else "",
        shaky=frozenset(found.cut.numbers ^ found.if_paid.numbers),
    )


def _differing(found: Advancement, in_order: Sequence[int], entries: Mapping[int, StageEntry]) -> Sequence[str]:
    """List players who would come in or drop out if the list were made now."""
    by_rank = sorted(entries.values(), key=lambda entry: entry.rank or 0)
    put_in = [entry.player_id for entry in by_rank if entry.how != StageEntry.How.LISTED]
    if found.following is None or list(in_order) == put_in:
        return ()
    players = Player.objects.in_bulk({*in_order, *put_in})
    coming = [str(players[pk]) for pk in in_order if pk not in put_in]
    leaving = [str(players[pk]) for pk in put_in if pk not in in_order]
    return words.differing(coming, leaving)


def _next(found: Advancement) -> list[Line]:
    inside = found.cut.numbers
    if not inside:
        return []
    rows = [row for row in found.rows.values() if row.number not in inside and row.plays_on]
    rows.sort(key=lambda row: (row.place or 0, row.number))
    return [Line(row, None, words.decided_by(row.decided), row.pk in found.declined) for row in rows[:_NEXT]]
