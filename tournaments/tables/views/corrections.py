"""更正 and 撤銷: correct a recorded hand by adding an act; the original stays readable.

The corrected hand is composed on the page (nothing saved), previewed with everything it changes, then saved with a
reason.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.inputs import parse_int
from scoring import ScoringError, apply
from tournaments.core.access import GameAccess, writing_access
from tournaments.core.exceptions import Refused, refused_by_rules
from tournaments.core.idempotency import (
    done,
    entry_by,
    form_frame,
    kept_for_going_back,
    next_url,
    refusal_lines,
    seen_version,
)
from tournaments.core.reason_forms import ReasonForm
from tournaments.phrases.kinds import Moment, event_words
from tournaments.phrases.kinds import forgotten as forgotten_groups
from tournaments.phrases.reasons import CORRECTION_REASONS, UNDO_ITEM_REASONS, UNDO_REASONS
from tournaments.phrases.rulings import offence_choice, offences_by_group
from tournaments.phrases.wording import listed
from tournaments.tables.forms import (
    DRAW,
    OtherForm,
    RewardForm,
    RulingForm,
    clean_draw,
    draft_text,
    opened_draft,
    word_choices,
)
from tournaments.tables.game_log.claims import claim_beside
from tournaments.tables.game_log.projection import hand_line
from tournaments.tables.game_log.read import read_book
from tournaments.tables.game_log.replay import FoldedHand
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.corrections import Draft, changes_view, draft_of, state_at
from tournaments.tables.recording.count_view import live_count
from tournaments.tables.recording.entry import SEATS, WinEntry, read_entry
from tournaments.tables.recording.liable_spans import liable_rulings, liable_spans
from tournaments.tables.recording.rewards import reward_rows
from tournaments.tables.recording.win import Unclear, counted_win, entry_of_played
from tournaments.tables.recording.win_form import draw_asks, draw_form, win_form, with_another
from tournaments.tables.selectors.hands import undo_sentence
from tournaments.tables.selectors.table import seats_of, ticked_most, wording_of
from tournaments.tables.services import recording as services

WIN, NONE = "win", "none"


@require_http_methods(["GET", "POST"])
def undo(request: HttpRequest, game_id: int) -> HttpResponse:
    access = writing_access(request, game_id)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    errors: list[str] = []
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            said = {"reason": form.cleaned_data["reason"], "seen": seen_version(request)}
            services.undo(**entry_by(request, access), **said)
            return done(request, _("已撤銷。舊記錄仍可在「每鋪紀錄」看到。"), next_url(request, game_id))
        except Refused as refusal:
            access.game.refresh_from_db()
            errors, status = refusal_lines(refusal, wording_of(read_book(access.game))), refusal.status
    elif request.method == "POST":
        status = 400
    book, closed = read_book(access.game), False
    try:
        services.check_open(book)
    except Refused as refusal:
        # Shown before a reason is chosen.
        errors, closed = [refusal.detail], True
    folded = book.folded
    if (folded.open_items and not folded.state.finished) or folded.timeline.last_pause is not None:
        consequence, ready = _("這一項會劃去，舊記錄永遠可以看到。"), UNDO_ITEM_REASONS
    else:
        consequence = _("這一鋪會重新打開，四家分數和拉帳還原；這一鋪的獎勵和判決保留。舊記錄永遠可以看到。")
        if book.rules.game.chain is None:
            consequence = _("這一鋪會重新打開，四家分數還原；這一鋪的獎勵和判決保留。舊記錄永遠可以看到。")
        ready = UNDO_REASONS
    context = form_frame(access) | {
        "form": form,
        "ready": ready,
        "errors": errors,
        "closed": closed,
        "last": undo_sentence(book, wording_of(book)),
        "closed_by_four": not folded.open_items and bool(folded.hands) and folded.hands[-1].closed(book.rules),
        "consequence": consequence,
    }
    sheet = "#sheet" if request.htmx and request.method == "GET" else ""  # type: ignore[attr-defined]
    return render(request, f"tournaments/tables/undo.html{sheet}", context, status=status)


@kept_for_going_back
@require_http_methods(["GET", "POST"])
def correct(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """Correct a hand: show it as it was, change it step by step (POST `do`), show the effects, save it with a
    reason."""
    access = writing_access(request, game_id)
    page = _Correction(request, access, number)
    if request.method == "GET":
        return page.begin()
    draft = opened_draft(request.POST.get("draft", ""), game_id)
    if draft is None:
        return page.edit(draft_of(page.hand.items), errors=[_("更正的內容看不懂，請再輸入一次。")], status=400)
    do, _colon, what = request.POST.get("do", "preview").partition(":")
    if request.POST.get("add") or request.POST.get("drop"):
        return page.edit(draft)
    try:
        return page.steps.get(do, page.preview)(draft, what)
    except ScoringError as error:
        refusal = refused_by_rules(error, page.wording.names)
    except Refused as error:
        refusal = error
    return page.edit(draft, errors=[refusal.detail], status=refusal.status)


@require_POST
def correct_count(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """Show 即時計番 of a correction, with the winds and the dealer of the corrected hand."""
    access = writing_access(request, game_id)
    page = _Correction(request, access, number)
    draft = opened_draft(request.POST.get("draft", ""), game_id) or draft_of(page.hand.items)
    entry = read_entry(request.POST).as_recorded(entry_of_played(draft.entries, page.book.rules))
    slot = parse_int(request.GET.get("slot", ""), len(entry.winners) - 1) or 0
    count = live_count(counted_win(entry, page.book.rules, state_at(page.book, page.hand, draft)), slot)
    return render(request, "tournaments/tables/_count.html", {"count": count, "slot": slot})


class _Correction:
    def __init__(self, request: HttpRequest, access: GameAccess, number: int) -> None:
        self.request = request
        self.access = access
        self.number = number
        self.book = read_book(access.game)
        hand = self.book.folded.hand(number)
        if hand is None:
            raise Http404
        self.hand: FoldedHand = hand
        self.wording = wording_of(self.book)
        self.notice = ""
        self.steps = {
            "drop": self.drop,
            "reward": self.add_reward,
            "ruling": self.add_ruling,
            "forgotten": self.add_forgotten,
            "edit": lambda draft, _what: self.edit(draft),
            "preview": self.preview,
            "save": self.save,
        }

    def drop(self, draft: Draft, what: str) -> HttpResponse:
        place = parse_int(what, len(draft.entries) - 1)
        if place is None:
            return self.edit(draft, status=400)
        return self.edit(draft.without(place))

    def add_reward(self, draft: Draft, what: str) -> HttpResponse:
        data = self.request.POST
        kind, _dot, variant = data.get("reward_kind", "").partition(".")
        payer = f"from{data['reward_from']}" if data.get("reward_from") else ""
        pick = ".".join(part for part in (kind, data.get("reward_seat", ""), variant, payer) if part)
        form = RewardForm({"pick": pick, "times": data.get("reward_times", "")}, rules=self.book.rules)
        if not form.is_valid():
            return self.edit(draft, errors=[_("請揀獎勵和座位。")], status=400)
        if form.payer_missing:
            return self.edit(draft, errors=[_("請揀付獎勵的一家。")], status=400)
        services.check_reward(state_at(self.book, self.hand, draft), form.event, self.book.rules)
        return self.edit(draft.with_entry(Played(form.event)))

    def add_ruling(self, draft: Draft, what: str) -> HttpResponse:
        state = state_at(self.book, self.hand, draft)
        form = RulingForm(self.request.POST, rules=self.book.rules, state=state)
        if not form.is_valid():
            return self.edit(draft, ruling=form, errors=_errors(form), status=400)
        claim = claim_beside(form.cleaned_data["note"], form.cleaned_data["substitute"])
        return self.edit(draft.with_entry(Played(form.event, claim)))

    def add_forgotten(self, draft: Draft, what: str) -> HttpResponse:
        form = OtherForm({"pick": what}, complete=True)
        if not form.is_valid() or not form.kind.in_game:
            return self.edit(draft, errors=_errors(form), status=400)
        apply(state_at(self.book, self.hand, draft), form.event, self.book.rules)
        added = draft.with_forgotten(Played(form.event), self.book.rules.game.bell)
        return self.edit(added, stopped=draft.result is not None and added.result is None)

    def begin(self) -> HttpResponse:
        """Show the hand as recorded or, if it may not be changed, the reason."""
        try:
            services.check_open(self.book)
            services.check_unsigned(self.book, self.number)
        except Refused as refusal:
            context = self._frame(draft_of(self.hand.items)) | {"detail": refusal.detail}
            return render(self.request, "tournaments/tables/stopped.html", context, status=refusal.status)
        return self.edit(draft_of(self.hand.items))

    def edit(
        self,
        draft: Draft,
        *,
        ruling: RulingForm | None = None,
        errors: list[str] | None = None,
        unclear: Mapping[str, str] | None = None,
        stopped: bool = False,
        status: int = 200,
    ) -> HttpResponse:
        """Show the hand being corrected: its result, its other entries, and possible additions. `stopped`: the bell was
        just added and its result removed."""
        rules = self.book.rules
        state = state_at(self.book, self.hand, draft)
        seats = seats_of(self.wording, state)
        entry = self._entry(draft)
        rung = any(entry.event.get("type") == "time_up" for entry in draft.entries)
        forgotten = forgotten_groups(Moment(state, self.wording, rung=rung))
        result = NONE if stopped else self._result_kind(draft)
        # The browser keeps typed input for exactly this initial form: see views.recording.
        begun = hashlib.sha256(repr((draft, entry, result)).encode()).hexdigest()[:12]
        context = self._frame(draft) | {
            "seats": seats,
            "draft_name": f"correct-{self.access.game.pk}-{self.number}-{self.access.game.book_version}-{begun}",
            "entries": [
                (index, event_words(self.wording.at(self.number), entry.event))
                for index, entry in enumerate(draft.entries)
                if index != draft.closing
            ],
            "result": result,
            "bell_stops": rules.game.bell.stops_hand,
            "form": win_form(
                entry,
                rules=rules,
                state=state,
                seats=seats,
                errors=unclear,
                choose_winner=True,
                notice=self.notice,
                spans=liable_spans(self.book.folded, self.wording, self.number),
                most_ticked=ticked_most(self.access.event),
            ),
            "draw_form": draw_form(draw_asks(rules, state), seats, rules, draft.result.event if draft.result else None),
            "rewards": reward_rows(state, self.wording),
            "reward_payer": any(reward.who == "one_pays" for reward in rules.game.rewards.values()),
            "reward_times": any(reward.times for reward in rules.game.rewards.values()),
            "has_base": rules.game.base is not None,
            "offences": offences_by_group([offence_choice(one, self.wording) for one in rules.offences]),
            "words": word_choices(rules),
            "needs": {key for offence in rules.offences for key in offence.needs},
            "ruling_form": ruling,
            "forgotten": forgotten,
            "forgotten_names": listed([group.name for group in forgotten]),
            "errors": errors or [],
        }
        return render(self.request, "tournaments/tables/correct.html", context, status=status)

    def _result_kind(self, draft: Draft) -> str:
        """Return win, draw, or none if a ruling ended the hand: as sent, else as in the draft."""
        sent = self.request.POST.get("result")
        if sent in (WIN, DRAW, NONE):
            return str(sent)
        return NONE if draft.result is None else str(draft.result.event["type"])

    def _entry(self, draft: Draft) -> WinEntry:
        """Return the content of the win form: as sent, with a winner added or removed by a button, else as recorded."""
        post = self.request.POST
        recorded = entry_of_played(draft.entries, self.book.rules)
        if "result" not in post:
            return recorded or WinEntry()
        entry = read_entry(post).as_recorded(recorded)
        if post.get("add") in SEATS:
            order = self.book.rules.game.turn_order(self.hand.result.deal, self.hand.result.dealer)
            entry, self.notice = with_another(entry, int(post["add"]), self.wording, order)
        elif post.get("drop") in SEATS:
            entry = entry.without_winner(int(post["drop"]))
        return entry

    def preview(self, draft: Draft, what: str) -> HttpResponse:
        if "result" not in self.request.POST:
            return self._effects(draft, ReasonForm())
        try:
            return self._effects(draft.with_result(self._result(draft)), ReasonForm())
        except Unclear as unclear:
            return self.edit(draft, unclear=unclear.errors, status=400)

    def _result(self, draft: Draft) -> Played | None:
        """Return the result on the page; an untouched form means the recorded one, including its claim."""
        kind = self._result_kind(draft)
        recorded = draft.result
        if kind == NONE:
            return None
        if kind == DRAW:
            drawn = clean_draw(self.request.POST, self.book.rules, state_at(self.book, self.hand, draft))
            return recorded if recorded and recorded.event == drawn.event else drawn
        entry = self._entry(draft)
        if recorded is not None and entry == entry_of_played([recorded], self.book.rules):
            return recorded
        asked = liable_rulings(self.book.folded, self.book.rules, self.number)
        return counted_win(entry, self.book.rules, state_at(self.book, self.hand, draft), asked).played

    def save(self, draft: Draft, what: str) -> HttpResponse:
        form = ReasonForm(self.request.POST)
        if not form.is_valid():
            return self._effects(draft, form, status=400)
        try:
            services.correct(
                **entry_by(self.request, self.access),
                number=self.number,
                entries=draft.entries,
                reason=form.cleaned_data["reason"],
                seen=seen_version(self.request),
            )
        except Refused as refusal:
            self.access.game.refresh_from_db()
            self.book = read_book(self.access.game)
            return self._effects(draft, form, errors=refusal_lines(refusal, self.wording), status=refusal.status)
        messages.success(self.request, _("第 %(number)s 鋪已更正。數字有變的各家要再確認。") % {"number": self.number})
        default = reverse("tournaments:hands", args=[self.access.game.pk])
        return redirect(next_url(self.request, self.access.game.pk) if self.request.POST.get("next") else default)

    def _effects(
        self, draft: Draft, form: ReasonForm, *, errors: list[str] | None = None, status: int = 200
    ) -> HttpResponse:
        try:
            after = services.correction_of(self.book, self.number, draft.entries)[1]
        except Refused as refusal:
            return self.edit(draft, errors=[*(errors or []), refusal.detail], status=refusal.status)
        context = self._frame(draft) | {
            "view": changes_view(self.book.folded, after, self.wording),
            "form": form,
            "ready": CORRECTION_REASONS,
            "errors": errors or [],
        }
        return render(self.request, "tournaments/tables/correct_effects.html", context, status=status)

    def _frame(self, draft: Draft) -> dict[str, Any]:
        line = hand_line(self.hand)
        return form_frame(self.access) | {
            "number": self.number,
            "title": self.wording.title(line),
            "recorded": self.wording.result(line),
            "closed_by_four": self.hand.closed(self.book.rules),
            "draft": draft_text(draft, self.access.game.pk),
            "next": self.request.POST.get("next") or self.request.GET.get("next", ""),
        }


def _errors(form: Form) -> list[str]:
    return [str(error) for errors in form.errors.values() for error in errors]
