"""判決 and 異議: the register of rulings and the cases of players. Only services write them.

What a ruling does in a game is an act of that game (`tournaments.models.Act`). The register follows the acts with one
append-only row for each ruling and each reversal.
"""

from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Event, Game, HallRuling, Player


class Ruling(models.Model):
    """判決: one article of the register: a ruling, or the reversal of one.

    In a game, `act` is the act that contains it and `place` its position among that act's entries; outside a game,
    `hall` is set. `said` is the ruling as in the replay document, `hand` the current number of the hand, `effect` a
    summary of its current effect, updated when an earlier ruling or hand changes.
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="rulings")
    number = models.PositiveIntegerField()
    game = models.ForeignKey(Game, models.PROTECT, null=True, blank=True, related_name="rulings")
    act = models.PositiveIntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(default=0)
    hall = models.OneToOneField(HallRuling, models.PROTECT, null=True, blank=True, related_name="article")
    hand = models.PositiveSmallIntegerField(null=True, blank=True)
    day = models.DateField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="rulings")
    offence = models.CharField(max_length=60, blank=True)
    said = models.JSONField(encoder=DjangoJSONEncoder, default=dict)
    effect = models.JSONField(encoder=DjangoJSONEncoder, default=dict)
    facts = models.CharField(max_length=300, blank=True)
    reverses = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="reversal")
    reason = models.CharField(max_length=300, blank=True)
    # Only for articles made outside a game; in a game the act has the key.
    client_key = models.UUIDField(null=True, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="ruling_number_once"),
            models.UniqueConstraint(fields=["event", "client_key"], name="ruling_key_once"),
            models.UniqueConstraint(
                fields=["game", "act", "place"], condition=Q(reverses__isnull=True), name="ruling_act_once"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="ruling_number_from_one"),
            models.CheckConstraint(
                condition=Q(reverses__isnull=True) | ~Q(reason=""), name="ruling_reversed_with_reason"
            ),
            models.CheckConstraint(
                condition=Q(game__isnull=False, act__isnull=False, hall__isnull=True)
                | Q(game__isnull=True, act__isnull=True, hall__isnull=False)
                | Q(reverses__isnull=False),
                name="ruling_in_game_or_hall",
            ),
        ]
        indexes = [models.Index(fields=["event", "offence"], name="ruling_by_offence")]

    def __str__(self) -> str:
        return f"{self.number} {self.offence}"

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise TypeError("A ruling is never deleted: it is reversed by another one.")


class RulingPhoto(models.Model):
    """相片: a JPEG, scaled down and without the camera's metadata."""

    ruling = models.OneToOneField(Ruling, models.PROTECT, related_name="photo")
    image = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.ruling}"


class SuspensionConfirmation(models.Model):
    ruling = models.OneToOneField(Ruling, models.PROTECT, related_name="confirmation")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.ruling}"


class Case(models.Model):
    """異議個案: a player's objection to a hand, a ruling or a card; the head referee decides it.

    An objection to a hand is an act of its game (`act`); its decision is the correction or the referee's answer.
    """

    class Outcome(models.TextChoices):
        OPEN = "", _("處理中")
        UPHELD = "upheld", pgettext_lazy("case", "維持原判")
        CHANGED = "changed", pgettext_lazy("case", "更改")

    event = models.ForeignKey(Event, models.PROTECT, related_name="cases")
    game = models.ForeignKey(Game, models.PROTECT, null=True, blank=True, related_name="cases")
    hand = models.PositiveSmallIntegerField(null=True, blank=True)
    act = models.PositiveIntegerField(null=True, blank=True)
    ruling = models.ForeignKey(Ruling, models.PROTECT, null=True, blank=True, related_name="cases")
    player = models.ForeignKey(Player, models.PROTECT, related_name="cases")
    text = models.CharField(max_length=300)
    opened_at = models.DateTimeField()
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.OPEN, blank=True)
    decision = models.CharField(max_length=300, blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)

    # Set by `penalties.selectors.cases` for display. `late`: all four had confirmed the hand, so the decision blocks
    # nothing.
    place = about = decided_by_name = ""
    decided_act: int | None = None
    note_count = 0
    late = False

    class Meta:
        ordering = ["event", "opened_at"]
        constraints = [
            models.UniqueConstraint(fields=["game", "act"], name="case_act_once"),
            models.CheckConstraint(condition=~Q(text=""), name="case_says_something"),
            models.CheckConstraint(
                condition=Q(act__isnull=False) | Q(ruling__isnull=False), name="case_about_something"
            ),
            models.CheckConstraint(condition=Q(outcome="") | ~Q(decision=""), name="case_decided_with_words"),
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.opened_at:%m-%d %H:%M}"

    @property
    def ref(self) -> str:
        """Key in addresses: "7", or "12-5" for the objection that is act 5 of game 12."""
        return str(self.pk) if self.act is None else f"{self.game_id}-{self.act}"

    @property
    def about_hand(self) -> bool:
        return self.act is not None

    @property
    def open(self) -> bool:
        return not self.outcome

    @property
    def reversed(self) -> bool:
        return self.ruling is not None and hasattr(self.ruling, "reversal")


class CaseNote(models.Model):
    """個案留言: notes between referees. Players do not see them."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="notes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.CharField(max_length=1000)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["case", "id"]
        constraints = [models.CheckConstraint(condition=~Q(text=""), name="case_note_says_something")]

    def __str__(self) -> str:
        return self.text[:40]
