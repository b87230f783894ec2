"""嚦咕 Hands that are seven pairs and a triplet, or waited for that: most of them are basic hands too."""

from __future__ import annotations

from scoring.fast.adding_up import Occasion, Sum, Tally
from scoring.fast.keys import RANK_RUN, pairs_key
from scoring.fast.packed_suit import PackedSuit
from scoring.fast.packing import ONE_OF, ONES, Keys, bits, narrow
from scoring.fast.priced_suits import Piece
from scoring.hand.tiles import RANK_OF, SUIT_OF, Tile
from scoring.hand.winning_hand import WinningHand

REMEMBERED = 10_000
_RUNS = {0o032222222, 0o022222223, 0o322222220}
"""通天: copies of each rank, over all suits."""
_HONORS = 3


class Pairs:
    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._pieces: dict[tuple[int, ...], Piece] = {}

    def count(self, hand: WinningHand, keys: Keys, occasion: Occasion, code: int) -> Sum:
        """嚦咕 Add up the hand as pairs and a triplet. `code`: of the wait."""
        tile = hand.winning_tile
        first, second, third, honors = [
            self._piece(suit, key, RANK_OF[tile] if suit == SUIT_OF[tile] else None, hand)
            for suit, key in enumerate(keys[:4])
        ]
        if not keys[_HONORS] and keys[0] + keys[1] + keys[2] in _RUNS:
            code |= RANK_RUN
        return self._tally.add_up((first, second, third, honors), occasion, code)

    def _piece(self, suit: int, key: int, won: int | None, hand: WinningHand) -> Piece:
        index: tuple[int, ...] = (key,)
        if won is not None:
            index = key, won, hand.self_draw
        if suit == _HONORS:
            index = *index, hand.seat_wind, hand.round_wind, suit
        return self._pieces.get(index) or self._remember(index, suit, key, won, hand)

    def _remember(self, index: tuple[int, ...], suit: int, key: int, won: int | None, hand: WinningHand) -> Piece:
        if len(self._pieces) > REMEMBERED:
            self._pieces.clear()
        opened = None if hand.self_draw else won
        pungs, fours = narrow(key & key >> 1 & ONES), narrow(key >> 2 & ONES)
        pairs = tuple(sorted([*bits(narrow(key >> 1 & ~key & ONES)), *bits(fours), *bits(fours)]))
        closed = pungs if opened is None else pungs & ~(1 << opened)
        part = PackedSuit(suit != _HONORS, 0, 0, pungs, closed, seat=hand.seat_wind, round=hand.round_wind, pairs=pairs)
        halves = self._tally.pieces.halves
        half = halves.asked_sets(part)
        half.flags |= pairs_key(eight_pairs=won is not None and bool(pungs >> won & 1))
        returns = self._tally.pieces.returned.of_kinds([(2, rank != opened) for rank in bits(fours)])
        piece = self._pieces[index] = Piece(halves.of_chows(0, 0), half, returns)
        return piece


def pairs_waits(keys: Keys, winning: Tile) -> int:
    """聽牌 The kinds (bits) for which the tiles without the winning one waited to become 嚦咕. That is any of eight
    pairs; either of two triplets beside pairs; or the lone tile beside a triplet and pairs."""
    rest = [*keys[:4]]
    rest[SUIT_OF[winning]] -= ONE_OF[winning]
    odd = _kinds([key & ONES for key in rest])
    triplets = _kinds([key & key >> 1 & ONES for key in rest])
    if not odd:
        return _kinds([key >> 1 & ONES for key in rest])
    if odd.bit_count() > 2 or not triplets:
        return 0
    return odd & ~triplets or triplets


def is_pairs(keys: Keys) -> bool:
    """嚦咕: exactly one kind is present an odd number of times, three times."""
    odd, triplets = [key & ONES for key in keys[:4]], [key & key >> 1 & ONES for key in keys[:4]]
    return sum([key.bit_count() for key in odd]) == 1 and odd == triplets


def _kinds(ones: list[int]) -> int:
    return narrow(ones[0]) | narrow(ones[1]) << 9 | narrow(ones[2]) << 18 | narrow(ones[3]) << 27
