"""記錄一鋪: 食糊 and 流局 from the form over the preview into the book.

The preview carries the entry as a signed text, so that saving reads nothing but the book; the same text brings the form
back with everything in it, whether to change it, to pay the other number, or after a conflict.
"""

import hashlib
import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.core.access import GameAccess, writing_access
from tournaments.core.exceptions import Conflict, Disputed, Invalid, NotConfirmed, NotOpen, Refused, RulesChanged
from tournaments.core.idempotency import client_key, kept_for_going_back, recorded_sentence, seen_version
from tournaments.core.locks import retry_on_deadlock
from tournaments.core.public import respond
from tournaments.models.digests import canonical
from tournaments.phrases.kinds import event_words
from tournaments.phrases.wording import Wording, wording_at
from tournaments.tables.board import FLAT, Arrow, board_arrows
from tournaments.tables.forms import DRAW, Unclear, clean_draw, clean_win
from tournaments.tables.game_log.changes import latest
from tournaments.tables.game_log.read import GameLog, read_book, rules_mark
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.count import claim_fans
from tournaments.tables.recording.count_view import fan_lists, live_count
from tournaments.tables.recording.entry import (
    CLAIMED,
    COMPUTED,
    SEATS,
    Posted,
    WinEntry,
    WinnerEntry,
    entry_of,
    read_entry,
)
from tournaments.tables.recording.liable_spans import liable_seats, liable_spans
from tournaments.tables.recording.preview import bell_choices, claimed_kong_note, finish_note, preview_of
from tournaments.tables.recording.win import CountedWin, counted_again, counted_win, entry_of_played
from tournaments.tables.recording.win_form import draw_asks, draw_form, win_form, with_another
from tournaments.tables.sealed import Sealed, opened
from tournaments.tables.selectors.offline import outbox_form
from tournaments.tables.selectors.table import closed_words, reward_hints, seats_of, ticked_most, wording_of
from tournaments.tables.services.recording import at_bell_options, preview, record

_KEYS = uuid.UUID("6f1c2f0e-6a55-4a4c-9a53-6d1d0a1f5c11")
"""Namespace of save keys, made from what is saved: the same entry shown again has the same key."""


@kept_for_going_back
@gzip_page
@require_http_methods(["GET", "POST"])
def win(request: HttpRequest, game_id: int) -> HttpResponse:
    """食糊: the form (GET; POST with `edit`, `add` or `drop`), else the preview of the posted entry.

    An address may hold an entry (`tournaments.core.way_back`). Where nothing can be recorded any more, the page says
    why instead of the form. Compressed here, because the list of fans and the keys of the tiles are fifty kilobytes for
    a phone on bad wifi.
    """
    access = writing_access(request, game_id)
    book = read_book(access.game)
    if request.method == "GET" and (closed := closed_words(access.game, book)):
        return _stopped(request, access, NotOpen(closed))
    sent = request.POST if request.method == "POST" else request.GET
    if "kind" not in sent and request.method == "GET":
        return _form(request, access, book, _asked_for(request))
    try:
        entry = _entry(sent, access, book)
    except Invalid as refusal:
        return _form(request, access, book, WinEntry(), errors={"entry": refusal.detail}, status=400)
    changed = _changed(sent, entry, book)
    if changed is not None:
        return _form(request, access, book, *changed)
    return _previewed(request, access, book, entry)


def _previewed(
    request: HttpRequest, access: GameAccess, book: GameLog, entry: WinEntry, notice: str = "", status: int = 200
) -> HttpResponse:
    try:
        win = clean_win(entry, book.rules, book.folded.state, liable_seats(book.folded, book.rules))
        return _preview(request, access, book, win.played, win, notice=notice, status=status)
    except Unclear as unclear:
        return _form(request, access, book, entry, notice, errors=unclear.errors, status=400)
    except Refused as refusal:
        return _form(request, access, book, entry, notice, errors={"entry": refusal.detail}, status=refusal.status)


