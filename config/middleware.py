"""What every answer carries."""

import time
from collections.abc import Callable

from csp.utils import build_policy
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import resolve
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, set_response_etag

Answer = Callable[[HttpRequest], HttpResponse]


class OwnTime:
    """時區: a page of an event is told in the zone of the event (`tournaments.access` chooses it); the next request
    begins with that of the site."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        finally:
            timezone.deactivate()


class KeptByNobody:
    """Cache-Control for answers that do not say it themselves: neither a browser nor a cache on the way keeps them.

    Most pages depend on who asks; those that do not (the standings, the rules) say so. What has a mark to ask again
    with may stay in the browser that asked, which then asks every time.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = (
                "private, no-cache" if "ETag" in response.headers else "private, no-store"
            )
        return response


class OwnContent:
    """Content-Security-Policy of settings, written once: it is the same of every answer, without a nonce. (django-csp's
    own middleware builds it twice a request, which was a fiftieth of recording a hand.)"""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response
        self.policy = build_policy()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", self.policy)
        return response


LIVE = "/live/"
# A cache that goes on answering while it asks again: nobody waits for the site, which is asked once.
MAY_BE_KEPT = "public, s-maxage=1, stale-while-revalidate=10"


class ForEverybody:
    """公開的網址: what lies below /live/ is the same for everybody, so any cache on the way may keep it for a moment.

    Answered here, in front of sessions, sign-in and the cookie of the language: all that a view gets of a request is
    its address, and no answer can set a cookie or depend on one. The language stands in the address.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(LIVE):
            return self.get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        for name in ("HTTP_COOKIE", "HTTP_AUTHORIZATION"):
            request.META.pop(name, None)
        request.user = AnonymousUser()
        match = request.resolver_match = resolve(request.path_info)
        with translation.override(match.kwargs["language"]):
            response = match.func(request, *match.args, **match.kwargs)
        if response.status_code in (200, 304):
            response.headers["Cache-Control"] = MAY_BE_KEPT
            # nginx counts whole seconds, and "for one second" may be nearly two: until the end of this one.
            response.headers["X-Accel-Expires"] = f"@{int(time.time())}"
        response.headers["Content-Language"] = match.kwargs["language"]
        return response


class Unlisted:
    """X-Robots-Tag: no search engine lists a page, but those of an event that allows it (`tournaments.access` says so
    of the request). Tables, cards, links of players and the API are never listed."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not getattr(request, "searchable", False):
            response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response


class ReadByPrograms:
    """GET below /api/: a mark to ask again with, and pages of other sites may read what everybody may.

    A page of another site may read, never write, and is never anybody: no cookie and no token goes with what it asks
    (`Access-Control-Allow-Credentials` is not said, `Authorization` not allowed). A browser that is signed in gets no
    mark: what it reads is not to stay on its disk.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith("/api/"):
            return self.get_response(request)
        asks = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        response = HttpResponse(status=204) if asks else self.get_response(request)
        if asks or request.method in ("GET", "HEAD"):
            response.headers["Access-Control-Allow-Origin"] = "*"
            response.headers["Access-Control-Expose-Headers"] = "ETag, Link, X-Request-ID, X-Total-Count"
        if asks:
            response.headers["Access-Control-Allow-Methods"] = "GET, HEAD"
            response.headers["Access-Control-Allow-Headers"] = "Accept-Language, If-None-Match"
            response.headers["Access-Control-Max-Age"] = "86400"
        elif request.method == "GET" and settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return _marked(request, response)
        return response


def _marked(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer with its mark; 304 where the program has it already."""
    if response.streaming or response.status_code != 200 or "Cache-Control" in response.headers:
        return response
    if "ETag" not in response.headers:
        set_response_etag(response)
    return get_conditional_response(request, etag=response.headers["ETag"], response=response) or response
