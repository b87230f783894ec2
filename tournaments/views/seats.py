"""公布的座位: the public page of who sits where, by table and by name, with a search that needs no script."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.replica import may_lag
from tournaments.access import EventAccess, event_access
from tournaments.selectors.published_seats import published_seats
from tournaments.views.kept import kept_page
from tournaments.web.conditional import unchanged


@may_lag
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
    context = _context(access, number, search) | {"access": access, "etag": mark}
    answer = render(request, f"tournaments/seats.html{'#live' if 'live' in request.GET else ''}", context)
    answer["ETag"] = mark
    return answer


@kept_page("seats")
def seats_rows(request: HttpRequest, access: EventAccess, number: int | None = None) -> str:
    """The seats alone, for polling."""
    return render_to_string("tournaments/seats.html#live", _context(access, number, ""))


def _context(access: EventAccess, number: int | None, search: str) -> dict[str, object]:
    page = published_seats(access.event, number=number, search=search)
    rows = _rows_address(access, number, search)
    return {"event": access.event, "page": page, "search": search, "asked": number, "rows_address": rows}


def _rows_address(access: EventAccess, number: int | None, search: str) -> str:
    """Where the page asks for what moves in it. What somebody searches for is nobody else's."""
    language, slug = get_language(), access.event.slug
    if search or not access.event.public:
        asked = urlencode({"live": 1, "round": "" if number is None else number, "q": search})
        return f"{reverse('tournaments:seats', args=[slug])}?{asked}"
    if number is None:
        return reverse("tournaments:live_seats", args=[language, slug])
    return reverse("tournaments:live_seats_of", args=[language, slug, number])
