"""計番結果 The result of counting a hand."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from unicodedata import east_asian_width

from scoring.hand.melds import Group
from scoring.hand.tiles import Tile, write_tiles


@dataclass(frozen=True, slots=True)
class FanRow:
    """一行 One fan (scoring pattern) in a score. The hand has it `count` times, and together these are worth
    `value`."""

    name: str
    name_en: str
    count: int
    value: int


@dataclass(frozen=True, slots=True)
class Removed:
    """不計 A fan that the hand has `count` times but that does not count, because of the fan named `by`.

    why: "implied" (不複合: every hand with `by` has this fan), "inside" (單式: all its groups are among those of `by`)
        or "once" (套算一次: its groups are used by fans that are worth more together)
    """

    name: str
    by: str
    why: str
    count: int


@dataclass(slots=True, eq=False, repr=False)
class Score:
    """計番結果 The count of a hand, fan by fan. `score["大平"]` is the row of one fan (KeyError if it does not count);
    iterating gives all rows.

    total, unit: the count in 番 or 台. It includes 底 (base) and what two or three winners of one tile add (雙響,
        三響), but not what the dealer adds
    fans: the rows that add up to the total: 底 first, then in the order of the rule table
    shape: the winning shape, such as "basic" or "seven_pairs"
    waits: every tile that would have completed the hand, even if no copy of it was left
    limit: whether the hand is one with a fixed value (例牌); then `fans` has its row alone, without 底
    meets_minimum: whether the total is enough to win (起糊)
    reading: the groups of tiles that were counted: melds, then chows, triplets and pairs
    removed: fans that the hand has but that do not count; scores that differ only in this are equal (`==`)
    points: two payments for this total: what the discarder pays if the hand is won from a discard, and what each of
        the three others pays if it is self-drawn; None if the rule set has no table that turns counts into points

    >>> from scoring import Hand, rule_set
    >>> hand = Hand("123m56m789p234p567s88s", "4m", seat="S", round="E")
    >>> print(rule_set("hkma-league").score(hand))
    底    5  Base
    門清  3  Concealed hand
    將眼  2  Pair of 2, 5 or 8
    大平 15  Great all chows
         25 番
    """

    total: int
    fans: tuple[FanRow, ...]
    shape: str
    rule_set: str
    unit: str
    waits: tuple[Tile, ...] = ()
    limit: bool = False
    meets_minimum: bool = True
    reading: tuple[Group, ...] = ()
    removed: tuple[Removed, ...] = ()
    points: tuple[int, int] | None = None

    @property
    def waits_text(self) -> str:
        """聽牌 All tiles that would have completed the hand, in one text: "47m"."""
        return write_tiles(self.waits)

    def __getitem__(self, name: str) -> FanRow:
        """Return the row of a fan, given its Chinese or English name. Raises KeyError if the fan does not count."""
        for row in self.fans:
            if name in (row.name, row.name_en):
                return row
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return any(name in (row.name, row.name_en) for row in self.fans)

    def __iter__(self) -> Iterator[FanRow]:
        return iter(self.fans)

    def to_dict(self) -> dict[str, Any]:
        """Return the score as a JSON-ready dict with "total", "fans", "waits" and the rest, the same that
        `scoring.documents.score_document` returns for the hand."""
        document = {
            "rule_set": self.rule_set,
            "total": self.total,
            "unit": self.unit,
            "limit": self.limit,
            "meets_minimum": self.meets_minimum,
            "fans": [{"name": row.name, "count": row.count, "value": row.value} for row in self.fans],
            "reading": [group.tiles for group in self.reading],
            "shape": self.shape,
            "waits": self.waits_text,
        }
        if self.points is not None:
            document["points"] = {"discarder": self.points[0], "each": self.points[1]}
        return document

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if isinstance(other, Score) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    def _values(self) -> tuple[Any, ...]:
        return (
            self.total, self.fans, self.shape, self.rule_set, self.unit, self.waits, self.limit, self.meets_minimum,
            self.reading,
        )  # fmt: skip

    def __reduce__(self) -> tuple[Any, ...]:
        return Score, (*self._values(), self.removed, self.points)

    def __str__(self) -> str:
        wide = max(_width(row.name) for row in self.fans)
        digits = len(str(self.total))
        names = [row.name + " " * (wide - _width(row.name)) for row in self.fans]
        rows = [f"{name} {row.value:{digits}}  {row.name_en}" for name, row in zip(names, self.fans, strict=True)]
        return "\n".join([*rows, f"{'':{wide}} {self.total:{digits}} {self.unit}"])

    def __repr__(self) -> str:
        return f"<Score {self.total} {self.unit}: {' '.join(f'{row.name}{row.value}' for row in self.fans)}>"


def _width(text: str) -> int:
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
