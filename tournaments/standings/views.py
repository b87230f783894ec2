"""Standings, their rows, CSV, one player's history.

2,000 phones poll every few seconds: public answers come from stored bytes after one query that reads the version, or
are 304. They do not depend on the reader.
"""

import uuid
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from accounts import log
from accounts.devices import follow_session
from accounts.network import qr_svg, shared_address
from accounts.spreadsheet import csv_response
from tournaments.core.access import (
    SESSION_PLAYERS,
    EventAccess,
    anonymous_access,
    event_access,
    organiser_access,
    player_access,
    player_numbered,
    player_of,
    require,
)
from tournaments.core.exceptions import WrongPin
from tournaments.core.public import Share, public_page, respond, rows_address, rows_mark, share_of, version_of
from tournaments.core.services import check_pin, link_token, pin_of, player_by_token, renew_pin, revoke_link
from tournaments.hall.clock import hall_clocks
from tournaments.models import Game, Player, Stage
from tournaments.rulebook.page import changes_text
from tournaments.scorecards.forms import PinForm
from tournaments.standings.columns import SHOWN_FIRST, csv_rows, has_more, table
from tournaments.standings.courses import course_svg, own_course, packed
from tournaments.standings.courses import courses as select_courses
from tournaments.standings.cutline import event_standings, player_place, race_of
from tournaments.standings.cutline import stage_standings as standings_of_stage
from tournaments.standings.player_pages import current_game, my_games, own_mark, player_page
from tournaments.standings.player_pages import player_history as select_history
from tournaments.standings.rows import PROJECTED, SETTLED
from tournaments.standings.sums import event_sum, game_sums, round_sum
from tournaments.standings.tally import last_change
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.selectors.calls import player_panel
from tournaments.tables.selectors.offline import own_confirmation
from tournaments.tables.selectors.table import table_clock

BASES = {PROJECTED.word: PROJECTED}
WAYS = {"by": BASES, "part": ("rest",)}
"""Query parameters; `part`: the rows after the first ones of a long table."""
# A placeholder for the rows: rendering half a megabyte through a template is slow.
_PLACE = "<!-- rows -->"
GAMES_A_PAGE = 40


@public_page("standings", ways=WAYS, by_host=True)
def standings(request: HttpRequest, access: EventAccess, number: int | None = None, **way: str) -> str:
    event, at = access.event, () if number is None else (number,)
    page, rows = ("stage_standings", "stage_rows") if at else ("standings", "standings_rows")
    more: dict[str, object] = {"share": None, "rows_address": rows_address(access, rows, *at)}
    more["rows_etag"] = rows_mark(access, "rows", *at, *way.values())
    if not event.hidden:
        title = _("%(event)s · 排名") % {"event": event.name}
        where = reverse(f"tournaments:{page}", args=[event.slug, *at])
        version = version_of(last_change(event, None if access.works else access.until))
        more["share"] = share_of(request, event, where, title, "live_standings_picture", event.slug, version=version)
    return _write_standings("standings.html", access, way, number, **more)


@public_page("rows", ways=WAYS)
def standings_rows(request: HttpRequest, access: EventAccess, number: int | None = None, **way: str) -> str:
    return _write_standings("standings.html#rows", access, way, number)


def _write_standings(
    template: str, access: EventAccess, way: Mapping[str, str], number: int | None, **more: object
) -> str:
    """Render the standings of the event or of a stage; before the reveal most readers get no table."""
    event, part, basis = access.event, way.get("part", ""), BASES.get(way.get("by", ""), SETTLED)
    if number is None:
        found = event_standings(event, access.until, basis)
    else:
        stage = get_object_or_404(Stage.objects.select_related("event"), event=event, number=number)
        found = standings_of_stage(stage, access.until, basis)
    context = {
        "event": event,
        "found": found,
        "rows_of_stage": number is not None,
        "hidden": not access.adds_up,
        "changed_at": last_change(event, access.until),
        "by": way.get("by", ""),
        "part": part,
        "asked": f"?{urlencode(way)}" if way else "",
        "query": f"{urlencode(way)}&" if way else "",
        "shown_first": SHOWN_FIRST,
        "version": access.version,
        "has_more": has_more(found) and access.adds_up,
        "courses_address": rows_address(access, "courses") if access.adds_up and found.rows else "",
        "clocks": hall_clocks(event, timezone.now()),
    } | more
    rows = table(found, part) if access.adds_up else ""
    return render_to_string(f"tournaments/standings/{template}", context).replace(_PLACE, rows, 1)


@public_page("courses")
def courses(request: HttpRequest, access: EventAccess) -> str:
    """Return 走勢 of all players, for the rows of the standings in wide windows."""
    lines = packed(select_courses(access.event, access.until)) if access.adds_up else ""
    return f"<p data-courses>{lines}</p>"


@require_safe
def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    access = event_access(request, slug)
    require(access.adds_up)
    rows = csv_rows(event_standings(access.event, access.until), changes_text(rules_of(access.event)))
    return csv_response(f"{access.event.slug}-standings-{timezone.localtime():%Y%m%d-%H%M}.csv", rows)


