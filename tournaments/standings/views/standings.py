"""Standings, their rows, CSV, one player's history.

2,000 phones poll every few seconds: public answers come from stored bytes after one statement that reads the version,
or are 304. They do not depend on the reader.
"""

from collections.abc import Mapping
from urllib.parse import urlencode

from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.core.access import EventAccess, event_access, player_numbered, require
from tournaments.core.public import public_page, rows_address, rows_mark
from tournaments.core.share import Share, share_of, version_of
from tournaments.hall.selectors.clock import hall_clocks
from tournaments.models import Game, Player, Stage
from tournaments.rulebook.changes import changes_text
from tournaments.standings.course import course_svg, packed
from tournaments.standings.html import SHOWN_FIRST, csv_text, has_more, table
from tournaments.standings.selectors.courses import courses as select_courses
from tournaments.standings.selectors.cutline import Race, race_of
from tournaments.standings.selectors.cutline import player_place as select_place
from tournaments.standings.selectors.player_history import player_history as select_history
from tournaments.standings.tally.cutline import event_standings as select_standings
from tournaments.standings.tally.cutline import stage_standings as select_stage_standings
from tournaments.standings.tally.earlier import last_change
from tournaments.standings.tally.rows import PROJECTED, SETTLED, Standings
from tournaments.tables.book.read import rules_of

BASES = {PROJECTED.word: PROJECTED}
WAYS = {"by": BASES, "part": ("rest",)}
"""Query parameters; `part`: the rows after the first ones, where there are many."""
_HISTORY = "tournaments:player_history"


@public_page("standings", ways=WAYS, by_host=True)
def standings(request: HttpRequest, access: EventAccess, **way: str) -> str:
    etag, rows = rows_mark(access, "rows", *way.values()), rows_address(access, "standings_rows")
    more = {"rows_etag": etag, "rows_address": rows, "share": _shared(request, access, "standings")}
    return _written("standings.html", access, _of_event(access, way), way, **more)


@public_page("rows", ways=WAYS)
def standings_rows(request: HttpRequest, access: EventAccess, **way: str) -> str:
    return _written("standings.html#rows", access, _of_event(access, way), way)


@public_page("stage-standings", ways=WAYS, by_host=True)
def stage_standings(request: HttpRequest, access: EventAccess, number: int, **way: str) -> str:
    etag, rows = rows_mark(access, "stage-rows", number, *way.values()), rows_address(access, "stage_rows", number)
    more = {"rows_etag": etag, "rows_address": rows, "rows_of_stage": True}
    more["share"] = _shared(request, access, "stage_standings", number)
    return _written("standings.html", access, _of_stage(access, number, way), way, **more)


@public_page("stage-rows", ways=WAYS)
def stage_rows(request: HttpRequest, access: EventAccess, number: int, **way: str) -> str:
    return _written("standings.html#rows", access, _of_stage(access, number, way), way)


@public_page("courses")
def courses(request: HttpRequest, access: EventAccess) -> str:
    """走勢 of all players, for the rows of the standings in wide windows."""
    lines = packed(select_courses(access.event, access.until)) if access.adds_up else ""
    return f"<p data-courses>{lines}</p>"


def _of_event(access: EventAccess, way: Mapping[str, str]) -> Standings:
    return select_standings(access.event, access.until, BASES.get(way.get("by", ""), SETTLED))


def _of_stage(access: EventAccess, number: int, way: Mapping[str, str]) -> Standings:
    stage = get_object_or_404(Stage.objects.select_related("event"), event=access.event, number=number)
    return select_stage_standings(stage, access.until, BASES.get(way.get("by", ""), SETTLED))


def _shared(request: HttpRequest, access: EventAccess, page: str, *at: object) -> Share | None:
    event = access.event
    if event.hidden:
        return None
    title = _("%(event)s · 排名") % {"event": event.name}
    version = version_of(last_change(event, None if access.works else access.until))
    where = reverse(f"tournaments:{page}", args=[event.slug, *at])
    return share_of(request, event, where, title, "live_standings_picture", event.slug, version=version)


