"""一門 `scoring.reading.suit.Suit` on packed integers: the same questions, answered by shifts and masks."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache, reduce
from itertools import combinations
from operator import and_, or_
from typing import NamedTuple

from scoring.fast.packing import bits, chow_facts
from scoring.reading.combos import Combo, instances
from scoring.reading.suit import runs_of_pairs

CHOW_BITS, PUNG_BITS, PAIR_BITS = 0, 7, 16
"""Where chows by first rank, pungs and pairs stand in the content of a combination; a suit takes 25 bits."""
CONTENT_WIDTH = 25

EVERY_RANK = 511
TERMINALS = 0b100000001
SIMPLES = 0b011111110


class PackedReturn(NamedTuple):
    """四歸 A kind of which all four copies lie in `groups` groups, no kong; `closed` if all of them are concealed."""

    rank: int
    groups: int
    closed: bool
    content: int


_SLOTS = """
chows chows_id closed_chows closed_id starts closed_starts number most pungs closed_pungs kongs closed_kongs
eyes fours discard seat round pairs suited _returned _rows
"""


class PackedSuit:
    """一門 The groups of one suit (ranks 0–8) or of the honours (東南西北白發中 = 0–6).

    `chows`, `closed_chows`: number by first rank, also packed in three bits each (`chows_id`, `closed_id`) ·
    `starts`, `closed_starts`: their first ranks, as bits · `number`: of chows, `most`: of equal ones ·
    `pungs` (kongs among them), `closed_pungs`, `kongs`, `closed_kongs`: a bit for each rank ·
    `eyes`: rank of the pair here · `fours`: ranks (bits) of which four copies lie in several groups · `discard`: rank
    of the winning tile if another's and here · `seat`, `round`: the winds as ranks · `pairs`: as of `Suit`. Lone tiles
    are left to the definition.
    """

    __slots__ = tuple(_SLOTS.split())

    def __init__(
        self,
        suited: bool = True,
        chows_id: int = 0,
        closed_id: int = 0,
        pungs: int = 0,
        closed_pungs: int = 0,
        kongs: int = 0,
        closed_kongs: int = 0,
        eyes: int | None = None,
        fours: int = 0,
        discard: int | None = None,
        seat: int = 0,
        round: int = 0,
        pairs: tuple[int, ...] = (),
    ) -> None:
        self.suited = suited
        self.chows_id = chows_id
        self.closed_id = closed_id
        self.chows, self.starts, self.number, self.most = chow_facts(chows_id)
        if closed_id == chows_id:
            self.closed_chows, self.closed_starts = self.chows, self.starts
        else:
            self.closed_chows, self.closed_starts, _, _ = chow_facts(closed_id)
        self.pungs = pungs
        self.closed_pungs = closed_pungs
        self.kongs = kongs
        self.closed_kongs = closed_kongs
        self.eyes = eyes
        self.fours = fours
        self.discard = discard
        self.seat = seat
        self.round = round
        self.pairs = pairs
        self._returned: list[PackedReturn] | None = None
        self._rows: list[tuple[int, bool, int]] | None = None

    def has_chows(self, *firsts: int) -> bool:
        """Whether there is a chow from each of these ranks."""
        return all(self.chows[first] for first in firsts)

    def chow_sets(self, *starts: int) -> list[Combo]:
        """單式 The chows that start at these different ranks, taken together.

        Two instances of one content count only if they differ in two chows at least, so of two chows there are as many
        as the scarcer has copies, of three the product of the two scarcest.
        """
        content = chow_content(starts)
        return [self._chow_set(content, starts, 0)] if self.starts & content == content else []

    def chow_windows(self, *steps: int) -> list[Combo]:
        """`chow_sets` of the same pattern from every rank at which it fits."""
        fitting = self.starts
        for step in steps:
            fitting &= self.starts >> step
        if not fitting:
            return []
        content = chow_content(steps)
        return [self._chow_set(content << first, steps, first) for first in bits(fitting)]

    def _chow_set(self, content: int, steps: tuple[int, ...], first: int) -> Combo:
        """The chows at these steps from `first`, all of which are there."""
        if self.most == 1:
            return Combo(content, 1, 0) if content & ~self.closed_starts else Combo(content, 0, 1)
        number = closed = instances([self.chows[first + step] for step in steps])
        if self.closed_id != self.chows_id:
            closed = instances([self.closed_chows[first + step] for step in steps])
        return Combo(content, number - closed, closed)

    def equal_chows(self, number: int) -> list[Combo]:
        """One instance for each chow that is there `number` times at least."""
        if self.most < number:
            return []
        return [Combo(1 << first, 1, 0) for first, copies in enumerate(self.chows) if copies >= number]

    def twin_chows(self) -> list[Combo]:
        """一般高 One instance for each chow that is there twice at least."""
        return self.equal_chows(2)

    def doubled_chows(self) -> int:
        """How many different chows are there exactly twice."""
        return self.chows.count(2)

    def has_pungs(self, *ranks: int) -> bool:
        """Whether there is a triplet of each of these ranks."""
        return not _mask(frozenset(ranks)) & ~self.pungs

    def pung_sets(self, *ranks: int) -> list[Combo]:
        """The pungs of these ranks taken together."""
        content = 0
        for rank in ranks:
            content |= 1 << rank
        return one_instance(content << PUNG_BITS) if self.pungs & content == content else []

    def pung_windows(self, number: int) -> list[Combo]:
        """So many pungs of adjacent ranks, from every rank at which they fit."""
        window = (1 << number) - 1
        return [Combo(window << PUNG_BITS + first, 1, 0) for first in bits(_runs(self.pungs, number))]

    def each_pung(self, among: Collection[int] = range(9)) -> list[Combo]:
        """One instance for every pung or kong of these ranks."""
        return [Combo(1 << PUNG_BITS + rank, 1, 0) for rank in bits(self.pungs) if rank in among]

    def pungs_and_eyes(self, among: Collection[int], number: int) -> list[Combo]:
        """So many triplets among these ranks, and the pair among them too."""
        held = [rank for rank in bits(self.pungs) if rank in among]
        if len(held) != number or self.eyes is None or self.eyes not in among:
            return []
        return [Combo(_mask(frozenset(held)) << PUNG_BITS | 1 << PAIR_BITS + self.eyes, 1, 0)]

    def pungs_without_eyes(self, among: Collection[int], number: int) -> list[Combo]:
        """So many triplets among these ranks, and the pair not among them."""
        held = [rank for rank in bits(self.pungs) if rank in among]
        if len(held) != number or self.eyes in among:
            return []
        return one_instance(_mask(frozenset(held)) << PUNG_BITS)

    def pungs_around_eyes(self) -> list[Combo]:
        """小三連刻, as `Suit.pungs_around_eyes`."""
        if self.eyes is None or not self.pungs << 2 >> self.eyes & 0b11011:
            return []
        eyes = self.eyes
        around = [(eyes - 1, eyes + 1), (eyes + 1, eyes + 2), (eyes - 2, eyes - 1)]
        fitting = [pair for pair in around if pair[0] >= 0 and pair[1] < 9 and self.has_pungs(*pair)]
        fitting.sort(key=self._loses_a_pair)
        return [Combo(_mask(frozenset(pair)) << PUNG_BITS | 1 << PAIR_BITS + eyes, 1, 0) for pair in fitting[:1]]

    def _loses_a_pair(self, pair: tuple[int, int]) -> bool:
        low, high = pair
        in_three = (low > 0 and self.has_pungs(low - 1)) or self.has_pungs(high + 1)
        return high - low == 1 and not in_three

    @property
    def uncovered_eyes(self) -> int | None:
        """The rank of the pair; nothing is covered in a hand of one shape."""
        return self.eyes

    @property
    def number_of_kongs(self) -> int:
        """Kongs of any kind."""
        return self.kongs.bit_count()

    @property
    def number_of_closed_kongs(self) -> int:
        """Concealed kongs."""
        return self.closed_kongs.bit_count()

    @property
    def own_winds(self) -> frozenset[int]:
        """The ranks of the seat wind and of the round wind."""
        return frozenset({self.seat, self.round})

    def sisters(self, length: int, with_eyes: bool) -> list[Combo]:
        """姊妹 Triplets of so many ranks in a row, one of which is the pair if `with_eyes`.

        The longest row takes its groups first, without the pair before with it; then what is left is looked at again.
        """
        if self._rows is None:
            self._rows = self._laid_in_rows()
        return [Combo(content, 1, 0) for found, eyes, content in self._rows if found == length and eyes == with_eyes]

    def _laid_in_rows(self) -> list[tuple[int, bool, int]]:
        pungs, eyes = self.pungs, 0 if self.eyes is None else 1 << self.eyes
        rows: list[tuple[int, bool, int]] = []
        together = pungs | eyes
        if not together & together >> 1:
            return rows
        for length in (5, 4, 3, 2):
            for pair in (0, eyes) if eyes and length > 2 else (0,):
                for first in bits(_runs(pungs | pair, length)):
                    row = (1 << length) - 1 << first
                    if row & pair == pair and not row & ~(pungs | pair):
                        rows.append((length, pair > 0, (row & ~pair) << PUNG_BITS | pair << PAIR_BITS))
                        pungs &= ~row
                        eyes &= ~pair
        return rows

    def pair_runs(self, length: int) -> list[Combo]:
        """連對 As `Suit.pair_runs`."""
        runs = [run for run in runs_of_pairs(self.pairs) if len(run) == length]
        return [Combo(_mask(frozenset(run)) << PAIR_BITS, 1, 0) for run in runs]

    def returns(self) -> list[PackedReturn]:
        """四歸 Kinds of which all four copies are used without a kong, and in how many groups (L-25)."""
        if self._returned is None:
            self._returned = [self._return(rank) for rank in bits(self.fours)]
        return self._returned

    def return_kinds(self, kinds: list[PackedReturn]) -> None:
        """These are the kinds returned, whatever its groups are."""
        self._returned = kinds

    def returned_in(self, number: int) -> list[Combo]:
        """四歸 Each kind returned in so many groups."""
        return [Combo(kind.content, not kind.closed, kind.closed) for kind in self.returns() if kind.groups == number]

    def returned_together(self, number: int) -> list[Combo]:
        """So many kinds, each in its triplet and all of them in one and the same chow."""
        kinds = [kind for kind in self.returns() if kind.groups == 2]
        combos = []
        for chosen in combinations(kinds, number):
            contents = [kind.content for kind in chosen]
            if reduce(and_, contents):
                closed = all(kind.closed for kind in chosen)
                combos.append(Combo(reduce(or_, contents), not closed, closed))
        return combos

    def _return(self, rank: int) -> PackedReturn:
        groups, content, closed = 0, 0, self.discard != rank
        for first in range(max(rank - 2, 0), min(rank, 6) + 1):
            copies = self.chows[first]
            if copies:
                groups += copies
                content |= 1 << first
                closed = closed and self.closed_chows[first] == copies
        if self.pungs >> rank & 1:
            groups += 1
            content |= 1 << PUNG_BITS + rank
            closed = closed and self.closed_pungs >> rank & 1 > 0
        if self.eyes == rank:
            groups += 1
            content |= 1 << PAIR_BITS + rank
        return PackedReturn(rank, groups, closed, content)


def _runs(ranks: int, length: int) -> int:
    """From which ranks (bits) so many of these `ranks` (bits) are adjacent."""
    for _ in range(length - 1):
        ranks &= ranks >> 1
    return ranks


@cache
def _mask(ranks: frozenset[int]) -> int:
    """Ranks as bits."""
    return sum([1 << rank for rank in ranks])


@cache
def one_instance(content: int, closed: bool = False) -> list[Combo]:
    """One instance of a content, as a list that nobody changes."""
    return [Combo(content, not closed, int(closed))]


@cache
def chow_content(starts: tuple[int, ...]) -> int:
    """The content bits of chows that start at these ranks."""
    content = 0
    for start in starts:
        content |= 1 << CHOW_BITS + start
    return content
