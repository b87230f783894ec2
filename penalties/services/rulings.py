import uuid
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from penalties.models import Ruling, RulingPhoto
from scoring import RulingResult, ScoringError, consequences_of
from tournaments.core.event_log import Kind, added, append_act
from tournaments.core.exceptions import Invalid, refused_by_rules
from tournaments.core.locks import retry_on_deadlock
from tournaments.models import Game
from tournaments.tables.game_log.claims import claim_beside
from tournaments.tables.game_log.read import Actor, GameLog, rules_of
from tournaments.tables.game_log.replay import FoldedGame
from tournaments.tables.game_log.timeline import Played, is_late
from tournaments.tables.recording.liable_spans import knows_substitutes
from tournaments.tables.services import late_rulings, recording


@dataclass(frozen=True)
class RulingPreview:
    result: RulingResult
    before: FoldedGame
    after: FoldedGame


def preview(*, book: GameLog, event: Mapping[str, Any], hand: int | None = None) -> RulingPreview:
    """What this ruling would do now, nothing saved; `hand` as in `rule`. Raises as `rule` does, conflicts aside."""
    _check_type(event)
    if hand is not None or is_late(event):
        before, after = late_rulings.preview_late(book=book, number=hand, played=Played(_afterwards(event)))
        return RulingPreview(_new_result(before, after), before, after)
    seen = recording.preview(book=book, played=Played(event))
    return RulingPreview(_result(seen.before, event), seen.before, seen.after)


def _result(before: FoldedGame, event: Mapping[str, Any]) -> RulingResult:
    try:
        return consequences_of(before.state, event, before.rules)
    except ScoringError as error:
        raise refused_by_rules(error) from error


def _new_result(before: FoldedGame, after: FoldedGame) -> RulingResult:
    return next(ruled.result for ref, ruled in after.ruled.items() if ref not in before.ruled)


def _afterwards(event: Mapping[str, Any]) -> dict[str, Any]:
    return {**event, "hand": "previous"}


@retry_on_deadlock
def rule(
    *,
    game_id: int,
    actor: Actor,
    event: Mapping[str, Any],
    note: str = "",
    client_key: uuid.UUID,
    seen: int,
    now: datetime,
    hand: int | None = None,
    photo: bytes | None = None,
    substitute: str = "",
    locked: GameLog | None = None,
) -> Mapping[str, Any]:
    """Record a ruling; answers and refuses as `tournaments.tables.services.recording.record`.

    `note`: the facts in a sentence; changes no points. `hand`: the number of a closed hand; None for the hand in
    progress. `photo`: a JPEG. `substitute`: the kind of 代位賠付, by which the player may have to pay in others' place
    until the hand ends. `locked`: as in `open_book`. Raises Invalid (substitute) where the rules know none, or
    no player is at fault.
    """
    _check_type(event)
    _check_substitute(game_id, event, substitute)
    claim = claim_beside(note, substitute)
    said: dict[str, Any] = {
        "game_id": game_id,
        "actor": actor,
        "client_key": client_key,
        "seen": seen,
        "now": now,
        "locked": locked,
    }
    with nullcontext() if locked else transaction.atomic():
        if hand is None and not is_late(event):
            answer = recording.record(played=Played(event, claim), **said)
        else:
            answer = late_rulings.record_late(number=hand, played=Played(_afterwards(event), claim), **said)
        if photo is not None:
            keep_photo(Ruling.objects.get(game=game_id, act=answer["act"], place=0, reverses=None), photo)
        return answer


def _check_substitute(game_id: int, event: Mapping[str, Any], substitute: str) -> None:
    if not substitute:
        return
    game = Game.objects.select_related("event", "round").get(pk=game_id)
    if event.get("seat") is None or not knows_substitutes(rules_of(game.event, game.round)):
        raise Invalid(_("代位賠付要有一家代付，規則亦要有這一條。"), field="substitute")


def keep_photo(ruling: Ruling, photo: bytes) -> None:
    """A repeated request keeps the first photo."""
    kept, made = RulingPhoto.objects.get_or_create(ruling=ruling, defaults={"image": photo})
    if made:
        append_act(ruling.event_id, Kind.PHOTO_KEPT, added(kept), user_id=ruling.user_id)


def _check_type(event: Mapping[str, Any]) -> None:
    if event.get("type") != "ruling":
        raise Invalid(_("這不是判決。"), field="type")
