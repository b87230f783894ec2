"""`Authorization: Token paiju_…`, or `Bearer` in place of `Token`."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.models import ApiToken, User
from accounts.selectors import live_token
from accounts.services import note_token_use


class TokenAuthentication(BaseAuthentication):
    keyword = "Token"
    # What most libraries write by themselves; read as the same thing.
    also = "Bearer"

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() not in (self.keyword.lower().encode(), self.also.lower().encode()):
            return None
        if len(words) != 2:
            raise AuthenticationFailed(_("Authorization 標頭應寫成「Token 權杖」。"))
        return self.owner(words[1].decode("latin-1"))

    def owner(self, secret: str) -> tuple[User, ApiToken]:
        token = live_token(secret)
        if token is None:
            raise AuthenticationFailed(_("權杖不存在或已經撤銷。"))
        note_token_use(token=token, now=timezone.now())
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return f'{self.keyword} realm="paiju"'
