import hmac
from functools import cache
from ipaddress import ip_address, ip_network

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView

from accounts.network import client_address
from config.trouble import trouble_of


@never_cache
@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
@require_safe
def readyz(_request: HttpRequest) -> HttpResponse:
    """200 when the database answers and has every migration of this code; else 503 and the reason."""
    try:
        missing = migrations_of_code() - MigrationRecorder(connection).applied_migrations().keys()
        wrong = "migrations_missing" if missing else ""
    except (DatabaseError, InterfaceError) as error:
        trouble = trouble_of(error)
        wrong = trouble.value if trouble else "database_error"
    if wrong:
        return JsonResponse({"ready": False, "wrong": wrong}, status=503, headers={"Retry-After": "1"})
    return JsonResponse({"ready": True})


@cache
def migrations_of_code() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None).disk_migrations or ())


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """django-prometheus, for those named by METRICS_TOKEN or METRICS_FROM; 404 for all others."""
    if not _may_read_metrics(request):
        raise Http404
    response: HttpResponse = ExportToDjangoView(request)
    return response


def _may_read_metrics(request: HttpRequest) -> bool:
    given = request.headers.get("Authorization", "").encode()
    if settings.METRICS_TOKEN and hmac.compare_digest(given, f"Bearer {settings.METRICS_TOKEN}".encode()):
        return True
    try:
        address = ip_address(client_address(request))
    except ValueError:
        return False
    return any(address in ip_network(each, strict=False) for each in settings.METRICS_FROM)
