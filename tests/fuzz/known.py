"""What really stands at an address: with made-up numbers nearly every answer would be 404.

Addresses, bodies that really write something, and what has to be so before they can: those of tests/security.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

from django.urls import resolve

from tests.security.addresses import ADDRESSES, Address, Way, address_of
from tests.security.hall import Hall

_CONVERTED = re.compile(r"<(?:\w+:)?(\w+)>")


@dataclass(frozen=True)
class Known:
    """One operation of the OpenAPI document in the hall."""

    name: str
    address: Address
    way: Way

    def parts(self, hall: Hall) -> dict[str, str]:
        """The parts of its address, by their names in the document."""
        where = address_of(self.name, hall).lstrip("/")
        template = _CONVERTED.sub(r"(?P<\1>[^/]+)", resolve(f"/{where}").route)
        found = re.fullmatch(template, where)
        assert found is not None, where
        return found.groupdict()

    def body(self, hall: Hall) -> Any:
        """A body that is taken from somebody who may; None for reading."""
        return json.loads(json.dumps(self.way.body(hall), default=str)) if self.way.body else None


def known(hall: Hall) -> dict[tuple[str, str], Known]:
    """(method, path of the document) → what is known of it."""
    found = {}
    for name, address in ADDRESSES.items():
        where = address_of(name, hall)
        if not where.startswith("/api/"):
            continue
        path = "/" + _CONVERTED.sub(r"{\1}", resolve(where).route)
        for method in ("get", "post", "patch"):
            way = getattr(address, method)
            if way is not None:
                found[method, path] = Known(name, address, way)
    return found
