from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.core.access import GameAccess, game_access
from tournaments.core.cached import build
from tournaments.core.idempotency import new_key
from tournaments.core.public import respond
from tournaments.core.share import Share, share_of
from tournaments.models import Round
from tournaments.tables.selectors.confirmations import confirmations
from tournaments.tables.selectors.export import replay_input
from tournaments.tables.selectors.hands import HandView, History, history, reseated
from tournaments.tables.selectors.seats import seats_of
from tournaments.tables.selectors.visible_book import viewer_of


@never_cache
@require_safe
def hands(request: HttpRequest, game_id: int) -> HttpResponse:
    access = game_access(request, game_id)
    told = history(access.game, viewer_of(access))
    context = _frame(access, told) | {
        "hands": told.hands,
        "people": [{"number": told.wording.number(seat), "name": told.wording.name(seat)} for seat in range(4)],
        "reseated": reseated(access.game, told),
        "replaced": [
            seat for seat in seats_of(access.game, told.book.folded.state, told.book.rules) if seat.substitute
        ],
        "strip": confirmations(access, told.book.folded, told.wording) if access.takes_part else None,
        "key": new_key(),
        "strip_next": request.path,
    }
    return render(request, "tournaments/tables/hands.html", context)


@never_cache
@require_safe
def hands_beside(request: HttpRequest, game_id: int) -> HttpResponse:
    return _beside(request, game_id)


@require_safe
def live_hands(request: HttpRequest, language: str, game_id: int) -> HttpResponse:
    return _beside(request, game_id)


def _beside(request: HttpRequest, game_id: int) -> HttpResponse:
    access = game_access(request, game_id)
    game, who = access.game, access.player.pk if access.player else 0
    parts = (game.pk, game.act_count, game.event.page_version, int(access.works), who, get_language(), build())
    mark = f'W/"{".".join(map(str, parts))}"' if access.until is None else ""

    def page() -> HttpResponse:
        told = history(game, viewer_of(access))
        return render(request, "tournaments/tables/_hands_beside.html", {"game": game, "hands": told.hands})

    return respond(request, page, mark)


@never_cache
@require_safe
def hand(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    access = game_access(request, game_id)
    told = history(access.game, viewer_of(access))
    found = told.hand(number)
    if found is None:
        raise Http404
    context = _frame(access, told) | {"hand": found, "share": _shared(request, access, found)}
    return render(request, "tournaments/tables/hand.html", context)


def _shared(request: HttpRequest, access: GameAccess, hand: HandView) -> Share | None:
    if not hand.closed:
        return None
    game, where = access.game, reverse("tournaments:hand", args=[access.game.pk, hand.number])
    title, at = f"{hand.title} · {hand.result}", {"version": game.act_count}
    return share_of(request, access.event, where, title, "live_hand_picture", game.pk, hand.number, **at)


@never_cache
@require_safe
def export(request: HttpRequest, game_id: int) -> HttpResponse:
    access = game_access(request, game_id)
    document = replay_input(access.game, viewer_of(access))
    answer = JsonResponse(document, json_dumps_params={"ensure_ascii": False, "indent": 1})
    name = f"paiju-{access.event.slug}-r{access.game.round.number}-t{access.game.table.number}.json"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _frame(access: GameAccess, told: History) -> dict[str, object]:
    signed = bool(told.book.folded.timeline.signed)
    return {
        "access": access,
        "event": access.event,
        "game": access.game,
        "full": access.works or access.seat is not None,
        "may_correct": access.writes and not signed and access.game.round.state == Round.State.OPEN,
        "finished": told.book.folded.state.finished,
        "may_object": access.takes_part and not signed,
    }
