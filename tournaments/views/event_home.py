"""賽事首頁 for everybody: how the event stands, and one player found by name; kept like the standings."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache

from accounts.models import User
from tournaments.access import SESSION_PLAYERS, EventAccess
from tournaments.book.read import rules_of
from tournaments.forms.events import rule_set_name
from tournaments.selectors.event_home import EventHome
from tournaments.selectors.event_home import event_home as select_home
from tournaments.tally.earlier import last_change
from tournaments.views.kept import kept_page, mark_of, rows_address
from tournaments.web.page_cache import PageCache
from tournaments.web.share import Share, share_of, version_of
from tournaments.web.told_once import ToldOnce

OWN = PageCache(size=512)
"""Of each player who looks there is a card: a few hundred letters each."""
_HOMES: ToldOnce[EventHome] = ToldOnce()


def known(request: HttpRequest) -> bool:
    """Whether this may be somebody whom the event knows: an account, or a player's phone."""
    return isinstance(request.user, User) or bool(request.session.get(SESSION_PLAYERS))


@kept_page("home", by_host=True)
def event_home(request: HttpRequest, access: EventAccess) -> str:
    """賽事首頁."""
    return render_to_string("tournaments/event_home.html", _context(request, access))


@never_cache
def own_event_home(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The same on a player's phone, with the way to their own card."""
    return render(request, "tournaments/event_home.html", _context(request, access) | {"player": access.player})


def _context(request: HttpRequest, access: EventAccess) -> dict[str, object]:
    return {
        "share": shared(request, access),
        "event": access.event,
        "home": _home(access),
        "rules_name": rule_set_name(rules_of(access.event)),
        "rows_address": rows_address(access, "home_rows"),
        "rows_etag": mark_of(access, "home-rows"),
        "own_address": rows_address(access, "home_own", 0),
        "names_address": rows_address(access, "home_names"),
    }


def shared(request: HttpRequest, access: EventAccess) -> Share | None:
    """The event as a messenger shows it."""
    event = access.event
    version = version_of(last_change(event, access.until))
    return share_of(request, event, request.path, event.name, "live_event_picture", event.slug, version=version)


@kept_page("home-rows")
def home_rows(request: HttpRequest, access: EventAccess) -> str:
    """What moves in it, for polling."""
    return render_to_string("tournaments/event_home.html#rows", {"event": access.event, "home": _home(access)})


@kept_page("home-own", pages=OWN)
def own_card(request: HttpRequest, access: EventAccess, number: int) -> str:
    """我在哪裡: one player, for whoever looks for them."""
    card = _home(access).card(number)
    if card is None:
        raise Http404
    return render_to_string("tournaments/_home_own.html", {"event": access.event, "card": card})


@kept_page("home-names")
def names(request: HttpRequest, access: EventAccess) -> str:
    """Everybody by number and name, to be found by."""
    return render_to_string("tournaments/_home_names.html", {"players": _home(access).players.values()})


def _home(access: EventAccess) -> EventHome:
    event, until = access.event, access.until
    key = (event.pk, event.created_at, get_language(), access.adds_up, until is None)
    version = (event.standings_version, event.page_version, until)
    return _HOMES.get(key, version, lambda: select_home(access, timezone.now()))
