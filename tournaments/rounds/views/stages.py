import secrets
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.core.access import EventAccess, event_access, organiser_access
from tournaments.core.exceptions import Refused
from tournaments.core.idempotency import ShowRefusal, done, organiser_step, status_of
from tournaments.models import Round, Stage, StageEntry
from tournaments.organising.selectors import unsigned_games
from tournaments.phrases.stages import medal, place_text
from tournaments.rounds.forms import FormatForm, LotForm, NumberForm, SessionsForm, StageForm
from tournaments.rounds.selectors import stage_list, stage_now, stage_page, visible_stage
from tournaments.rounds.services import stages as services
from tournaments.standings.columns import left_word
from tournaments.standings.tally import is_over, standings
from tournaments.tables.game_log.as_of import stages_then

Action = Callable[[HttpRequest, EventAccess, Stage], HttpResponse]
_MEDALS = 4


@require_safe
def stages(request: HttpRequest, slug: str) -> HttpResponse:
    return _list_page(request, event_access(request, slug))


def _list_page(request: HttpRequest, access: EventAccess, status: int = 200, **more: Any) -> HttpResponse:
    players = access.event.players.filter(staff=False, withdrawn_at=None).count()
    shown = stage_list(access.event, access.until)
    several = len(shown) > 1
    wanted = [plan["places"] for plan in services.masters(access.event, players, []) if "places" in plan]
    masters = any(one.stage.seating == Stage.Seating.SNAKE for one in shown)
    first = {
        "format": next(one.id for one in services.FORMATS.values() if (one.sessions_a_day > 0) == several),
        "players": players or None,
        "sessions": shown[0].stage.sessions if shown else 0,
    }
    context = {
        "stages": shown,
        "form": FormatForm(initial=first),
        "fixed": not services.format_open(access.event),
    } | more
    if masters and players >= 16 and wanted != [one.stage.places for one in shown if one.stage.places]:
        flow = " ▸ ".join(map(str, [players, *wanted]))
        context |= {"suggested": {"players": players, "places": wanted[0], "flow": flow}, "sessions": first["sessions"]}
    return access.page(request, "tournaments/rounds/stages.html", context, status=status)


