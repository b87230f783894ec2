"""公布的座位, by table and by name, with a search that works without a script.

A thousand phones open it in the minute in which seats are published: the common page is kept like the standings, only
searches are written one by one.
"""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.core.access import EventAccess, event_access
from tournaments.core.cached import mark_of
from tournaments.core.public import public_page, respond, rows_mark
from tournaments.models import Round
from tournaments.tables.selectors.published_seats import published_seats

NUMBERS = frozenset(map(str, range(1, 1000)))


@require_safe
def seats(request: HttpRequest, slug: str) -> HttpResponse:
    """座位 of the current or next round, or `?round=`; `?q=`: a name or number."""
    if request.GET.get("q", "").strip() or "live" in request.GET:
        return _searched(request, slug)
    return all_seats(request, slug, **_published(slug, request.GET.get("round", "")))


def _published(slug: str, number: str) -> dict[str, int]:
    """The round of this number, where it may be read. Any other number is the usual page, kept once for all of them."""
    rounds = Round.objects.filter(event__slug=slug).exclude(state=Round.State.DRAFT)
    return {"number": int(number)} if number in NUMBERS and rounds.filter(number=int(number)).exists() else {}


@public_page("seats-page", played=False)
def all_seats(request: HttpRequest, access: EventAccess, number: int | None = None) -> str:
    at = () if number is None else (number,)
    more = {"etag": rows_mark(access, "seats", *at, played=False), "query": f"round={number}&" if number else ""}
    return render_to_string("tournaments/rounds/seats.html", _context(access, number, "") | more)


@never_cache
def _searched(request: HttpRequest, slug: str) -> HttpResponse:
    access = event_access(request, slug)
    asked, search = request.GET.get("round", ""), request.GET.get("q", "")[:60]
    number = int(asked) if asked in NUMBERS else None
    mark = "" if access.until else mark_of(access.event, "seats-found", (number, search), played=False)
    if "live" not in request.GET:
        return render(request, "tournaments/rounds/seats.html", _context(access, number, search) | {"etag": mark})
    return respond(
        request, lambda: render(request, "tournaments/rounds/seats.html#live", _context(access, number, search)), mark
    )


@require_safe
def seats_of(request: HttpRequest, language: str, slug: str, number: int) -> HttpResponse:
    return seats_rows(request, language=language, slug=slug, **_published(slug, str(number)))


@public_page("seats", played=False)
def seats_rows(request: HttpRequest, access: EventAccess, number: int | None = None) -> str:
    return render_to_string("tournaments/rounds/seats.html#live", _context(access, number, ""))


def _context(access: EventAccess, number: int | None, search: str) -> dict[str, object]:
    page = published_seats(access.event, number=number, search=search, until=access.until)
    rows = _rows_address(access, number, search)
    context = {"access": access, "event": access.event, "page": page}
    return context | {"search": search, "asked": number, "rows_address": rows}


def _rows_address(access: EventAccess, number: int | None, search: str) -> str:
    language, slug = get_language(), access.event.slug
    if search or not access.event.public:
        asked = urlencode({"live": 1, "round": "" if number is None else number, "q": search})
        return f"{reverse('tournaments:seats', args=[slug])}?{asked}"
    if number is None:
        return reverse("tournaments:live_seats", args=[language, slug])
    return reverse("tournaments:live_seats_of", args=[language, slug, number])
