"""What every answer carries."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

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
