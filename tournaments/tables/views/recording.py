"""記錄一鋪: 食糊 and 流局 from the form over the preview into the game log.

The preview, and every other page in between, contains the fields of the form: saving reads them again, and the form
comes back with all of them, whether to change it, to pay the other number, or after a conflict.
"""

import hashlib
import uuid
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.inputs import parse_int
from tournaments.core.access import GameAccess, game_access, writing_access
from tournaments.core.exceptions import Conflict, Disputed, NotConfirmed, NotOpen, Refused, RulesChanged, rules_changed
from tournaments.core.idempotency import client_key, kept_for_going_back, recorded_sentence, seen_version
from tournaments.core.locks import in_one_transaction
from tournaments.core.public import respond
from tournaments.models.digests import canonical
from tournaments.phrases.kinds import event_words
from tournaments.tables.board import FLAT, Arrow, board_arrows
from tournaments.tables.forms import DRAW, clean_draw, clean_hand, opened_mark, preview_mark
from tournaments.tables.game_log.changes import latest
from tournaments.tables.game_log.read import GameLog, read_book, rules_mark
from tournaments.tables.recording.count_view import live_count
from tournaments.tables.recording.entry import SEATS, SLOTS, WinEntry, WinnerEntry, entered_fields, read_entry
from tournaments.tables.recording.liable_spans import liable_spans
from tournaments.tables.recording.preview import preview_of, what_if, win_details
from tournaments.tables.recording.win import Unclear, counted_win
from tournaments.tables.recording.win_form import draw_asks, draw_form, win_form, with_another
from tournaments.tables.selectors.offline import outbox_form
from tournaments.tables.selectors.table import closed_words, seats_of, ticked_most, wording_of
from tournaments.tables.selectors.visible import shown_book, viewer_of
from tournaments.tables.services.recording import bell_choices, preview, record

_KEYS = uuid.UUID("6f1c2f0e-6a55-4a4c-9a53-6d1d0a1f5c11")
"""Namespace of keys made from the entry to be saved: the same entry shown again has the same key."""

_NOT_CARRIED = frozenset(
    {"csrfmiddlewaretoken", "client_key", "seen", "counted", "waiting", "at_bell", "add", "drop", "edit", "pay"}
)


@kept_for_going_back
@gzip_page
@require_http_methods(["GET", "POST"])
def win(request: HttpRequest, game_id: int) -> HttpResponse:
    """食糊: show the form (GET; POST with `edit`, `add` or `drop`), else the preview of the posted fields.

    An address may contain the fields (`config.errors`). If recording is no longer possible, the page says why instead
    of the form. Compressed here, because the list of fans and the keys of the tiles are fifty kilobytes for a phone on
    bad wifi.
    """
    access = writing_access(request, game_id)
    book = read_book(access.game)
    if request.method == "GET" and (closed := closed_words(access.game, book)):
        return _stopped(request, access, NotOpen(closed))
    sent = _sent(request)
    if request.method == "GET" and "kind" not in sent:
        seats = dict.fromkeys(int(seat) for seat in sent.getlist("winner") if seat in SEATS)
        winners = tuple(WinnerEntry(seat) for seat in seats)[:3]
        return _form(request, access, book, WinEntry(winners or (WinnerEntry(),)))
    entry = read_entry(sent)
    add, drop = sent.get("add"), sent.get("drop")
    if add in SEATS:
        order = book.folded.state.turn.order
        return _form(request, access, book, *with_another(entry, int(add), wording_of(book), order))
    if drop in SEATS:
        return _form(request, access, book, entry.without_winner(int(drop)))
    if "edit" in sent:
        return _form(request, access, book, entry)
    return _preview(request, access, book, sent)


@kept_for_going_back
@require_http_methods(["GET", "POST"])
def draw(request: HttpRequest, game_id: int) -> HttpResponse:
    """流局: show the preview, or first the questions that the rules require."""
    access = writing_access(request, game_id)
    book = read_book(access.game)
    if request.method == "GET" and (closed := closed_words(access.game, book)):
        return _stopped(request, access, NotOpen(closed))
    if request.method == "GET" and draw_asks(book.rules, book.folded.state):
        return _draw_form(request, access, book)
    sent = _sent(request)
    sent["kind"] = DRAW
    return _preview(request, access, book, sent)


def _draw_form(
    request: HttpRequest,
    access: GameAccess,
    book: GameLog,
    event: Mapping[str, Any] | None = None,
    notice: str = "",
) -> HttpResponse:
    state, rules = book.folded.state, book.rules
    form = draw_form(draw_asks(rules, state), seats_of(wording_of(book), state), rules, event)
    part = "#sheet" if request.htmx else ""  # type: ignore[attr-defined]
    context = _frame(request, access) | {"form": form, "notice": notice}
    return render(request, f"tournaments/tables/draw.html{part}", context, status=409 if notice else 200)


