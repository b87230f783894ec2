"""One suit's share of a reading: its groups with what is concealed, and the sets of groups that fans are made of.

A fan that looks at one suit is a function of a `Part`. Knows no other suit and no value.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from functools import cache
from typing import NamedTuple

from scoring.packing import bits, chow_facts

CHOW_BITS, PUNG_BITS, PAIR_BITS = 0, 7, 16
"""Where chows by first rank, pungs and pairs stand in the content of a combination; a suit takes 25 bits."""
CONTENT_WIDTH = 25

EVERY_RANK = 511
TERMINALS = 0b100000001
SIMPLES = 0b011111110


class Combo(NamedTuple):
    """組合 One content (groups as bits) and how many instances of it count: with an open group, wholly concealed."""

    content: int
    open: int
    closed: int


class Return(NamedTuple):
    """四歸 A kind of which all four copies lie in `groups` groups, no kong; `closed` if all of them are concealed."""

    rank: int
    groups: int
    closed: bool
    content: int


class Part:
    """一門 The groups of one suit (ranks 0–8) or of the honours (東南西北白發中 = 0–6).

    `chows`, `closed_chows`: number by first rank, also packed in three bits each (`chows_id`, `closed_id`) ·
    `starts`, `closed_starts`: their first ranks, as bits · `number`: of chows, `most`: of equal ones ·
    `pungs` (kongs among them), `closed_pungs`, `kongs`, `closed_kongs`: a bit for each rank ·
    `eyes`: rank of a basic hand's pair here · `pairs`: ranks of the pairs of 嚦咕, one entry each ·
    `singles`: ranks of the lone tiles of 十三么, 十六不搭 · `fours`: ranks of which four copies lie in several groups ·
    `discard`: rank of the winning tile if another's and here · `seat`, `round`: the winds as ranks ·
    `covered`: ranks whose pairs count as 連對 in the other half of 兩食, where the rule set looks at that.
    """

    __slots__ = (
        "_returned",
        "_rows",
        "chows",
        "chows_id",
        "closed_chows",
        "closed_id",
        "closed_kongs",
        "closed_pungs",
        "closed_starts",
        "covered",
        "discard",
        "eyes",
        "fours",
        "kongs",
        "most",
        "number",
        "pairs",
        "pungs",
        "round",
        "seat",
        "singles",
        "starts",
        "suited",
    )

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
        singles: int = 0,
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
        self.singles = singles
        self.covered = 0
        self._returned: list[Return] | None = None
        self._rows: list[tuple[int, bool, int]] | None = None

    def covering(self, ranks: int) -> Part:
        """The same part with `covered` ranks (bits)."""
        part = copy(self)
        part.covered = ranks
        return part

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
        """一般高 One instance for each chow that is there twice at least and is not made of `covered` pairs."""
        return (
            self.equal_chows(2) if not self.covered else [c for c in self.equal_chows(2) if not self._covers(c.content)]
        )

    def doubled_chows(self) -> int:
        """How many different chows are there exactly twice and not made of `covered` pairs."""
        if not self.covered:
            return self.chows.count(2)
        return sum([copies == 2 and not self._covers(1 << first) for first, copies in enumerate(self.chows)])

    def _covers(self, start: int) -> bool:
        return not 7 * start & ~self.covered

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

    def each_pung(self, among: int = EVERY_RANK) -> list[Combo]:
        """One instance for every pung or kong of these ranks."""
        return [Combo(1 << PUNG_BITS + rank, 1, 0) for rank in bits(self.pungs & among)]

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
        """連對 Pairs of so many ranks in a row, the longest run first; a rank there twice may be in two runs."""
        return [Combo(run << PAIR_BITS, 1, 0) for run in self._runs_of_pairs() if run.bit_count() == length]

    def ranks_in_runs(self) -> int:
        """連對 The ranks (bits) of which a pair is in a run."""
        ranks = 0
        for run in self._runs_of_pairs():
            ranks |= run
        return ranks

    def _runs_of_pairs(self) -> list[int]:
        """All runs of three pairs and more, as ranks (bits)."""
        runs = []
        left = list(self.pairs)
        while run := _longest_run(left):
            runs.append(run)
            for rank in bits(run):
                left.remove(rank)
        return runs

    def returns(self) -> list[Return]:
        """四歸 Kinds of which all four copies are used without a kong, and in how many groups (L-25)."""
        if self._returned is None:
            self._returned = [self._return(rank) for rank in bits(self.fours)]
        return self._returned

    def return_kinds(self, kinds: list[Return]) -> None:
        """These are the kinds returned, whatever its groups are."""
        self._returned = kinds

    def _return(self, rank: int) -> Return:
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
        twins = self.pairs.count(rank) + (self.eyes == rank)
        if twins:
            groups += twins
            content |= 1 << PAIR_BITS + rank
        return Return(rank, groups, closed, content)


def instances(copies: list[int]) -> int:
    """單式 How many sets of one of each, any two of them differing in two members at least."""
    if len(copies) == 2:
        return min(copies)
    low, middle, _ = sorted(copies)
    return low * middle


def _runs(ranks: int, length: int) -> int:
    """From which ranks (bits) so many of these `ranks` (bits) are adjacent."""
    for _ in range(length - 1):
        ranks &= ranks >> 1
    return ranks


def _longest_run(ranks: Iterable[int]) -> int:
    """The longest run of three ranks and more (bits), the lowest of equals; 0 where there is none."""
    held = 0
    for rank in ranks:
        held |= 1 << rank
    longest = run = 0
    for rank in range(10):
        if held >> rank & 1:
            run |= 1 << rank
        else:
            longest = run if run.bit_count() > max(longest.bit_count(), 2) else longest
            run = 0
    return longest


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
