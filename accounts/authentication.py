"""`Authorization: Token paiju_…`, or `Bearer` in place of `Token`."""

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.models import ApiToken, User
from accounts.services import token_digest

LAST_USE_STEP = timedelta(minutes=10)
"""The last use is stored at most this often, so that not every read through the API writes."""


class TokenAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() not in (b"token", b"bearer"):
            return None
        if len(words) != 2:
            raise AuthenticationFailed(_("Authorization 標頭應寫成「Token 權杖」。"))
        live = ApiToken.objects.select_related("user").filter(revoked_at=None, user__is_active=True)
        token = live.filter(digest=token_digest(words[1].decode("latin-1"))).first()
        if token is None:
            raise AuthenticationFailed(_("權杖不存在或已經撤銷。"))
        note_token_use(token=token, now=timezone.now())
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return 'Token realm="paiju"'


def note_token_use(*, token: ApiToken, now: datetime) -> None:
    if token.last_used_at is None or now - token.last_used_at >= LAST_USE_STEP:
        stale = Q(last_used_at=None) | Q(last_used_at__lte=now - LAST_USE_STEP)
        ApiToken.objects.filter(stale, pk=token.pk).update(last_used_at=now)
