"""離線的外殼: files and one page without personal data that a browser keeps of this site to open it offline."""

import hashlib
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.template.loader import get_template
from django.templatetags.static import static
from django.urls import reverse

FILES = (
    "paiju.css",
    "paiju.js",
    "table.js",
    "icons.svg",
    "tiles.svg",
    "favicon.svg",
    "css/calculator.css",
    "css/learn.css",
    "js/learn.js",
)
_PAGES = ("worker.js", "base.html", "tournaments/outbox.html", "tournaments/learn.html")


def shell() -> dict[str, object]:
    """The configuration of the worker; `name` changes with everything that it keeps."""
    files = [static(name) for name in FILES]
    digest = hashlib.sha256("\n".join([*files, _sources()]).encode()).hexdigest()[:12]
    return {
        "name": f"paiju-{digest}",
        "files": files,
        "shell": reverse("tournaments:outbox"),
        "learn": reverse("tournaments:learn"),
        "static": settings.STATIC_URL,
    }


@lru_cache(maxsize=1)
def _sources() -> str:
    paths = [Path(get_template(name).template.origin.name) for name in _PAGES]  # type: ignore[attr-defined]
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()
