from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.core.access import EventAccess, organiser_access
from tournaments.core.exceptions import Refused
from tournaments.models import Apart, Player
from tournaments.organising.selectors import event_facts
from tournaments.players.forms import ApartForm, PlayerForm
from tournaments.players.selectors import Pair, kept_apart, name_hints, namesakes_of, pair_of
from tournaments.players.services import apart, imports, places, roster
from tournaments.players.services.blacklist import OnBlacklist, Vouched, entered_in, key_of, no_seat_sentence
from tournaments.tables.game_log.read import rules_of


@never_cache
@require_safe
def players(request: HttpRequest, slug: str) -> HttpResponse:
    return _players_page(request, organiser_access(request, slug))


def _first_values(slug: str) -> dict[str, int]:
    taken = Player.objects.filter(event__slug=slug).values_list("number", flat=True)
    return {"number": roster.next_number(taken)}


def _vouched(access: EventAccess, form: PlayerForm) -> Vouched | None:
    if not form.cleaned_data["namesake"]:
        return None
    return Vouched({key_of(form.cleaned_data["name"])}, access.actor.user_id, timezone.now())


def _players_page(
    request: HttpRequest, access: EventAccess, form: PlayerForm | None = None, status: int = 200, **context: Any
) -> HttpResponse:
    everybody = list(access.event.players.select_related("contact").order_by("number"))
    shown = {
        "access": access,
        "event": access.event,
        "players": everybody,
        "active": sum(player.plays_on and not player.staff for player in everybody),
        "staff": sum(player.plays_on and player.staff for player in everybody),
        "form": form or PlayerForm(initial=_first_values(access.event.slug)),
        "facts": event_facts(access.event, access.roles),
        "listed": entered_in(access.event),
        "batch": imports.undoable_batch(access.event),
        "pairs": kept_apart(access.event),
        "apart_form": ApartForm(players=_who_stay(everybody)),
        "couples_apart": rules_of(access.event).game.couples_apart,
    }
    return render(request, "tournaments/players/players.html", shown | context, status=status)


def _who_stay(players: Iterable[Player]) -> list[Player]:
    return [player for player in players if player.withdrawn_at is None]


@never_cache
@require_POST
def keep_apart(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    form = ApartForm(request.POST, players=_who_stay(access.event.players.order_by("number")))
    if not form.is_valid():
        return _players_page(request, access, status=422, apart_form=form)
    try:
        pair = pair_of(apart.keep_apart(event=access.event, **form.cleaned_data))
    except Refused as refusal:
        form.add_error(refusal.field or None, refusal.detail)
        return _players_page(request, access, status=refusal.status, apart_form=form)
    messages.success(request, _("%(first)s和%(second)s不會再編在同一檯。") % _names(pair))
    return redirect("tournaments:players", slug)


@never_cache
@require_POST
def let_together(request: HttpRequest, slug: str, pair: int) -> HttpResponse:
    access = organiser_access(request, slug)
    found = get_object_or_404(Apart.objects.select_related("first", "second"), pk=pair, first__event=access.event)
    apart.let_together(pair=found)
    messages.success(request, _("%(first)s和%(second)s可以再編在同一檯。") % _names(pair_of(found)))
    return redirect("tournaments:players", slug)


def _names(pair: Pair) -> dict[str, str]:
    return {"first": pair.first.name, "second": pair.second.name}


@never_cache
@require_POST
def add_player(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    form = PlayerForm(request.POST)
    if not form.is_valid():
        return _players_page(request, access, form, status=422)
    try:
        with transaction.atomic():
            player = roster.add_player(event=access.event, vouched=_vouched(access, form), **form.listed_data)
            places.keep_at(player=player, numbers=form.cleaned_data["tables"])
    except OnBlacklist as refusal:
        form.add_error("name", refusal.detail)
        return _players_page(request, access, form, status=refusal.status, asks_namesake=True)
    except Refused as refusal:
        taken = _("號碼 %(number)s 已經有人用。") % {"number": form.cleaned_data["number"]}
        known = refusal.field in ("member", "tables")
        form.add_error(*((refusal.field, refusal.detail) if known else ("number", taken)))
        return _players_page(request, access, form, status=refusal.status)
    messages.success(request, _("加了 %(player)s。") % {"player": player})
    _hint(request, access, form, player)
    return redirect("tournaments:players", slug)


def _hint(request: HttpRequest, access: EventAccess, form: PlayerForm, player: Player) -> None:
    for sentence in name_hints(access.event, form.cleaned_data["name"], but=player):
        messages.warning(request, sentence)


@never_cache
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = organiser_access(request, slug)
    found = get_object_or_404(Player, event=access.event, number=number)
    if request.method != "POST":
        return _player_page(request, access, found, PlayerForm(instance=found))
    form = PlayerForm(request.POST)
    if not form.is_valid():
        return _player_page(request, access, found, form, status=422)
    before = roster.real_name(found)
    try:
        with transaction.atomic():
            roster.change_player(player=found, vouched=_vouched(access, form), contact=form.contact, **form.player_data)
            places.keep_at(player=found, numbers=form.cleaned_data["tables"])
    except OnBlacklist as refusal:
        form.add_error("name", refusal.detail)
        return _player_page(request, access, found, form, status=refusal.status, asks_namesake=True)
    except Refused as refusal:
        form.add_error(refusal.field or None, refusal.detail)
        return _player_page(request, access, found, form, status=refusal.status)
    messages.success(request, _("已更改 %(player)s。") % {"player": found})
    if form.cleaned_data["name"] != before:
        _hint(request, access, form, found)
    return redirect("tournaments:players", slug)


def _player_page(
    request: HttpRequest,
    access: EventAccess,
    player: Player,
    form: PlayerForm,
    status: int = 200,
    refusal: str = "",
    asks_namesake: bool = False,
) -> HttpResponse:
    played = roster.has_played(player) or player.hall_rulings.exists()
    listed = player in entered_in(access.event)
    context = {
        "access": access,
        "event": access.event,
        "player": player,
        "form": form,
        "played": played,
        "refusal": refusal,
        "asks_namesake": asks_namesake or listed,
        "listed": no_seat_sentence(player.name) if listed else "",
        "namesakes": namesakes_of(player),
    }
    return render(request, "tournaments/players/player.html", context, status=status)


@never_cache
@require_POST
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = organiser_access(request, slug)
    found = get_object_or_404(Player, event=access.event, number=number)
    name = str(found)
    try:
        sentence = _leave(found, request.POST.get("action", ""))
    except Refused as refusal:
        return _player_page(request, access, found, PlayerForm(instance=found), refusal.status, refusal.detail)
    messages.success(request, sentence % {"player": name})
    return redirect("tournaments:players", slug)


def _leave(player: Player, action: str) -> str:
    if action == "reinstate":
        roster.reinstate(player=player)
        return _("%(player)s 重新參加。")
    if action == "remove":
        roster.remove_player(player=player)
        return _("已移除 %(player)s。")
    roster.withdraw(player=player, now=timezone.now())
    return _("%(player)s 已退出。")
