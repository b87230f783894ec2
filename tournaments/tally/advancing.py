"""晉級: who is in and who is out of a stage at any moment, with what is still open. Reads only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Declined, Stage
from tournaments.ranking.cut import Contender, Cut, Plan, cut, quotas
from tournaments.tally.rows import StandingRow, sat
from tournaments.tally.standings import Loaded


@dataclass(frozen=True)
class Advancement:
    """As a stage stands: `cut` by what is banked, `if_paid` as it would be if every open chain were paid now.

    `contenders`: everybody who sat, in any order · `quotas`: places by session, where they are shared out so.
    """

    stage: Stage
    following: Stage | None
    plan: Plan
    rows: Mapping[int, StandingRow]
    contenders: Sequence[Contender]
    cut: Cut
    if_paid: Cut
    declined: frozenset[int]

    @property
    def quotas(self) -> Mapping[int, int]:
        return self.plan.quotas


def advancement(stage: Stage) -> Advancement:
    """Who would go on from this stage (with its event) now."""
    return advancement_from(Loaded(stage.event), stage)


def advancement_from(loaded: Loaded, stage: Stage) -> Advancement:
    """The same, from what has been read already."""
    declined = frozenset(Declined.objects.filter(stage=stage).values_list("player", flat=True))
    rows = [row for row in loaded.rows_of(stage).values() if sat(row.games_units)]
    following = next((one for one in loaded.stages if one.number == stage.number + 1), None)
    plan = plan_of(stage, following, rows)
    lots = loaded.lots[stage.pk]
    banked = [_contender(row, declined, 0) for row in rows]
    paid = [_contender(row, declined, row.units_pending_in - row.units_pending_out) for row in rows]
    return Advancement(
        stage,
        following,
        plan,
        {row.number: row for row in rows},
        banked,
        cut(banked, plan, lots),
        cut(paid, plan, lots),
        declined,
    )


def _contender(row: StandingRow, declined: frozenset[int], more: int) -> Contender:
    eligible = row.plays_on and row.pk not in declined
    keys = (row.keys[0] + more, *row.keys[1:])
    return Contender(row.number, keys, eligible, row.session, row.table)


def plan_of(stage: Stage, following: Stage | None, rows: Sequence[StandingRow]) -> Plan:
    """How many go on, and from where. Places of sessions follow from the players who sat in them (Reading M-2), unless
    the organiser has fixed them."""
    snake = following is not None and following.seating == Stage.Seating.SNAKE
    if stage.share != Stage.Share.SESSION or not stage.session_days:
        return Plan(stage.places, stage.per_table, {}, snake)
    days = dict(enumerate(stage.session_days, start=1))
    if stage.quotas:
        shared = dict(zip(days, stage.quotas, strict=False))
    else:
        sizes = {n: sum(row.session == n and not row.staff for row in rows) for n in days}
        shared = quotas(stage.places, sizes, days)
    return Plan(stage.places, stage.per_table, shared, snake)
