"""內插: between two hands a seat raises the 底 that it plays for with each other seat (tw-sixteen 插花, T-20)."""

from typing import TYPE_CHECKING, NamedTuple

from scoring.event_fields import Event, bad_event, count_in, seat_in
from scoring.game.kinds.kind import Kind, entered, only
from scoring.seats import SEATS
from scoring.table.dealer import raised_to
from scoring.table.state import GameState

if TYPE_CHECKING:
    from scoring.rules.rule_set import RuleSet

MOST = 99
"""底 that one seat may raise."""
_WEST = 8
"""The first deal of 西圈."""


class _Raised(NamedTuple):
    seat: int
    units: int


def _read(event: Event, rules: "RuleSet") -> _Raised:
    only(event, "seat", "units")
    if rules.game.raising is None:
        raise bad_event("這套規則沒有內插。", "These rules have no “raise”.")
    return _Raised(seat_in(event, "seat"), count_in(event, "units", 0, MOST))


def _play(state: GameState, given: _Raised, rules: "RuleSet") -> GameState:
    if not between_hands(state):
        raise bad_event(
            "這一盤已經開始，內插要在兩盤之間。", "“raise”: a hand is in progress; it stands between hands."
        )
    if rules.game.raising == "text":
        _refuse_out_of_time(state, given)
    return entered(state.but(turn=raised_to(state.turn, given.seat, given.units)))


def between_hands(state: GameState) -> bool:
    """Whether the hand in progress has no recorded event yet."""
    opened = state.open_hand
    return not (opened.rulings or opened.rewards or state.turn.wrong or state.hands_left is not None)


def raises(state: GameState, rules: "RuleSet") -> tuple[tuple[int, int], ...]:
    """可以內插: (seat, 底) of each change allowed now, one 底 more or less than before. Whether the hand in progress
    has begun is left to `between_hands`: forgotten changes are recorded later."""
    raising, raised = rules.game.raising, state.turn.raised
    if raising is None or state.finished:
        return ()
    found = [_Raised(seat, units) for seat in SEATS for units in (raised[seat] - 1, raised[seat] + 1)]
    return tuple(
        (one.seat, one.units)
        for one in found
        if 0 <= one.units <= MOST and (raising == "free" or not _out_of_time(state, one))
    )


def _refuse_out_of_time(state: GameState, given: _Raised) -> None:
    if said := _out_of_time(state, given):
        raise bad_event(*said)


def _out_of_time(state: GameState, given: _Raised) -> tuple[str, str] | None:
    """T-20: why this is not allowed now, None where it is. 第 1 底 begins before 西圈 and stays to the end of the
    將; more than that begins and ends while no streak runs."""
    before, units = state.turn.raised[given.seat], given.units
    if before == units:
        return None
    if before and not units:
        return (
            "內插至該將結束前不得退插，最少留 1 底。",
            "“units”: what was raised stays to the end of the 將, at least 1.",
        )
    if not before and _west_began(state):
        return "內插要在西風圈起莊之前。", "“units”: the first 底 is raised before the West round begins."
    if max(before, units) > 1 and state.turn.streak:
        return "連莊中不得加插或退插第二底以上。", "“units”: a second 底 begins and ends only while no streak runs."
    return None


def _west_began(state: GameState) -> bool:
    return state.turn.deal > _WEST or any(hand.deal >= _WEST for hand in state.hands)


RAISE = Kind("raise", _read, _play)
