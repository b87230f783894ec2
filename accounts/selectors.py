"""The only reading joins of accounts."""

from django.db.models import QuerySet

from accounts.models import ApiToken, User
from accounts.services import token_digest


def live_token(secret: str) -> ApiToken | None:
    """Return the unrevoked token with this secret and its active owner, or nothing."""
    live = ApiToken.objects.select_related("user").filter(revoked_at=None, user__is_active=True)
    return live.filter(digest=token_digest(secret)).first()


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """Return the person's unrevoked tokens, the newest first."""
    return ApiToken.objects.filter(user=user, revoked_at=None)


def people() -> QuerySet[User]:
    """Return every account, those that may sign in first, then by name."""
    return User.objects.order_by("-is_active", "display_name", "pk")
