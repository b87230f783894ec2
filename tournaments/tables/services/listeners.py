"""跟帳: listeners to changes in the book of a game, called inside the transaction, after the act is written.

The register of rulings is in an app above this one, and what players bring into later games concerns other games: both
listen to the books here (`apps.py` connects them). To see the effects of a write beyond its own game, call it under
`listening()` and roll the transaction back.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from tournaments.models import Event, GameSeat
from tournaments.tables.game_log.read import Actor, GameLog
from tournaments.tables.game_log.replay import FoldedGame


@dataclass(frozen=True)
class Change:
    """One act that changed the hands of a game: the locked book, its fold before and after, the author and
    the reason."""

    book: GameLog
    before: FoldedGame
    after: FoldedGame
    act: int
    kind: str
    payload: Mapping[str, Any]
    reason: str
    actor: Actor
    now: datetime

    @cached_property
    def seats(self) -> list[GameSeat]:
        rows = GameSeat.objects.filter(game=self.book.game).select_related("player", "substitute")
        return list(rows.order_by("seat"))


Listener = Callable[[Change], None]

Counter = Callable[[Event, Sequence[int]], None]

_listeners: list[Listener] = []
_counters: list[Counter] = []
_listening: ContextVar[list[Change] | None] = ContextVar("listening", default=None)


def listen_to_books(listener: Listener) -> None:
    if listener not in _listeners:
        _listeners.append(listener)


def tell(change: Change) -> None:
    heard = _listening.get()
    if heard is not None:
        heard.append(change)
    for listener in _listeners:
        listener(change)


def listen_to_counting(listener: Counter) -> None:
    if listener not in _counters:
        _counters.append(listener)


def tell_counting(event: Event, players: Sequence[int]) -> None:
    """Notify listeners that these players' counted games changed (round voided or reseated)."""
    for listener in _counters:
        listener(event, players)


def is_tried() -> bool:
    return _listening.get() is not None


@contextmanager
def listening() -> Iterator[list[Change]]:
    heard: list[Change] = []
    token = _listening.set(heard)
    try:
        yield heard
    finally:
        _listening.reset(token)
