"""看法 `scoring.reading.suit` on packed integers: the same methods, by shifts and masks."""

from collections.abc import Iterable, Sequence
from functools import cache

from scoring.fast.packing import bits, chow_facts
from scoring.hand.melds import PUNG
from scoring.reading.suit import AnySuit, Return
from scoring.reading.views import Combo, instances

CHOW_BITS, PUNG_BITS, PAIR_BITS = 0, 7, 16
"""Where chows by first rank, pungs and pairs are in the content of a combination; a suit takes 25 bits."""
CONTENT_WIDTH = 25

EVERY_RANK = 511
TERMINALS = 0b100000001
SIMPLES = 0b011111110


_SLOTS = """
chows chows_id concealed_chows concealed_id starts concealed_starts number most pungs concealed_pungs kongs
concealed_kongs eyes fours discard seat round pairs suited _returned
"""


class PackedSuit(AnySuit):
    """一門 The groups of one suit (ranks 0–8) or of the honours (東南西北白發中 = 0–6).

    `chows`, `concealed_chows`: number by first rank, also packed in three bits each (`chows_id`, `concealed_id`) ·
    `starts`, `concealed_starts`: their first ranks, as bits · `number`: of chows, `most`: of equal ones · `pungs`
    (kongs included), `concealed_pungs`, `kongs`, `concealed_kongs`: a bit for each rank · `eyes`: rank of the pair if
    here · `fours`: ranks (bits) with all four copies in several groups · `discard`: rank of the winning tile if another
    player's and here · `seat`, `round`: the winds as ranks · `pairs`: as in `Suit`. Lone tiles are left to the
    definition.
    """

    __slots__ = tuple(_SLOTS.split())

    chows: tuple[int, ...]
    concealed_chows: tuple[int, ...]

    def __init__(
        self,
        suited: bool = True,
        chows_id: int = 0,
        concealed_id: int = 0,
        pungs: int = 0,
        concealed_pungs: int = 0,
        kongs: int = 0,
        concealed_kongs: int = 0,
        eyes: int | None = None,
        fours: int = 0,
        discard: int | None = None,
        seat: int = 0,
        round: int = 0,
        pairs: tuple[int, ...] = (),
        returned: list[Return] | None = None,
    ) -> None:
        self.suited = suited
        self.chows_id = chows_id
        self.concealed_id = concealed_id
        self.chows, self.starts, self.number, self.most = chow_facts(chows_id)
        if concealed_id == chows_id:
            self.concealed_chows, self.concealed_starts = self.chows, self.starts
        else:
            self.concealed_chows, self.concealed_starts, _, _ = chow_facts(concealed_id)
        self.pungs = pungs
        self.concealed_pungs = concealed_pungs
        self.kongs = kongs
        self.concealed_kongs = concealed_kongs
        self.eyes = eyes
        self.fours = fours
        self.discard = discard
        self.seat = seat
        self.round = round
        self.pairs = pairs
        self._returned = returned

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
            return Combo(content, 1, 0) if content & ~self.concealed_starts else Combo(content, 0, 1)
        number = concealed = instances([self.chows[first + step] for step in steps])
        if self.concealed_id != self.chows_id:
            concealed = instances([self.concealed_chows[first + step] for step in steps])
        return Combo(content, number - concealed, concealed)

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
    def number_of_concealed_kongs(self) -> int:
        return self.concealed_kongs.bit_count()

    def returns(self) -> list[Return]:
        if self._returned is None:
            self._returned = [self._return(rank) for rank in bits(self.fours)]
        return self._returned

    def _return(self, rank: int) -> Return:
        groups, content, concealed = 0, 0, self.discard != rank
        for first in range(max(rank - 2, 0), min(rank, 6) + 1):
            copies = self.chows[first]
            if copies:
                groups += copies
                content |= 1 << first
                concealed = concealed and self.concealed_chows[first] == copies
        if self.pungs >> rank & 1:
            groups += 1
            content |= 1 << PUNG_BITS + rank
            concealed = concealed and self.concealed_pungs >> rank & 1 > 0
        if self.eyes == rank:
            groups += 1
            content |= 1 << PAIR_BITS + rank
        return Return(groups, concealed, content)


_RANKS = tuple(frozenset(bits(ranks)) for ranks in range(512))


@cache
def chow_content(starts: tuple[int, ...]) -> int:
    content = 0
    for start in starts:
        content |= 1 << CHOW_BITS + start
    return content


OTHER_SUITS = ((1, 2), (0, 2), (0, 1))


Ranks = tuple[int, int, int]
Suits = tuple[int, ...]
Fitting = list[tuple[int, Suits]]
"""Ranks (bits) at which groups of these suits, in this order, fit together."""


