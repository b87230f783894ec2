from collections.abc import Callable
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.inputs import parse_int
from tournaments.core.access import EventAccess, event_access, organiser_access
from tournaments.core.cached import mark_of
from tournaments.core.exceptions import NeedsConfirmation, Refused
from tournaments.core.idempotency import client_key, done, new_key
from tournaments.core.public import public_page, respond, rows_mark
from tournaments.models import Event, GameSeat, Round, Stage
from tournaments.organising import selectors as select
from tournaments.phrases.wording import plural, said
from tournaments.players.selectors import check_in_page
from tournaments.rounds.forms import DayForm, DrawForm, LengthForm, WaysForm
from tournaments.rounds.selectors import seed_of
from tournaments.rounds.services import rounds as services
from tournaments.rounds.services import seating
from tournaments.rounds.services.stages import current_stage, next_session
from tournaments.rulebook.page import length_name
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.selectors.published_seats import published_seats, seated_tables

NUMBERS = frozenset(map(str, range(1, 1000)))


@require_safe
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    return _rounds_page(request, event_access(request, slug))


def _rounds_page(
    request: HttpRequest, access: EventAccess, status: int = 200, refusal: str = "", **more: Any
) -> HttpResponse:
    event = access.event
    facts = select.event_facts(event, access.roles, access.until)
    day = more.get("asked_day") or _next_day(event, facts.stage)
    context = {
        "facts": facts,
        "rounds": [one for one in facts.rounds if access.reads_round(one.round)],
        "several": len(facts.stages) > 1,
        "day_form": DayForm(initial={"day": day}, rules=rules_of(event)),
        "length_form": _length_form(access, chosen=more.get("asked_length")) if access.organises else None,
        "refusal": refusal,
    } | more
    return access.page(request, "tournaments/rounds/rounds.html", context, status=status)


def _next_day(event: Event, stage: Stage | None) -> date:
    """Return the day of the next session; without sessions, today during the event, else its first day."""
    if stage and stage.sessions:
        return date.fromisoformat(stage.session_days[next_session(stage) - 1])
    today = timezone.localdate()
    return today if event.starts_on <= today <= event.ends_on else event.starts_on


def _length_form(access: EventAccess, data: Any = None, chosen: int | None = None) -> LengthForm:
    stage, hint = current_stage(access.event), _("開始之前都可以改。")
    return LengthForm(data, rules=rules_of(access.event), stage=stage, chosen=chosen, hint=hint)


@require_POST
def make_round(request: HttpRequest, slug: str) -> HttpResponse:
    """Create the next round on the chosen day, as a draft without seats; if the form has no day, draw its seats too."""
    access = organiser_access(request, slug)
    at_once = "day" not in request.POST
    ahead = access.event.rounds.filter(state__in=Round.AHEAD).order_by("number").first() if at_once else None
    if ahead is not None:
        return redirect("tournaments:round", slug, ahead.number)
    day = {"day": _next_day(access.event, current_stage(access.event))}
    form = DayForm(day if at_once else request.POST, rules=rules_of(access.event))
    length = _length_form(access, request.POST)
    for one in (form, length):
        if not one.is_valid():
            return _rounds_page(request, access, 422, str(next(iter(one.errors.values()))[0]))
    values = {"day": form.cleaned_data["day"], "wind_rounds": length.cleaned_data.get("wind_rounds")}
    try:
        made = services.make_round(event=access.event, **values, confirmed="confirmed" in request.POST)
    except NeedsConfirmation as refusal:
        asked = {"asked_day": values["day"], "asked_length": values["wind_rounds"]}
        return _rounds_page(request, access, refusal.status, refusal.detail, **asked)
    except Refused as refusal:
        return _rounds_page(request, access, refusal.status, refusal.detail)
    if not at_once:
        return redirect("tournaments:round", slug, made.number)
    if seating.seats_by_rank(made):
        return seat_by_rank(request, slug, made.number)
    return draw(request, slug, made.number)


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
    in_play = services.games_in_play(found) if access.organises and closing and not found.void else []
    context = {
        "round": found,
        "facts": select.round_facts(Round.objects.filter(pk=found.pk), access.until)[0],
        "tables": tables,
        "draft": draft,
        "ahead": ahead,
        "running": running,
        "left_out": seating.left_out(found) if ahead and tables else [],
        "faults": services.seat_faults(found) if ahead else [],
        "unattended": [one for one in tables if not one.table.referees.all()] if access.organises else [],
        "unsigned": services.unsigned_games(found) if running else [],
        "untouched": running and not services.why_not_taken_back(found),
        "at_stake": in_play,
        "ends_here": any(one.ends for one in in_play),
        "key": new_key(),
        "draw_form": DrawForm(),
        "public_seed": seed_of(found) if draft and access.organises else "",
        "length": length_name(rules.game.wind_rounds, rules),
        "length_form": _own_length_form(access, found) if ahead else None,
        "by_rank": draft and access.organises and seating.seats_by_rank(found),
    } | context
    return access.page(request, "tournaments/rounds/round.html", context, status=status)


