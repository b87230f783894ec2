import csv
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from accounts import log
from accounts.log_words import KINDS as TAKEN
from accounts.log_words import about_text
from accounts.numbers import whole
from accounts.selectors import log_entries
from accounts.spreadsheet import safe_cell
from tournaments.audit.selectors import acts_page
from tournaments.core.access import organiser_access
from tournaments.phrases.acts import KINDS

_MOST_TAKEN = 50
_MOST_LINES = 100_000


def _wanted(request: HttpRequest) -> dict[str, Any]:
    kind = request.GET.get("kind", "")
    return {"kind": kind if kind in KINDS else "", "who": request.GET.get("who", "").replace("\x00", "").strip()[:60]}


@never_cache
@require_safe
def acts(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    wanted = _wanted(request)
    page = acts_page(access.event, whole(request.GET.get("before", "")), **wanted)
    entries = log_entries(event_id=access.event.pk)[:_MOST_TAKEN]
    taken = [(one, TAKEN.get(one.kind, one.kind), about_text(one)) for one in entries]
    context = {"access": access, "event": access.event, "page": page, "wanted": wanted, "kinds": KINDS, "taken": taken}
    return render(request, "tournaments/audit/acts.html", context)


@never_cache
@require_GET
def acts_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole list as CSV; the export is logged too."""
    access = organiser_access(request, slug)
    log.tell(log.Kind.EXPORTED, about="acts.csv", event_id=access.event.pk)
    headers = {"Content-Disposition": f'attachment; filename="{slug}-acts.csv"'}
    answer = HttpResponse(content_type="text/csv; charset=utf-8", headers=headers)
    answer.write("\ufeff")
    writer = csv.writer(answer)
    writer.writerow(["number", "at", "kind", "what", "about", "changes", "user", "address"])
    for one in acts_page(access.event, **_wanted(request), most=_MOST_LINES).lines:
        at, changes = timezone.localtime(one.at).isoformat(timespec="seconds"), " · ".join(one.changes)
        texts = [at, one.kind, one.what, one.about, changes, one.who, one.address]
        writer.writerow([one.number, *(safe_cell(text) for text in texts)])
    for entry in log_entries(event_id=access.event.pk):
        at, user = timezone.localtime(entry.at).isoformat(timespec="seconds"), str(entry.user or "")
        texts = [at, entry.kind, str(TAKEN.get(entry.kind, "")), about_text(entry), "", user, entry.address]
        writer.writerow(["", *(safe_cell(text) for text in texts)])
    return answer
