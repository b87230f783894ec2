"""聽牌 Which ranks complete a suit: kinds of which the hand holds four copies are no waits (L-26).

A hand waits in one suit, or in two of which one gets the pair; both follow from the answers for each suit, so no tile
is ever tried on a whole hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.fast.laid_suits import CUT, LOW_MASK, high_end, high_with_one_more, low_end, low_with_one_more
from scoring.fast.memory import Memory
from scoring.fast.packing import MELDED, ONES, TILES_MASK, copies, four_copies, narrow, number_of_tiles, open_melds
from scoring.hand.tiles import RANK_OF, SUIT_OF, Tile

Keys = Sequence[int]


PAIRED = 1 << 9
"""Above the ranks that complete a suit: it already is melds and the pair, so that another suit may wait too."""


def suit_waits(key: int, honors: bool) -> int:
    """聽牌 The ranks (bits) that complete a suit to melds, or to melds and a pair as its tiles require; and
    `PAIRED`. `key`: as in `scoring.fast.packing`, one tile short; its winning tile is ignored."""
    ranks = (HONORS_WAIT if honors else SUITS_WAIT)[key & TILES_MASK]
    return ranks & ~four_copies(key) if key >= MELDED else ranks


def _honor_waits(tiles: int) -> int:
    """For winds and dragons: a tile makes the only pair a triplet, one of two pairs, or the only lone tile the pair."""
    odd, twos, fours = tiles & ONES, tiles >> 1 & ONES, tiles >> 2 & ONES
    singles, pairs = odd & ~twos, twos & ~odd
    if number_of_tiles(tiles) % 3 == 2:
        return 0 if singles | fours or pairs.bit_count() != 1 else narrow(pairs) | PAIRED
    if fours or (singles.bit_count(), pairs.bit_count()) not in ((1, 0), (0, 2)):
        return 0
    return narrow(singles | pairs)


def _suit_waits(tiles: int) -> int:
    low, high = low_end(tiles & LOW_MASK), high_end(tiles >> CUT)
    ranks = 0
    pair_due = (low.size + high.size) % 3 == 1
    without, beside = (high.paired, high.melds) if pair_due else (high.melds, 0)
    if without or beside:
        for bit, melds, paired in low_with_one_more(low, tiles & LOW_MASK):
            if melds & without or paired & beside:
                ranks |= bit
    without, beside = (low.paired, low.melds) if pair_due else (low.melds, 0)
    if without or beside:
        for bit, melds, paired in high_with_one_more(high, tiles >> CUT):
            if melds & without or paired & beside:
                ranks |= bit
    return ranks | PAIRED if not pair_due and (low.melds & high.paired or low.paired & high.melds) else ranks


SUITS_WAIT, HONORS_WAIT = Memory(_suit_waits), Memory(_honor_waits)


def own_copies(keys: Keys, tile: Tile) -> int:
    return copies(keys[SUIT_OF[tile]]) >> 3 * RANK_OF[tile] & 7


def exposed_copies(keys: Keys, tile: Tile) -> int:
    key = keys[SUIT_OF[tile]]
    return copies(open_melds(key)) >> 3 * RANK_OF[tile] & 7 if key >= MELDED else 0
