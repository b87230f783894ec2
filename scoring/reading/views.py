"""看法 What fans look at: combinations of groups, and the tiles, groups, wait and flowers of a whole hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Generic, NamedTuple, TypeVar


class Combo(NamedTuple):
    """組合 Groups that make a fan, and how many instances of that content count: with an open group, wholly
    concealed. `groups`: the groups in any form; empty where a fan has no groups of its own."""

    groups: Any
    open: int
    concealed: int

    @property
    def number(self) -> int:
        return self.open + self.concealed

    def lies_inside(self, other: Combo) -> bool:
        """單式 Whether its groups are among the other's, content as sets."""
        mine, others = self.groups, other.groups
        return isinstance(mine, frozenset) and isinstance(others, frozenset) and bool(mine) and mine <= others


def instances(copies: Sequence[int]) -> int:
    """單式 How many sets of one of each there are, any two of which differ in at least two members. Of two kinds as
    many as the scarcer has copies, of three the product of the two scarcest."""
    fewest = sorted(copies)
    return fewest[0] if len(fewest) == 2 else fewest[0] * fewest[1]


def counted(number_open: int, number_concealed: int = 0) -> list[Combo]:
    """So many instances without groups of their own; an empty list for none."""
    return [Combo((), number_open, number_concealed)] if number_open or number_concealed else []


AnyFan = TypeVar("AnyFan")

NO_PLACE, TWO_SIDED, TRIPLET, MIDDLE, EDGE, PAIR = "", "two_sided", "triplet", "middle", "edge", "pair"
"""Where the winning tile is: not set for special shapes · open end of a chow · 對碰 · 嵌 · 邊 (the 3 of 123, the 7
of 789) · 眼."""


class TileProfile(NamedTuple):
    """成分 Which tiles and kinds of groups make a hand.

    `shape`: the name of its winning shape · `suits`: how many of the three · `chows`, `pungs`: whether there are any ·
    `inner_groups`: some suited group holds neither 1 nor 9 · `common_rank`: some rank is in every suited group ·
    `one_meld_each`: one meld of each suit, of winds and of dragons · `same_ranks`, `all_ranks`: the lone tiles of the
    suits are the same three ranks, or ranks 1–9 once each · `opened`: one of those is another player's · `eight_pairs`:
    嚦咕 that waited as eight pairs · `rank_run`: its pairs and its triplet are eight ranks in a row (通天).
    """

    shape: str
    suits: int
    chows: bool
    pungs: bool
    terminals: bool
    simples: bool
    fives: bool
    inner_groups: bool
    winds: bool
    dragons: bool
    no_flowers: bool
    both_flower_families: bool
    common_rank: bool
    one_meld_each: bool
    same_ranks: bool = False
    all_ranks: bool = False
    opened: bool = False
    eight_pairs: bool = False
    rank_run: bool = False

    @property
    def basic(self) -> bool:
        return self.shape == "basic"

    @property
    def honors(self) -> bool:
        return self.winds or self.dragons


class Shape(NamedTuple):
    """結構 How many groups of each kind. `pungs` include kongs · `eyes`: 1 in a basic hand, 0 in special shapes ·
    `returns`, `concealed_returns`: kinds returned (四歸) · `doubled_chows`: different chows that are present exactly
    twice."""

    eyes: int
    chows: int
    pungs: int
    concealed_pungs: int
    kongs: int
    returns: int
    concealed_returns: int
    doubled_chows: int


class Wait(NamedTuple):
    """聽 Where the winning tile is and what else would have won.

    `single`: no other kind completes the hand by structure · `last_copy`: the other three copies were seen on the table
    and this one is another player's discard · `no_other_alive`: every other kind that would win is used up ·
    `nine_gates`: the tiles are a concealed 1112345678999 of one suit and one more of it; only for those is `nine_sided`
    set: they waited for all nine ranks · `self_draw`: the winner drew the tile · `two_kinds`: exactly two kinds
    complete the hand by structure; set for last copies only.
    """

    place: str
    single: bool
    last_copy: bool = False
    no_other_alive: bool = False
    nine_gates: bool = False
    nine_sided: bool = False
    self_draw: bool = False
    two_kinds: bool = False

    @property
    def triplet(self) -> bool:
        """對碰: the tile completes a triplet."""
        return self.place == TRIPLET

    @property
    def two_sided(self) -> bool:
        """兩面: the open end of a chow."""
        return self.place == TWO_SIDED

    @property
    def one_sided(self) -> bool:
        """單吊、嵌、邊: pair, middle, or the 3 of 123 and the 7 of 789."""
        return self.place in (PAIR, MIDDLE, EDGE)


class Finish(NamedTuple):
    """完成 TileProfile and wait together, for fans that need both."""

    profile: TileProfile
    wait: Wait


FLOWER_FAMILIES = (frozenset({0, 1, 2, 3}), frozenset({4, 5, 6, 7}))


class Flowers(NamedTuple):
    """花 Flowers held (春夏秋冬梅蘭菊竹 = 0–7) at a seat (0 東 … 3 北). `declared`: 花糊, the eighth included ·
    `robbed`: the eighth was another player's · `dealt`: 配牌花胡."""

    held: frozenset[int]
    seat: int
    declared: bool = False
    robbed: bool = False
    dealt: bool = False

    @property
    def number(self) -> int:
        return len(self.held)

    @property
    def all_eight(self) -> bool:
        return self.number == 8

    @property
    def own(self) -> frozenset[int]:
        """正花 The two flowers of the seat."""
        return frozenset({self.seat, self.seat + 4})

    def each(self, among: Collection[int] = range(8)) -> list[Combo]:
        return [Combo(frozenset({flower}), 1, 0) for flower in sorted(self.held.intersection(among))]

    def families(self) -> list[Combo]:
        return [Combo(family, 1, 0) for family in FLOWER_FAMILIES if family <= self.held]


class Total(NamedTuple, Generic[AnyFan]):
    """小計 What a hand of at most two fans has counted so far: `value` without 底, for these `fans`."""

    value: int
    self_draw: bool
    fans: tuple[AnyFan, ...]
