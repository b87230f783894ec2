from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import translation
from django.utils.encoding import escape_uri_path
from django.utils.http import escape_leading_slashes
from django.utils.translation.trans_real import parse_accept_lang_header


def chosen_language(request: HttpRequest) -> str:
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
    if chosen in dict(settings.LANGUAGES):
        return chosen
    if request.path.startswith("/api/"):
        return translation.get_language_from_request(request)
    return _first_language(request.headers.get("Accept-Language", ""))


def _first_language(accepted: str) -> str:
    spoken = {
        language.partition("-")[0] for language, weight in parse_accept_lang_header(accepted.lower()) if weight > 0
    }
    return "en" if "en" in spoken and "zh" not in spoken else settings.LANGUAGE_CODE


def other_language(request: HttpRequest) -> HttpResponse:
    """The language switch of pages without a form: a link `?language=en` that remembers and comes back."""
    asked = request.GET.copy()
    asked.pop("language")
    here = escape_leading_slashes(escape_uri_path(request.path))  # never to another site: "//name/" would be one
    response = redirect(f"{here}?{asked.urlencode()}" if asked else here)
    wanted = request.GET["language"]
    if wanted in dict(settings.LANGUAGES):
        remember_language(response, wanted)
    return response


def remember_language(response: HttpResponse, language: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
