import os
import re
from collections.abc import Callable, Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

_CHARSET = re.compile(r';\s*charset\s*(?:\*\s*)?=\s*("[^"]*"|[^;]*)', re.IGNORECASE)
_django = get_wsgi_application()
get_resolver().url_patterns  # noqa: B018 - imports every page before the first request


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Run Django's application, and do the parts of HTTP that waitress leaves to applications."""
    # Pages send UTF-8. Django would decode the query string with a charset that this header names, and fail if that is
    # not a text encoding (`hex`).
    environ["CONTENT_TYPE"] = _CHARSET.sub("", environ.get("CONTENT_TYPE", ""))
    response = _django(environ, start_response)
    if environ["REQUEST_METHOD"] == "HEAD" and hasattr(response, "content"):
        response.content = b""
    return response
