from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.http import require_safe

from config.api import api_root, schema
from config.health import healthz, metrics, readyz

# Personal links, and addresses for other programs. All else may be fetched: the header that keeps a page out of search
# engines (`config.middleware.ResponseDefaultsMiddleware`) works only where the page may be fetched.
_LEFT_ALONE = ("/api/", "/p/", "/r/", "/slip/", "/me/", "/sign-in/")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in _LEFT_ALONE)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("tournaments.urls")),  # first: what phones at the table ask for
    path("", include("penalties.urls")),
    path("", include("accounts.urls")),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("robots.txt", robots, name="robots"),
    path("api/schema/", schema, name="api-schema"),
    path("api/", api_root, name="api-docs"),
    path("api/", include([path("", include("tournaments.api.urls")), path("", include("penalties.api"))])),
]

handler400 = "config.errors.bad_request"
handler403 = "config.errors.permission_denied"
handler404 = "config.errors.page_not_found"
handler500 = "config.errors.server_error"
