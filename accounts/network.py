"""Client addresses, the limits counted per address, and this site's address for links and QR codes."""

import os
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.signals import user_login_failed
from django.core.exceptions import DisallowedHost
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.request import validate_host
from django.utils.safestring import SafeString, mark_safe
from rest_framework.throttling import ScopedRateThrottle, SimpleRateThrottle


def client_address(request: HttpRequest) -> str:
    """Return the client's address behind the installation's reverse proxies.

    Each proxy appends the address it was called from, so only the last `settings.PROXIES` entries can be trusted; a
    client may invent earlier ones.
    """
    if settings.PROXIES:
        seen = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        if len(seen) >= settings.PROXIES and seen[-settings.PROXIES].strip():
            return str(seen[-settings.PROXIES].strip())
    return str(request.META.get("REMOTE_ADDR", ""))


def client_network(request: HttpRequest) -> str:
    return network_of(client_address(request))


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Return an IPv4 address as it is, or the network of an IPv6 one: a household has countless IPv6 addresses and
    could switch to another when one is blocked."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address) or found.scope_id:
        return address
    return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False).network_address)


def tried_name(request: HttpRequest, credentials: Mapping[str, str] | None = None) -> str:
    """Return the normalised sign-in name, so that attempts for "Chan" and "chan" count together."""
    name = (credentials or {}).get("username") or request.POST.get("username", "")
    return str(get_user_model().normalize_username(str(name)))


class NetworkThrottle(ScopedRateThrottle):
    """Counts by network. DRF counts by address, of which one IPv6 line has an endless supply."""

    def get_ident(self, request: Any) -> str:
        return client_network(request)


class WrongPasswordThrottle(SimpleRateThrottle):
    """Ten wrong passwords a minute. Right ones do not count: a whole hall may sign in from one address at once.

    Kept in Django's cache, so each process counts for itself: inexact, but good enough.
    """

    rate = "10/min"

    def get_cache_key(self, request: Any, view: Any) -> str:
        return f"wrong-passwords:{client_network(request)}"

    def throttle_success(self) -> bool:
        return True

    def count(self) -> None:
        super().throttle_success()


def seconds_to_wait(request: HttpRequest) -> int:
    throttle = WrongPasswordThrottle()
    return 0 if throttle.allow_request(request, None) else int(throttle.wait() or 0) + 1  # type: ignore[arg-type]


@receiver(user_login_failed)
def count_wrong_password(request: HttpRequest | None = None, **kwargs: Any) -> None:
    throttle = WrongPasswordThrottle()
    if request is not None and throttle.allow_request(request, None):  # type: ignore[arg-type]
        throttle.count()


class SharedAddress(NamedTuple):
    """An address to share. `local`: only this computer can open it."""

    address: str
    local: bool


def shared_address(request: HttpRequest, path: str) -> SharedAddress:
    """Return PAIJU_ADDRESS if it is set, else the request's address or, if only this computer can open that, its
    address in the local network."""
    base = shared_base(request)
    return SharedAddress(base + path, is_local(urlsplit(base).hostname or ""))


def shared_base(request: HttpRequest) -> str:
    """Return scheme and host, without a trailing slash.

    Raises DisallowedHost for a port that does not reach this site, so that it never enters anyone's links and codes.
    """
    if settings.ADDRESS:
        return str(settings.ADDRESS)
    host = request.get_host()
    asked = urlsplit(f"//{host}")
    try:
        port = asked.port
    except ValueError as error:  # a port above 65535
        raise DisallowedHost(str(error)) from error
    if port not in {None, 80, 443, int(request.META.get("SERVER_PORT") or 0), int(os.environ.get("PORT") or 8000)}:
        raise DisallowedHost(f"Port {port} is not ours; PAIJU_ADDRESS names the address for phones.")
    if is_local(asked.hostname or "") and _reachable(settings.LAN_ADDRESS):
        host = f"{settings.LAN_ADDRESS}:{port}" if port else settings.LAN_ADDRESS
    return f"{request.scheme}://{host}"


def printed_base() -> str:
    if settings.ADDRESS:
        return str(settings.ADDRESS)
    host = settings.LAN_ADDRESS if _reachable(settings.LAN_ADDRESS) else "127.0.0.1"
    return f"http://{host}:{os.environ.get('PORT') or 8000}"


def is_local(host: str) -> bool:
    return host in {"localhost", "::1"} or host.endswith(".localhost") or host.startswith("127.")


def _reachable(host: str) -> bool:
    return bool(host) and validate_host(host, settings.ALLOWED_HOSTS)


@lru_cache(maxsize=1024)
def qr_svg(address: str) -> SafeString:
    """Draw a QR code as an SVG without style and script, dark on transparent, sized by CSS.

    Cached: finding the most readable pattern takes milliseconds, and pages of slips are opened repeatedly.
    """
    code = segno.make(address, error="m")
    return mark_safe(code.svg_inline(border=2, omitsize=True, svgclass="qr-code", lineclass=None))  # noqa: S308 made here from modules of a QR code
