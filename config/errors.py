"""What people and programs see when a request fails: a page in their language, or JSON below /api/.

No answer here ever holds a stack trace; that goes to the log.
"""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _
from django.views import defaults

from accounts.middleware import chosen_language
from tournaments.access import Moved
from tournaments.views.way_back import way_back
from tournaments.web.moved import moved


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400 for pages and programs."""
    if _is_api(request):
        return _api_error(400, "bad_request", _("這個請求看不懂。"))
    return defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403 for pages and programs."""
    if _is_api(request):
        return _api_error(403, "permission_denied", _("你沒有權限做這件事。"))
    return render(request, "403.html", _signed_out(request), status=403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404 for pages and programs; a former address redirects to the current one."""
    if isinstance(exception, Moved):
        return moved(request, exception)
    if _is_api(request):
        return _api_error(404, "not_found", _("找不到這個網址。"))
    return render(request, "404.html", _signed_out(request), status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """500; its page asks neither the database nor the session, which may be what failed."""
    if _is_api(request):
        return _api_error(500, "error", _("伺服器出錯，已經記錄下來。"), kind="server_error")
    return defaults.server_error(request)


def refusal(request: HttpRequest, status: int, limits: Mapping[str, int]) -> HttpResponse:
    """408, 413 or 503 from the door, which lets nothing in before it has come in whole.

    No middleware has seen the request: the language is chosen here, and nothing is asked of database or session.
    """
    with translation.override(chosen_language(request)):
        code, sentence = {
            408: ("too_slow", _("內容沒有在 %(seconds)s 秒內送完，沒有儲存任何東西。請檢查網絡，再試一次。") % limits),
            413: ("too_large", _("送來的內容太大（最多 %(megabytes)s MB），沒有儲存任何東西。") % limits),
            503: ("busy", _("現在太多人同時使用，沒有儲存任何東西。請等幾秒再試一次。")),
        }[status]
        if _is_api(request):
            response: HttpResponse = _api_error(
                status, code, sentence, "server_error" if status == 503 else "client_error"
            )
        else:
            response = HttpResponse(render_to_string("refused.html", {"sentence": sentence}), status=status)
    response["Cache-Control"] = "no-store"
    if status == 503:
        response["Retry-After"] = "5"
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form that was not sent from this site's own, recent page: somebody has signed in since it was made."""
    return render(request, "403_csrf.html", {"way_back": way_back(request)}, status=403)


def _signed_out(request: HttpRequest) -> dict[str, str]:
    """For somebody who is not signed in: where to go on afterwards. The same whatever is or is not at the address."""
    return {} if request.user.is_authenticated else {"way_back": way_back(request)}


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _api_error(status: int, code: str, detail: str, kind: str = "client_error") -> JsonResponse:
    # The same shape as errors raised inside the API, so that a program reads one format only.
    error = {"code": code, "detail": detail, "attr": None}
    return JsonResponse({"type": kind, "errors": [error]}, status=status)
