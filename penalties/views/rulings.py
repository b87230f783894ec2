"""判決 at a table and outside a game: the catalogue (GET), a preview (GET with `offence`) and recording (POST)."""

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
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from accounts.inputs import parse_int
from penalties.forms import HallForm, photo_of
from penalties.selectors import rulings as selectors
from penalties.selectors.register import similar
from penalties.services import rulings as services
from scoring.rulebook import find_offence
from tournaments.core.access import EventAccess, GameAccess, event_access, require, writing_access
from tournaments.core.exceptions import Invalid, NotConfirmed, Refused
from tournaments.core.idempotency import client_key, done, entry_by, new_key, next_url, refusal_lines, seen_version
from tournaments.core.locks import retry_on_deadlock
from tournaments.models import GameSeat, Player, Round
from tournaments.offline.views import as_entered, taken
from tournaments.phrases.names import Seat
from tournaments.phrases.rulings import effects, offence_choice
from tournaments.phrases.wording import CARDS, Wording
from tournaments.tables.forms import NOBODY, RulingForm
from tournaments.tables.game_log.read import GameLog, read_book, rules_of
from tournaments.tables.recording.corrections import score_changes
from tournaments.tables.recording.liable_spans import KIND_NAMES, knows_substitutes
from tournaments.tables.selectors.offline import outbox_form
from tournaments.tables.selectors.table import seats_of, wording_of

STALE = gettext_lazy("填的改了，後果已重新計算。請看清楚再記錄。")


def _photo_kept(request: HttpRequest) -> dict[str, str]:
    """Return the photo for a hidden field, so that a refused form keeps it, or the error if it was refused."""
    try:
        photo = photo_of(request.POST, request.FILES)
    except Invalid as refusal:
        return {"photo_error": refusal.detail}
    return {"photo": b64encode(photo).decode()} if photo else {}


@require_http_methods(["GET", "POST"])
def ruling(request: HttpRequest, game_id: int) -> HttpResponse:
    if request.method == "GET" or "preview" in request.POST:
        desk = _Desk(request, writing_access(request, game_id))
        if request.method == "GET" and not request.GET.get("offence"):
            return desk.catalogue()
        return desk.consider()
    try:
        photo = None
        if request.FILES or request.POST.get("photo_kept"):
            # Decode before locking the game, and only for people who may write there.
            writing_access(request, game_id)
            photo = photo_of(request.POST, request.FILES)
        return _record(request, game_id, photo)
    except Refused as refusal:
        # Show the form again with the current game. An error of the photo appears at its field.
        desk = _Desk(request, writing_access(request, game_id))
        errors = [] if refusal.field == "photo" else refusal_lines(refusal, desk.wording)
        return desk.consider(errors=errors, status=refusal.status)


@retry_on_deadlock
def _record(request: HttpRequest, game_id: int, photo: bytes | None) -> HttpResponse:
    """Check rights, validate and record with one read of the locked game; the answer uses the same read."""
    with transaction.atomic():
        access = writing_access(request, game_id, lock=True)
        desk = _Desk(request, access)
        form = desk.form
        if not form.is_valid():
            return desk.consider(status=400)
        if form.is_stale:
            return desk.consider(errors=[str(STALE)], status=409)
        words = {"entry": desk.wording_then.ruling(form.event)}
        entry = entry_by(request, access) | form.ruling
        answer = services.rule(**entry, seen=seen_version(request), photo=photo, locked=desk.book)
        ruled = [one for ref, one in desk.book.folded.ruled.items() if ref[0] == answer["act"]]
        words["steps"] = " → ".join(step for one in ruled for step in selectors.steps_of(one, desk.wording))
    sentence = _("已記錄：%(entry)s。%(steps)s。") if words["steps"] else _("已記錄：%(entry)s")
    return done(request, sentence % words, next_url(request, game_id))


