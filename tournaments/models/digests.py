"""摘要: the digest of an act covers the act itself and the digest before.

Old formats stay verifiable for ever: a new format gets the next version, old ones never change.
"""

import hashlib
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

ACT_VERSION = 2
"""Version 1 left out the actor, the time, the game and the answer."""

EVENT_ACT_VERSION = 1


# One encoder for all: `json.dumps` would make one per text.
canonical = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


def sha256(*said: Any) -> str:
    return hashlib.sha256(canonical(said).encode()).hexdigest()


def moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def act_digest(previous: str, act: Any) -> str:
    """Return the digest in the version with which the act was written."""
    if act.version == 1:
        return sha256(previous, act.number, act.kind, act.payload, act.reason, str(act.client_key))
    return sha256(previous, act.version, *_whole(act))


def _whole(act: Any) -> tuple[Any, ...]:
    said = (act.number, act.kind, act.payload, act.reason, str(act.client_key))
    return (act.game_id, *said, act.answer, act.user_id, act.player_id, moment(act.created_at))


def seal_of(acts: Iterable[Any]) -> str:
    """封存: return one digest over the whole of these acts, for acts whose own digest covers less."""
    seal = ""
    for act in acts:
        seal = sha256(seal, *_whole(act))
    return seal


def event_act_digest(previous: str, act: Any) -> str:
    by = (act.user_id, act.player_id, moment(act.created_at))
    return sha256(previous, act.version, act.event_id, act.number, act.kind, act.payload, *by)
