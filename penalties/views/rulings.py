from base64 import b64encode
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.inputs import parse_int
from penalties.forms import photo_of
from penalties.selectors import catalogue as selectors
from penalties.selectors.foreseen import followed, foreseen
from penalties.selectors.register import similar
from penalties.services import rulings as services
from scoring import find_offence
from tournaments.core.access import GameAccess, require, writing_access
from tournaments.core.exceptions import Invalid, NotConfirmed, Refused
from tournaments.core.idempotency import client_key, new_key, next_url, refusal_lines, seen_version
from tournaments.core.locks import retry_on_deadlock
from tournaments.offline.views import as_entered, taken
from tournaments.phrases.names import Seat
from tournaments.phrases.wording import Wording
from tournaments.tables.forms import NOBODY, RulingForm
from tournaments.tables.game_log.read import GameLog, read_book
from tournaments.tables.recording.corrections import score_changes
from tournaments.tables.recording.liable_spans import KIND_NAMES, knows_substitutes
from tournaments.tables.selectors.offline import outbox_form
from tournaments.tables.selectors.table import seats_of, wording_of


@never_cache
@require_http_methods(["GET", "POST"])
def ruling(request: HttpRequest, game_id: int) -> HttpResponse:
    """The catalogue (GET), what an offence would do (GET with `offence`), recording it (POST)."""
    if request.method == "POST" and "preview" not in request.POST:
        return _save(request, game_id)
    desk = _Desk(request, writing_access(request, game_id))
    if request.method == "GET" and not request.GET.get("offence"):
        return desk.catalogue()
    form = desk.form()
    return desk.ask_again(form) or desk.consider(form)


def _save(request: HttpRequest, game_id: int) -> HttpResponse:
    try:
        photo = _photo_of(request, game_id)
    except Invalid:  # `consider` shows why at the photo's field
        return _refused(request, game_id, None, 400)
    try:
        return _record(request, game_id, photo)
    except Refused as refusal:
        return _refused(request, game_id, refusal, refusal.status)


def _photo_of(request: HttpRequest, game_id: int) -> bytes | None:
    """Decode the photo before the game is locked, and only for those who may write there."""
    if not request.FILES and not request.POST.get("photo_kept"):
        return None
    writing_access(request, game_id)
    return photo_of(request.POST, request.FILES)


@retry_on_deadlock
def _record(request: HttpRequest, game_id: int, photo: bytes | None) -> HttpResponse:
    """Rights, form and record from one reading of the locked game, and the answer from what the record left in it."""
    with transaction.atomic():
        access = writing_access(request, game_id, lock=True)
        desk = _Desk(request, access)
        form = desk.form()
        again = desk.ask_again(form)
        if again is not None or not form.is_valid():
            return again or desk.consider(form, status=400)
        words = {"entry": desk.wording_for(form).ruling(form.event)}
        answer = services.rule(
            game_id=game_id,
            actor=access.actor,
            event=form.event,
            note=form.cleaned_data.get("note", ""),
            client_key=client_key(request),
            seen=seen_version(request),
            now=timezone.now(),
            hand=form.closed_hand,
            photo=photo,
            substitute=form.substitute_kind,
            locked=desk.book,
        )
        words["steps"] = followed(answer["act"], desk.book, access.game, desk.wording)
    sentence = _("已記錄：%(entry)s。%(steps)s。") if words["steps"] else _("已記錄：%(entry)s")
    messages.success(request, sentence % words)
    return redirect(next_url(request, game_id))


def _refused(request: HttpRequest, game_id: int, refusal: Refused | None, status: int) -> HttpResponse:
    """The page again, with the game as it is now."""
    desk = _Desk(request, writing_access(request, game_id))
    form = desk.form()
    errors = refusal_lines(refusal, desk.wording) if refusal else []
    return desk.ask_again(form) or desk.consider(form, errors=errors, status=status)


