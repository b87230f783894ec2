"""What a process keeps between requests, emptied."""

from django.core.cache import cache

from tournaments.core import cached
from tournaments.standings.selectors import cutline
from tournaments.tables.book import earlier
from tournaments.tables.selectors import ticked_fans


def forget() -> None:
    """As a server that has just started."""
    cache.clear()
    for kept in (cached._made, earlier._fold, cutline._table_now, ticked_fans._counted):
        kept.cache_clear()
