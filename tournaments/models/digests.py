"""摘要: what the digest of an act covers: the act itself and the digest before.

Old forms stay checkable for ever: a new form gets the next version, old ones never change.
"""

import hashlib
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

ACT_VERSION = 2
"""1 left out the actor, the time, the game and the answer."""

EVENT_ACT_VERSION = 1


# An encoder of its own: `json.dumps` makes one for each text.
canonical = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


def sha256(*said: Any) -> str:
    return hashlib.sha256(canonical(said).encode()).hexdigest()


def moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def act_digest(previous: str, act: Any) -> str:
    """In the version in which the act was written."""
    if act.version == 1:
        return sha256(previous, act.number, act.kind, act.payload, act.reason, str(act.client_key))
    return sha256(previous, act.version, *_whole(act))


def _whole(act: Any) -> tuple[Any, ...]:
    said = (act.number, act.kind, act.payload, act.reason, str(act.client_key))
    return (act.game_id, *said, act.answer, act.user_id, act.player_id, moment(act.created_at))


def seal_of(acts: Iterable[Any]) -> str:
    """封存: one digest over everything that these acts say, for those whose own digest covers less."""
    seal = ""
    for act in acts:
        seal = sha256(seal, *_whole(act))
    return seal


def event_act_digest(previous: str, act: Any) -> str:
    by = (act.user_id, act.player_id, moment(act.created_at))
    return sha256(previous, act.version, act.event_id, act.number, act.kind, act.payload, *by)
