"""分享的圖片: PNGs for messengers, the same for everybody, below /live/. What may not be told to everybody is 404.

Each is drawn beside the server and kept by its content; whoever has it is answered with 304, and what of an event is
asked again at the same version is not even put into words again.
"""

import json
import logging
import zlib
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring import RuleSet, ScoringError
from scoring.rulesets import RULE_SETS, get_rule_set
from tournaments.access import EventAccess, GameAccess, game_access
from tournaments.models import Game, Player
from tournaments.recording.calculator import Asked, read_asked
from tournaments.views.kept import KeptPage
from tournaments.web import page_cache
from tournaments.web.conditional import unchanged
from tournaments.web.page_cache import Page, PageCache
from tournaments.web.pictures import documents, kept

log = logging.getLogger(__name__)
MOST_QUERY = 1000
"""Letters of a question to the calculator."""
WORDS = PageCache(256)
"""What stands in the pictures asked for lately: apart from pages, which a crawler of pictures must not push out."""


def _png(words: str, mark: str) -> HttpResponse:
    """The picture; where this machine can't draw it, a line that says so: a page shows no broken picture for long."""
    try:
        content = kept.png_of(json.loads(words))
    except kept.PictureUnavailable as reason:
        log.warning("no picture: %s", reason)
        line = "{} {}\n".format(_("這部伺服器暫時不能製作圖片。"), reason)
        return HttpResponse(line, status=503, content_type="text/plain; charset=utf-8")
    return HttpResponse(content, content_type="image/png", headers={"ETag": mark})


class KeptPicture(KeptPage):
    """A picture of an event: what stands in it is kept like a public page, in the place of the page its PNG is sent."""

    def _finished(self, request: HttpRequest, page: Page, mark: str) -> HttpResponse:
        return _png(page.plain.decode(), mark)


def _kept_picture(kind: str, make: Callable[..., dict[str, Any]]) -> KeptPicture:
    def written(request: HttpRequest, access: EventAccess, **at: int) -> str:
        return json.dumps(make(access, **at), ensure_ascii=False)

    return KeptPicture(kind, written, by_host=False, on_wall=False, also=None, ways={}, pages=WORDS)


def _of_player(access: EventAccess, number: int) -> dict[str, Any]:
    player = get_object_or_404(Player.objects.select_related("event"), event=access.event, number=number)
    player.event = access.event
    return documents.player_picture(access, player)


event_picture = _kept_picture("event-picture", documents.event_picture)
standings_picture = _kept_picture("standings-picture", documents.standings_picture)
player_picture = _kept_picture("player-picture", _of_player)


@require_safe
def card_picture(request: HttpRequest, language: str, game_id: int) -> HttpResponse:
    """記分卡 of a game."""
    access = game_access(request, game_id)
    return _of_game(request, access, ("card-picture",), lambda: documents.card_picture(access))


@require_safe
def hand_picture(request: HttpRequest, language: str, game_id: int, number: int) -> HttpResponse:
    """一鋪 of a game."""
    access = game_access(request, game_id)
    return _of_game(request, access, ("hand-picture", number), lambda: documents.hand_picture(access, number))


def _of_game(
    request: HttpRequest, access: GameAccess, which: tuple[object, ...], make: Callable[[], dict[str, Any]]
) -> HttpResponse:
    game, event = access.game, access.event
    # Names are the event's and change without an act of the game.
    version = (_mark(game), event.standings_version, event.page_version)
    mark = page_cache.etag(event.pk, event.created_at, game.act_count, *which, game.pk, _crc(version), get_language())
    if access.until is None and (known := unchanged(request, mark)):
        return known
    key = (*which, game.pk, event.created_at, get_language())
    page = WORDS.get(key, version, lambda: json.dumps(make(), ensure_ascii=False))
    if access.until is not None:  # the version would tell that something was recorded
        mark = page_cache.mark_of_content(page)
    return unchanged(request, mark) or _png(page.plain.decode(), mark)


def _mark(game: Game) -> tuple[object, ...]:
    return game.act_count, game.book_version, game.last_act_at, game.round.state, game.state


def _crc(version: object) -> str:
    return f"{zlib.crc32(repr(version).encode()):08x}"


@require_safe
def count_picture(request: HttpRequest, language: str) -> HttpResponse:
    """計番 of a hand that stands in the address, as on the page of the calculator."""
    if len(request.META.get("QUERY_STRING", "")) > MOST_QUERY:
        raise Http404
    try:
        published = get_rule_set(request.GET.get("rules") or RULE_SETS[0])
    except ScoringError:
        raise Http404 from None
    options = {reading.id: reading.values for reading in published.readings if reading.values}
    asked = read_asked(request.GET, options, published.id).with_winning_tile(published.hand_size)
    mark = f'W/"{_crc(asked.address())}-{get_language()}-{page_cache.build()}"'
    if known := unchanged(request, mark):
        return known
    key = ("count-picture", asked.address(), get_language())
    page = WORDS.get(key, mark, lambda: _count(asked, get_rule_set(published.id, asked.options)))
    return _png(page.plain.decode(), mark)


def _count(asked: Asked, rules: RuleSet) -> str:
    return json.dumps(documents.count_picture(asked, rules), ensure_ascii=False)
