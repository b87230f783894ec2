from __future__ import annotations

from typing import NamedTuple

from scoring.hand.melds import ADDED_KONG, CHOW, CONCEALED_KONG, KONG, PUNG
from scoring.hand.tiles import RANK_OF, SUIT_OF, Tile, write_tiles

PAIR, LONE = "pair", "lone"
TRIPLETS = (PUNG, KONG, ADDED_KONG, CONCEALED_KONG)
KONGS = (KONG, ADDED_KONG, CONCEALED_KONG)

_SIZE = {CHOW: 1, PUNG: 3, KONG: 4, ADDED_KONG: 4, CONCEALED_KONG: 4, PAIR: 2, LONE: 1}


class Group(NamedTuple):
    """牌組 `kind`: chow, pung, kong, added_kong, concealed_kong, pair, lone (a tile of 十三么 or 十六不搭) · `tile`:
    its lowest · `open`: claimed, or finished with another player's tile · `winning`: it holds the winning tile ·
    `melded`: it was on the table before the hand was won."""

    kind: str
    tile: Tile
    open: bool = False
    winning: bool = False
    melded: bool = False

    @property
    def tiles(self) -> str:
        """As written: "123m"."""
        return write_tiles(self.each_tile)

    @property
    def each_tile(self) -> tuple[Tile, ...]:
        if self.kind == CHOW:
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * _SIZE[self.kind]

    @property
    def suit(self) -> int:
        """0 萬, 1 筒, 2 索, 3 番子."""
        return SUIT_OF[self.tile]

    @property
    def rank(self) -> int:
        """0–8 in a suit, 0–6 among the honours; a chow's first."""
        return RANK_OF[self.tile]

    @property
    def ranks(self) -> tuple[int, ...]:
        return (self.rank, self.rank + 1, self.rank + 2) if self.kind == CHOW else (self.rank,)

    @property
    def is_meld(self) -> bool:
        return self.kind in (CHOW, *TRIPLETS)
