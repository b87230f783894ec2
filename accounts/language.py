from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.encoding import escape_uri_path
from django.utils.http import escape_leading_slashes
from django.utils.translation.trans_real import parse_accept_lang_header


def chosen_language(request: HttpRequest) -> str:
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
    if chosen in dict(settings.LANGUAGES):
        return chosen
    if request.path.startswith("/api/"):
        return translation.get_language_from_request(request)
    accepted = parse_accept_lang_header(request.headers.get("Accept-Language", "").lower())
    spoken = {language.partition("-")[0] for language, weight in accepted if weight > 0}
    return "en" if "en" in spoken and "zh" not in spoken else settings.LANGUAGE_CODE


def remember_language(response: HttpResponse, language: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


Answer = Callable[[HttpRequest], HttpResponse]

KEPT = "kept_whatever_cookies"
"""Attribute of a response that browsers cache regardless of cookies; its script handles the language."""


class LanguageMiddleware:
    """Set the language chosen on this device, or on a first visit that of the browser (`Accept-Language`).

    A browser that lists any Chinese gets Chinese, whatever its first choice: many phones in the hall are set to English
    while their owners read 番 and 拉 in Chinese. API clients have no switch, so for them only the header counts. Uses
    neither session nor database.

    On pages without a form the switch is a link to `?language=en`, which stores the choice and redirects back.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "language" in request.GET and request.method == "GET" and not request.path.startswith("/api/"):
            asked, wanted = request.GET.copy(), request.GET["language"]
            asked.pop("language")
            here = escape_leading_slashes(escape_uri_path(request.path))  # "//name/" would lead to another site
            back = redirect(f"{here}?{asked.urlencode()}" if asked else here)
            if wanted in dict(settings.LANGUAGES):
                remember_language(back, wanted)
            return back
        language = chosen_language(request)
        request.LANGUAGE_CODE = language
        with translation.override(language):
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        if not getattr(response, KEPT, False):
            by = ["Accept-Language"] if request.path.startswith("/api/") else ["Cookie", "Accept-Language"]
            patch_vary_headers(response, by)
        return response
