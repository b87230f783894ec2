"""糊牌 A won hand: its tiles, and how, when and where it was won. Knows no value; nothing here judges the tiles."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import itemgetter

from scoring.melds import Meld
from scoring.packing import NARROW_TILE, TILES_MASK
from scoring.tiles import KINDS, Tile

Visible = tuple[int, ...]
Keys = tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class WinningHand:
    """糊牌 Everything that a count depends on.

    `concealed`: tiles held without `winning_tile` · `melds`: as they lie · `seat_wind`, `round_wind`: 東南西北 as
    0–3 · `flowers`: a bit for each of 春夏秋冬梅蘭菊竹 held · `circumstances`, `replacements`: words of the interface ·
    `discards`: tiles in the rivers, None if nobody counted · `visible`: copies of each of the 34 kinds seen on the
    table besides own melds and winning tile, None if nobody looked · `winners`: how many win this tile ·
    `dealer`: whether the winner is 莊家 · `robbed_in_a_row`: which of that player's kongs in a row is robbed ·
    `keys`: made of the tiles, the winning one included (`scoring.packing`): of 萬, 筒, 索 and 番子, counters of melds.
    """

    concealed: tuple[Tile, ...]
    winning_tile: Tile
    self_draw: bool
    seat_wind: int
    round_wind: int
    melds: tuple[Meld, ...] = ()
    flowers: int = 0
    circumstances: frozenset[str] = frozenset()
    replacements: tuple[str, ...] = ()
    discards: int | None = None
    visible: Visible | None = None
    winners: int = 1
    dealer: bool = False
    robbed_in_a_row: int = 1

    keys: Keys = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "keys", _packed(self))


def _packed(hand: WinningHand) -> Keys:
    held = hand.concealed
    if hand.winning_tile < KINDS:  # 花糊 may be won with a flower, which has no place among the tiles
        held = (hand.winning_tile, *held)
    tiles = sum(itemgetter(*held)(NARROW_TILE)) if len(held) > 1 else sum([NARROW_TILE[tile] for tile in held])
    first, second = tiles & TILES_MASK, tiles >> 27 & TILES_MASK
    third, honors = tiles >> 54 & TILES_MASK, tiles >> 81
    if not hand.melds:
        return first, second, third, honors, 0
    keys = [first, second, third, honors]
    melded = 0
    for meld in hand.melds:
        keys[meld.suit] += meld.key
        melded += meld.counter
    first, second, third, honors = keys
    return first, second, third, honors, melded
