import unicodedata
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class PersonManager(UserManager["User"]):
    """Looks up sign-in names in any case, because phones capitalise the first letter."""

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(username=User.normalize_username(username or ""))


class User(AbstractUser):
    """帳戶. Rights in an event are stored with that event, not here.

    `is_staff` may look after accounts (create, reset, switch off); `is_superuser` may do everything.
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    display_name = models.CharField(_("顯示名稱"), max_length=60)
    language = models.CharField(_("語言"), max_length=10, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE)

    objects: ClassVar[PersonManager] = PersonManager()
    REQUIRED_FIELDS: ClassVar[list[str]] = ["display_name"]

    class Meta:
        verbose_name = _("帳戶")
        verbose_name_plural = _("帳戶")
        constraints = [models.UniqueConstraint(Lower("username"), name="user_name_once_in_any_case")]

    def __str__(self) -> str:
        return self.display_name or self.username

    @classmethod
    def normalize_username(cls, username: str) -> str:
        """Return the one spelling that is stored, looked up and counted: databases disagree about letters and case."""
        return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", username).casefold()).strip()


class Organisation(models.Model):
    """主辦單位: a club that holds events. Other organisations cannot read the data it keeps for all of them (its black
    list).

    `handle` ends the sign-in names created by its own members, as in "chan@hkma", so that names of different clubs
    neither collide nor reveal each other.
    """

    name = models.CharField(_("主辦單位"), max_length=60, unique=True)
    handle = models.SlugField(_("代號"), max_length=20, unique=True)
    # 兩步驗證: whether organisers and head referees of its events need one.
    second_factor = models.BooleanField(_("要求兩步驗證"), default=False)
    created_at = models.DateTimeField(editable=False)

    class Meta:
        verbose_name = _("主辦單位")
        verbose_name_plural = _("主辦單位")
        ordering = ["name"]
        constraints = [models.CheckConstraint(condition=~models.Q(name=""), name="organisation_has_a_name")]

    def __str__(self) -> str:
        return self.name

    def username(self, short: str) -> str:
        return User.normalize_username(f"{short}@{self.handle}")


class OrganisationMember(models.Model):
    """主辦單位的人: may be given a role in its events; with `creates`, may make its events and its members' accounts.

    Only an account manager grants that right; a role in an event never does.
    """

    organisation = models.ForeignKey(Organisation, models.PROTECT, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="organisations")
    creates = models.BooleanField(_("可開賽事和帳戶"), default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organisation", "user"], name="organisation_member_once")]

    def __str__(self) -> str:
        return f"{self.user} · {self.organisation}"


class ApiToken(models.Model):
    """API 權杖: lets a program act as its owner. Only the SHA-256 of the secret is kept."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="api_tokens", verbose_name=_("帳戶")
    )
    name = models.CharField(_("用途"), max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    # The secret's first characters, so that owners can tell which token a program uses.
    hint = models.CharField(max_length=12)
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("API 權杖")
        verbose_name_plural = _("API 權杖")
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.hint}…)"


class SignInSlip(models.Model):
    """登入條: a printed code that signs one person in, once. The database holds no secret: the code is signed, not
    stored.

    For accounts without a password. It ends a few minutes after its first use (a phone may open it in two browsers), at
    `expires_at`, or when revoked, whichever comes first.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="slips")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(revoked_at__isnull=True), name="slip_one_a_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.created_at:%Y-%m-%d}"


class AppendOnly(models.Model):
    """Rows that are never changed; a new row is added instead. Database triggers enforce it too."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError(f"A {self._meta.verbose_name} is never changed: add another one.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise TypeError(f"A {self._meta.verbose_name} is never deleted: add another one.")