class PackedAcross:
    def __init__(self, suits: tuple[PackedSuit, PackedSuit, PackedSuit]) -> None:
        self.suits = suits
        first, second, third = suits
        self._starts = first.starts, second.starts, third.starts
        self._pungs = first.pungs, second.pungs, third.pungs
        self._concealed = first.concealed_starts, second.concealed_starts, third.concealed_starts
        self._single = first.most < 2 and second.most < 2 and third.most < 2

    def equal_chows(self, number: int) -> list[Combo]:
        return self._chow_sets(_shared(self._starts, number), 0)

    def most_equal_chows(self) -> int:
        return max([sum([suit.chows[first] for suit in self.suits]) for first in range(7)])

    def in_several_suits(self) -> bool:
        return sum([starts > 0 for starts in self._starts]) > 1

    def chow_runs(self, step: int) -> list[Combo]:
        return self._chow_sets(_running(self._starts, step), step)

    def _chow_sets(self, fitting: Fitting, step: int) -> list[Combo]:
        """單式 As `Across._chow_sets`: chows of different suits, each `step` ranks above the one before."""
        combos = []
        for firsts, suits in fitting:
            content = _content(suits, step)
            if self._single:
                concealed, shift = firsts, 0
                for suit in suits:
                    concealed &= self._concealed[suit] >> shift
                    shift += step
                combos += [
                    Combo(content << first, 1 - (concealed >> first & 1), concealed >> first & 1)
                    for first in bits(firsts)
                ]
            else:
                combos += [self._several(content << first, suits, first, step) for first in bits(firsts)]
        return combos

    def _several(self, content: int, suits: Suits, first: int, step: int) -> Combo:
        places = [(self.suits[suit], first + step * place) for place, suit in enumerate(suits)]
        number = instances([suit.chows[rank] for suit, rank in places])
        concealed = instances([suit.concealed_chows[rank] for suit, rank in places])
        return Combo(content, number - concealed, concealed)

    def equal_pungs(self, number: int) -> list[Combo]:
        return [
            _pungs([(suit, rank) for suit in suits])
            for shared, suits in _shared(self._pungs, number)
            for rank in bits(shared)
        ]

    def pung_runs(self) -> list[Combo]:
        return [
            _pungs([(suit, first + place) for place, suit in enumerate(order)])
            for fitting, order in _running(self._pungs, 1)
            for first in bits(fitting)
        ]

    def beside_eyes(self, *steps: tuple[int, int]) -> list[Combo]:
        for suit, part in enumerate(self.suits):
            if part.eyes is not None:
                eyes = part.eyes
                left, right = OTHER_SUITS[suit]
                near = self._pungs[left] << 2 >> eyes, self._pungs[right] << 2 >> eyes
                pair = 1 << CONTENT_WIDTH * suit + PAIR_BITS + eyes
                return [
                    Combo(_pungs([(left, eyes + one), (right, eyes + other)]).groups | pair, 1, 0)
                    for one, other in steps
                    if near[0] >> one + 2 & near[1] >> other + 2 & 1
                ]
        return []


@cache
def _content(suits: Suits, step: int) -> int:
    """Content of one chow in each suit, each `step` ranks above the one before, the first from rank 0."""
    return sum([1 << CONTENT_WIDTH * suit + step * place for place, suit in enumerate(suits)])


def _shared(ranks: Ranks, number: int) -> Fitting:
    """Ranks common to so many suits, with those suits; only where there are any."""
    x, y, z = ranks
    if number == 3:
        return [(x & y & z, (0, 1, 2))] if x & y & z else []
    shared: tuple[tuple[int, Suits], ...] = ((x & y, (0, 1)), (x & z, (0, 2)), (y & z, (1, 2)))
    return [found for found in shared if found[0]]


def _running(ranks: Ranks, step: int) -> Fitting:
    """Ranks from which the three suits have one each, `step` apart, with the order of suits; only where there are
    any."""
    x, y, z = ranks
    held = x | y | z
    if not held & held >> step & held >> 2 * step:
        return []
    x1, y1, z1 = x >> step, y >> step, z >> step
    x2, y2, z2 = x1 >> step, y1 >> step, z1 >> step
    running = (
        (x & y1 & z2, (0, 1, 2)),
        (x & z1 & y2, (0, 2, 1)),
        (y & x1 & z2, (1, 0, 2)),
        (y & z1 & x2, (1, 2, 0)),
        (z & x1 & y2, (2, 0, 1)),
        (z & y1 & x2, (2, 1, 0)),
    )
    return [found for found in running if found[0]]


def _pungs(places: Sequence[tuple[int, int]]) -> Combo:
    return Combo(sum([1 << CONTENT_WIDTH * suit + PUNG_BITS + rank for suit, rank in places]), 1, 0)
