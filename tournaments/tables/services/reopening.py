"""Reopen a signed card: the one place for every step that does so: 重開, a reversed ruling, corrected seats, or an
earlier game that changes the cards its players bring. Users with a second factor must show it first."""

from datetime import datetime

from accounts.models import User
from accounts.step_up import require_step_up
from tournaments.core.access import LEADING
from tournaments.models import Event, Game, Membership, Round, Scorecard
from tournaments.tables.game_log.read import Actor
from tournaments.tables.services.writing import is_tried


def reopen_card(game: Game, *, reason: str, actor: Actor, now: datetime) -> None:
    """End the validity of a game's card, if it is signed. Raises StepUpRequired."""
    cards = Scorecard.objects.filter(game=game, reopened_at__isnull=True)
    if cards.update(reopened_at=now, reopened_by_id=actor.user_id, reopen_reason=reason) and not is_tried():
        require_step_up()


def ask_before_voiding(round_: Round) -> None:
    if Scorecard.objects.filter(game__round=round_, reopened_at__isnull=True).exists():
        require_step_up()


def _begun(event: Event) -> bool:
    return event.rules_snapshot is not None or event.hall_rulings.exists()


def ask_before_leading(event: Event, role: str) -> None:
    """Ask for the second factor before giving a role that may reopen cards and reverse rulings in an event that has
    some: a second account must not avoid it. Raises StepUpRequired."""
    if role in LEADING and _begun(event):
        require_step_up()


def can_reopen_cards(user: User) -> bool:
    """Whether this person, and so the holder of their slip, leads an event in which cards can be reopened and rulings
    reversed."""
    leading = Membership.objects.filter(user=user, role__in=LEADING).select_related("event")
    return any(_begun(one.event) for one in leading)


def ask_before_slip(user: User) -> None:
    if can_reopen_cards(user):
        require_step_up()
