"""整手牌 Views of a whole hand: which tiles it is made of, how its groups are built, its wait, its flowers."""

from collections.abc import Collection
from typing import Generic, NamedTuple, TypeVar

from scoring.reading.combos import Combo

AnyFan = TypeVar("AnyFan")

NO_PLACE, TWO_SIDED, TRIPLET, MIDDLE, EDGE, PAIR = "", "two_sided", "triplet", "middle", "edge", "pair"
"""Where the winning tile sits: not told of special shapes · open end of a chow · 對碰 · 嵌 · 邊 (the 3 of 123, the 7 of
789) · 眼."""


class Makeup(NamedTuple):
    """成分 Which tiles and sorts of groups a hand is made of.

    `shape`: the name of its winning shape · `suits`: how many of the three · `chows`, `pungs`: whether there are any ·
    `inner_groups`: some suited group holds neither 1 nor 9 · `common_rank`: some rank is in every suited group ·
    `one_meld_each`: one meld of each suit, of winds and of dragons · `same_ranks`, `all_ranks`: the lone tiles of the
    suits are the same three ranks, or ranks 1–9 once each · `opened`: one of those is another's · `eight_pairs`: 嚦咕
    that waited as eight pairs · `rank_run`: its pairs and its triplet are eight ranks in a row (通天).
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
        """基本形: melds and a pair."""
        return self.shape == "basic"

    @property
    def honors(self) -> bool:
        """Whether there are winds or dragons."""
        return self.winds or self.dragons


class Shape(NamedTuple):
    """結構 How many groups of which sort.

    `pungs` count kongs too · `eyes`: 1 in a basic hand, 0 in special shapes · `returns`, `closed_returns`: kinds
    returned (四歸) · `doubled_chows`: different chows that are there exactly twice.
    """

    eyes: int
    chows: int
    pungs: int
    closed_pungs: int
    kongs: int
    returns: int
    closed_returns: int
    doubled_chows: int


class Wait(NamedTuple):
    """聽 Where the winning tile sits and what else would have won.

    `single`: no other kind completes the hand by structure · `last_copy`: the other three copies were seen on the table
    and this one is another's discard · `no_other_alive`: every other kind that would win is used up · `nine_gates`: the
    tiles are a concealed 1112345678999 of one suit and one more of it; only of those is told whether they waited for
    all nine ranks (`nine_sided`) · `self_draw`: the winner drew the tile · `two_kinds`: exactly two kinds complete the
    hand by structure; told of last copies only.
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
    """完成 The makeup of the whole hand and its wait together, for fans that ask for both."""

    makeup: Makeup
    wait: Wait


FLOWER_FAMILIES = (frozenset({0, 1, 2, 3}), frozenset({4, 5, 6, 7}))
"""春夏秋冬 and 梅蘭菊竹."""


class Flowers(NamedTuple):
    """花 Flowers held (春夏秋冬梅蘭菊竹 = 0–7) at a seat (0 東 … 3 北).

    `declared`: 花糊, the eighth among them · `robbed`: the eighth was another's · `dealt`: 配牌花胡.
    """

    held: frozenset[int]
    seat: int
    declared: bool = False
    robbed: bool = False
    dealt: bool = False

    @property
    def number(self) -> int:
        """How many."""
        return len(self.held)

    @property
    def all_eight(self) -> bool:
        """八隻花齊."""
        return self.number == 8

    @property
    def own(self) -> frozenset[int]:
        """正花 The two flowers of the seat."""
        return frozenset({self.seat, self.seat + 4})

    def each(self, among: Collection[int] = range(8)) -> list[Combo]:
        """One instance for each flower held of these."""
        return [Combo(frozenset({flower}), 1, 0) for flower in sorted(self.held.intersection(among))]

    def families(self) -> list[Combo]:
        """Complete families."""
        return [Combo(family, 1, 0) for family in FLOWER_FAMILIES if family <= self.held]


class Total(NamedTuple, Generic[AnyFan]):
    """小計 What a hand of at most two fans counts before: `value` without 底, for these `fans`."""

    value: int
    self_draw: bool
    fans: tuple[AnyFan, ...]
