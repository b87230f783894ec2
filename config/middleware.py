import re
import secrets
import time
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import resolve
from django.utils import timezone, translation

from config.logs import request_number

Answer = Callable[[HttpRequest], HttpResponse]

_GIVEN_NUMBER = re.compile(r"[A-Za-z0-9._-]{1,64}")
_REFUSED_GZIP = re.compile(r"gzip\s*;\s*q=0(\.0*)?\s*(,|$)")


class ResponseDefaultsMiddleware:
    """Number the request, reset the time zone, and set headers that the view has not set.

    Browsers and caches store only responses with an ETag. Responses of the API to programs get one from Django's
    ConditionalGetMiddleware, which runs after this; a signed-in browser stores none. Search engines list only pages of
    events that allow it (`tournaments.core.access` marks the request).
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        number = given if _GIVEN_NUMBER.fullmatch(given) else secrets.token_hex(8)
        request_number.set(number)
        timezone.deactivate()  # an earlier request may have activated an event's time zone
        if _REFUSED_GZIP.search(request.headers.get("Accept-Encoding", "")):
            del request.META["HTTP_ACCEPT_ENCODING"]  # Django ignores q=0
        response = self.get_response(request)
        response.headers["X-Request-ID"] = number
        if "Cache-Control" not in response.headers:
            read = request.method == "GET" and request.path.startswith("/api/") and response.status_code == 200
            kept = "ETag" in response.headers or (read and settings.SESSION_COOKIE_NAME not in request.COOKIES)
            response.headers["Cache-Control"] = "private, no-cache" if kept else "private, no-store"
        if not getattr(request, "searchable", False):
            response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response


LIVE = "/live/"
# A cache serves the old page while it fetches the new one.
MAY_BE_KEPT = "public, s-maxage=1, stale-while-revalidate=10"


class PublicPagesMiddleware:
    """公開的網址: a page below /live/ is the same for all readers, so any cache may store it for a moment.

    Answered here, before sessions, sign-in and the language cookie: the view sees only the address, which includes the
    language, so that no response depends on a cookie or sets one.
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
            # nginx counts in whole seconds, so "for one second" may last nearly two; instead, expire at the end of this
            # second.
            response.headers["X-Accel-Expires"] = f"@{int(time.time())}"
        response.headers["Content-Language"] = match.kwargs["language"]
        return response
