from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.core.access import GameAccess, writing_access
from tournaments.core.exceptions import NotOpen, Refused
from tournaments.core.idempotency import entry_by, form_frame, next_url, refusal_lines, seen_version
from tournaments.phrases.kinds import event_words
from tournaments.tables.forms import RewardForm
from tournaments.tables.game_log.read import GameLog, read_book
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.rewards import pick_of, reward_rows
from tournaments.tables.selectors.offline import outbox_form
from tournaments.tables.selectors.table import closed_words, wording_of
from tournaments.tables.services.recording import record


@require_http_methods(["GET", "POST"])
def reward(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show the sheet (GET) or the payer if needed (GET with `pick`), or save (POST)."""
    access = writing_access(request, game_id)
    book = read_book(access.game)
    if request.method == "GET" and (closed := closed_words(access.game, book)):
        context = {"event": access.event, "game": access.game, "detail": closed}
        return render(request, "tournaments/tables/stopped.html", context, status=NotOpen.status)
    if request.method == "GET" and "pick" not in request.GET:
        return _sheet(request, access, book)
    form = RewardForm(request.POST if request.method == "POST" else request.GET, rules=book.rules)
    if not form.is_valid():
        errors = [str(error) for errors in form.errors.values() for error in errors]
        return _sheet(request, access, book, errors=errors, status=400)
    if request.method == "GET" or form.payer_missing:
        return _ask_payer(request, access, book, form)
    sentence = wording_of(book).reward(form.event)
    try:
        entry = entry_by(request, access, request.POST["pick"])
        record(**entry, played=Played(form.event), seen=seen_version(request))
    except Refused as refusal:
        access.game.refresh_from_db()
        fresh = read_book(access.game)
        lines = refusal_lines(refusal, wording_of(fresh))
        return _sheet(request, access, fresh, errors=lines, status=refusal.status)
    undo = reverse("tournaments:undo", args=[access.game.pk])
    link = format_html('<a href="{}">{}</a>', undo, _("撤銷最後一項"))
    messages.success(request, format_html("{} · {}", _("已記錄：%(entry)s") % {"entry": sentence}, link))
    return redirect(next_url(request, access.game.pk))


def _sheet(
    request: HttpRequest, access: GameAccess, book: GameLog, *, errors: list[str] | None = None, status: int = 200
) -> HttpResponse:
    wording = wording_of(book)
    context = {
        "rows": reward_rows(book.folded.state, wording),
        "open_entries": [
            event_words(wording.at(book.folded.state.hand_number, item.born), item.event)
            for item in book.folded.open_items
        ],
        "errors": errors or [],
    }
    return _render(request, access, book, "reward", context, status)


def _ask_payer(request: HttpRequest, access: GameAccess, book: GameLog, form: RewardForm) -> HttpResponse:
    event = form.event
    wording = wording_of(book)
    names = wording.names
    said = {"receiver": names[event["seat"]], "reward": wording.reward_name(event["kind"])}
    context = {
        "outbox": outbox_form(
            access, book, what="reward", template=_("{receiver} {reward}，{payer} 付").format(**said, payer="{name}")
        ),
        "reward_name": said["reward"],
        "receiver": said["receiver"],
        "payers": [
            {"name": name, "pick": pick_of(event["kind"], event["seat"], payer=other)}
            for other, name in enumerate(names)
            if other != event["seat"]
        ],
    }
    return _render(request, access, book, "reward_payer", context)


def _render(
    request: HttpRequest, access: GameAccess, book: GameLog, name: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    frame = form_frame(access) | {
        "state": book.folded.state,
        "next": request.POST.get("next") or request.GET.get("next", ""),
        "outbox": outbox_form(access, book, what="reward", template="{name} {reward}"),
    }
    part = "#sheet" if request.htmx and request.method == "GET" else ""  # type: ignore[attr-defined]
    return render(request, f"tournaments/tables/{name}.html{part}", frame | context, status=status)
