"""判決: rulings go into the book of their game here. They are acts of the game like any other (`tournaments.services`).

`preview` works one out without saving anything, `rule` records it. Knows no HTTP.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from scoring.book import RulingResult
from scoring.errors import ScoringError
from scoring.preview import consequences_of
from tournaments.exceptions import Invalid, refused_by_rules
from tournaments.models import Game
from tournaments.services import book
from tournaments.services.writing import Actor

ACTS = ("ruling", "wrong_dealer", "time_up", "surrender")
"""Events that a referee enters beside the hands and rewards."""


@dataclass(frozen=True)
class RulingPreview:
    """撳掣之前: what the act would do. `result` is None for what is no ruling (做錯莊, 大會鐘, 投降)."""

    result: RulingResult | None
    before: book.FoldedGame
    after: book.FoldedGame


def preview(*, game: Game, event: Mapping[str, Any]) -> RulingPreview:
    """What this act would do now, nothing saved. Raises what `rule` would raise, conflicts aside."""
    _check_type(event)
    seen = book.preview(game=game, played=book.Played(event))
    return RulingPreview(_result(seen.before, event), seen.before, seen.after)


def _result(before: book.FoldedGame, event: Mapping[str, Any]) -> RulingResult | None:
    if event["type"] != "ruling":
        return None
    try:
        return consequences_of(before.state, event, before.rules)
    except ScoringError as error:
        raise refused_by_rules(error) from error


def rule(
    *,
    game_id: int,
    actor: Actor,
    event: Mapping[str, Any],
    note: str = "",
    client_key: uuid.UUID,
    seen: int,
    now: datetime,
) -> Mapping[str, Any]:
    """判決: record a ruling (or 做錯莊, 大會鐘, 投降); answers and refuses as `tournaments.services.book.record`.

    `note` is the fact in a sentence; it is kept beside the event and changes no points.
    """
    _check_type(event)
    claim = {"note": note.strip()} if note.strip() else None
    return book.record(
        game_id=game_id,
        actor=actor,
        played=book.Played(event, claim),
        client_key=client_key,
        seen=seen,
        now=now,
    )


def _check_type(event: Mapping[str, Any]) -> None:
    if event.get("type") not in ACTS:
        raise Invalid(_("這不是判決。"), field="type")
