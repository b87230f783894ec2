from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.contrib.auth import get_user_model
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The client's address behind as many reverse proxies as the installation has.

    Each proxy appends the address it was called from, so only the last `settings.PROXIES` entries are true; earlier
    ones may be the client's invention.
    """
    meta = request.META
    return address_in(meta.get("HTTP_X_FORWARDED_FOR", ""), str(meta.get("REMOTE_ADDR", "")), settings.PROXIES)


def client_network(request: HttpRequest) -> str:
    return network_of(client_address(request))


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """An IPv4 address as it is, of IPv6 the first address of its network: one household has more addresses than could
    be remembered, and a blocked one would continue under the next.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address) or found.scope_id:
        return address
    return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False).network_address)


def address_in(forwarded: str, called_from: str, proxies: int) -> str:
    """The same from a header X-Forwarded-For and the address of the connection."""
    if proxies:
        seen = forwarded.split(",")
        if len(seen) >= proxies and seen[-proxies].strip():
            return seen[-proxies].strip()
    return called_from


def tried_name(request: HttpRequest, credentials: Mapping[str, str] | None = None) -> str:
    """The sign-in name as the look-up spells it, so that "Chan" and "chan" share their tries."""
    name = (credentials or {}).get("username") or request.POST.get("username", "")
    return str(get_user_model().normalize_username(str(name)))
