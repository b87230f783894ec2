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
    """A kind of event. name: its `type` in the replay document · read: parses the event and refuses by name what
    these rules never allow · play: the state after it; refuses what the state does not allow. Both raise
    ScoringError."""

    name: str
    read: Callable[[Event, "RuleSet"], Read]
    play: Callable[[GameState, Read, "RuleSet"], GameState]

    def apply(self, state: GameState, event: Event, rules: "RuleSet") -> GameState:
        return self.play(state, self.read(event, rules), rules)


def only(event: Event, *keys: str) -> None:
    refuse_unknown(event, frozenset(("type", *keys)))


def entered(state: GameState, *, listed: bool = True, **changes: Any) -> GameState:
    """Add the event just read to the hand in progress. `listed`: the event alone is reason enough to show that hand."""
    opened = state.open_hand
    opened = opened._replace(
        event_indices=(*opened.event_indices, state.events),
        listed=opened.listed or listed,
        **changes,
    )
    return state.but(open_hand=opened, events=state.events + 1)
