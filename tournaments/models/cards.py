from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.seating import Game


class Scorecard(models.Model):
    """記分卡: what four players signed. A reopened card stays, marked; the next signing makes a new version."""

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
