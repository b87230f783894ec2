"""完成的頁: finished bytes of public pages, kept per event, version and language, plain and gzipped.

Only ever a cache: each process has its own, and what it holds follows from the database and the version in the key.
A page is made once per change: whoever comes while it is being made waits for it instead of making it too.
"""

import gzip
import re
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from datetime import datetime
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock
from time import monotonic, thread_time

from django.conf import settings
from django.http import HttpRequest, HttpResponse

MOST_PAGES = 64
MOST_REST = 1.5
"""Seconds that a page which is followed stays as it is at most, however long it took to make."""
# Level 6 would take three times as long for a fifth fewer bytes, and a page in play lives for seconds.
GZIP_LEVEL = 1
# The browser may keep it, but asks every time whether it is still the newest.
ASKED_EVERY_TIME = "private, no-cache"
KNOWN = "paiju.known"
"""Where in the environ of a request the door says which mark a reader has for whom it asks without one."""
_TAKES_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")
_VERSION = re.compile(r'W/"\d+-[\d.]+-(\d{1,18})-')
_SOURCES = (
    "templates/base.html",
    "templates/_bubbles.html",
    "templates/_kept_menu.html",
    "templates/_looks.html",
    "templates/tournaments",
    "tournaments/web/standings_html.py",
    "tournaments/web/standings_columns.py",
    "static/css",
    "static/js",
    "config/bundles.py",
)


class Page:
    """A finished page and the version of the data it was made from."""

    def __init__(self, version: Hashable, plain: bytes, seconds: float = 0.0) -> None:
        self.version = version
        self.plain = plain
        # Until when nobody who follows is told of a newer one: a page of a large hall takes longer to make than the
        # next hand takes to come.
        self.rests_until = monotonic() + min(seconds * settings.LIVE_REST, MOST_REST)

    @cached_property
    def zipped(self) -> bytes:
        """The page gzipped, once, when the first browser asks for it so."""
        return gzip.compress(self.plain, GZIP_LEVEL, mtime=0)


class PageCache:
    """Finished pages by key; the least recently used are forgotten."""

    def __init__(self, size: int = MOST_PAGES) -> None:
        self._pages: OrderedDict[Hashable, Page] = OrderedDict()
        self._making: dict[Hashable, Lock] = {}
        self._lock = Lock()
        self._size = size

    def get(self, key: Hashable, version: Hashable, make: Callable[[], str]) -> Page:
        """The page of this key at this version; `make` writes it when it is not there yet."""
        page = self._known(key, version)
        if page is not None:
            return page
        with self._lock:
            making = self._making.setdefault(key, Lock())
        with making:
            page = self._known(key, version)
            try:
                return page if page is not None else self._made(key, version, make)
            except Exception:
                with self._lock:  # of no page: else whoever asks for pages that are not there fills the memory
                    self._making.pop(key, None)
                raise

    def resting(self, key: Hashable) -> Page | None:
        """The page of this key, at whatever version, if it has been made so lately that it is not made again yet."""
        with self._lock:
            page = self._pages.get(key)
        return page if page is not None and monotonic() < page.rests_until else None

    def _known(self, key: Hashable, version: Hashable) -> Page | None:
        with self._lock:
            page = self._pages.get(key)
            if page is None or page.version != version:
                return None
            self._pages.move_to_end(key)
            return page

    def _made(self, key: Hashable, version: Hashable, make: Callable[[], str]) -> Page:
        began = thread_time()
        plain = make().encode()
        page = Page(version, plain, thread_time() - began)
        with self._lock:
            self._pages[key] = page
            self._pages.move_to_end(key)
            while len(self._pages) > self._size:
                forgotten, _page = self._pages.popitem(last=False)
                self._making.pop(forgotten, None)
        return page


@lru_cache(maxsize=1)
def build() -> str:
    """A short mark of the files that pages are made of: after an upgrade no browser keeps an old page."""
    mark = 0
    for source in _SOURCES:
        path = Path(settings.BASE_DIR) / source
        for file in sorted(path.rglob("*.*")) if path.is_dir() else [path]:
            mark = zlib.crc32(file.read_bytes(), mark)
    return f"{mark:08x}"


def etag(event: int, created_at: datetime, version: int, *more: object) -> str:
    """The mark of a page at a version. Weak: the gzipped and the plain page are the same to a reader.

    `created_at` tells this event from one that had its number in a database since put away.
    """
    parts = (event, f"{created_at.timestamp():.6f}", version, *more, build())
    return f'W/"{"-".join(str(part) for part in parts)}"'


def version_in(mark: str) -> int:
    """The version of the data in a mark that `etag` has made; 0 where it says none."""
    found = _VERSION.match(mark)
    return int(found[1]) if found else 0


def known(request: HttpRequest) -> str:
    """The mark that a reader has: nobody is led back behind it."""
    return str(request.META.get(KNOWN) or request.headers.get("If-None-Match", ""))


def mark_of_content(page: Page) -> str:
    """A mark that says what stands in the page, whatever it was made from."""
    return mark_of_text(page.plain)


def mark_of_text(text: bytes) -> str:
    """The same of what stands in an answer."""
    return f'W/"{zlib.crc32(text):08x}-{build()}"'


def finished(request: HttpRequest, page: Page, mark: str) -> HttpResponse:
    """The page itself, gzipped where the browser takes that."""
    zipped = _TAKES_GZIP.search(request.headers.get("Accept-Encoding", "")) is not None
    response = HttpResponse(page.zipped if zipped else page.plain, headers={"ETag": mark})
    response["Vary"] = "Accept-Encoding"
    if zipped:
        response["Content-Encoding"] = "gzip"
    return response
