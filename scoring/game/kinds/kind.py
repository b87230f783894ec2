"""一種事件: what a kind of event is, as one object: its name, how it is read and what it does to a game."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scoring.event_fields import Event, refuse_unknown
from scoring.table.state import GameState

if TYPE_CHECKING:
    from scoring.rules.rule_set import RuleSet

Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class Kind(Generic[Read]):
    """A kind of event.

    name: its `type` in the replay document · read: the event as a plain record; refuses by name what it cannot be under
    these rules, whatever the state of the game · play: the state after it; refuses what cannot be now. Both raise
    ScoringError.
    """

    name: str
    read: Callable[[Event, "RuleSet"], Read]
    play: Callable[[GameState, Read, "RuleSet"], GameState]

    def apply(self, state: GameState, event: Event, rules: "RuleSet") -> GameState:
        """The state after this event. The given state stays as it was."""
        return self.play(state, self.read(event, rules), rules)


def only(event: Event, *keys: str) -> None:
    """Raise `unknown_key` for any other key than these and `type`."""
    refuse_unknown(event, frozenset(("type", *keys)))


def entered(state: GameState, *, listed: bool = True, **changes: Any) -> GameState:
    """The event just read belongs to the hand in progress. `listed`: it is reason enough to show that hand."""
    opened = state.open_hand
    opened = opened._replace(
        event_indices=(*opened.event_indices, state.events),
        listed=opened.listed or listed,
        **changes,
    )
    return state.but(open_hand=opened, events=state.events + 1)
