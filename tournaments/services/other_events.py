"""其他: enters events of a game besides hands, rewards and rulings, each kind by its own service."""

import uuid
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from tournaments.book.read import Actor
from tournaments.book.timeline import Played
from tournaments.services import book, pauses

_BESIDE_THE_GAME: Mapping[str, Callable[..., Mapping[str, Any]]] = {"pause": pauses.pause, "resume": pauses.resume}


def enter(
    *, game_id: int, actor: Actor, event: Mapping[str, Any], client_key: uuid.UUID, seen: int, now: datetime
) -> Mapping[str, Any]:
    said: dict[str, Any] = {"game_id": game_id, "actor": actor, "client_key": client_key, "now": now}
    writes = _BESIDE_THE_GAME.get(event["type"])
    if writes is None:
        return book.record(played=Played(event), seen=seen, **said)
    return writes(**said, **{name: value for name, value in event.items() if name != "type"})
