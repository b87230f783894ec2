"""別的讀法 What the count of a hand does not say by itself: its other readings, and what each wait would be worth.

For a person who checks a hand. Asks the same count; knows no value and no page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.circumstances import ROBBED
from scoring.errors import ScoringError
from scoring.evaluation import Evaluator, score_hand
from scoring.hand_score import HandScore
from scoring.progress import progress
from scoring.rulesets.rule_set import RuleSet
from scoring.tally import Context, Four, Sum, Tally, every_way
from scoring.tiles import Tile
from scoring.winning_hand import WinningHand


def readings_of(hand: WinningHand, rules: RuleSet) -> tuple[HandScore, ...]:
    """所有解讀 Every way to read a won hand with its own count, the dearest first; ways that look and count alike once.

    Where two shapes count together (兩食) the first is that sum, which no single reading reaches. Raises ScoringError
    as `scoring.evaluation.score_hand`.
    """
    lister = _Lister(rules)
    found = [lister.score(hand), *lister.listed]
    seen: dict[object, HandScore] = {}
    for score in found:
        groups = tuple(sorted((group.kind, group.tiles, group.open) for group in score.reading))
        seen.setdefault((score.shape, score.total, groups), score)
    best, *others = seen.values()
    return (best, *sorted(others, key=lambda score: -score.total))


class _EveryWay(Tally):
    """A tally that keeps whatever it was asked the best of."""

    def __init__(self, rules: RuleSet) -> None:
        super().__init__(rules)
        self.sums: list[Sum] = []

    def best(self, four: Four, context: Context) -> Sum:
        sums = [self.add_up(pieces, context) for pieces in every_way(four)]
        self.sums += sums
        return max(sums, key=lambda added: added[0])


class _Lister(Evaluator):
    """A count of one hand that lists what each of its readings comes to."""

    def __init__(self, rules: RuleSet) -> None:
        self.every_way = _EveryWay(rules)
        super().__init__(rules, self.every_way)
        self.listed: list[HandScore] = []

    def _result(self, hand: WinningHand, sums: Sequence[Sum], waits: int) -> HandScore:
        self.listed = [super(_Lister, self)._result(hand, [one], waits) for one in self.every_way.sums]
        return super()._result(hand, sums, waits)


@dataclass(frozen=True, slots=True)
class WaitWorth:
    """聽牌值 A tile that wins: `left` copies not in the hand nor seen; its count by discard and by own draw, None where
    the hand could not have been won so."""

    tile: Tile
    left: int
    by_discard: HandScore | None
    by_own_draw: HandScore | None


def worth_of_waits(hand: WinningHand, rules: RuleSet) -> tuple[WaitWorth, ...]:
    """聽牌值 What `hand` would be worth with each tile that it waits for; its own winning tile is only a stand-in.

    Circumstances stay where they can; a way of winning that contradicts them counts None.
    """
    return tuple(
        WaitWorth(tile, left, _count(hand, tile, False, rules), _count(hand, tile, True, rules))
        for tile in progress(hand.concealed, hand.melds, rules).waits
        if (left := _left(hand, tile)) > 0
    )


def _left(hand: WinningHand, tile: Tile) -> int:
    held: Sequence[Tile] = (*hand.concealed, *[one for meld in hand.melds for one in meld.tiles])
    return 4 - held.count(tile) - (hand.visible[tile] if hand.visible else 0)


def _count(hand: WinningHand, tile: Tile, self_draw: bool, rules: RuleSet) -> HandScore | None:
    kept = hand.circumstances - ROBBED if self_draw else hand.circumstances
    won = replace(hand, winning_tile=tile, self_draw=self_draw, circumstances=kept)
    won = replace(won, winners=1) if self_draw else replace(won, replacements=())
    try:
        return score_hand(won, rules)
    except ScoringError:
        return None
