from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Event
from tournaments.models.players import Player


class Stage(models.Model):
    """階段: rounds that are ranked together, and who advances from them. Every event has at least one.

    `session_days`: the day of each session (場次) as an ISO date, where the players are divided into sessions; each
    player then belongs to one and plays its rounds only. Empty: all players play every round.
    `rule_settings`, `wind_rounds`: settings and length of a game that differ from the event; its rounds keep a copy.
    `places`: how many advance; 0 in the last stage. The best `per_table` of each table are among them, the others are
    the best of the stage or of each session (`share`). `quotas`: places of each session, where they were fixed by hand.
    `tie_breaks`: what decides between equal totals, in order (`tournaments.standings.ranking`).
    """

    class Carry(models.TextChoices):
        NONE = "none", _("由零開始")
        ALL = "all", _("帶上全部分數")
        HALF = "half", _("帶上一半分數")

    class Share(models.TextChoices):
        STAGE = "stage", _("全部選手一起排")
        SESSION = "session", _("每場各有名額")

    class Seating(models.TextChoices):
        DRAW = "draw", _("抽籤")
        SNAKE = "snake", _("按上一階段名次蛇形配桌")

    event = models.ForeignKey(Event, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(_("第幾個階段"))
    name = models.CharField(_("名稱"), max_length=40)
    # Rounds that each player plays here; nothing: as many as the event has planned.
    rounds_planned = models.PositiveSmallIntegerField(_("每人打幾個半莊"), null=True, blank=True)
    session_days = models.JSONField(_("場次的日期"), default=list, blank=True)
    rule_settings = models.JSONField(_("這個階段的規則設定"), default=dict, blank=True)
    wind_rounds = models.PositiveSmallIntegerField(_("圈數"), null=True, blank=True)
    carry = models.CharField(_("帶分"), max_length=10, choices=Carry, default=Carry.NONE)
    tie_breaks = models.JSONField(_("同分比較"), default=list, blank=True)
    places = models.PositiveSmallIntegerField(_("晉級人數"), default=0)
    per_table = models.PositiveSmallIntegerField(_("每檯晉級"), default=0)
    share = models.CharField(_("名額"), max_length=10, choices=Share, default=Share.STAGE)
    quotas = models.JSONField(_("每場名額"), default=list, blank=True)
    seating = models.CharField(_("編位"), max_length=10, choices=Seating, default=Seating.DRAW)
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="stage_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="stage_number_from_one"),
            models.CheckConstraint(condition=~Q(name=""), name="stage_has_a_name"),
            models.CheckConstraint(
                condition=Q(rounds_planned__isnull=True) | Q(rounds_planned__gte=1), name="stage_has_a_round"
            ),
            models.CheckConstraint(condition=Q(per_table__lte=4), name="stage_per_table_at_most_four"),
            models.CheckConstraint(
                condition=Q(wind_rounds__isnull=True) | Q(wind_rounds__gte=1, wind_rounds__lte=4),
                name="stage_has_one_to_four_winds",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def sessions(self) -> int:
        """場次: the number of sessions; 0 where players are not divided."""
        return len(self.session_days)

    @property
    def planned(self) -> int:
        return self.rounds_planned or self.event.games_planned


class StageEntry(models.Model):
    """參加: a player in a stage. The first stage is open to all listed players and has entries for sessions only."""

    class How(models.TextChoices):
        LISTED = "listed", _("名單")
        ADVANCED = "advanced", _("晉級")
        LOT = "lot", _("抽籤晉級")
        REPLACEMENT = "replacement", _("遞補")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, models.CASCADE, related_name="stage_entries")
    # 場次, from 1; 0 where the stage has none.
    session = models.PositiveSmallIntegerField(default=0)
    how = models.CharField(max_length=12, choices=How, default=How.LISTED)
    # Their place among those who go on from the stage before, all different: seats are made by it.
    rank = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["stage", "rank", "player"]
        constraints = [models.UniqueConstraint(fields=["stage", "player"], name="stage_entry_once")]

    def __str__(self) -> str:
        return f"{self.stage} {self.player}"


class Declined(models.Model):
    """放棄晉級: a player who declines a place of a stage; the next in order takes it."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="declined")
    player = models.ForeignKey(Player, models.CASCADE, related_name="declined")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stage", "player"], name="declined_once")]

    def __str__(self) -> str:
        return f"{self.stage} {self.player}"


class Lot(models.Model):
    """抽籤定名次: the order of players who were equal in everything else. Never changed, never drawn a second time.

    `numbers`: the equal players, in ascending order · `word`: the public word that decides the order · `order`: the
    same numbers, best first (`tournaments.standings.ranking`).
    """

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="lots")
    numbers = models.JSONField()
    word = models.CharField(max_length=80)
    order = models.JSONField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["stage", "id"]
        constraints = [models.CheckConstraint(condition=~Q(word=""), name="lot_has_a_word")]

    def __str__(self) -> str:
        return f"{self.stage} {self.word}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("A lot is never changed.")
        super().save(*args, **kwargs)
