"""編號 The request that this thread works on, for logs and error pages: its number, its address, event and game."""

import re
import secrets
from collections.abc import Mapping
from contextvars import ContextVar, Token

from django.http import HttpRequest

_FIT = re.compile(r"[A-Za-z0-9._-]{1,64}")
_now: ContextVar[dict[str, str] | None] = ContextVar("request", default=None)


def number_of(request: HttpRequest) -> str:
    """The number that the proxy or the program gave this request, where it is a plain word; else one of our own."""
    given = request.headers.get("X-Request-ID", "")
    return given if _FIT.fullmatch(given) else secrets.token_hex(8)


def begin(number: str) -> Token[dict[str, str] | None]:
    """From now on this thread works on the request of that number."""
    return _now.set({"request": number})


def end(token: Token[dict[str, str] | None]) -> None:
    """This thread has done with its request."""
    _now.reset(token)


def tell(route: str, where: Mapping[str, object]) -> None:
    """What Django found out about the address."""
    now = _now.get()
    if now is None:
        return
    now["route"] = route
    for name, said in (("slug", "event"), ("game_id", "game")):
        if name in where:
            now[said] = str(where[name])


def told() -> Mapping[str, str]:
    """What is known of the request of this thread; empty outside of one."""
    return _now.get() or {}
