"""One run: the cases of every operation, sent as everybody; what came back, and what was wrong with it.

With made-up numbers nearly every answer would be 404: addresses, bodies that really write something, and what has to be
so before they can, are those of tests/security.
"""

import copy
import json
import logging
import random
import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

import schemathesis
from django.conf import settings as django_settings
from django.middleware.csrf import _get_new_csrf_string
from django.test import Client
from django.urls import resolve
from django.utils import timezone
from hypothesis import HealthCheck, Phase, settings
from hypothesis.errors import FailedHealthCheck, Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core import NOT_SET
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.generation.hypothesis.builder import HypothesisTestConfig, HypothesisTestMode, create_test
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.models import User
from accounts.services import create_token
from config.wsgi import application
from tests.security.addresses import ADDRESSES, Address, Way, address_of
from tests.security.hall import FullHall, player_header
from tests.security.hostile import VALUES, failures, places, spoilt
from tests.security.watching import taken_back
from tournaments.models import Game

AT_LIMITS = 0.5
"""How many cases may be at the limits of what is described; the others are random."""
WHO_MAY = 3
"""How many cases somebody who is let in gets for each of somebody who is not."""
TOGETHER = 4
"""Requests that see what those before them did."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
HEADERS = (
    {"Accept-Language": "en"},
    {"Accept-Language": "\x7f;q=x, zh-Hant-TW;q=0.8, *"},
    {"Accept": "text/html"},
    {"Accept": "application/json; indent=4"},
    {"Accept": "*/*;q=0, nonsense"},
    {"Accept": "application/xml"},
    {"Content-Type": "text/plain"},
    {"Content-Type": "application/x-www-form-urlencoded"},
    {"Content-Type": "application/json; charset=utf-16"},
    {"Content-Type": "application/json; charset=hex"},
    {"Content-Type": "multipart/form-data; boundary="},
    {"Content-Type": "nonsense"},
    {"If-None-Match": '"a", W/"b", *'},
    {"If-None-Match": "x" * 300},
    {"X-Request-ID": "\x01" * 300},
    {"Host": "other.example:99999"},
    {"X-HTTP-Method-Override": "DELETE"},
    {"Origin": "https://other.example"},
    {"Range": "bytes=0-1"},
)
QUERIES: tuple[dict[str, Any], ...] = (
    {"limit": "1", "offset": "1"},
    {"limit": "1000", "offset": "10000000"},
    {"limit": "9" * 30},
    {"offset": "-1"},
    {"unknown": "\x00"},
    {"format": "xml"},
    {"number": "٣", "round": "1e3"},
    {"kind": "牌" * 200, "who": "%\x00", "before": "²"},
)


ACCOUNTS = {
    "referee": "referee",
    "head referee": "head referee",
    "organiser": "organiser",
    "owner": "keeper of accounts",
}
"""Name here → in the hall. The owner is a superuser who has no part in the event."""
_CONVERTED = re.compile(r"<(?:\w+:)?(\w+)>")


@dataclass(frozen=True)
class Known:
    """One operation of the OpenAPI document in the hall."""

    name: str
    address: Address
    way: Way

    def parts(self, hall: FullHall) -> dict[str, str]:
        """The parts of its address, by their names in the document."""
        where = address_of(self.name, hall).lstrip("/")
        template = _CONVERTED.sub(r"(?P<\1>[^/]+)", resolve(f"/{where}").route)
        found = re.fullmatch(template, where)
        assert found is not None, where
        return found.groupdict()

    def body(self, hall: FullHall) -> Any:
        """A body that is taken from somebody who may; None for reading."""
        return json.loads(json.dumps(self.way.body(hall), default=str)) if self.way.body else None


@dataclass(frozen=True, eq=False)
class Visitor:
    """Somebody, and how they say who they are."""

    who: str
    how: str
    in_hall: str
    sends: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.who} ({self.how})" if self.how else self.who

    def asking(self, hall: FullHall, game: Game) -> Mapping[str, Any]:
        """Headers and cookies of a request about a table: the player is the one of its first seat."""
        if self.who != "player":
            return self.sends
        if self.how == "token":
            return _headers(**player_header(game.seats.get(seat=0).player))
        return _browser(hall.browser("player", game))


class Run:
    """The event, its clients and their answers."""

    def __init__(self, hall: FullHall, seed: int) -> None:
        self.hall = hall
        self.chance = random.Random(seed)
        self.seed = seed
        self.sent = 0
        self.faults: dict[tuple[str, str], str] = {}
        self.statuses: dict[str, Counter[int]] = defaultdict(Counter)
        self.of_operations: dict[str, Counter[int]] = defaultdict(Counter)
        self.visitors = visitors(hall)
        self.known = known(hall)
        self.schema = schemathesis.openapi.from_wsgi("/api/schema/?format=json", application)
        for name in ("django", "django.request", "tournaments", "config"):
            logging.getLogger(name).setLevel(logging.CRITICAL)

    def go(self, cases: int) -> None:
        """Send at least so many, shared out over operations; those who may get more than those who are refused."""
        operations = [found.ok() for found in self.schema.get_all_operations()]
        each = -(-cases // len(operations))
        for operation in operations:
            at = self.known[operation.method, operation.path]
            made = cases_of(operation, each, self.seed)
            self.chance.shuffle(made)
            shares = {visitor: WHO_MAY if visitor.in_hall in at.way.may else 1 for visitor in self.visitors}
            turns = cycle(made)
            for visitor, share in shares.items():
                self._as(visitor, at, list(islice(turns, -(-each * share // sum(shares.values())))))

    def _as(self, visitor: Visitor, at: Known, cases: list[Any]) -> None:
        for first in range(0, len(cases), TOGETHER):
            with taken_back():
                if at.way.prepare and self.chance.random() < 0.7:
                    at.way.prepare(self.hall)
                sends = visitor.asking(self.hall, at.address.table(self.hall))
                for case in cases[first : first + TOGETHER]:
                    self._send(visitor, sends, self._meant(case, at))

    def _meant(self, case: Any, at: Known) -> Any:
        """The case with real parts of an address and with a real body, most of the time."""
        parts = dict(case.path_parameters or {})
        if self.chance.random() < 0.9:
            parts = at.parts(self.hall)
        query = dict(case.query or {})
        if self.chance.random() < 0.15:
            query |= self.chance.choice(QUERIES)
        headers = dict(case.headers or {})
        if self.chance.random() < 0.15:
            headers |= self.chance.choice(HEADERS)
        body = self._body(case.body, at)
        media = case.media_type or ("application/json" if body is not NOT_SET else None)
        return case.operation.Case(
            method=case.method, path_parameters=parts, query=query, headers=headers, body=body, media_type=media
        )

    def _body(self, made: Any, at: Known) -> Any:
        """As it was made; or a real one as it is, with parts of the made one, or with one part spoilt."""
        real, way = at.body(self.hall), self.chance.random()
        if real is None or way < 0.35:
            return made
        if way < 0.5:
            return real
        if way < 0.75 and isinstance(real, dict) and isinstance(made, dict) and made:
            some = self.chance.sample(sorted(made), self.chance.randint(1, min(3, len(made))))
            return real | {name: made[name] for name in some}
        where = list(places(real))
        if not where:
            return made
        return spoilt(real, self.chance.choice(where), copy.deepcopy(self.chance.choice(VALUES)))

    def _send(self, visitor: Visitor, sends: Mapping[str, Any], case: Any) -> None:
        self.sent += 1
        with failures() as thrown:
            answer = case.call(headers=sends["headers"] | dict(case.headers), cookies=dict(sends["cookies"]))
        self.statuses[str(visitor)][answer.status_code] += 1
        self.of_operations[case.operation.label][answer.status_code] += 1
        try:
            case.validate_response(answer, checks=CHECKS)
        except (Failure, FailureGroup) as error:
            for one in getattr(error, "exceptions", [error]):
                kind = f"{type(one).__name__}: {thrown[0] if thrown else str(one)[:300]}"
                said = f"{visitor} {case.as_curl_command()[:1500]}\n    {answer.status_code} {answer.text[:400]}"
                self.faults.setdefault((case.operation.label, kind), said)

    def told(self) -> str:
        """Faults, each once; then answers by who asked and status."""
        lines = [f"FAULT {label}: {kind}\n    {said}" for (label, kind), said in sorted(self.faults.items())]
        all_of_them: Counter[int] = sum(self.statuses.values(), Counter())
        never = [label for label, found in self.of_operations.items() if not any(status < 400 for status in found)]
        lines += [f"never taken: {label} {dict(self.of_operations[label])}" for label in sorted(never)]
        for who, found in [*self.statuses.items(), ("all", all_of_them)]:
            shares = ", ".join(
                f"{status} {100 * count / found.total():.1f} %" for status, count in sorted(found.items())
            )
            lines.append(f"{who}: {found.total()} cases: {shares}")
        return "\n".join(lines)


def known(hall: FullHall) -> dict[tuple[str, str], Known]:
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


def visitors(hall: FullHall) -> list[Visitor]:
    """Everybody. The keeper of accounts becomes the owner of the site."""
    User.objects.filter(pk=hall.users["keeper of accounts"].pk).update(is_superuser=True)
    found = [Visitor("nobody", "", "anybody", _headers())]
    found += [Visitor("player", how, "player", {}) for how in ("token", "session")]
    for who, name in ACCOUNTS.items():
        _token, secret = create_token(user=hall.users[name], name="fuzz", now=timezone.now())
        found.append(Visitor(who, "token", name, _headers(Authorization=f"Token {secret}")))
        found.append(Visitor(who, "session", name, _browser(hall.browser(name))))
    return found


def _headers(**more: str) -> dict[str, Any]:
    return {"headers": more, "cookies": {}}


def _browser(client: Client) -> dict[str, Any]:
    """Its session, and the token that a page of this site would send."""
    token = _get_new_csrf_string()
    session = client.cookies[django_settings.SESSION_COOKIE_NAME].value
    cookies = {django_settings.SESSION_COOKIE_NAME: session, django_settings.CSRF_COOKIE_NAME: token}
    return {"headers": {"X-CSRFToken": token}, "cookies": cookies}


def cases_of(operation: Any, count: int, seed: int) -> list[Any]:
    """About so many; fewer where there are no more."""
    kept: dict[HypothesisTestMode, list[Any]] = {}
    for mode in (HypothesisTestMode.COVERAGE, HypothesisTestMode.FUZZING):
        kept[mode] = _made(operation, mode, count, seed)
    limits = kept[HypothesisTestMode.COVERAGE]
    step = max(1, len(limits) // max(1, int(count * AT_LIMITS)))
    limits = limits[::step]
    return limits + kept[HypothesisTestMode.FUZZING][: max(1, count - len(limits))]


def _made(operation: Any, mode: HypothesisTestMode, count: int, seed: int) -> list[Any]:
    found: list[Any] = []

    def keep(case: Any) -> None:
        if case.method.lower() == operation.method.lower():
            found.append(case)

    chosen = settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    config = HypothesisTestConfig(project=operation.schema.config, modes=[mode], settings=chosen, seed=seed)
    with suppress(Unsatisfiable, FailedHealthCheck):
        create_test(operation=operation, test_func=keep, config=config)()
    return found
