"""Rows of the register made the short way, for tests of pages that only read them."""

import datetime as dt
from typing import Any

from django.utils import timezone

from penalties.models import Ruling
from tests.tournaments.factories import TODAY
from tournaments.models import Event, Game, HallRuling, Player

YELLOW = {"times": 1, "transfers": [], "after_game": [], "cards": ["yellow"], "given": ["yellow"]}
SECOND_YELLOW = YELLOW | {
    "cards": ["red"],
    "transfers": [{"from": 3, "to": None, "points": "5", "reason": "deduction"}],
}
RED = YELLOW | {"cards": ["red"], "given": ["red"]}


def fine(number: int, points: str, times: int = 1, others: tuple[int, ...] = (1, 2, 4)) -> dict[str, Any]:
    moves = [{"from": number, "to": other, "points": points, "reason": "fine"} for other in others]
    return {"times": times, "transfers": moves, "after_game": [], "cards": [], "given": []}


def make_article(
    event: Event,
    player: Player | None,
    offence: str = "talking",
    effect: dict[str, Any] | None = None,
    *,
    game: Game | None = None,
    **fields: Any,
) -> Ruling:
    """One article, by default a yellow card in the hall before the first game."""
    number = Ruling.objects.filter(event=event).count() + 1
    day = fields.pop("day", TODAY)
    values: dict[str, Any] = {"said": {"type": "ruling", "offence": offence}, "day": day, "created_at": timezone.now()}
    if game is not None:
        values |= {"game": game, "act": number, "hand": 1}
    elif "reverses" not in fields:
        values["hall"] = HallRuling.objects.create(
            event=event, player=player, after_round=0, day=day, ruling={"offence": offence}, created_at=timezone.now()
        )
    effect = YELLOW if effect is None else effect
    return Ruling.objects.create(
        event=event, number=number, player=player, offence=offence, effect=effect, **(values | fields)
    )


def reverse_article(article: Ruling, reason: str = "看錯了人", **fields: Any) -> Ruling:
    number = Ruling.objects.filter(event=article.event).count() + 1
    return Ruling.objects.create(
        event=article.event,
        number=number,
        day=article.day,
        reverses=article,
        reason=reason,
        created_at=timezone.now() + dt.timedelta(seconds=number),
        **fields,
    )
