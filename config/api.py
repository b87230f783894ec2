"""/api/: its documentation for people, the OpenAPI 3 document for programs."""

from django.http import HttpRequest, HttpResponseBase
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

_schema = SpectacularAPIView.as_view()
_pages = SpectacularSwaggerSplitView.as_view(url_name="api-schema")


def api_root(request: HttpRequest) -> HttpResponseBase:
    """The documentation page for whoever takes HTML (its script asks for anything), else the document."""
    if "script" in request.GET or request.accepts("text/html"):
        return _pages(request)
    return _schema(request)
