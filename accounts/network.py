"""Who is asking, as far as the network tells."""

from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """Return the client's address, seen past as many reverse proxies as the installation has.

    Each proxy appends the address it was called from, so only the last `settings.PROXIES` entries are true;
    what stands before them may have been written by the client.
    """
    if settings.PROXIES:
        seen = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        if len(seen) >= settings.PROXIES and seen[-settings.PROXIES].strip():
            return str(seen[-settings.PROXIES].strip())
    return str(request.META.get("REMOTE_ADDR", ""))


def tried_name(request: HttpRequest, credentials: Mapping[str, str] | None = None) -> str:
    """Return the sign-in name being tried, in one case, so that "Chan" and "chan" share their tries."""
    name = (credentials or {}).get("username") or request.POST.get("username", "")
    return str(name).strip().lower()
