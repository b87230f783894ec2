"""座位圖: check-in, substitutes, swaps and withdrawals, by tapping a person in the chart of the tables."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.inputs import clean_name, parse_int
from tournaments.core.access import EventAccess, event_access, game_access, require, working_access
from tournaments.core.exceptions import Invalid, Refused
from tournaments.models import Game, Player, Round
from tournaments.phrases.wording import listed, local
from tournaments.players import selectors as people
from tournaments.players.lists.players import PlayerField
from tournaments.players.services import registrations, roster
from tournaments.rounds.selectors import candidates
from tournaments.rounds.services import swaps
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.services import substitutes

_FULL = 8
"""Up to this many people who could take a seat are buttons; more are offered while a name is typed."""


def _page(request: HttpRequest, access: EventAccess) -> people.CheckInPage:
    number, day = parse_int(request.GET.get("round", "")), timezone.localdate()
    return people.check_in_page(access.event, day, drafts=access.organises, number=number)


def _chart(request: HttpRequest, access: EventAccess, table: int | None) -> HttpResponse:
    number = parse_int(request.GET.get("round", ""))
    where = reverse("tournaments:check_in", args=[access.event.slug])
    return redirect(f"{where}{f'?round={number}' if number else ''}{f'#t{table}' if table else ''}")


@require_http_methods(["GET", "HEAD", "POST"])
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the chart of the round in play or `?round=`; `?swap=`: tap a person to swap with this player. POST: 全檯到齊
    with the numbers of the players, or its `undo`."""
    access = working_access(request, slug)
    if request.method == "POST":
        return _whole_table(request, access)
    page = _page(request, access)
    chosen = page.find(parse_int(request.GET.get("swap", ""))) if access.leads else None
    context = {"page": page, "chosen": chosen, "query": f"?{request.GET.urlencode()}" if "round" in request.GET else ""}
    return access.page(request, "tournaments/rounds/chart.html", context)


def _whole_table(request: HttpRequest, access: EventAccess) -> HttpResponse:
    day, user = people.day_of(access.event, timezone.localdate()), access.user
    if user is None:
        raise Http404
    undoes = request.POST.get("undo", "")
    said, back, at = [*undoes.split(".", 2), "", ""][:3]
    sent = back.split("_") if undoes else request.POST.getlist("player")
    numbers = {parse_int(text) for text in sent}
    table, now = parse_int(said if undoes else request.POST.get("table", "")), timezone.now()
    if table is None or (undoes and not at):
        raise Http404
    come: list[str] = []
    undone: list[str] = []
    # Compared here: the page may send more numbers than a statement takes.
    named = [player for player in access.event.players.order_by("number") if player.number in numbers]
    try:
        with transaction.atomic():  # all four or none, as 復原 takes back all
            for player in named:
                if undoes:
                    undone += [player.name] if registrations.undo_check_in(player=player, day=day, at=at) else []
                elif registrations.check_in(player=player, day=day, user_id=user.pk, now=now).at == now:
                    come.append(str(player.number))
    except Refused as refusal:
        messages.error(request, refusal.detail)
    else:
        undo = f"{request.get_full_path()} undo {table}.{'_'.join(come)}.{now.isoformat()}" if come else ""
        text = _("第 %(table)s 檯到齊了。")
        if undoes:
            text = _("已取消 %(names)s 的報到。") if undone else _("報到之後有更改，沒有取消。")
        messages.success(request, text % {"table": table, "names": listed(undone)}, extra_tags=undo)
    return _chart(request, access, table)


