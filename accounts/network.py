"""Who is asking, as far as the network tells."""

from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """Return the client's address, seen past as many reverse proxies as the installation has.

    Each proxy appends the address it was called from, so only the last `settings.PROXIES` entries are true;
    what stands before them may have been written by the client.
    """
    meta = request.META
    return address_in(meta.get("HTTP_X_FORWARDED_FOR", ""), str(meta.get("REMOTE_ADDR", "")), settings.PROXIES)


def address_in(forwarded: str, called_from: str, proxies: int) -> str:
    """The same of a header X-Forwarded-For and the address that the connection came from."""
    if proxies:
        seen = forwarded.split(",")
        if len(seen) >= proxies and seen[-proxies].strip():
            return seen[-proxies].strip()
    return called_from


def tried_name(request: HttpRequest, credentials: Mapping[str, str] | None = None) -> str:
    """Return the sign-in name being tried, in one case, so that "Chan" and "chan" share their tries."""
    name = (credentials or {}).get("username") or request.POST.get("username", "")
    return str(name).strip().lower()
