"""一門 One suit of a reading, and 跨門 the three suits side by side, as fans look at them."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache, reduce
from itertools import combinations, permutations
from operator import and_, or_
from typing import Any, NamedTuple, Protocol

from scoring.hand.melds import CHOW, CONCEALED_KONG, KONGS, LONE, PAIR, PUNG, TRIPLETS, Group
from scoring.reading.views import Combo, instances

RANKS = range(9)
WINDS = frozenset({0, 1, 2, 3})
DRAGONS = frozenset({4, 5, 6})
"""Ranks among the honours: 東南西北白發中."""


class Return(NamedTuple):
    """四歸 A kind with all four copies in a hand, but no kong of it.

    groups: how many groups the copies are in
    concealed: whether all these groups are concealed
    content: the groups, as in `Combo`
    """

    groups: int
    concealed: bool
    content: Any


Content = frozenset[tuple[int, str, int]]
"""Groups by suit, kind and rank; a kong is a triplet."""


class Copies(Protocol):
    def __getitem__(self, rank: int, /) -> int: ...


class AnySuit:
    """一門 The groups of one suit, in either representation: sets (`Suit`) or bits (`scoring.fast`).

    chows, concealed_chows: first rank → how many
    eyes: the rank of a basic hand's pair
    pairs: the rank of each pair of 嚦咕
    seat, round: the two winds as ranks of the honours
    covered: in a hand that counts in two shapes (兩食), ranks whose pairs count as 連對 in the other shape; they may
        not count again here
    """

    __slots__ = ()

    chows: Copies
    concealed_chows: Copies
    eyes: int | None
    pairs: tuple[int, ...]
    seat: int
    round: int
    covered: frozenset[int] = frozenset()

    @property
    def pung_ranks(self) -> frozenset[int]:
        raise NotImplementedError

    def content(self, kind: str, ranks: Iterable[int]) -> Any:
        """Return the groups of one kind at these ranks, as `Combo.groups` has them."""
        raise NotImplementedError

    def returns(self) -> list[Return]:
        """四歸 Return the tiles of which the hand has all four copies but not as a kong, and the groups they are in
        (L-25)."""
        raise NotImplementedError

    def has_chows(self, *firsts: int) -> bool:
        return all(self.chows[first] for first in firsts)

    def has_pungs(self, *ranks: int) -> bool:
        return self.pung_ranks.issuperset(ranks)

    def pung_sets(self, *ranks: int) -> list[Combo]:
        """Return the triplets of these ranks as one combination. The list is empty if the suit lacks one of them."""
        return [Combo(self.content(PUNG, ranks), 1, 0)] if self.has_pungs(*ranks) else []

    def pung_windows(self, number: int) -> list[Combo]:
        return [combo for first in sorted(self.pung_ranks) for combo in self.pung_sets(*range(first, first + number))]

    def each_pung(self, among: Collection[int] = RANKS) -> list[Combo]:
        return [Combo(self.content(PUNG, [rank]), 1, 0) for rank in sorted(self.pung_ranks.intersection(among))]

    def pungs_and_eyes(self, among: Collection[int], number: int) -> list[Combo]:
        pungs = self.pung_ranks.intersection(among)
        if len(pungs) != number or self.eyes is None or self.eyes not in among:
            return []
        return [Combo(self.content(PUNG, pungs) | self.content(PAIR, [self.eyes]), 1, 0)]

    def pungs_without_eyes(self, among: Collection[int], number: int) -> list[Combo]:
        pungs = self.pung_ranks.intersection(among)
        return [Combo(self.content(PUNG, pungs), 1, 0)] if len(pungs) == number and self.eyes not in among else []

    def pungs_around_eyes(self) -> list[Combo]:
        """小三連刻 Return two triplets and the pair with three ranks in a row, in any order. Of several such
        combinations, the one returned leaves a 二連刻 (two triplets in a row) to count if it can (L-40)."""
        if self.eyes is None:
            return []
        eyes = self.eyes
        around = [(eyes - 1, eyes + 1), (eyes + 1, eyes + 2), (eyes - 2, eyes - 1)]
        fitting = sorted([pair for pair in around if self.has_pungs(*pair)], key=self._loses_a_pair)
        return [Combo(self.content(PUNG, pair) | self.content(PAIR, [eyes]), 1, 0) for pair in fitting[:1]]

    def _loses_a_pair(self, pair: tuple[int, int]) -> bool:
        low, high = pair
        in_three = self.has_pungs(low - 1, low, high) or self.has_pungs(low, high, high + 1)
        return high - low == 1 and not in_three

    @property
    def uncovered_eyes(self) -> int | None:
        """The rank of the pair; None if the pair already counts in a 連對 (pairs in a row) in the other shape of
        兩食."""
        return None if self.eyes in self.covered else self.eyes

    @property
    def own_winds(self) -> frozenset[int]:
        return frozenset({self.seat, self.round})

    def sisters(self, length: int, with_eyes: bool) -> list[Combo]:
        """姊妹 Return each row of `length` triplets with ranks one after another; if `with_eyes`, one of them is the
        pair instead. A triplet is used in one row only: the longest rows are made first, and of equal ones those
        without the pair."""
        rows = rows_of(self.pung_ranks, self.eyes)
        wanted = [row for row in rows if (len(row.pungs) + len(row.pair), bool(row.pair)) == (length, with_eyes)]
        return [Combo(self.content(PUNG, row.pungs) | self.content(PAIR, row.pair), 1, 0) for row in wanted]

    def pair_runs(self, length: int) -> list[Combo]:
        """連對 Return each run of `length` pairs with ranks one after another. A pair is used in one run only; the
        longest runs are made first."""
        return [Combo(self.content(PAIR, run), 1, 0) for run in runs_of_pairs(self.pairs) if len(run) == length]

    def ranks_in_runs(self) -> frozenset[int]:
        return frozenset(rank for run in runs_of_pairs(self.pairs) for rank in run)

    def returned_in(self, number: int) -> list[Combo]:
        """四歸 Return the tiles whose four copies are in `number` groups."""
        return [_as_combo([kind]) for kind in self.returns() if kind.groups == number]

    def returned_together(self, number: int) -> list[Combo]:
        """Return each combination of `number` different tiles of which the hand has a triplet, and the fourth copies of
        all of them in the same chow."""
        kinds = [kind for kind in self.returns() if kind.groups == 2]
        shared = [chosen for chosen in combinations(kinds, number) if reduce(and_, [kind.content for kind in chosen])]
        return [_as_combo(chosen) for chosen in shared]


class Suit(AnySuit):
    """一門 The groups that a hand has in one suit (ranks 0–8) or in honours (ranks 0–6: 東南西北白發中).

    number: 0 萬, 1 筒, 2 索, 3 番子 (honours)
    chows, concealed_chows: lowest rank → number of such chows
    pungs, concealed_pungs, kongs, concealed_kongs: ranks; the rank of a kong is among the pungs too
    eyes: the rank of the pair in a basic hand, None if it is elsewhere
    pairs, singles: ranks of the pairs and of the lone tiles in a special shape
    seat, round: seat wind and round wind, as ranks of the honours
    covered: in a hand that counts in two shapes (兩食), ranks whose pairs count as 連對 (pairs in a row) in the other
        shape, so that they must not count again here
    """

    chows: Counter[int]
    concealed_chows: Counter[int]

    def __init__(
        self,
        number: int,
        groups: Sequence[Group],
        *,
        basic: bool,
        seat: int,
        round: int,
        covered: Collection[int] = (),
    ) -> None:
        self.number = number
        self.groups = groups
        self.chows = Counter(group.rank for group in groups if group.kind == CHOW)
        self.concealed_chows = Counter(group.rank for group in groups if group.kind == CHOW and not group.open)
        triplets = [group for group in groups if group.kind in TRIPLETS]
        self.pungs = frozenset(group.rank for group in triplets)
        self.concealed_pungs = {group.rank for group in triplets if not group.open}
        self.kongs = {group.rank for group in triplets if group.kind in KONGS}
        self.concealed_kongs = {group.rank for group in triplets if group.kind == CONCEALED_KONG}
        pairs = tuple(group.rank for group in groups if group.kind == PAIR)
        self.eyes = pairs[0] if basic and pairs else None
        self.pairs = () if basic else pairs
        self.singles = {group.rank for group in groups if group.kind == LONE}
        self.seat, self.round = seat, round
        self.covered = frozenset(covered)

    @property
    def pung_ranks(self) -> frozenset[int]:
        return self.pungs

    def content(self, kind: str, ranks: Iterable[int]) -> Content:
        return frozenset((self.number, kind, rank) for rank in ranks)

    # --- chows ----------------------------------------------------------------------------------------------

    def chow_sets(self, *firsts: int) -> list[Combo]:
        """單式 Return the chows with these lowest ranks, all different, as one combination, with the number of times
        that they count. The list is empty if the suit lacks one of them."""
        if not self.has_chows(*firsts):
            return []
        number = instances([self.chows[first] for first in firsts])
        concealed = instances([self.concealed_chows[first] for first in firsts])
        return [Combo(self.content(CHOW, firsts), number - concealed, concealed)]

    def chow_windows(self, *steps: int) -> list[Combo]:
        """Return each combination of chows with this pattern: how many ranks each begins above the first. (0, 3, 6)
        finds 清龍 (123, 456, 789)."""
        return [combo for first in RANKS for combo in self.chow_sets(*[first + step for step in steps])]

    def equal_chows(self, number: int) -> list[Combo]:
        """Return each chow that the suit has at least `number` times."""
        return [Combo(self.content(CHOW, [first]), 1, 0) for first in sorted(self.chows) if self.chows[first] >= number]

    def twin_chows(self) -> list[Combo]:
        """一般高 Return each chow that the suit has at least twice, unless its three ranks are `covered`."""
        return [Combo(self.content(CHOW, [first]), 1, 0) for first in sorted(self.chows) if self._twice(first)]

    def _twice(self, first: int) -> bool:
        return self.chows[first] >= 2 and not self.covered >= {first, first + 1, first + 2}

    @property
    def doubled_chows(self) -> int:
        """Count the different chows the suit has exactly twice, without those whose three ranks are `covered`."""
        return sum(self.chows[first] == 2 and self._twice(first) for first in self.chows)

    @property
    def number_of_kongs(self) -> int:
        return len(self.kongs)

    @property
    def number_of_concealed_kongs(self) -> int:
        return len(self.concealed_kongs)

    # --- 四歸 -----------------------------------------------------------------------------------------------

    def returns(self) -> list[Return]:
        all_ranks = [(group, group.ranks) for group in self.groups if group.kind != LONE]
        holding = [[group for group, ranks in all_ranks if rank in ranks] for rank in RANKS]
        return [found for rank in RANKS if holding[rank] and (found := self._return(holding[rank]))]

    def _return(self, holding: Sequence[Group]) -> Return | None:
        copies = sum(1 if group.kind == CHOW else len(group.each_tile) for group in holding)
        if copies != 4 or len(holding) == 1:
            return None
        kinds = [(self.number, PUNG if group.kind in TRIPLETS else group.kind, group.rank) for group in holding]
        return Return(len(holding), not any(group.open for group in holding), frozenset(kinds))


def _as_combo(kinds: Sequence[Return]) -> Combo:
    concealed = all(kind.concealed for kind in kinds)
    return Combo(reduce(or_, [kind.content for kind in kinds]), not concealed, concealed)


class Row(NamedTuple):
    """姊妹 Ranks in a row: of triplets, and of the pair if it is among them."""

    pungs: frozenset[int]
    pair: frozenset[int]


@lru_cache(10_000)
def rows_of(pungs: frozenset[int], eyes: int | None) -> tuple[Row, ...]:
    rows: list[Row] = []
    left = frozenset([] if eyes is None else [eyes])
    for length in (5, 4, 3, 2):
        for pair in (frozenset[int](), left) if left and length > 2 else (frozenset[int](),):
            for first in _runs(pungs | pair, length):
                row = frozenset(range(first, first + length))
                if pair <= row <= pungs | pair:
                    rows.append(Row(row - pair, pair))
                    pungs, left = pungs - row, left - pair
    return tuple(rows)


def _runs(ranks: Collection[int], length: int) -> list[int]:
    return [first for first in RANKS if all(first + step in ranks for step in range(length))]


@lru_cache(10_000)
def runs_of_pairs(pairs: tuple[int, ...]) -> tuple[range, ...]:
    runs: list[range] = []
    left = list(pairs)
    while run := _longest_run(left):
        runs.append(run)
        for rank in run:
            left.remove(rank)
    return tuple(runs)


def _longest_run(ranks: Collection[int]) -> range:
    """The longest run of at least three ranks, the lowest of equals; empty where there is none."""
    runs = [range(first, first + length) for length in range(9, 2, -1) for first in _runs(ranks, length)]
    return runs[0] if runs else range(0)


FIRSTS = range(7)

Place = tuple[int, int]


class Across:
    """跨門 The three suits of a hand side by side. `suits`: 萬, 筒 and 索, in this order."""

    def __init__(self, suits: Sequence[AnySuit]) -> None:
        self.suits = suits
        self._chows = [frozenset([first for first in FIRSTS if suit.chows[first]]) for suit in suits]
        self._pungs = [suit.pung_ranks for suit in suits]

    def equal_chows(self, number: int) -> list[Combo]:
        """Return each chow that the hand has in `number` suits."""
        chosen = combinations(range(3), number)
        return self._chow_sets([(suit, first) for suit in suits] for suits in chosen for first in RANKS)

    def most_equal_chows(self) -> int:
        return max(sum(suit.chows[first] for suit in self.suits) for first in FIRSTS)

    def in_several_suits(self) -> bool:
        return sum(any(suit.chows[first] for first in FIRSTS) for suit in self.suits) > 1

    def chow_runs(self, step: int) -> list[Combo]:
        """Return every set of three chows, one of each suit, that start `step` ranks above one another."""
        return self._chow_sets(
            [(suit, first + step * place) for place, suit in enumerate(suits)]
            for suits in permutations(range(3))
            for first in RANKS
        )

    def _chow_sets(self, sets: Iterable[Sequence[Place]]) -> list[Combo]:
        """單式 Of these sets of chows, return those that the hand has, as `Suit.chow_sets` does."""
        combos = []
        for places in sets:
            if all(first in self._chows[suit] for suit, first in places):
                number = instances([self.suits[suit].chows[first] for suit, first in places])
                concealed = instances([self.suits[suit].concealed_chows[first] for suit, first in places])
                content = frozenset((suit, CHOW, first) for suit, first in places)
                combos.append(Combo(content, number - concealed, concealed))
        return combos

    def equal_pungs(self, number: int) -> list[Combo]:
        return [
            _of_pungs((suit, rank) for suit in suits)
            for suits in combinations(range(3), number)
            for rank in sorted(frozenset.intersection(*[self._pungs[suit] for suit in suits]))
        ]

    def pung_runs(self) -> list[Combo]:
        return [
            _of_pungs([(low, first), (middle, first + 1), (high, first + 2)])
            for low, middle, high in permutations(range(3))
            for first in sorted(self._pungs[low])
            if first + 1 in self._pungs[middle] and first + 2 in self._pungs[high]
        ]

    def beside_eyes(self, *steps: tuple[int, int]) -> list[Combo]:
        """Return the triplets in the two suits without the pair, together with the pair, if their ranks are this far
        above the pair's.

        steps: possible distances, each as (triplet in the first of the two suits, in the second)
        """
        for suit, here in enumerate(self.suits):
            if here.eyes is not None:
                left, right = [other for other in range(3) if other != suit]
                near = [(here.eyes + one, here.eyes + other) for one, other in steps]
                return [
                    Combo(_of_pungs([(left, one), (right, other)]).groups | {(suit, PAIR, here.eyes)}, 1, 0)
                    for one, other in near
                    if one in self._pungs[left] and other in self._pungs[right]
                ]
        return []


def _of_pungs(places: Iterable[Place]) -> Combo:
    return Combo(frozenset((suit, PUNG, rank) for suit, rank in places), 1, 0)