class _Desk:
    def __init__(self, request: HttpRequest, access: GameAccess) -> None:
        self.request = request
        self.access = access
        self.book = read_book(access.game)
        self.wording = wording_of(self.book)

    @cached_property
    def seats(self) -> list[Seat]:
        return seats_of(self.access.game, self.book.folded.state, self.book.rules)

    def form(self) -> RulingForm:
        form = RulingForm(self._ruling_data(), rules=self.book.rules)
        form.look_at(selectors.rewards_of(self.book.folded, str(form.data.get("hand", ""))))
        return form

    def _ruling_data(self) -> QueryDict:
        sent = self.request.POST if self.request.method == "POST" else self.request.GET
        if not self.book.folded.state.finished or not self.book.folded.state.hands:
            return sent
        data = sent.copy()
        data["hand"] = data.get("hand") or str(self.book.folded.hands[-1].number)
        return data

    def ask_again(self, form: RulingForm) -> HttpResponse | None:
        """The page that asks for what is missing before the ruling can be considered, if any."""
        if form.offence_row is not None and form.data.get("seat", "") == "":
            return self.ask_seat(form)
        if form.offence_row is None or "seat" in form.errors:
            return self.catalogue(errors=[str(e) for errors in form.errors.values() for e in errors], status=400)
        return None

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
            "seat_name": self._seat_name(form.data.get("seat", ""), self.wording_for(form)),
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
        seat = self._seat_name(form.data.get("seat", ""), self.wording_for(form))
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
        hand, folded = parse_int(str(form.data.get("hand") or "")), self.book.folded
        number = folded.state.hand_number if hand is None else hand
        earlier = [
            one.result.offence for one in folded.ruled.values() if (one.hand, str(one.result.seat)) == (number, seat)
        ]
        if not row.is_again(earlier, rules.offences):
            return None
        return selectors.offence_choice(find_offence(row.again, rules.offences), self.wording)

    def _payees(self, form: RulingForm) -> list[Seat]:
        """Possible recipients: never the offender, nor the seat before where the rule spares it."""
        row, seat = form.offence_row, parse_int(str(form.data.get("seat", "")))
        before = (seat - 1) % 4 if seat is not None and row is not None and row.spares_seat_before else None
        return [one for one in self.seats if one.seat not in (seat, before)]

    def _to_compose(self, form: RulingForm) -> bool:
        """The composing part has not been shown yet, so an empty choice is no decision."""
        return form.composes and not form.composed_before

    def _previewed(self, form: RulingForm) -> dict[str, Any]:
        try:
            seen = services.preview(book=self.book, event=form.event, hand=form.closed_hand)
        except Refused as refusal:
            return {"errors": [refusal.detail], "unsettled": isinstance(refusal, NotConfirmed)}
        wording = self.wording_for(form)
        told = foreseen(seen, form.event, self.access.game, wording, hand=form.closed_hand, span=form.substitute_kind)
        return {
            "foreseen": told,
            "changes": score_changes(seen.before.state, seen.after.state, self.wording.names),
            "ready": True,
        }

    def _photo_kept(self) -> dict[str, str]:
        """The photo for a hidden field, so that a refused form does not lose it; or why it was not accepted."""
        try:
            photo = photo_of(self.request.POST, self.request.FILES)
            return {"photo": b64encode(photo).decode()} if photo else {}
        except Invalid as refusal:
            return {"photo_error": refusal.detail}

    # --- small parts ------------------------------------------------------------------------------------------

    def _seat_name(self, seat: str, wording: Wording) -> str:
        if seat == NOBODY:
            return _("全檯")
        return wording.person(int(seat)) if seat in ("0", "1", "2", "3") else ""

    def wording_for(self, form: RulingForm) -> Wording:
        chosen = parse_int(str(form.data.get("hand") or ""))
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


@never_cache
@require_POST
def deliver(request: HttpRequest, game_id: int) -> JsonResponse:
    return taken(request, game_id, _deliver)


def _deliver(request: HttpRequest, access: GameAccess, book: GameLog) -> Mapping[str, Any]:
    require(access.writes)
    key = client_key(request)
    then = as_entered(request, access, book, key)
    form = RulingForm(request.POST, rules=then.rules)
    form.look_at(selectors.rewards_of(then.folded, str(request.POST.get("hand", ""))))
    if not form.is_valid():
        field, errors = next(iter(form.errors.items()))
        raise Invalid(str(errors[0]), field=field)
    return services.rule(
        game_id=access.game.pk,
        actor=access.actor,
        event=form.event,
        note=form.cleaned_data.get("note", ""),
        client_key=key,
        seen=seen_version(request),
        now=timezone.now(),
        hand=form.closed_hand,
        substitute=form.substitute_kind,
        locked=book,
    )
