from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from penalties.selectors.cases import cases_of_player
from penalties.selectors.in_force import in_force, in_force_on
from penalties.selectors.register import articles_of
from tournaments.access import event_access, player_access, require


@never_cache
@require_safe
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    access = event_access(request, slug)
    require(access.works)
    now = timezone.now()
    context = {"access": access, "event": access.event, "found": in_force(access.event, now), "made_at": now}
    return render(request, "penalties/in_force.html", context)


@never_cache
@require_safe
def mine(request: HttpRequest, slug: str) -> HttpResponse:
    event, player = player_access(request, slug)
    own = cases_of_player(player)
    context = {
        "event": event,
        "player": player,
        "held": in_force_on(player, timezone.now()),
        "articles": articles_of(player),
        "cases": own,
        "objected": {case.article for case in own},
    }
    return render(request, "penalties/mine.html", context)
