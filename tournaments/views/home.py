"""首頁: own events with the next step for each role; what Paiju is, for everybody else."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.models import User
from accounts.selectors import creating_organisations
from tournaments.access import SESSION_PLAYERS
from tournaments.models import Player
from tournaments.selectors.events import my_events, public_events


@never_cache
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """牌局."""
    mine = my_events(request.user) if isinstance(request.user, User) else []
    context = {
        "mine": mine,
        "creates": isinstance(request.user, User) and creating_organisations(request.user).exists(),
        "public": public_events(but=[facts.event.pk for facts in mine]),
        "playing": _playing(request),
    }
    return render(request, "tournaments/home.html", context)


@never_cache
@require_GET
def events(request: HttpRequest) -> HttpResponse:
    """所有賽事: more of them than the first page shows."""
    mine = my_events(request.user) if isinstance(request.user, User) else []
    everything = public_events(but=[facts.event.pk for facts in mine], limit=200)
    return render(request, "tournaments/events.html", {"mine": mine, "public": everything})


def _playing(request: HttpRequest) -> list[Player]:
    """The players whose personal link is open on this phone."""
    known = request.session.get(SESSION_PLAYERS, {})
    ids = [entry[0] for entry in known.values()]
    return list(
        Player.objects.filter(pk__in=ids, withdrawn_at=None).select_related("event").order_by("-event__starts_on")
    )
