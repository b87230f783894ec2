import uuid
from dataclasses import replace
from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from accounts import log
from accounts.addresses import shared_address
from accounts.devices import follow_session
from tournaments.core.access import (
    SESSION_PLAYERS,
    event_access,
    everybodys,
    organiser_access,
    player_access,
    player_of,
    works_at,
)
from tournaments.core.exceptions import WrongPin
from tournaments.core.public import respond, rows_address, rows_mark
from tournaments.core.qr import qr_svg
from tournaments.core.services.people import check_pin, link_token, pin_of, player_by_token, renew_pin, revoke_link
from tournaments.models import Event, Player
from tournaments.scorecards.forms import PinForm
from tournaments.standings.course import course_svg
from tournaments.standings.selectors.courses import own_course
from tournaments.standings.selectors.player_page import current_game, my_games, own_mark, player_page
from tournaments.standings.views.standings import place_context, shared_history
from tournaments.tables.selectors.calls import player_panel
from tournaments.tables.selectors.offline import own_confirmation
from tournaments.tables.selectors.table import table_clock


@never_cache
@require_http_methods(["GET", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """The personal link: asks for the PIN once, then this phone knows the player."""
    player = player_by_token(token)
    if player is None:
        return render(request, "tournaments/link_gone.html", status=404)
    known = player_of(request, player.event)
    if known is not None and known.pk == player.pk:
        return redirect("tournaments:me", player.event.slug)
    form = PinForm(request.POST or None)
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            check_pin(player_id=player.pk, pin=form.cleaned_data["pin"], now=timezone.now())
            _remember(request, player)
            return redirect("tournaments:me", player.event.slug)
        except WrongPin as refusal:
            form.add_error("pin", refusal.detail)
            status = refusal.status
    context = {"player": player, "event": player.event, "form": form, "may_check_in": works_at(request, player.event)}
    return render(request, "tournaments/link.html", context, status=status)


def _remember(request: HttpRequest, player: Player) -> None:
    session = request.session.session_key
    request.session.cycle_key()
    follow_session(request, session)
    known = dict(request.session.get(SESSION_PLAYERS, {}))
    known[str(player.event_id)] = [player.pk, player.link_version]
    request.session[SESSION_PLAYERS] = known


@never_cache
@require_safe
def me(request: HttpRequest, slug: str) -> HttpResponse:
    """The game now, hands waiting for confirmation, earlier games. The place, which moves with every hand anywhere,
    is a part that polls by itself. A poll without news reads no more than what it compares.
    """
    now, known = timezone.now(), [pk for pk, _version in request.session.get(SESSION_PLAYERS, {}).values()]
    mark = own_mark(known, slug, now) or player_access(request, slug)[0].page_version
    etag = f'"{mark}.{get_language()}"'
    if "live" in request.GET:
        return respond(request, lambda: _own_page(request, slug, now, etag, live=True), etag)
    return _own_page(request, slug, now, etag)


def _own_page(request: HttpRequest, slug: str, now: datetime, etag: str, *, live: bool = False) -> HttpResponse:
    event, player = player_access(request, slug)
    games = my_games(player)
    current, page = current_game(games, player), player_page(games, player)
    context = {
        "event": event,
        "player": player,
        "page": page,
        "course": course_svg(own_course(games, player)),
        "outbox": own_confirmation(page.current.game, page.current.seat, player) if page.current else "",
        "calling": player_panel(current, player.pk),
        "clock": table_clock(current, now) if current else None,
        "key": uuid.uuid4(),
        "etag": etag,
    }
    if live:
        return render(request, "tournaments/me.html#live", context)
    return render(request, "tournaments/me.html", context | _place_of(request, event, player))


def _place_of(request: HttpRequest, event: Event, player: Player) -> dict[str, object]:
    """The part that follows the standings, with the delay that applies to all."""
    access, players = replace(everybodys(event), player=player), event.players.count()
    return place_context(access, player) | {
        "place_address": rows_address(access, "place", player.number),
        "place_etag": rows_mark(access, "place", player.number),
        "place_every": _place_every(players),
        "share": shared_history(request, access, player),
    }


def _place_every(players: int) -> float:
    """Seconds between two polls without a hand at the own table: every hand of the hall may move a place. In a club
    all phones ask as often as for their own table; with a thousand phones that would mean hundreds of answers a second.
    """
    return min(30, max(2.5, players / 40))


@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_access(request, slug).event
    known = dict(request.session.get(SESSION_PLAYERS, {}))
    if known.pop(str(event.pk), None) is not None:  # else nothing is written: no cookie, no session row
        request.session[SESSION_PLAYERS] = known
    messages.success(request, _("這部電話已不再代表選手。"))
    return redirect("tournaments:event", slug) if event.public else redirect("/")


@never_cache
@require_GET
def links(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    players = access.event.players.filter(withdrawn_at__isnull=True).order_by("number")
    log.tell(log.Kind.EXPORTED, about="player-links", event_id=access.event.pk)
    slips = [_slip(request, player) for player in players]
    context = {"event": access.event, "slips": slips, "shared": shared_address(request, "/")}
    context["address"] = shared_address(request, reverse("tournaments:event", args=[slug])).address
    return render(request, "tournaments/links.html", context)


def _slip(request: HttpRequest, player: Player) -> dict[str, object]:
    address = shared_address(request, reverse("tournaments:player_link", args=[link_token(player)])).address
    return {"player": player, "address": address, "qr": qr_svg(address), "pin": pin_of(player)}


@require_POST
def renew(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = organiser_access(request, slug)
    player = access.event.players.filter(number=number).first()
    if player is None:
        raise Http404
    revoke_link(player=player)
    renew_pin(player=player)
    messages.success(request, _("%(name)s 的舊連結和密碼已失效，請列印新的一張。") % {"name": player.name})
    return redirect("tournaments:links", slug)
