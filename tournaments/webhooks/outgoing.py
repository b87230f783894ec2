"""外送 Requests to addresses entered by people: to the internet only, unless settings allow more.

The name is looked up once, all of its addresses are checked, and the connection goes to a checked one, so a DNS record
that changes afterwards has no effect. Redirects are not followed, an answer is not read.
"""

import http.client
import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from ipaddress import IPv6Address, ip_address
from threading import Timer
from urllib.parse import urlsplit

from django.conf import settings

SECONDS = 10
"""To connect, and then for the whole exchange: a receiver that sends a letter every nine seconds would block all
others.
"""


class NotSent(Exception):
    """Why there was no answer, in a few words."""


def post(address: str, body: str, headers: Mapping[str, str]) -> int:
    parts = urlsplit(address)
    secure = parts.scheme == "https"
    host, port = parts.hostname or "", parts.port or (443 if secure else 80)
    if not secure and not settings.WEBHOOKS_PRIVATE:
        raise NotSent("only https")
    try:
        connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
        connection.default_port = 443 if secure else 80
        target = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
        with _connected(host, port) as plain, _in_time(plain):
            connection.sock = _secured(plain, host) if secure else plain
            with connection.sock:
                connection.request("POST", target, body.encode(), dict(headers))
                return connection.getresponse().status
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NotSent(f"{type(error).__name__}: {error}") from error


def _connected(host: str, port: int) -> socket.socket:
    found = [str(row[4][0]) for row in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not settings.WEBHOOKS_PRIVATE and not all(_outside(each) for each in found):
        raise NotSent("a private address")
    return socket.create_connection((found[0], port), timeout=SECONDS)


def _secured(plain: socket.socket, host: str) -> socket.socket:
    return ssl.create_default_context().wrap_socket(plain, server_hostname=host)


@contextmanager
def _in_time(plain: socket.socket) -> Iterator[None]:
    """Close the connection after SECONDS. Needs a second handle on it: TLS takes the first."""
    with plain.dup() as watched:

        def end() -> None:
            with suppress(OSError):
                watched.shutdown(socket.SHUT_RDWR)

        watch = Timer(SECONDS, end)
        watch.start()
        try:
            yield
        finally:
            watch.cancel()
            watch.join()


def _outside(address: str) -> bool:
    """Whether it is a global address. Reserved ones are not, nor those that embed an IPv4 address (NAT64, 6to4)."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found.is_site_local or found.sixtofour:
            return False
        found = found.ipv4_mapped or found
    return found.is_global and not found.is_multicast and not found.is_reserved
