"""看法 The views that fans look at: combinations of groups, and the tiles, groups, wait and flowers of a whole hand."""

from collections.abc import Collection, Sequence
from typing import Any, Generic, NamedTuple, TypeVar


class Combo(NamedTuple):
    """組合 Some groups of tiles that make a fan, and how many times they make it.

    groups: the groups, empty if the fan does not depend on particular groups
    open, concealed: how many times with an open group, and how many times with concealed groups only
    """

    groups: Any
    open: int
    concealed: int

    @property
    def number(self) -> int:
        return self.open + self.concealed

    def lies_inside(self, other: "Combo") -> bool:
        """單式 Whether every group of this combination is also in the other one."""
        mine, others = self.groups, other.groups
        return isinstance(mine, frozenset) and isinstance(others, frozenset) and bool(mine) and mine <= others


def instances(copies: Sequence[int]) -> int:
    """單式 Count the sets of one of each, any two of which differ in at least two members. Of two kinds as
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
    """成分 The tiles and kinds of groups in a hand.

    shape: the name of its winning shape
    suits: how many of the three suits it has
    chows, pungs, terminals, simples, fives, winds, dragons: whether it has any
    inner_groups: whether some group of a suit has neither 1 nor 9
    no_flowers, both_flower_families: whether it has no flowers, and whether it has flowers of both families
    common_rank: whether one rank is in every group of the suits
    one_meld_each: whether it has one meld of each suit, of winds and of dragons
    same_ranks, all_ranks: whether the lone tiles have the same three ranks in each suit, and whether they have each
        rank once
    opened: whether one of these lone tiles came from another player
    eight_pairs: whether it is a 嚦咕 (a hand of pairs) that had eight pairs before the winning tile
    rank_run: whether its pairs and its triplet are eight ranks in a row (通天)
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
    """結構 The number of groups of each kind in a hand.

    eyes: 1 for the pair of a basic hand, 0 in special shapes
    pungs, concealed_pungs: triplets, kongs included
    returns, concealed_returns: tiles of which the hand has all four copies in more than one group (四歸), and those of
        them whose groups are all concealed
    doubled_chows: different chows that the hand has exactly twice
    """

    eyes: int
    chows: int
    pungs: int
    concealed_pungs: int
    kongs: int
    returns: int
    concealed_returns: int
    doubled_chows: int


class Wait(NamedTuple):
    """聽 The group of the winning tile, and which other tiles would have completed the hand, even if no copy was
    left.

    place: "pair", "triplet", "two_sided", or "middle" or "edge" of a chow (the 3 of 123, the 7 of 789); "" in special
        shapes
    single: whether no other tile completes the hand
    last_copy: whether the other three copies of the winning tile were seen on the table; in most rule sets never for an
        own draw
    no_other_alive: for a last copy, whether no copy is left of any other tile that completes the hand
    nine_gates: whether the hand is a concealed 1112345678999 of one suit and one more tile of that suit
    nine_sided: whether such a hand waited for all nine ranks
    self_draw: whether the winner drew the tile
    two_kinds: for a last copy, whether exactly two different tiles complete the hand
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
        """對碰 Whether the winning tile completes a triplet."""
        return self.place == TRIPLET

    @property
    def two_sided(self) -> bool:
        """兩面 Whether the winning tile completes a chow that another tile, at the other end, would have completed
        too."""
        return self.place == TWO_SIDED

    @property
    def one_sided(self) -> bool:
        """單吊、嵌、邊 Whether the winning tile completes the pair or is the only tile that completes its chow: the
        middle one, the 3 of 123 or the 7 of 789."""
        return self.place in (PAIR, MIDDLE, EDGE)


class Finish(NamedTuple):
    """完成 The tiles of a hand (`TileProfile`) and how it waited (`Wait`), for fans that need both."""

    profile: TileProfile
    wait: Wait


FLOWER_FAMILIES = (frozenset({0, 1, 2, 3}), frozenset({4, 5, 6, 7}))


class Flowers(NamedTuple):
    """花 The flowers of a player.

    held: the flowers as 0 to 7 for 春夏秋冬梅蘭菊竹
    seat: the seat wind, 0 to 3 for 東南西北
    declared: whether the player wins by the flowers (花糊)
    robbed: whether the last flower was another player's
    dealt: whether all of them were dealt at the start of the hand (配牌花胡)
    """

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
        """正花 The two flowers that belong to the player's seat, whether the player has them or not."""
        return frozenset({self.seat, self.seat + 4})

    def each(self, among: Collection[int] = range(8)) -> list[Combo]:
        return [Combo(frozenset({flower}), 1, 0) for flower in sorted(self.held.intersection(among))]

    def families(self) -> list[Combo]:
        return [Combo(family, 1, 0) for family in FLOWER_FAMILIES if family <= self.held]


class Total(NamedTuple, Generic[AnyFan]):
    """小計 The count so far of a hand that has at most two fans: its `fans` and their `value` together, without 底
    (base)."""

    value: int
    self_draw: bool
    fans: tuple[AnyFan, ...]
