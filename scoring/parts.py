"""One suit's share of a reading: its groups with what is concealed, and the sets of groups that fans are made of.

A fan that looks at one suit is a function of a `Part`. Knows no other suit and no value.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scoring.packing import bits, by_rank, first_ranks

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
    `starts`: first ranks of the chows, as bits · `pungs` (kongs among them), `closed_pungs`, `kongs`, `closed_kongs`:
    a bit for each rank · `eyes`: rank of a basic hand's pair here · `pairs`: ranks of the pairs of 嚦咕, one entry
    each · `singles`: ranks of the lone tiles of 十三么, 十六不搭 · `fours`: ranks of which four copies lie in several
    groups · `discard`: rank of the winning tile if another's and here · `seat`, `round`: the winds as ranks.
    """

    __slots__ = (
        "_returned",
        "chows",
        "chows_id",
        "closed_chows",
        "closed_id",
        "closed_kongs",
        "closed_pungs",
        "discard",
        "eyes",
        "fours",
        "kongs",
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
        self.chows = by_rank(chows_id)
        self.closed_chows = by_rank(closed_id)
        self.starts = first_ranks(chows_id)
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
        self._returned: list[Return] | None = None

    def chow_sets(self, *starts: int) -> list[Combo]:
        """單式 The chows that start at these different ranks, taken together.

        Two instances of one content count only if they differ in two chows at least, so of two chows there are as many
        as the scarcer has copies, of three the product of the two scarcest.
        """
        content = chow_content(starts)
        if self.starts & content != content:
            return []
        number = instances([self.chows[start] for start in starts])
        closed = instances([self.closed_chows[start] for start in starts])
        return [Combo(content, number - closed, closed)]

    def chow_windows(self, *steps: int) -> list[Combo]:
        """`chow_sets` of the same pattern from every rank at which it fits."""
        fitting = self.starts
        for step in steps:
            fitting &= self.starts >> step
        return [combo for first in bits(fitting) for combo in self.chow_sets(*(first + step for step in steps))]

    def equal_chows(self, number: int) -> list[Combo]:
        """One instance for each chow that is there `number` times at least."""
        return [Combo(1 << first, 1, 0) for first, copies in enumerate(self.chows) if copies >= number]

    def pung_sets(self, *ranks: int) -> list[Combo]:
        """The pungs of these ranks taken together."""
        content = 0
        for rank in ranks:
            content |= 1 << rank
        return [Combo(content << PUNG_BITS, 1, 0)] if self.pungs & content == content else []

    def pung_windows(self, number: int) -> list[Combo]:
        """So many pungs of adjacent ranks, from every rank at which they fit."""
        fitting = self.pungs
        for step in range(1, number):
            fitting &= self.pungs >> step
        window = (1 << number) - 1
        return [Combo(window << PUNG_BITS + first, 1, 0) for first in bits(fitting)]

    def each_pung(self, among: int = EVERY_RANK) -> list[Combo]:
        """One instance for every pung or kong of these ranks."""
        return [Combo(1 << PUNG_BITS + rank, 1, 0) for rank in bits(self.pungs & among)]

    def returns(self) -> list[Return]:
        """四歸 Kinds of which all four copies are used without a kong, and in how many groups (L-25)."""
        if self._returned is None:
            self._returned = [self._return(rank) for rank in bits(self.fours)]
        return self._returned

    def _return(self, rank: int) -> Return:
        groups = self._groups_with(rank)
        closed = self.discard != rank
        content = 0
        for concealed, bit in groups:
            closed = closed and concealed
            content |= bit
        return Return(rank, len(groups), closed, content)

    def _groups_with(self, rank: int) -> list[tuple[bool, int]]:
        """Groups that hold this rank: (concealed, content bit)."""
        groups = [
            (copy < self.closed_chows[first], 1 << first)
            for first in range(max(rank - 2, 0), min(rank, 6) + 1)
            for copy in range(self.chows[first])
        ]
        if self.pungs >> rank & 1:
            groups.append((bool(self.closed_pungs >> rank & 1), 1 << PUNG_BITS + rank))
        twins = self.pairs.count(rank) + (self.eyes == rank)
        return groups + [(True, 1 << PAIR_BITS + rank)] * twins


def instances(copies: list[int]) -> int:
    """單式 How many sets of one of each, any two of them differing in two members at least."""
    if len(copies) == 2:
        return min(copies)
    low, middle, _ = sorted(copies)
    return low * middle


def chow_content(starts: Iterable[int]) -> int:
    """The content bits of chows that start at these ranks."""
    content = 0
    for start in starts:
        content |= 1 << CHOW_BITS + start
    return content
