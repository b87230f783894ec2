"""/api/: its documentation for people, the OpenAPI 3 document for programs."""

from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView


@lru_cache(maxsize=4)
def _document(language: str | None) -> Any:
    return SchemaGenerator().get_schema(request=None, public=True)


class _Generator:
    """The document made once for each language, as it is the same for everybody."""

    def __init__(self, **_given: object) -> None:
        pass

    def get_schema(self, **_asked: object) -> Any:
        """The OpenAPI 3 document in the language of the request."""
        return _document(get_language())


class _Once:
    """Writes the document once for each language and format: a tenth of a second, for which nobody else is to wait."""

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """The document as it was written before, or whatever else is to be written."""
        language = get_language()
        if data is _document(language):
            renderer: Any = type(self)
            return _written(renderer, language)
        written: bytes = super().render(data, accepted_media_type, renderer_context)  # type: ignore[misc]
        return written


@lru_cache(maxsize=16)
def _written(renderer: Any, language: str | None) -> bytes:
    written: bytes = super(_Once, renderer()).render(_document(language))
    return written


_FORMATS: list[Any] = [type(each.__name__, (_Once, each), {}) for each in SpectacularAPIView.renderer_classes]

schema = SpectacularAPIView.as_view(generator_class=_Generator, renderer_classes=_FORMATS)
_pages = SpectacularSwaggerSplitView.as_view(url_name="api-schema")


def api_root(request: HttpRequest) -> HttpResponseBase:
    """The documentation page for whoever takes HTML (its script asks for anything), else the document."""
    if "script" in request.GET or request.accepts("text/html"):
        return _pages(request)
    return schema(request)
