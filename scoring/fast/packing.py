"""A hand as integers: per suit the concealed tiles and the melds, so that a suit can be remembered.

A suit's key (76 bits): 9 × 3 bits copies of each concealed rank · 7 × 3 bits chows by first rank · 9 bits pungs ·
9 bits open kongs · 9 bits concealed kongs. Adding a tile or a meld is adding its integer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from scoring.hand.melds import CHOW, CONCEALED_KONG, PUNG
from scoring.hand.tiles import RANK_OF, SUIT_OF, Tile
from scoring.hand.winning_hand import WinningHand

WIDTH = 76
SUIT_MASK = (1 << WIDTH) - 1
TILES_WIDTH = 27
TILES_MASK = (1 << TILES_WIDTH) - 1

ONES = 0o111111111
"""One tile of each rank."""
FOUR_COPIES = 0o444444444
"""The bit that is set where four copies of a rank are concealed."""
TRIPLES = 0o111
"""One tile each of three adjacent ranks."""

_CHOWS, _PUNGS, _OPEN_KONGS, _CLOSED_KONGS = 27, 48, 57, 66

ONE_OF: tuple[int, ...] = tuple(1 << 3 * rank for rank in RANK_OF)
"""What one concealed tile adds to the key of its suit."""

NARROW_TILE: tuple[int, ...] = tuple(one << 27 * suit for one, suit in zip(ONE_OF, SUIT_OF, strict=True))
"""A concealed tile where suits stand 27 bits apart, which leaves no room for melds and makes smaller integers."""


_NARROW_OF = NARROW_TILE.__getitem__

Keys = tuple[int, int, int, int, int]
"""The keys of 萬, 筒, 索 and 番子 with the winning tile, and what counts the melds: three bits each of claimed chows
and pungs, open kongs, concealed kongs."""


def packed(hand: WinningHand) -> Keys:
    """A won hand as its keys."""
    tiles = sum(map(_NARROW_OF, hand.concealed), NARROW_TILE[hand.winning_tile])
    first, second = tiles & TILES_MASK, tiles >> 27 & TILES_MASK
    third, honors = tiles >> 54 & TILES_MASK, tiles >> 81
    if not hand.melds:
        return first, second, third, honors, 0
    keys = [first, second, third, honors]
    melded = 0
    for meld in hand.melds:
        key, counter = packed_meld(meld.kind, meld.tile)
        keys[SUIT_OF[meld.tile]] += key
        melded += counter
    first, second, third, honors = keys
    return first, second, third, honors, melded


@cache
def packed_meld(kind: str, tile: Tile) -> tuple[int, int]:
    """What a meld adds to the key of its suit and to the counters of melds."""
    rank = RANK_OF[tile]
    if kind == CHOW:
        return 1 << _CHOWS + 3 * rank, 1
    if kind == PUNG:
        return 1 << _PUNGS + rank, 1
    if kind == CONCEALED_KONG:
        return 1 << _CLOSED_KONGS + rank, 1 << 6
    return 1 << _OPEN_KONGS + rank, 1 << 3


def meld_chows(key: int) -> int:
    """Claimed chows, three bits for each first rank."""
    return key >> _CHOWS & (1 << _PUNGS - _CHOWS) - 1


ChowFacts = tuple[tuple[int, ...], int, int, int]
"""What a set of chows in one suit is, told of its packed number once: copies by first rank, first ranks (bits), how
many there are, copies of the chow there are most of."""


def chow_facts(chows: int) -> ChowFacts:
    """The facts of seven counts of three bits."""
    found = _CHOW_FACTS.get(chows)
    if found is None:
        by_rank = tuple([chows >> shift & 7 for shift in range(0, 21, 3)])
        starts = sum([1 << first for first, copies in enumerate(by_rank) if copies])
        found = _CHOW_FACTS[chows] = (by_rank, starts, sum(by_rank), max(by_rank))
    return found


_CHOW_FACTS: dict[int, ChowFacts] = {}
"""There are 792 different sets of chows in one suit, so this stays small."""


def meld_pungs(key: int) -> tuple[int, int, int]:
    """Claimed pungs, open kongs, concealed kongs: a bit for each rank."""
    return key >> _PUNGS & 511, key >> _OPEN_KONGS & 511, key >> _CLOSED_KONGS & 511


def open_melds(key: int) -> int:
    """The key of the claimed melds alone."""
    return key & (1 << _CLOSED_KONGS) - 1 & ~TILES_MASK


SPREAD: tuple[int, ...] = tuple(sum(1 << 3 * rank for rank in range(9) if mask >> rank & 1) for mask in range(512))
"""Nine bits as nine counts of three bits."""


def copies(key: int) -> int:
    """All copies of each rank, melds included, as nine counts of three bits."""
    if key <= TILES_MASK:
        return key
    pungs, open_kongs, closed_kongs = meld_pungs(key)
    chows = meld_chows(key) * TRIPLES
    return (key & TILES_MASK) + chows + 3 * SPREAD[pungs] + 4 * SPREAD[open_kongs | closed_kongs]


def four_copies(key: int) -> int:
    """The ranks (bits) of which all four copies are held, melds included."""
    return narrow((copies(key) & FOUR_COPIES) >> 2)


def narrow(ones: int) -> int:
    """The lowest bits of nine counts of three bits as nine bits."""
    return _NARROW[ones & 511] | _NARROW[ones >> 9 & 511] << 3 | _NARROW[ones >> 18] << 6


_NARROW = tuple(three & 1 | three >> 2 & 2 | three >> 4 & 4 for three in range(512))
"""Three counts of three bits: their lowest bits as three bits."""


def number_of_tiles(tiles: int) -> int:
    """How many concealed tiles there are in nine counts of three bits."""
    return _NUMBER[tiles & 511] + _NUMBER[tiles >> 9 & 511] + _NUMBER[tiles >> 18]


_NUMBER = tuple((three & 7) + (three >> 3 & 7) + (three >> 6) for three in range(512))


def bits(mask: int) -> Sequence[int]:
    """The positions of the set bits, ascending."""
    return _BITS[mask] if mask < 512 else _bits(mask)


def _bits(mask: int) -> list[int]:
    positions = []
    while mask:
        low = mask & -mask
        positions.append(low.bit_length() - 1)
        mask ^= low
    return positions


_BITS: tuple[Sequence[int], ...] = tuple(tuple(_bits(ranks)) for ranks in range(512))
