"""對數: that all points add up, for everyone to check: the event by rounds, a round by games and hands."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.core.access import EventAccess, event_access, require
from tournaments.core.public import public_page
from tournaments.models import Game
from tournaments.standings.selectors.game_sums import game_sums
from tournaments.standings.selectors.sums import event_sum, round_sum

GAMES_A_PAGE = 40


@public_page("sum")
def event_total(request: HttpRequest, access: EventAccess) -> str:
    found = event_sum(access.event, access.until) if access.adds_up else None
    context = {
        "event": access.event,
        "found": found,
        "made_at": access.until or timezone.now(),
        "version": access.version,
    }
    return render_to_string("tournaments/sum.html", context)


@never_cache
@require_safe
def round_total(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = event_access(request, slug)
    require(access.adds_up)
    round_ = access.round(number)
    if round_.ahead:
        raise Http404
    games = Game.objects.filter(round=round_).select_related("table", "round").order_by("table__number")
    page = Paginator(games, GAMES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "access": access,
        "event": access.event,
        "found": round_sum(round_, access.until),
        "page": page,
        "games": game_sums(access.event, list(page.object_list), access.until),
        "made_at": access.until or timezone.now(),
    }
    return render(request, "tournaments/sum_round.html", context)
