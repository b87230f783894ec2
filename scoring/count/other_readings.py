"""別的讀法 The other readings of a hand, and the worth of each wait, by the same count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.count import count, definition
from scoring.count.laying_out import progress
from scoring.errors import ScoringError
from scoring.hand.circumstances import ROBBED
from scoring.hand.result import HandScore
from scoring.hand.tiles import Tile
from scoring.hand.winning_hand import WinningHand
from scoring.rules.rule_set import RuleSet


def readings_of(hand: WinningHand, rules: RuleSet) -> tuple[HandScore, ...]:
    """所有解讀 Every reading of a won hand with its own count, the highest first; readings that look and count alike
    appear once.

    Where two shapes count together (兩食) the first is that sum, which no single reading reaches. Raises ScoringError
    as `scoring.count.count`.
    """
    found = [count(hand, rules), *definition.count_each(hand, rules)]
    seen: dict[object, HandScore] = {}
    for score in found:
        groups = tuple(sorted((group.kind, group.tiles, group.open) for group in score.reading))
        seen.setdefault((score.shape, score.total, groups), score)
    best, *others = seen.values()
    return (best, *sorted(others, key=lambda score: -score.total))


@dataclass(frozen=True, slots=True)
class WaitWorth:
    """聽牌值 A winning tile: `left` copies neither in the hand nor seen; its count by discard and by own draw, None
    where the hand could not have been won so."""

    tile: Tile
    left: int
    by_discard: HandScore | None
    by_own_draw: HandScore | None


def worth_of_waits(hand: WinningHand, rules: RuleSet) -> tuple[WaitWorth, ...]:
    """聽牌值 What `hand` would be worth with each tile that it waits for; its own winning tile is only a
    placeholder. Circumstances are kept where possible; a way of winning that contradicts them counts None."""
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
        return count(won, rules)
    except ScoringError:
        return None
