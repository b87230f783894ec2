"""一門 `scoring.reading.suit.Suit` on packed integers: the same methods, by shifts and masks."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from scoring.fast.packing import bits, chow_facts
from scoring.hand.melds import PUNG
from scoring.reading.combos import Combo, instances
from scoring.reading.suit import AnySuit, Return

CHOW_BITS, PUNG_BITS, PAIR_BITS = 0, 7, 16
"""Where chows by first rank, pungs and pairs are in the content of a combination; a suit takes 25 bits."""
CONTENT_WIDTH = 25

EVERY_RANK = 511
TERMINALS = 0b100000001
SIMPLES = 0b011111110


_SLOTS = """
chows chows_id closed_chows closed_id starts closed_starts number most pungs closed_pungs kongs closed_kongs
eyes fours discard seat round pairs suited _returned
"""


class PackedSuit(AnySuit):
    """一門 The groups of one suit (ranks 0–8) or of the honours (東南西北白發中 = 0–6).

    `chows`, `closed_chows`: number by first rank, also packed in three bits each (`chows_id`, `closed_id`) · `starts`,
    `closed_starts`: their first ranks, as bits · `number`: of chows, `most`: of equal ones · `pungs` (kongs included),
    `closed_pungs`, `kongs`, `closed_kongs`: a bit for each rank · `eyes`: rank of the pair if here · `fours`: ranks
    (bits) with all four copies in several groups · `discard`: rank of the winning tile if another player's and here ·
    `seat`, `round`: the winds as ranks · `pairs`: as in `Suit`. Lone tiles are left to the definition.
    """

    __slots__ = tuple(_SLOTS.split())

    chows: tuple[int, ...]
    closed_chows: tuple[int, ...]

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
        self._returned: list[Return] | None = None

    @property
    def pung_ranks(self) -> frozenset[int]:
        return _RANKS[self.pungs]

    def content(self, kind: str, ranks: Iterable[int]) -> int:
        lowest = PUNG_BITS if kind == PUNG else PAIR_BITS
        return sum([1 << lowest + rank for rank in ranks])

    def chow_sets(self, *starts: int) -> list[Combo]:
        """單式 As `Suit.chow_sets`. Two instances of one content count only if they differ in at least two chows, so
        of two chows there are as many as the scarcer has copies, of three the product of the two scarcest."""
        content = chow_content(starts)
        return [self._chow_set(content, starts, 0)] if self.starts & content == content else []

    def chow_windows(self, *steps: int) -> list[Combo]:
        fitting = self.starts
        for step in steps:
            fitting &= self.starts >> step
        if not fitting:
            return []
        content = chow_content(steps)
        return [self._chow_set(content << first, steps, first) for first in bits(fitting)]

    def _chow_set(self, content: int, steps: tuple[int, ...], first: int) -> Combo:
        if self.most == 1:
            return Combo(content, 1, 0) if content & ~self.closed_starts else Combo(content, 0, 1)
        number = closed = instances([self.chows[first + step] for step in steps])
        if self.closed_id != self.chows_id:
            closed = instances([self.closed_chows[first + step] for step in steps])
        return Combo(content, number - closed, closed)

    def equal_chows(self, number: int) -> list[Combo]:
        if self.most < number:
            return []
        return [Combo(1 << first, 1, 0) for first, copies in enumerate(self.chows) if copies >= number]

    def twin_chows(self) -> list[Combo]:
        return self.equal_chows(2)

    @property
    def doubled_chows(self) -> int:
        return self.chows.count(2)

    @property
    def number_of_kongs(self) -> int:
        return self.kongs.bit_count()

    @property
    def number_of_closed_kongs(self) -> int:
        return self.closed_kongs.bit_count()

    def returns(self) -> list[Return]:
        if self._returned is None:
            self._returned = [self._return(rank) for rank in bits(self.fours)]
        return self._returned

    def return_kinds(self, kinds: list[Return]) -> None:
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
        if self.eyes == rank:
            groups += 1
            content |= 1 << PAIR_BITS + rank
        return Return(groups, closed, content)


_RANKS = tuple(frozenset(bits(ranks)) for ranks in range(512))


@cache
def chow_content(starts: tuple[int, ...]) -> int:
    content = 0
    for start in starts:
        content |= 1 << CHOW_BITS + start
    return content
