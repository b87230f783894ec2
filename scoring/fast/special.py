"""特殊形 Basic hands that are or wait for something else: 嚦咕 is counted beside them, the rest is the definition's."""

from __future__ import annotations

from scoring.fast.packing import ONE_OF, ONES, Keys, narrow
from scoring.hand.tiles import SUIT_OF, Tile

_SEVEN_ONES = 0o1111111
_SIXTH_HONOR = 1 << 15
"""Below it neither 發 nor 中 is among the honours, so two of them are missing."""
GATES = 0o311111113
"""The key of 1112345678999, concealed."""
NINE_GATES_KEYS = frozenset(GATES + (1 << 3 * rank) for rank in range(9))
"""九子連環 The keys of these tiles and one more of them."""


def could_be_all_honors(keys: Keys) -> bool:
    """Whether all seven honours are held but for one: only then can a hand be or wait for 十三么 or 十六不搭."""
    honors = keys[3]
    if honors < _SIXTH_HONOR:
        return False
    return ((honors | honors >> 1 | honors >> 2) & _SEVEN_ONES).bit_count() >= 6


def could_be_pairs(keys: Keys) -> bool:
    """Whether a hand might be 嚦咕 or have waited for it: no melds, and three kinds at most lie there oddly often."""
    first, second, third, honors, melded = keys
    odd = (first & ONES).bit_count()
    if melded or odd > 3:
        return False
    return odd + (second & ONES).bit_count() + (third & ONES).bit_count() + (honors & ONES).bit_count() < 4


def pairs_waits(keys: Keys, winning: Tile) -> int:
    """聽牌 What the tiles without the winning one waited for to become 嚦咕 (a bit for each kind).

    That is any of eight pairs; either of two triplets beside pairs; or the lone tile beside a triplet and pairs.
    """
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
    """嚦咕 Seven pairs and a triplet: exactly one kind is there an odd number of times, three times."""
    odd, triplets = [key & ONES for key in keys[:4]], [key & key >> 1 & ONES for key in keys[:4]]
    return sum([key.bit_count() for key in odd]) == 1 and odd == triplets


def _kinds(ones: list[int]) -> int:
    return narrow(ones[0]) | narrow(ones[1]) << 9 | narrow(ones[2]) << 18 | narrow(ones[3]) << 27
