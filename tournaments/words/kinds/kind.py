"""一種事件: what the pages know of a kind of event, as one object: its sentence, and how it is entered at 其他."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring import GameState
from tournaments.words.shares import Amount
from tournaments.words.wording import Event, Wording

Fans = Mapping[int, int | Amount]
Say = Callable[[Wording, Event, Fans], str]


@dataclass(frozen=True)
class Choice:
    """A button of 其他. `pick`: what it sends, the kind and what is chosen of it: "wrong_dealer.2"."""

    label: str
    pick: str


@dataclass(frozen=True)
class Group:
    """Buttons under one heading, with what they mean."""

    name: str
    note: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Moment:
    """A game as 其他 and a correction look at it. `rung`: the draft of a correction has the bell already · `paused`:
    the table pauses."""

    state: GameState
    wording: Wording
    rung: bool = False
    paused: bool = False


@dataclass(frozen=True)
class Other:
    """What a referee enters at 其他.

    read: the event for the parts of a `pick` behind the kind, None where they mean nothing · now: what can be entered ·
    forgotten: what can have been forgotten in a closed hand, None where nothing is added there afterwards · follows:
    what it does, a line each, from the event and the state before and after it · asks: fields of the form that belong
    to it (`tournaments.forms.other_events`) · in_game: it is an event of the game, which the rules know; else an act of
    the book beside it (`tournaments.services.other_events`).
    """

    read: Callable[[Sequence[str]], dict[str, Any] | None]
    now: Callable[[Moment], Group]
    follows: Callable[[Event, GameState, GameState, Wording], list[str]]
    forgotten: Callable[[Moment], Group] | None = None
    asks: tuple[str, ...] = ()
    in_game: bool = True


@dataclass(frozen=True)
class Kind:
    """A kind of event.

    name: its `type` · say: the event in a sentence; the counts of the winners by seat, where somebody has won ·
    other: how it is entered at 其他, None where it has a page of its own · begins: it stands before the rewards and
    rulings of its hand, because it says who deals, what is carried or how long one plays.
    """

    name: str
    say: Say
    other: Other | None = None
    begins: bool = False


def seats_in(parts: Sequence[str]) -> list[int]:
    """The seats that parts of a `pick` name."""
    return [int(part) for part in parts if part in ("0", "1", "2", "3")]
