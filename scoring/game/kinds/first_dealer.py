"""起莊: the seat that the dice of the East seat chose to deal 東一局. By default seat 0."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from scoring.event_fields import Event, bad_event, seat_in
from scoring.game.kinds.kind import Kind, entered, only
from scoring.table.state import GameState

if TYPE_CHECKING:
    from scoring.rules.rule_set import RuleSet


def _read(event: Event, rules: "RuleSet") -> int:
    only(event, "seat")
    return seat_in(event, "seat")


def _play(state: GameState, seat: int, rules: "RuleSet") -> GameState:
    if state.hands:
        raise bad_event("起莊只可在第一局定。", "“first_dealer” belongs to the first hand.")
    if state.dealer_named:
        raise bad_event("起莊已經定了。", "The first dealer has been named already.")
    if _counts_on_the_dealer(state):
        raise bad_event(
            "這一局之前的記錄已按莊家計算：先撤銷，定了起莊再記錄。",
            "What was entered before in this hand depends on the dealer: name the first dealer ahead of it.",
        )
    turn = state.turn._replace(dealer=seat, first_dealer=seat)
    return entered(state.but(turn=turn, dealer_named=True), listed=False)


def _counts_on_the_dealer(state: GameState) -> bool:
    said = (word for ruling in state.open_hand.rulings for word in ruling.consequences)
    return state.turn.wrong or any(isinstance(word, Mapping) and "pay_each_hand" in word for word in said)


FIRST_DEALER = Kind("first_dealer", _read, _play)
