"""排法 A whole hand, for fans that look at single tiles, or that join sets and count equal ones separately."""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import combinations

from scoring.hand.melds import CHOW, KONGS, PAIR, PUNG, TRIPLETS, Group
from scoring.hand.tiles import HONORS, Tile
from scoring.reading.views import Combo
from scoring.reading.winning_shapes import Reading

Member = tuple[int, str, int, int]
"""A set as suit, kind, rank, and the how many-th of equal ones, from 0. A kong is a triplet."""


class Layout:
    """排法 A whole hand divided into groups in one way: the name of its winning shape, and all its groups."""

    def __init__(self, reading: Reading) -> None:
        self.shape = reading.shape.name
        self.groups = reading.groups

    @property
    def basic(self) -> bool:
        return self.shape == "basic"

    @cached_property
    def tiles(self) -> frozenset[Tile]:
        """All different tiles in the hand."""
        return frozenset(tile for group in self.groups for tile in group.each_tile)

    @property
    def suited(self) -> bool:
        return max(self.tiles) < HONORS

    def has_only(self, tiles: frozenset[Tile]) -> bool:
        return self.tiles <= tiles

    def has_everywhere(self, ranks: frozenset[int]) -> bool:
        """Whether every group has a tile of one of these ranks (0 to 8), and there are no honours."""
        return self.suited and all(not ranks.isdisjoint(group.ranks) for group in self.groups)

    @property
    def four_alike(self) -> tuple[Tile, ...]:
        """四歸一 The tiles of which the hand has all four copies, but not as a kong."""
        held = Counter(tile for group in self.groups if group.kind not in KONGS for tile in group.each_tile)
        return tuple(sorted(tile for tile, copies in held.items() if copies == 4))

    @cached_property
    def chows(self) -> tuple[Member, ...]:
        return _members(group for group in self.groups if group.kind == CHOW)

    @cached_property
    def pungs(self) -> tuple[Member, ...]:
        """The triplets of the three suits, kongs included."""
        return _members(group for group in self.groups if group.kind in TRIPLETS and group.suit < 3)

    def joined_chows(self, suits: int, *steps: tuple[int, ...]) -> list[Combo]:
        """Return each combination of chows that has one of these patterns and is in exactly `suits` suits. A pattern in
        `steps` says how many ranks each chow is above the lowest: (0, 3, 6) for 123, 456 and 789."""
        return _joined(self.chows, suits, steps)

    def joined_pungs(self, suits: int, *steps: tuple[int, ...]) -> list[Combo]:
        return _joined(self.pungs, suits, steps)

    def ends_twice(self, suits: int) -> bool:
        """雙龍會 Whether the hand is 123 and 789 twice and a pair of 5. If `suits` is 1, all in one suit; else 123 and
        789 in each of two suits and the pair in the third."""
        pairs = [(group.suit, group.rank) for group in self.groups if group.kind == PAIR]
        if not self.basic or len(self.chows) != 4 or pairs[0][0] > 2 or pairs[0][1] != _FIVE:
            return False
        firsts = Counter((suit, rank) for suit, _kind, rank, _copy in self.chows)
        others = [pairs[0][0]] * 2 if suits == 1 else [suit for suit in range(3) if suit != pairs[0][0]]
        return firsts == Counter((suit, rank) for suit in others for rank in (0, 6))


_FIVE = 4


def _members(groups: Iterable[Group]) -> tuple[Member, ...]:
    seen: Counter[tuple[int, str, int]] = Counter()
    members = []
    for group in groups:
        key = group.suit, CHOW if group.kind == CHOW else PUNG, group.rank
        members.append((*key, seen[key]))
        seen[key] += 1
    return tuple(sorted(members, key=lambda member: (member[2], member[0], member[3])))


def _joined(members: tuple[Member, ...], suits: int, patterns: tuple[tuple[int, ...], ...]) -> list[Combo]:
    return [
        Combo(frozenset(chosen), 1, 0)
        for chosen in combinations(members, len(patterns[0]))
        if len({member[0] for member in chosen}) == suits
        and tuple(member[2] - chosen[0][2] for member in chosen) in patterns
    ]
