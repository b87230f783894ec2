"""糊牌 A won hand: its tiles, and how, when and where it was won; and what its count says. Does not check the tiles."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.hand.melds import Group, Meld
from scoring.hand.tiles import Tile, write_tiles

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


@dataclass(frozen=True, slots=True)
class FanRow:
    """一行 One fan that counts: `count` instances worth `value` together."""

    name: str
    name_en: str
    count: int
    value: int


@dataclass(frozen=True, slots=True)
class Removed:
    """不計 A fan that is present `count` times and not counted because of the fan `by`. `why`: "implied" (不複合: it
    always comes with that fan) or "inside" (單式: these instances are part of that one)."""

    name: str
    by: str
    why: str
    count: int


class HandScore:
    """計番結果 `total` in the rule set's unit, with 底 and own 雙響/三響, without dealer's fans.

    `fans`: rows in the order of the rule table, 底 first · `shape`: as in the interface · `waits`: kinds that would
    have won, by structure, ascending · `limit`: a limit hand, whose row counts alone · `meets_minimum`: 起糊 ·
    `reading`: the groups of the chosen reading: melds as laid, then chows, triplets and pairs · `removed`: what is
    present but was not counted.
    """

    __slots__ = ("fans", "limit", "meets_minimum", "reading", "removed", "shape", "total", "waits")

    def __init__(
        self,
        total: int,
        fans: tuple[FanRow, ...],
        shape: str,
        *,
        waits: tuple[Tile, ...] = (),
        limit: bool = False,
        meets_minimum: bool = True,
        reading: tuple[Group, ...] = (),
        removed: tuple[Removed, ...] = (),
    ) -> None:
        self.total = total
        self.fans = fans
        self.shape = shape
        self.waits = waits
        self.limit = limit
        self.meets_minimum = meets_minimum
        self.reading = reading
        self.removed = removed

    @property
    def waits_text(self) -> str:
        """As written: "47m"."""
        return write_tiles(self.waits)

    def __repr__(self) -> str:
        return f"<HandScore {self.total} {' '.join(f'{row.name}{row.value}' for row in self.fans)}>"
