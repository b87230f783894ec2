"""Authentication of a player's phone or program: `Authorization: Player <link>:<PIN>`."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.authentication import SessionScheme
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournaments.core.access import SESSION_PLAYERS
from tournaments.core.exceptions import WrongPin
from tournaments.core.services import check_pin, player_by_token
from tournaments.models import Player


class PlayerUser(AnonymousUser):
    """選手: players have no account; a personal link and PIN identify them."""

    def __init__(self, player: Player) -> None:
        super().__init__()
        self.player = player

    @property
    def is_authenticated(self) -> bool:  # type: ignore[override]
        return True


class PlayerAuthentication(BaseAuthentication):
    """Authenticates a request as a player of one event. Wrong PINs are counted as on the pages."""

    keyword = "Player"

    def authenticate(self, request: Request) -> tuple[PlayerUser, Player] | None:
        words = get_authorization_header(request).decode("latin-1").split()
        if not words or words[0].lower() != self.keyword.lower():
            return None
        link, _colon, pin = (words[1] if len(words) == 2 else "").rpartition(":")
        player = player_by_token(link)
        if player is None:
            raise AuthenticationFailed(_("選手連結不存在或已經更換。"))
        try:
            check_pin(player_id=player.pk, pin=pin, now=timezone.now())
        except WrongPin as error:
            raise AuthenticationFailed(error.detail) from error
        return PlayerUser(player), player


class CookieAuthentication(SessionAuthentication):
    """Accept a browser's session: of an account, or of a phone that has opened a player's link.

    A write also needs a CSRF token: with the cookie alone, any other page open on a phone could confirm and sign for
    its player.
    """

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        if get_authorization_header(request).strip():  # a scheme that no other class knows
            raise AuthenticationFailed(_("Authorization 標頭應寫成「Token 權杖」。"))
        found: tuple[Any, None] | None = super().authenticate(request)
        if found is None and request.session.get(SESSION_PLAYERS):
            self.enforce_csrf(request)
            return AnonymousUser(), None
        return found


class TokenScheme(OpenApiAuthenticationExtension):
    """Schemes for the OpenAPI generator, which finds these classes once they are imported."""

    target_class = "accounts.authentication.TokenAuthentication"
    name = ["token", "bearer"]

    def get_security_definition(self, auto_schema: AutoSchema) -> list[dict[str, str]]:
        described = "`Authorization: Token paiju_…`"
        return [
            {"type": "apiKey", "in": "header", "name": "Authorization", "description": described},
            {"type": "http", "scheme": "bearer", "description": "`Authorization: Bearer paiju_…`, the same token"},
        ]


class PlayerScheme(OpenApiAuthenticationExtension):
    target_class = PlayerAuthentication
    name = "player"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Authorization: Player <link token>:<PIN>`",
        }


class CookieScheme(SessionScheme):
    target_class = "tournaments.api.authentication.CookieAuthentication"