@kept_for_going_back
@require_safe
def preview_again(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show 預覽 of the fields in the address, after a sign-out before saving.

    Only for the next hand: any other would be recorded as the wrong one.
    """
    access = writing_access(request, game_id)
    if "kind" not in request.GET:
        return redirect("tournaments:table", game_id)
    try:
        rules, _shown = opened_mark(request.GET.get("counted", ""), game_id)
        if seen_version(request) != access.game.book_version:
            return _conflict(request, access, Conflict(_("你輸入之後，這一檯記錄了別的；請看清楚再決定。")))
        if rules != rules_mark(access.event, access.game.round):
            return _counted_anew(request, access)
        return _preview(request, access, read_book(access.game), request.GET)
    except Refused as refusal:
        return _stopped(request, access, refusal)


@require_POST
def save(request: HttpRequest, game_id: int) -> HttpResponse:
    try:
        if _record(request, game_id):
            messages.info(request, _("這一鋪已經記錄，沒有再記一次。"))
    except RulesChanged:
        return _counted_anew(request, writing_access(request, game_id))
    except Conflict as conflict:
        return _conflict(request, writing_access(request, game_id), conflict)
    except Refused as refusal:
        return _stopped(request, writing_access(request, game_id), refusal)
    return redirect("tournaments:table", game_id)


@in_one_transaction
def _record(request: HttpRequest, game_id: int) -> bool:
    """Record with rights and log from the same locked row: one query less, and no change in between. True for a
    repeat."""
    access = writing_access(request, game_id, lock=True)
    game, key, seen = access.game, client_key(request), seen_version(request)
    book = read_book(game)
    rules, shown = opened_mark(request.POST.get("counted", ""), game_id)
    if key not in book.keys and seen == game.book_version and rules != rules_mark(game.event, game.round):
        raise rules_changed()  # before the hand is counted by the new rules; other entries come first
    played, _win = clean_hand(request.POST, book.as_seen(seen))
    before = game.act_count
    answer = record(
        **access.entry,
        played=played,
        client_key=key,
        seen=seen,
        locked=book,
        counted_under=rules,
        at_bell=request.POST.get("at_bell", ""),
        shown=shown,
    )
    return bool(answer["act"] <= before)


def _counted_anew(request: HttpRequest, access: GameAccess) -> HttpResponse:
    """Show 預覽 under the current rules of an entry made under others: called, ticked or laid, but not its payment."""
    book, sent = read_book(access.game), _sent(request)
    notice = _("賽事的規則更改了，這一鋪未記錄。以下照現在的規則計，請看過再記錄。")
    if sent.get("kind") == DRAW and draw_asks(book.rules, book.folded.state):
        event = clean_draw(sent, book.rules, book.folded.state).event
        return _draw_form(request, access, book, event, notice)
    return _preview(request, access, book, sent, notice, 409)


@never_cache
@require_safe
def recorded(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show hands recorded at the table since a form was opened; 304 if there are none."""
    access = writing_access(request, game_id)

    def page() -> HttpResponse:
        book = read_book(access.game)
        wording = wording_of(book)
        last = latest(book.folded)
        sentence = recorded_sentence(last, wording) if last else wording.said(_("這個半莊現在沒有記錄。"))
        return render(request, "tournaments/tables/_recorded.html", {"game": access.game, "sentence": sentence})

    return respond(request, page, f'"{access.game.book_version}"')


@require_POST
def count(request: HttpRequest, game_id: int) -> HttpResponse:
    access = writing_access(request, game_id)
    book = read_book(access.game)
    win = counted_win(read_entry(request.POST), book.rules, book.folded.state)
    slot = parse_int(request.GET.get("slot", ""), len(win.counts) - 1) or 0
    return render(request, "tournaments/tables/_count.html", {"count": live_count(win, slot), "slot": slot})


@require_safe
def whatif(request: HttpRequest, game_id: int) -> HttpResponse:
    access = game_access(request, game_id)
    book = shown_book(read_book(access.game), viewer_of(access))
    wording = wording_of(book)
    context = {"what": what_if(request.GET, book, wording, seats_of(wording, book.folded.state))}
    parts = {"whatif-result": "#result", "sheet": "#sheet"}
    target = request.htmx.target if request.htmx else ""  # type: ignore[attr-defined]
    return access.page(request, f"tournaments/tables/whatif.html{parts.get(target or '', '')}", context)


def _sent(request: HttpRequest) -> QueryDict:
    """Return the fields of the form, with the other number to pay if a button chooses it: pay-0=claimed."""
    sent = (request.POST if request.method == "POST" else request.GET).copy()
    for slot in SLOTS:
        if paid := sent.get(f"pay-{slot}"):
            sent[f"paid-{slot}"] = paid
    return sent


def _form(
    request: HttpRequest,
    access: GameAccess,
    book: GameLog,
    entry: WinEntry,
    notice: str = "",
    *,
    errors: Mapping[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    state = book.folded.state
    wording = wording_of(book)
    hints: dict[int, list[str]] = {}  # rewards in this hand (中途獎勵), shown as reminders when its tiles are laid
    for kind, seat in state.open_hand.rewards:
        hints.setdefault(seat, []).append(wording.reward_name(kind))
    form = win_form(
        entry,
        rules=book.rules,
        state=state,
        seats=seats_of(wording, state),
        hints=hints,
        errors=errors,
        choose_winner=entry.winners[0].seat is None,
        notice=notice,
        spans=liable_spans(book.folded, wording),
        most_ticked=ticked_most(access.event),
    )
    # A browser's draft belongs to the hand and to the initial form: it never replaces a sent entry that came back.
    beginning = hashlib.sha256(repr(entry).encode()).hexdigest()[:12]
    context = _frame(request, access) | {
        "form": form,
        "state": state,
        "draft": f"win-{access.game.pk}-{access.game.book_version}-{beginning}",
        "unsettled": bool(book.folded.unconfirmed),
    }
    part = "#sheet" if request.htmx and request.method == "GET" else ""  # type: ignore[attr-defined]
    return render(request, f"tournaments/tables/win.html{part}", context, status=status)


def _preview(
    request: HttpRequest, access: GameAccess, book: GameLog, sent: QueryDict, notice: str = "", status: int = 200
) -> HttpResponse:
    """Show the effect of the hand; if input is missing or impossible, the form again."""
    drawn = sent.get("kind") == DRAW
    try:
        played, win = clean_hand(sent, book)
        after = preview(book=book, played=played)
    except Refused as refusal:
        if drawn:
            return _stopped(request, access, refusal)
        errors = refusal.errors if isinstance(refusal, Unclear) else {"entry": refusal.detail}
        return _form(request, access, book, read_entry(sent), notice, errors=errors, status=refusal.status)
    wording = wording_of(book)
    told = preview_of(book.folded, after, wording)
    event, now = played.event, timezone.now()
    outcome: dict[str, Any] = {"type": DRAW} | ({"dealer": event["dealer"]} if "dealer" in event else {})
    if win is not None:
        outcome = {"type": "win", "winners": [count.entry.seat for count in win.by_seat]}
    # The same after a reload, another after any change.
    said = [access.game.pk, access.game.book_version, access.user.pk if access.user else 0, played.as_entry()]
    paid = [Arrow(p["source"], p["target"], p["points"]) for p in told["payments"]]
    context = _frame(request, access, sent) | {
        "preview": told,
        "arrows": board_arrows(paid, [total["chair"] for total in told["totals"]], FLAT),
        "notice": notice,
        "counted": preview_mark(rules_mark(access.event, access.game.round), now, access.game.pk),
        "at_bell": bell_choices(book, played, now, wording),
        "key": uuid.uuid5(_KEYS, canonical(said)),
        "number": book.folded.state.hand_number,
        "is_win": not drawn,
        "back_to_draw": bool(draw_asks(book.rules, book.folded.state)),
        "outbox": outbox_form(access, book, what="save", words=told["result"], outcome=outcome),
    }
    if win is not None:
        context |= win_details(win, wording)
    return render(request, "tournaments/tables/preview.html", context, status=status)


def _conflict(request: HttpRequest, access: GameAccess, conflict: Conflict) -> HttpResponse:
    book, sent = read_book(access.game), _sent(request)
    wording = wording_of(book)
    played, win = clean_hand(sent, book.as_seen(seen_version(request)))
    counts = [count for count in win.counts if count.computed is not None] if win else []
    fans = {count.entry.seat or 0: (count.computed or 0) + book.rules.base for count in counts}
    recorded = conflict.extra.get("recorded") or latest(book.folded)
    context = _frame(request, access, sent) | {
        "detail": conflict.detail,
        "recorded": recorded_sentence(recorded, wording) if recorded else wording.said(_("這個半莊現在沒有記錄。")),
        "recorded_payments": [wording.payment(payment) for payment in (recorded or {}).get("payments", ())],
        "recorded_number": recorded["number"] if recorded and recorded["result"] != "open" else None,
        "yours": event_words(wording, played.event, fans),
        "is_win": win is not None,
        "finished": book.folded.state.finished,
    }
    return render(request, "tournaments/tables/conflict.html", context, status=409)


def _stopped(request: HttpRequest, access: GameAccess, refusal: Refused) -> HttpResponse:
    """Explain why recording is impossible now, and the next step; an entered win can be resumed."""
    sent = _sent(request)
    context = _frame(request, access, sent if sent.get("kind") == "win" else None) | {
        "detail": refusal.detail,
        "unsettled": isinstance(refusal, NotConfirmed | Disputed),
    }
    return render(request, "tournaments/tables/stopped.html", context, status=refusal.status)


def _frame(request: HttpRequest, access: GameAccess, sent: QueryDict | None = None) -> dict[str, Any]:
    """Return the common context. `fields`: the input for the next page · `waiting`: the entry of this phone's outbox
    being corrected (打開再改), "" for a hand entered here."""
    return {
        "waiting": (request.POST or request.GET).get("waiting", ""),
        **access.frame,
        "seen": access.game.book_version,
        "fields": [
            each for each in entered_fields(sent or QueryDict()) if each[0].partition("-")[0] not in _NOT_CARRIED
        ],
    }
