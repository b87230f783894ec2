from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from scoring.hand.groups import PAIR, Group
from scoring.hand.melds import CHOW, PUNG
from scoring.hand.tiles import Tile

Copies = tuple[int, ...]
"""Tiles by rank: nine numbers for a suit, seven for the honours."""


class Arrangement(NamedTuple):
    """排法 `chows`: the first rank of each, ascending · `pungs`, `pairs`: their ranks."""

    chows: tuple[int, ...] = ()
    pungs: tuple[int, ...] = ()
    pairs: tuple[int, ...] = ()

    def groups(self, first: Tile) -> tuple[Group, ...]:
        return (
            *[Group(CHOW, first + rank) for rank in self.chows],
            *[Group(PUNG, first + rank) for rank in self.pungs],
            *[Group(PAIR, first + rank) for rank in self.pairs],
        )


@lru_cache(20_000)
def arrangements(copies: Copies) -> tuple[Arrangement, ...]:
    """解讀 All arrangements as melds, with one pair exactly if the number of tiles requires it. In the order of the
    pair's rank, and with the lowest triplet that makes a difference before chows."""
    pairs = sum(copies) % 3
    if pairs == 1:
        return ()
    found = _laid_out(copies, 0, pairs // 2)
    return tuple(sorted(found, key=lambda way: (way.pairs, [rank not in way.pungs for rank in range(len(copies))])))


def _laid_out(copies: Copies, rank: int, pairs: int) -> Iterator[Arrangement]:
    """Arrangements of the tiles from `rank` on with so many pairs: what is neither triplet nor pair begins chows."""
    if rank == len(copies):
        if not pairs:
            yield Arrangement()
        return
    for pungs, eyes in ((0, 0), (1, 0), (0, 1)):
        chows = copies[rank] - 3 * pungs - 2 * eyes
        if chows < 0 or eyes > pairs or not _has_room(copies, rank, chows):
            continue
        left = tuple(number - chows if rank < at <= rank + 2 else number for at, number in enumerate(copies))
        for way in _laid_out(left, rank + 1, pairs - eyes):
            yield Arrangement((rank,) * chows + way.chows, (rank,) * pungs + way.pungs, (rank,) * eyes + way.pairs)


def _has_room(copies: Copies, rank: int, chows: int) -> bool:
    if not chows:
        return True
    return len(copies) == 9 and rank < 7 and copies[rank + 1] >= chows and copies[rank + 2] >= chows


@lru_cache(20_000)
def pairs_and_triplets(copies: Copies) -> Arrangement | None:
    """嚦咕 The tiles as pairs (four equal ones are two) and triplets, None where some are lone."""
    if 1 in copies:
        return None
    pairs = tuple(rank for rank, number in enumerate(copies) if number in (2, 4) for _ in range(number // 2))
    return Arrangement(pungs=tuple(rank for rank, number in enumerate(copies) if number == 3), pairs=pairs)
