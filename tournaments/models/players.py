from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Event


class Player(models.Model):
    """選手: one person in one event; `staff` fill up a table and win no prizes (湊腳)."""

    class Barred(models.TextChoices):
        SUSPENDED = "suspended", _("停賽")
        DISQUALIFIED = "disqualified", _("取消資格")
        WITHDRAWN = "withdrawn", _("已退出")

    event = models.ForeignKey(Event, models.CASCADE, related_name="players")
    number = models.PositiveIntegerField(_("號碼"))
    name = models.CharField(_("姓名"), max_length=60)
    latin_name = models.CharField(_("英文姓名"), max_length=60, blank=True, default="", db_default="")
    club = models.CharField(_("會所"), max_length=60, blank=True)
    staff = models.BooleanField(_("湊腳"), default=False)
    # 退出 by the organiser. Rulings use `barred`, so that reversing one does not affect this.
    withdrawn_at = models.DateTimeField(null=True, blank=True, editable=False)
    # 停賽, 取消資格, 退出 by rulings in force: the player gets no seat and no place.
    barred = models.CharField(max_length=12, choices=Barred, blank=True, default="", db_default="", editable=False)
    # The personal link and the PIN are derived from the secret key and these numbers: raising one revokes the old.
    link_version = models.PositiveIntegerField(default=1, editable=False)
    pin_version = models.PositiveIntegerField(default=1, editable=False)
    pin_failures = models.PositiveSmallIntegerField(default=0, editable=False)
    pin_locked_until = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="player_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="player_number_from_one"),
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    @property
    def search_words(self) -> str:
        """Return the text of the public search: with the English name, unless they use an alias (公開名稱)."""
        contact = getattr(self, "contact", None)
        own = contact is None or not contact.real_name
        return f"{self.name} {self.latin_name}".strip() if own else self.name

    @property
    def plays_on(self) -> bool:
        return self.withdrawn_at is None and not self.barred


class Contact(models.Model):
    """聯絡: data of a player for organisers of the event only: on no public page, in no export, in no history. It
    changes no result and can be deleted.

    `real_name`: of a player with a 公開名稱, which is then `Player.name`, so that no page or card can reveal the real
    one. Names are compared (黑名單, 同名) by the real one.
    """

    player = models.OneToOneField(Player, models.CASCADE, related_name="contact")
    real_name = models.CharField(_("姓名"), max_length=60, blank=True)
    member = models.CharField(_("會員號碼"), max_length=40, blank=True)
    email = models.EmailField(_("電郵"), max_length=254, blank=True)
    phone = models.CharField(_("電話"), max_length=40, blank=True)
    note = models.CharField(_("備註"), max_length=300, blank=True)

    def __str__(self) -> str:
        return f"{self.player_id}"


class ListColumns(models.Model):
    """Column heading → meaning chosen in an earlier import, for the next list of this event."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="list_columns")
    columns = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"{self.event_id}"


class Apart(models.Model):
    """不得同檯: two players of one event who may not share a table. A pair has no order: `first` is the older row."""

    first = models.ForeignKey(Player, models.CASCADE, related_name="+")
    second = models.ForeignKey(Player, models.CASCADE, related_name="+")
    reason = models.CharField(_("原因"), max_length=60, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="apart_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="apart_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.first} · {self.second}"


class RegistrationDesk(models.Model):
    event = models.OneToOneField(Event, models.CASCADE, related_name="desk")
    opens_at = models.DateTimeField(_("開始報名"))
    closes_at = models.DateTimeField(_("截止報名"))
    capacity = models.PositiveSmallIntegerField(_("名額"), null=True, blank=True)
    fee = models.CharField(_("費用"), max_length=100, blank=True)
    intro = models.TextField(_("說明"), max_length=2000, blank=True)
    consent = models.TextField(_("同意事項"), max_length=2000, blank=True)
    # 資格: membership numbers allowed to play, one per line; empty: no restriction.
    members = models.TextField(_("會員號碼名單"), max_length=60_000, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(closes_at__gt=F("opens_at")), name="desk_closes_after_opening"),
            models.CheckConstraint(condition=Q(capacity__isnull=True) | Q(capacity__gte=1), name="desk_has_a_place"),
        ]

    def __str__(self) -> str:
        return f"{self.event}"


class Registration(models.Model):
    """報名: one person's registration. Places and the waiting list follow from the order of the rows and are not
    stored.

    `held`: an organiser must check it first (黑名單, 資格); it takes no place until it is accepted.
    """

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
