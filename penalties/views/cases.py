"""異議個案: officials read, referees write, the head referee decides."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from penalties.access import concerned_players, objection_access
from penalties.forms import OBJECTIONS, DecisionForm, NoteForm, RulingObjectionForm
from penalties.models import Case, Ruling
from penalties.selectors import cases as select
from penalties.selectors.register import offence_title, place_of
from penalties.services import cases as services
from tournaments.core.access import EventAccess, event_access, game_access, require, working_access
from tournaments.core.exceptions import Refused
from tournaments.core.game_codes import VerifiedGameId
from tournaments.core.idempotency import done
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.selectors.hands import history
from tournaments.tables.selectors.visible import viewer_of


@require_safe
def cases(request: HttpRequest, slug: str) -> HttpResponse:
    access = working_access(request, slug)
    found = select.cases(access.event)
    context = {
        "waiting": [one for one in found if one.open],
        "decided": [one for one in found if not one.open],
    }
    return access.page(request, "penalties/cases.html", context)


@require_safe
def case(request: HttpRequest, slug: str, ref: str) -> HttpResponse:
    access = working_access(request, slug)
    return _page(request, access, select.case_of(access.event, ref))


@require_POST
def note(request: HttpRequest, slug: str, ref: str) -> HttpResponse:
    access = event_access(request, slug)
    require(access.referees)
    found, form = select.case_of(access.event, ref), NoteForm(request.POST)
    if not form.is_valid():
        return _page(request, access, found, note_form=form, status=400)
    assert access.user is not None
    services.note(case=found, user=access.user, text=form.cleaned_data["text"], now=timezone.now())
    return redirect("penalties:case", slug, ref)


@require_POST
def decide(request: HttpRequest, slug: str, ref: str) -> HttpResponse:
    """Decide a case about a ruling; a case about a hand is decided in its hand."""
    access = event_access(request, slug)
    require(access.heads)
    found, form = select.case_of(access.event, ref), DecisionForm(request.POST)
    if not form.is_valid():
        return _page(request, access, found, decision_form=form, status=400)
    assert access.user is not None
    try:
        services.decide(case=found, user=access.user, now=timezone.now(), **form.cleaned_data)
    except Refused as refusal:
        found = select.case_of(access.event, ref)
        return _page(request, access, found, decision_form=form, errors=[refusal.detail], status=refusal.status)
    return done(request, _("已記錄裁決。"), "penalties:case", slug, ref)


def _page(request: HttpRequest, access: EventAccess, found: Case, status: int = 200, **more: Any) -> HttpResponse:
    at_game = game_access(request, VerifiedGameId(found.game.pk)) if found.game is not None else None
    writes = at_game is not None and at_game.writes
    context = {
        "hand": history(at_game.game, viewer_of(at_game)).hand(found.hand) if at_game and found.hand else None,
        **access.frame,
        "case": found,
        "notes": select.notes_of(found),
        "note_form": NoteForm(),
        "decision_form": DecisionForm(),
        "decides": access.heads and found.open and not found.about_hand,
        "settles": writes and found.open and found.about_hand,
    }
    return render(request, "penalties/case.html", context | more, status=status)


@require_http_methods(["GET", "POST"])
def object_to(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Object to a ruling: the player concerned on their own phone, or a referee on their behalf."""
    access, ruling = objection_access(request, slug, number)
    players = concerned_players(access, ruling)
    data: dict[str, Any] | None = None
    if request.method == "POST":
        data = request.POST.dict() | ({"player": players[0].number} if len(players) == 1 else {})
    form = RulingObjectionForm(data, players=players)
    errors, status = [], 200 if data is None or form.is_valid() else 400
    if form.is_valid():
        player = access.event.players.get(number=form.cleaned_data["player"])
        user, words = access.user if access.referees else None, form.cleaned_data["reason"]
        try:
            made = services.object_to(ruling_id=ruling.pk, player=player, text=words, user=user, now=timezone.now())
        except Refused as refusal:
            errors, status = [refusal.detail], refusal.status
        else:
            if user is not None:
                messages.success(request, _("已代 %(name)s 提出異議。") % {"name": player.name})
                return redirect("penalties:case", slug, made.ref)
            return done(request, _("已提出異議，裁判長會裁決。"), "tournaments:me", slug)
    own = None
    if not access.referees and access.player is not None:
        own = next((one for one in select.cases_of_ruling(ruling) if one.player == access.player), None)
    rules = rules_of(ruling.event)
    context = {
        "ruling": ruling,
        "name": offence_title(ruling.offence, rules),
        "place": place_of(ruling, rules),
        "reversed": Ruling.objects.filter(reverses=ruling).exists(),
        "players": players,
        "own": own,
        "closed": not access.referees and services.window_closed(ruling, players[0]),
        "form": form,
        "ready": OBJECTIONS,
        "errors": errors,
    }
    return access.page(request, "penalties/object.html", context, status=status)
