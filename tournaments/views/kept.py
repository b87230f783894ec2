"""公開的頁: pages that are the same for everybody, made once per change and kept as finished bytes.

Each has two addresses. Below `/e/` who has signed in is known, a private event opens for those who work at it, and only
the browser keeps the answer. Below `/live/` no session and no cookie is read, the language stands in the address, and
any cache in front may keep the answer for a moment (`config.middleware.ForEverybody`).
"""

from collections.abc import Callable
from datetime import datetime
from functools import update_wrapper
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import reverse
from django.utils import timezone, translation

from accounts.addresses import shared_base
from accounts.language import other_language
from accounts.prepared_query import Query
from tournaments.access import check_moved, event_access, event_named, may_be_listed
from tournaments.models import Event
from tournaments.web import page_cache
from tournaments.web.conditional import unchanged
from tournaments.web.page_cache import PageCache

PAGES = PageCache()


class Head(NamedTuple):
    """All that has to be known of an event before an answer: read in one statement."""

    pk: int
    version: int
    public: bool
    searchable: bool
    created_at: datetime


_HEADS = Query(
    lambda: (
        Event.objects.filter(slug="0")
        .order_by()
        .values_list("pk", "standings_version", "public", "searchable", "created_at")
    )
)

Maker = Callable[..., str]


class KeptPage:
    """A public page: `make` writes it, this keeps it and answers from what is kept.

    Called as a view it is the page below `/e/`; `live` is the one for caches. `by_host`: it names the address under
    which it was asked for.
    """

    def __init__(self, kind: str, make: Maker, *, by_host: bool) -> None:
        update_wrapper(self, make)
        self.kind, self.make, self.by_host = kind, make, by_host

    def __call__(self, request: HttpRequest, slug: str, **at: int) -> HttpResponse:
        if "language" in request.GET:
            return other_language(request)
        found = _head(slug)
        if found is None or not found.public:
            event_access(request, slug)  # says no, or where it is now
        elif found.searchable:
            may_be_listed(request)
        answer = self._answer(request, found, at)
        answer["Cache-Control"] = page_cache.ASKED_EVERY_TIME
        return answer

    def live(self, request: HttpRequest, language: str, slug: str, **at: int) -> HttpResponse:
        """For caches: whoever asks, of public events alone. The language is chosen before."""
        found = _head(slug)
        if found is None:
            moved = event_named(slug)
            if moved.public:
                check_moved(moved, slug)
        if found is None or not found.public:
            raise Http404
        return self._answer(request, found, at)

    def _answer(self, request: HttpRequest, head: Head | None, at: dict[str, int]) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        if head is None:
            raise Http404  # gone between two statements
        more: tuple[Any, ...] = (translation.get_language(), *at.values())
        if self.by_host:
            more += (shared_base(request),)
        mark = page_cache.etag(head.pk, head.created_at, head.version, self.kind, *more)
        answer = unchanged(request, mark)
        if answer is None:
            key = (self.kind, head.pk, head.created_at, *more)
            page = PAGES.get(key, head.version, lambda: self._made(request, head, at))
            answer = page_cache.finished(request, page, mark)
        return answer

    def _made(self, request: HttpRequest, head: Head, at: dict[str, int]) -> str:
        event = Event.objects.get(pk=head.pk)
        with timezone.override(event.zone):
            return self.make(request, event, **at)


def kept_page(kind: str, *, by_host: bool = False) -> Callable[[Maker], KeptPage]:
    """A page made of the standings, by what it is called among those that are kept."""
    return lambda make: KeptPage(kind, make, by_host=by_host)


def _head(slug: str) -> Head | None:
    rows = _HEADS.rows(slug)
    return Head(*rows[0]) if rows else None


def rows_address(event: Event, name: str, *at: object) -> str:
    """Where a page asks for what moves in it: at the address for caches, where the event has one."""
    if event.public:
        return reverse(f"tournaments:live_{name}", args=[translation.get_language(), event.slug, *at])
    return reverse(f"tournaments:{name}", args=[event.slug, *at])


def mark_of(event: Event, kind: str, *more: object) -> str:
    """The mark of rows that stand in a page: the first poll is then answered with 304."""
    return page_cache.etag(event.pk, event.created_at, event.standings_version, kind, translation.get_language(), *more)
