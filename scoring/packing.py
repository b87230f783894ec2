"""A hand as one integer: per suit the concealed tiles and the melds, so that a suit can be remembered.

A suit's key (76 bits): 9 × 3 bits copies of each concealed rank · 7 × 3 bits chows by first rank · 9 bits pungs ·
9 bits open kongs · 9 bits concealed kongs. A hand: the keys of 萬, 筒, 索 and 番子, then 3 × 3 bits that count claimed
chows and pungs, open kongs, concealed kongs. Adding a tile or a meld is adding its integer. Knows no rule.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.tiles import KINDS, Tile

WIDTH = 76
SUIT_MASK = (1 << WIDTH) - 1
TILES_WIDTH = 27
TILES_MASK = (1 << TILES_WIDTH) - 1
MELDS_AT = 4 * WIDTH

ONES = 0o111111111
"""One tile of each rank."""
FOUR_COPIES = 0o444444444
"""The bit that is set where four copies of a rank are concealed."""
TRIPLES = 0o111
"""One tile each of three adjacent ranks."""

_CHOWS, _PUNGS, _OPEN_KONGS, _CLOSED_KONGS = 27, 48, 57, 66

SUIT_OF: tuple[int, ...] = tuple(min(tile // 9, 3) for tile in range(KINDS))
"""0 萬, 1 筒, 2 索, 3 番子."""
RANK_OF: tuple[int, ...] = tuple(tile - 9 * min(tile // 9, 3) for tile in range(KINDS))
"""0–8 in a suit, 0–6 among the honours."""
SHIFT_OF: tuple[int, ...] = tuple(WIDTH * suit for suit in SUIT_OF)
ONE_OF: tuple[int, ...] = tuple(1 << 3 * rank for rank in RANK_OF)
"""What one concealed tile adds to the key of its suit."""
PACKED_TILE: tuple[int, ...] = tuple(one << shift for one, shift in zip(ONE_OF, SHIFT_OF, strict=True))


NARROW_TILE: tuple[int, ...] = tuple(one << 27 * suit for one, suit in zip(ONE_OF, SUIT_OF, strict=True))
"""A concealed tile where suits stand 27 bits apart, which leaves no room for melds and makes smaller integers."""


def _every_suit(bit: int) -> int:
    return sum(bit << 3 * RANK_OF[tile] + SHIFT_OF[tile] for tile in range(KINDS))


ODD = _every_suit(1)
"""The lowest bit of every count of concealed tiles."""
TWOS = _every_suit(2)
FOURS = _every_suit(4)
CONCEALED = ODD | TWOS | FOURS


def whole(keys: Sequence[int], melded: int) -> int:
    """A hand's integer. `keys`: of 萬, 筒, 索, 番子 · `melded`: what counts its melds."""
    first, second, third, honors = keys
    return first | second << WIDTH | third << 2 * WIDTH | honors << 3 * WIDTH | melded << MELDS_AT


def packed_meld(kind: str, tile: Tile) -> int:
    """What a meld adds to a hand's integer; kinds as in `scoring.melds`."""
    rank = RANK_OF[tile]
    if kind == "chow":
        bit, counter = _CHOWS + 3 * rank, 0
    elif kind == "pung":
        bit, counter = _PUNGS + rank, 0
    elif kind == "concealed_kong":
        bit, counter = _CLOSED_KONGS + rank, 6
    else:
        bit, counter = _OPEN_KONGS + rank, 3
    return (1 << bit + SHIFT_OF[tile]) + (1 << MELDS_AT + counter)


def counts(key: int) -> tuple[int, ...]:
    """Copies of each rank among the concealed tiles of a suit's key."""
    return tuple([key >> shift & 7 for shift in range(0, 27, 3)])


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
