"""聽牌 Which tiles complete a hand, by structure: kinds of which the hand holds four copies are no waits (L-26).

A hand waits in one suit, or in two of which one gets the pair; both follow from the answers for each suit, so no tile
is ever tried on a whole hand. Knows no value.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scoring.packing import ONE_OF, RANK_OF, SUIT_OF, TILES_MASK, copies, four_copies, open_melds
from scoring.pieces import Piece
from scoring.readings import arrangements, melds, weighed
from scoring.special_shapes import (
    UnrelatedPair,
    could_be_orphans_or_unrelated,
    orphan_waits,
    seven_pairs_waits,
    unrelated_waits,
)
from scoring.tiles import KINDS, Tile

Keys = Sequence[int]


class SuitWaits(NamedTuple):
    """`rest`: tiles beyond whole melds · `complete`: it is melds (rest 0), or melds and a pair (rest 2) ·
    `melds`, `pair`: ranks (bits) that complete it to melds, to melds and the pair."""

    rest: int
    complete: bool
    melds: int
    pair: int


_SUITS: dict[int, SuitWaits] = {}
_REMEMBERED = 60_000


def suit_waits(key: int, honors: bool) -> SuitWaits:
    """聽牌 What a suit waits for; `key` as in `scoring.packing`, without the winning tile."""
    index = (key & TILES_MASK) << 1 | honors
    found = _SUITS.get(index)
    if found is None:
        if len(_SUITS) > _REMEMBERED:
            _SUITS.clear()
        found = _SUITS[index] = _suit_waits(key & TILES_MASK, honors)
    if key > TILES_MASK and found.rest:
        own_fours = four_copies(key)
        return SuitWaits(found.rest, found.complete, found.melds & ~own_fours, found.pair & ~own_fours)
    return found


def _suit_waits(tiles: int, honors: bool) -> SuitWaits:
    number, weight = weighed(tiles)
    rest = number % 3
    if rest == 0:
        return SuitWaits(0, bool(melds(tiles, honors)), 0, 0)
    own_fours = four_copies(tiles)
    if rest == 1:
        return SuitWaits(1, False, 0, _waits_for_the_pair(tiles, weight, honors) & ~own_fours)
    waits = _waits_for_melds(tiles, weight, honors) & ~own_fours
    return SuitWaits(2, bool(arrangements(tiles, honors)), waits, 0)


def _waits_for_melds(tiles: int, weight: int, honors: bool) -> int:
    """Ranks (bits) with which the tiles are melds; the ranks of melds add up to a multiple of three."""
    waits = 0
    for rank in range(7) if honors else range(-weight % 3, 9, 3):
        if _near(tiles, rank, honors) and melds(tiles + (1 << 3 * rank), honors):
            waits |= 1 << rank
    return waits


def _waits_for_the_pair(tiles: int, weight: int, honors: bool) -> int:
    """Ranks (bits) with which the tiles are melds and a pair: the tile makes the pair, or the pair is there already."""
    waits = 0
    for rank in range(7) if honors else range(weight % 3, 9, 3):
        if tiles >> 3 * rank & 7 and melds(tiles - (1 << 3 * rank), honors):
            waits |= 1 << rank
    for rank in range(9):
        if tiles >> 3 * rank & 6:
            waits |= _waits_for_melds(tiles - (2 << 3 * rank), weight - 2 * rank, honors)
    return waits


def _near(tiles: int, rank: int, honors: bool) -> int:
    """A tile completes nothing where no other is within two ranks of it."""
    if honors:
        return tiles >> 3 * rank & 7
    return (tiles >> 3 * (rank - 2) if rank > 1 else tiles << 3 * (2 - rank)) & 0o77777


def waits_of_won(keys: Keys, winning: Tile, pieces: Sequence[Sequence[Piece]]) -> int:
    """聽牌 What a complete basic hand waited for (a bit for each kind).

    `keys` with the winning tile, `pieces` of 萬, 筒, 索, 番子: they tell which of them holds the pair.
    """
    suit = SUIT_OF[winning]
    won_in = suit_waits(keys[suit] - ONE_OF[winning], suit == 3)
    if won_in.rest == 1:
        return won_in.pair << 9 * suit
    waits = won_in.melds << 9 * suit
    if won_in.complete:
        other = next(number for number in range(4) if pieces[number][0].others.pair)
        waits |= suit_waits(keys[other], other == 3).melds << 9 * other
    return waits


def basic_waits(keys: Keys) -> int:
    """聽牌 What tiles without the winning one wait for to become melds and a pair (a bit for each kind)."""
    suits = [suit_waits(key, suit == 3) for suit, key in enumerate(keys)]
    due = [suit for suit in range(4) if suits[suit].rest]
    if not all(suits[suit].complete for suit in range(4) if suit not in due):
        return 0
    if len(due) == 1 and suits[due[0]].rest == 1:
        return suits[due[0]].pair << 9 * due[0]
    if len(due) != 2 or suits[due[0]].rest + suits[due[1]].rest != 4:
        return 0
    first, second = due
    waits = suits[first].melds << 9 * first if suits[second].complete else 0
    return waits | (suits[second].melds << 9 * second if suits[first].complete else 0)


def special_waits(packed: int, keys: Keys, shapes: Sequence[str], unrelated_pair: UnrelatedPair = "any") -> int:
    """聽牌 What tiles without the winning one wait for to become a special shape of the rule set (a bit for each)."""
    waits = 0
    if "seven_pairs" in shapes:
        lowest = seven_pairs_waits(packed)
        if lowest:
            waits = sum(1 << tile for tile in range(KINDS) if lowest & _LOWEST[tile])
    if could_be_orphans_or_unrelated(keys[3], 1):
        if "sixteen_unrelated" in shapes:
            waits |= unrelated_waits(keys, unrelated_pair)
        if "thirteen_orphans" in shapes:
            waits |= orphan_waits(keys)
    return waits


_LOWEST = tuple(1 << 76 * SUIT_OF[tile] + 3 * RANK_OF[tile] for tile in range(KINDS))


def own_copies(keys: Keys, tile: Tile) -> int:
    """Copies of a kind in the hand, melds included."""
    return copies(keys[SUIT_OF[tile]]) >> 3 * RANK_OF[tile] & 7


def exposed_copies(keys: Keys, tile: Tile) -> int:
    """Copies of a kind in the hand's own melds on the table; a concealed kong shows none."""
    key = keys[SUIT_OF[tile]]
    return copies(open_melds(key)) >> 3 * RANK_OF[tile] & 7 if key > TILES_MASK else 0
