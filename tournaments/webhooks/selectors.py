from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from tournaments.models import Delivery, Event, Webhook

SHOWN = 20
"""Latest messages shown for an address."""
IDLE = timedelta(seconds=30)
"""A message that waits longer without a try: no sender is running."""

KINDS = {
    "card.signed": lazy("記分卡簽妥"),
    "round.closed": lazy("一輪結束"),
    "round.reopened": lazy("一輪重開"),
    "round.voided": lazy("一輪作廢"),
    "round.unvoided": lazy("一輪恢復有效"),
    "stage.closed": lazy("階段結束"),
    "stage.reopened": lazy("階段重開"),
    "test": lazy("測試"),
}


@dataclass(frozen=True)
class Message:
    """`fine`, `trouble`: the outcome is good, is bad."""

    kind: str
    made_at: datetime
    outcome: str
    fine: bool
    trouble: bool


@dataclass(frozen=True)
class WebhooksPage:
    """`idle`: messages wait, and no sender is running."""

    live: Sequence[Webhook]
    ended: Sequence[Webhook]
    idle: bool


def live_webhooks(event: Event) -> "QuerySet[Webhook]":
    return event.webhooks.filter(ended_at__isnull=True).order_by("pk")


def webhook_of(event: Event, number: int) -> Webhook | None:
    """An address of the event, ended or not."""
    return event.webhooks.filter(pk=number).first()


def deliveries_of(webhook: Webhook) -> "QuerySet[Delivery]":
    return webhook.deliveries.order_by("-pk")


def webhooks_page(event: Event, now: datetime) -> WebhooksPage:
    rows = list(event.webhooks.order_by("pk"))
    waiting = Delivery.objects.filter(webhook__event=event, tries=0, next_at__lt=now - IDLE)
    live, ended = ([row for row in rows if (row.ended_at is None) is wanted] for wanted in (True, False))
    return WebhooksPage(live, ended, waiting.exists())


def messages_of(webhook: Webhook) -> list[Message]:
    return [_message(row) for row in deliveries_of(webhook)[:SHOWN]]


def _message(row: Delivery) -> Message:
    outcome = _outcome(row)
    given_up = row.next_at is None and row.delivered_at is None
    kind = str(KINDS.get(row.kind, row.kind))
    return Message(kind, row.made_at, outcome, row.delivered_at is not None, given_up or row.tries > 0)


def _outcome(row: Delivery) -> str:
    if row.delivered_at is not None:
        return _("已送到（%(status)s）") % {"status": row.status}
    if not row.tries:
        return _("等待送出") if row.next_at else _("沒有送")
    if row.status:
        why = _("對方回答 %(status)s") % {"status": row.status}
    else:
        why = _("沒有回答：%(fault)s") % {"fault": row.fault}
    if row.next_at is None:
        return _("不再送。%(why)s") % {"why": why}
    return _("第 %(tries)s 次未送到，會再試。%(why)s") % {"tries": row.tries, "why": why}
