"""流局: chains stay open; no points move except what players who are not ready pay, where the rules say so."""

from typing import TYPE_CHECKING, NamedTuple

from scoring.event_fields import Event, as_seat, bad_event, refuse_keys, seat_in
from scoring.game.kinds.kind import Kind, entered, only
from scoring.rules.game_rules import GameRules
from scoring.table.closing import Closing, close, keep_moves
from scoring.table.dealer import Turn, after_draw, thrown_for
from scoring.table.settlement import not_ready_fines
from scoring.table.state import GameState

if TYPE_CHECKING:
    from scoring.rules.rule_set import RuleSet

_KEYS = frozenset({"not_ready", "dealer"})


class _Drawn(NamedTuple):
    """不聽的各家, and the new starting dealer where the dice were thrown again."""

    not_ready: tuple[int, ...]
    dealer: int | None


def _read(event: Event, rules: "RuleSet") -> _Drawn:
    only(event, *_KEYS)
    refuse_keys(event, _KEYS - rules.game.draw_keys)
    thrown = "dealer" in event and "dealer" in rules.game.draw_keys
    return _Drawn(_not_ready(event, rules.game), seat_in(event, "dealer") if thrown else None)


def _not_ready(event: Event, rules: GameRules) -> tuple[int, ...]:
    if "not_ready" not in event or rules.not_ready is None:
        return ()
    listed = event["not_ready"]
    if not isinstance(listed, list | tuple):
        raise bad_event("「not_ready」要是座位的列表。", "“not_ready” must be a list of seats.")
    seats = tuple(as_seat(one, "not_ready") for one in listed)
    if len(set(seats)) < len(seats):
        raise bad_event("「not_ready」內有重複的座位。", "“not_ready” names a seat twice.")
    return seats


def _play(state: GameState, drawn: _Drawn, rules: "RuleSet") -> GameState:
    closing = Closing(
        "draw",
        _next_turn(state.turn, drawn.dealer, rules.game),
        moves=keep_moves(state.chains),
        chains=state.chains,
        transfers=not_ready_fines(drawn.not_ready, rules.game),
    )
    return close(entered(state), closing, rules.game)


def _next_turn(turn: Turn, dealer: int | None, rules: GameRules) -> Turn:
    """Drawn before the first deal has passed, the next dealer may be another (tw-club: C-8)."""
    if dealer is None:
        return after_draw(turn, rules)
    if turn.deal:
        raise bad_event("只有東一局流局才重新擲骰定莊。", "“dealer”: the dice are thrown again only in 東一局.")
    return thrown_for(turn, dealer, rules)


DRAW = Kind("draw", _read, _play)
