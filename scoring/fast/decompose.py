"""聽牌 Which ranks complete a suit: kinds of which the hand holds four copies are no waits (L-26).

A hand waits in one suit, or in two of which one gets the pair; both follow from the answers for each suit, so no tile
is ever tried on a whole hand.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scoring.fast.cache import Cache
from scoring.fast.packing import MELDED, ONES, TILES_MASK, copies, four_copies, narrow, number_of_tiles, open_melds
from scoring.hand.tiles import RANK_OF, SUIT_OF, Tile

Decomposition = tuple[int, int, int | None]
"""排法 How many chows start at each rank (three bits each), a bit for each pung, the rank of the pair or None."""

NO_PLACE, TWO_SIDED, TRIPLET, MIDDLE, EDGE, PAIR = range(6)
"""Where the winning tile is: not here · open end of a chow · 對碰 · 嵌 · 邊 (the 3 of 123, the 7 of 789) · 眼."""


@dataclass(slots=True, eq=False)
class End:
    """半門 One end of a suit, laid out.

    `ways`: arrangements by how many chows cross the cut (5 × those from the fourth rank + those from the fifth); those
    chows are in the arrangements of the low end only · `melds`, `paired`: those numbers as bits, for arrangements
    without and with the pair · `size`: tiles in it · `one_more`: where one more tile completes the end: its rank as a
    bit and the two numbers of the end then; None until computed.
    """

    ways: dict[int, list[Decomposition]]
    melds: int
    paired: int
    size: int
    one_more: list[tuple[int, int, int]] | None = None


def laid_out(tiles: int) -> list[Decomposition]:
    """Arrangements of a suit's tiles, nine counts of three bits. In the order of the pair's rank, and with the
    lowest triplet that makes a difference before chows."""
    low, high = low_end(tiles & LOW_MASK), high_end(tiles >> CUT)
    found = [
        (chows + more, pungs | others, pair if eyes is None else eyes)
        for crossing, ways in low.ways.items()
        if crossing in high.ways
        for chows, pungs, pair in ways
        for more, others, eyes in high.ways[crossing]
        if pair is None or eyes is None
    ]
    if len(found) > 1:
        found.sort(key=_order)
    return found


def honors_laid_out(tiles: int) -> list[Decomposition]:
    """The one arrangement of winds and dragons, if they are triplets and perhaps a pair."""
    pungs = pairs = rank = 0
    while tiles:
        copies = tiles & 7
        if copies == 3:
            pungs |= 1 << rank
        elif copies == 2:
            pairs |= 1 << rank
        elif copies:
            return []
        tiles >>= 3
        rank += 1
    if pairs & pairs - 1:
        return []
    return [(0, pungs, pairs.bit_length() - 1 if pairs else None)]


def _order(arrangement: Decomposition) -> tuple[int, int]:
    _, pungs, pair = arrangement
    return pair or 0, -_MIRRORED[pungs]


SUITS_LAID, HONORS_LAID = Cache(laid_out), Cache(honors_laid_out)
"""解讀 All arrangements of a suit by its concealed tiles, with a pair exactly if the number of tiles requires one."""

_MIRRORED = tuple(sum(1 << 8 - rank for rank in range(9) if ranks >> rank & 1) for ranks in range(512))

CUT = 15
LOW_MASK = (1 << CUT) - 1

_LOW: dict[int, End] = {}
_HIGH: dict[int, End] = {}


def low_end(tiles: int) -> End:
    """Ranks 0–4, five counts of three bits."""
    end = _LOW.get(tiles)
    if end is None:
        begun = _further(_low(tiles & 0o7777, 3), tiles >> 12, 4, 1 << 12)
        end = _LOW[tiles] = _end(tiles, begun, 5, 1)
    return end


def high_end(tiles: int) -> End:
    """Ranks 5–8, four counts of three bits."""
    end = _HIGH.get(tiles)
    if end is None:
        begun = _further(_high(tiles >> 3, 1), tiles & 7, 5, 0)
        end = _HIGH[tiles] = _end(tiles, begun, 1, 5)
    return end


Begun = tuple[int, int, Decomposition]
"""An end laid out up to some rank: how many chows begun two ranks and one rank before still need a tile, the rest."""


def _end(tiles: int, laid: Sequence[Begun], times_older: int, times_newer: int) -> End:
    """`times_older`, `times_newer`: weights in its number of chows that begin two ranks and one rank before the cut."""
    ways: dict[int, list[Decomposition]] = {}
    melds = paired = 0
    for older, newer, way in laid:
        crossing = times_older * older + times_newer * newer
        if crossing in ways:
            ways[crossing].append(way)
        else:
            ways[crossing] = [way]
        if way[2] is None:
            melds |= 1 << crossing
        else:
            paired |= 1 << crossing
    return End(ways, melds, paired, number_of_tiles(tiles))


def low_with_one_more(end: End, tiles: int) -> list[tuple[int, int, int]]:
    if end.one_more is None:
        end.one_more = _with_one_more(tiles, low_end, range(5), 0)
    return end.one_more


def high_with_one_more(end: End, tiles: int) -> list[tuple[int, int, int]]:
    if end.one_more is None:
        end.one_more = _with_one_more(tiles, high_end, range(4), 5)
    return end.one_more


def _with_one_more(tiles: int, end_of: Callable[[int], End], ranks: range, lowest: int) -> list[tuple[int, int, int]]:
    ends = [(1 << lowest + rank, end_of(tiles + (1 << 3 * rank))) for rank in ranks if not tiles >> 3 * rank & 4]
    return [(bit, end.melds, end.paired) for bit, end in ends if end.melds or end.paired]


_BEGUN: dict[int, list[Begun]] = {0: [(0, 0, (0, 0, None))]}


def _low(tiles: int, rank: int) -> list[Begun]:
    """From rank 0 up to `rank`, which is below the last one of its end."""
    index = tiles << 4 | rank + 1 if rank >= 0 else 0
    begun = _BEGUN.get(index)
    if begun is None:
        before = _low(tiles & (1 << 3 * rank) - 1, rank - 1)
        begun = _BEGUN[index] = _further(before, tiles >> 3 * rank, rank, 1 << 3 * rank)
    return begun


def _high(tiles: int, place: int) -> list[Begun]:
    """From rank 8 down to rank 5 + `place`, which is above the last one; a chow begins with its highest tile."""
    index = tiles << 4 | 9 + place if place < 4 else 0
    begun = _BEGUN.get(index)
    if begun is None:
        before = _high(tiles >> 3, place + 1)
        chow = 1 << 3 * (place + 3) if place > 1 else 0  # those from rank 6 and 5 cross the cut
        begun = _BEGUN[index] = _further(before, tiles & 7, place + 5, chow)
    return begun


def _further(before: Sequence[Begun], copies: int, rank: int, chow: int) -> list[Begun]:
    """One rank further: tiles that no chow needs may be a triplet, the pair or both; all others begin chows."""
    found: list[Begun] = []
    for older, newer, (chows, pungs, pair) in before:
        left = copies - older - newer
        if left < 0:
            continue
        if newer + left <= 4:  # the next rank has no more than four for all of them
            found.append((newer, left, (chows + left * chow, pungs, pair)))
        if left >= 3:
            found.append((newer, left - 3, (chows + (left - 3) * chow, pungs | 1 << rank, pair)))
        if left >= 2 and pair is None:
            found.append((newer, left - 2, (chows + (left - 2) * chow, pungs, rank)))
    return found


def placements(arrangement: Decomposition, rank: int) -> Sequence[tuple[int, int | None]]:
    """Every group of the arrangement that can hold the winning tile of this rank: (place, first rank if a chow)."""
    chows, pungs, pair = arrangement
    there = _THERE[chows << 6 >> 3 * rank & 0o777] | (pungs >> rank & 1) << 1 | (pair == rank)
    return _PLACEMENTS[rank << 5 | there]


def _placements(there: int, rank: int) -> tuple[tuple[int, int | None], ...]:
    found: list[tuple[int, int | None]] = []
    if there & 1:
        found.append((PAIR, None))
    if there & 2:
        found.append((TRIPLET, None))
    if there & 4:
        found.append((EDGE if rank == 2 else TWO_SIDED, rank - 2))
    if there & 8:
        found.append((MIDDLE, rank - 1))
    if there & 16:
        found.append((EDGE if rank == 6 else TWO_SIDED, rank))
    return tuple(found)


_THERE = tuple(
    (around & 0o007 > 0) << 2 | (around & 0o070 > 0) << 3 | (around & 0o700 > 0) << 4 for around in range(512)
)
_PLACEMENTS = tuple(_placements(there, rank) for rank in range(9) for there in range(32))


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


SUITS_WAIT, HONORS_WAIT = Cache(_suit_waits), Cache(_honor_waits)


def own_copies(keys: Keys, tile: Tile) -> int:
    return copies(keys[SUIT_OF[tile]]) >> 3 * RANK_OF[tile] & 7


def exposed_copies(keys: Keys, tile: Tile) -> int:
    key = keys[SUIT_OF[tile]]
    return copies(open_melds(key)) >> 3 * RANK_OF[tile] & 7 if key >= MELDED else 0
