"""每鋪紀錄, and 逐鋪重溫: a game hand by hand; each step has an address of its own.

All steps come with the page, so that they need no network. Spectators of a game in play poll an address that is the
same for all, as on the page of the table.
"""

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.inputs import parse_int
from tournaments.core.access import GameAccess, game_access
from tournaments.core.cached import build
from tournaments.core.idempotency import new_key
from tournaments.core.public import Share, game_page, respond, share_of
from tournaments.models import Game, Round
from tournaments.tables.board import board_arrows
from tournaments.tables.selectors.export import replay_input
from tournaments.tables.selectors.hands import HandView, History, history, reseated
from tournaments.tables.selectors.hands import story as steps_of
from tournaments.tables.selectors.table import confirmations, seats_of
from tournaments.tables.selectors.visible import viewer_of


@require_safe
def hands(request: HttpRequest, game_id: int) -> HttpResponse:
    access = game_access(request, game_id)
    past = history(access.game, viewer_of(access))
    context = _frame(access, past) | {
        "hands": past.hands,
        "totals": [
            {"number": past.wording.numbers[seat], "name": past.wording.name(seat), "score": score}
            for seat, score in enumerate(past.book.folded.state.scores)
        ],
        "reseated": reseated(past),
        "replaced": [seat for seat in seats_of(past.wording, past.book.folded.state) if seat.substitute],
        "strip": confirmations(access, past.book.folded, past.wording) if access.takes_part else None,
        "key": new_key(),
        "strip_next": request.path,
    }
    return render(request, "tournaments/tables/hands.html", context)


@require_safe
def hands_beside(request: HttpRequest, game_id: int, language: str = "") -> HttpResponse:
    """At both addresses: of this reader, and the same for all spectators, which names the language."""
    access = game_access(request, game_id)
    mark = f'W/"{access.mark}.{get_language()}.{build()}"' if access.until is None else ""

    def page() -> HttpResponse:
        past = history(access.game, viewer_of(access))
        return render(request, "tournaments/tables/_hands_beside.html", {"game": access.game, "hands": past.hands})

    return respond(request, page, mark)


@require_safe
def hand(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    access = game_access(request, game_id)
    past = history(access.game, viewer_of(access))
    found = past.hand(number)
    if found is None:
        raise Http404
    context = _frame(access, past) | {"hand": found, "share": _shared(request, access, found)}
    return render(request, "tournaments/tables/hand.html", context)


def _shared(request: HttpRequest, access: GameAccess, hand: HandView) -> Share | None:
    if not hand.closed:
        return None
    game, where = access.game, reverse("tournaments:hand", args=[access.game.pk, hand.number])
    title, at = f"{hand.title} · {hand.result}", {"version": game.act_count}
    return share_of(request, access.event, where, title, "live_hand_picture", game.pk, hand.number, **at)


@require_safe
def export(request: HttpRequest, game_id: int) -> HttpResponse:
    access = game_access(request, game_id)
    document = replay_input(access.game, viewer_of(access))
    answer = JsonResponse(document, json_dumps_params={"ensure_ascii": False, "indent": 1})
    name = f"paiju-{access.event.slug}-r{access.game.round.number}-t{access.game.table.number}.json"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _frame(access: GameAccess, past: History) -> dict[str, object]:
    signed = bool(past.book.folded.timeline.signed)
    return {
        **access.frame,
        "full": access.works or access.seat is not None,
        "may_correct": access.writes and not signed and access.game.round.state == Round.State.OPEN,
        "finished": past.book.folded.state.finished,
        "may_object": access.takes_part and not signed,
    }


OVER = (Game.State.COMPLETE, Game.State.SIGNED)


@never_cache
@require_safe
def story(request: HttpRequest, game_id: int, number: int | None = None) -> HttpResponse:
    """Show a step (404 if there is none), or the game so far, which updates by itself."""
    access = game_access(request, game_id)
    if number is None and "step" in request.GET:
        wanted = parse_int(request.GET["step"], 10_000)
        if wanted is None:
            raise Http404
        return redirect("tournaments:story_step", access.game.pk, wanted)
    mark = f'"{access.mark}.{get_language()}"' if access.until is None else ""
    if "live" in request.GET:
        return respond(
            request, lambda: render(request, "tournaments/tables/story.html#steps", _context(access, number)), mark
        )
    context = _context(access, number) | {"etag": mark}
    step = context["shown"][0]
    game = access.game
    at = [game.pk] if number is None else [game.pk, number]
    where = reverse("tournaments:story" if number is None else "tournaments:story_step", args=at)
    title = " · ".join(filter(None, (step.title, step.result)))
    picture = "live_hand_picture" if step.hand is not None and step.hand.closed else ""
    shared = share_of(request, access.event, where, title, picture, game.pk, step.number, version=game.act_count)
    context["share"] = replace(shared, bar=False) if shared else None
    return render(request, "tournaments/tables/story.html", context)


@require_safe
def live_story(request: HttpRequest, language: str, game_id: int) -> HttpResponse:
    access = game_access(request, game_id)

    def written() -> str:
        return render_to_string("tournaments/tables/story.html#steps", _context(access), request)

    return game_page(request, access, "story", access.mark, written)


def _context(access: GameAccess, number: int | None = None) -> dict[str, Any]:
    past = history(access.game, viewer_of(access))
    steps = [(step, board_arrows(step.arrows, [seat["chair"] for seat in step.seats])) for step in steps_of(past)]
    if number is not None and number >= len(steps):
        raise Http404
    over = access.game.state in OVER
    return {
        **access.frame,
        "steps": steps,
        "shown": steps[-1 if number is None else number],
        "last": len(steps) - 1,
        "over": over,
        "follows": number is None and not over,
        "rows_address": "" if over else _rows_address(access),
    }


def _rows_address(access: GameAccess) -> str:
    if access.event.public and not access.works and access.seat is None:
        return reverse("tournaments:live_story", args=[get_language(), access.game.pk])
    return f"{reverse('tournaments:story', args=[access.game.pk])}?live=1"
