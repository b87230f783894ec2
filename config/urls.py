from django.urls import URLPattern, URLResolver, include, path

from config.views import api_root, healthz, metrics, readyz, robots, schema

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("tournaments.urls")),  # first: most requests are from phones at tables
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
