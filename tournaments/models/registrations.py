"""報名: private: organisers of the event read all entries, applicants their own by a link."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Event
from tournaments.models.players import Player


class RegistrationDesk(models.Model):
    event = models.OneToOneField(Event, models.CASCADE, related_name="desk")
    opens_at = models.DateTimeField(_("開始報名"))
    closes_at = models.DateTimeField(_("截止報名"))
    capacity = models.PositiveSmallIntegerField(_("名額"), null=True, blank=True)
    fee = models.CharField(_("費用"), max_length=100, blank=True)
    intro = models.TextField(_("說明"), max_length=2000, blank=True)
    consent = models.TextField(_("同意事項"), max_length=2000, blank=True)
    # 資格: numbers of the members who may play, one a line; empty: no restriction.
    members = models.TextField(_("會員號碼名單"), max_length=60_000, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(closes_at__gt=F("opens_at")), name="desk_closes_after_opening"),
            models.CheckConstraint(condition=Q(capacity__isnull=True) | Q(capacity__gte=1), name="desk_has_a_place"),
        ]

    def __str__(self) -> str:
        return f"{self.event}"


class Registration(models.Model):
    """報名: one person's entry. Places and the waiting list follow from the order of the entries and are not stored.
    held: an organiser has to check something first (黑名單, 資格); it takes no place until it is accepted."""

    class State(models.TextChoices):
        LIVE = "live", _("已報名")
        DECLINED = "declined", _("大會不接納")
        WITHDRAWN = "withdrawn", _("已取消")

    event = models.ForeignKey(Event, models.CASCADE, related_name="registrations")
    name = models.CharField(_("姓名"), max_length=60)
    latin_name = models.CharField(_("英文姓名"), max_length=60, blank=True)
    alias = models.CharField(_("公開名稱"), max_length=60, blank=True)
    club = models.CharField(_("會所"), max_length=60, blank=True)
    member = models.CharField(_("會員號碼"), max_length=40, blank=True)
    email = models.EmailField(_("電郵"), max_length=254, blank=True)
    phone = models.CharField(_("電話"), max_length=40, blank=True)
    note = models.CharField(_("備註"), max_length=300, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.LIVE)
    held = models.BooleanField(default=False)
    consent = models.TextField(blank=True)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)
    accepted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    paid_at = models.DateTimeField(null=True)
    paid_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    player = models.OneToOneField(Player, models.SET_NULL, null=True, related_name="registration")
    # The private link is derived from the secret key and this number: raising it revokes the old one.
    link_version = models.PositiveIntegerField(default=1)
    # The sender's address, hashed, for the limit per hour.
    source = models.CharField(max_length=32, db_index=True)
    client_key = models.UUIDField(unique=True)

    class Meta:
        ordering = ["event", "created_at", "pk"]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="registration_has_a_name")]

    def __str__(self) -> str:
        return self.name


class CheckIn(models.Model):
    player = models.ForeignKey(Player, models.CASCADE, related_name="check_ins")
    day = models.DateField()
    at = models.DateTimeField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["day", "at"]
        constraints = [models.UniqueConstraint(fields=["player", "day"], name="check_in_once_a_day")]

    def __str__(self) -> str:
        return f"{self.player} {self.day}"
