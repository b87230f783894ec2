"""揭曉: hidden standings from the last place to the first on the big screen, a step a tap; for officials alone."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.core.access import organiser_access, working_access
from tournaments.organising.services.events import change_event
from tournaments.standings.tally.cutline import event_standings

ROWS = 9
LAST = (3, 8, 16, 32)


@never_cache
@require_safe
def reveal(request: HttpRequest, slug: str, step: int) -> HttpResponse:
    """`step` places from the end, the newest on top; step 0 shows none."""
    access = working_access(request, slug)
    ranked = [row for row in event_standings(access.event).rows if row.place]
    if step > len(ranked):
        raise Http404
    left = len(ranked) - step
    context = {
        "access": access,
        "event": access.event,
        "rows": ranked[left : left + ROWS],
        "previous": step - 1 if step else None,
        "following": step + 1 if left else None,
        "starts": [(last, len(ranked) - last) for last in LAST if last < len(ranked)] if not step else [],
        "players": len(ranked),
    }
    return render(request, "tournaments/reveal.html", context)


@never_cache
@require_POST
def publish_standings(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    change_event(event=access.event, hidden=False)
    messages.success(request, _("排名公開了。"))
    return redirect("tournaments:event", slug)
