from django.db import models
from django.db.models import F, Q

from tournaments.models.seating import Game, Round


class RoundClock(models.Model):
    """大會鐘: one clock for all tables of a round; its bell rings after `minutes` plus pauses of the hall. Each game's
    row holds a copy (`Game.time`), which every page reads."""

    round = models.OneToOneField(Round, models.PROTECT, related_name="clock")
    minutes = models.PositiveSmallIntegerField()
    warning = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField()
    # 全場暫停: {"since", "until", "reason"}; `until` is null while it lasts.
    pauses = models.JSONField(default=list, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(minutes__gte=1, minutes__lte=600), name="clock_minutes_in_range"),
            models.CheckConstraint(condition=Q(warning__lt=F("minutes")), name="clock_warns_before_the_end"),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.minutes}"


class ExtraTime(models.Model):
    game = models.ForeignKey(Game, models.PROTECT, related_name="extra_times")
    minutes = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=300)
    given_at = models.DateTimeField()

    class Meta:
        ordering = ["game", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(minutes__gte=1, minutes__lte=120), name="extra_minutes_in_range"),
            models.CheckConstraint(condition=~Q(reason=""), name="extra_time_with_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.game} +{self.minutes}"