class _Desk:
    """The pages of a ruling at a table, from one read of its game."""

    def __init__(self, request: HttpRequest, access: GameAccess) -> None:
        self.request = request
        self.access = access
        self.book = read_book(access.game)
        self.wording = wording_of(self.book)
        data: QueryDict = request.POST if request.method == "POST" else request.GET
        hands = self.book.folded.hands
        if self.book.folded.state.finished and hands and not data.get("hand"):
            data = data.copy()
            data["hand"] = str(hands[-1].number)
        self.form = RulingForm(data, rules=self.book.rules, state=self.book.folded.state)
        self.seat = str(data.get("seat", ""))
        chosen = parse_int(str(data.get("hand") or ""))
        self.hand = self.book.folded.state.hand_number if chosen is None else chosen
        self.wording_then = self.wording.at(self.hand)

    @cached_property
    def seats(self) -> list[Seat]:
        return seats_of(self.wording, self.book.folded.state)

    def catalogue(self, *, errors: list[str] | None = None, status: int = 200) -> HttpResponse:
        query = self.request.GET.get("q", "")
        context = {
            "groups": selectors.catalogue(self.wording, self.access.event.pk, query),
            "query": query,
            "chosen_seat": self.request.GET.get("seat", ""),
            "seat_optional": any(offence.seat_optional for offence in self.book.rules.offences),
            "errors": errors or [],
            "form": RulingForm({}, rules=self.book.rules, state=self.book.folded.state),
        }
        return self._render("ruling", context, status)

    def consider(self, *, errors: list[str] | None = None, status: int = 200) -> HttpResponse:
        """Show the ruling's effect, or ask for its seat or offence first."""
        form, row, rules = self.form, self.form.offence_row, self.book.rules
        if row is None or (self.seat != "" and "seat" in form.errors):
            lines = [str(error) for found in form.errors.values() for error in found]
            return self.catalogue(errors=lines, status=400)
        offence = offence_choice(row, self.wording)
        if self.seat == "":
            context: dict[str, Any] = {"offence": offence, "seat_optional": row.seat_optional}
            return self._render("pick_seat", context, 200 if self.request.method == "GET" else 400)
        seat_name = self.wording_then.person(int(self.seat)) if self.seat in ("0", "1", "2", "3") else ""
        if self.seat == NOBODY:
            seat_name = _("全檯")
        number = parse_int(self.seat)
        spared = (number - 1) % 4 if number is not None and row.spares_seat_before else None
        needs = [] if form.composes else row.needs
        # A page that is only opened has nothing to complain of yet.
        asked = form.errors_of(needs, self.wording) if self.request.method == "POST" else []
        spans = KIND_NAMES if knows_substitutes(rules) and self.seat != NOBODY else {}
        context = {
            "form": form,
            "offence": offence,
            "outbox": outbox_form(
                self.access,
                self.book,
                words=f"{seat_name} {offence.name}",
                what="ruling",
                address=reverse("penalties:deliver", args=[self.access.game.pk]),
                ends=offence.ends,
                composes=form.must_compose,
            ),
            "similar": similar(self.access.event.pk, row.slug),
            "payees": [one for one in self.seats if one.seat not in (number, spared)],
            "needs": [form[key] for key in needs],
            "seat_name": seat_name,
            "hands": selectors.hand_choices(self.book.folded, self.wording),
            "spans": spans.items(),
            "span": form.data.get("substitute", row.substitute),
            "errors": [*(errors or []), *asked],
            **_photo_kept(self.request),
        }
        # 二相包賠: the offence that this one turns into if the same player repeats its kind in the same hand.
        ruled = [one for one in self.book.folded.ruled.values() if (one.hand, one.result.seat) == (self.hand, number)]
        if number is not None and row.is_again([one.result.offence for one in ruled], rules.offences):
            context["again"] = offence_choice(find_offence(row.again, rules.offences), self.wording)
        # An empty choice counts as a decision only if the consequences were on the page.
        if form.is_valid() and (form.composed_before or not form.composes):
            context |= self._foresee(context["errors"])
        return self._render("consider", context, status)

    def _foresee(self, errors: list[str]) -> dict[str, Any]:
        form, before, hand = self.form, self.book.folded, self.form.cleaned_data["hand"]
        try:
            after = services.preview(book=self.book, event=form.event, hand=hand)
        except Refused as refusal:
            errors.append(refusal.detail)
            return {"unsettled": isinstance(refusal, NotConfirmed)}
        return {
            "foreseen": selectors.foreseen(
                before, after, self.access.game, self.wording_then, hand=hand, span=form.cleaned_data["substitute"]
            ),
            "changes": score_changes(before.state, after.state, self.wording.names),
            "ready": True,
        }

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


@require_POST
def deliver(request: HttpRequest, game_id: int) -> JsonResponse:
    return taken(request, game_id, _deliver)