@kept_for_going_back
@require_http_methods(["GET", "POST"])
def draw(request: HttpRequest, game_id: int) -> HttpResponse:
    """流局: straight to the preview, or first to what the rules need to know."""
    access = writing_access(request, game_id)
    book = read_book(access.game)
    if request.method == "GET" and (closed := closed_words(access.game, book)):
        return _stopped(request, access, NotOpen(closed))
    asked = draw_asks(book.rules, book.folded.state)
    if asked and request.method == "GET":
        return _draw_form(request, access, book, asked)
    try:
        return _preview(request, access, book, clean_draw(request.POST, book.rules, book.folded.state))
    except Refused as refusal:
        return _stopped(request, access, refusal)


def _draw_form(
    request: HttpRequest,
    access: GameAccess,
    book: GameLog,
    asked: tuple[str, ...],
    event: Mapping[str, Any] | None = None,
    notice: str = "",
) -> HttpResponse:
    form = draw_form(asked, seats_of(access.game, book.folded.state, book.rules), book.rules, event)
    part = "#sheet" if request.htmx else ""  # type: ignore[attr-defined]
    context = _frame(request, access) | {"form": form, "notice": notice}
    return render(request, f"tournaments/tables/draw.html{part}", context, status=409 if notice else 200)


@kept_for_going_back
@require_safe
def preview_again(request: HttpRequest, game_id: int) -> HttpResponse:
    """預覽 of the entry in the address, after a sign-out before saving.

    Only for the next hand, or it would be recorded as another one.
    """
    access = writing_access(request, game_id)
    if "entry" not in request.GET:
        return redirect("tournaments:table", game_id)
    try:
        sealed = opened(request.GET.get("entry", ""), game_id)
        if seen_version(request) != access.game.book_version:
            raise Conflict(_("你輸入之後，這一檯記錄了別的；請看清楚再決定。"))
        if sealed.rules != rules_mark(access.event, access.game.round):
            return _counted_anew(request, access, sealed.played)
        book = read_book(access.game)
        win = counted_again(sealed.played, book.rules, book.folded.state)
        return _preview(request, access, book, sealed.played, win)
    except Conflict as conflict:
        return _conflict(request, access, sealed, conflict)
    except Refused as refusal:
        return _stopped(request, access, refusal)


@never_cache
@require_POST
def save(request: HttpRequest, game_id: int) -> HttpResponse:
    try:
        sealed = opened(request.POST.get("entry", ""), game_id)
        if _record(request, game_id, sealed):
            messages.info(request, _("這一鋪已經記錄，沒有再記一次。"))
    except RulesChanged:
        return _counted_anew(request, writing_access(request, game_id), sealed.played)
    except Conflict as conflict:
        return _conflict(request, writing_access(request, game_id), sealed, conflict)
    except Refused as refusal:
        return _stopped(request, writing_access(request, game_id), refusal)
    return redirect("tournaments:table", game_id)


@retry_on_deadlock
def _record(request: HttpRequest, game_id: int, sealed: Sealed) -> bool:
    """Rights and book of the same locked row: one query less, and no change in between. True for a repeat."""
    with transaction.atomic():
        access = writing_access(request, game_id, lock=True)
        before = access.game.act_count
        answer = record(
            game_id=game_id,
            actor=access.actor,
            played=sealed.played,
            client_key=client_key(request),
            seen=seen_version(request),
            now=timezone.now(),
            locked=read_book(access.game),
            counted_under=sealed.rules,
            at_bell=request.POST.get("at_bell", ""),
            shown=sealed.at,
        )
        return bool(answer["act"] <= before)


def _counted_anew(request: HttpRequest, access: GameAccess, played: Played) -> HttpResponse:
    """預覽 under the current rules of an entry made under others: called, ticked or laid, not what it paid."""
    book = read_book(access.game)
    notice = _("賽事的規則更改了，這一鋪未記錄。以下照現在的規則計，請看過再記錄。")
    if played.event["type"] != DRAW:
        entry = entry_of(played.event, played.claim, book.rules.base)
        return _previewed(request, access, book, entry, notice, 409)
    asked = draw_asks(book.rules, book.folded.state)
    if asked:
        return _draw_form(request, access, book, asked, played.event, notice)
    try:
        return _preview(request, access, book, Played({"type": DRAW}), notice=notice, status=409)
    except Refused as refusal:
        return _stopped(request, access, refusal)


