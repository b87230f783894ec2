"""同一張檯: events or hands that are possible alone, but not together at one table. Four copies of each tile, one of
each flower, one winning tile, two families of flowers."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from scoring.count.flower_wins import flowers_alone
from scoring.errors import ScoringError
from scoring.event_fields import bad_event
from scoring.hand.tiles import FLOWERS, KINDS, TILES, Tile, write_tiles
from scoring.hand.winning_hand import WinningHand
from scoring.reading.whole import Flowers
from scoring.rules.rewards import Reward
from scoring.table.wins import Win

if TYPE_CHECKING:
    from scoring.rules.rule_set import RuleSet

COPIES = 4


def refuse_together(hands: Sequence[WinningHand]) -> None:
    """Raise bad_event where these hands cannot have won the same tile at one table."""
    if len({hand.winning_tile for hand in hands}) > 1:
        raise bad_event("幾家食的是同一隻牌，食糊牌不可不同。", "The winners win one and the same tile.")
    for tile, number in enumerate(_copies(hands)):
        if number > (COPIES if tile < KINDS else 1):
            written = write_tiles((tile,))
            raise bad_event(
                f"幾家的手牌合共有 {number} 隻「{written}」，多過一副牌所有的。",
                f"The hands of the winners hold {number} of {written} together, more than there are.",
            )


def _copies(hands: Sequence[WinningHand]) -> list[int]:
    copies = [0] * TILES
    for hand in hands:
        for tile in _held(hand):
            copies[tile] += 1
    copies[hands[0].winning_tile] += 1
    return copies


def _held(hand: WinningHand) -> Iterable[Tile]:
    yield from hand.concealed
    for meld in hand.melds:
        yield from meld.tiles
    yield from (FLOWERS + flower for flower in hand.flowers)


def refuse_flower_count(win: Win, rules: "RuleSet") -> None:
    """花糊 with a typed count: raise bad_event where the rules' table cannot give it. Where the hand does not count
    it is exactly what the flowers count; where the last flower is replaced first, the tiles may count too, and the
    flowers' worth is the least that is paid."""
    fan = win.winners[0].fan
    if fan is None:
        return
    worth = _declared(win.source is None, rules)
    if rules.replaces_before_flower_win:
        if fan + max(win.extra.values(), default=0) < min(worth, default=0):
            raise bad_event(
                f"「fan」：花胡最少 {min(worth)} {rules.unit}。",
                f"“fan”: a flower win counts {min(worth)} at least.",
            )
    elif fan not in worth:
        listed = " / ".join(map(str, sorted(worth)))
        raise bad_event(
            f"「fan」：這樣的花糊只可以是 {listed} {rules.unit}。", f"“fan”: such a flower win counts {listed}."
        )


def _declared(own_draw: bool, rules: "RuleSet") -> set[int]:
    numbers = [number + 1 for number, drawn in rules.flower_wins if drawn is own_draw]
    if rules.replaces_before_flower_win:
        numbers = [8 for _ in numbers[:1]]
    declared = [Flowers(frozenset(range(number)), 0, declared=True, robbed=not own_draw) for number in numbers]
    return {flowers_alone(flowers, rules).total for flowers in declared}


def refuse_flowers(reward: Reward, seat: int, taken: Sequence[tuple[str, int]], rules: "RuleSet") -> None:
    """Raise bad_event where the flowers of these rewards cannot all be at one table. `taken`: earlier in this hand."""
    before = [owner for kind, owner in taken if kind == reward.kind]
    if reward.families == 1 and len(before) >= 2:
        raise bad_event(
            f"花牌只有兩套，一局最多收兩次{reward.name_zh}。",
            f"“kind”: there are two families of flowers, so two of {reward.kind} in a hand at most.",
        )
    if reward.families == 2 and any(owner != seat for owner in before):
        raise bad_event(
            f"花牌只有兩套，{reward.name_zh}這局已屬另一家。",
            f"“kind”: there are two families of flowers, and {reward.kind} is another's in this hand.",
        )
    if rules.since_3 and reward.flowers:
        _refuse_ninth_flower(reward, seat, [(rules.game.rewards[kind], owner) for kind, owner in taken])


def flowers_left(reward: Reward, seat: int, taken: Sequence[tuple[str, int]], rules: "RuleSet") -> bool:
    """Whether this seat can still have the flowers of a reward in this hand. `taken`: (kind, seat), earlier in this
    hand."""
    try:
        refuse_flowers(reward, seat, taken, rules)
    except ScoringError:
        return False
    return True


def _refuse_ninth_flower(reward: Reward, seat: int, taken: Iterable[tuple[Reward, int]]) -> None:
    """All eight flowers come together once in a hand, and then no other seat has any (L-58)."""
    for one, owner in taken:
        most, least = max(reward.flowers, one.flowers), min(reward.flowers, one.flowers)
        if most == 8 and (least == 8 or (least and owner != seat)):
            raise bad_event(
                f"花牌只有八隻：這局已經收了{one.name_zh}，不可再收{reward.name_zh}。",
                f"“kind”: there are eight flowers: no {reward.kind} beside the {one.kind} of this hand.",
            )
