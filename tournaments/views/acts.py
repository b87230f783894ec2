"""大事紀錄的頁: what was done in the event outside the hands, for its organisers."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.numbers import whole
from tournaments.access import organiser_access
from tournaments.selectors.acts import acts_page


@never_cache
@require_safe
def acts(request: HttpRequest, slug: str) -> HttpResponse:
    """大事紀錄, a hundred at a time, the latest first."""
    access = organiser_access(request, slug)
    page = acts_page(access.event, whole(request.GET.get("before", "")))
    context = {"access": access, "event": access.event, "page": page}
    return render(request, "tournaments/acts.html", context)
