"""按名次配桌: the first seats of a stage by the results of the one before."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.exceptions import Conflict, Invalid
from tournaments.locks import tried_twice
from tournaments.models import Round, Stage, StageEntry
from tournaments.seating.by_rank import snake_tables
from tournaments.services.seating import in_new_order, locked_draft, playing, put_seats


def seats_by_rank(round_: Round) -> bool:
    earlier = Round.objects.filter(stage=round_.stage_id, number__lt=round_.number, voided_at=None)
    return round_.stage.seating == Stage.Seating.SNAKE and not earlier.exists()


@tried_twice
def seat_by_rank(*, round_id: int) -> None:
    """蛇形配桌, in place of the round's draft: the 1st, 2nd, 3rd … of the stage before to the tables in turn and back.

    At each table the better result sits East. Staff fill up behind all others. Raises Conflict where the stage before
    is not closed, Invalid where the players fill no whole number of tables or there are too few tables.
    """
    with transaction.atomic():
        round_ = locked_draft(round_id)
        ranks = dict(StageEntry.objects.filter(stage=round_.stage_id).values_list("player", "rank"))
        if not any(ranks.values()):
            raise Conflict(_("上一階段未結束，未有名次。"))
        players = sorted(playing(round_), key=lambda one: (one.staff, ranks.get(one.key) or len(ranks) + 1, one.key))
        tables = list(round_.event.tables.order_by("number").values_list("number", flat=True))
        if len(players) % 4 or not players:
            words = {"count": len(players), "missing": -len(players) % 4 or 4}
            raise Invalid(_("現有 %(count)s 名選手，不能坐滿每一檯：請加 %(missing)s 名湊腳（或選手）。") % words)
        made: Sequence[Sequence[int]] = snake_tables([one.key for one in players])
        if len(made) > len(tables):
            words = {"count": len(players), "needed": len(made), "tables": len(tables)}
            raise Invalid(_("%(count)s 名選手要 %(needed)s 張檯，現在只有 %(tables)s 張。請先加檯。") % words)
        put_seats(round_, dict(zip(tables, in_new_order(round_, made), strict=False)))
