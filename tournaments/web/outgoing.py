"""外送 Requests to addresses that people gave: to the internet only, unless settings say otherwise.

The name is looked up once, every address that it has is checked, and the connection goes to the one that was checked:
a name that points elsewhere a moment later leads nowhere. Redirects are not followed, an answer is not read.
"""

import http.client
import socket
import ssl
from collections.abc import Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings

SECONDS = 10


class NotSent(Exception):
    """Why there was no answer, in a few words."""


def post(address: str, body: str, headers: Mapping[str, str]) -> int:
    """Send the body; the status of the answer. Raises NotSent."""
    parts = urlsplit(address)
    secure = parts.scheme == "https"
    host, port = parts.hostname or "", parts.port or (443 if secure else 80)
    if not secure and not settings.WEBHOOKS_PRIVATE:
        raise NotSent("only https")
    try:
        connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
        connection.default_port = 443 if secure else 80
        connection.sock = _connected(host, port, secure=secure)
        target = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
        with connection.sock:
            connection.request("POST", target, body.encode(), dict(headers))
            return connection.getresponse().status
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NotSent(f"{type(error).__name__}: {error}") from error


def _connected(host: str, port: int, *, secure: bool) -> socket.socket:
    found = [str(row[4][0]) for row in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not settings.WEBHOOKS_PRIVATE and not all(_outside(each) for each in found):
        raise NotSent("a private address")
    plain = socket.create_connection((found[0], port), timeout=SECONDS)
    if not secure:
        return plain
    try:
        return ssl.create_default_context().wrap_socket(plain, server_hostname=host)
    except OSError:
        plain.close()
        raise


def _outside(address: str) -> bool:
    """Whether it is an address of the internet, and of no machine or network around here."""
    found = ip_address(address.partition("%")[0])
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found).is_global and not found.is_multicast
