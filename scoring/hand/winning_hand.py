"""糊牌 A won hand: its tiles, and how, when and where it was won. Does not check the tiles."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.hand.melds import Meld
from scoring.hand.tiles import Tile

Visible = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WinningHand:
    """糊牌 Everything that a count depends on.

    `concealed`: tiles held without `winning_tile` · `melds`: as laid · `seat_wind`, `round_wind`: 東南西北 as 0–3 ·
    `flowers`: those held, 春夏秋冬梅蘭菊竹 as 0–7 · `circumstances`, `replacements`: words of the interface ·
    `discards`: tiles in the rivers, None if not counted · `visible`: copies of each of the 34 kinds seen on the table
    outside own melds and winning tile, None if not recorded · `winners`: how many win this tile · `dealer`: whether the
    winner is 莊家 · `robbed_in_a_row`: which of that player's kongs in a row is robbed.
    """

    concealed: tuple[Tile, ...]
    winning_tile: Tile
    self_draw: bool
    seat_wind: int
    round_wind: int
    melds: tuple[Meld, ...] = ()
    flowers: frozenset[int] = frozenset()
    circumstances: frozenset[str] = frozenset()
    replacements: tuple[str, ...] = ()
    discards: int | None = None
    visible: Visible | None = None
    winners: int = 1
    dealer: bool = False
    robbed_in_a_row: int = 1