# Placeholder of the rows: rendering half a megabyte through a template is slow.
_PLACE = "<!-- rows -->"


def _written(template: str, access: EventAccess, found: Standings, way: Mapping[str, str], **more: object) -> str:
    """With the table; before the reveal most readers get none."""
    part = way.get("part", "")
    rows = table(found, part) if access.adds_up else ""
    now = timezone.now()
    context = {
        "event": access.event,
        "found": found,
        "hidden": not access.adds_up,
        "stage_names": [(stage.number, stage.name) for stage in found.stages],
        "changed_at": last_change(access.event, access.until),
        "by": way.get("by", ""),
        "part": part,
        "asked": f"?{urlencode(way)}" if way else "",
        "query": f"{urlencode(way)}&" if way else "",
        "shown_first": SHOWN_FIRST,
        "version": access.version,
        "has_more": has_more(found) and access.adds_up,
        "courses_address": rows_address(access, "courses") if access.adds_up and found.rows else "",
        "now": now,
        "clocks": hall_clocks(access.event, now),
    } | more
    before, _place, after = render_to_string(f"tournaments/{template}", context).partition(_PLACE)
    return f"{before}{rows if _place else ''}{after}"


@never_cache
@require_safe
def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """With BOM, so that spreadsheets read Chinese."""
    access = event_access(request, slug)
    require(access.adds_up)
    text = csv_text(_of_event(access, {}), changes_text(rules_of(access.event)))
    response = HttpResponse(text.encode("utf-8-sig"), content_type="text/csv; charset=utf-8")
    stamp = timezone.localtime().strftime("%Y%m%d-%H%M")
    response["Content-Disposition"] = f'attachment; filename="{access.event.slug}-standings-{stamp}.csv"'
    return response


@never_cache
@require_safe
def player_history(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = event_access(request, slug)
    player = player_numbered(access.event, number)
    context = _history(access, player) | {"access": access, "rows_address": _history_address(access, number)}
    context["share"] = shared_history(request, access, player)
    return render(request, "tournaments/player_history.html", context)


def shared_history(request: HttpRequest, access: EventAccess, player: Player) -> Share | None:
    event = access.event
    if event.hidden:
        return None
    title, where = _("%(name)s 的紀錄") % {"name": player}, reverse(_HISTORY, args=[event.slug, player.number])
    at = {"version": version_of(last_change(event, access.until))}
    return share_of(request, event, where, title, "live_player_picture", event.slug, player.number, **at)


def _acts_of(event: int, number: int) -> object:
    """Number of acts in the games of a player: confirmations move no standings."""
    games = Game.objects.filter(event=event, seats__player__number=number)
    return games.aggregate(said=Sum("act_count"))["said"]


@public_page("history", also=_acts_of)
def history_rows(request: HttpRequest, access: EventAccess, number: int) -> str:
    player = player_numbered(access.event, number)
    return render_to_string("tournaments/player_history.html#rows", _history(access, player))


@public_page("place")
def place_rows(request: HttpRequest, access: EventAccess, number: int) -> str:
    """For polling: on the player's own page, whose other parts follow their table alone."""
    player = player_numbered(access.event, number)
    return render_to_string("tournaments/_player_place.html", place_context(access, player))


def place_context(access: EventAccess, player: Player, race: Race | None = None) -> dict[str, object]:
    place = select_place(player, race or race_of(access)) if access.adds_up else None
    return {"event": access.event, "player": player, "place": place}


def _history_address(access: EventAccess, number: int) -> str:
    """The poll address: some rulings are shown to few readers, on their own page only."""
    if access.works or access.player is not None or not access.event.public:
        return ""
    return reverse("tournaments:live_history", args=[get_language(), access.event.slug, number])


def _history(access: EventAccess, player: Player) -> dict[str, object]:
    history = select_history(player, access, race_of(access)) if access.adds_up else None
    return {
        "event": access.event,
        "player": player,
        "history": history,
        "place": history.place if history else None,
        "course": course_svg(history.course) if history else "",
    }
