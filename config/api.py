"""/api/: its documentation for people, the OpenAPI 3 document for programs."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.cache import cache_control
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request

from tournaments.core.cached import cached


class _Schema(SpectacularAPIView):
    """Kept once per language and format, whatever else is in the address: it takes a second to make, and is large."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *_args: object, **_kwargs: object) -> HttpResponse:
        renderer = request.accepted_renderer

        def written() -> str | bytes:
            return renderer.render(SchemaGenerator().get_schema(request=None, public=True))

        content = cached(None, "api-schema", (renderer.media_type,), written)
        kind = f"{renderer.media_type}; charset=utf-8" if renderer.charset else renderer.media_type
        name = {"Content-Disposition": f'inline; filename="paiju.{renderer.format}"'}
        return HttpResponse(content, content_type=kind, headers=name)


# Browsers ask each time, since a release may change it.
schema = cache_control(private=True, no_cache=True)(_Schema.as_view())
_pages = SpectacularSwaggerSplitView.as_view(url_name="api-schema")


def api_root(request: HttpRequest) -> HttpResponseBase:
    """The documentation for browsers (its script accepts anything), else the document."""
    if "script" in request.GET or request.accepts("text/html"):
        return _pages(request)
    return schema(request)
