"""事件的種類 Every kind of event of a game: how it is read and what it does."""

from collections.abc import Callable, Mapping
from typing import Any

from scoring.book import ChainMove, Transfer
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
from scoring.rules.game_rules import paid
from scoring.rules.rule_data import RuleData
from scoring.seats import SEATS
from scoring.table.closing import Closing, after_transfers, close, end_between, without_winner
from scoring.table.dealer import after_draw, after_win, dealt_by, raised_to, thrown_for
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
from scoring.table.wins import banned, read_win

Play = Callable[[GameState, Event, RuleData], GameState]
"""The state after an event of one kind. Raises ScoringError: first for what these rules never allow in such an event,
by the name of its key, then for what this state does not allow."""


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
    return state._replace(open_hand=opened, events=state.events + 1)


def _win(state: GameState, event: Event, rules: RuleData) -> GameState:
    """食糊: banned seats are refused; the win is carried where the rules have 拉, else paid; the deal goes on."""
    game = rules.game
    win = read_win(event, game)
    for seat in win.seats:
        if seat in state.bans:
            raise banned(seat)
    payments = payments_of(win, fans_of(win, state, rules), state.turn, game)
    if not game.on_credit:  # 只付剩下的 (C-7): each payer pays one winner, what is owed or what is left
        payments = tuple([p._replace(points=min(p.points, max(state.scores[p.payer], ZERO))) for p in payments])
    at_once, moves, collected = list(payments), list[ChainMove](), list[Transfer]()
    if game.chain is not None:
        enter, at_once = carried(payments, state.turn.dealer, game.chain)
        moves = chains_entered(moves_of(state.chains, win.seats, win.source, game.chain), enter)
        collected = paid_now(moves)
    closing = Closing(
        "win",
        after_win(state.turn, win.seats, game),
        win.seats,
        win.source,
        payments,
        tuple(moves),
        still_open(moves),
        (*collected, *[Transfer(p.payer, p.winner, p.points, p.reason) for p in at_once if p.points]),
    )
    return close(entered(state), closing, game)


_DRAW_KEYS = frozenset({"not_ready", "dealer"})


def _draw(state: GameState, event: Event, rules: RuleData) -> GameState:
    """流局: chains stay open; no points move except what players who are not ready pay, where the rules say so. Drawn
    before the first deal has passed, the dice may make another the starting dealer (tw-club: C-8)."""
    only(event, *_DRAW_KEYS)
    refuse_keys(event, _DRAW_KEYS - rules.game.draw_keys)
    listed = event.get("not_ready", ()) if rules.game.not_ready is not None else ()
    if not isinstance(listed, list | tuple):
        raise bad_event("「not_ready」要是座位的列表。", "“not_ready” must be a list of seats.")
    not_ready = [as_seat(one, "not_ready") for one in listed]
    if len(set(not_ready)) < len(not_ready):
        raise bad_event("「not_ready」內有重複的座位。", "“not_ready” names a seat twice.")
    if "dealer" not in event or "dealer" not in rules.game.draw_keys:
        turn = after_draw(state.turn, rules.game)
    else:
        dealer = seat_in(event, "dealer")
        if state.turn.deal:
            raise bad_event("只有東一局流局才重新擲骰定莊。", "“dealer”: the dice are thrown again only in 東一局.")
        turn = thrown_for(state.turn, dealer, rules.game)
    closing = without_winner(state, "draw", turn, not_ready_fines(not_ready, rules.game))
    return close(entered(state), closing, rules.game)


_REWARD_KEYS = frozenset({"kind", "seat", "from", "simple", "times"})


