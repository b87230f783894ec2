from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring import GameState
from tournaments.core.access import GameAccess, writing_access
from tournaments.core.exceptions import Refused
from tournaments.core.idempotency import client_key, new_key, next_url, refusal_lines, seen_version
from tournaments.phrases.kinds import Moment, event_words, offered
from tournaments.phrases.reasons import PAUSE_REASONS
from tournaments.phrases.wording import wording_at
from tournaments.tables.forms import OtherForm
from tournaments.tables.game_log.read import GameLog, read_book
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.corrections import score_changes
from tournaments.tables.selectors.table import seats_of
from tournaments.tables.services import recording
from tournaments.tables.services.recording import preview, record
from tournaments.tables.services.writing import check_open


@never_cache
@require_http_methods(["GET", "POST"])
def other(request: HttpRequest, game_id: int) -> HttpResponse:
    """The choices (GET), what one would do (GET with `pick`), recording it (POST)."""
    page = _Page(request, writing_access(request, game_id))
    data = request.POST if request.method == "POST" else request.GET
    if request.method == "GET" and "pick" not in data:
        return page.choices()
    form = OtherForm(data, complete=request.method == "POST")
    if not form.is_valid() and "pick" in form.errors:
        return page.choices(errors=[str(e) for errors in form.errors.values() for e in errors], status=400)
    if not form.is_valid():
        return page.consider(form, status=400)
    return page.save(form) if request.method == "POST" else page.consider(form)


class _Page:
    def __init__(self, request: HttpRequest, access: GameAccess) -> None:
        self.request = request
        self.access = access
        self._read()

    def _read(self) -> None:
        self.book: GameLog = read_book(self.access.game)
        self.seats = seats_of(self.access.game, self.book.folded.state, self.book.rules)
        self.wording = wording_at(self.seats, self.book.rules)

    def choices(self, *, errors: list[str] | None = None, status: int = 200) -> HttpResponse:
        groups = offered(self._moment())
        return self._render("other", {"choices": groups, "errors": errors or []}, status)

    def consider(self, form: OtherForm, *, errors: list[str] | None = None, status: int = 200) -> HttpResponse:
        context: dict[str, Any] = {"pick": form.data["pick"], "sentence": event_words(self.wording, form.event)}
        context |= {"form": form, "asks": form.kind.asks, "reasons": PAUSE_REASONS}
        lines = list(errors or [])
        try:
            before, after = self._before_and_after(form)
            context |= {
                "effects": form.kind.follows(form.event, before, after, self.wording),
                "changes": score_changes(before, after, self.wording.names),
                "ready": True,
            }
        except Refused as refusal:
            lines.append(refusal.detail)
        return self._render("other_consider", context | {"errors": lines}, status)

    def _before_and_after(self, form: OtherForm) -> tuple[GameState, GameState]:
        if form.kind.in_game:
            seen = preview(book=self.book, played=Played(form.event))
            return seen.before.state, seen.after.state
        check_open(self.book)
        return self.book.folded.state, self.book.folded.state

    def save(self, form: OtherForm) -> HttpResponse:
        try:
            self._enter(form.event)
        except Refused as refusal:
            self.access.game.refresh_from_db()
            self._read()
            return self.consider(form, errors=refusal_lines(refusal, self.wording), status=refusal.status)
        messages.success(self.request, _("已記錄：%(entry)s") % {"entry": event_words(self.wording, form.event)})
        return redirect(next_url(self.request, self.access.game.pk))

    def _enter(self, event: Mapping[str, Any]) -> None:
        by: dict[str, Any] = {
            "game_id": self.access.game.pk,
            "actor": self.access.actor,
            "client_key": client_key(self.request),
            "now": timezone.now(),
        }
        if event["type"] == "pause":
            recording.pause(**by, reason=event["reason"], minutes=event.get("minutes"))
        elif event["type"] == "resume":
            recording.resume(**by)
        else:
            record(**by, played=Played(event), seen=seen_version(self.request))

    def _moment(self) -> Moment:
        return Moment(self.book.folded.state, self.wording, paused=self.book.folded.timeline.paused is not None)

    def _render(self, name: str, context: Mapping[str, Any], status: int) -> HttpResponse:
        htmx = bool(self.request.htmx)  # type: ignore[attr-defined]
        frame = {
            "event": self.access.event,
            "game": self.access.game,
            "seen": self.access.game.book_version,
            "key": new_key(),
            "in_sheet": htmx,
        }
        template = f"tournaments/tables/{name}.html{'#sheet' if htmx else ''}"
        return render(self.request, template, frame | dict(context), status=status)
