"""公開的頁: pages that are the same for everybody, made once per change and kept as finished bytes.

Each has two addresses. Below `/e/` who has signed in is known, a private event opens for those who work at it, and only
the browser keeps the answer. Below `/live/` no session and no cookie is read, the language stands in the address, and
any cache in front may keep the answer for a moment (`config.middleware.PublicPagesMiddleware`).
"""

from collections.abc import Callable, Container, Hashable, Mapping
from datetime import datetime
from functools import update_wrapper
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import reverse
from django.utils import timezone, translation

from accounts.addresses import shared_base
from tournaments.access import (
    EventAccess,
    GameAccess,
    check_moved,
    event_access,
    event_known,
    event_named,
    everybodys,
    may_be_listed,
)
from tournaments.models import Event
from tournaments.web import page_cache
from tournaments.web.conditional import unchanged
from tournaments.web.page_cache import Page, PageCache

PAGES = PageCache()


class Head(NamedTuple):
    """All that has to be known of an event before an answer: read in one statement."""

    pk: int
    version: int
    pages: int
    public: bool
    searchable: bool
    created_at: datetime
    delay: int
    hidden: bool
    language: str

    @property
    def plain(self) -> bool:
        """Everybody is told the same at the same time."""
        return self.public and not self.delay and not self.hidden


_COLUMNS = (
    "pk",
    "standings_version",
    "page_version",
    "public",
    "searchable",
    "created_at",
    "delay",
    "hidden",
    "language",
)

Maker = Callable[..., str]
Mark = Callable[..., object]
Ways = Mapping[str, Container[object]]


class KeptPage:
    """A public page: `make` writes it for who may read as much as `EventAccess` says, this keeps it and answers from
    what is kept.

    Called as a view it is the page below `/e/`; `live` is the one for caches. `by_host`: it names the address under
    which it was asked for · `on_wall`: it hangs in the hall, so whoever has signed in there is told what everybody is,
    in the language of the event · `also`: what it depends on beside the version of the standings · `ways`: other ways
    to read it: what may be asked for (`?by=projected`) with the words that it may be, given to `make` under that name ·
    `pages`: where it is kept; what there is of for each player has a place of its own, so as not to push out the rest.
    """

    def __init__(
        self,
        kind: str,
        make: Maker,
        *,
        by_host: bool,
        on_wall: bool,
        also: Mark | None,
        ways: Ways,
        pages: PageCache = PAGES,
    ) -> None:
        update_wrapper(self, make)
        self.pages = pages
        self.kind, self.make, self.by_host, self.on_wall, self.also = kind, make, by_host, on_wall, also
        self.ways = ways

    def __call__(self, request: HttpRequest, slug: str, **at: int) -> HttpResponse:
        head = _head(request, slug)
        access = None if head and head.plain else event_access(request, slug)  # says no, or where it is now
        if self.on_wall and access is not None:
            access = everybodys(access.event)
        if head is not None and head.public and head.searchable:
            may_be_listed(request)
        language = head.language if self.on_wall and head else translation.get_language()
        with translation.override(language):
            answer = self._answer(request, head, access, at)
        answer["Content-Language"] = language
        answer["Cache-Control"] = page_cache.ASKED_EVERY_TIME
        return answer

    def live(self, request: HttpRequest, language: str, slug: str, **at: int) -> HttpResponse:
        """For caches: whoever asks, of public events alone. The language is chosen before."""
        head = _head(request, slug)
        if head is None:
            moved = event_named(slug)
            if moved.public:
                check_moved(moved, slug)
        if head is None or not head.public:
            raise Http404
        access = None if head.plain else everybodys(event_known(head.pk))
        return self._answer(request, head, access, at, follows=True)

    def _answer(
        self,
        request: HttpRequest,
        head: Head | None,
        access: EventAccess | None,
        at: dict[str, Any],
        *,
        follows: bool = False,
    ) -> HttpResponse:
        """`follows`: somebody who asks again in a moment, and may be told of this change then."""
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        if head is None:
            raise Http404  # gone between two statements
        at = at | {name: request.GET[name] for name, words in self.ways.items() if request.GET.get(name) in words}
        more: tuple[Any, ...] = (translation.get_language(), *at.values())
        if self.by_host:
            more += (shared_base(request),)
        until = access.until if access else None
        if access is not None:
            more += (access.adds_up,) if until is None else (access.adds_up, "delayed")
        key = (self.kind, head.pk, head.created_at, *more)
        version: tuple[Any, ...] = (head.version, head.pages)
        if self.also is not None:
            version += (self.also(head.pk, **at),)
        if follows and until is None:
            version = self._at_rest(request, key, version)

        def page() -> Page:
            return self.pages.get(key, (*version, until), lambda: self._made(request, head, access, at))

        if until is not None:  # what stood then may stand unchanged for long
            mark = page_cache.mark_of_content(page())
        else:
            mark = page_cache.etag(head.pk, head.created_at, *version, self.kind, *more)
        return unchanged(request, mark) or self._finished(request, page(), mark)

    def _finished(self, request: HttpRequest, page: Page, mark: str) -> HttpResponse:
        return page_cache.finished(request, page, mark)

    def _at_rest(self, request: HttpRequest, key: tuple[Any, ...], version: tuple[Any, ...]) -> tuple[Any, ...]:
        """The version of the page that rests, where one does; nobody is led back behind what another process told, and
        a name that has changed does not wait."""
        page = self.pages.resting(key)
        if page is None:
            return version
        kept: tuple[Any, ...] = page.version[:-1]  # type: ignore[index]
        told = page_cache.version_in(page_cache.known(request))
        return kept if told <= kept[0] and kept[1] == version[1] else version

    def _made(self, request: HttpRequest, head: Head, access: EventAccess | None, at: dict[str, Any]) -> str:
        access = access or everybodys(event_known(head.pk))
        with timezone.override(access.event.zone):
            return self.make(request, access, **at)


