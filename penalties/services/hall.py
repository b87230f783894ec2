"""局外判決: rulings of the head referee on players outside a hand: late, in the hall, between two games.

Stored apart from the games (`tournaments.models.HallRuling`); later games begin with their result, and their deductions
are lines of the standings.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from penalties.models import Ruling
from penalties.services import register
from penalties.services.rulings import keep_photo
from penalties.services.suspensions import confirm_own
from scoring import Held, RulingResult, ScoringError, ruled_in_hall
from tournaments.core.event_log import added
from tournaments.core.exceptions import Conflict, Invalid, refused_by_rules
from tournaments.core.locks import lock_event, lock_rounds, retry_on_deadlock
from tournaments.models import Event, HallRuling, Player, Round
from tournaments.tables.game_log.read import Actor, rules_of
from tournaments.tables.services import carried_over
from tournaments.tables.services.writing import freeze_rules


@dataclass(frozen=True)
class HallPreview:
    result: RulingResult
    before: Held
    after: Held
    day: date


def preview(*, event: Event, player: Player, ruling: Mapping[str, Any], now: datetime) -> HallPreview:
    """Compute, save nothing. Raises Invalid with the rules' own sentence."""
    day = day_of(event, now)
    trail = carried_over.held_now(event, [player.pk], left=True).get(player.pk)
    rules = rules_of(event)
    before = trail.on(day, rules) if trail else Held()
    try:
        after, result = ruled_in_hall(before, ruling, rules)
    except ScoringError as error:
        raise refused_by_rules(error) from error
    return HallPreview(result, before, after, day)


@retry_on_deadlock
def rule(
    *,
    event_id: int,
    player: Player,
    actor: Actor,
    ruling: Mapping[str, Any],
    facts: str,
    client_key: uuid.UUID,
    now: datetime,
    photo: bytes | None = None,
) -> Mapping[str, Any]:
    """Record a ruling and return {"article"}; a repeat with the same key returns the first answer.

    Raises Invalid (refused by the rules, no facts), Conflict (key used for another request).
    """
    if not facts.strip():
        raise Invalid(_("請用一句話寫下事實。"), field="facts")
    with transaction.atomic():
        lock_rounds(event_id)  # a round is opened before this ruling or after it, and not meanwhile
        after = _after_round(event_id)
        carried_over.lock_played([player.pk], round__number__gte=after)
        event = lock_event(event_id)
        known = Ruling.objects.filter(event=event, client_key=client_key).first()
        if known is not None:
            return _answer(known, player, ruling)
        freeze_rules(event)  # no other rules could be ruled by afterwards
        seen = preview(event=event, player=player, ruling=ruling, now=now)
        hall = HallRuling.objects.create(
            event=event, player=player, after_round=after, day=seen.day, ruling=dict(ruling), created_at=now
        )
        article = register.author(event, actor, now, seen.day).article(
            *added(hall),
            hall=hall,
            player_id=player.pk,
            said={"type": "ruling", **ruling},
            facts=facts.strip(),
            client_key=client_key,
            effect=register.effect_of(seen.result, (player.number,)),
        )
        confirm_own(article, event, actor, now)
        carried_over.adjust_for_hall(event=event, players=[player.pk])
        register.follow_player(player.pk, actor=actor, reason=facts.strip(), now=now)
        if photo is not None:
            keep_photo(article, photo)
        return {"article": article.number}


def day_of(event: Event, now: datetime) -> date:
    return timezone.localtime(now, event.zone).date()


def _after_round(event_id: int) -> int:
    rounds = Round.objects.filter(event=event_id, state__in=Round.BEGUN).order_by("-number")
    return rounds.values_list("number", flat=True).first() or 0


def _answer(known: Ruling, player: Player, ruling: Mapping[str, Any]) -> Mapping[str, Any]:
    if known.player_id != player.pk or known.said != {"type": "ruling", **ruling}:
        raise Conflict(_("這一頁之前已送出另一份內容。請重新載入，核對現在的記錄再輸入。"))
    return {"article": known.number}
