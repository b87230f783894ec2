from collections.abc import Callable
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.numbers import whole
from tournaments.core.access import EventAccess, event_access, organiser_access
from tournaments.core.exceptions import NeedsConfirmation, Refused
from tournaments.core.idempotency import client_key, new_key
from tournaments.models import Round
from tournaments.organising import selectors as select
from tournaments.phrases.wording import said
from tournaments.rounds.forms import DayForm, DrawForm, LengthForm, SeatsForm
from tournaments.rounds.seating.draw import Draw
from tournaments.rounds.selectors import seed_of
from tournaments.rounds.services import breaking_off, seating, seating_otherwise, voiding
from tournaments.rounds.services import rounds as services
from tournaments.rounds.services.stages import current_stage, next_session
from tournaments.rulebook.page import length_name
from tournaments.standings.selectors.in_play import at_stake
from tournaments.tables.book.read import rules_of
from tournaments.tables.selectors.published_seats import SeatedTable, seated_tables


@never_cache
@require_safe
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    access = event_access(request, slug)
    return _rounds_page(request, access)


def _rounds_page(
    request: HttpRequest, access: EventAccess, status: int = 200, refusal: str = "", **more: Any
) -> HttpResponse:
    facts = select.event_facts(access.event, access.roles, access.until)
    shown = [one for one in facts.rounds if access.reads_round(one.round)]
    context = {
        "access": access,
        "event": access.event,
        "facts": facts,
        "rounds": shown,
        "several": len(facts.stages) > 1,
        "day_form": DayForm(initial={"day": more.get("asked_day") or _likely_day(access, facts)}),
        "length_form": _length_form(access, chosen=more.get("asked_length")) if access.organises else None,
        "refusal": refusal,
    } | more
    return render(request, "tournaments/rounds/rounds.html", context, status=status)


def _length_form(access: EventAccess, data: Any = None, chosen: int | None = None) -> LengthForm:
    stage, hint = current_stage(access.event), _("開始之前都可以改。")
    return LengthForm(data, rules=rules_of(access.event), stage=stage, chosen=chosen, hint=hint)


def _likely_day(access: EventAccess, facts: select.EventFacts) -> Any:
    """The day of the next session; without sessions today while the event lasts, else its first day."""
    if facts.stage and facts.stage.sessions:
        return date.fromisoformat(facts.stage.session_days[next_session(facts.stage) - 1])
    today = timezone.localdate()
    return today if access.event.starts_on <= today <= access.event.ends_on else access.event.starts_on


