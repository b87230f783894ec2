"""Error responses: a page in the reader's language, or JSON below /api/. Stack traces go to the log only."""

import errno
import logging
import sys
from enum import Enum
from sqlite3 import SQLITE_BUSY, SQLITE_CANTOPEN, SQLITE_FULL, SQLITE_IOERR, SQLITE_LOCKED
from urllib.parse import urlencode

from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views import defaults

from accounts.factor_pages import demanded
from accounts.language import chosen_language
from accounts.step_up import SecondFactorRequired
from config.logs import request_number
from tournaments.core.access import SlugChanged
from tournaments.tables.recording.entry import entered_fields

log = logging.getLogger(__name__)
MAX_LENGTH = 6000
"""Maximum length of an address: some servers refuse longer ones."""


class Trouble(Enum):
    AWAY = "database_away"
    BUSY = "busy"
    FULL = "disk_full"


_SQLITE = {
    SQLITE_BUSY: Trouble.BUSY,
    SQLITE_LOCKED: Trouble.BUSY,
    SQLITE_FULL: Trouble.FULL,
    SQLITE_IOERR: Trouble.AWAY,
    SQLITE_CANTOPEN: Trouble.AWAY,
}
# by SQLSTATE, else by its class (the first two characters)
_POSTGRES = {
    "40001": Trouble.BUSY,  # serialization failure, after a second attempt
    "40P01": Trouble.BUSY,  # deadlock, likewise
    "55P03": Trouble.BUSY,  # lock not available
    "57014": Trouble.BUSY,  # statement_timeout
    "53100": Trouble.FULL,
    "08": Trouble.AWAY,  # connection lost
    "53": Trouble.BUSY,  # out of connections or memory
    "57": Trouble.AWAY,  # shutting down, crashed, starting
    "58": Trouble.AWAY,  # its files cannot be read or written
}


def trouble_of(error: BaseException | None) -> Trouble | None:
    """Look for a database or disk problem among an exception's causes; None if the site itself is at fault."""
    while error is not None:
        if isinstance(error, DatabaseError | InterfaceError) and (found := _of_driver(error.__cause__)):
            return found
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            return Trouble.FULL
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return None


def _of_driver(error: BaseException | None) -> Trouble | None:
    if (code := getattr(error, "sqlite_errorcode", None)) is not None:
        return _SQLITE.get(code & 0xFF)
    if state := getattr(error, "sqlstate", None):
        return _POSTGRES.get(state) or _POSTGRES.get(state[:2])
    # psycopg errors without SQLSTATE did not come from the server: there is no connection, or it broke.
    names = {each.__name__ for each in type(error).__mro__ if each.__module__.startswith("psycopg")}
    return Trouble.AWAY if names & {"OperationalError", "InterfaceError"} else None


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_api(request):
        return api_error(400, "bad_request", _("這個請求看不懂。"))
    return defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, SecondFactorRequired):
        return demanded(request)
    if _is_api(request):
        return api_error(403, "permission_denied", _("你沒有權限做這件事。"))
    return render(request, "403.html", _signed_out(request), status=403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, SlugChanged):
        return exception.redirect(request)
    if _is_api(request):
        return api_error(404, "not_found", _("找不到這個網址。"))
    return render(request, "404.html", _signed_out(request), status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Show 500, or 503 if the database did not answer. Uses neither database nor session, as they may have failed."""
    error = sys.exc_info()[1]
    trouble = trouble_of(error)
    if trouble:
        log.warning("%s: %s", trouble.value, " ".join(str(error).split()))
        return unavailable(request, trouble)
    if _is_api(request):
        return api_error(500, "error", _("伺服器出錯，已經記錄下來。"))
    return HttpResponse(render_to_string("500.html", {"number": request_number.get()}), status=500)


def unavailable(request: HttpRequest, trouble: Trouble) -> HttpResponse:
    """Show 503 if the database is away, busy or full. Never says whether data was stored: the connection may have
    broken after the commit."""
    with translation.override(chosen_language(request)):
        sentence, seconds = _in_words(trouble, reads=request.method in ("GET", "HEAD"))
        if _is_api(request):
            response: HttpResponse = api_error(503, trouble.value, sentence)
        else:
            again = request.get_full_path() if request.method == "GET" else ""
            page = render_to_string(
                "unavailable.html", {"sentence": sentence, "again": again, "number": request_number.get()}
            )
            response = HttpResponse(page, status=503)
    response["Cache-Control"] = "no-store"
    response["Retry-After"] = str(seconds)
    response._has_been_logged = True  # type: ignore[attr-defined]  # in one line, without a traceback
    return response


def _in_words(trouble: Trouble, *, reads: bool) -> tuple[str, int]:
    if trouble is Trouble.FULL:
        return _("伺服器的磁碟滿了，剛才這一步沒有儲存。請告訴管理伺服器的人，騰出空間之後再試一次。"), 30
    if trouble is Trouble.BUSY:
        if reads:
            return _("資料庫正忙着別的事。請等幾秒再試一次。"), 2
        return _("資料庫正忙着別的事，剛才這一步沒有儲存。請等幾秒再試一次。"), 2
    if reads:
        return _("資料庫暫時連不上。請等幾秒再試一次。"), 3
    return _(
        "資料庫暫時連不上，剛才送出的未必已經儲存。連上之後先看一看，沒有才再送一次；同一鋪送兩次也只會存一次。"
    ), 3


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Show 403 for a form that is not from a recent page of this site; often the person has signed in since."""
    return render(request, "403_csrf.html", {"way_back": way_back(request)}, status=403)


def _signed_out(request: HttpRequest) -> dict[str, str]:
    """Return a link to sign in and come back, whether or not the address exists."""
    return {} if request.user.is_authenticated else {"way_back": way_back(request)}


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def api_error(status: int, code: str, detail: str) -> JsonResponse:
    """Return an error that arose outside the API's views in the shape of theirs (tournaments.api.errors)."""
    errors = [{"code": code, "detail": detail, "attr": None}]
    return JsonResponse({"type": "server_error" if status >= 500 else "client_error", "errors": errors}, status=status)


def way_back(request: HttpRequest) -> str:
    """Return the page to continue at after being signed out midway: this one, or the page that shows the submitted hand
    again. Opening it saves nothing."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    address, match = "", request.resolver_match
    if match and match.namespace == "tournaments" and match.url_name in ("win", "save"):
        # Built from the request's path: the game's number would reveal the letters in its address.
        table = request.path.removesuffix(f"{match.url_name}/")
        page = "preview" if match.url_name == "save" else "win"
        unsaid = ("csrfmiddlewaretoken", "client_key", "add", "drop", "edit")
        said = [each for each in entered_fields(request.POST) if each[0] not in unsaid]
        address = f"{table}{page}/?{urlencode(said)}"
    if address and len(address) <= MAX_LENGTH:
        return address
    came = request.headers.get("Referer", "")
    own = url_has_allowed_host_and_scheme(came, {request.get_host()}, require_https=request.is_secure())
    return came if own and len(came) <= MAX_LENGTH else "/"
