"""摘要: what the digest of an act covers. Each act's digest is over itself and the one before; pure, no database.

A form that was once written stays checkable for ever: a new one gets the next version, no old one is changed.
"""

import hashlib
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

ACT_VERSION = 2
"""1 left out who did it, when, in which game, and what was answered."""

EVENT_ACT_VERSION = 1


def canonical(value: object) -> str:
    """JSON with one possible spelling, for digests."""
    return _spell(value)


# An encoder of its own: `json.dumps` makes one for each text.
_spell = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


def sha256(*said: Any) -> str:
    """The digest of plain data in its one spelling."""
    return hashlib.sha256(canonical(said).encode()).hexdigest()


def moment(at: datetime) -> str:
    """A moment in its one spelling, whatever zone it was given in."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def act_digest(previous: str, act: Any) -> str:
    """The digest of an act of a game (`tournaments.models.Act`) in the version it was written in."""
    if act.version == 1:
        return sha256(previous, act.number, act.kind, act.payload, act.reason, str(act.client_key))
    return sha256(previous, act.version, *_whole(act))


def _whole(act: Any) -> tuple[Any, ...]:
    said = (act.number, act.kind, act.payload, act.reason, str(act.client_key))
    return (act.game_id, *said, act.answer, act.user_id, act.player_id, moment(act.created_at))


def seal_of(acts: Iterable[Any]) -> str:
    """封存: one digest over everything that these acts of a game say, for those whose own digest says less."""
    seal = ""
    for act in acts:
        seal = sha256(seal, *_whole(act))
    return seal


def event_act_digest(previous: str, act: Any) -> str:
    """The digest of an act of an event (`tournaments.models.EventAct`)."""
    by = (act.user_id, act.player_id, moment(act.created_at))
    return sha256(previous, act.version, act.event_id, act.number, act.kind, act.payload, *by)
