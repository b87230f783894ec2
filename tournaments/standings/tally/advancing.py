"""晉級: who is in and who is out of a stage at any moment, and what is still open."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Stage
from tournaments.standings.ranking import Contender, Cut, Plan, cut, quotas
from tournaments.standings.tally.rows import BASES, Basis, StandingRow, sat
from tournaments.standings.tally.standings import Loaded


@dataclass(frozen=True)
class Advancement:
    """A stage now: `cut` by what is settled, `if_paid` as if the games in play ended now and open chains were paid.

    `contenders`, `paid`: all who sat, in any order, with what is settled and what is projected · `quotas`: places by
    session, where they are shared out so.
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

    @property
    def quotas(self) -> Mapping[int, int]:
        return self.plan.quotas


def advancement(stage: Stage) -> Advancement:
    return advancement_from(Loaded(stage.event), stage)


def advancement_from(loaded: Loaded, stage: Stage) -> Advancement:
    declined = loaded.declined[stage.pk]
    everybody = loaded.rows_of(stage).values()
    rows = [row for row in everybody if sat(row.games_units)]
    following = next((one for one in loaded.stages if one.number == stage.number + 1), None)
    plan = plan_of(stage, following, everybody)
    lots = loaded.lots[stage.pk]
    banked, paid = ([_contender(row, declined, basis) for row in rows] for basis in BASES)
    return Advancement(
        stage,
        following,
        plan,
        {row.number: row for row in rows},
        banked,
        paid,
        cut(banked, plan, lots),
        cut(paid, plan, lots),
        declined,
    )


def _contender(row: StandingRow, declined: frozenset[int], basis: Basis) -> Contender:
    eligible = row.plays_on and row.pk not in declined
    return Contender(row.number, basis.keys(row), eligible, row.session, row.table)


def plan_of(stage: Stage, following: Stage | None, rows: Collection[StandingRow]) -> Plan:
    """How many advance, and from where; `rows`: all rows. Places of sessions follow from their players (Reading M-2),
    unless the organiser has fixed them."""
    snake = following is not None and following.seating == Stage.Seating.SNAKE
    if stage.share != Stage.Share.SESSION or not stage.session_days:
        return Plan(stage.places, stage.per_table, {}, snake)
    days = dict(enumerate(stage.session_days, start=1))
    if stage.quotas:
        return Plan(stage.places, stage.per_table, dict(zip(days, stage.quotas, strict=False)), snake)
    sizes, settled = _sizes(rows, days)
    return Plan(stage.places, stage.per_table, quotas(stage.places, sizes, days), snake, settled)


def _sizes(rows: Iterable[StandingRow], sessions: Collection[int]) -> tuple[dict[int, int], bool]:
    """Session → its players, and whether all have begun: those who sat; before its first round those due to play, else
    the session played first would get every place."""
    sat_in, listed = Counter[int](), Counter[int]()
    for row in rows:
        if not row.staff:
            sat_in[row.session] += sat(row.games_units)
            listed[row.session] += row.plays_on
    return {n: sat_in[n] or listed[n] for n in sessions}, all(sat_in[n] for n in sessions)
