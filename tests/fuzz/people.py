"""Who asks: everybody who stands to a table in another way, each by token and by cookie."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.middleware.csrf import _get_new_csrf_string
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import create_token
from tests.security.hall import Hall, player_header
from tournaments.models import Game

ACCOUNTS = {
    "referee": "referee",
    "head referee": "head referee",
    "organiser": "organiser",
    "owner": "keeper of accounts",
}
"""Name here → in the hall. The owner is a superuser who has no part in the event."""


@dataclass(frozen=True, eq=False)
class Visitor:
    """Somebody, and how they say who they are."""

    who: str
    how: str
    in_hall: str
    sends: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.who} ({self.how})" if self.how else self.who

    def asking(self, hall: Hall, game: Game) -> Mapping[str, Any]:
        """Headers and cookies of a request about a table: the player is the one of its first seat."""
        if self.who != "player":
            return self.sends
        if self.how == "token":
            return _headers(**player_header(game.seats.get(seat=0).player))
        return _browser(hall.browser("player", game))


def visitors(hall: Hall) -> list[Visitor]:
    """Everybody. The keeper of accounts becomes the owner of the site."""
    User.objects.filter(pk=hall.users["keeper of accounts"].pk).update(is_superuser=True)
    found = [Visitor("nobody", "", "anybody", _headers())]
    found += [Visitor("player", how, "player", {}) for how in ("token", "session")]
    for who, name in ACCOUNTS.items():
        _token, secret = create_token(user=hall.users[name], name="fuzz", now=timezone.now())
        found.append(Visitor(who, "token", name, _headers(Authorization=f"Token {secret}")))
        found.append(Visitor(who, "session", name, _browser(hall.browser(name))))
    return found


def _headers(**more: str) -> dict[str, Any]:
    return {"headers": more, "cookies": {}}


def _browser(client: Client) -> dict[str, Any]:
    """Its session, and the token that a page of this site would send."""
    token = _get_new_csrf_string()
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    cookies = {settings.SESSION_COOKIE_NAME: session, settings.CSRF_COOKIE_NAME: token}
    return {"headers": {"X-CSRFToken": token}, "cookies": cookies}
