"""帳戶, 主辦單位, sign-in slips and API tokens as stored. Written by `accounts.services` only."""

from typing import ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class PersonManager(UserManager["User"]):
    """Finds a person by sign-in name whatever its case: phones like to begin a word with a capital."""

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(username__iexact=username)


class User(AbstractUser):
    """帳戶: somebody who signs in. What they may do in an event is stored with that event, not here.

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

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)


class Organisation(models.Model):
    """主辦單位: a club that holds events. What it keeps over all of them (its black list) no other organisation reads.

    `handle` stands behind the sign-in names that its own people make: "chan@hkma". So a name that is taken elsewhere
    is never in the way, and nobody learns of it.
    """

    name = models.CharField(_("主辦單位"), max_length=60, unique=True)
    handle = models.SlugField(_("代號"), max_length=20, unique=True)
    created_at = models.DateTimeField(editable=False)

    class Meta:
        verbose_name = _("主辦單位")
        verbose_name_plural = _("主辦單位")
        ordering = ["name"]
        constraints = [models.CheckConstraint(condition=~models.Q(name=""), name="organisation_has_a_name")]

    def __str__(self) -> str:
        return self.name


class OrganisationMember(models.Model):
    """主辦單位的人: may be given a role in its events; with `creates`, may make its events and its people's accounts.

    That right comes from a keeper of accounts. A role in an event never gives it.
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
    # The secret's first characters, so that its owner can tell which one a program uses.
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
    """登入條: a printed code that signs one person in, once. Nothing of it is secret: the code is signed, not stored.

    For accounts that have no password. It ends a few minutes after its first use (a phone may open it in two
    browsers), on `expires_at`, or when it is taken back; whichever comes first.
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