@require_http_methods(["GET", "HEAD", "POST"])
def person(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the actions for one person; POST: 到了, 退出 or their undo."""
    access = working_access(request, slug)
    player = get_object_or_404(Player, event=access.event, number=number)
    page = _page(request, access)
    row = page.find(number)
    seat = row.seat if row else None
    if request.method == "POST":
        table = _mark(request, access, player)
        return _chart(request, access, seat.game.table.number if seat else table)
    late = [one for one in rules_of(access.event).offences if one.slug in ("late", "absent")] if access.heads else []
    context = {
        "player": player,
        "row": row,
        "query": f"?{request.GET.urlencode()}" if request.GET else "",
        "offences": [
            (one.slug, local(f"{one.name_zh}（{one.note_zh}）", f"{one.name_en} ({one.note_en})")) for one in late
        ],
        "playing": seat is not None and seat.game.round.state == Round.State.OPEN,
        "swaps": access.leads and bool(page.rounds) and not (seat and seat.substitute),
    }
    if seat is not None and access.leads and not seat.substitute:
        context |= _offered(seat.game, seat.seat)
    return access.page(request, f"tournaments/rounds/person.html{'#sheet' if request.htmx else ''}", context)  # type: ignore[attr-defined]


def _mark(request: HttpRequest, access: EventAccess, player: Player) -> int | None:
    """Apply the tapped action; return the table to which it brought the player back."""
    table = None
    if access.user is None:
        raise Http404
    day, now, where = people.day_of(access.event, timezone.localdate()), timezone.now(), request.get_full_path()
    words = {"player": player}
    try:
        match request.POST.get("here", ""):
            case "no":
                registrations.undo_check_in(player=player, day=day)
                messages.success(request, _("已取消 %(player)s 的報到。") % words)
            case "out":
                require(access.organises)
                roster.withdraw(player=player, now=now)
                messages.success(request, _("%(player)s 已退出。") % words, extra_tags=f"{where} back 1")
            case "" if "back" in request.POST:
                require(access.organises)
                freed = people.vacated_chairs(player) if roster.reinstate(player=player) else []
                messages.success(request, _("%(player)s 重新參加。") % words)
                for game_id, seat in freed:
                    game = Game.objects.filter(event=access.event, pk=game_id).first()
                    if game is not None and game.round.ahead:
                        table = game.table.number
                        swaps.reseat(
                            round_id=game.round_id,
                            chairs={(table, seat): player.number},
                            seen={},  # a chair that another player has taken meanwhile remains theirs
                            reason=_("重新參加"),
                            actor=access.actor,
                            now=now,
                        )
            case _:
                registrations.check_in(player=player, day=day, user_id=access.user.pk, now=now)
                messages.success(request, _("%(player)s 已報到。") % words, extra_tags=f"{where} here no")
    except Refused as refusal:
        messages.error(request, refusal.detail)
    return table


@require_http_methods(["GET", "HEAD", "POST"])
def fill(request: HttpRequest, game_id: int, seat: int) -> HttpResponse:
    """Give a seat to a player before the start, or to a substitute. `by`: staff-20, waiting-5; or a `name`. To undo it,
    `by` is "back" with the player's number, and before the start also the previous player's (0: empty): back-20,
    back-20.7."""
    access = game_access(request, game_id)
    require(access.leads)
    if seat > 3:
        raise Http404
    game = Game.objects.select_related("event", "table", "round__stage").get(pk=access.game.pk)
    if request.method != "POST":
        if not (offered := _offered(game, seat)):
            return _chart(request, access, game.table.number)
        if offered["held"]:  # taken meanwhile
            return redirect("tournaments:mark_check_in", access.event.slug, offered["held"])
        context = offered
        return access.page(request, f"tournaments/rounds/person.html{'#sheet' if request.htmx else ''}", context)  # type: ignore[attr-defined]
    kind, _dash, key = request.POST.get("by", "").partition("-")
    who: dict[str, Any] = {"number": parse_int(key) if kind == "staff" else None, "name": ""}
    who["registration_id"] = parse_int(key) if kind == "waiting" else None
    now = timezone.now()
    try:
        if kind == "back" and "." in key:
            number, held = [*map(parse_int, key.split(".")), None, None][:2]
            step: dict[str, Any] = {"game": game, "seat": seat, "actor": access.actor, "now": now}
            gone = swaps.unfill(**step, number=number or 0, held=held or 0)
            said = _("第 %(table)s 檯的座位還原了。")
            if gone is not None:
                said = _("第 %(table)s 檯的座位還原了，%(name)s 不再在選手名單上。")
            messages.success(request, said % {"table": game.table.number, "name": gone and gone.name})
            return _chart(request, access, game.table.number)
        if kind == "back":
            found = substitutes.take_back(game_id=game_id, seat=seat, now=now, number=parse_int(key) or 0)
            messages.success(request, _("已取消 %(name)s 的替補。") % {"name": found.player.name})
            return _chart(request, access, game.table.number)
        if not kind:
            who |= _typed(access, request.POST.get("name", ""))
        held = parse_int(request.POST.get("held", ""))
        if held is None and request.POST.get("held"):
            raise Invalid(_("沒有這個座位。"), field="held")
        player = swaps.fill(game=game, seat=seat, held=held, **who, actor=access.actor, now=now)
        words = {"name": player.name, "table": game.table.number}
        back = f"back-{player.number}.{held}" if game.round.ahead else f"back-{player.number}"
        undo = "" if game.round.ahead and held is None else f"{request.get_full_path()} by {back}"
        messages.success(request, _("%(name)s 補上第 %(table)s 檯的座位。") % words, extra_tags=undo)
    except Refused as refusal:
        messages.error(request, refusal.detail)
    return _chart(request, access, game.table.number)


def _offered(game: Game, seat: int) -> dict[str, Any]:
    if game.round.state == Round.State.CLOSED:
        return {}
    found = candidates(game, seat)
    free = [player for player, refusal in found if not refusal]
    return {
        "game": game,
        "seat": seat,
        "held": game.seats.filter(seat=seat).values_list("player__number", flat=True).first() or 0,
        "playing": not game.round.ahead,
        "free": free[:_FULL],
        "names": free if len(free) > _FULL else [],
        "refusals": [refusal for _player, refusal in found if refusal][:_FULL],
        "waiting": registrations.next_in_line(game.event),
    }


def _typed(access: EventAccess, text: str) -> dict[str, Any]:
    """Find a player by number or name; any other name is a new person."""
    field = PlayerField(required=False)
    field.players = list(access.event.players.all())
    try:
        return {"number": field.clean(text)}
    except ValidationError as error:
        name = clean_name(text)
        if getattr(error, "code", "") != "unknown" or not name:
            raise Invalid(error.messages[0], field="name") from error
        return {"name": name}


@require_safe
def substitute(request: HttpRequest, game_id: int) -> HttpResponse:
    access = game_access(request, game_id)
    require(access.leads)
    where = reverse("tournaments:check_in", args=[access.event.slug])
    return redirect(f"{where}?round={access.game.round.number}#t{access.game.table.number}")


@require_http_methods(["GET", "HEAD", "POST"])
def swap(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Swap players. `chairs`: for each seat the player before and after. Applied at once if no hand was recorded,
    otherwise after a preview and with a reason. For organisers and the head referee."""
    access = event_access(request, slug)
    require(access.leads)
    found = access.round(number)
    where = f"{reverse('tournaments:check_in', args=[slug])}?round={number}"
    if request.method != "POST":
        return redirect(where)
    text, reason, status = request.POST.get("chairs", ""), request.POST.get("reason", ""), 200
    context = {"round": found, "chairs": text}
    step: dict[str, Any] = {"round_id": found.pk, "actor": access.actor, "now": timezone.now()}
    try:
        before, after = _chairs(text)
        shown = swaps.preview(**step, chairs=after, seen=before)
        if "reason" in request.POST or not (shown.recorded or shown.questions):
            if swaps.holders(found, after) != after:
                reason = reason if "reason" in request.POST else _("對調")
                swaps.reseat(**step, chairs=after, seen=before, reason=reason, confirmed="reason" in request.POST)
            if not shown.people:
                return redirect(where)
            rows = [f"{at[0]}.{at[1]}.{number}.{before.get(at, 0)}" for at, number in after.items()]
            undo = "" if shown.recorded else f"{request.path} chairs {'_'.join(rows)}"
            names = _("、").join(one.player.name for one in shown.people)
            messages.success(request, _("已更正座位：%(names)s。") % {"names": names}, extra_tags=undo)
            return redirect(f"{where}#t{min(table for table, _seat in after)}")
        context["preview"] = shown
    except Refused as refusal:
        context["refusal"], status = refusal.detail, refusal.status
    return access.page(request, "tournaments/rounds/swap.html", context, status=status)


def _chairs(text: str) -> tuple[dict[tuple[int, int], int], dict[tuple[int, int], int]]:
    """Parse "1.0.7.12_2.3.12.7" (table, seat, from, to) to players by table and seat, before and after."""
    before, after = {}, {}
    for row in text.split("_"):
        table, seat, one, other = [*map(parse_int, row.split(".")), None, None, None, None][:4]
        if table is None or seat is None or one is None or other is None:
            raise Invalid(_("這一頁的內容不完整，請再輸入一次。"))
        before[table, seat], after[table, seat] = one, other
    return {chair: one for chair, one in before.items() if one}, after
