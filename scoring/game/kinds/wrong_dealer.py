"""做錯莊: `seat` deals the hand in progress; the deal then passes to the one after the right dealer."""

from typing import TYPE_CHECKING

from scoring.event_fields import Event, bad_event, seat_in
from scoring.game.kinds.kind import Kind, entered, only
from scoring.table.dealer import dealt_by
from scoring.table.state import GameState

if TYPE_CHECKING:
    from scoring.rules.rule_set import RuleSet


def _read(event: Event, rules: "RuleSet") -> int:
    only(event, "seat")
    seat = seat_in(event, "seat")
    if rules.game.wrong_dealer is None:
        raise bad_event("這套規則沒有做錯莊。", "These rules have no “wrong_dealer”.")
    return seat


def _play(state: GameState, seat: int, rules: "RuleSet") -> GameState:
    if seat == state.turn.right_dealer:
        raise bad_event("這一家正是莊家。", "“seat” is the right dealer.")
    if state.turn.wrong:
        raise bad_event("這局已經做錯莊。", "This hand is dealt by a wrong dealer already.")
    return entered(state.but(turn=dealt_by(state.turn, seat, rules.game)))


WRONG_DEALER = Kind("wrong_dealer", _read, _play)
