from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Organisation
from tournaments.models.digests import moment
from tournaments.models.events import Event
from tournaments.models.fields import PointsField
from tournaments.models.players import Player
from tournaments.models.rounds import Game, Round


class HallRuling(models.Model):
    """局外判決: the result of a ruling on a player outside any game (late, between games), as later games need it.

    `ruling` has the shape of the replay document's ruling without its seat. It follows the player's game of round
    `after_round` (0: before the first) and counts on `day`.
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="hall_rulings")
    player = models.ForeignKey(Player, models.PROTECT, related_name="hall_rulings")
    after_round = models.PositiveSmallIntegerField()
    day = models.DateField()
    ruling = models.JSONField(encoder=DjangoJSONEncoder)
    reversed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["event", "player", "after_round", "id"]

    def __str__(self) -> str:
        return f"{self.player} {self.ruling.get('offence', '')}"


class Adjustment(models.Model):
    """局外付分: points outside the hands: a deduction by a ruling, or winnings of a disqualified player. Null on one
    side is the house (大會). A cache derived from the rulings in force, like the transfers of a game."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="adjustments")
    source = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    target = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    points = PointsField()
    reason = models.CharField(max_length=12)
    day = models.DateField()
    # The source: a ruling outside a game, or the game whose winnings are distributed.
    hall_ruling = models.ForeignKey(HallRuling, models.CASCADE, null=True, blank=True, related_name="adjustments")
    game = models.ForeignKey(Game, models.CASCADE, null=True, blank=True, related_name="adjustments")

    class Meta:
        ordering = ["event", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(points__gt=0), name="adjustment_positive"),
            models.CheckConstraint(
                condition=Q(source__isnull=True) | Q(target__isnull=True) | ~Q(source=F("target")),
                name="adjustment_between_two",
            ),
            models.CheckConstraint(
                condition=Q(source__isnull=False) | Q(target__isnull=False), name="adjustment_of_somebody"
            ),
            models.CheckConstraint(
                condition=Q(hall_ruling__isnull=False) | Q(game__isnull=False), name="adjustment_has_a_cause"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source}→{self.target} {self.points}"


class Call(models.Model):
    """叫裁判: a table's call for a referee. Open until a referee answers it, ends when done or withdrawn."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="calls")
    # From a player's own phone, or from the table's phone.
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    taken_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["game", "created_at"]
        constraints = [
            models.UniqueConstraint(fields=["game"], condition=Q(ended_at__isnull=True), name="call_one_open"),
            models.CheckConstraint(
                condition=Q(taken_by__isnull=True, taken_at__isnull=True)
                | Q(taken_by__isnull=False, taken_at__isnull=False),
                name="call_taken_by_somebody",
            ),
            models.CheckConstraint(condition=Q(user__isnull=False) | Q(player__isnull=False), name="call_by_somebody"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.created_at:%H:%M}"

    @property
    def caller(self) -> str:
        return self.player.name if self.player else str(self.user)


class Blacklisted(models.Model):
    """黑名單: a person excluded from the events of this organisation, with the reason, for ever or until a day. Only
    organisers of its events see it. `key` is the name in the form used for comparison: no spaces, one case and
    width."""

    organisation = models.ForeignKey(Organisation, models.PROTECT, related_name="blacklisted")
    name = models.CharField(_("姓名"), max_length=60)
    key = models.CharField(max_length=60, db_index=True)
    reason = models.CharField(_("原因"), max_length=300)
    until = models.DateField(_("至"), null=True, blank=True)
    # The ruling that caused it; null if entered by hand.
    player = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    lift_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="blacklisted_with_reason"),
            models.CheckConstraint(
                condition=Q(lifted_at__isnull=True) | ~Q(lift_reason=""), name="blacklisted_lifted_with_reason"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Namesake(models.Model):
    """同名的另一人: an organiser's statement, stored with its author, that this player is not the person on the
    list."""

    entry = models.ForeignKey(Blacklisted, models.PROTECT, related_name="namesakes")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["entry", "created_at"]
        constraints = [models.UniqueConstraint(fields=["entry", "player"], name="namesake_once")]

    def __str__(self) -> str:
        return f"{self.player} ≠ {self.entry}"


class RoundClock(models.Model):
    """大會鐘: one clock for all tables of a round; its bell rings after `minutes` plus pauses of the hall. Each game's
    row holds a copy (`Game.time`), which every page reads."""

    round = models.OneToOneField(Round, models.PROTECT, related_name="clock")
    minutes = models.PositiveSmallIntegerField()
    warning = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField()
    # 全場暫停: {"since", "until", "reason"}; `until` is null during the pause.
    pauses = models.JSONField(default=list, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(minutes__gte=1, minutes__lte=600), name="clock_minutes_in_range"),
            models.CheckConstraint(condition=Q(warning__lt=F("minutes")), name="clock_warns_before_the_end"),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.minutes}"

    @property
    def time(self) -> dict[str, Any]:
        """Return the clock as `Game.time` has it, for a table without extra time."""
        time = {"started": moment(self.started_at), "minutes": self.minutes, "warning": self.warning}
        return time | {"extra": 0, "pauses": [{"since": one["since"], "until": one["until"]} for one in self.pauses]}


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
