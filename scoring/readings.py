"""解讀 Every way to lay concealed tiles of one suit out as melds, with or without a pair, and where the last tile sits.

Suits share no group, so a whole hand's arrangements are the combinations of its suits'. Knows no rule and no value.
"""

from __future__ import annotations

from typing import NamedTuple

from scoring.packing import TILES_MASK, TRIPLES


class Arrangement(NamedTuple):
    """排法 One way to lay out a suit: how many chows start at each rank (three bits each), a bit per pung, the rank of
    the pair or None."""

    chows: int
    pungs: int
    pair: int | None


NO_PLACE, TWO_SIDED, TRIPLET, MIDDLE, EDGE, PAIR = range(6)
"""Where the winning tile sits: not here · open end of a chow · 對碰 · 嵌 · 邊 (the 3 of 123, the 7 of 789) · 眼."""


_REMEMBERED = 60_000
"""More than there are suits that can be laid out (53,055), so a worker is bounded without forgetting what it uses."""

_ARRANGEMENTS: dict[int, tuple[Arrangement, ...]] = {}


def arrangements(key: int, honors: bool = False) -> tuple[Arrangement, ...]:
    """解讀 All arrangements of a suit's concealed tiles, with a pair exactly if the number of tiles asks for one."""
    index = (key & TILES_MASK) << 1 | honors
    found = _ARRANGEMENTS.get(index)
    if found is None:
        if len(_ARRANGEMENTS) > _REMEMBERED:
            _ARRANGEMENTS.clear()
        found = _ARRANGEMENTS[index] = tuple(laid_out(key & TILES_MASK, honors))
    return found


def laid_out(tiles: int, honors: bool) -> list[Arrangement]:
    """Arrangements of `tiles`, nine counts of three bits.

    Melds weigh a multiple of three by rank, so only every third rank can be the pair.
    """
    number, weight = weighed(tiles)
    if number % 3 == 0:
        return [Arrangement(chows, pungs, None) for chows, pungs in melds(tiles, honors)]
    if number % 3 == 1:
        return []
    return [
        Arrangement(chows, pungs, rank)
        for rank in (range(7) if honors else range(weight * 2 % 3, 9, 3))
        if tiles >> 3 * rank & 6
        for chows, pungs in melds(tiles - (2 << 3 * rank), honors)
    ]


def weighed(tiles: int) -> tuple[int, int]:
    """The number of tiles and the sum of their ranks."""
    number = weight = rank = 0
    while tiles:
        number += tiles & 7
        weight += (tiles & 7) * rank
        tiles >>= 3
        rank += 1
    return number, weight


_WIDE = 1 << 18
"""Tiles over six ranks and more come back within one hand but hardly in another: they are forgotten soon, so that a
large memory need not grow while somebody waits."""
_FEW = 300

_MELDS: dict[int, list[tuple[int, int]]] = {0: [(0, 0)], 1: [(0, 0)]}
_WIDE_MELDS: dict[int, list[tuple[int, int]]] = {}


def melds(tiles: int, honors: bool) -> list[tuple[int, int]]:
    """Each way to lay tiles out as melds only, as (chows packed by first rank, pungs as bits).

    Melds are the same some ranks higher, so what is remembered begins at the lowest tile.
    """
    lowest = ((tiles & -tiles).bit_length() - 1) // 3 if tiles else 0
    index = tiles >> 3 * lowest << 1 | honors
    memory, most = (_MELDS, _REMEMBERED) if index < _WIDE else (_WIDE_MELDS, _FEW)
    found = memory.get(index)
    if found is None:
        if len(memory) > most:
            memory.clear()
        found = memory[index] = _melds(tiles >> 3 * lowest, honors)
    if lowest and found:
        return [(chows << 3 * lowest, pungs << lowest) for chows, pungs in found]
    return found


def _melds(tiles: int, honors: bool) -> list[tuple[int, int]]:
    """The lowest tile left starts a pung, or all of its copies start chows."""
    ways = [(tiles, 0, 0, 0)]
    done = []
    while ways:
        tiles, rank, chows, pungs = ways.pop()
        if not tiles:
            done.append((chows, pungs))
            continue
        while not tiles & 7:
            tiles >>= 3
            rank += 1
        copies = tiles & 7
        if not honors and copies <= tiles >> 3 & 7 and copies <= tiles >> 6 & 7:
            ways.append((tiles - copies * TRIPLES, rank, chows | copies << 3 * rank, pungs))
        if copies == 3:
            ways.append((tiles - 3, rank, chows, pungs | 1 << rank))
        elif copies == 4 and not honors and tiles & 0o70 and tiles & 0o700:
            ways.append((tiles - 3 - TRIPLES, rank, chows | 1 << 3 * rank, pungs | 1 << rank))
    return done


def placements(arrangement: Arrangement, rank: int) -> list[tuple[int, int | None]]:
    """Every group of the arrangement that can hold the winning tile of this rank: (place, first rank if a chow)."""
    found: list[tuple[int, int | None]] = []
    chows, pungs, pair = arrangement
    if pair == rank:
        found.append((PAIR, None))
    if pungs >> rank & 1:
        found.append((TRIPLET, None))
    if chows:
        holding = range(rank - 2 if rank > 1 else 0, rank + 1 if rank < 7 else 7)
        found += [(_place_in_chow(rank, first), first) for first in holding if chows >> 3 * first & 7]
    return found


def _place_in_chow(rank: int, first: int) -> int:
    if rank == first + 1:
        return MIDDLE
    return EDGE if (rank, first) in ((2, 0), (6, 6)) else TWO_SIDED
