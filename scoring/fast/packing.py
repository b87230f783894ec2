"""A hand as integers: per suit the concealed tiles and the melds, so that suits can be remembered.

A suit's key (84 bits): 9 × 3 bits copies of each concealed rank · 5 bits the winning tile, if it is here, and whether
it was drawn · 4 bits the winds of seat and round, for honours only · 7 × 3 bits chows by first rank · 9 bits pungs · 9
bits open kongs · 9 bits concealed kongs. Adding a tile or a meld means adding its integer.
"""

from collections.abc import Sequence
from functools import cache

from scoring.hand.hand import Hand
from scoring.hand.melds import CHOW, CONCEALED_KONG, PUNG
from scoring.hand.tiles import RANK_OF, SUIT_OF, Tile

TILES_MASK = (1 << 27) - 1
WON_AT, WINDS_AT, MELDS_AT = 27, 32, 36
PLAIN = ~(511 << WON_AT)
MELDED = 1 << MELDS_AT
"""No key with melds is smaller."""

ONES = 0o111111111
FOUR_COPIES = 0o444444444
"""The bit that is set where four copies of a rank are concealed."""
GATES = 0o311111113
NINE_GATES_KEYS = frozenset(GATES + (1 << 3 * rank) for rank in range(9))
"""九子連環 1112345678999 concealed, and these tiles with one more of them."""
TRIPLES = 0o111

_CHOWS, _PUNGS, _OPEN_KONGS, _CONCEALED_KONGS = MELDS_AT, 57, 66, 75

ONE_OF: tuple[int, ...] = tuple(1 << 3 * rank for rank in RANK_OF)


def won_code(rank: int, drawn: bool) -> int:
    return (rank + 1 << 1 | drawn) << WON_AT


_NARROW = MELDS_AT - 4
"""Distance of suits where there is no room for melds and winds, which makes smaller integers."""
_FIELD = (1 << _NARROW) - 1
_TILES = [one << _NARROW * suit for one, suit in zip(ONE_OF, SUIT_OF, strict=True)]
_WON = [
    [one + (won_code(rank, drawn) << _NARROW * suit) for one, rank, suit in zip(_TILES, RANK_OF, SUIT_OF, strict=True)]
    for drawn in (False, True)
]
_WINDS = [[(seat << 2 | round) << WINDS_AT for round in range(4)] for seat in range(4)]
_WINDS_ONCE = 0o1111
_TILE = _TILES.__getitem__  # of a list, not of a tuple: Python calls it in half the time
ONE_OF_EACH = sum(_TILES)
"""The lowest bit of each kind's copies in the tiles of `packed`."""
LATE_HONORS = 0o77 << 3 * _NARROW + 15
"""Where the tiles of `packed` have 發 and 中."""

Keys = tuple[int, int, int, int, int]
"""The keys of 萬, 筒, 索 and 番子, and counters of melds, three bits each: claimed chows and pungs, open kongs,
concealed kongs."""


def packed(hand: Hand) -> tuple[int, int, int, int, int, int]:
    tiles = sum(map(_TILE, hand.concealed), _WON[hand.self_draw][hand.winning_tile])
    first, second, third = tiles & _FIELD, tiles >> _NARROW & _FIELD, tiles >> 2 * _NARROW & _FIELD
    honors = tiles >> 3 * _NARROW
    if hand.melds or honors & honors >> 1 & _WINDS_ONCE:  # winds matter beside their triplets only
        honors |= _WINDS[hand.seat_wind][hand.round_wind]
    if not hand.melds:
        return tiles, first, second, third, honors, 0
    keys = [first, second, third, honors]
    melded = 0
    for meld in hand.melds:
        key, counter = packed_meld(meld.kind, meld.tile)
        keys[SUIT_OF[meld.tile]] += key
        melded += counter
    first, second, third, honors = keys
    return tiles, first, second, third, honors, melded


@cache
def packed_meld(kind: str, tile: Tile) -> tuple[int, int]:
    rank = RANK_OF[tile]
    if kind == CHOW:
        return 1 << _CHOWS + 3 * rank, 1
    if kind == PUNG:
        return 1 << _PUNGS + rank, 1
    if kind == CONCEALED_KONG:
        return 1 << _CONCEALED_KONGS + rank, 1 << 6
    return 1 << _OPEN_KONGS + rank, 1 << 3


def meld_chows(key: int) -> int:
    return key >> _CHOWS & (1 << _PUNGS - _CHOWS) - 1


ChowFacts = tuple[tuple[int, ...], int, int, int]
"""A set of chows in one suit: copies by first rank, first ranks (bits), how many chows, copies of the most frequent."""


def chow_facts(chows: int) -> ChowFacts:
    found = _CHOW_FACTS.get(chows)
    if found is None:
        by_rank = tuple([chows >> shift & 7 for shift in range(0, 21, 3)])
        starts = sum([1 << first for first, copies in enumerate(by_rank) if copies])
        found = _CHOW_FACTS[chows] = (by_rank, starts, sum(by_rank), max(by_rank))
    return found


_CHOW_FACTS: dict[int, ChowFacts] = {}
"""Stays small: there are 792 different sets of chows in one suit."""


def meld_pungs(key: int) -> tuple[int, int, int]:
    """Claimed pungs, open kongs, concealed kongs: a bit for each rank."""
    return key >> _PUNGS & 511, key >> _OPEN_KONGS & 511, key >> _CONCEALED_KONGS & 511


def open_melds(key: int) -> int:
    return key & (1 << _CONCEALED_KONGS) - MELDED


SPREAD: tuple[int, ...] = tuple(sum(1 << 3 * rank for rank in range(9) if mask >> rank & 1) for mask in range(512))
"""Nine bits as nine counts of three bits."""


def copies(key: int) -> int:
    """All copies of each rank, melds included, as nine counts of three bits."""
    if key < MELDED:
        return key & TILES_MASK
    pungs, open_kongs, concealed_kongs = meld_pungs(key)
    chows = meld_chows(key) * TRIPLES
    return (key & TILES_MASK) + chows + 3 * SPREAD[pungs] + 4 * SPREAD[open_kongs | concealed_kongs]


def four_copies(key: int) -> int:
    return narrow((copies(key) & FOUR_COPIES) >> 2)


def narrow(ones: int) -> int:
    """The lowest bits of nine counts of three bits as nine bits."""
    return _LOWEST[ones & 511] | _LOWEST[ones >> 9 & 511] << 3 | _LOWEST[ones >> 18] << 6


_LOWEST = tuple(three & 1 | three >> 2 & 2 | three >> 4 & 4 for three in range(512))


def number_of_tiles(tiles: int) -> int:
    return _NUMBER[tiles & 511] + _NUMBER[tiles >> 9 & 511] + _NUMBER[tiles >> 18]


_NUMBER = tuple((three & 7) + (three >> 3 & 7) + (three >> 6) for three in range(512))


def bits(mask: int) -> Sequence[int]:
    return _BITS[mask] if mask < 512 else _bits(mask)


def _bits(mask: int) -> list[int]:
    positions = []
    while mask:
        low = mask & -mask
        positions.append(low.bit_length() - 1)
        mask ^= low
    return positions


_BITS: tuple[Sequence[int], ...] = tuple(tuple(_bits(ranks)) for ranks in range(512))
