"""我的牌檯 and the page of one table; both answer a poll without news with 304."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.core.access import GameAccess, check_own_events, game_access
from tournaments.core.idempotency import new_key
from tournaments.core.public import game_page, respond
from tournaments.tables.selectors.calls import CallPanel, panel
from tournaments.tables.selectors.confirmations import cards_to_tap, confirmations
from tournaments.tables.selectors.my_tables import fingerprint
from tournaments.tables.selectors.my_tables import my_tables as tables_of
from tournaments.tables.selectors.offline import offline_table, outbox_form
from tournaments.tables.selectors.seats import seats_of
from tournaments.tables.selectors.table import table_clock, table_view
from tournaments.tables.selectors.visible_book import shown_book, viewer_of


@never_cache
@require_safe
@login_required
def my_tables(request: HttpRequest) -> HttpResponse:
    check_own_events(request)
    events = tables_of(request.user.pk or 0)
    return _live(request, "my_tables", fingerprint(events), lambda: {"events": events})


@never_cache
@require_safe
def table(request: HttpRequest, game_id: int) -> HttpResponse:
    access = game_access(request, game_id)
    calling = panel(access)
    tag = _tag(access, calling)
    late = access.until is not None
    return _live(request, "table", tag, lambda: _table_context(request, access, calling), late=late)


@require_safe
def live_table(request: HttpRequest, language: str, game_id: int) -> HttpResponse:
    access = game_access(request, game_id)
    calling = panel(access)

    def written() -> str:
        return render_to_string("tournaments/tables/table.html#live", _table_context(request, access, calling), request)

    return game_page(request, access, "table", _tag(access, calling), written)


def _table_context(request: HttpRequest, access: GameAccess, calling: CallPanel) -> dict[str, object]:
    book = shown_book(access.game, viewer_of(access))
    seats = seats_of(access.game, book.folded.state, book.rules)
    view = table_view(access, book, seats)
    strip = confirmations(access, book.folded, seats=seats) if access.takes_part else None
    return {
        "access": access,
        "event": access.event,
        "game": access.game,
        "view": view,
        "cards": cards_to_tap(view.seats, strip),
        "below": access.seat or 0,
        "strip": strip,
        "strip_next": request.path,
        "calling": calling,
        "key": new_key(),
        "offline": offline_table(access, book, strip, records=view.records) if access.takes_part else None,
        "first_dealer_outbox": outbox_form(access, book, what="first_dealer", template=_("由 {name} 起莊")),
        "rows_address": _rows_address(access),
        "hands_address": _hands_address(access),
    }


def _rows_address(access: GameAccess) -> str:
    if _looks_on(access):
        return reverse("tournaments:live_table", args=[get_language(), access.game.pk])
    return f"{reverse('tournaments:table', args=[access.game.pk])}?live=1"


def _hands_address(access: GameAccess) -> str:
    if _looks_on(access):
        return reverse("tournaments:live_hands", args=[get_language(), access.game.pk])
    return reverse("tournaments:hands_beside", args=[access.game.pk])


def _looks_on(access: GameAccess) -> bool:
    return access.event.public and not access.works and access.seat is None


def _tag(access: GameAccess, calling: CallPanel) -> str:
    game, looking = access.game, (int(access.works), access.player.pk if access.player else 0)
    # A substitute writes no act, but moves the time of the last one.
    moved = game.last_act_at.timestamp() if game.last_act_at else 0
    clock = table_clock(game, timezone.now())
    names = access.event.page_version
    parts = (game.pk, game.act_count, names, game.book_version, moved, game.round.state, access.event.confirmation)
    return ".".join(map(str, (*parts, clock.mark if clock else "", calling.mark, *looking)))


def _live(
    request: HttpRequest, name: str, tag: str, context: Callable[[], dict[str, object]], *, late: bool = False
) -> HttpResponse:
    """The page, or for a poll only its changing part, or 304. `late`: a reader whom no version may tell that
    something was done.
    """
    etag = "" if late else f'"{tag}.{get_language()}"'
    if "live" not in request.GET:
        return render(request, f"tournaments/tables/{name}.html", context() | {"etag": etag})
    return respond(
        request, lambda: render(request, f"tournaments/tables/{name}.html#live", context() | {"etag": etag}), etag
    )
