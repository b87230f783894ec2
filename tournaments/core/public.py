"""公開的頁: pages that are the same for everyone, made once per version of their event (`tournaments.core.cached`).

Each has two addresses. Below `/e/` the session counts: members see pages of private events, and only the browser stores
the response. Below `/live/` no session or cookie is read, the language is part of the address, and any cache in front
may store the response for a moment (`config.middleware.PublicPagesMiddleware`).
"""

import gzip
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import condition, conditional_page, require_safe

from accounts.network import shared_base
from tournaments.core.access import (
    EventAccess,
    GameAccess,
    anonymous_access,
    check_moved,
    event_access,
    event_named,
    may_be_listed,
)
from tournaments.core.cached import Viewer, build, cached, mark_of
from tournaments.models import Event

View = Callable[..., HttpResponse]
_READER = ("slug", "public", "hidden", "searchable", "delay", "language", "time_zone")
_POLLED = (*_READER, "standings_version", "page_version")
"""Fields of an event that answer a poll with nothing new."""


def public_page(
    kind: str,
    *,
    by_host: bool = False,
    on_wall: bool = False,
    played: bool = True,
    also: Callable[..., object] | None = None,
    ways: Mapping[str, Container[str]] | None = None,
) -> Callable[[Callable[..., str]], View]:
    """Make a view for both addresses of a page; the decorated function renders it for an `EventAccess`.

    `by_host`: the page contains the host of the request · `on_wall`: the page hangs in the hall, so a signed-in viewer
    sees the public view, in the language of the event · `played`: whether hands change it · `also`: further
    dependencies besides the event's versions · `ways`: query parameters with their allowed values.
    """

    def decorate(make: Callable[..., str]) -> View:
        @require_safe
        @wraps(make)
        def view(request: HttpRequest, slug: str, language: str = "", **at: Any) -> HttpResponse:
            event = event_named(slug, *_POLLED)
            # Ignore session and roles if all readers see the same anyway.
            alike = language or (event.public and not event.delay and not event.hidden)
            access = open_event(slug, event) if alike else event_access(request, slug)
            if on_wall:
                access, language = anonymous_access(event), language or event.language
            if event.public and event.searchable:
                may_be_listed(request)
            at |= {name: request.GET[name] for name, words in (ways or {}).items() if request.GET.get(name) in words}
            viewer = _seen_by(access, *at.values(), *([shared_base(request)] if by_host else []))
            version = (also(event.pk, **at) if also else None, access.until)

            def write() -> str:
                event.refresh_from_db(fields=event.get_deferred_fields())
                return make(request, access, **at)

            def page() -> bytes:
                return cached(event, kind, viewer, _compress(write), version, played=played)

            with translation.override(language or get_language()), timezone.override(event.time_zone):
                mark = mark_of(event, kind, viewer, version, played=played) if access.until is None else ""
                answer = _compressed(request, page, mark)
                answer["Content-Language"] = get_language()
            return answer

        return view

    return decorate


def open_event(slug: str, event: Event | None = None) -> EventAccess:
    """Return a public event as seen by anonymous readers. Raises Http404 for others, SlugChanged as `event_access`
    does."""
    event = event or event_named(slug)
    if not event.public:
        raise Http404
    check_moved(event, slug)
    return anonymous_access(event)


def _seen_by(access: EventAccess, *at: object) -> Viewer:
    return (access.works, access.adds_up, access.until is None, *at)


def game_page(request: HttpRequest, access: GameAccess, kind: str, tag: str, make: Callable[[], str]) -> HttpResponse:
    """Return a page of a game for all spectators. `tag`: the version it depends on."""
    mark = f'W/"{tag}.{get_language()}-{build()}"' if access.until is None else ""
    version = (tag, access.until)
    return _compressed(request, lambda: cached(None, kind, (access.game.pk,), _compress(make), version), mark)


def same_for_all(request: HttpRequest, kind: str, which: Viewer, make: Callable[[], str]) -> HttpResponse:
    return _compressed(request, lambda: cached(None, kind, which, _compress(make)))


def _compress(make: Callable[[], str]) -> Callable[[], bytes]:
    """Compress the page once for all its readers, here or behind nginx."""
    return lambda: gzip.compress(make().encode(), mtime=0)


def _compressed(request: HttpRequest, make: Callable[[], bytes], mark: str = "") -> HttpResponse:
    takes_gzip = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")

    def write() -> HttpResponse:
        if takes_gzip:
            return HttpResponse(make(), headers={"Content-Encoding": "gzip"})
        return HttpResponse(gzip.decompress(make()))

    answer = respond(request, write, mark)
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer


def respond(request: HttpRequest, make: Callable[[], HttpResponse], mark: str = "") -> HttpResponse:
    """Return 304 to a reader with this ETag, else the result of `make`. Without a mark the ETag is a hash of the
    content, for delayed readers: a version would reveal new entries."""
    conditional = condition(lambda request: mark) if mark else conditional_page
    answer: HttpResponse = conditional(lambda request: make())(request)
    return answer


def rows_address(access: EventAccess, name: str, *at: object) -> str:
    """Return the poll address of the page: the cacheable one, unless the reader sees more than others."""
    event = access.event
    if event.public and not (access.works and (event.delay or event.hidden)):
        return reverse(f"tournaments:live_{name}", args=[get_language(), event.slug, *at])
    return reverse(f"tournaments:{name}", args=[event.slug, *at])


def rows_mark(access: EventAccess, kind: str, *at: object, played: bool = True) -> str:
    """Return the ETag of rows included in a page, so that the first poll gets 304; "" if it would reveal too much."""
    event = access.event
    if event.delay or event.hidden or not event.public:
        return ""
    return mark_of(event, kind, _seen_by(anonymous_access(event), *at), (None, None), played=played)


@dataclass(frozen=True)
class Share:
    """The og: and twitter: tags of a page and its share buttons. `address`, `picture`: absolute; `picture`: "" for none
    · `bar`: whether the page ends with the buttons; the calculator and the replay have their own."""

    address: str
    title: str
    text: str
    picture: str
    bar: bool = True


def share(request: HttpRequest, path: str, title: str, text: str, picture: str, *, bar: bool = True) -> Share:
    base = shared_base(request)
    return Share(base + path, title, text, base + picture if picture else "", bar)


def share_of(
    request: HttpRequest, event: Event, path: str, title: str, picture: str, *at: object, version: object = ""
) -> Share | None:
    """Describe a page of an event for sharing; None unless the event is public. `picture`: the URL name of its picture,
    or "", with arguments `at`.

    `version`: makes each state's picture address unique, because messengers cache a picture by address for days.
    """
    if not event.public:
        return None
    where = reverse(f"tournaments:{picture}", args=[get_language(), *at]) if picture else ""
    return share(request, path, title, event.name, f"{where}?v={version}" if where and version else where)


def version_of(changed: datetime | None) -> str:
    return str(int(changed.timestamp())) if changed else ""
