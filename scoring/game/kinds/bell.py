"""鐘響 (L-36): during a hand that hand is the last, or is stopped (C-9); between two hands the game ends."""

from typing import TYPE_CHECKING

from scoring.event_fields import Event, bad_event, flag_in
from scoring.game.kinds.kind import Kind, entered, only
from scoring.table.closing import end_between, stopped
from scoring.table.state import GameState

if TYPE_CHECKING:
    from scoring.rules.rule_set import RuleSet


def _read(event: Event, rules: "RuleSet") -> bool:
    only(event, "during_hand")
    return flag_in(event, "during_hand")


def _play(state: GameState, during: bool, rules: "RuleSet") -> GameState:
    if state.hands_left is not None:
        raise bad_event("鐘只會響一次。", "“time_up” happens at most once.")
    bell = rules.game.bell
    left = bell.during_hand if during else bell.between_hands
    rung = entered(state, listed=False).but(hands_left=left)
    if left:
        return rung
    return stopped(rung, rules.game) if bell.stops_hand and rung.open_hand.listed else end_between(rung, rules.game)


TIME_UP = Kind("time_up", _read, _play)
