from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import never_cache

from accounts.models import User
from tournaments.core.access import SESSION_PLAYERS, EventAccess
from tournaments.core.cached import cached_object
from tournaments.core.public import public_page, rows_address, rows_mark
from tournaments.core.share import Share, share_of, version_of
from tournaments.hall.selectors.event_home import EventHome
from tournaments.hall.selectors.event_home import event_home as select_home
from tournaments.phrases.wording import rule_set_name
from tournaments.standings.tally.earlier import last_change
from tournaments.tables.book.read import rules_of


def known(request: HttpRequest) -> bool:
    """Whether this may be a participant: an account, or a player's phone."""
    return isinstance(request.user, User) or bool(request.session.get(SESSION_PLAYERS))


@public_page("home", by_host=True)
def event_home(request: HttpRequest, access: EventAccess) -> str:
    return render_to_string("tournaments/event_home.html", _context(request, access))


@never_cache
def own_event_home(request: HttpRequest, access: EventAccess) -> HttpResponse:
    return render(request, "tournaments/event_home.html", _context(request, access) | {"player": access.player})


def _context(request: HttpRequest, access: EventAccess) -> dict[str, object]:
    return {
        "share": shared(request, access),
        "event": access.event,
        "home": _home(access),
        "rules_name": rule_set_name(rules_of(access.event)),
        "rows_address": rows_address(access, "home_rows"),
        "rows_etag": rows_mark(access, "home-rows"),
        "own_address": rows_address(access, "home_own", 0),
        "names_address": rows_address(access, "home_names"),
    }


def shared(request: HttpRequest, access: EventAccess) -> Share | None:
    event = access.event
    version = version_of(last_change(event, access.until))
    return share_of(request, event, request.path, event.name, "live_event_picture", event.slug, version=version)


@public_page("home-rows")
def home_rows(request: HttpRequest, access: EventAccess) -> str:
    return render_to_string("tournaments/event_home.html#rows", {"event": access.event, "home": _home(access)})


@public_page("home-own")
def own_card(request: HttpRequest, access: EventAccess, number: int) -> str:
    card = _home(access).card(number)
    if card is None:
        raise Http404
    return render_to_string("tournaments/_home_own.html", {"event": access.event, "card": card})


@public_page("home-names", played=False)
def names(request: HttpRequest, access: EventAccess) -> str:
    return render_to_string("tournaments/_home_names.html", {"players": _home(access).players.values()})


def _home(access: EventAccess) -> EventHome:
    return cached_object(
        access.event, "home", (access.adds_up,), lambda: select_home(access, timezone.now()), access.until
    )