def kept_page(
    kind: str,
    *,
    by_host: bool = False,
    on_wall: bool = False,
    also: Mark | None = None,
    ways: Ways | None = None,
    pages: PageCache = PAGES,
) -> Callable[[Maker], KeptPage]:
    """A page made of the standings, by what it is called among those that are kept."""
    more = {"by_host": by_host, "on_wall": on_wall}
    return lambda make: KeptPage(kind, make, **more, also=also, ways=ways or {}, pages=pages)


def _head(request: HttpRequest, slug: str) -> Head | None:
    row = Event.objects.filter(slug=slug).values_list(*_COLUMNS).first()
    return Head(*row) if row else None


def kept_game(request: HttpRequest, access: GameAccess, kind: str, mark: str, make: Callable[[], str]) -> HttpResponse:
    """A page of a game that is the same for all who look on, made once for each `mark`. Those who are told late are
    given a mark of what it says: a version would tell that something was done."""
    if access.until is None and (known := unchanged(request, mark)):
        return known
    key = (kind, access.game.pk, access.event.created_at, translation.get_language())
    page = PAGES.get(key, (mark, access.until), make)
    if access.until is not None:
        mark = page_cache.mark_of_content(page)
    return unchanged(request, mark) or page_cache.finished(request, page, mark)


def same_for_everybody(request: HttpRequest, pages: PageCache, key: Hashable, make: Callable[[], str]) -> HttpResponse:
    """A page that depends neither on who asks nor on any standings: made once per language and kept in `pages`."""
    page = pages.get((key, translation.get_language()), 0, make)
    mark = page_cache.mark_of_content(page)
    answer = unchanged(request, mark) or page_cache.finished(request, page, mark)
    answer["Cache-Control"] = page_cache.ASKED_EVERY_TIME
    return answer


def rows_address(access: EventAccess, name: str, *at: object) -> str:
    """Where a page asks for what moves in it: at the address for caches, unless the reader is told more than that."""
    event = access.event
    if event.public and not (access.works and (event.delay or event.hidden)):
        return reverse(f"tournaments:live_{name}", args=[translation.get_language(), event.slug, *at])
    return reverse(f"tournaments:{name}", args=[event.slug, *at])


def mark_of(access: EventAccess, kind: str, *at: object) -> str:
    """The mark of rows that stand in a page, so that the first poll is answered with 304; "" where it is not known."""
    event = access.event
    if event.delay or event.hidden or not event.public:
        return ""
    version = (event.standings_version, event.page_version)
    return page_cache.etag(event.pk, event.created_at, *version, kind, translation.get_language(), *at)
