from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.core.access import game_access
from tournaments.tables.recording.preview import what_if
from tournaments.tables.selectors.table import seats_of
from tournaments.tables.selectors.visible import shown_book, viewer_of


@never_cache
@require_safe
def whatif(request: HttpRequest, game_id: int) -> HttpResponse:
    access = game_access(request, game_id)
    book = shown_book(access.game, viewer_of(access))
    seats = seats_of(access.game, book.folded.state, book.rules)
    context = {
        "access": access,
        "event": access.event,
        "game": access.game,
        "what": what_if(request.GET, book, seats),
    }
    parts = {"whatif-result": "#result", "sheet": "#sheet"}
    target = request.htmx.target if request.htmx else ""  # type: ignore[attr-defined]
    return render(request, f"tournaments/tables/whatif.html{parts.get(target or '', '')}", context)
