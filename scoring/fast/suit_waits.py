"""聽牌 Which ranks complete a suit: kinds of which the hand holds four copies are no waits (L-26).

A hand waits in one suit, or in two of which one gets the pair; both follow from the answers for each suit, so no tile
is ever tried on a whole hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.fast.laid_suits import CUT, LOW_MASK, high_end, high_with_one_more, low_end, low_with_one_more
from scoring.fast.packing import ONES, TILES_MASK, copies, four_copies, narrow, number_of_tiles, open_melds
from scoring.hand.tiles import RANK_OF, SUIT_OF, Tile

Keys = Sequence[int]


class SuitWaits:
    """`rest`: tiles beyond whole melds · `complete`: it is melds (rest 0), or melds and a pair (rest 2) ·
    `melds`, `pair`: ranks (bits) that complete it to melds, to melds and the pair."""

    __slots__ = ("complete", "melds", "pair", "rest")

    def __init__(self, rest: int, complete: bool, melds: int, pair: int) -> None:
        self.rest = rest
        self.complete = complete
        self.melds = melds
        self.pair = pair


_SUITS: dict[int, SuitWaits] = {}
_HONORS: dict[int, SuitWaits] = {}
_REMEMBERED = 60_000


def suit_waits(key: int, honors: bool) -> SuitWaits:
    """聽牌 What a suit waits for; `key` as in `scoring.fast.packing`, without the winning tile."""
    return (_HONORS if honors else _SUITS).get(key) or _learned(key, honors)


def _learned(key: int, honors: bool) -> SuitWaits:
    if key > TILES_MASK:
        found = suit_waits(key & TILES_MASK, honors)
        if found.rest:
            own_fours = four_copies(key)
            found = SuitWaits(found.rest, found.complete, found.melds & ~own_fours, found.pair & ~own_fours)
    else:
        found = _honor_waits(key) if honors else _suit_waits(key)
    memory = _HONORS if honors else _SUITS
    if len(memory) > _REMEMBERED:
        memory.clear()
    memory[key] = found
    return found


def _honor_waits(tiles: int) -> SuitWaits:
    """Of winds and dragons: a tile makes the only pair a triplet, one of two pairs, or the only lone tile the pair."""
    odd, twos, fours = tiles & ONES, tiles >> 1 & ONES, tiles >> 2 & ONES
    singles, pairs = odd & ~twos, twos & ~odd
    uneven = singles | fours
    rest = number_of_tiles(tiles) % 3
    if rest == 0:
        return SuitWaits(0, not (uneven or pairs), 0, 0)
    if rest == 2:
        complete = not uneven and pairs.bit_count() == 1
        return SuitWaits(2, complete, narrow(pairs) if complete else 0, 0)
    if fours or (singles.bit_count(), pairs.bit_count()) not in ((1, 0), (0, 2)):
        return SuitWaits(1, False, 0, 0)
    return SuitWaits(1, False, 0, narrow(singles | pairs))


def _suit_waits(tiles: int) -> SuitWaits:
    low, high = low_end(tiles & LOW_MASK), high_end(tiles >> CUT)
    rest = (low.size + high.size) % 3
    if rest == 0:
        return SuitWaits(0, bool(low.melds & high.melds), 0, 0)
    waits = 0
    without, beside = (high.melds, 0) if rest == 2 else (high.paired, high.melds)
    if without or beside:
        for bit, melds, paired in low_with_one_more(low, tiles & LOW_MASK):
            if melds & without or paired & beside:
                waits |= bit
    without, beside = (low.melds, 0) if rest == 2 else (low.paired, low.melds)
    if without or beside:
        for bit, melds, paired in high_with_one_more(high, tiles >> CUT):
            if melds & without or paired & beside:
                waits |= bit
    if rest == 1:
        return SuitWaits(1, False, 0, waits)
    return SuitWaits(2, bool(low.melds & high.paired | low.paired & high.melds), waits, 0)


def own_copies(keys: Keys, tile: Tile) -> int:
    """Copies of a kind in the hand, melds included."""
    return copies(keys[SUIT_OF[tile]]) >> 3 * RANK_OF[tile] & 7


def exposed_copies(keys: Keys, tile: Tile) -> int:
    """Copies of a kind in the hand's own melds on the table; a concealed kong shows none."""
    key = keys[SUIT_OF[tile]]
    return copies(open_melds(key)) >> 3 * RANK_OF[tile] & 7 if key > TILES_MASK else 0
