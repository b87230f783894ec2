from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import AppendOnly
from tournaments.models.digests import ACT_VERSION
from tournaments.models.fields import PointsField
from tournaments.models.players import Player
from tournaments.models.rounds import Game


class Act(AppendOnly):
    """紀錄: one entry in the log of a game, in order, never changed afterwards.

    `play` adds an event, `amend` replaces events (correction, undo, reversal), `carry` changes the cards the players
    bring from earlier games, `reseat` the players; `pause` and `resume` stop the time of the table; the others confirm,
    object, sign. Each act has a digest over itself and the one before, so that any later change shows.
    """

    class Kind(models.TextChoices):
        PLAY = "play", _("記錄")
        AMEND = "amend", _("更正")
        CONFIRM = "confirm", _("確認")
        OBJECT = "object", _("提出異議")
        UPHOLD = "uphold", _("維持原判")
        SIGN = "sign", _("簽署")
        REOPEN = "reopen", _("重開記分卡")
        CARRY = "carry", _("前局判決更改")
        PAUSE = "pause", _("暫停")
        RESUME = "resume", _("繼續")
        RESEAT = "reseat", _("更正座位")

    game = models.ForeignKey(Game, models.PROTECT, related_name="acts")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    payload = models.JSONField(encoder=DjangoJSONEncoder)
    reason = models.CharField(max_length=300, blank=True)
    # Generated for the page before the first attempt: a repeat with the same key gets the first answer.
    client_key = models.UUIDField()
    answer = models.JSONField(default=dict)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    # The digest format (`tournaments.models.digests`); the oldest acts have version 1.
    version = models.PositiveSmallIntegerField(default=ACT_VERSION, db_default=1)
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="act_number_once"),
            models.UniqueConstraint(fields=["game", "client_key"], name="act_key_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="act_number_from_one"),
            models.CheckConstraint(
                condition=~Q(kind__in=["amend", "uphold", "reopen", "object", "carry", "pause", "reseat"])
                | ~Q(reason=""),
                name="act_reason_given",
            ),
            models.CheckConstraint(
                condition=~Q(kind="sign") | ~Q(payload__method="ruled") | (~Q(reason="") & Q(user__isnull=False)),
                name="act_ruled_with_reason",
            ),
            models.CheckConstraint(condition=Q(user__isnull=False) | Q(player__isnull=False), name="act_by_somebody"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"


class HandRecord(models.Model):
    class State(models.TextChoices):
        OPEN = "open", _("進行中")
        WAITING = "waiting", _("待確認")
        CONFIRMED = "confirmed", _("已確認")
        DISPUTED = "disputed", _("有異議")

    game = models.ForeignKey(Game, models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=12)
    dealer = models.PositiveSmallIntegerField()
    dealer_streak = models.PositiveSmallIntegerField()
    result = models.CharField(max_length=10)
    state = models.CharField(max_length=10, choices=State)
    # Built by `tournaments.tables.game_log.projection.hand_book`, and "confirmations": the act of each seat, or null.
    book = models.JSONField()
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="hand_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="hand_number_from_one"),
            models.CheckConstraint(condition=Q(dealer__lte=3), name="hand_dealer_is_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class Transfer(models.Model):
    """付分: points from one seat to another in a hand; null is the house (大會)."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="transfers")
    hand = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    source = models.PositiveSmallIntegerField(null=True)
    target = models.PositiveSmallIntegerField(null=True)
    points = PointsField()
    reason = models.CharField(max_length=12)

    class Meta:
        ordering = ["game", "hand", "position"]
        constraints = [
            models.UniqueConstraint(fields=["game", "hand", "position"], name="transfer_once"),
            models.CheckConstraint(condition=Q(points__gt=0), name="transfer_positive"),
            models.CheckConstraint(
                condition=Q(source__isnull=True) | Q(target__isnull=True) | ~Q(source=F("target")),
                name="transfer_between_two",
            ),
            models.CheckConstraint(
                condition=Q(source__isnull=False) | Q(target__isnull=False), name="transfer_of_somebody"
            ),
            models.CheckConstraint(
                condition=(Q(source__isnull=True) | Q(source__lte=3)) & (Q(target__isnull=True) | Q(target__lte=3)),
                name="transfer_between_seats",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source}→{self.target} {self.points}"


class Scorecard(models.Model):
    """記分卡: the result that four players signed. A reopened card is kept and marked; signing again makes a new
    version."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="scorecards")
    version = models.PositiveSmallIntegerField()
    code = models.CharField(_("查核碼"), max_length=12, unique=True)
    digest = models.CharField(max_length=64)
    content = models.TextField()
    signatures = models.JSONField()
    locked_at = models.DateTimeField()
    reopened_at = models.DateTimeField(null=True, blank=True)
    reopened_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    reopen_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["game", "version"]
        constraints = [
            models.UniqueConstraint(fields=["game", "version"], name="card_version_once"),
            models.UniqueConstraint(fields=["game"], condition=Q(reopened_at__isnull=True), name="card_one_in_force"),
            models.CheckConstraint(
                condition=Q(reopened_at__isnull=True) | ~Q(reopen_reason=""), name="card_reopened_with_reason"
            ),
        ]

    def __str__(self) -> str:
        return self.code