@never_cache
@require_safe
def recorded(request: HttpRequest, game_id: int) -> HttpResponse:
    """Hands recorded at the table since a form was opened; 304 if there are none."""
    access = writing_access(request, game_id)

    def page() -> HttpResponse:
        book = read_book(access.game)
        wording = wording_of(book)
        last = latest(book.folded)
        sentence = recorded_sentence(last, wording) if last else wording.said(_("這個半莊現在沒有記錄。"))
        return render(request, "tournaments/tables/_recorded.html", {"game": access.game, "sentence": sentence})

    return respond(request, page, f'"{access.game.book_version}"')


@never_cache
@require_POST
def count(request: HttpRequest, game_id: int) -> HttpResponse:
    access = writing_access(request, game_id)
    book = read_book(access.game)
    slot = request.GET.get("slot", "0")
    win = counted_win(read_entry(request.POST), book.rules, book.folded.state)
    index = int(slot) if slot in ("0", "1", "2") and int(slot) < len(win.counts) else 0
    context = live_count(win, index)
    return render(request, "tournaments/tables/_count.html", {"count": context, "slot": index})


# --- what was sent --------------------------------------------------------------------------------------------------


def _asked_for(request: HttpRequest) -> WinEntry:
    seats = [int(seat) for seat in request.GET.getlist("winner") if seat in SEATS]
    return WinEntry(winners=tuple(WinnerEntry(seat) for seat in dict.fromkeys(seats))[:3] or (WinnerEntry(),))


def _entry(sent: Posted, access: GameAccess, book: GameLog) -> WinEntry:
    """From the form's fields, or from the signed text of a preview or conflict page."""
    text = sent.get("entry")
    if text is None:
        return read_entry(sent)
    entry = entry_of_played([opened(text, access.game.pk).played], book.rules)
    if entry is None:
        return WinEntry()
    return _paid(sent, entry)


def _paid(sent: Posted, entry: WinEntry) -> WinEntry:
    """The same, paid by the other number where a button says so: pay-0=claimed."""
    winners = [
        replace(winner, paid=sent.get(f"pay-{slot}")) if sent.get(f"pay-{slot}") in (COMPUTED, CLAIMED) else winner
        for slot, winner in enumerate(entry.winners)
    ]
    return replace(entry, winners=tuple(winners))


def _changed(sent: Posted, entry: WinEntry, book: GameLog) -> tuple[WinEntry, str] | None:
    """The entry as a button of the form changes it, with its message; None when it is to be previewed."""
    if sent.get("add") in SEATS:
        return with_another(entry, int(sent.get("add")), wording_of(book))
    if sent.get("drop") in SEATS:
        return entry.without_winner(int(sent.get("drop"))), ""
    return (entry, "") if "edit" in sent else None


# --- what is shown ---------------------------------------------------------------------------------------------------


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
    seats = seats_of(access.game, state, book.rules)
    wording = wording_at(seats, book.rules)
    form = win_form(
        entry,
        rules=book.rules,
        state=state,
        seats=seats,
        hints=reward_hints(book, wording),
        errors=errors,
        choose_winner=entry.winners[0].seat is None,
        notice=notice,
        spans=liable_spans(book.folded, wording),
        most_ticked=ticked_most(access.event),
    )
    context = _frame(request, access) | {
        "form": form,
        "state": state,
        "draft": _draft_name(access, entry),
        "unsettled": bool(book.folded.unconfirmed),
    }
    part = "#sheet" if request.htmx and request.method == "GET" else ""  # type: ignore[attr-defined]
    return render(request, f"tournaments/tables/win.html{part}", context, status=status)


def _draft_name(access: GameAccess, entry: WinEntry) -> str:
    """A draft belongs to the hand and to the initial form: it never covers an entry that was sent and came back."""
    beginning = hashlib.sha256(repr(entry).encode()).hexdigest()[:12]
    return f"win-{access.game.pk}-{access.game.book_version}-{beginning}"


