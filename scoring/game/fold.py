"""對局: a 半莊 as one pure fold over its events; everything in the book is derived here.

    start(rules, standing) → state · apply(state, event, rules) → next state · fold(rules, events) → last state

`event` is an event object of the interface's `replay`. No function here alters a given state, reads a clock or asks a
rule set for its name. A typed 番 is taken as it is; a hand of tiles is counted by the other half of the package.
"""

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal, Inexact
from typing import TYPE_CHECKING, Any

from scoring.book import (
    Card,
    Chain,
    ChainMove,
    HandResult,
    OpenHand,
    Payment,
    RulingResult,
    Transfer,
)
from scoring.discipline.brought_along import read_standing, remembered, standing_after
from scoring.discipline.rulings import judge, ruled
from scoring.errors import ScoringError
from scoring.event_fields import (
    EVENT_KEYS,
    Event,
    as_count,
    as_seat,
    bad_event,
    flag_in,
    refuse_after_end,
    refuse_keys,
    refuse_unknown,
    required,
    seat_in,
)
from scoring.game.counted_hands import fans_of
from scoring.game.one_table import refuse_flowers
from scoring.game.what_if import (
    Deal,
    NextDeals,
    chain_moves,
    consequences_of,
    next_deals,
    remaining_deals,
    surrenders,
)
from scoring.points import exact
from scoring.rules.game_rules import ChainRules, GameRules
from scoring.rules.rewards import Reward, paid
from scoring.table.chains import carried, closed, entered, may_surrender, moves_of, paid_now, still_open
from scoring.table.closing import Closing, after_transfers, close, end_between, keep_moves, stopped
from scoring.table.dealer import Turn, after_draw, after_win, dealt_by, thrown_for
from scoring.table.settlement import not_ready_fines, payments_of
from scoring.table.state import GameState
from scoring.table.wins import banned, read_win

if TYPE_CHECKING:
    from scoring.rules.rule_set import RuleSet

__all__ = [
    "Card",
    "Chain",
    "ChainMove",
    "Deal",
    "GameState",
    "HandResult",
    "NextDeals",
    "OpenHand",
    "Payment",
    "RulingResult",
    "Transfer",
    "apply",
    "chain_moves",
    "consequences_of",
    "fold",
    "next_deals",
    "remaining_deals",
    "standing_after",
    "start",
    "surrenders",
]

_TYPE = frozenset({"type"})


def start(rules: "RuleSet", standing: Mapping[str, Any] | None = None) -> GameState:
    """開局: the state before the first event.

    standing: what earlier games of the event left, as in the interface (`standing_after` writes it); None = nothing.
    Raises ScoringError for a standing that cannot be.
    """
    begin = rules.game.start
    state = GameState(turn=Turn(0, 0, 0), scores=(begin, begin, begin, begin))
    if standing is None:
        return state
    cards, broken = read_standing(standing, rules.game, rules.offences)
    broken = remembered(broken, rules)
    return state.but(cards_in_force=cards, broken=broken, inherited_cards=cards, inherited_broken=broken)


def fold(rules: "RuleSet", events: Iterable[Event], standing: Mapping[str, Any] | None = None) -> GameState:
    """All events, one after the other. A ScoringError gets the place of the offending event as `.index`."""
    state = start(rules, standing)
    for index, event in enumerate(events):
        try:
            state = apply(state, event, rules)
        except ScoringError as error:
            error.index = index
            raise
    return state


def apply(state: GameState, event: Event, rules: "RuleSet") -> GameState:
    """The state after one event of the interface. Raises ScoringError; the given state stays as it was.

    After the end only a ruling on the last hand (`"hand": "previous"`) is taken; anything else is `game_over`.
    """
    if type(event) is not dict and not isinstance(event, Mapping):
        raise bad_event("事件要是一個物件。", "An event must be an object.")
    kind = required(event, "type")
    handler = _HANDLERS.get(kind) if isinstance(kind, str) else None
    if handler is None:
        raise bad_event(f"不認得的事件「{kind}」。", f"“type”: unknown type of event {kind!r}.")
    refuse_after_end(state.finished, event)
    try:
        with exact():
            return handler(state, event, rules)
    except Inexact as error:
        raise bad_event("分數大到不能準確計算。", "The points grow beyond what can be counted exactly.") from error


def _entered(state: GameState, *, listed: bool = True, **changes: Any) -> GameState:
    """The event just read belongs to the hand in progress. `listed`: it is reason enough to show that hand."""
    opened = state.open_hand
    opened = opened._replace(
        event_indices=(*opened.event_indices, state.events),
        listed=opened.listed or listed,
        **changes,
    )
    return state.but(open_hand=opened, events=state.events + 1)


