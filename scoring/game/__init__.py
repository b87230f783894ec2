"""對局 A 半莊 as one pure fold over its events, and what a next event would do.

start(rules, standing) → state · apply(state, event, rules) → next state · fold(rules, events) → last state

`event` is an event object of the interface's `replay`. No function here alters a given state, reads a clock or depends
on the name of a rule set. `scoring.game.kinds` says what each kind of event does.
"""

from collections.abc import Collection, Iterable, Mapping
from decimal import Inexact
from typing import Any, NamedTuple

from scoring.book import Chain, ChainMove, RulingResult
from scoring.discipline.rulings import judge
from scoring.discipline.standing import carried_offences, read_standing
from scoring.errors import ScoringError
from scoring.event_fields import Event, bad_event, refuse_after_end, required
from scoring.game.kinds import KINDS
from scoring.points import exact
from scoring.rules.rule_data import RuleData
from scoring.seats import hand_name
from scoring.table.dealer import Turn, after_draw, over, passed
from scoring.table.settlement import may_surrender, moves_of
from scoring.table.state import GameState


def start(rules: RuleData, standing: Mapping[str, Any] | None = None) -> GameState:
    """開局 Return the state of a game before its first event.

    rules: what `rule_set` returns
    standing: penalty cards and offences that the players bring from earlier games: {"cards": [{"seat": 1, "card":
        "red"}], "offences": [{"seat": 1, "offence": "false_win", "times": 2}]}

    Raises ScoringError if the rules have no such card or offence.
    """
    begin = rules.game.start
    turn = Turn(0, 0, 0, raised=rules.game.raised, orders=rules.game.seat_orders)
    state = GameState(turn=turn, scores=(begin, begin, begin, begin))
    if standing is None:
        return state
    cards, broken = read_standing(standing, rules.game, rules.offences)
    broken = carried_offences(broken, rules)
    return state._replace(cards_in_force=cards, broken=broken, inherited_cards=cards, inherited_broken=broken)


def fold(rules: RuleData, events: Iterable[Event], standing: Mapping[str, Any] | None = None) -> GameState:
    """Replay a game from its events and return the state after the last one. `rules` and `standing` are as for `start`;
    each event is a dict as for `Game.play`. Raises ScoringError as `start` does, or if an event is not possible; the
    error's `index` is then the position of that event, from 0."""
    state = start(rules, standing)
    for index, event in enumerate(events):
        try:
            state = apply(state, event, rules)
        except ScoringError as error:
            error.index = index
            raise
    return state


def apply(state: GameState, event: Event, rules: RuleData) -> GameState:
    """Return the state of a game after one more event; `state` itself does not change. `event` is a dict as for
    `Game.play`, `rules` what `rule_set` returns.

    Raises ScoringError if the event is not possible. A finished game accepts only a ruling on its last hand ("hand":
    "previous"); all other events raise game_over.
    """
    if type(event) is not dict and not isinstance(event, Mapping):
        raise bad_event("事件要是一個物件。", "An event must be an object.")
    kind = required(event, "type")
    found = KINDS.get(kind) if isinstance(kind, str) else None
    if found is None:
        raise bad_event(f"不認得的事件「{kind}」。", f"“type”: unknown type of event {kind!r}.")
    refuse_after_end(state.finished, event)
    try:
        with exact():
            return found(state, event, rules)
    except Inexact as error:
        raise bad_event("分數大到不能準確計算。", "The points grow beyond what can be counted exactly.") from error


class Deal(NamedTuple):
    """下一鋪 The name, dealer and streak of the next hand. If `over`, the game ends and there is no next hand."""

    name: str
    deal: int
    dealer: int
    streak: int
    over: bool


def deal_after_draw(state: GameState, rules: RuleData) -> Deal:
    """流局之後 Return the next hand if the one in progress is drawn: its name, dealer and streak, or that the game
    is over. A dealer out of turn (做錯莊) and the bell are considered."""
    turn = after_draw(state.turn, rules.game)
    ends = state.finished or state.last_hand or over(turn, rules.game)
    return Deal(hand_name(turn.deal), turn.deal, turn.dealer, turn.streak, ends)


def remaining_deals(state: GameState, rules: RuleData) -> int:
    """尚餘幾次莊 Return how many more times the deal will pass if no dealer stays: 0 in the last deal. Turns that a
    player will skip for having dealt out of turn (做錯莊) are left out; the bell is ignored."""
    turn, count = passed(state.turn), 0
    while not state.finished and not over(turn, rules.game):
        turn, count = passed(turn), count + 1
    return count


def chain_moves(
    state: GameState, winners: Collection[int], source: int | None, rules: RuleData
) -> tuple[ChainMove, ...]:
    """Return what would happen to each open chain (拉) if the hand in progress ended with these winners. The points of
    the new win are left out: the `after` of a chain that grows is only the old debt × 1.5.

    winners: the winners' seats, () for a draw (流局)
    source: the discarder's seat, None for an own draw
    """
    if rules.game.chain is None:
        return ()
    with exact():
        return tuple(moves_of(state.chains, winners, source, rules.game.chain))


def surrenders(state: GameState, rules: RuleData) -> tuple[Chain, ...]:
    """可以投降的拉 Return the open chains that the payer may end now by paying the whole debt; none once the game is
    over."""
    if state.finished:
        return ()
    return tuple(chain for chain in state.chains if may_surrender(chain, rules.game.chain))


def consequences_of(state: GameState, event: Event, rules: RuleData) -> RulingResult:
    """Return what a ruling would do, without applying it. `event` is the ruling: {"type": "ruling", "seat": 3,
    "offence": "空糊"}. Raises ScoringError if it is not possible."""
    refuse_after_end(state.finished, event)
    with exact():
        return judge(state, event, rules)
