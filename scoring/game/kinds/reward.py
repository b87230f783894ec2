"""中途獎勵: paid at once, outside the chain."""

from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from scoring.event_fields import Event, as_count, as_seat, bad_event, flag_in, refuse_keys, required, seat_in
from scoring.game.kinds.kind import Kind, entered, only
from scoring.game.one_table import refuse_flowers
from scoring.rules.rewards import Reward, paid
from scoring.table.closing import after_transfers
from scoring.table.state import GameState

if TYPE_CHECKING:
    from scoring.rules.rule_set import RuleSet

_KEYS = frozenset({"kind", "seat", "from", "simple", "times"})


class _Taken(NamedTuple):
    """`simple`: 中張, `times`: 連追 n, `base`: one 底 in points."""

    reward: Reward
    seat: int
    payer: int | None
    simple: bool
    times: int
    base: Decimal


def _read(event: Event, rules: "RuleSet") -> _Taken:
    only(event, *_KEYS)
    kind, seat = required(event, "kind"), seat_in(event, "seat")
    reward = rules.game.rewards.get(kind) if isinstance(kind, str) else None
    base = rules.game.base
    if reward is None or base is None:
        raise bad_event(f"這套規則沒有「{kind}」這種獎勵。", f"“kind”: these rules have no reward {kind!r}.")
    refuse_keys(event, _KEYS - {"kind", "seat"} - reward.keys())
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


def _play(state: GameState, given: _Taken, rules: "RuleSet") -> GameState:
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


REWARD = Kind("reward", _read, _play)