def _deliver(request: HttpRequest, access: GameAccess, book: GameLog) -> Mapping[str, Any]:
    require(access.writes)
    key = client_key(request)
    then = as_entered(request, access, book, key)
    form = RulingForm(request.POST, rules=then.rules, state=then.folded.state)
    if not form.is_valid():
        field, errors = next(iter(form.errors.items()))
        raise Invalid(str(errors[0]), field=field)
    return services.rule(**access.entry, **form.ruling, client_key=key, seen=seen_version(request), locked=book)


@require_http_methods(["GET", "POST"])
def hall_ruling(request: HttpRequest, slug: str) -> HttpResponse:
    access = event_access(request, slug)
    require(access.heads)
    event = access.event
    data = request.POST if request.method == "POST" else request.GET
    form = HallForm(data, rules=rules_of(event), players=list(event.players.order_by("number")))
    if not data.get("offence"):
        return _hall_catalogue(request, access, form, status=200 if request.method == "GET" else 400)
    if form.offence_row is None or "player" in form.errors:
        lines = [str(line) for name in ("player", "offence") for line in form.errors.get(name, [])]
        return _hall_catalogue(request, access, form, lines, 400)
    if request.method == "GET" or "preview" in request.POST:
        return _consider_in_hall(request, access, form)
    if not form.is_valid() or not form.ready:
        lines = [str(line) for line in form.errors.get("facts", [])]
        return _consider_in_hall(request, access, form, status=400, errors=lines)
    if form.is_stale:
        return _consider_in_hall(request, access, form, status=409, errors=[str(STALE)])
    player: Player = form.cleaned_data["player"]
    try:
        answer = services.rule_in_hall(
            event_id=event.pk,
            player=player,
            actor=access.actor,
            ruling=form.ruling,
            facts=form.cleaned_data["facts"],
            client_key=client_key(request),
            now=timezone.now(),
            photo=photo_of(request.POST, request.FILES),
        )
    except Refused as refusal:
        # The field shows an error of the photo.
        lines = [] if refusal.field == "photo" else [refusal.detail]
        return _consider_in_hall(request, access, form, status=refusal.status, errors=lines)
    words = {"number": answer["article"], "player": player}
    messages.success(request, _("判決第 %(number)s 則已記錄：%(player)s。") % words)
    return redirect("penalties:article", event.slug, answer["article"])


def _hall_catalogue(
    request: HttpRequest, access: EventAccess, form: HallForm, errors: list[str] | None = None, status: int = 200
) -> HttpResponse:
    query = form.data.get("q", "")
    context = {
        "form": form,
        "groups": selectors.catalogue(Wording(["", "", "", ""], form.rules), access.event.pk, query, in_hall=True),
        "query": query,
        "errors": errors or [],
    }
    return access.page(request, "penalties/hall.html", context, status=status)


def _consider_in_hall(
    request: HttpRequest, access: EventAccess, form: HallForm, *, status: int = 200, errors: list[str] | None = None
) -> HttpResponse:
    row = form.offence_row
    assert row is not None
    player: Player = form.cleaned_data["player"]
    wording = Wording([player.name, "", "", ""], form.rules)
    # Offences in an open game of the player are ruled at its table.
    seats = GameSeat.objects.filter(player=player, game__event=access.event, round__state=Round.State.OPEN)
    playing = seats.exclude(game__state__in=["complete", "signed"]).select_related("game__table")
    asked = form.errors_of(("tiles",), wording) if request.method == "POST" else []
    context: dict[str, Any] = {
        "form": form,
        "player": player,
        "offence": offence_choice(row, wording),
        "similar": similar(access.event.pk, row.slug),
        "seat": playing.first(),
        "key": request.POST.get("client_key") or new_key(),
        "errors": [*(errors or []), *asked],
        **_photo_kept(request),
    }
    if form.ready:
        said: dict[str, Any] = {"event": access.event, "player": player, "ruling": form.ruling}
        try:
            held, result = services.preview_in_hall(**said, now=timezone.now())
            context["lines"] = effects(result, wording, in_hall=True)
            context["held"] = [str(CARDS[card]) for card in held.cards]
            context["ready"] = True
        except Refused as refusal:
            context["errors"] = [refusal.detail]
    return access.page(request, "penalties/hall_consider.html", context, status=status)
