"""帳戶 and API tokens as stored. Written by `accounts.services` only."""

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
    """帳戶: somebody who signs in. What he may do in an event is stored with that event, not here.

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
