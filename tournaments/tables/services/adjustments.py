"""局外付分: points outside the hands, always rewritten from the rulings in the hall and the shared winnings."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import F

from tournaments.core.locks import lock_event
from tournaments.models import Adjustment, Event, Game, HallRuling


@dataclass(frozen=True)
class Moved:
    """From and to (keys of players; None: 大會), how many points, why (fine, deduction)."""

    source: int | None
    target: int | None
    points: Decimal
    reason: str


def set_of_hall_ruling(*, ruling: HallRuling, moved: Sequence[Moved]) -> None:
    _replace(ruling.event_id, ruling.day, moved, hall_ruling=ruling)


def set_of_game(*, game: Game, day: date, moved: Sequence[Moved]) -> None:
    _replace(game.event_id, day, moved, game=game)


def _replace(event_id: int, day: date, moved: Sequence[Moved], **cause: Any) -> None:
    with transaction.atomic():
        lock_event(event_id)
        before = Adjustment.objects.filter(**cause).order_by("pk")
        columns = before.values_list("source", "target", "points", "reason", "day")
        wanted = [(one.source, one.target, one.points, one.reason, day) for one in moved]
        if list(columns) == wanted:
            return
        before.delete()
        Adjustment.objects.bulk_create(
            Adjustment(
                event_id=event_id, source_id=source, target_id=target, points=points, reason=why, day=on, **cause
            )
            for source, target, points, why, on in wanted
        )
        Event.objects.filter(pk=event_id).update(standings_version=F("standings_version") + 1)
