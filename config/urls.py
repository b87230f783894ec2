"""Every address of the site. Each app names its own; here they get their places."""

from django.urls import URLPattern, URLResolver, include, path

from config.api import api_root, schema
from config.robots import robots

urlpatterns: list[URLPattern | URLResolver] = [
    path("robots.txt", robots, name="robots"),
    path("", include("accounts.urls")),
    path("api/", include("tournaments.api.urls")),
    path("api/", include("penalties.api.urls")),
    path("api/schema/", schema, name="api-schema"),
    path("api/", api_root, name="api-docs"),
    path("", include("tournaments.urls")),
    path("", include("penalties.urls")),
]

handler400 = "config.errors.bad_request"
handler403 = "config.errors.permission_denied"
handler404 = "config.errors.page_not_found"
handler500 = "config.errors.server_error"
