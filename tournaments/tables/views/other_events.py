from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.core.access import GameAccess, writing_access
from tournaments.core.exceptions import Refused
from tournaments.core.idempotency import done, entry_by, form_frame, next_url, refusal_lines, seen_version
from tournaments.phrases.kinds import Moment, event_words, offered
from tournaments.phrases.reasons import PAUSE_REASONS
from tournaments.tables.forms import OtherForm
from tournaments.tables.game_log.read import GameLog, read_book
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.corrections import score_changes
from tournaments.tables.selectors.table import wording_of
from tournaments.tables.services import recording
from tournaments.tables.services.writing import check_open


@require_http_methods(["GET", "POST"])
def other(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show the choices (GET) or the effects of one (GET with `pick`), or record it (POST)."""
    access = writing_access(request, game_id)
    book = read_book(access.game)
    data = request.POST if request.method == "POST" else request.GET
    if request.method == "GET" and "pick" not in data:
        return _choices(request, access, book)
    form = OtherForm(data, complete=request.method == "POST")
    errors: list[str] = []
    status = 200 if form.is_valid() else 400
    if "pick" in form.errors:
        return _choices(request, access, book, [str(one) for found in form.errors.values() for one in found], status)
    if request.method == "POST" and form.is_valid():
        try:
            _enter(request, access, form.event)
        except Refused as refusal:
            access.game.refresh_from_db()
            book = read_book(access.game)
            errors, status = refusal_lines(refusal, wording_of(book)), refusal.status
        else:
            entry = event_words(wording_of(book), form.event)
            return done(request, _("已記錄：%(entry)s") % {"entry": entry}, next_url(request, access.game.pk))
    return _consider(request, access, book, form, errors, status)


def _choices(
    request: HttpRequest, access: GameAccess, book: GameLog, errors: Sequence[str] = (), status: int = 200
) -> HttpResponse:
    moment = Moment(book.folded.state, wording_of(book), paused=book.folded.timeline.paused is not None)
    return _render(request, access, "other", {"choices": offered(moment), "errors": errors}, status)


def _consider(
    request: HttpRequest, access: GameAccess, book: GameLog, form: OtherForm, errors: list[str], status: int
) -> HttpResponse:
    wording = wording_of(book)
    context: dict[str, Any] = {"pick": form.data["pick"], "sentence": event_words(wording, form.event)}
    context |= {"form": form, "asks": form.kind.asks, "reasons": PAUSE_REASONS}
    before = after = book.folded.state
    try:
        if form.kind.in_game:
            after = recording.preview(book=book, played=Played(form.event)).state
        else:
            check_open(book)
        context |= {
            "effects": form.kind.follows(form.event, before, after, wording),
            "changes": score_changes(before, after, wording.names),
            "ready": True,
        }
    except Refused as refusal:
        errors = [*errors, refusal.detail]
    return _render(request, access, "other_consider", context | {"errors": errors}, status)


def _enter(request: HttpRequest, access: GameAccess, event: Mapping[str, Any]) -> None:
    by = entry_by(request, access)
    if event["type"] == "pause":
        recording.pause(**by, reason=event["reason"], minutes=event.get("minutes"))
    elif event["type"] == "resume":
        recording.resume(**by)
    else:
        recording.record(**by, played=Played(event), seen=seen_version(request))


def _render(
    request: HttpRequest, access: GameAccess, name: str, context: Mapping[str, Any], status: int
) -> HttpResponse:
    htmx = bool(request.htmx)  # type: ignore[attr-defined]
    frame = form_frame(access) | {"in_sheet": htmx, **context}
    return render(request, f"tournaments/tables/{name}.html{'#sheet' if htmx else ''}", frame, status=status)
