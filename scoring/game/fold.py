"""對局: a 半莊 as one pure fold over its events.

start(rules, standing) → state · apply(state, event, rules) → next state · fold(rules, events) → last state

`event` is an event object of the interface's `replay`. No function here alters a given state, reads a clock or depends
on the name of a rule set. `scoring.game.kinds` says what each kind of event does.
"""

from collections.abc import Iterable, Mapping
from decimal import Inexact
from typing import TYPE_CHECKING, Any

from scoring.discipline.brought_along import read_standing, remembered
from scoring.errors import ScoringError
from scoring.event_fields import Event, bad_event, refuse_after_end, required
from scoring.game.kinds import KINDS
from scoring.points import exact
from scoring.table.dealer import Turn
from scoring.table.state import GameState

if TYPE_CHECKING:
    from scoring.rules.rule_set import RuleSet


def start(rules: "RuleSet", standing: Mapping[str, Any] | None = None) -> GameState:
    """開局: the state before the first event. standing: what earlier games of the event left, as in the interface
    (`brought_along.standing_after` writes it); None = nothing. Raises ScoringError for an impossible standing."""
    begin = rules.game.start
    state = GameState(turn=Turn(0, 0, 0, raised=rules.game.raised), scores=(begin, begin, begin, begin))
    if standing is None:
        return state
    cards, broken = read_standing(standing, rules.game, rules.offences)
    broken = remembered(broken, rules)
    return state.but(cards_in_force=cards, broken=broken, inherited_cards=cards, inherited_broken=broken)


def fold(rules: "RuleSet", events: Iterable[Event], standing: Mapping[str, Any] | None = None) -> GameState:
    """Apply all events in order. A ScoringError gets the place of the offending event as `.index`."""
    state = start(rules, standing)
    for index, event in enumerate(events):
        try:
            state = apply(state, event, rules)
        except ScoringError as error:
            error.index = index
            raise
    return state


def apply(state: GameState, event: Event, rules: "RuleSet") -> GameState:
    """The state after one event of the interface. Raises ScoringError; the given state is not changed. After the end
    only a ruling on the last hand (`"hand": "previous"`) is accepted; anything else is `game_over`."""
    if type(event) is not dict and not isinstance(event, Mapping):
        raise bad_event("事件要是一個物件。", "An event must be an object.")
    kind = required(event, "type")
    found = KINDS.get(kind) if isinstance(kind, str) else None
    if found is None:
        raise bad_event(f"不認得的事件「{kind}」。", f"“type”: unknown type of event {kind!r}.")
    refuse_after_end(state.finished, event)
    try:
        with exact():
            return found.apply(state, event, rules)
    except Inexact as error:
        raise bad_event("分數大到不能準確計算。", "The points grow beyond what can be counted exactly.") from error
