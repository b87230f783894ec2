"""花糊 Wins that flowers make: declared with the flower itself, or after it was replaced."""

from __future__ import annotations

from dataclasses import replace

from scoring.count.definition import ask, count, lines_of, rows_of
from scoring.fans.fan import Scope
from scoring.hand.circumstances import FLOWER_WINS, ROBBED, impossible
from scoring.hand.result import HandScore
from scoring.hand.tiles import FLOWERS
from scoring.hand.winning_hand import WinningHand
from scoring.reading.whole import Flowers
from scoring.rules.rule_set import RuleSet
from scoring.rules.ways_of_winning import refuse_unknown, win_of

ALL_FLOWERS = frozenset(range(8))


def is_flower_win(hand: WinningHand) -> bool:
    """花糊 Declared as one, or ending with a flower."""
    return hand.winning_tile >= FLOWERS or not FLOWER_WINS.isdisjoint(hand.circumstances)


def count_flower_win(hand: WinningHand, rules: RuleSet) -> HandScore:
    """花糊 Count exactly that fan, whatever the tiles are; under rules that replace the last flower first also the
    tiles, if they are complete. Raises ScoringError impossible_circumstance."""
    if "flower_win" not in rules.circumstances:
        raise impossible("沒有宣告花糊，食糊牌不可是花牌", "no flower wins without a declared flower win")
    refuse_unknown(hand, rules)
    if hand.winners > 1 or hand.circumstances & ROBBED:
        raise impossible("花糊只有一家，也不是搶槓", "a flower win has one winner and robs no kong")
    if (len(hand.flowers), hand.self_draw) not in rules.flower_wins:
        raise impossible("花牌的數目不成花糊（花胡）", "so many flowers are no flower win")
    if rules.replaces_before_flower_win:
        return _replaced(hand, rules)
    if hand.winning_tile < FLOWERS:
        raise impossible("花糊的食糊牌須是花牌", "a flower win is won with a flower")
    if hand.replacements and not hand.self_draw:
        raise impossible("別家摸的花不是自己補的牌", "another's flower is no replacement of one's own")
    win_of(hand, rules)  # circumstances count nothing here, but must not contradict themselves
    held = hand.flowers | {hand.winning_tile - FLOWERS}
    return flowers_alone(Flowers(held, hand.seat_wind, declared=True, robbed=not hand.self_draw), rules)


def _replaced(hand: WinningHand, rules: RuleSet) -> HandScore:
    """花胡 The winning tile replaced the last flower: the winner drew it, even if another player pays."""
    if hand.winning_tile >= FLOWERS:
        raise impossible("花胡須先補牌", "a flower win replaces its flower first")
    dealt = "dealt_flowers" in hand.circumstances
    flowers = Flowers(ALL_FLOWERS, hand.seat_wind, declared=True, robbed=not hand.self_draw, dealt=dealt)
    win_of(hand, rules)
    return count(replace(hand, self_draw=True), rules, won=hand, flowers=flowers) or flowers_alone(flowers, rules)


def flowers_alone(flowers: Flowers, rules: RuleSet) -> HandScore:
    """花糊 of tiles that do not count."""
    rows, _removed = rows_of([ask((Scope.FLOWERS,), flowers, rules)], rules)
    fans = lines_of(rows, rules)
    return HandScore(sum(line.value for line in fans), fans, "flowers")
