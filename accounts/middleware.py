from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from accounts.acting import acting
from accounts.devices import note_seen
from accounts.language import chosen_language, other_language
from accounts.proof import AskFirst, asked_again

Answer = Callable[[HttpRequest], HttpResponse]

KEPT = "kept_whatever_cookies"
"""Attribute of an answer that browsers cache whatever their cookies; its script handles the language."""


class LanguageMiddleware:
    """Set the language chosen on this device; on a first visit the browser's (`Accept-Language`).

    A browser that lists any Chinese gets Chinese, whatever comes first: many phones in the hall are set to English
    while their owners read 番 and 拉 in Chinese. Programs calling the API have no switch, so the header alone counts
    there. Neither the session nor the database is read for it.

    Where the switch is a link it leads to `?language=en` on the same page.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "language" in request.GET and request.method == "GET" and not request.path.startswith("/api/"):
            return other_language(request)
        language = chosen_language(request)
        request.LANGUAGE_CODE = language
        with translation.override(language):
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        if not getattr(response, KEPT, False):
            by = ["Accept-Language"] if request.path.startswith("/api/") else ["Cookie", "Accept-Language"]
            patch_vary_headers(response, by)
        return response


class AccountMiddleware:
    """Set the actor for logs, note that the device was seen, and ask for the second factor.

    A step that would end something signed raises AskFirst. Its question is asked here, outside the transaction that was
    rolled back, because wrong answers are counted; after the answer the step is repeated.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with acting(request):
            response = self.get_response(request)
            note_seen(request)
            return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        match = request.resolver_match
        if not isinstance(error, AskFirst) or match is None:
            return None
        answer: HttpResponse = asked_again(request) or match.func(request, *match.args, **match.kwargs)
        return answer
