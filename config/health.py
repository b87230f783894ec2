"""探測 What machines ask: does the process live, can it work, what are its figures.

Answered before anything else looks at the request: who asks comes by address instead of name, without TLS, and must be
told when nothing else works.
"""

import hmac
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from ipaddress import ip_address, ip_network

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, JsonResponse

from accounts.network import client_address
from config import metrics
from config.trouble import trouble_of

Answer = Callable[[HttpRequest], HttpResponse]

SECONDS = 1.0
"""How long the database may take to answer."""

# One at a time: where a look hangs, the next finds that out within a second and leaves no thread behind.
_looking = ThreadPoolExecutor(max_workers=1, thread_name_prefix="readyz")


class Probes:
    """Middleware that answers /healthz, /readyz and /metrics itself."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response
        self.answers: dict[str, Answer] = {"/healthz": healthz, "/readyz": readyz, "/metrics": figures}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answers = self.answers.get(request.path) if request.method in ("GET", "HEAD") else None
        if answers is None:
            return self.get_response(request)
        response = answers(request)
        response._has_been_logged = True  # type: ignore[attr-defined]  # Django would report each 503
        response.headers["Cache-Control"] = "no-store"
        return response


def healthz(_request: HttpRequest) -> HttpResponse:
    """The process lives. Nothing else is asked."""
    return HttpResponse("ok\n", content_type="text/plain")


def readyz(_request: HttpRequest) -> HttpResponse:
    """Whether the database answers, and is as this code expects it; else 503 and what is wrong."""
    wrong = _wrong()
    if not wrong:
        return JsonResponse({"ready": True})
    return JsonResponse({"ready": False, "wrong": wrong}, status=503, headers={"Retry-After": "1"})


def figures(request: HttpRequest) -> HttpResponse:
    """The figures of `config.metrics`, for whoever settings let read them. For anybody else nothing is here."""
    if not metrics.on() or not _may_read(request):
        return HttpResponse("not found\n", status=404, content_type="text/plain")
    return HttpResponse(metrics.text(), content_type="text/plain; version=0.0.4; charset=utf-8")


def _may_read(request: HttpRequest) -> bool:
    given = request.headers.get("Authorization", "").encode()
    if settings.METRICS_TOKEN and hmac.compare_digest(given, f"Bearer {settings.METRICS_TOKEN}".encode()):
        return True
    try:
        address = ip_address(client_address(request))
    except ValueError:
        return False
    return any(address in ip_network(each, strict=False) for each in settings.METRICS_FROM)


def _wrong() -> str:
    look = _looking.submit(_look)
    try:
        return look.result(SECONDS)
    except TimeoutError:
        look.cancel()
        return "database_slow"


def _look() -> str:
    try:
        applied = MigrationRecorder(connection).applied_migrations()
    except Exception as error:
        trouble = trouble_of(error)
        return trouble.value if trouble else "database_error"
    finally:
        connection.close()
    return "" if _expected() <= applied.keys() else "migrations_missing"


@lru_cache(maxsize=1)
def _expected() -> frozenset[tuple[str, str]]:
    """The migrations of this code."""
    return frozenset(MigrationLoader(None).disk_migrations or ())
