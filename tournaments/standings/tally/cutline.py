"""晉級線 in the standings: each row's word and distance, for pages, CSV and the API."""

from collections.abc import Collection
from datetime import datetime

from tournaments.models import Event, Game, GameSeat, Stage
from tournaments.standings.ranking import SAFE, Standpoint, standpoints
from tournaments.standings.tally.advancing import Advancement, advancement_from
from tournaments.standings.tally.rows import PROJECTED, SETTLED, Basis, Standings
from tournaments.standings.tally.standings import Loaded


def event_standings(event: Event, until: datetime | None = None, basis: Basis = SETTLED) -> Standings:
    """排名 of an event, with the line of the current stage, if players advance from it. `until`: as of a moment ·
    `basis`: by which points they are ordered."""
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
            setattr(row, basis.gap, line[row.number].gap)
    return found


def line_of(found: Advancement, until: datetime | None = None, basis: Basis = SETTLED) -> dict[int, Standpoint]:
    contenders, inside = found.contenders, found.cut.numbers
    if basis is PROJECTED:
        contenders, inside = found.paid, found.if_paid.numbers
    if found.stage.closed_at is not None:
        return {
            number: Standpoint(SAFE if number in inside else "out", one.gap)
            for number, one in standpoints(contenders, found.plan, inside, ()).items()
        }
    return standpoints(contenders, found.plan, inside, _playing(found, until))


def _playing(found: Advancement, until: datetime | None) -> Collection[int]:
    stage = found.stage
    seats = GameSeat.objects.filter(round__stage=stage, round__voided_at=None)
    over = (Game.State.COMPLETE, Game.State.SIGNED)
    if until is not None:
        seats = seats.filter(game__last_act_at__lte=until)
    done: dict[int, int] = {}
    for number in seats.filter(game__state__in=over).values_list("player__number", flat=True):
        done[number] = done.get(number, 0) + 1
    return {number for number in found.rows if done.get(number, 0) < stage.planned}


def cut_after(found: Standings) -> int | None:
    """The index of the row above the line. None where no row is out, or where each session or table has its own line:
    there the words of the rows say it."""
    stage = found.stage
    if stage is None or not stage.places or stage.per_table:
        return None
    if stage.share == Stage.Share.SESSION and stage.session_days:
        return None
    fighting = [index for index, row in enumerate(found.rows) if getattr(row, found.basis.line)]
    return fighting[stage.places - 1] if len(fighting) > stage.places else None
