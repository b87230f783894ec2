"""聽 The wait of a reading as fans see it: where the winning tile is, last copies, nine gates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scoring.hand.circumstances import ROBBED
from scoring.hand.tiles import HONORS, SUIT_OF, Tile
from scoring.hand.winning_hand import WinningHand
from scoring.reading.whole import Wait
from scoring.reading.winning_shapes import Reading
from scoring.rules.rule_set import RuleSet

_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


def wait_of(reading: Reading, waits: Sequence[Tile], hand: WinningHand, rules: RuleSet) -> Wait:
    gates = _gates(hand) if reading.shape.basic else None
    others = [tile for tile in waits if tile != hand.winning_tile]
    last = _is_last_copy(hand, rules)
    return Wait(
        place=reading.place,
        single=not others,
        last_copy=last,
        no_other_alive=last and all(_seen(hand, tile) + _own(hand)[tile] >= 4 for tile in others),
        nine_gates=gates is not None,
        nine_sided=gates == _GATES,
        self_draw=hand.self_draw,
        two_kinds=last and len(others) == 1,
    )


def _is_last_copy(hand: WinningHand, rules: RuleSet) -> bool:
    """四絕 The discard is the fourth of its kind, and the other three were visible."""
    if hand.self_draw or hand.circumstances & ROBBED:
        return False
    tile = hand.winning_tile
    own = _own(hand)[tile] - 1 if rules.own_copies_seen else _shown(hand)[tile]
    seen_elsewhere = _seen(hand, tile)
    return seen_elsewhere + own == 3 and bool(seen_elsewhere or not rules.last_copy_seen_elsewhere)


def _seen(hand: WinningHand, tile: Tile) -> int:
    return hand.visible[tile] if hand.visible else 0


def _own(hand: WinningHand) -> Counter[Tile]:
    return Counter((*hand.concealed, hand.winning_tile, *[tile for meld in hand.melds for tile in meld.tiles]))


def _shown(hand: WinningHand) -> Counter[Tile]:
    """Copies in its melds on the table; a concealed kong shows none."""
    return Counter(tile for meld in hand.melds if meld.claimed for tile in meld.tiles)


def _gates(hand: WinningHand) -> tuple[int, ...] | None:
    """What the hand held before the winning tile, if its tiles are 1112345678999 and one more of a suit."""
    suit = SUIT_OF[hand.winning_tile]
    tiles = (*hand.concealed, hand.winning_tile)
    if hand.melds or hand.winning_tile >= HONORS or any(SUIT_OF[tile] != suit for tile in tiles):
        return None
    held = tuple(tiles.count(9 * suit + rank) for rank in range(9))
    if any(number < wanted for number, wanted in zip(held, _GATES, strict=True)) or sum(held) != sum(_GATES) + 1:
        return None
    return tuple(hand.concealed.count(9 * suit + rank) for rank in range(9))
