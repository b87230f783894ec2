"""聽牌 Which tiles complete a hand by structure: kinds of which the hand holds four copies are no waits (L-26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scoring.hand.melds import Meld
from scoring.hand.tiles import KINDS, Tile
from scoring.reading.winning_shapes import WinningShape, completes


def waits_of(concealed: Sequence[Tile], melds: Sequence[Meld], shapes: Sequence[WinningShape]) -> tuple[Tile, ...]:
    held = Counter((*concealed, *[tile for meld in melds for tile in meld.tiles]))
    near = [shape for one in shapes if (shape := one.within_reach(held.keys())) is not None]
    return tuple(
        tile
        for tile in range(KINDS)
        if held[tile] < 4 and any(completes((*concealed, tile), melds, shape) for shape in near)
    )
