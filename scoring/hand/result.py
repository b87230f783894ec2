"""What a count says: total, fans, the chosen reading, what was not counted and why, and the waits."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.hand.groups import Group
from scoring.hand.tiles import Tile, write_tiles


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
