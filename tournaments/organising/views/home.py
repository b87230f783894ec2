from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.selectors import creating_organisations
from tournaments.core.access import SESSION_PLAYERS, check_own_events
from tournaments.models import Player
from tournaments.organising.selectors.events import my_events, public_events


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "tournaments/home.html", _events(request, limit=20) | {"playing": _playing(request)})


@never_cache
@require_safe
def events(request: HttpRequest) -> HttpResponse:
    return render(request, "tournaments/events.html", _events(request, limit=200))


def _events(request: HttpRequest, limit: int) -> dict[str, object]:
    check_own_events(request)
    user = request.user if isinstance(request.user, User) else None
    mine = my_events(user) if user else []
    return {
        "mine": mine,
        "creates": user is not None and creating_organisations(user).exists(),
        "public": public_events(but=[facts.event.pk for facts in mine], limit=limit),
    }


def _playing(request: HttpRequest) -> list[Player]:
    known = request.session.get(SESSION_PLAYERS, {})
    ids = [entry[0] for entry in known.values()]
    return list(
        Player.objects.filter(pk__in=ids, withdrawn_at=None).select_related("event").order_by("-event__starts_on")
    )
