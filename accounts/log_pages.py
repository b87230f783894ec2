import csv
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_safe

from accounts import log
from accounts.log_words import KINDS, about_text, entry_texts
from accounts.models import LogEntry
from accounts.numbers import whole
from accounts.people import staff_only
from accounts.requests import SignedInRequest
from accounts.selectors import log_entries
from accounts.spreadsheet import safe_cell

PAGE = 100


@staff_only
@require_safe
def log_page(request: SignedInRequest) -> HttpResponse:
    wanted = _wanted(request)
    found = list(log_entries(**wanted, before=whole(request.GET.get("before", "")))[: PAGE + 1])
    shown = found[:PAGE]
    context = {
        "lines": [(one, KINDS.get(one.kind, one.kind), about_text(one), entry_texts(one)) for one in shown],
        "older": shown[-1].pk if len(found) > PAGE else None,
        "kinds": KINDS,
        "wanted": wanted,
        "kept_days": log.ADDRESS_KEPT.days,
    }
    return render(request, "accounts/log.html", context)


@staff_only
@require_GET
def log_csv(request: SignedInRequest) -> HttpResponse:
    """The whole log as CSV; the export is logged too."""
    wanted = _wanted(request)
    log.tell(log.Kind.EXPORTED, about="log.csv")
    answer = HttpResponse(
        content_type="text/csv; charset=utf-8", headers={"Content-Disposition": "attachment; filename=log.csv"}
    )
    answer.write("\ufeff")
    writer = csv.writer(answer)
    writer.writerow(["id", "at", "kind", "user", "about", "changes", "event", "address"])
    for one in log_entries(**wanted).iterator():
        writer.writerow([safe_cell(text) for text in _row(one)])
    return answer


def _row(one: LogEntry) -> list[str]:
    at = timezone.localtime(one.at).isoformat(timespec="seconds")
    changes = " · ".join(entry_texts(one))
    user = one.user.username if one.user else ""
    return [str(one.pk), at, one.kind, user, one.about, changes, str(one.event_id or ""), one.address]


def _wanted(request: HttpRequest) -> dict[str, Any]:
    kind, who = request.GET.get("kind", ""), request.GET.get("who", "").replace("\x00", "").strip()[:60]
    return {"kind": kind if kind in KINDS else "", "who": who}
