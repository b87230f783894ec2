import time
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q, Value
from django.utils.translation import gettext_lazy as _

from accounts.models import Organisation

MOST_MONTHS = 120
MOST_DELAY = 120  # minutes


def unseen_version() -> int:
    """Return the time in milliseconds: greater than any number counted up from an earlier moment."""
    return time.time_ns() // 1_000_000


class Event(models.Model):
    class Confirmation(models.TextChoices):
        TAP = "tap", _("各家輕按自己的座位")
        PIN = "pin", _("各家輸入個人密碼")
        REFEREE = "referee", _("裁判代四家確認")

    class Signing(models.TextChoices):
        DRAWN = "drawn", _("手指簽名")
        PIN = "pin", _("個人密碼")

    organisation = models.ForeignKey(Organisation, models.PROTECT, related_name="events", verbose_name=_("主辦單位"))
    name = models.CharField(_("名稱"), max_length=80)
    slug = models.SlugField(_("網址代號"), max_length=60, unique=True)
    venue = models.CharField(_("地點"), max_length=120, blank=True)
    starts_on = models.DateField(_("開始日期"))
    ends_on = models.DateField(_("結束日期"))
    rule_set = models.CharField(_("規則"), max_length=40)
    rule_options = models.JSONField(_("規則選項"), default=dict, blank=True)
    rule_settings = models.JSONField(_("規則設定"), default=dict, blank=True)
    # 自訂番數: fan name → value or [open, concealed], if different from the published table.
    rule_values = models.JSONField(_("自訂番數"), default=dict, db_default=Value({}, models.JSONField()), blank=True)
    # Stored with the first recorded hand: from then on the rules of this event do not change.
    rules_snapshot = models.JSONField(null=True, blank=True, editable=False)
    # 時區: of all times and days, wherever the reader is
    time_zone = models.CharField(_("時區"), max_length=40, default="Asia/Hong_Kong", db_default="Asia/Hong_Kong")
    games_planned = models.PositiveSmallIntegerField(_("半莊數目"), default=2)
    confirmation = models.CharField(_("每鋪確認方式"), max_length=10, choices=Confirmation, default=Confirmation.TAP)
    signing = models.CharField(_("記分卡簽署方式"), max_length=10, choices=Signing, default=Signing.DRAWN)
    phones = models.BooleanField(_("選手可用自己的電話確認及簽署"), default=True)
    public = models.BooleanField(_("公開排名"), default=True)
    # Whether search engines may list the event's public pages.
    searchable = models.BooleanField(_("搜尋器可以列出公開頁面"), default=False, db_default=False)
    # 保留期: how many months after the last day contact data and registrations are erased (`manage.py retention`).
    keep_months = models.PositiveSmallIntegerField(
        _("聯絡資料保留多少個月"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_MONTHS)],
    )
    # 轉播延遲: minutes of delay for everyone except officials and the four players of a table.
    delay = models.PositiveSmallIntegerField(
        _("公開頁延遲多少分鐘"), default=0, db_default=0, blank=True, validators=[MaxValueValidator(MOST_DELAY)]
    )
    # 揭曉前: only officials see added-up results.
    hidden = models.BooleanField(_("排名揭曉前不公開"), default=False, db_default=False)
    # 賽事語言: of prints and screens in the hall; other pages use the reader's language.
    language = models.CharField(
        _("大屏幕的語言"), max_length=10, choices=settings.LANGUAGES, default="zh-hant", db_default="zh-hant"
    )
    # 大屏幕: kind of slide → seconds, if not the default (`tournaments.hall.screen`); 0: not shown.
    screen = models.JSONField(default=dict, db_default=Value({}, models.JSONField()), blank=True, editable=False)
    is_demo = models.BooleanField(default=False, editable=False)
    # Raised by every write that can change the standings.
    standings_version = models.PositiveBigIntegerField(default=0, editable=False)
    # Raised by every act of the event that changes a public page (names, settings, erasure, rounds, …), in its
    # transaction. With the version of the standings or a game it forms a page's ETag. It starts from the time, and a
    # restored database starts again from the time of restoring (`scripts.backup`), so that no reader has seen the
    # number before.
    page_version = models.PositiveBigIntegerField(default=unseen_version, db_default=0, editable=False)
    # The number of the event's acts (`EventAct`), so that the audit notices missing ones at the end.
    act_count = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    created_at = models.DateTimeField(editable=False)
    # The key of the form or request that created the event, by which a repeat finds it.
    client_key = models.UUIDField(null=True, blank=True, unique=True, editable=False)

    class Meta:
        ordering = ["-starts_on", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="event_ends_after_start"),
            models.CheckConstraint(condition=Q(games_planned__gte=1), name="event_has_a_game"),
            models.CheckConstraint(condition=~Q(name=""), name="event_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)


class FormerSlug(models.Model):
    """舊網址: a former address of an event, still printed on paper and stored in phones. It leads to the event until
    another event takes it. If several events had it, the last one counts."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="former_slugs")
    slug = models.SlugField(max_length=60)
    left_at = models.DateTimeField()

    class Meta:
        ordering = ["event", "left_at"]
        constraints = [
            models.UniqueConstraint(fields=["event", "slug"], name="former_slug_once"),
            models.CheckConstraint(condition=~Q(slug=""), name="former_slug_is_one"),
        ]

    def __str__(self) -> str:
        return self.slug


class Role(models.TextChoices):
    """A signed-in person's role in one event. Players and spectators have no membership."""

    ORGANISER = "organiser", _("大會")
    HEAD_REFEREE = "head_referee", _("裁判長")
    REFEREE = "referee", _("裁判")


class Membership(models.Model):
    event = models.ForeignKey(Event, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=20, choices=Role)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "user", "role"], name="membership_once"),
            models.CheckConstraint(condition=Q(role__in=[r.value for r in Role]), name="membership_known_role"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"
