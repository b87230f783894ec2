"""公布的座位: the public page of who sits where, by table and by name, with a search that needs no script."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.access import event_access
from tournaments.selectors.published_seats import published_seats
from tournaments.web.conditional import unchanged


@never_cache
@require_safe
def seats(request: HttpRequest, slug: str) -> HttpResponse:
    """座位: of the round that is played or comes next, or `?round=`; `?q=`: a name or number."""
    access = event_access(request, slug)
    asked = request.GET.get("round", "")
    number = int(asked) if asked.isdecimal() and len(asked) < 6 else None
    search = request.GET.get("q", "")[:60]
    mark = f'"seats-{access.event.pk}-{access.event.standings_version}-{get_language()}"'
    if "live" in request.GET and (known := unchanged(request, mark)):
        return known
    page = published_seats(access.event, number=number, search=search)
    context = {"access": access, "event": access.event, "page": page, "search": search, "asked": number, "etag": mark}
    answer = render(request, f"tournaments/seats.html{'#live' if 'live' in request.GET else ''}", context)
    answer["ETag"] = mark
    return answer
