"""分享的圖片: PNGs for messengers, the same for everyone, below /live/. What is not public is 404.

The content of a picture is made once for each version of its event; its PNG and its ETag follow from the content alone,
so that neither tells a delayed reader that something was recorded.
"""

import hashlib
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring import ScoringError
from scoring.rulesets import RULE_SETS, get_rule_set
from tournaments.core.access import EventAccess, game_access
from tournaments.core.cached import cached
from tournaments.core.drawn import BusyDrawing
from tournaments.core.public import open_event
from tournaments.hall.pictures import documents, drawing
from tournaments.models import Player
from tournaments.rulebook.calculator import read_asked

MOST_QUERY = 1000
BUSY_SECONDS = 5


def _png(request: HttpRequest, picture: drawing.Picture) -> HttpResponse:
    """The picture; without one for now a line of text, so that no cache keeps a broken picture."""
    try:
        content = drawing.png_of(picture)
    except BusyDrawing:
        return _no_picture(_("圖片暫時未畫好，請稍後再試。"))
    except drawing.PictureUnavailable as reason:
        return _no_picture("{} {}".format(_("這部伺服器暫時不能製作圖片。"), reason))
    mark = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    response = HttpResponse(content, content_type="image/png", headers={"ETag": mark})
    return get_conditional_response(request, mark, response=response) or response


def _no_picture(line: str) -> HttpResponse:
    headers = {"Retry-After": str(BUSY_SECONDS)}
    return HttpResponse(f"{line}\n", status=503, content_type="text/plain; charset=utf-8", headers=headers)


def _of_event(access: EventAccess, which: tuple[object, ...], make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    with timezone.override(access.event.zone):
        return cached(access.event, "picture", which, make, access.until)


@require_safe
def event_picture(request: HttpRequest, language: str, slug: str) -> HttpResponse:
    access = open_event(slug)
    return _png(request, _of_event(access, ("event",), lambda: documents.event_picture(access)))


@require_safe
def standings_picture(request: HttpRequest, language: str, slug: str) -> HttpResponse:
    access = open_event(slug)
    return _png(request, _of_event(access, ("standings",), lambda: documents.standings_picture(access)))


@require_safe
def player_picture(request: HttpRequest, language: str, slug: str, number: int) -> HttpResponse:
    access = open_event(slug)

    def make() -> dict[str, Any]:
        player = get_object_or_404(Player, event=access.event, number=number)
        player.event = access.event
        return documents.player_picture(access, player)

    return _png(request, _of_event(access, ("player", number), make))


@require_safe
def card_picture(request: HttpRequest, language: str, game_id: int) -> HttpResponse:
    access = game_access(request, game_id)
    game = access.game
    key = ("card", game.pk, game.act_count, game.book_version, game.state)
    return _png(request, _of_event(access, key, lambda: documents.card_picture(access)))


@require_safe
def hand_picture(request: HttpRequest, language: str, game_id: int, number: int) -> HttpResponse:
    access = game_access(request, game_id)
    game = access.game
    key = ("hand", number, game.pk, game.act_count, game.book_version, game.state)
    return _png(request, _of_event(access, key, lambda: documents.hand_picture(access, number)))


@require_safe
def count_picture(request: HttpRequest, language: str) -> HttpResponse:
    if len(request.META.get("QUERY_STRING", "")) > MOST_QUERY:
        raise Http404
    try:
        published = get_rule_set(request.GET.get("rules") or RULE_SETS[0])
    except ScoringError:
        raise Http404 from None
    options = {reading.id: reading.values for reading in published.readings if reading.values}
    asked = read_asked(request.GET, options, published.id).with_winning_tile(published.hand_size)
    return _png(request, documents.count_picture(asked, get_rule_set(published.id, asked.options)))