def _win(state: GameState, event: Event, rules: "RuleSet") -> GameState:
    """食糊: banned seats are refused; the win is paid or carried, the deal goes on."""
    game = rules.game
    win = read_win(event, game)
    seats = win.seats
    for seat in seats:
        if seat in state.bans:
            raise banned(seat)
    payments = payments_of(win, fans_of(win, state, rules), state.turn, game)
    settled = _settled(state, seats, win.source, payments, game.chain)
    closing = Closing("win", after_win(state.turn, seats, game), seats, win.source, payments, *settled)
    return close(_entered(state), closing, game)


def _settled(
    state: GameState,
    winners: tuple[int, ...],
    source: int | None,
    payments: tuple[Payment, ...],
    rules: ChainRules | None,
) -> tuple[tuple[ChainMove, ...], tuple[Chain, ...], tuple[Transfer, ...]]:
    """(chain moves, chains open afterwards, transfers): carried where the rules have 拉, else paid at once."""
    if rules is None:
        return (), (), _at_once(payments)
    enter, at_once = carried(payments, state.turn.dealer, rules)
    rows = entered(moves_of(state.chains, winners, source, rules), enter)
    return tuple(rows), still_open(rows), (*paid_now(rows), *_at_once(at_once))


def _at_once(payments: Iterable[Payment]) -> tuple[Transfer, ...]:
    return tuple([Transfer(p.payer, p.winner, p.points, p.reason) for p in payments if p.points])


def _draw(state: GameState, event: Event, rules: "RuleSet") -> GameState:
    """流局: chains stay open; no points move but what those who are not ready pay, where the rules say so."""
    refuse_unknown(event, EVENT_KEYS["draw"] | _TYPE)
    refuse_keys(event, EVENT_KEYS["draw"] - rules.game.draw_keys)
    closing = Closing(
        "draw",
        _after_draw(state, event, rules),
        moves=keep_moves(state.chains),
        chains=state.chains,
        transfers=not_ready_fines(_not_ready(event, rules.game), rules.game),
    )
    return close(_entered(state), closing, rules.game)


def _not_ready(event: Event, rules: GameRules) -> tuple[int, ...]:
    """和局不聽: the seats that were not ready."""
    if "not_ready" not in event or rules.not_ready is None:
        return ()
    listed = event["not_ready"]
    if not isinstance(listed, list | tuple):
        raise bad_event("「not_ready」要是座位的列表。", "“not_ready” must be a list of seats.")
    seats = tuple(as_seat(one, "not_ready") for one in listed)
    if len(set(seats)) < len(seats):
        raise bad_event("「not_ready」內有重複的座位。", "“not_ready” names a seat twice.")
    return seats


def _after_draw(state: GameState, event: Event, rules: "RuleSet") -> Turn:
    """The turn after 流局; drawn before the first deal has passed, `dealer` may be another (tw-club: C-8)."""
    if "dealer" not in event or "dealer" not in rules.game.draw_keys:
        return after_draw(state.turn, rules.game)
    seat = seat_in(event, "dealer")
    if state.turn.deal:
        raise bad_event("只有東一局流局才重新擲骰定莊。", "“dealer”: the dice are thrown again only in 東一局.")
    return thrown_for(state.turn, seat, rules.game)


def _reward(state: GameState, event: Event, rules: "RuleSet") -> GameState:
    """中途獎勵: paid at once, outside the chain."""
    refuse_unknown(event, EVENT_KEYS["reward"] | _TYPE)
    kind, seat = required(event, "kind"), seat_in(event, "seat")
    reward = rules.game.rewards.get(kind) if isinstance(kind, str) else None
    if reward is None or rules.game.base is None:
        raise bad_event(f"這套規則沒有「{kind}」這種獎勵。", f"“kind”: these rules have no reward {kind!r}.")
    refuse_keys(event, EVENT_KEYS["reward"] - {"kind", "seat"} - reward.keys())
    taken = state.open_hand.rewards
    if not rules.lenient:
        refuse_flowers(reward, seat, taken)
    if reward.once and (reward.kind, seat) in taken:
        raise bad_event(f"{reward.name_zh}一局只可以收一次。", f"“kind”: {reward.kind} is taken once in a hand.")
    units = _units(event, reward, taken.count((reward.kind, seat)))
    transfers = paid(reward, seat, _payer(event, reward, seat), rules.game.base, units)
    scores, house = after_transfers(state.scores, state.house, transfers)
    opened = state.open_hand
    moved = state.but(scores=scores, house=house)
    return _entered(moved, transfers=opened.transfers + transfers, rewards=(*taken, (reward.kind, seat)))


