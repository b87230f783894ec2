from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.inputs import parse_int
from tournaments.core.access import leading_game_access, working_access
from tournaments.core.exceptions import Refused
from tournaments.models import GameSeat, Player
from tournaments.phrases.wording import local
from tournaments.players.selectors import check_in_page, day_of
from tournaments.players.services import checkins as services
from tournaments.tables.game_log.read import rules_of

LATE = ("late", "absent")


@never_cache
@require_safe
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    access = working_access(request, slug)
    table = rules_of(access.event).offences if access.heads else ()
    offences = [
        (one.slug, local(f"{one.name_zh}（{one.note_zh}）", f"{one.name_en} ({one.note_en})"))
        for one in table
        if one.slug in LATE
    ]
    context = {
        "access": access,
        "event": access.event,
        "page": check_in_page(access.event, timezone.localdate(), drafts=access.organises),
        "offences": offences,
        "fills": access.leads,
    }
    return render(request, "tournaments/players/check_in.html", context)


@never_cache
@require_POST
def mark(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = working_access(request, slug)
    player = get_object_or_404(Player, event=access.event, number=number)
    if access.user is None:
        raise Http404
    day = day_of(access.event, timezone.localdate())
    if request.POST.get("here") == "no":
        services.take_back(player=player, day=day)
        messages.success(request, _("已取消 %(player)s 的報到。") % {"player": player})
        return redirect("tournaments:check_in", slug)
    try:
        services.check_in(player=player, day=day, user_id=access.user.pk, now=timezone.now())
    except Refused as refusal:
        messages.error(request, refusal.detail)
        return redirect("tournaments:check_in", slug)
    messages.success(request, _("%(player)s 已報到。") % {"player": player})
    return redirect("tournaments:check_in", slug)


@never_cache
@require_POST
def fill(request: HttpRequest, game_id: int, seat: int) -> HttpResponse:
    access = leading_game_access(request, game_id)
    found = get_object_or_404(GameSeat.objects.select_related("game__event", "player"), game=game_id, seat=seat)
    kind, _dash, key = request.POST.get("by", "").partition("-")
    numbers = {"staff": (parse_int(key), None), "waiting": (None, parse_int(key))}.get(kind, (None, None))
    try:
        player = services.fill(seat=found, number=numbers[0], registration_id=numbers[1], now=timezone.now())
    except Refused as refusal:
        messages.error(request, refusal.detail)
    else:
        words = {"name": player.name, "player": found.player.name}
        messages.success(request, _("%(name)s 補上 %(player)s 的座位。") % words)
    return redirect("tournaments:check_in", access.event.slug)
