"""事件的種類 Every kind of event of a game: how it is read and what it does."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from scoring.book import Chain, ChainMove, Payment, Transfer
from scoring.discipline.rulings import judge, ruled
from scoring.event_fields import (
    Event,
    as_count,
    as_seat,
    bad_event,
    count_in,
    flag_in,
    refuse_keys,
    refuse_unknown,
    required,
    seat_in,
)
from scoring.game.hand_in_game import fans_of, refuse_flowers
from scoring.points import ZERO
from scoring.rules.game_rules import ChainRules, GameRules, Reward, paid
from scoring.seats import SEATS
from scoring.table.closing import Closing, after_transfers, close, end_between, keep_moves, stopped
from scoring.table.dealer import Turn, after_draw, after_win, dealt_by, raised_to, thrown_for
from scoring.table.settlement import (
    carried,
    closed,
    may_surrender,
    moves_of,
    not_ready_fines,
    paid_now,
    payments_of,
    still_open,
)
from scoring.table.settlement import entered as chains_entered
from scoring.table.state import GameState
from scoring.table.wins import Win, banned, read_win

if TYPE_CHECKING:
    from scoring.rules.rule_set import RuleSet

Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class Kind(Generic[Read]):
    """read: parses the event and refuses by name what these rules never allow · play: the state after it; refuses what
    the state does not allow. Both raise ScoringError."""

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


# 食糊: banned seats are refused; the win is paid or carried, the deal goes on.


def _read_win(event: Event, rules: "RuleSet") -> Win:
    return read_win(event, rules.game)


def _play_win(state: GameState, win: Win, rules: "RuleSet") -> GameState:
    game, seats = rules.game, win.seats
    for seat in seats:
        if seat in state.bans:
            raise banned(seat)
    payments = payments_of(win, fans_of(win, state, rules), state.turn, game)
    if not game.on_credit:
        payments = _within_means(payments, state)
    settled = _settled(state, seats, win.source, payments, game.chain)
    closing = Closing("win", after_win(state.turn, seats, game), seats, win.source, payments, *settled)
    return close(entered(state), closing, game)


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
    rows = chains_entered(moves_of(state.chains, winners, source, rules), enter)
    return tuple(rows), still_open(rows), (*paid_now(rows), *_at_once(at_once))


def _within_means(payments: Iterable[Payment], state: GameState) -> tuple[Payment, ...]:
    """只付剩下的 (C-7): each payer pays one winner, what is owed or what is left."""
    return tuple([p._replace(points=min(p.points, max(state.scores[p.payer], ZERO))) for p in payments])


def _at_once(payments: Iterable[Payment]) -> tuple[Transfer, ...]:
    return tuple([Transfer(p.payer, p.winner, p.points, p.reason) for p in payments if p.points])


# 流局: chains stay open; no points move except what players who are not ready pay, where the rules say so.

_DRAW_KEYS = frozenset({"not_ready", "dealer"})


class _Drawn(NamedTuple):
    """不聽的各家, and the new starting dealer where the dice were thrown again."""

    not_ready: tuple[int, ...]
    dealer: int | None


def _read_draw(event: Event, rules: "RuleSet") -> _Drawn:
    only(event, *_DRAW_KEYS)
    refuse_keys(event, _DRAW_KEYS - rules.game.draw_keys)
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


def _play_draw(state: GameState, drawn: _Drawn, rules: "RuleSet") -> GameState:
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


# 中途獎勵: paid at once, outside the chain.

_REWARD_KEYS = frozenset({"kind", "seat", "from", "simple", "times"})


class _Taken(NamedTuple):
    """`simple`: 中張, `times`: 連追 n, `base`: one 底 in points."""

    reward: Reward
    seat: int
    payer: int | None
    simple: bool
    times: int
    base: Decimal


def _read_reward(event: Event, rules: "RuleSet") -> _Taken:
    only(event, *_REWARD_KEYS)
    kind, seat = required(event, "kind"), seat_in(event, "seat")
    reward = rules.game.rewards.get(kind) if isinstance(kind, str) else None
    base = rules.game.base
    if reward is None or base is None:
        raise bad_event(f"這套規則沒有「{kind}」這種獎勵。", f"“kind”: these rules have no reward {kind!r}.")
    refuse_keys(event, _REWARD_KEYS - {"kind", "seat"} - reward.keys())
    times = as_count(event.get("times", 1), "times", 1) if reward.times else 1
    simple = reward.simple_units is not None and flag_in(event, "simple")
    return _Taken(reward, seat, _payer(event, reward, seat), simple, times, base)


def _payer(event: Event, reward: Reward, seat: int) -> int | None:
    if reward.who != "one_pays":
        return None
    source = as_seat(required(event, "from"), "from")
    if source == seat:
        raise bad_event("「from」不能是收取的一家。", "“from” cannot be “seat”.")
    return source


def _play_reward(state: GameState, given: _Taken, rules: "RuleSet") -> GameState:
    reward, seat = given.reward, given.seat
    taken = state.open_hand.rewards
    if not rules.lenient:
        refuse_flowers(reward, seat, taken, rules)
    if reward.once and (reward.kind, seat) in taken:
        raise bad_event(f"{reward.name_zh}一局只可以收一次。", f"“kind”: {reward.kind} is taken once in a hand.")
    units = _units(given, taken.count((reward.kind, seat)))
    transfers = paid(reward, seat, given.payer, given.base, units)
    scores, house = after_transfers(state.scores, state.house, transfers)
    opened = state.open_hand
    moved = state.but(scores=scores, house=house)
    return entered(moved, transfers=opened.transfers + transfers, rewards=(*taken, (reward.kind, seat)))


def _units(given: _Taken, before: int) -> Decimal:
    reward = given.reward
    if given.simple and reward.simple_units is not None:
        return reward.simple_units * given.times
    rungs = len(reward.units)
    if 1 < rungs <= before:
        raise bad_event(
            f"{reward.name_zh}一局最多收 {rungs} 次。",
            f"“kind”: {reward.kind} is taken {rungs} times in a hand at most.",
        )
    return reward.units[min(before, rungs - 1)] * given.times


# 判決: see `scoring.discipline.rulings`, which judges an offence in the light of earlier ones.


def _read_ruling(event: Event, rules: "RuleSet") -> Event:
    return event


def _play_ruling(state: GameState, event: Event, rules: "RuleSet") -> GameState:
    return ruled(state, judge(state, event, rules), rules)


# 投降: `seat` pays `winner` everything open now; their next win opens a new chain (K-13).


class _GivenUp(NamedTuple):
    winner: int
    payer: int
    chain: ChainRules


def _read_surrender(event: Event, rules: "RuleSet") -> _GivenUp:
    only(event, "seat", "winner")
    chain = rules.game.chain
    if chain is None or chain.surrender_every is None:
        raise bad_event("這套規則沒有投降。", "These rules have no “surrender”.")
    return _GivenUp(seat_in(event, "winner"), seat_in(event, "seat"), chain)


def _play_surrender(state: GameState, given: _GivenUp, rules: "RuleSet") -> GameState:
    found = [chain for chain in state.chains if (chain.winner, chain.payer) == (given.winner, given.payer)]
    if not found:
        raise bad_event("「seat」並沒有欠「winner」拉。", "“seat”: no chain to “winner” is open.")
    if not may_surrender(found[0], given.chain):
        every = given.chain.surrender_every
        raise bad_event(
            f"被同一家拉了 {every} 次或其倍數才可以投降。",
            f"“surrender” is possible only after {every} pulls or a multiple of that.",
        )
    moves = (closed(found[0], "surrender"),)
    transfers = tuple(paid_now(moves))
    scores, house = after_transfers(state.scores, state.house, transfers)
    opened = state.open_hand
    chains = tuple(chain for chain in state.chains if chain is not found[0])
    return entered(
        state.but(scores=scores, house=house, chains=chains),
        transfers=opened.transfers + transfers,
        chain_moves=opened.chain_moves + moves,
    )


# 做錯莊: `seat` deals the hand in progress; the deal then passes to the one after the right dealer.


def _read_wrong_dealer(event: Event, rules: "RuleSet") -> int:
    only(event, "seat")
    seat = seat_in(event, "seat")
    if rules.game.wrong_dealer is None:
        raise bad_event("這套規則沒有做錯莊。", "These rules have no “wrong_dealer”.")
    return seat


def _play_wrong_dealer(state: GameState, seat: int, rules: "RuleSet") -> GameState:
    if seat == state.turn.right_dealer:
        raise bad_event("這一家正是莊家。", "“seat” is the right dealer.")
    if state.turn.wrong:
        raise bad_event("這局已經做錯莊。", "This hand is dealt by a wrong dealer already.")
    return entered(state.but(turn=dealt_by(state.turn, seat, rules.game)))


# 起莊: the seat that the dice of the East seat chose to deal 東一局. By default seat 0.


def _read_first_dealer(event: Event, rules: "RuleSet") -> int:
    only(event, "seat")
    return seat_in(event, "seat")


def _play_first_dealer(state: GameState, seat: int, rules: "RuleSet") -> GameState:
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


# 內插: between two hands a seat raises the 底 that it plays for with each other seat (tw-sixteen 插花, T-20).

MOST = 99
"""底 that one seat may raise."""
_WEST = 8
"""The first deal of 西圈."""


class _Raised(NamedTuple):
    seat: int
    units: int


def _read_raise(event: Event, rules: "RuleSet") -> _Raised:
    only(event, "seat", "units")
    if rules.game.raising is None:
        raise bad_event("這套規則沒有內插。", "These rules have no “raise”.")
    return _Raised(seat_in(event, "seat"), count_in(event, "units", 0, MOST))


def _play_raise(state: GameState, given: _Raised, rules: "RuleSet") -> GameState:
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


# 鐘響 (L-36): during a hand that hand is the last, or is stopped (C-9); between two hands the game ends.


def _read_time_up(event: Event, rules: "RuleSet") -> bool:
    only(event, "during_hand")
    return flag_in(event, "during_hand")


def _play_time_up(state: GameState, during: bool, rules: "RuleSet") -> GameState:
    if state.hands_left is not None:
        raise bad_event("鐘只會響一次。", "“time_up” happens at most once.")
    bell = rules.game.bell
    left = bell.during_hand if during else bell.between_hands
    rung = entered(state, listed=False).but(hands_left=left)
    if left:
        return rung
    return stopped(rung, rules.game) if bell.stops_hand and rung.open_hand.listed else end_between(rung, rules.game)


KINDS: Mapping[str, Kind[Any]] = {
    "win": Kind(_read_win, _play_win),
    "draw": Kind(_read_draw, _play_draw),
    "reward": Kind(_read_reward, _play_reward),
    "ruling": Kind(_read_ruling, _play_ruling),
    "surrender": Kind(_read_surrender, _play_surrender),
    "wrong_dealer": Kind(_read_wrong_dealer, _play_wrong_dealer),
    "first_dealer": Kind(_read_first_dealer, _play_first_dealer),
    "raise": Kind(_read_raise, _play_raise),
    "time_up": Kind(_read_time_up, _play_time_up),
}
"""By `type` in the replay document."""
