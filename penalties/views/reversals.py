from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.step_up import asked_again
from penalties.access import ruling_access, suspension_access
from penalties.models import Ruling
from penalties.services import rulings as services
from tournaments.core.access import EventAccess
from tournaments.core.exceptions import Refused
from tournaments.core.idempotency import client_key, new_key
from tournaments.core.reasons import ReasonForm
from tournaments.models import Game
from tournaments.phrases.reasons import REVERSAL_REASONS
from tournaments.phrases.wording import CARDS, both_names, listed
from tournaments.tables.game_log.read import read_book, rules_of
from tournaments.tables.recording.corrections import changes_view
from tournaments.tables.selectors.table import wording_of


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
        services.reverse(
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
        seen = services.preview_reversal(ruling=ruling, actor=access.actor, heads=access.heads, now=timezone.now())
        context["games"] = [_changed(change) for change in seen]
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


@never_cache
@require_POST
def confirm_suspension(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access, ruling = suspension_access(request, slug, number)
    try:
        services.confirm_suspension(ruling_id=ruling.pk, actor=access.actor, now=timezone.now())
        messages.success(request, _("第 %(number)s 則判決的停賽已作實。") % {"number": number})
    except Refused as refusal:
        messages.error(request, refusal.detail)
    return redirect("penalties:article", slug, number)


def _changed(change: services.GameChange) -> dict[str, Any]:
    """One game: its hands and totals before and after, changed cards and bans, and whether its card must be signed
    again."""
    game = Game.objects.select_related("event", "round", "table").get(pk=change.game.pk)
    wording = wording_of(read_book(game))
    before, after = change.before.state, change.after.state
    then = wording.at(after.hand_number)
    lines = []
    for seat, cards in enumerate(zip(before.cards_in_force, after.cards_in_force, strict=True)):
        old, new = (listed([str(CARDS[card]) for card in held]) if held else _("沒有") for held in cards)
        if cards[0] != cards[1]:
            words = {"name": then.person(seat), "before": old, "after": new}
            lines.append(_("%(name)s 有效紅黃牌：%(before)s → %(after)s") % words)
    freed = sorted(before.bans - after.bans)
    lines += [_("%(name)s 這一局不再禁止食糊") % {"name": then.person(seat)} for seat in freed]
    return {
        "game": game,
        "view": changes_view(change.before, change.after, wording),
        "cards": lines,
        "signed_again": bool(change.before.timeline.signed) and not change.after.timeline.signed,
    }
