"""The address of this installation in links and QR codes for other devices.

At the server itself it is 127.0.0.1, and a code with that address would lead every phone to itself.
"""

import os
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.http.request import validate_host


class SharedAddress(NamedTuple):
    """`local`: only this computer can open it, and nothing better was found."""

    address: str
    local: bool


def shared_address(request: HttpRequest, path: str) -> SharedAddress:
    """PAIJU_ADDRESS where it is set; else the address of the request; else, where only this computer could open that,
    its address in the local network.
    """
    base = shared_base(request)
    return SharedAddress(base + path, is_local(urlsplit(base).hostname or ""))


def shared_base(request: HttpRequest) -> str:
    """Scheme and host, without a slash at the end.

    Raises DisallowedHost for a port that does not reach this site: it would end up in links and codes for all.
    """
    if settings.ADDRESS:
        return str(settings.ADDRESS)
    host = request.get_host()
    asked = urlsplit(f"//{host}")
    try:
        port = asked.port
    except ValueError as error:  # above 65535
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
