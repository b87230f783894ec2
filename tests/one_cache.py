"""What a process keeps between requests, emptied."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import cache, caches

from tournaments.core import cached
from tournaments.standings import cutline
from tournaments.tables.game_log import as_of


def forget() -> None:
    """As a server that has just started."""
    cache.clear()
    for kept in (cached._made, as_of._fold, cutline._table_now):
        kept.cache_clear()


@contextmanager
def cache_taken_back() -> Iterator[None]:
    """As a server whose database has gone back to what it was before the block."""
    pages = caches["default"]
    kept, ends = dict(pages._cache), dict(pages._expire_info)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        forget()
        pages._cache.update(kept)  # type: ignore[attr-defined]
        pages._expire_info.update(ends)  # type: ignore[attr-defined]
