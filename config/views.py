"""Pages of the site itself: health, metrics, API documentation."""

import hmac
from contextlib import suppress
from functools import cache
from ipaddress import ip_address, ip_network

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request

from accounts.network import client_address
from config.errors import trouble_of
from tournaments.core.cached import cached


@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def readyz(_request: HttpRequest) -> HttpResponse:
    """Return 200 if the database answers and has every migration of this code; else 503 and the reason."""
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


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return django-prometheus figures to readers allowed by METRICS_TOKEN or METRICS_FROM; 404 to all others."""
    given = request.headers.get("Authorization", "").encode()
    allowed = bool(settings.METRICS_TOKEN) and hmac.compare_digest(given, f"Bearer {settings.METRICS_TOKEN}".encode())
    with suppress(ValueError):
        address = ip_address(client_address(request))
        allowed |= any(address in ip_network(each, strict=False) for each in settings.METRICS_FROM)
    if not allowed:
        raise Http404
    response: HttpResponse = ExportToDjangoView(request)
    return response


class _Schema(SpectacularAPIView):
    """Cached per language and format, regardless of other parameters: it is large and takes a second to make."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *_args: object, **_kwargs: object) -> HttpResponse:
        renderer = request.accepted_renderer

        def written() -> str | bytes:
            return renderer.render(SchemaGenerator().get_schema(request=None, public=True))

        content = cached(None, "api-schema", (renderer.media_type,), written)
        kind = f"{renderer.media_type}; charset=utf-8" if renderer.charset else renderer.media_type
        name = {"Content-Disposition": f'inline; filename="paiju.{renderer.format}"'}
        return HttpResponse(content, content_type=kind, headers=name)


# Browsers revalidate it each time, since a release may change it.
schema = cache_control(private=True, no_cache=True)(_Schema.as_view())
_pages = SpectacularSwaggerSplitView.as_view(url_name="api-schema")


def api_root(request: HttpRequest) -> HttpResponseBase:
    """Show the documentation to browsers (its script accepts any type), the OpenAPI document to others."""
    if "script" in request.GET or request.accepts("text/html"):
        return _pages(request)
    return schema(request)


# Personal links, and addresses for other programs. All other pages may be fetched: the header that keeps a page out of
# search engines (`config.middleware.ResponseDefaultsMiddleware`) works only if the page may be fetched.
_LEFT_ALONE = ("/api/", "/p/", "/r/", "/slip/", "/me/", "/sign-in/")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in _LEFT_ALONE)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
