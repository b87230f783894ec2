"""/api/: its documentation for people, the OpenAPI 3 document for programs."""

from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.cache import cache_control, cache_page
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

# Kept by this process; browsers ask each time, since a release may change it.
schema = cache_control(private=True, no_cache=True)(cache_page(3600)(SpectacularAPIView.as_view()))
_pages = SpectacularSwaggerSplitView.as_view(url_name="api-schema")


def api_root(request: HttpRequest) -> HttpResponseBase:
    """The documentation for browsers (its script accepts anything), else the document."""
    if "script" in request.GET or request.accepts("text/html"):
        return _pages(request)
    return schema(request)
