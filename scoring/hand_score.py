"""What a count says: the total, a row for each fan, the reading chosen, what was not counted and why, and the waits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from scoring.packing import bits
from scoring.tiles import Tile, write_tiles


@dataclass(frozen=True, slots=True)
class FanRow:
    """一行 One fan that counts: `count` instances worth `value` together."""

    name: str
    name_en: str
    count: int
    value: int


@dataclass(frozen=True, slots=True)
class Removed:
    """不計 A fan that is there `count` times and not counted because of the fan `by`.

    `why`: "implied" (不複合: it always comes with that fan) or "inside" (單式: these instances are part of that one).
    """

    name: str
    by: str
    why: str
    count: int


class Group(NamedTuple):
    """牌組 `kind`: chow, pung, kong, added_kong, concealed_kong, pair · `open`: made or finished with another's tile ·
    `winning`: it holds the winning tile."""

    kind: str
    tiles: str
    open: bool
    winning: bool


class Explanation(Protocol):
    """Makes what only a person looks at, when it is asked for."""

    def groups(self) -> tuple[Group, ...]: ...

    def removed(self) -> tuple[Removed, ...]: ...


class HandScore:
    """計番結果 `total` in the rule set's unit, 底 and own 雙響/三響 in it, dealer's fans not.

    `fans`: rows in the order of the rule table, 底 first · `shape`, `limit`, `meets_minimum`: as in the interface ·
    `waits`: kinds that would have won, by structure.
    """

    __slots__ = ("_about", "_explain", "_wait_bits", "fans", "shape", "total")

    limit: bool = False
    meets_minimum: bool = True

    def __init__(
        self,
        total: int,
        fans: tuple[FanRow, ...],
        shape: str,
        wait_bits: int,
        explain: Callable[..., Explanation] | None = None,
        about: tuple[object, ...] = (),
    ) -> None:
        self.total = total
        self.fans = fans
        self.shape = shape
        self._wait_bits = wait_bits
        self._explain = explain
        self._about = about

    @property
    def waits(self) -> tuple[Tile, ...]:
        """聽 The kinds that would have completed the hand, ascending."""
        return _WAITS.get(self._wait_bits) or _waits(self._wait_bits)

    @property
    def waits_text(self) -> str:
        """The waits as written: "47m"."""
        return write_tiles(self.waits)

    @property
    def reading(self) -> tuple[Group, ...]:
        """解讀 The groups of the reading chosen: melds as they lie, then chows, triplets and pairs."""
        return self._explain(*self._about).groups() if self._explain else ()

    @property
    def removed(self) -> tuple[Removed, ...]:
        """不計 Everything that is there and was not counted."""
        return self._explain(*self._about).removed() if self._explain else ()

    def __repr__(self) -> str:
        return f"<HandScore {self.total} {' '.join(f'{row.name}{row.value}' for row in self.fans)}>"


class BoundedScore(HandScore):
    """起糊與上限 A count under rules with a minimum, a cap or limit hands."""

    __slots__ = ("limit", "meets_minimum")

    def __init__(
        self,
        total: int,
        fans: tuple[FanRow, ...],
        shape: str,
        wait_bits: int,
        explain: Callable[..., Explanation] | None,
        about: tuple[object, ...],
        limit: bool,
        meets_minimum: bool,
    ) -> None:
        """`total`, `fans`: within the bounds · `limit`: it is a limit hand, whose row counts alone."""
        super().__init__(total, fans, shape, wait_bits, explain, about)
        self.limit = limit
        self.meets_minimum = meets_minimum


_WAITS: dict[int, tuple[Tile, ...]] = {}
_REMEMBERED = 10_000


def _waits(wait_bits: int) -> tuple[Tile, ...]:
    if len(_WAITS) > _REMEMBERED:
        _WAITS.clear()
    waits = _WAITS[wait_bits] = tuple(bits(wait_bits))
    return waits
