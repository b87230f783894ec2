from base64 import b64encode
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.numbers import whole
from penalties.forms import RulingForm, photo_of
from penalties.selectors import catalogue as selectors
from penalties.selectors.foreseen import followed, foreseen
from penalties.selectors.register import similar
from penalties.services import rulings as services
from scoring import find_offence
from tournaments.core.access import GameAccess, writing_access
from tournaments.core.exceptions import Invalid, NotConfirmed, Refused
from tournaments.core.keys import client_key, new_key, next_url, refusal_lines, seen_version
from tournaments.offline.selectors import outbox_form
from tournaments.phrases.names import Seat
from tournaments.phrases.wording import Wording, wording_at
from tournaments.tables.book.read import Book, read_book
from tournaments.tables.forms import NOBODY
from tournaments.tables.recording.corrections import score_changes
from tournaments.tables.recording.liable_spans import KIND_NAMES, knows_substitutes
from tournaments.tables.selectors.seats import seats_of


@never_cache
@require_http_methods(["GET", "POST"])
def ruling(request: HttpRequest, game_id: int) -> HttpResponse:
    """The catalogue (GET), what an offence would do (GET with `offence`), recording it (POST)."""
    access = writing_access(request, game_id)
    desk = _Desk(request, access)
    if request.method == "GET" and not request.GET.get("offence"):
        return desk.catalogue()
    form = RulingForm(desk.ruling_data(), rules=desk.book.rules)
    form.look_at(selectors.rewards_of(desk.book.folded, str(form.data.get("hand", ""))))
    if form.offence_row is not None and form.data.get("seat", "") == "":
        return desk.ask_seat(form)
    if form.offence_row is None or "seat" in form.errors:
        return desk.catalogue(errors=[str(e) for errors in form.errors.values() for e in errors], status=400)
    if request.method == "GET" or "preview" in request.POST:
        return desk.consider(form)
    return desk.save_ruling(form) if form.is_valid() else desk.consider(form, status=400)


