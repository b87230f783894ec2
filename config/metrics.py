"""計量 Figures for Prometheus. Counted only where somebody may read them (settings.METRICS_TOKEN, METRICS_FROM).

Each process has its own. Routes are names of addresses and never addresses: nobody's event makes a series of its own.
"""

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from config.trouble import trouble_of

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0)
"""Seconds. A hand is to be recorded within 250 ms."""


def on() -> bool:
    """Whether anything is counted."""
    return bool(settings.METRICS_TOKEN or settings.METRICS_FROM)


class _Figures:
    """What this process has counted."""

    def __init__(self) -> None:
        # Only here: the package looks at the environment when it is imported, and most sites never need it.
        from prometheus_client import CollectorRegistry, Counter, Histogram

        of: dict[str, Any] = {"registry": CollectorRegistry()}
        timed: dict[str, Any] = {"buckets": BUCKETS, **of}
        self.kept = of["registry"]
        self.requests = Counter("paiju_requests", "Answers", ["route", "method", "status"], **of)
        self.seconds = Histogram("paiju_request_seconds", "Time of an answer, in its thread", ["route"], **timed)
        self.failures = Counter("paiju_database_errors", "Statements that failed", ["trouble"], **of)


_figures = lru_cache(maxsize=1)(_Figures)


def count(request: HttpRequest, status: int, took: float) -> None:
    """An answer was given, `took` seconds after a thread began with it. Polls with nothing new are 304."""
    route = _route(request)
    _figures().requests.labels(route, request.method, status).inc()
    _figures().seconds.labels(route).observe(took)


def failed(error: Exception) -> None:
    """A statement failed."""
    trouble = trouble_of(error)
    _figures().failures.labels(trouble.value if trouble else "other").inc()


def text() -> bytes:
    """All figures of this process."""
    from prometheus_client import generate_latest

    return generate_latest(_figures().kept)


def _route(request: HttpRequest) -> str:
    match: Any = request.resolver_match
    if match is not None:
        return match.view_name or "unnamed"
    return "static" if request.path.startswith(settings.STATIC_URL) else "unresolved"