def _units(event: Event, reward: Reward, before: int) -> Decimal:
    """How many 底: by how often the player has had it in this hand, 中張, 連追 n."""
    times = as_count(event.get("times", 1), "times", 1) if reward.times else 1
    if reward.simple_units is not None and flag_in(event, "simple"):
        return reward.simple_units * times
    rungs = len(reward.units)
    if 1 < rungs <= before:
        raise bad_event(
            f"{reward.name_zh}一局最多收 {rungs} 次。",
            f"“kind”: {reward.kind} is taken {rungs} times in a hand at most.",
        )
    return reward.units[min(before, rungs - 1)] * times


def _payer(event: Event, reward: Reward, seat: int) -> int | None:
    if reward.who != "one_pays":
        return None
    source = as_seat(required(event, "from"), "from")
    if source == seat:
        raise bad_event("「from」不能是收取的一家。", "“from” cannot be “seat”.")
    return source


def _ruling(state: GameState, event: Event, rules: "RuleSet") -> GameState:
    """判決: what it does is worked out by `scoring.discipline.rulings`."""
    return ruled(state, judge(state, event, rules), rules)


def _surrender(state: GameState, event: Event, rules: "RuleSet") -> GameState:
    """投降: `seat` pays all that is open to `winner` now; their next win opens a new chain (K-13)."""
    refuse_unknown(event, EVENT_KEYS["surrender"] | _TYPE)
    if rules.game.chain is None or rules.game.chain.surrender_every is None:
        raise bad_event("這套規則沒有投降。", "These rules have no “surrender”.")
    pair = (seat_in(event, "winner"), seat_in(event, "seat"))
    given_up = [chain for chain in state.chains if (chain.winner, chain.payer) == pair]
    if not given_up:
        raise bad_event("「seat」並沒有欠「winner」拉。", "“seat”: no chain to “winner” is open.")
    if not may_surrender(given_up[0], rules.game.chain):
        every = rules.game.chain.surrender_every
        raise bad_event(
            f"被同一家拉了 {every} 次或其倍數才可以投降。",
            f"“surrender” is possible only when the chain's wins are a multiple of {every}.",
        )
    moves = (closed(given_up[0], "surrender"),)
    transfers = tuple(paid_now(moves))
    scores, house = after_transfers(state.scores, state.house, transfers)
    opened = state.open_hand
    chains = tuple(chain for chain in state.chains if chain is not given_up[0])
    return _entered(
        state.but(scores=scores, house=house, chains=chains),
        transfers=opened.transfers + transfers,
        chain_moves=opened.chain_moves + moves,
    )


def _wrong_dealer(state: GameState, event: Event, rules: "RuleSet") -> GameState:
    """做錯莊: `seat` deals the hand in progress; the deal then passes to the one after the right dealer."""
    refuse_unknown(event, EVENT_KEYS["wrong_dealer"] | _TYPE)
    seat = seat_in(event, "seat")
    if rules.game.wrong_dealer is None:
        raise bad_event("這套規則沒有做錯莊。", "These rules have no “wrong_dealer”.")
    if seat == state.turn.right_dealer:
        raise bad_event("這一家正是莊家。", "“seat” is the right dealer.")
    if state.turn.wrong:
        raise bad_event("這局已經做錯莊。", "This hand is dealt by a wrong dealer already.")
    return _entered(state.but(turn=dealt_by(state.turn, seat, rules.game)))


def _time_up(state: GameState, event: Event, rules: "RuleSet") -> GameState:
    """鐘響 (L-36): during a hand that hand is the last, or is stopped (C-9); between two hands the game ends."""
    refuse_unknown(event, EVENT_KEYS["time_up"] | _TYPE)
    during = flag_in(event, "during_hand")
    if state.hands_left is not None:
        raise bad_event("鐘只會響一次。", "“time_up” happens at most once.")
    bell = rules.game.bell
    left = bell.during_hand if during else bell.between_hands
    rung = _entered(state, listed=False).but(hands_left=left)
    if left:
        return rung
    return stopped(rung, rules.game) if bell.stops_hand and rung.open_hand.listed else end_between(rung)


_HANDLERS: Mapping[str, Callable[[GameState, Event, "RuleSet"], GameState]] = {
    "win": _win,
    "draw": _draw,
    "reward": _reward,
    "ruling": _ruling,
    "surrender": _surrender,
    "wrong_dealer": _wrong_dealer,
    "time_up": _time_up,
}
