"""排名的頁: standings, their rows, CSV, the big screen, one player's history.

2,000 phones ask every few seconds: what is public is answered from finished bytes after one statement that reads the
version, and with 304 to whoever has that version. Nothing in those answers depends on who asks.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.addresses import shared_address
from tournaments.access import event_access
from tournaments.book.read import rules_of
from tournaments.models import Event, Player, Stage
from tournaments.rulebook.changes import changes_text
from tournaments.selectors.clock import hall_clocks
from tournaments.selectors.cutline import player_line
from tournaments.selectors.events import seated_tables
from tournaments.selectors.player_history import player_history as select_history
from tournaments.selectors.published_seats import seats_to_announce
from tournaments.tally.cutline import event_standings as select_standings
from tournaments.tally.cutline import stage_standings as select_stage_standings
from tournaments.tally.rows import Standings
from tournaments.views.kept import kept_page, mark_of, rows_address
from tournaments.web.qr import qr_svg
from tournaments.web.seats_html import screen_seats
from tournaments.web.standings_html import SCREEN_ROWS, csv_text, screen_table, table
from tournaments.web.standings_html import screen_rows as screen_rows_of


@kept_page("standings")
def standings(request: HttpRequest, event: Event) -> str:
    """排名."""
    found = select_standings(event)
    etag, rows = mark_of(event, "rows"), rows_address(event, "standings_rows")
    return _written("standings.html", event, found, table(found), rows_etag=etag, rows_address=rows)


@kept_page("rows")
def standings_rows(request: HttpRequest, event: Event) -> str:
    """The table alone, for polling."""
    found = select_standings(event)
    return _written("standings.html#rows", event, found, table(found))


@kept_page("stage-standings")
def stage_standings(request: HttpRequest, event: Event, number: int) -> str:
    """排名 of one stage."""
    found = _of_stage(event, number)
    etag, rows = mark_of(event, "stage-rows", number), rows_address(event, "stage_rows", number)
    return _written("standings.html", event, found, table(found), rows_etag=etag, rows_address=rows, rows_of_stage=True)


@kept_page("stage-rows")
def stage_rows(request: HttpRequest, event: Event, number: int) -> str:
    """The table of one stage alone, for polling."""
    found = _of_stage(event, number)
    return _written("standings.html#rows", event, found, table(found))


def _of_stage(event: Event, number: int) -> Standings:
    stage = get_object_or_404(Stage.objects.select_related("event"), event=event, number=number)
    return select_stage_standings(stage)


@kept_page("screen", by_host=True)
def screen(request: HttpRequest, event: Event) -> str:
    """大屏幕: no sign-in, no menu; the code leads to the standings."""
    found = select_standings(event)
    shared = shared_address(request, reverse("tournaments:standings", args=[event.slug]))
    rows_etag = mark_of(event, "screen-rows")
    rows = rows_address(event, "screen_rows")
    more = {"rows_etag": rows_etag, "rows_address": rows, "shared": shared, "qr": qr_svg(shared.address)}
    return _on_screen("screen.html", event, found, **more)


@kept_page("screen-rows")
def screen_rows(request: HttpRequest, event: Event) -> str:
    """The pages of the big screen alone, for polling."""
    return _on_screen("screen.html#rows", event, select_standings(event))


def _on_screen(template: str, event: Event, found: Standings, **more: object) -> str:
    """Before a round begins its published seats, else the standings."""
    announced = seats_to_announce(event)
    rows = screen_table(found) if announced is None else screen_seats(announced, seated_tables(announced))
    return _written(template, event, found, rows, announced=announced, told=announced or found.latest, **more)


# Stands in the template where the rows go: a template that carries half a megabyte through itself is slow.
_PLACE = "<!-- rows -->"


def _written(template: str, event: Event, found: Standings, rows: str, **more: object) -> str:
    shown = len(screen_rows_of(found))
    context = {
        "event": event,
        "found": found,
        "stage_names": [(stage.number, stage.name) for stage in found.stages],
        "ranked": shown,
        "pages": -(-shown // SCREEN_ROWS),
        "made_at": timezone.now(),
        "clocks": hall_clocks(event, timezone.now()),
    } | more
    before, _place, after = render_to_string(f"tournaments/{template}", context).partition(_PLACE)
    return f"{before}{rows if _place else ''}{after}"


@never_cache
@require_safe
def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """CSV as spreadsheets read it: with BOM, so that Chinese stays Chinese."""
    access = event_access(request, slug)
    text = csv_text(select_standings(access.event), changes_text(rules_of(access.event)))
    response = HttpResponse(text.encode("utf-8-sig"), content_type="text/csv; charset=utf-8")
    stamp = timezone.localtime().strftime("%Y%m%d-%H%M")
    response["Content-Disposition"] = f'attachment; filename="{access.event.slug}-standings-{stamp}.csv"'
    return response


@never_cache
@require_safe
def player_history(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """一名選手的紀錄: every game and hand of theirs, in words."""
    access = event_access(request, slug)
    player = get_object_or_404(Player, event=access.event, number=number)
    context = {
        "access": access,
        "event": access.event,
        "player": player,
        "history": select_history(player, access),
        "line": player_line(player),
    }
    return render(request, "tournaments/player_history.html", context)
