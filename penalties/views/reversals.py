from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.proof import asked_again
from penalties.access import ruling_access
from penalties.models import Ruling
from penalties.selectors.reversals import changed_games
from penalties.services import reversals
from tournaments.access import EventAccess
from tournaments.book.read import rules_of
from tournaments.exceptions import Refused
from tournaments.forms.reasons import ReasonForm
from tournaments.views.keys import client_key, new_key
from tournaments.words.reasons import REVERSAL_REASONS
from tournaments.words.wording import both_names


@never_cache
@require_http_methods(["GET", "POST"])
def reverse_ruling(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What it would change in every game (GET), doing it with a reason (POST): referees of the ruling's table until its
    card is signed, the head referee always.
    """
    access, ruling = ruling_access(request, slug, number)
    if (question := asked_again(request)) is not None:
        return question
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "GET" or not form.is_valid():
        return _page(request, access, ruling, form, status=200 if request.method == "GET" else 400)
    try:
        reversals.reverse(
            ruling_id=ruling.pk,
            actor=access.actor,
            heads=access.heads,
            reason=form.cleaned_data["reason"],
            client_key=client_key(request),
            now=timezone.now(),
        )
    except Refused as refusal:
        return _page(request, access, ruling, form, errors=[refusal.detail], status=refusal.status)
    messages.success(request, _("第 %(number)s 則判決已推翻。") % {"number": ruling.number})
    return redirect("penalties:article", slug, number)


def _page(
    request: HttpRequest,
    access: EventAccess,
    ruling: Ruling,
    form: ReasonForm,
    *,
    errors: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    """A ruling that can't be reversed now (already done, or blocked by a later hand) says why instead."""
    context: dict[str, Any] = {"games": [], "possible": True}
    lines = list(errors or [])
    try:
        seen = reversals.preview(ruling=ruling, actor=access.actor, heads=access.heads, now=timezone.now())
        context["games"] = changed_games(seen)
    except Refused as refusal:
        context["possible"] = False
        lines = [*lines, refusal.detail] if refusal.detail not in lines else lines
        status = status if status != 200 else refusal.status
    offence = next((row for row in rules_of(access.event).offences if row.slug == ruling.offence), None)
    context |= {
        "event": access.event,
        "ruling": ruling,
        "offence": both_names(offence.name_zh, offence.name_en) if offence else _("判決"),
        "form": form,
        "ready": REVERSAL_REASONS,
        "errors": lines,
        "key": new_key(),
    }
    return render(request, "penalties/reverse.html", context, status=status)