class _Desk:
    def __init__(self, request: HttpRequest, access: GameAccess) -> None:
        self.request = request
        self.access = access
        self.answer: Mapping[str, Any] = {}
        self._read()

    def _read(self) -> None:
        self.book: Book = read_book(self.access.game)
        self.seats = seats_of(self.access.game, self.book.folded.state, self.book.rules)
        self.wording = wording_at(self.seats, self.book.rules)

    def ruling_data(self) -> QueryDict:
        sent = self.request.POST if self.request.method == "POST" else self.request.GET
        if not self.book.folded.state.finished or not self.book.folded.state.hands:
            return sent
        data = sent.copy()
        data["hand"] = data.get("hand") or str(self.book.folded.hands[-1].number)
        return data

    # --- pages ------------------------------------------------------------------------------------------------

    def catalogue(self, *, errors: list[str] | None = None, status: int = 200) -> HttpResponse:
        query = self.request.GET.get("q", "")
        context = {
            "groups": selectors.catalogue(self.wording, self.access.event.pk, query),
            "query": query,
            "chosen_seat": self.request.GET.get("seat", ""),
            "seat_optional": any(offence.seat_optional for offence in self.book.rules.offences),
            "errors": errors or [],
            **self._composing(RulingForm({}, rules=self.book.rules), ()),
        }
        return self._render("ruling", context, status)

    def _composing(self, form: RulingForm, table: Any) -> dict[str, Any]:
        return {"form": form, "words": _ticked(form, table), "has_base": self.book.rules.game.base is not None}

    def ask_seat(self, form: RulingForm) -> HttpResponse:
        row = form.offence_row
        assert row is not None
        context = {"offence": selectors.offence_choice(row, self.wording), "seat_optional": row.seat_optional}
        return self._render("pick_seat", context, 200 if self.request.method == "GET" else 400)

    def consider(self, form: RulingForm, *, errors: list[str] | None = None, status: int = 200) -> HttpResponse:
        shown = self._previewed(form) if form.is_valid() and not self._to_compose(form) else {}
        lines = [*(errors or []), *shown.pop("errors", [])]
        row = form.offence_row
        assert row is not None
        offence = selectors.offence_choice(row, self.wording)
        context = {
            **self._composing(form, row.usual if row.discretion else row.consequences),
            "offence": offence,
            "outbox": self._outbox(form, offence),
            "similar": similar(self.access.event.pk, row.slug),
            "again": self._again(form),
            "payees": self._payees(form),
            "needs": [form[key] for key in row.needs] if not form.composes else [],
            "composing": form.composes,
            "must_compose": form.must_compose,
            "seat_name": self._seat_name(form.data.get("seat", ""), self._wording_of(form)),
            "hands": selectors.hand_choices(self.book.folded, self.wording, str(form.data.get("hand", ""))),
            "spans": self._spans(form),
            "errors": lines,
            **self._photo_kept(),
            **shown,
        }
        return self._render("consider", context, status)

    def _outbox(self, form: RulingForm, offence: selectors.OffenceChoice) -> str:
        said: dict[str, Any] = {"what": "ruling", "address": reverse("penalties:deliver", args=[self.access.game.pk])}
        said |= {"ends": offence.ends, "composes": form.must_compose}
        seat = self._seat_name(form.data.get("seat", ""), self._wording_of(form))
        return outbox_form(self.access, self.book, words=f"{seat} {offence.name}", **said)

    def _spans(self, form: RulingForm) -> list[tuple[str, Any, bool]]:
        """代位賠付: its kinds, where the rules know it and a player is at fault."""
        if not knows_substitutes(self.book.rules) or form.data.get("seat") == NOBODY:
            return []
        row = form.offence_row
        chosen = form.data.get("substitute", row.substitute if row else "")
        return [(kind, name, kind == chosen) for kind, name in KIND_NAMES.items()]

    def _again(self, form: RulingForm) -> selectors.OffenceChoice | None:
        """二相包賠: the offence that this one becomes after one of its kind by the same player in the same hand."""
        row, seat, rules = form.offence_row, form.data.get("seat", ""), self.book.rules
        if row is None or seat == NOBODY:
            return None
        hand, folded = whole(str(form.data.get("hand") or "")), self.book.folded
        number = folded.state.hand_number if hand is None else hand
        earlier = [
            one.result.offence for one in folded.ruled.values() if (one.hand, str(one.result.seat)) == (number, seat)
        ]
        if not row.is_again(earlier, rules.offences):
            return None
        return selectors.offence_choice(find_offence(row.again, rules.offences), self.wording)

    def _payees(self, form: RulingForm) -> list[Seat]:
        """Possible recipients: never the offender, nor the seat before where the rule spares it."""
        row, seat = form.offence_row, whole(str(form.data.get("seat", "")))
        before = (seat - 1) % 4 if seat is not None and row is not None and row.spares_seat_before else None
        return [one for one in self.seats if one.seat not in (seat, before)]

    def _to_compose(self, form: RulingForm) -> bool:
        """The composing part has not been shown yet, so an empty choice is no decision."""
        return form.composes and not form.composed_before

    def _previewed(self, form: RulingForm) -> dict[str, Any]:
        try:
            seen = services.preview(game=self.access.game, event=form.event, hand=form.closed_hand)
        except Refused as refusal:
            return {"errors": [refusal.detail], "unsettled": isinstance(refusal, NotConfirmed)}
        wording = self._wording_of(form)
        told = foreseen(seen, form.event, self.access.game, wording, hand=form.closed_hand, span=form.substitute_kind)
        return {
            "foreseen": told,
            "changes": score_changes(seen.before.state, seen.after.state, self.wording.names),
            "ready": True,
        }

    @cached_property
    def _photo(self) -> bytes | None:
        return photo_of(self.request.POST, self.request.FILES)

    def _photo_kept(self) -> dict[str, str]:
        """The photo for a hidden field, so that a refused form does not lose it; or why it was not accepted."""
        try:
            return {"photo": b64encode(self._photo).decode()} if self._photo else {}
        except Invalid as refusal:
            return {"photo_error": refusal.detail}

    # --- saving -----------------------------------------------------------------------------------------------

    def save_ruling(self, form: RulingForm) -> HttpResponse:
        try:
            photo = self._photo
        except Invalid:
            return self.consider(form, status=400)
        data = form.cleaned_data
        refusal = self._save(
            form.event, note=data.get("note", ""), hand=form.closed_hand, photo=photo, substitute=form.substitute_kind
        )
        if refusal is None:
            return self._saved(self._wording_of(form).ruling(form.event), self._followed())
        return self.consider(form, errors=refusal_lines(refusal, self.wording), status=refusal.status)

    def _save(self, event: Mapping[str, Any], **beside: Any) -> Refused | None:
        """Record it; a refusal is returned with the game read again, so that the page is current."""
        try:
            self.answer = services.rule(
                game_id=self.access.game.pk,
                actor=self.access.actor,
                event=event,
                client_key=client_key(self.request),
                seen=seen_version(self.request),
                now=timezone.now(),
                **beside,
            )
        except Refused as refusal:
            self.access.game.refresh_from_db()
            self._read()
            return refusal
        return None

    def _followed(self) -> str:
        self.access.game.refresh_from_db()
        return followed(self.answer["act"], read_book(self.access.game), self.access.game, self.wording)

    def _saved(self, sentence: str, steps: str = "") -> HttpResponse:
        words = {"entry": sentence, "steps": steps}
        messages.success(
            self.request, (_("已記錄：%(entry)s。%(steps)s。") if steps else _("已記錄：%(entry)s")) % words
        )
        return redirect(next_url(self.request, self.access.game.pk))

    # --- small parts ------------------------------------------------------------------------------------------

    def _seat_name(self, seat: str, wording: Wording) -> str:
        if seat == NOBODY:
            return _("全檯")
        return wording.person(int(seat)) if seat in ("0", "1", "2", "3") else ""

    def _wording_of(self, form: RulingForm) -> Wording:
        chosen = whole(str(form.data.get("hand") or ""))
        return self.wording.at(self.book.folded.state.hand_number if chosen is None else chosen)

    def _render(self, name: str, context: Mapping[str, Any], status: int) -> HttpResponse:
        htmx = bool(self.request.htmx)  # type: ignore[attr-defined]
        frame = {
            "event": self.access.event,
            "game": self.access.game,
            "seats": self.seats,
            "state": self.book.folded.state,
            "seen": self.access.game.book_version,
            "key": new_key(),
            "in_sheet": htmx,
        }
        return render(
            self.request, f"penalties/{name}.html{'#sheet' if htmx else ''}", frame | dict(context), status=status
        )


def _ticked(form: RulingForm, table: Any) -> list[tuple[str, str, bool]]:
    field = form.fields["words"]
    sent = form.data.getlist("words") if hasattr(form.data, "getlist") else form.data.get("words", [])
    ticked = sent if form.composed_before else [word for word in table or () if isinstance(word, str)]
    return [(word, str(label), word in ticked) for word, label in field.choices]  # type: ignore[attr-defined]