def _reward(state: GameState, event: Event, rules: RuleData) -> GameState:
    """中途獎勵: paid at once, outside the chain."""
    only(event, *_REWARD_KEYS)
    kind, seat = required(event, "kind"), seat_in(event, "seat")
    reward = rules.game.rewards.get(kind) if isinstance(kind, str) else None
    base = rules.game.base
    if reward is None or base is None:
        raise bad_event(f"這套規則沒有「{kind}」這種獎勵。", f"“kind”: these rules have no reward {kind!r}.")
    refuse_keys(event, _REWARD_KEYS - {"kind", "seat"} - reward.keys())
    times = as_count(event.get("times", 1), "times", 1) if reward.times else 1
    simple = reward.simple_units is not None and flag_in(event, "simple")
    payer = as_seat(required(event, "from"), "from") if reward.who == "one_pays" else None
    if payer == seat:
        raise bad_event("「from」不能是收取的一家。", "“from” cannot be “seat”.")
    taken = state.open_hand.rewards
    if not rules.lenient:
        refuse_flowers(reward, seat, taken, rules)
    if reward.once and (reward.kind, seat) in taken:
        raise bad_event(f"{reward.name_zh}一局只可以收一次。", f"“kind”: {reward.kind} is taken once in a hand.")
    before, rungs = taken.count((reward.kind, seat)), len(reward.units)
    if simple and reward.simple_units is not None:
        units = reward.simple_units
    elif 1 < rungs <= before:
        raise bad_event(
            f"{reward.name_zh}一局最多收 {rungs} 次。",
            f"“kind”: {reward.kind} is taken {rungs} times in a hand at most.",
        )
    else:
        units = reward.units[min(before, rungs - 1)]
    moved = _moved(state, paid(reward, seat, payer, base, units * times))
    return entered(moved, rewards=(*taken, (reward.kind, seat)))


def _moved(state: GameState, transfers: tuple[Transfer, ...]) -> GameState:
    """Move points within the hand in progress."""
    scores, house = after_transfers(state.scores, state.house, transfers)
    opened = state.open_hand
    return state._replace(scores=scores, house=house, open_hand=opened._replace(transfers=opened.transfers + transfers))


def _ruling(state: GameState, event: Event, rules: RuleData) -> GameState:
    """判決: see `scoring.discipline.rulings`, which judges an offence in the light of earlier ones."""
    return ruled(state, judge(state, event, rules), rules)


def _surrender(state: GameState, event: Event, rules: RuleData) -> GameState:
    """投降: `seat` at once pays off its chain to `winner`, whose next win opens a new one (K-13)."""
    only(event, "seat", "winner")
    chain = rules.game.chain
    if chain is None or chain.surrender_every is None:
        raise bad_event("這套規則沒有投降。", "These rules have no “surrender”.")
    winner, payer = seat_in(event, "winner"), seat_in(event, "seat")
    found = [one for one in state.chains if (one.winner, one.payer) == (winner, payer)]
    if not found:
        raise bad_event("「seat」並沒有欠「winner」拉。", "“seat”: no chain to “winner” is open.")
    if not may_surrender(found[0], chain):
        raise bad_event(
            f"被同一家拉了 {chain.surrender_every} 次或其倍數才可以投降。",
            f"“surrender” is possible only after {chain.surrender_every} pulls or a multiple of that.",
        )
    moves = (closed(found[0], "surrender"),)
    left = tuple(one for one in state.chains if one is not found[0])
    return entered(
        _moved(state, tuple(paid_now(moves)))._replace(chains=left),
        chain_moves=state.open_hand.chain_moves + moves,
    )


def _wrong_dealer(state: GameState, event: Event, rules: RuleData) -> GameState:
    """做錯莊: `seat` deals the hand in progress; the deal then passes to the one after the right dealer."""
    only(event, "seat")
    seat = seat_in(event, "seat")
    if rules.game.wrong_dealer is None:
        raise bad_event("這套規則沒有做錯莊。", "These rules have no “wrong_dealer”.")
    if seat == state.turn.right_dealer:
        raise bad_event("這一家正是莊家。", "“seat” is the right dealer.")
    if state.turn.wrong:
        raise bad_event("這局已經做錯莊。", "This hand is dealt by a wrong dealer already.")
    return entered(state._replace(turn=dealt_by(state.turn, seat, rules.game)))


def _first_dealer(state: GameState, event: Event, rules: RuleData) -> GameState:
    """起莊: the seat that the dice of the East seat chose to deal 東一局. By default seat 0."""
    only(event, "seat")
    seat = seat_in(event, "seat")
    if not rules.game.dealer_thrown:
        raise bad_event("這套規則由東位起莊。", "“first_dealer”: the East seat deals first under these rules.")
    if state.hands:
        raise bad_event("起莊只可在第一局定。", "“first_dealer” belongs to the first hand.")
    if state.dealer_named:
        raise bad_event("起莊已經定了。", "The first dealer has been named already.")
    said = (word for ruling in state.open_hand.rulings for word in ruling.consequences)
    if state.turn.wrong or any(isinstance(word, Mapping) and "pay_each_hand" in word for word in said):
        raise bad_event(
            "這一局之前的記錄已按莊家計算：先撤銷，定了起莊再記錄。",
            "What was entered before in this hand depends on the dealer: name the first dealer ahead of it.",
        )
    turn = state.turn._replace(dealer=seat, first_dealer=seat)
    return entered(state._replace(turn=turn, dealer_named=True), listed=False)