@require_POST
def use_format(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    form = FormatForm(request.POST)
    if not form.is_valid():
        return _list_page(request, access, 422, form=form)
    chosen = form.cleaned_data | {"sessions": form.cleaned_data["sessions"] or 0}
    try:
        services.use_format(event=access.event, format_id=chosen.pop("format"), **chosen)
    except Refused as refusal:
        return _list_page(request, access, refusal.status, form=form, refusal=refusal.detail)
    return done(request, _("賽制已經換好。每個階段都可以再改。"), "tournaments:stages", slug)


@organiser_step(_list_page)
def add_stage(request: HttpRequest, access: EventAccess) -> HttpResponse:
    made = services.add_stage(event=access.event, name=request.POST.get("name") or _("新階段"))
    return redirect("tournaments:stage", access.event.slug, made.number)


@require_safe
def stage(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = event_access(request, slug)
    return _page(request, access, _stage(access, number))


def _stage(access: EventAccess, number: int) -> Stage:
    found = get_object_or_404(Stage, event=access.event, number=number)
    found.event = access.event
    return found


def _page(request: HttpRequest, access: EventAccess, found: Stage, status: int = 200, **more: Any) -> HttpResponse:
    page = visible_stage(access, found)
    context: dict[str, Any] = {"stage": found, "page": page, "now": stage_now(access, found)}
    if access.organises:
        context |= {
            "form": StageForm(stage=found, fixed=page.fixed),
            "lot_form": LotForm(),
            "decline_form": NumberForm(),
            "sessions_form": _sessions_form(found) if found.sessions else None,
            "unsigned": unsigned_games(context["now"]["rounds"]),
        }
    return access.page(request, "tournaments/rounds/stage.html", context | more, status=status)


def _sessions_form(found: Stage, data: Any = None) -> SessionsForm:
    numbers = list(services.players_of(found).filter(withdrawn_at=None).values_list("number", flat=True))
    placed = dict(StageEntry.objects.filter(stage=found).values_list("player__number", "session"))
    return SessionsForm(data, stage=found, numbers=numbers, placed={n: one for n, one in placed.items() if one})


def _on_stage(action: Action) -> Callable[..., HttpResponse]:
    @require_POST
    def view(request: HttpRequest, slug: str, number: int) -> HttpResponse:
        access = organiser_access(request, slug)
        found = _stage(access, number)
        try:
            return action(request, access, found)
        except Refused as refusal:
            if not access.event.stages.filter(number=number).exists():  # it has been removed meanwhile
                return _list_page(request, access, refusal.status, refusal=refusal.detail)
            return _page(request, access, _stage(access, number), refusal.status, refusal=refusal.detail)

    return view


def _done(request: HttpRequest, found: Stage, sentence: str) -> HttpResponse:
    return done(request, sentence, "tournaments:stage", found.event.slug, found.number)


@_on_stage
def change_stage(request: HttpRequest, access: EventAccess, found: Stage) -> HttpResponse:
    form = StageForm(request.POST, stage=found, fixed=stage_page(found).fixed)
    if form.is_valid():
        with ShowRefusal(form):
            services.change_stage(stage_id=found.pk, **form.values)
            return _done(request, found, _("階段已經更改。"))
    return _page(request, access, _stage(access, found.number), status_of(form), form=form, changing=True)


@_on_stage
def remove_stage(request: HttpRequest, access: EventAccess, found: Stage) -> HttpResponse:
    services.remove_stage(stage_id=found.pk)
    return done(request, _("已取消「%(stage)s」。") % {"stage": found.name}, "tournaments:stages", access.event.slug)


@_on_stage
def assign_sessions(request: HttpRequest, access: EventAccess, found: Stage) -> HttpResponse:
    if "draw" in request.POST:
        word = request.POST.get("word", "").strip()[:80] or f"{secrets.randbelow(10**6):06d}"
        services.draw_sessions(stage_id=found.pk, word=word)
        return _done(request, found, _("抽好了，號碼 %(word)s：同一份名單和號碼會抽出同樣的場次。") % {"word": word})
    form = _sessions_form(found, request.POST)
    if not form.is_valid():
        return _page(request, access, found, 422, sessions_form=form)
    services.assign_sessions(stage_id=found.pk, sessions=form.cleaned_data["sessions"])
    return _done(request, found, _("場次已經編好。"))


@_on_stage
def draw_lots(request: HttpRequest, access: EventAccess, found: Stage) -> HttpResponse:
    form = LotForm(request.POST)
    if not form.is_valid():
        return _page(request, access, found, 422, lot_form=form)
    user = access.actor.user_id
    services.draw_lots(stage_id=found.pk, word=form.cleaned_data["word"], now=timezone.now(), user_id=user)
    return _done(request, found, _("抽籤的結果已經記錄。"))


@_on_stage
def close_stage(request: HttpRequest, access: EventAccess, found: Stage) -> HttpResponse:
    services.close_stage(stage_id=found.pk, mark=request.POST.get("mark", ""), now=timezone.now())
    messages.success(request, _("「%(stage)s」已經結束。") % {"stage": found.name})
    if Stage.objects.filter(event=access.event, number__gt=found.number).exists():
        return redirect("tournaments:rounds", access.event.slug)
    return redirect("tournaments:final_order", access.event.slug)


@_on_stage
def reopen_stage(request: HttpRequest, access: EventAccess, found: Stage) -> HttpResponse:
    services.reopen_stage(stage_id=found.pk)
    return _done(request, found, _("「%(stage)s」重開了。") % {"stage": found.name})


@_on_stage
def decline(request: HttpRequest, access: EventAccess, found: Stage) -> HttpResponse:
    """放棄晉級, or its undo with `back`."""
    form = NumberForm(request.POST)
    if not form.is_valid():
        return _page(request, access, found, 422, decline_form=form)
    services.decline(
        stage_id=found.pk,
        number=form.cleaned_data["number"],
        now=timezone.now(),
        user_id=access.actor.user_id,
        declines="back" not in request.POST,
    )
    return redirect("tournaments:stage", access.event.slug, found.number)


@_on_stage
def fill_up(request: HttpRequest, access: EventAccess, found: Stage) -> HttpResponse:
    services.fill_up(stage_id=found.pk)
    return _done(request, found, _("名單已按現在的成績更換。"))


@require_safe
def final_order(request: HttpRequest, slug: str) -> HttpResponse:
    access = event_access(request, slug)
    found = standings(access.event, access.until)
    rows = [row for row in found.rows if row.place] if access.adds_up else []
    stages = {stage.number: stage for stage in stages_then(list(access.event.stages.all()), access.until)}
    said = {row.pk: place_text(row.decided, row.tied, compared=bool(stages[row.stage].tie_breaks)) for row in rows}
    context = {
        "medals": [(medal(row.place or 0), row, said[row.pk]) for row in rows if (row.place or 0) <= _MEDALS],
        "others": [(row, stages[row.stage].name, said[row.pk]) for row in rows if (row.place or 0) > _MEDALS],
        "left": [
            (row, stages[row.stage].name, left_word(row) or _("未上場"))
            for row in found.rows
            if access.adds_up and not row.place and not row.staff
        ],
        "several": len(stages) > 1,
        "hidden": not access.adds_up,
        "final": is_over(stages.values(), running=access.event.rounds.filter(state=Round.State.OPEN).exists()),
        "printed_at": timezone.now(),
    }
    return access.page(request, "tournaments/rounds/final_order.html", context)
