"""我的牌檯, the page of one table (both answer a poll without news by 304), 叫裁判 and 替補."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.inputs import parse_int
from tournaments.core.access import GameAccess, calling_access, check_own_events, game_access, refereeing_access
from tournaments.core.exceptions import Refused
from tournaments.core.idempotency import new_key, next_url
from tournaments.core.public import game_page, respond
from tournaments.tables.game_log.read import read_book
from tournaments.tables.selectors.calls import CallPanel, fingerprint, mark_of, panel
from tournaments.tables.selectors.calls import my_tables as tables_of
from tournaments.tables.selectors.offline import offline_table, outbox_form
from tournaments.tables.selectors.table import confirmations, table_clock, table_view, wording_of
from tournaments.tables.selectors.visible import shown_book, viewer_of
from tournaments.tables.services import calls


@require_safe
@login_required
def my_tables(request: HttpRequest) -> HttpResponse:
    check_own_events(request)
    events = tables_of(request.user.pk or 0)
    return _live(request, "my_tables", fingerprint(events), lambda: {"events": events})


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
    book = shown_book(read_book(access.game), viewer_of(access))
    wording = wording_of(book)
    strip = confirmations(access, book.folded, wording) if access.takes_part else None
    view = table_view(access, book, wording, strip)
    looks_on, live = access.event.public and not access.works and access.seat is None, [get_language(), access.game.pk]
    return {
        **access.frame,
        "view": view,
        "below": view["seats"][access.seat or 0]["chair"],
        "strip": strip,
        "strip_next": request.path,
        "calling": calling,
        "key": new_key(),
        "offline": offline_table(access, book, strip, records=view["records"]) if access.takes_part else None,
        "first_dealer_outbox": outbox_form(access, book, what="first_dealer", template=_("由 {name} 起莊"))
        if view["first_dealers"]
        else "",
        "rows_address": reverse("tournaments:live_table", args=live)
        if looks_on
        else f"{reverse('tournaments:table', args=[access.game.pk])}?live=1",
        "hands_address": reverse("tournaments:live_hands", args=live)
        if looks_on
        else reverse("tournaments:hands_beside", args=[access.game.pk]),
    }


def _tag(access: GameAccess, calling: CallPanel) -> str:
    clock = table_clock(access.game, timezone.now())
    return f"{access.mark}.{access.event.confirmation}.{clock.mark if clock else ''}.{mark_of(calling.call)}"


def _live(
    request: HttpRequest, name: str, tag: str, context: Callable[[], dict[str, object]], *, late: bool = False
) -> HttpResponse:
    """Show the page or, for a poll, only its changing part, or 304. `late`: no version, because it would reveal new
    entries to this reader."""
    etag = "" if late else f'"{tag}.{get_language()}"'
    if "live" not in request.GET:
        return render(request, f"tournaments/tables/{name}.html", context() | {"etag": etag})
    return respond(
        request, lambda: render(request, f"tournaments/tables/{name}.html#live", context() | {"etag": etag}), etag
    )


@require_POST
def call(request: HttpRequest, game_id: int) -> HttpResponse:
    """Call a referee; for anyone who writes at the table, or a player of it. A second call returns the first one."""
    return _step_of_call(request, calls.call, game_id=game_id, actor=calling_access(request, game_id))


@require_POST
def withdraw(request: HttpRequest, game_id: int) -> HttpResponse:
    meant, actor = _call_meant(request), calling_access(request, game_id)
    return _step_of_call(request, calls.withdraw, game_id=game_id, actor=actor, call_id=meant)


@require_POST
def take(request: HttpRequest, game_id: int) -> HttpResponse:
    meant, user = _call_meant(request), refereeing_access(request, game_id)
    return _step_of_call(request, calls.take, game_id=game_id, user=user, call_id=meant)


@require_POST
def end(request: HttpRequest, game_id: int) -> HttpResponse:
    meant, user = _call_meant(request), refereeing_access(request, game_id)
    return _step_of_call(request, calls.end, game_id=game_id, user=user, call_id=meant)


def _call_meant(request: HttpRequest) -> int | None:
    return parse_int(request.POST.get("call", ""))


def _step_of_call(request: HttpRequest, step: Callable[..., object], **words: Any) -> HttpResponse:
    """Take the step; a refusal appears on the next page, which shows the current call."""
    try:
        step(**words, now=timezone.now())
    except Refused as refusal:
        messages.error(request, refusal.detail)
    return redirect(next_url(request, words["game_id"]))
