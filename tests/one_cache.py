"""What a process keeps between requests, emptied."""

from django.core.cache import cache

from tournaments.book import earlier
from tournaments.core import cached
from tournaments.selectors import ticked_fans
from tournaments.standings.selectors import cutline


def forget() -> None:
    """As a server that has just started."""
    cache.clear()
    for kept in (cached._made, earlier._fold, cutline._table_now, ticked_fans._counted):
        kept.cache_clear()
