"""停賽: where the rules have it proposed by a referee, it holds once the head referee or an organiser confirms it.

tw-club 比賽罰則 4: 停賽的決定由裁判員、裁判長向賽事委員會提出報告. Until then the player plays on.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from penalties.models import Ruling, SuspensionConfirmation
from scoring import RuleSet
from tournaments.core.event_log import Kind, added, append_act
from tournaments.core.exceptions import Invalid
from tournaments.core.locks import lock_event, retry_on_deadlock
from tournaments.models import Event, Membership
from tournaments.models.events import Role
from tournaments.tables.game_log.read import Actor, rules_of

SUSPEND = "suspend"


def is_proposed(ruling: Ruling, rules: RuleSet) -> bool:
    return _needs_word(ruling, rules) and not hasattr(ruling, "confirmation")


def notes_in_force(rulings: Iterable[Ruling], rules: RuleSet) -> set[str]:
    """Statuses of a player beyond the game, without a suspension that is only proposed."""
    return {
        note
        for ruling in rulings
        for note in ruling.effect.get("notes", ())
        if note != SUSPEND or not is_proposed(ruling, rules)
    }


@retry_on_deadlock
def confirm(*, ruling_id: int, actor: Actor, now: datetime) -> None:
    """A repeat changes nothing. Raises Invalid for a ruling that suspends no player, or was reversed."""
    from penalties.services.register import follow_player

    with transaction.atomic():
        ruling = Ruling.objects.select_related("event", "confirmation").get(pk=ruling_id)
        lock_event(ruling.event_id)
        if hasattr(ruling, "reversal") or SUSPEND not in ruling.effect.get("notes", ()):
            raise Invalid(_("這一則判決沒有待確認的停賽。"))
        known = SuspensionConfirmation.objects.filter(ruling=ruling).exists()
        if known or actor.user_id is None or not _needs_word(ruling, rules_of(ruling.event)):
            return
        _confirmed(ruling, actor.user_id, now)
        if ruling.player_id is not None:
            follow_player(ruling.player_id, actor=actor, reason=ruling.facts, now=now)


def confirm_own(ruling: Ruling, event: Event, actor: Actor, now: datetime) -> None:
    if actor.user_id is not None and _needs_word(ruling, rules_of(event)) and _leads(event, actor.user_id):
        _confirmed(ruling, actor.user_id, now)


def _needs_word(ruling: Ruling, rules: RuleSet) -> bool:
    """Events that began under earlier rules keep suspensions that held at once."""
    proposed = rules.game.suspension_proposed and rules.since_3
    return proposed and ruling.reverses_id is None and SUSPEND in ruling.effect.get("notes", ())


def _leads(event: Event, user_id: int) -> bool:
    roles = (Role.ORGANISER, Role.HEAD_REFEREE)
    return Membership.objects.filter(event=event, user=user_id, role__in=roles).exists()


def _confirmed(ruling: Ruling, user_id: int, now: datetime) -> None:
    made = SuspensionConfirmation.objects.create(ruling=ruling, user_id=user_id, created_at=now)
    append_act(ruling.event_id, Kind.SUSPENSION_HELD, added(made), user_id=user_id)
