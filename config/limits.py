"""限流 How many requests one address, program or browser may send: counted in the process, before a thread is taken.

Nothing is stored: each worker counts what it sees, so the limits of several workers add up. They are wide enough for a
hall behind one address; who tries passwords or PINs meets limits of their own long before (`docs/decisions.md`).
"""

import logging
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from ipaddress import ip_address
from math import ceil
from time import monotonic
from typing import Any

from accounts.network import address_in, network_of

MOST_KNOWN = 50_000
"""So many are remembered; those who have been quiet are forgotten first, and then everybody."""
EXACT = 1e-6
"""Seconds: what a sum of steps may be off."""
TOLD_EVERY = 60
"""Seconds between two lines in the log."""

_SESSION = re.compile(rb"(?:^|[;, ])sessionid=([^;]+)")

log = logging.getLogger("paiju.limits")


class Rate:
    """So many a second, and at once as many as `seconds` allow. One number for each who asks (GCRA); 0: no limit."""

    def __init__(self, per_second: float, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._step = 1 / per_second if per_second else 0.0
        self._seconds = seconds
        self._clock = clock
        self._due: dict[object, float] = {}

    def wait(self, who: object) -> int:
        """Count one request. 0, or after how many seconds to come again; then it is not counted."""
        if not self._step:
            return 0
        now = self._clock()
        due = max(self._due.get(who, now), now) + self._step
        late = due - now - self._seconds
        if late > EXACT:
            return ceil(late)
        if len(self._due) >= MOST_KNOWN and who not in self._due:
            self._forget(now)
        self._due[who] = due
        return 0

    def _forget(self, now: float) -> None:
        busy = {who: due for who, due in self._due.items() if due > now}
        self._due = busy if len(busy) < MOST_KNOWN // 2 else {}


class Limits:
    """The limits of one worker, in requests a second; `proxies` stand in front of the site. `pictures`: of an address,
    since each may have to be drawn."""

    def __init__(
        self,
        address: float,
        device: float,
        proxies: int,
        clock: Callable[[], float] = monotonic,
        *,
        pictures: float = 0,
    ) -> None:
        self._address = Rate(address, 10, clock)
        self._device = Rate(device, 20, clock)
        self._pictures = Rate(pictures, 10, clock)
        self._proxies = proxies
        self._clock = clock
        self._told = -float(TOLD_EVERY)

    def wait(self, scope: Mapping[str, Any], *, picture: bool = False) -> int:
        """Count this request. 0, or after how many seconds to come again."""
        sent = dict(scope["headers"])
        forwarded = sent.get(b"x-forwarded-for", b"").decode("latin-1")
        address = address_in(forwarded, (scope.get("client") or ("",))[0], self._proxies)
        if not self._proxies and _own(address):
            return 0
        device = _device(sent)
        network = network_of(address)
        wait = (self._device.wait(device) if device is not None else 0) or self._address.wait(network)
        if picture and not wait:
            wait = self._pictures.wait(network)
        if wait and self._clock() - self._told >= TOLD_EVERY:
            self._told = self._clock()
            log.warning("too many requests from %s", address)
        return wait


def _device(sent: Mapping[bytes, bytes]) -> int | None:
    """Which program (its token) or browser (its session) this is. Whoever makes one up still counts as an address."""
    token = sent.get(b"authorization")
    if token:
        return hash(token)
    found = _SESSION.search(sent.get(b"cookie", b""))
    return hash(found[1]) if found else None


@lru_cache(maxsize=4096)
def _own(address: str) -> bool:
    """Whether the request comes from this machine: its own tools, and a proxy that nobody has told us of."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