class LogEntry(AppendOnly):
    """系統紀錄: one action outside the games. Append-only, except that its IP address may be removed."""

    class Kind(models.TextChoices):
        SIGNED_IN = "signed_in", _("登入")
        SIGN_IN_BLOCKED = "sign_in_blocked", _("錯了太多次，登入暫停")
        SIGNED_OUT_ELSEWHERE = "signed_out_elsewhere", _("登出其他裝置")
        PASSWORD_CHANGED = "password_changed", _("改了自己的密碼")
        PASSWORD_RESET = "password_reset", _("重設密碼")
        FACTOR_ADDED = "factor_added", _("加上第二步驗證")
        FACTOR_REMOVED = "factor_removed", _("取消第二步驗證")
        FACTOR_RESET = "factor_reset", _("代人取消第二步驗證")
        RECOVERY_CODES_MADE = "recovery_codes_made", _("換過備用碼")
        TOKEN_MADE = "token_made", _("開了權杖")
        TOKEN_REVOKED = "token_revoked", _("撤銷權杖")
        ACCOUNT_MADE = "account_made", _("開了帳戶")
        ACCOUNT_CLOSED = "account_closed", _("停用帳戶")
        ACCOUNT_OPENED = "account_opened", _("恢復帳戶")
        RIGHTS_CHANGED = "rights_changed", _("更改權限")
        ORGANISATION_MADE = "organisation_made", _("加入主辦單位")
        SLIP_MADE = "slip_made", _("出了登入條")
        SLIPS_REVOKED = "slips_revoked", _("收回登入條")
        BLACKLISTED = "blacklisted", _("列入黑名單")
        BLACKLIST_LIFTED = "blacklist_lifted", _("由黑名單除名")
        EXPORTED = "exported", _("匯出")
        PERSON_EXPORTED = "person_exported", _("匯出一個人的資料")
        PERSON_ERASED = "person_erased", _("刪除一個人的資料")
        BACKED_UP = "backed_up", _("備份")
        RESTORED = "restored", _("還原備份")
        RETAINED = "retained", _("按保留期刪除資料")

    kind = models.CharField(max_length=30)
    # None for management commands.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    about = models.CharField(max_length=200, blank=True)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    # Plain numbers, not foreign keys: an entry outlives its event and organisation.
    event_id = models.PositiveBigIntegerField(null=True)
    organisation_id = models.PositiveBigIntegerField(null=True)
    address = models.CharField(max_length=45, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["event_id", "-id"], name="log_of_an_event")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.kind}"


class SecondFactor(models.Model):
    """兩步驗證 of one person: exists as long as they have an authenticator or a passkey. Counts wrong codes.

    `secret` of the authenticator (TOTP) is encrypted with the key of the installation, empty with passkeys only. A code
    works once: `last_step` is the half minute of the last one used.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.PROTECT, related_name="second_factor")
    secret = models.TextField(blank=True)
    last_step = models.BigIntegerField(default=0)
    failures = models.PositiveSmallIntegerField(default=0)
    locked_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.user)


class Passkey(models.Model):
    """通行密鑰: the public half of a key pair that one device keeps."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="passkeys")
    name = models.CharField(_("名稱"), max_length=60)
    credential = models.CharField(max_length=1400, unique=True)
    public_key = models.BinaryField()
    uses = models.BigIntegerField(default=0)
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return self.name


class RecoveryCode(models.Model):
    """備用碼: replaces a lost phone, once. Only its HMAC under the key of the installation is stored."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="recovery_codes")
    digest = models.CharField(max_length=64, unique=True)
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.digest[:8]


# The first match counts: other browsers include these names too.
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Macintosh": "Mac",
    "Linux": "Linux",
}
_BROWSERS = {
    "EdgA/": "Edge",
    "EdgiOS/": "Edge",
    "Edg/": "Edge",
    "SamsungBrowser/": "Samsung Internet",
    "OPR/": "Opera",
    "FxiOS/": "Firefox",
    "Firefox/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}


class Device(models.Model):
    """裝置 on which a person is signed in: one session, deleted with it. `agent` is the browser's user agent."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="devices")
    session_key = models.CharField(max_length=40, unique=True)
    agent = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ["-seen_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.user} {self.created_at:%Y-%m-%d}"

    @property
    def words(self) -> str:
        """Name the device, as in "iPhone · Safari". Only a hint for its owner: user agents can be forged."""
        named = [
            next((name for mark, name in names.items() if mark in self.agent), "") for names in (_SYSTEMS, _BROWSERS)
        ]
        return " · ".join(filter(None, named)) or gettext("不知名的裝置")
