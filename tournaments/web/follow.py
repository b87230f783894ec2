"""追蹤 What a page of one person depends on that asks again and again: while none of it has changed, the door answers
(`config/followed.py`)."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from django.http import HttpRequest
from django.utils import timezone

if TYPE_CHECKING:
    from tournaments.models import Game, Player
    from tournaments.selectors.news import Holder

FOLLOWS = "paiju.follows"
"""Where in the environ of a request its view says it."""


class Follows(NamedTuple):
    """What an answer depends on: `event`, names of `tournaments.selectors.news`, for how many seconds it holds at most,
    and who asks (None: only the site knows)."""

    event: int
    what: frozenset[str]
    seconds: float
    holder: Holder | None = None


def follow(request: HttpRequest, player: Player, game: Game | None, *, until: datetime | None) -> None:
    """The answer to this player depends on the history of the event, on the acts and calls of this game, and on a clock
    that changes what is shown at `until`; `standings`: and on those."""
    event = player.event
    what = {f"event {event.pk}"}
    if game is not None:
        what.add(f"game {game.pk}")
    left = float("inf") if until is None else (until - timezone.now()).total_seconds()
    request.META[FOLLOWS] = Follows(event.pk, frozenset(what), left, _holder(request, player))


def _holder(request: HttpRequest, player: Player) -> Holder | None:
    session = request.session
    kept = getattr(session, "as_kept", "")
    return (session.session_key or "", kept, player.pk, player.link_version) if kept else None
