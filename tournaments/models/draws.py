from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.events import Event


class LockedList(models.Model):
    """鎖定名單: the players of a draw and its rounds, fixed and published before the seed is known.

    `document`: the `draw` document in its one form, with an empty seed; ids are players' numbers · `digest`: of that
    document · `rounds`: numbers of the rounds to be drawn. Never changed except for its release.
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="locked_lists")
    number = models.PositiveSmallIntegerField()
    document = models.JSONField()
    digest = models.CharField(max_length=64)
    rounds = models.JSONField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()
    released_at = models.DateTimeField(null=True, blank=True)
    release_reason = models.CharField(max_length=120, blank=True, default="")

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="locked_list_number_once"),
            models.UniqueConstraint(
                fields=["event"], condition=Q(released_at__isnull=True), name="locked_list_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(released_at__isnull=True, release_reason="")
                | (Q(released_at__isnull=False) & ~Q(release_reason="")),
                name="locked_list_released_with_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.number}"


class DrawLine(models.Model):
    """抽籤紀錄: one draw from a locked list: by whom, when, why, with which seed. Stored when the seed is given, so
    that no seed can be tried in secret; its result is added once.

    `digest`: of the document with the seed · `seats`: of the seats, empty until there are any · `facts`: counted in
    them · `ways`: how many ways to arrange the players were compared, where the organiser stopped the draw; 0 for all.

    While it runs: `progress`: how many ways were compared and the facts of the best · `searched_at`: the last report of
    the search · `stopping`: the organiser wants the best so far.
    """

    list = models.ForeignKey(LockedList, models.PROTECT, related_name="lines")
    number = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=120)
    reason = models.CharField(max_length=120, blank=True)
    digest = models.CharField(max_length=64)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    seats = models.CharField(max_length=64, blank=True)
    facts = models.JSONField(default=dict)
    ways = models.PositiveSmallIntegerField(default=0)
    refusal = models.CharField(max_length=600, blank=True)
    progress = models.JSONField(default=dict, blank=True)
    searched_at = models.DateTimeField(null=True, blank=True)
    stopping = models.BooleanField(default=False)

    class Meta:
        ordering = ["list", "number"]
        constraints = [
            models.UniqueConstraint(fields=["list", "number"], name="draw_line_number_once"),
            models.UniqueConstraint(
                fields=["list"], condition=Q(ended_at__isnull=True), name="draw_line_one_at_a_time"
            ),
            models.CheckConstraint(condition=~Q(seed=""), name="draw_line_has_a_seed"),
            models.CheckConstraint(condition=Q(number=1) | ~Q(reason=""), name="draw_line_again_with_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.list} · {self.number}"

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise TypeError("A draw is never taken off the record.")
