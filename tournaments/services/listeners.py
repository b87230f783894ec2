"""跟帳: the listeners that have to know when the book of a game changes.

They are called inside the transaction, after the act is written.

The register of rulings lives in an app above this one, and what players bring into later games is another game's
business: both listen to the books here (`apps.py` says who). Whoever wants to see what a write would do beyond its own
game listens with `listening()` and rolls the transaction back.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.book.fold import FoldedGame
from tournaments.book.read import Actor, Book
from tournaments.models import Event


@dataclass(frozen=True)
class Change:
    """One act that changed the hands of a game: the locked book, its fold before and after, who did it and why."""

    book: Book
    before: FoldedGame
    after: FoldedGame
    act: int
    kind: str
    payload: Mapping[str, Any]
    reason: str
    actor: Actor
    now: datetime


Listener = Callable[[Change], None]

Counter = Callable[[Event, Sequence[int]], None]

_listeners: list[Listener] = []
_counters: list[Counter] = []
_listening: ContextVar[list[Change] | None] = ContextVar("listening", default=None)


def listen_to_books(listener: Listener) -> None:
    """Call this after every act that changes the hands of a game, in the order in which it was asked for."""
    if listener not in _listeners:
        _listeners.append(listener)


def tell(change: Change) -> None:
    """Tell every listener."""
    heard = _listening.get()
    if heard is not None:
        heard.append(change)
    for listener in _listeners:
        listener(change)


def listen_to_counting(listener: Counter) -> None:
    """Call this with an event and players (ids) when other games of theirs count than before."""
    if listener not in _counters:
        _counters.append(listener)


def tell_counting(event: Event, players: Sequence[int]) -> None:
    """Other games of these players count now: a round has become void, or others sat in it."""
    for listener in _counters:
        listener(event, players)


def is_tried() -> bool:
    """Whether what is done now is only listened to, and taken back: the preview of a step."""
    return _listening.get() is not None


@contextmanager
def listening() -> Iterator[list[Change]]:
    """Every change made meanwhile, in order."""
    heard: list[Change] = []
    token = _listening.set(heard)
    try:
        yield heard
    finally:
        _listening.reset(token)