def _own_length_form(access: EventAccess, found: Round, data: Any = None) -> LengthForm:
    return LengthForm(data, rules=rules_of(access.event), stage=found.stage, chosen=found.wind_rounds)


def _on_round(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    @require_POST
    def inner(request: HttpRequest, slug: str, number: int) -> HttpResponse:
        access = organiser_access(request, slug)
        try:
            return view(request, access, access.round(number))
        except Refused as refusal:
            found = Round.objects.select_related("event", "stage").filter(event=access.event, number=number).first()
            if found is None:  # it has been discarded meanwhile
                return _rounds_page(request, access, refusal.status, refusal.detail)
            context: dict[str, Any] = {"question": "", "asked": request.path, "reason": request.POST.get("reason")}
            if isinstance(refusal, NeedsConfirmation):
                context["question"] = request.resolver_match.url_name  # type: ignore[union-attr]
                # The values given to the step are sent again with the answer.
                context["answers"] = [(name, request.POST[name]) for name in ("reason", "day") if name in request.POST]
            return _round_page(request, access, found, refusal.status, refusal=refusal.detail, **context)

    return inner


def _done(request: HttpRequest, found: Round, sentence: str, to: str = "", undo: str = "") -> HttpResponse:
    slug = found.event.slug
    way_back = f"{reverse(f'tournaments:{undo}', args=[slug, found.number])} undo 1" if undo else ""
    text = said(sentence, rules_of(found.event)) % {"number": found.number}
    messages.success(request, text, extra_tags=way_back)
    return redirect(f"tournaments:{to}", slug) if to else redirect("tournaments:round", slug, found.number)


@_on_round
def draw(request: HttpRequest, access: EventAccess, found: Round) -> HttpResponse:
    form = DrawForm(request.POST)
    if not form.is_valid():
        return _round_page(request, access, found, 422, draw_form=form)
    drawn = seating.draw_round(round_id=found.pk, seed=form.cleaned_data["seed"])
    if drawn.repeats == drawn.same_club == 0:
        text = _("抽好了，號碼 %(seed)s：沒有人重遇對手，也沒有同會同檯。")
    else:
        text = _("抽好了，號碼 %(seed)s：重遇對手 %(repeats)s 對，同會同檯 %(clubs)s 對，已是找到最少的。")
    messages.success(request, text % {"seed": drawn.seed, "repeats": drawn.repeats, "clubs": drawn.same_club})
    return redirect("tournaments:round", access.event.slug, found.number)


@_on_round
def set_day(request: HttpRequest, access: EventAccess, found: Round) -> HttpResponse:
    form = DayForm(request.POST, rules=rules_of(access.event))
    if not form.is_valid():
        return _round_page(request, access, found, 422, refusal=str(form.errors["day"][0]))
    services.set_day(round_id=found.pk, day=form.cleaned_data["day"], confirmed="confirmed" in request.POST)
    return redirect("tournaments:round", access.event.slug, found.number)


@_on_round
def set_length(request: HttpRequest, access: EventAccess, found: Round) -> HttpResponse:
    form = _own_length_form(access, found, request.POST)
    if not form.is_valid():
        return _round_page(request, access, found, 422, length_form=form)
    services.set_length(round_id=found.pk, wind_rounds=form.cleaned_data.get("wind_rounds"))
    return redirect("tournaments:round", access.event.slug, found.number)


def _step(
    act: Callable[..., object], sentence: Promise, *takes: str, to: str = "", undo: str = ""
) -> Callable[..., HttpResponse]:
    """Make a view for a step of the round: `takes`: arguments of `act` · `sentence`: message when done · `to`: page
    after it · `undo`: the step that undoes it."""

    @_on_round
    def step(request: HttpRequest, access: EventAccess, found: Round) -> HttpResponse:
        given = {"now": timezone.now(), "actor": access.actor, "confirmed": "confirmed" in request.POST}
        given["reason"] = request.POST.get("reason", "")
        act(round_id=found.pk, **{name: given[name] for name in takes})
        return _done(request, found, str(sentence), to, undo)

    return step


publish_round = _step(
    services.publish_round, lazy("第 %(number)s 個半莊的座位公布了。"), "now", "confirmed", undo="unpublish_round"
)
unpublish_round = _step(services.unpublish_round, lazy("第 %(number)s 個半莊的座位已收回，現在只有大會看到。"))
seat_by_rank = _step(seating.seat_by_rank, lazy("已按上一階段的名次編檯。"))
take_back_round = _step(
    services.take_back_round, lazy("第 %(number)s 個半莊已經收回，現在是已公布。"), "now", "confirmed"
)
close_round = _step(
    services.close_round, lazy("第 %(number)s 個半莊已經結束。"), "now", "confirmed", to="event", undo="reopen_round"
)
reopen_round = _step(services.reopen_round, lazy("第 %(number)s 個半莊重開了。"))
void_round = _step(services.void_round, lazy("第 %(number)s 個半莊已經作廢。"), "now", "actor", "confirmed", "reason")
unvoid_round = _step(services.unvoid_round, lazy("第 %(number)s 個半莊取消作廢，重新計算。"), "now", "actor")
discard_round = _step(services.discard_round, lazy("已取消第 %(number)s 個半莊的編排。"), to="rounds")


def _absent_sentence(found: Round) -> str:
    """Name players with a seat who have neither checked in nor played on that day; "" if no player has checked in."""
    page = check_in_page(found.event, timezone.localdate(), drafts=True, number=found.number)
    played = GameSeat.objects.filter(round__event=found.event, round__day=found.day, game__hands_closed__gt=0)
    here = {pk for pair in played.values_list("player", "substitute") for pk in pair}
    tables = {table: [row.name for row in rows if row.player.pk not in here] for table, rows in page.missing.items()}
    if not any(row.at for row in page.rows) or not any(tables.values()):
        return ""
    each = [
        _("第 %(table)s 檯 %(names)s") % {"table": table, "names": _("、").join(names)}
        for table, names in tables.items()
        if names
    ]
    head = plural("%(count)s 人未到：", sum(map(len, tables.values())))
    return "\n".join([head, *each, _("可以先在「報到和座位」由別人補上，或者開始之後才補。")])


@_on_round
def open_round(request: HttpRequest, access: EventAccess, found: Round) -> HttpResponse:
    confirmed, absent = "confirmed" in request.POST, _absent_sentence(found)
    services.open_round(round_id=found.pk, now=timezone.now(), confirmed=confirmed, absent=absent)
    return _done(request, found, _("第 %(number)s 個半莊開始了，裁判可以記錄。"), "room")


@_on_round
def end_games(request: HttpRequest, access: EventAccess, found: Round) -> HttpResponse:
    # Pairs of game and log version, such as "17.5"; malformed ones are ignored.
    pairs = [[*map(parse_int, text.split("."))] for text in request.POST.getlist("game")]
    ended = services.end_games(
        round_=found,
        seen={pair[0]: pair[1] for pair in pairs if len(pair) == 2 and pair[0] is not None and pair[1] is not None},
        actor=access.actor,
        client_key=client_key(request),
        now=timezone.now(),
    )
    words = {"tables": _("、").join(str(game.table.number) for game in ended)}
    messages.success(request, _("第 %(tables)s 檯已完場。四家確認付清的分並簽署之後，就可以結束。") % words)
    return redirect("tournaments:round", access.event.slug, found.number)


@require_safe
def seats_print(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = event_access(request, slug)
    found = access.round(number)
    tables = seated_tables(found, access.until)
    rows = [(seat.player, one.table, seat.seat) for one in tables for seat in one.seats.all()]
    rows.sort(key=lambda row: row[0].number)
    size = next((size for most, size in ((4, "few"), (8, "some"), (16, "many")) if len(tables) <= most), "")
    context = {"round": found, "tables": tables, "players": rows, "size": size, "now": timezone.now()}
    return access.page(request, "tournaments/rounds/round_print.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def ways(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """其他編法: seat a draft by standings, by a script of ranks, from a written list, or with some tables kept."""
    access = organiser_access(request, slug)
    found = access.round(number)
    if found.state != Round.State.DRAFT:
        return redirect("tournaments:round", slug, number)
    tables = list(found.games.order_by("table__number").values_list("table__number", flat=True))
    form = WaysForm(request.POST if request.method == "POST" else None, tables=tables)
    context = {"round": found, "form": form}
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            text = form.cleaned_data["text"]
            match form.cleaned_data["way"]:
                case "swiss" | "snake" | "steps" as way:
                    seating.seat_by_standings(round_id=found.pk, way=way)
                case "script":
                    seating.seat_by_script(round_id=found.pk, text=text)
                case "written":
                    seating.seat_as_written(round_id=found.pk, text=text)
                case "rest":
                    seating.draw_round(round_id=found.pk, keep=set(map(int, form.cleaned_data.get("keep", ()))))
        except Refused as refusal:
            context["faults"] = refusal.extra.get("faults") or [refusal.detail]
            status = refusal.status
        else:
            return done(request, _("座位已經編好。"), "tournaments:round", slug, number)
    return access.page(request, "tournaments/rounds/round_ways.html", context, status=status)


@require_safe
def seats(request: HttpRequest, slug: str) -> HttpResponse:
    """Show 座位 of the current or next round, or `?round=`; `?q=`: a name or number.

    A thousand phones open it in the minute in which seats are published: the common page is cached like the standings,
    only searches are rendered one by one.
    """
    if request.GET.get("q", "").strip() or "live" in request.GET:
        return _searched(request, slug)
    return all_seats(request, slug, **_published(slug, request.GET.get("round", "")))


def _published(slug: str, number: str) -> dict[str, int]:
    """Return the round of this number if it may be read. All other numbers share one cached copy of the usual page."""
    rounds = Round.objects.filter(event__slug=slug).exclude(state=Round.State.DRAFT)
    return {"number": int(number)} if number in NUMBERS and rounds.filter(number=int(number)).exists() else {}


@public_page("seats-page", played=False)
def all_seats(request: HttpRequest, access: EventAccess, number: int | None = None) -> str:
    at = () if number is None else (number,)
    more = {"etag": rows_mark(access, "seats", *at, played=False), "query": f"round={number}&" if number else ""}
    return render_to_string("tournaments/rounds/seats.html", _context(access, number, "") | more)


@never_cache
def _searched(request: HttpRequest, slug: str) -> HttpResponse:
    access = event_access(request, slug)
    asked, search = request.GET.get("round", ""), request.GET.get("q", "")[:60]
    number = int(asked) if asked in NUMBERS else None
    mark = "" if access.until else mark_of(access.event, "seats-found", (number, search), played=False)
    if "live" not in request.GET:
        return render(request, "tournaments/rounds/seats.html", _context(access, number, search) | {"etag": mark})
    return respond(
        request, lambda: render(request, "tournaments/rounds/seats.html#live", _context(access, number, search)), mark
    )


@require_safe
def seats_of(request: HttpRequest, language: str, slug: str, number: int) -> HttpResponse:
    return seats_rows(request, language=language, slug=slug, **_published(slug, str(number)))


@public_page("seats", played=False)
def seats_rows(request: HttpRequest, access: EventAccess, number: int | None = None) -> str:
    return render_to_string("tournaments/rounds/seats.html#live", _context(access, number, ""))


def _context(access: EventAccess, number: int | None, search: str) -> dict[str, object]:
    language, slug = get_language(), access.event.slug
    if search or not access.event.public:
        asked = urlencode({"live": 1, "round": "" if number is None else number, "q": search})
        rows = f"{reverse('tournaments:seats', args=[slug])}?{asked}"
    elif number is None:
        rows = reverse("tournaments:live_seats", args=[language, slug])
    else:
        rows = reverse("tournaments:live_seats_of", args=[language, slug, number])
    page = published_seats(access.event, number=number, search=search, until=access.until)
    context = {"access": access, "event": access.event, "page": page}
    return context | {"search": search, "asked": number, "rows_address": rows}
