"""快取 The only cache: contents of pages, stored with the version of their event (docs/adr/0004-one-cache.md).

Every write that changes a page raises a version of its event in its own transaction: `standings_version` for play,
`page_version` for everything else, including names, erasure and settings. So no entry needs deleting: one of another
version is ignored, and processes with separate caches agree.
"""

import hashlib
import logging
import zlib
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, Generic, TypeVar

from django.conf import settings
from django.core.cache import cache, caches
from django.utils.translation import get_language

from tournaments.models import Event
from tournaments.models.digests import sha256

_SOURCES = ("templates/**/*.html", "tournaments/**/*.py", "locale/**/*.mo", "static/**/*.css", "static/**/*.js")
Viewer = tuple[object, ...]
"""Dependencies of a page apart from its data: rights of the reader, parameters of the address, its host if shown."""
log = logging.getLogger(__name__)
_locks: dict[Hashable, Lock] = {}
T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


def cached(
    event: Event | None,
    kind: str,
    viewer: Viewer,
    make: Callable[[], T],
    version: Hashable = None,
    *,
    played: bool = True,
) -> T:
    """Return the page of this kind for these viewers, made once per version and language. Only one version is stored.

    `version`: what the page depends on besides the event's versions, such as the cutoff of 轉播延遲 · `played`: whether
    hands change it.
    """
    key, made_from = _key(event, kind, viewer), (_version(event, played=played), version)
    kept = cache.get(key)
    if not _is_current(kept, made_from):
        with _alone(key):
            kept = cache.get(key)  # another thread may have made it meanwhile
            if not _is_current(kept, made_from):
                kept = (made_from, make())
                cache.set(key, kept)
    found: T = kept[1]
    return found


def _is_current(kept: Any, wanted: tuple[tuple[int, int], Hashable]) -> bool:
    """Whether a page has this version or includes later hands, which a reader who waited may see too. Another
    `page_version` is never current: a restored event counts its hands anew."""
    if kept is None:
        return False
    (standings, page), more = kept[0]
    return standings >= wanted[0][0] and page == wanted[0][1] and more == wanted[1]


@contextmanager
def _alone(key: Hashable) -> Iterator[None]:
    """Let one thread at a time make this page, so that fifty simultaneous requests do not make it fifty times."""
    try:
        with _locks.setdefault(key, Lock()):
            yield
    finally:
        _locks.pop(key, None)


def mark_of(event: Event, kind: str, viewer: Viewer, version: Hashable = None, *, played: bool = True) -> str:
    """Return the ETag of a cached page. Only for readers without delay: it reveals how often the standings changed."""
    standings, pages = _version(event, played=played)
    return f'W/"{standings}-{pages}-{_key(event, kind, (*viewer, version))}"'


def cached_each(
    kind: str, versions: Mapping[K, Hashable], make: Callable[[Collection[K]], Mapping[K, T]]
) -> dict[K, T]:
    """Return the value of each key at its version; `make` is called once for all missing ones."""
    names = {key: f"{kind}-{key}" for key in versions}
    kept = cache.get_many(names.values())
    found = {key: kept[name][1] for key, name in names.items() if name in kept and kept[name][0] == versions[key]}
    missing = versions.keys() - found.keys()
    made = make(missing) if missing else {}
    cache.set_many({names[key]: (versions[key], value) for key, value in made.items()})
    return found | dict(made)


@dataclass(frozen=True)
class Versioned(Generic[T]):
    """An argument for `lru_cache` that equals another of the same version, whatever `what` is."""

    what: T = field(compare=False)
    version: Hashable


def cached_object(event: Event, kind: str, viewer: Viewer, make: Callable[[], T], version: Hashable = None) -> T:
    """Return as `cached` does, but in this process only: for objects that take as long to pickle as to make."""
    made_from = (_key(event, kind, viewer), *_version(event), version)
    with _alone(made_from):
        found: T = _made(Versioned(make, made_from))
    return found


@lru_cache(maxsize=8)
def _made(make: Versioned[Callable[[], Any]]) -> Any:
    return make.what()


def _version(event: Event | None, *, played: bool = True) -> tuple[int, int]:
    return (event.standings_version if played else 0, event.page_version) if event else (0, 0)


def _key(event: Event | None, kind: str, viewer: Viewer) -> str:
    parts = [event.pk if event else None, get_language(), build(), *map(str, viewer)]
    return f"{kind}-{sha256(*parts)[:24]}"


@lru_cache(maxsize=1)
def build() -> str:
    """Return a short hash of the files that pages are made of, so that no browser keeps an old page after an
    upgrade."""
    mark = 0
    for files in _SOURCES:
        for file in sorted(Path(settings.BASE_DIR).glob(files)):
            mark = zlib.crc32(file.read_bytes(), mark)
    return f"{mark:08x}"


class BusyDrawing(Exception):
    """Another drawing is being made."""


def drawn(text: str, make: Callable[[], bytes], turn: Lock, patience: float = 0) -> bytes:
    """Return the PDF or picture of this text, made one at a time and stored on disk. The whole text is the key: other
    rights or another language make another text. Raises BusyDrawing after `patience` seconds."""
    kept, key = caches["drawn"], hashlib.sha256(text.encode()).hexdigest()
    content: bytes | None = kept.get(key)
    if content is not None:
        return content
    if not turn.acquire(blocking=patience > 0, timeout=patience or -1):
        raise BusyDrawing
    try:
        content = make()
    finally:
        turn.release()
    try:
        kept.set(key, content)
    except OSError:
        log.warning("not kept", exc_info=True)
    return content