def _preview(
    request: HttpRequest,
    access: GameAccess,
    book: GameLog,
    played: Played,
    win: CountedWin | None = None,
    *,
    notice: str = "",
    status: int = 200,
) -> HttpResponse:
    seen = preview(book=book, played=played)
    wording = wording_of(book)
    told = preview_of(seen, wording)
    context = _frame(request, access) | (_counted(win, wording) if win else {})
    context |= {
        "preview": told,
        "arrows": board_arrows([Arrow(p.source, p.target, p.points) for p in told.payments], shape=FLAT),
        "after": finish_note(told, book.rules),
        "notice": notice,
        "entry": Sealed(played, rules_mark(access.event, access.game.round), timezone.now()).text(access.game.pk),
        "at_bell": bell_choices(at_bell_options(book, played, timezone.now()), wording),
        "key": _key(access, played),
        "number": book.folded.state.hand_number,
        "is_win": played.event["type"] != DRAW,
        "back_to_draw": bool(draw_asks(book.rules, book.folded.state)),
        "outbox": outbox_form(access, book, what="save", words=told.result, outcome=_outcome(played)),
    }
    return render(request, "tournaments/tables/preview.html", context, status=status)


def _outcome(played: Played) -> dict[str, Any]:
    event = played.event
    if event["type"] == DRAW:
        return {"type": DRAW} | ({"dealer": event["dealer"]} if "dealer" in event else {})
    winners = event.get("winners") or [event]
    return {"type": "win", "winners": [winner.get("seat", winner.get("winner")) for winner in winners]}


def _counted(win: CountedWin, wording: Wording) -> dict[str, Any]:
    return {
        "fans": fan_lists(win, wording.names),
        "note": claimed_kong_note(win, wording),
        "differences": [
            {"slot": slot, "name": wording.name(count.entry.seat), "count": count}
            for slot, count in enumerate(win.by_seat)
            if count.differs
        ],
    }


def _key(access: GameAccess, played: Played) -> uuid.UUID:
    """The client key of this entry on this page: the same after a reload, another after any change."""
    user = access.user.pk if access.user else 0
    return uuid.uuid5(_KEYS, canonical([access.game.pk, access.game.book_version, user, played.as_entry()]))


def _conflict(request: HttpRequest, access: GameAccess, sealed: Sealed, conflict: Conflict) -> HttpResponse:
    played = sealed.played
    book = read_book(access.game)
    wording = wording_of(book)
    recorded = conflict.extra.get("recorded") or latest(book.folded)
    context = _frame(request, access) | {
        "detail": conflict.detail,
        "recorded": recorded_sentence(recorded, wording) if recorded else wording.said(_("這個半莊現在沒有記錄。")),
        "recorded_payments": [wording.payment(payment) for payment in (recorded or {}).get("payments", ())],
        "recorded_number": recorded["number"] if recorded and recorded["result"] != "open" else None,
        "yours": event_words(wording, played.event, claim_fans(played.event, played.claim, book.rules)),
        "entry": sealed.text(access.game.pk),
        "is_win": played.event["type"] != DRAW,
        "finished": book.folded.state.finished,
    }
    return render(request, "tournaments/tables/conflict.html", context, status=409)


def _stopped(request: HttpRequest, access: GameAccess, refusal: Refused) -> HttpResponse:
    """Why this can't be recorded now, and the next step; an entered win can be taken up again."""
    context = _frame(request, access) | {
        "detail": refusal.detail,
        "unsettled": isinstance(refusal, NotConfirmed | Disputed),
        "entry": (request.POST or request.GET).get("entry", ""),
    }
    return render(request, "tournaments/tables/stopped.html", context, status=refusal.status)


def _frame(request: HttpRequest, access: GameAccess) -> dict[str, Any]:
    """`waiting`: the entry of this phone's outbox being corrected (打開再改), "" for a hand entered here."""
    return {
        "waiting": (request.POST or request.GET).get("waiting", ""),
        "access": access,
        "event": access.event,
        "game": access.game,
        "seen": access.game.book_version,
    }