@require_safe
def player_history(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = event_access(request, slug)
    player = player_numbered(access.event, number)
    # Polled without the reader's session: some rulings are visible to few readers, on their own page only.
    rows = ""
    if access.event.public and not access.works and access.player is None:
        rows = reverse("tournaments:live_history", args=[get_language(), access.event.slug, number])
    context = _history(access, player) | {"access": access, "rows_address": rows}
    context["share"] = _share_of_history(request, access, player)
    return render(request, "tournaments/standings/player_history.html", context)


def _share_of_history(request: HttpRequest, access: EventAccess, player: Player) -> Share | None:
    event = access.event
    if event.hidden:
        return None
    at = (event.slug, player.number)
    title, where = _("%(name)s 的紀錄") % {"name": player}, reverse("tournaments:player_history", args=at)
    version = version_of(last_change(event, access.until))
    return share_of(request, event, where, title, "live_player_picture", *at, version=version)


def _acts_of(event: int, number: int) -> object:
    """Return the number of acts in a player's games: confirmations do not change the version of the standings."""
    games = Game.objects.filter(event=event, seats__player__number=number)
    return games.aggregate(said=Sum("act_count"))["said"]


@public_page("history", also=_acts_of)
def history_rows(request: HttpRequest, access: EventAccess, number: int) -> str:
    player = player_numbered(access.event, number)
    return render_to_string("tournaments/standings/player_history.html#rows", _history(access, player))


def _history(access: EventAccess, player: Player) -> dict[str, object]:
    history = select_history(player, access, race_of(access)) if access.adds_up else None
    return {
        "event": access.event,
        "player": player,
        "history": history,
        "place": history.place if history else None,
        "course": course_svg(history.course) if history else "",
    }


@public_page("place")
def place_rows(request: HttpRequest, access: EventAccess, number: int) -> str:
    """Return the player's place; polled by their own page, whose other parts depend on their table alone."""
    player = player_numbered(access.event, number)
    return render_to_string("tournaments/standings/_player_place.html", _place(access, player))


def _place(access: EventAccess, player: Player) -> dict[str, object]:
    place = player_place(player, race_of(access)) if access.adds_up else None
    return {"event": access.event, "player": player, "place": place}


@public_page("sum")
def event_total(request: HttpRequest, access: EventAccess) -> str:
    found = event_sum(access.event, access.until) if access.adds_up else None
    context = {
        "event": access.event,
        "found": found,
        "made_at": access.until or timezone.now(),
        "version": access.version,
    }
    return render_to_string("tournaments/standings/sum.html", context)


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
        "found": round_sum(round_, access.until),
        "page": page,
        "games": game_sums(access.event, list(page.object_list), access.until),
        "made_at": access.until or timezone.now(),
    }
    return access.page(request, "tournaments/standings/sum_round.html", context)


@require_http_methods(["GET", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Open a personal link: ask for the PIN once, then remember the player on this phone."""
    player = player_by_token(token)
    if player is None:
        return render(request, "tournaments/standings/link_gone.html", status=404)
    known = player_of(request, player.event)
    if known is not None and known.pk == player.pk:
        return redirect("tournaments:me", player.event.slug)
    form = PinForm(request.POST or None)
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            check_pin(player_id=player.pk, pin=form.cleaned_data["pin"], now=timezone.now())
            session = request.session.session_key
            request.session.cycle_key()
            follow_session(request, session)
            players = dict(request.session.get(SESSION_PLAYERS, {}))
            players[str(player.event_id)] = [player.pk, player.link_version]
            request.session[SESSION_PLAYERS] = players
            return redirect("tournaments:me", player.event.slug)
        except WrongPin as refusal:
            form.add_error("pin", refusal.detail)
            status = refusal.status
    works = request.user.is_authenticated and player.event.memberships.filter(user=request.user).exists()
    context = {"player": player, "event": player.event, "form": form, "may_check_in": works}
    return render(request, "tournaments/standings/link.html", context, status=status)


@never_cache
@require_safe
def me(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the current game, hands to confirm, and earlier games. The place may change with any hand in the hall, so
    that part polls by itself. A poll without news reads only the value it compares."""
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
        "outbox": own_confirmation(page["current"]["game"], page["current"]["seat"], player) if page["current"] else "",
        "calling": player_panel(current, player.pk),
        "clock": table_clock(current, now) if current else None,
        "key": uuid.uuid4(),
        "etag": etag,
    }
    if live:
        return render(request, "tournaments/standings/me.html#live", context)
    # The part that depends on the standings, with the public delay. Any hand in the hall may change a place: in a club
    # all phones poll it as often as their own table, a thousand phones less often.
    access = replace(anonymous_access(event), player=player)
    context |= _place(access, player) | {
        "place_address": rows_address(access, "place", player.number),
        "place_etag": rows_mark(access, "place", player.number),
        "place_every": min(30, max(2.5, event.players.count() / 40)),
        "share": _share_of_history(request, access, player),
    }
    return render(request, "tournaments/standings/me.html", context)


@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_access(request, slug).event
    known = dict(request.session.get(SESSION_PLAYERS, {}))
    if known.pop(str(event.pk), None) is not None:  # else nothing is written: no cookie, no session row
        request.session[SESSION_PLAYERS] = known
    messages.success(request, _("這部電話已不再代表選手。"))
    return redirect("tournaments:event", slug) if event.public else redirect("/")


@require_GET
def links(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    players = access.event.players.filter(withdrawn_at__isnull=True).order_by("number")
    log.add_entry(log.Kind.EXPORTED, about="player-links", event_id=access.event.pk)
    slips = []
    for player in players:
        address = shared_address(request, reverse("tournaments:player_link", args=[link_token(player)])).address
        slips.append({"player": player, "address": address, "qr": qr_svg(address), "pin": pin_of(player)})
    context = {"event": access.event, "slips": slips, "shared": shared_address(request, "/")}
    return render(request, "tournaments/standings/links.html", context)


@require_POST
def renew(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = organiser_access(request, slug)
    player = get_object_or_404(access.event.players, number=number)
    revoke_link(player=player)
    renew_pin(player=player)
    messages.success(request, _("%(name)s 的舊連結和密碼已失效，請列印新的一張。") % {"name": player.name})
    return redirect("tournaments:links", slug)
