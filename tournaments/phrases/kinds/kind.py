"""一種事件: its sentence, and how it is entered at 其他."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring import GameState
from tournaments.phrases.shares import Amount
from tournaments.phrases.wording import Event, Wording

Fans = Mapping[int, int | Amount]
Say = Callable[[Wording, Event, Fans], str]


@dataclass(frozen=True)
class Choice:
    """A button of 其他. `pick`: the value it sends, kind and parameters: "wrong_dealer.2"."""

    label: str
    pick: str


@dataclass(frozen=True)
class Group:
    name: str
    note: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Moment:
    """A game as 其他 and corrections see it. `rung`: the draft of a correction has the bell already · `paused`: the
    table pauses."""

    state: GameState
    wording: Wording
    rung: bool = False
    paused: bool = False


@dataclass(frozen=True)
class Other:
    """What a referee enters at 其他.

    read: the event for the parts of a `pick` after the kind, None if they mean nothing · now: what can be entered ·
    forgotten: what may have been forgotten in a closed hand, None where nothing can be added later · follows: its
    effects, a line each, from the event and the states before and after · asks: fields of the form that belong to it
    (`tournaments.tables.forms`) · in_game: an event that the rules know; else an act of the log beside the game
    (`tournaments.tables.services.pauses`).
    """

    read: Callable[[Sequence[str]], dict[str, Any] | None]
    now: Callable[[Moment], Group]
    follows: Callable[[Event, GameState, GameState, Wording], list[str]]
    forgotten: Callable[[Moment], Group] | None = None
    asks: tuple[str, ...] = ()
    in_game: bool = True


@dataclass(frozen=True)
class Kind:
    """name: its `type` · say: the event in a sentence, with the winners' counts by seat, if any · other: how it is
    entered at 其他, None where it has its own page · begins: ordered before the rewards and rulings of its hand,
    because it decides who deals, what is carried or how long the game lasts."""

    name: str
    say: Say
    other: Other | None = None
    begins: bool = False


def seats_in(parts: Sequence[str]) -> list[int]:
    return [int(part) for part in parts if part in ("0", "1", "2", "3")]
