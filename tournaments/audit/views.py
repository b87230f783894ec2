from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe

from accounts import log
from accounts.inputs import parse_int
from accounts.selectors import log_entries
from accounts.spreadsheet import csv_response, safe_cell
from tournaments.audit.selectors import KINDS, acts_page
from tournaments.core.access import organiser_access

_MOST_TAKEN = 50
_MOST_LINES = 100_000


@require_safe
def acts(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    wanted = log.wanted_entries(request, KINDS)
    page = acts_page(access.event, parse_int(request.GET.get("before", "")), **wanted)
    entries = log_entries(event_id=access.event.pk)[:_MOST_TAKEN]
    taken = [(one, log.KINDS.get(one.kind, one.kind), log.about_text(one)) for one in entries]
    context = {"page": page, "wanted": wanted, "kinds": KINDS, "taken": taken}
    return access.page(request, "tournaments/audit/acts.html", context)


@require_GET
def acts_csv(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    log.add_entry(log.Kind.EXPORTED, about="acts.csv", event_id=access.event.pk)
    what = [_("代號"), _("做了甚麼"), _("對象"), _("有甚麼改了")]
    rows: list[list[object]] = [[_("編號"), _("時間"), *what, _("由誰"), _("網絡位址")]]
    for one in acts_page(access.event, **log.wanted_entries(request, KINDS), most=_MOST_LINES).lines:
        at, changes = timezone.localtime(one.at).isoformat(timespec="seconds"), " · ".join(one.changes)
        texts = [at, one.kind, one.what, one.about, changes, one.who, one.address]
        rows.append([one.number, *map(safe_cell, texts)])
    for entry in log_entries(event_id=access.event.pk):
        at, user = timezone.localtime(entry.at).isoformat(timespec="seconds"), str(entry.user or "")
        texts = [at, entry.kind, str(log.KINDS.get(entry.kind, "")), log.about_text(entry), "", user, entry.address]
        rows.append(["", *map(safe_cell, texts)])
    return csv_response(f"{slug}-acts.csv", rows)