@never_cache
@require_POST
def make_round(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    form, length = DayForm(request.POST), _length_form(access, request.POST)
    for one in (form, length):
        if not one.is_valid():
            return _rounds_page(request, access, 422, str(next(iter(one.errors.values()))[0]))
    day = form.cleaned_data["day"]
    try:
        made = services.make_round(
            event=access.event, day=day, wind_rounds=length.wind_rounds, confirmed="confirmed" in request.POST
        )
    except NeedsConfirmation as refusal:
        return _rounds_page(
            request, access, refusal.status, refusal.detail, asked_day=day, asked_length=length.wind_rounds
        )
    except Refused as refusal:
        return _rounds_page(request, access, refusal.status, refusal.detail)
    return redirect("tournaments:round", slug, made.number)


# --- one round ------------------------------------------------------------------------------------------------


@never_cache
@require_safe
def round_(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = event_access(request, slug)
    return _round_page(request, access, access.round(number))


def _round_page(
    request: HttpRequest, access: EventAccess, found: Round, status: int = 200, **context: Any
) -> HttpResponse:
    tables, rules = seated_tables(found, access.until), rules_of(access.event, found)
    draft = found.state == Round.State.DRAFT
    ahead = found.ahead and access.organises
    running = found.state == Round.State.OPEN and access.organises
    closing = context.get("question") == "close_round" or found.state == Round.State.CLOSED
    unpaid = at_stake(found) if access.organises and closing and not found.void else []
    context = {
        "access": access,
        "event": access.event,
        "round": found,
        "facts": select.round_facts(found, access.until),
        "tables": tables,
        "draft": draft,
        "ahead": ahead,
        "running": running,
        "left_out": seating.left_out(found) if ahead and tables else [],
        "faults": services.seat_faults(found) if ahead else [],
        "unattended": [one for one in tables if not one.game.table.referees.all()] if access.organises else [],
        "unsigned": services.unsigned_games(found) if running else [],
        "untouched": running and not services.why_not_taken_back(found),
        "at_stake": unpaid,
        "ends_here": any(not one.goes_on for one in unpaid),
        "key": new_key(),
        "draw_form": DrawForm(),
        "public_seed": seed_of(found) if draft and access.organises else "",
        "length": length_name(rules.game.wind_rounds, rules),
        "length_form": _own_length_form(access, found) if ahead else None,
        "by_rank": draft and access.organises and seating_otherwise.seats_by_rank(found),
        "seats_form": _seats_form(access, tables) if draft else None,
    } | context
    return render(request, "tournaments/rounds/round.html", context, status=status)


def _own_length_form(access: EventAccess, found: Round, data: Any = None) -> LengthForm:
    return LengthForm(data, rules=rules_of(access.event), stage=found.stage, chosen=found.wind_rounds)


def _seats_form(access: EventAccess, tables: list[SeatedTable], data: Any = None) -> SeatsForm:
    seated = {(t.game.table.number, seat.seat): seat.player.number for t in tables for seat in t.seats}
    active = access.event.players.filter(withdrawn_at=None, barred="").order_by("number")
    return SeatsForm(data, event=access.event, players=list(active), seated=seated)


def _on_round(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    @never_cache
    @require_POST
    def inner(request: HttpRequest, slug: str, number: int) -> HttpResponse:
        access = organiser_access(request, slug)
        found = access.round(number)
        try:
            return view(request, access, found)
        except Refused as refusal:
            return _refused_page(request, access, number, refusal)

    return inner


_SAID = ("reason", "day")
"""Fields of a step that needs a confirmation: sent again with the answer."""


def _refused_page(request: HttpRequest, access: EventAccess, number: int, refusal: Refused) -> HttpResponse:
    """The round as it is now; if it has been discarded meanwhile, all rounds."""
    found = Round.objects.select_related("event", "stage").filter(event=access.event, number=number).first()
    if found is None:
        return _rounds_page(request, access, refusal.status, refusal.detail)
    asked = isinstance(refusal, NeedsConfirmation)
    context = {
        "question": request.resolver_match.url_name if asked else "",  # type: ignore[union-attr]
        "asked": request.path,
        "answers": [(name, value) for name, value in request.POST.items() if name in _SAID] if asked else [],
        "reason": request.POST.get("reason"),
    }
    return _round_page(request, access, found, refusal.status, refusal=refusal.detail, **context)


@_on_round
def draw(request: HttpRequest, access: EventAccess, found: Round) -> HttpResponse:
    form = DrawForm(request.POST)
    if not form.is_valid():
        return _round_page(request, access, found, 422, draw_form=form)
    drawn = seating.draw_round(round_id=found.pk, seed=form.cleaned_data["seed"])
    messages.success(request, _drawn_sentence(drawn))
    return redirect("tournaments:round", access.event.slug, found.number)


def _drawn_sentence(drawn: Draw) -> str:
    words = {"seed": drawn.seed, "repeats": drawn.repeats, "clubs": drawn.same_club}
    if drawn.repeats == drawn.same_club == 0:
        return _("抽好了，號碼 %(seed)s：沒有人重遇對手，也沒有同會同檯。") % words
    return _("抽好了，號碼 %(seed)s：重遇對手 %(repeats)s 對，同會同檯 %(clubs)s 對，已是找到最少的。") % words


@_on_round
def seats(request: HttpRequest, access: EventAccess, found: Round) -> HttpResponse:
    form = _seats_form(access, seated_tables(found), request.POST)
    if not form.is_valid():
        return _round_page(request, access, found, 422, seats_form=form, by_hand=True)
    try:
        seating.seat_by_hand(round_id=found.pk, seats=form.seats)
    except Refused as refusal:
        if "errors" not in refusal.extra:
            raise
        form.add_seat_errors(refusal.extra["errors"])
        return _round_page(request, access, found, 422, seats_form=form, by_hand=True)
    messages.success(request, _("座位已經儲存。"))
    return redirect("tournaments:round", access.event.slug, found.number)


@_on_round
def set_day(request: HttpRequest, access: EventAccess, found: Round) -> HttpResponse:
    form = DayForm(request.POST)
    if not form.is_valid():
        return _round_page(request, access, found, 422, refusal=str(form.errors["day"][0]))
    services.set_day(round_id=found.pk, day=form.cleaned_data["day"], confirmed="confirmed" in request.POST)
    return redirect("tournaments:round", access.event.slug, found.number)


@_on_round
def set_length(request: HttpRequest, access: EventAccess, found: Round) -> HttpResponse:
    form = _own_length_form(access, found, request.POST)
    if not form.is_valid():
        return _round_page(request, access, found, 422, length_form=form)
    services.set_length(round_id=found.pk, wind_rounds=form.wind_rounds)
    return redirect("tournaments:round", access.event.slug, found.number)


def _tell(request: HttpRequest, found: Round, sentence: str) -> None:
    messages.success(request, said(sentence, rules_of(found.event)) % {"number": found.number})


@_on_round
def publish_round(request: HttpRequest, access: EventAccess, found: Round) -> HttpResponse:
    services.publish_round(round_id=found.pk, now=timezone.now(), confirmed="confirmed" in request.POST)
    _tell(request, found, _("第 %(number)s 個半莊的座位公布了。"))
    return redirect("tournaments:round", access.event.slug, found.number)


@_on_round
def unpublish_round(request: HttpRequest, access: EventAccess, found: Round) -> HttpResponse:
    services.unpublish_round(round_id=found.pk)
    _tell(request, found, _("第 %(number)s 個半莊的座位已收回，現在只有大會看到。"))
    return redirect("tournaments:round", access.event.slug, found.number)


@_on_round
def seat_by_rank(request: HttpRequest, access: EventAccess, found: Round) -> HttpResponse:
    seating_otherwise.seat_by_rank(round_id=found.pk)
    messages.success(request, _("已按上一階段的名次配桌。"))
    return redirect("tournaments:round", access.event.slug, found.number)


@_on_round
def open_round(request: HttpRequest, access: EventAccess, found: Round) -> HttpResponse:
    services.open_round(round_id=found.pk, now=timezone.now(), confirmed="confirmed" in request.POST)
    _tell(request, found, _("第 %(number)s 個半莊開始了，裁判可以記錄。"))
    return redirect("tournaments:room", access.event.slug)


@_on_round
def close_round(request: HttpRequest, access: EventAccess, found: Round) -> HttpResponse:
    services.close_round(round_id=found.pk, now=timezone.now(), confirmed="confirmed" in request.POST)
    _tell(request, found, _("第 %(number)s 個半莊已經結束。"))
    return redirect("tournaments:event", access.event.slug)


@_on_round
def end_games(request: HttpRequest, access: EventAccess, found: Round) -> HttpResponse:
    ended = breaking_off.end_games(
        round_=found,
        seen=_games_seen(request),
        actor=access.actor,
        client_key=client_key(request),
        now=timezone.now(),
    )
    words = {"tables": _("、").join(str(game.table.number) for game in ended)}
    messages.success(request, _("第 %(tables)s 檯已完場。四家確認付清的分並簽署之後，就可以結束這一輪。") % words)
    return redirect("tournaments:round", access.event.slug, found.number)


def _games_seen(request: HttpRequest) -> dict[int, int]:
    """Game → version of its book, from "17.5"; malformed pairs are left out."""
    pairs = (tuple(map(whole, said.split("."))) for said in request.POST.getlist("game"))
    return {pair[0]: pair[1] for pair in pairs if len(pair) == 2 and pair[0] is not None and pair[1] is not None}


@_on_round
def take_back_round(request: HttpRequest, access: EventAccess, found: Round) -> HttpResponse:
    services.take_back_round(round_id=found.pk, now=timezone.now(), confirmed="confirmed" in request.POST)
    _tell(request, found, _("第 %(number)s 個半莊已經收回，現在是已公布。"))
    return redirect("tournaments:round", access.event.slug, found.number)


@_on_round
def reopen_round(request: HttpRequest, access: EventAccess, found: Round) -> HttpResponse:
    services.reopen_round(round_id=found.pk)
    _tell(request, found, _("第 %(number)s 個半莊重開了。"))
    return redirect("tournaments:round", access.event.slug, found.number)


@_on_round
def void_round(request: HttpRequest, access: EventAccess, found: Round) -> HttpResponse:
    voiding.void_round(
        round_id=found.pk,
        reason=request.POST.get("reason", ""),
        actor=access.actor,
        now=timezone.now(),
        confirmed="confirmed" in request.POST,
    )
    _tell(request, found, _("第 %(number)s 個半莊已經作廢。"))
    return redirect("tournaments:round", access.event.slug, found.number)


@_on_round
def unvoid_round(request: HttpRequest, access: EventAccess, found: Round) -> HttpResponse:
    voiding.unvoid_round(round_id=found.pk, actor=access.actor, now=timezone.now())
    _tell(request, found, _("第 %(number)s 個半莊取消作廢，重新計算。"))
    return redirect("tournaments:round", access.event.slug, found.number)


@_on_round
def discard_round(request: HttpRequest, access: EventAccess, found: Round) -> HttpResponse:
    services.discard_round(round_id=found.pk)
    _tell(request, found, _("已取消第 %(number)s 個半莊的編排。"))
    return redirect("tournaments:rounds", access.event.slug)


@never_cache
@require_safe
def seats_print(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = event_access(request, slug)
    found = access.round(number)
    tables = seated_tables(found, access.until)
    rows = [(seat.player, one.game.table, seat.seat) for one in tables for seat in one.seats]
    rows.sort(key=lambda row: row[0].number)
    context = {"access": access, "event": access.event, "round": found, "tables": tables, "players": rows}
    return render(request, "tournaments/rounds/round_print.html", context | {"now": timezone.now()})
