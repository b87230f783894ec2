"""Bundles: the style and the scripts of every page, each joined from its sources into one file.

A finder of static files, so that every way of serving agrees: the test server and `DEBUG` rebuild a bundle when a
source has changed, `collectstatic` hashes and compresses it, and templates use {% static "paiju.js" %}. Edit the
sources in `static/css` and `static/js`. Leaving out comments and white space saves a fifth of a page; styles keep their
other spaces, because rcssmin breaks some rules.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import brotli
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage
from rjsmin import jsmin
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

STYLES = (
    "paiju",  # first: declares the order of the layers
    "layout",
    "components",
    "forms",
    "table",
    "tiles",
    "ledger",
    "cards",
    "book",
    "recording",
    "events",
    "register",
    "print",
)
FIRST_SCRIPTS = ("js/theme.js", "django_htmx/htmx-2.min.js", "js/vendor/idb-keyval.js")
"""Run at once: the colours before the first paint; htmx and third parties (js/vendor, each with its licence), which
need global names.
"""
SCRIPTS = (
    "page",  # the base of the others
    "sheet",
    "fields",
    "bubbles",
    "filter-list",
    "draft",
    "outbox",
    "save-queue",
    "network",
    "share",
    "steady",
    "poll",
    "shortcuts",
)
TABLE_SCRIPTS = (
    "signature-pad",
    "photo",
    "tile-notation",
    "tile-keyboard",
    "recording",
    "offline-table",
    "offline-forms",
    "outbox-page",
    "handover",
)
"""Half of all bytes, and not needed by public pages, which most phones open first."""
_WHEN_READ = """(function (start) {
  if (document.readyState !== "loading") start();
  else document.addEventListener("readystatechange", start, { once: true });
})(function () {
"""
"""Runs the rest like a deferred script: after parsing, before DOMContentLoaded."""


def paiju_css() -> str:
    joined = "\n".join(_source(f"css/{name}.css") for name in STYLES)
    return re.sub(r"/\*.*?\*/|^\s+", "", joined, flags=re.DOTALL | re.MULTILINE)


def _joined_scripts(first: Iterable[str], names: Iterable[str]) -> str:
    """Join scripts so that each keeps its own scope and its "use strict"."""
    at_once = "\n".join(f"{_source(path)}\n;" for path in first)
    rest = "\n".join(f"(function () {{\n{_source(f'js/{name}.js')}\n}})();" for name in names)
    return str(jsmin(f"{at_once}\n{_WHEN_READ}{rest}\n}});\n"))


BUNDLES: dict[str, Callable[[], str]] = {
    "paiju.css": paiju_css,
    "paiju.js": lambda: _joined_scripts(FIRST_SCRIPTS, SCRIPTS),
    "table.js": lambda: _joined_scripts(("js/vendor/lean-qr.js",), TABLE_SCRIPTS),
}


class BundleFinder(finders.BaseFinder):
    """Builds the bundles in the data directory whenever a source has changed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.storage = FileSystemStorage(location=settings.DATA_DIR / "bundles")

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        if path not in BUNDLES:
            return []
        found = str(self._joined(path))
        return [found] if find_all else found

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        for path in BUNDLES:
            self._joined(path)
            yield path, self.storage

    def _joined(self, path: str) -> Path:
        target = Path(self.storage.path(path))
        content = BUNDLES[path]().encode()
        if not target.exists() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            # Replaced in one step, because several processes may write and serve the file.
            new = target.with_name(f"{path}.{os.getpid()}")
            new.write_bytes(content)
            new.replace(target)
        return target


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Compresses only the files with a hash, which pages name, and the largest at a lower level.

    Compressing everything as WhiteNoise does takes 14 s of a first start, half of it for the API viewer.
    """

    def compress_files(self, paths: Iterable[str]) -> Any:
        return super().compress_files(set(paths) & set(self.hashed_files.values()))

    def create_compressor(self, **options: Any) -> Compressor:
        return _Compressor(**options)


class _Compressor(Compressor):
    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        return brotli.compress(data, quality=11 if len(data) < 250_000 else 9)


def _source(path: str) -> str:
    found = finders.find(path)
    if not isinstance(found, str):
        raise FileNotFoundError(f"{path}, which a bundle is made of")
    return Path(found).read_text(encoding="utf-8").strip()
