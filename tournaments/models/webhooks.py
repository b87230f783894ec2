from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.book import Scorecard
from tournaments.models.events import Event
from tournaments.models.history import EventAct


class Webhook(models.Model):
    event = models.ForeignKey(Event, models.PROTECT, related_name="webhooks")
    address = models.CharField(_("網址"), max_length=300)
    # Without the delay of the event, for its own broadcast.
    at_once = models.BooleanField(_("不理公開頁的延遲"), default=False, db_default=False)
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["event", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "address"], condition=Q(ended_at__isnull=True), name="webhook_address_once"
            ),
            models.CheckConstraint(condition=~Q(address=""), name="webhook_has_address"),
        ]

    def __str__(self) -> str:
        return self.address


class Delivery(models.Model):
    """送出的通知: a message to one address, about a signed card or an act of the event, or a test; tried again at
    `next_at`."""

    webhook = models.ForeignKey(Webhook, models.PROTECT, related_name="deliveries")
    kind = models.CharField(max_length=20)
    card = models.ForeignKey(Scorecard, models.PROTECT, null=True, blank=True, related_name="+")
    act = models.ForeignKey(EventAct, models.PROTECT, null=True, blank=True, related_name="+")
    # As sent: a repeat is signed and sent byte by byte the same.
    body = models.TextField()
    made_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(null=True, blank=True, db_index=True)
    delivered_at = models.DateTimeField(null=True, blank=True)
    # The result of the last try: the status of the answer, or why there was none.
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    fault = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["webhook", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["webhook", "card"], name="delivery_card_once"),
            models.UniqueConstraint(fields=["webhook", "act"], name="delivery_act_once"),
            models.CheckConstraint(
                condition=Q(card__isnull=True, act__isnull=False)
                | Q(card__isnull=False, act__isnull=True)
                | Q(card__isnull=True, act__isnull=True, kind="test"),
                name="delivery_about_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
