"""別的讀法 Alternatives for these tiles: how far they are from winning, the other readings of a hand, the worth of
each wait, all by the same count. For pages that follow a hand tile by tile."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.count import count, definition
from scoring.count.definition import reason_why_not, unfinished_suits
from scoring.errors import ScoringError
from scoring.hand.circumstances import ROBBED
from scoring.hand.hand import Hand
from scoring.hand.melds import Meld
from scoring.hand.score import Score
from scoring.hand.tiles import Tile, tile_names
from scoring.reading.winning_shapes import completes, waits_of
from scoring.rules.rule_data import RuleData

Stage = Literal["missing", "not_ready", "ready", "complete", "cannot_win", "too_many"]


@dataclass(frozen=True, slots=True)
class Progress:
    """進度 The progress of some tiles towards a winning hand.

    stage: "missing" (`count` tiles), "not_ready" or "ready" (one tile is missing), "complete", "cannot_win", or
        "too_many" (by `count` tiles)
    zh, en: the stage in one sentence
    waits: if ready, every tile that completes the hand
    unfinished: if it cannot win, the suits that do not form groups (0 萬, 1 筒, 2 索, 3 番子 honours); none if only the
        pair is wrong
    """

    stage: Stage
    zh: str
    en: str
    count: int = 0
    waits: tuple[Tile, ...] = ()
    unfinished: tuple[int, ...] = ()


def progress(concealed: Sequence[Tile], melds: Sequence[Meld], rules: RuleData) -> Progress:
    """進度 Return how near to a winning hand these tiles are. `concealed` has all tiles that are not in melds, without
    flowers; in a hand that has won, the winning tile too."""
    missing = rules.hand_size + 1 - len(concealed) - 3 * len(melds)
    if missing < 0:
        return Progress("too_many", f"多了 {-missing} 隻", f"{-missing} too many", count=-missing)
    if missing > 1:
        return Progress("missing", f"差 {missing} 隻", f"{missing} more needed", count=missing)
    if missing:
        waits = waits_of(concealed, melds, rules.shapes)
        if not waits:
            return Progress("not_ready", "差 1 隻，未聽牌", "1 more needed, not ready", count=1)
        zh, en = tile_names(waits), tile_names(waits, "en")
        return Progress("ready", f"差 1 隻，聽{zh}", f"1 more needed, waiting for {en}", count=1, waits=waits)
    if any(completes(concealed, melds, shape) for shape in rules.shapes):
        return Progress("complete", "湊成食糊形", "a winning hand")
    unfinished = unfinished_suits(concealed)
    zh, en = reason_why_not(unfinished)
    return Progress("cannot_win", f"食唔到：{zh}", f"Cannot win: {en}", unfinished=tuple(unfinished))


def alternatives(hand: Hand, rules: RuleData) -> tuple[Score, ...]:
    """所有解讀 Count every way to arrange the tiles in groups, the highest first; equal ones appear once.

    If a hand counts in two shapes at once (兩食), the first score is that sum. Raises ScoringError as
    `scoring.count.count`.
    """
    found = [count(hand, rules), *definition.count_each(hand, rules)]
    seen: dict[object, Score] = {}
    for score in found:
        groups = tuple(sorted((group.kind, group.tiles, group.open) for group in score.reading))
        seen.setdefault((score.shape, score.total, groups), score)
    best, *others = seen.values()
    return (best, *sorted(others, key=lambda score: -score.total))


@dataclass(frozen=True, slots=True)
class WaitWorth:
    """聽牌值 A tile that completes the hand, how many copies of it have not been seen (`left`), and what the hand
    counts if it is discarded or drawn; None if the hand cannot be won that way."""

    tile: Tile
    left: int
    by_discard: Score | None
    by_own_draw: Score | None


def worth_of_waits(hand: Hand, rules: RuleData) -> tuple[WaitWorth, ...]:
    """聽牌值 Return the hand's count with each tile that completes it, instead of its own winning tile. Circumstances
    are kept if the other way of winning allows them."""
    held: Sequence[Tile] = (*hand.concealed, *[one for meld in hand.melds for one in meld.tiles])
    worth = []
    for tile in progress(hand.concealed, hand.melds, rules).waits:
        left = 4 - held.count(tile) - (hand.visible[tile] if hand.visible else 0)
        if left > 0:
            worth.append(WaitWorth(tile, left, _count(hand, tile, False, rules), _count(hand, tile, True, rules)))
    return tuple(worth)


def _count(hand: Hand, tile: Tile, self_draw: bool, rules: RuleData) -> Score | None:
    kept = hand.circumstances - ROBBED if self_draw else hand.circumstances
    other = {"winners": 1} if self_draw else {"replacements": ()}
    try:
        return count(hand.but(winning=tile, self_draw=self_draw, circumstances=kept, **other), rules)
    except ScoringError:
        return None
