"""其他編法 of a draft: by standings, by a script of ranks, from a written list, or with some tables kept."""

import secrets
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.core.access import EventAccess, organiser_access
from tournaments.core.exceptions import Refused
from tournaments.models import Round
from tournaments.rounds.forms import WaysForm
from tournaments.rounds.services import seating_otherwise as services


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ways(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = organiser_access(request, slug)
    found = access.round(number)
    if found.state != Round.State.DRAFT:
        return redirect("tournaments:round", slug, number)
    tables = list(found.games.order_by("table__number").values_list("table__number", flat=True))
    form = WaysForm(request.POST if request.method == "POST" else None, tables=tables)
    if request.method != "POST":
        return _page(request, access, found, form)
    if not form.is_valid():
        return _page(request, access, found, form, 422)
    try:
        _seat(found, form)
    except Refused as refusal:
        faults = refusal.extra.get("faults") or [refusal.detail]
        return _page(request, access, found, form, refusal.status, faults=faults)
    messages.success(request, _("座位已經編好。"))
    return redirect("tournaments:round", slug, number)


def _seat(found: Round, form: WaysForm) -> None:
    text = form.cleaned_data["text"]
    match form.cleaned_data["way"]:
        case "swiss":
            services.seat_swiss(round_id=found.pk)
        case "snake":
            services.seat_snake(round_id=found.pk)
        case "steps":
            services.seat_by_steps(round_id=found.pk)
        case "script":
            services.seat_by_script(round_id=found.pk, text=text)
        case "written":
            services.seat_as_written(round_id=found.pk, text=text)
        case "rest":
            seed = f"{secrets.randbelow(10**6):06d}"
            services.draw_rest(round_id=found.pk, keep=form.tables, seed=seed)


def _page(
    request: HttpRequest, access: EventAccess, found: Round, form: WaysForm, status: int = 200, **more: Any
) -> HttpResponse:
    context = {"access": access, "event": access.event, "round": found, "form": form, **more}
    return render(request, "tournaments/rounds/round_ways.html", context, status=status)