# 內插: between two hands a seat raises the 底 that it plays for with each other seat (tw-sixteen 插花, T-20).

MOST = 99
"""底 that one seat may raise."""
_WEST = 8
"""The first deal of 西圈."""


def _raise(state: GameState, event: Event, rules: RuleData) -> GameState:
    only(event, "seat", "units")
    if rules.game.raising is None:
        raise bad_event("這套規則沒有內插。", "These rules have no “raise”.")
    seat, units = seat_in(event, "seat"), count_in(event, "units", 0, MOST)
    if not between_hands(state):
        raise bad_event(
            "這一盤已經開始，內插要在兩盤之間。", "“raise”: only between two hands, and one is in progress."
        )
    if rules.game.raising == "text" and (refusal := _out_of_time(state, seat, units)):
        raise bad_event(*refusal)
    return entered(state._replace(turn=raised_to(state.turn, seat, units)))


def between_hands(state: GameState) -> bool:
    """Whether nothing has been recorded for the hand in progress, so that it may not have begun yet."""
    opened = state.open_hand
    return not (opened.rulings or opened.rewards or state.turn.wrong or state.hands_left is not None)


def raises(state: GameState, rules: RuleData) -> tuple[tuple[int, int], ...]:
    """可以內插 Return each change of stakes (內插) that the rules allow now, as (seat, 底 that the seat has raised
    after the change). A change is by one 底, up or down. It may be recorded late: whether a hand is in progress does
    not matter."""
    raising, raised = rules.game.raising, state.turn.raised
    if raising is None or state.finished:
        return ()
    return tuple(
        (seat, units)
        for seat in SEATS
        for units in (raised[seat] - 1, raised[seat] + 1)
        if 0 <= units <= MOST and (raising == "free" or not _out_of_time(state, seat, units))
    )


def _out_of_time(state: GameState, seat: int, units: int) -> tuple[str, str] | None:
    """T-20: why this is not allowed now, None where it is. 第 1 底 begins before 西圈 and stays to the end of the
    將; more than that begins and ends while no streak runs."""
    before = state.turn.raised[seat]
    if before == units:
        return None
    if before and not units:
        return (
            "內插至該將結束前不得退插，最少留 1 底。",
            "“units”: what was raised stays to the end of the 將, at least 1.",
        )
    if not before and (state.turn.deal > _WEST or any(hand.deal >= _WEST for hand in state.hands)):
        return "內插要在西風圈起莊之前。", "“units”: the first 底 is raised before the West round begins."
    if max(before, units) > 1 and state.turn.streak:
        return "連莊中不得加插或退插第二底以上。", "“units”: a second 底 begins and ends only while no streak runs."
    return None


def _time_up(state: GameState, event: Event, rules: RuleData) -> GameState:
    """鐘響 (L-36): during a hand that hand is the last, or is stopped (C-9); between two hands the game ends."""
    only(event, "during_hand")
    during = flag_in(event, "during_hand")
    if state.hands_left is not None:
        raise bad_event("鐘只會響一次。", "“time_up” happens at most once.")
    bell = rules.game.bell
    left = bell.during_hand if during else bell.between_hands
    rung = entered(state, listed=False)._replace(hands_left=left)
    if left:
        return rung
    if bell.stops_hand and rung.open_hand.listed:  # the hand counts nothing, but its fines remain (C-9)
        return close(rung, without_winner(rung, "stopped", rung.turn), rules.game)
    return end_between(rung, rules.game)


KINDS: Mapping[str, Play] = {
    "win": _win,
    "draw": _draw,
    "reward": _reward,
    "ruling": _ruling,
    "surrender": _surrender,
    "wrong_dealer": _wrong_dealer,
    "first_dealer": _first_dealer,
    "raise": _raise,
    "time_up": _time_up,
}
"""By `type` in the replay document."""
