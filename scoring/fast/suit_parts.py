"""Half of a suit, its chows or its other groups, with the worth of its fans; and 四歸, the worth of kinds whose copies
are in several groups. There are few different halves and they recur in many suits, so each is asked only once."""

from collections.abc import Sequence

from scoring.fans.fan import Scope
from scoring.fast.cache import MAX_ENTRIES, store
from scoring.fast.fan_table import NOTHING, ONE_SUIT, SUMS_AT, FanTable, ScoredView
from scoring.fast.keys import HAS_CHOWS, HAS_SETS, ONE_CONCEALED_PUNG, Summary, chow_summary, return_sums, set_summary
from scoring.fast.packed_views import PackedSuit
from scoring.fast.packing import SPREAD, TRIPLES, meld_chows, meld_pungs
from scoring.fast.warm_up import usual_chows, usual_returns, usual_sets
from scoring.reading.suit import Return

NO_WIND = 8
"""A rank that no honour has: no triplet of the seat or round wind."""

STARTS_AT, PUNGS_AT = 12, 19
MET_STARTS, MET_PUNGS = 127 << STARTS_AT, 511 << PUNGS_AT
OF_CHOWS, OF_SETS = HAS_CHOWS | MET_STARTS, HAS_SETS | MET_PUNGS
_CONCEALED_PUNGS_AT, _CONCEALED_PUNGS = 9, 511 << 9
"""Where the index of an other half has its concealed triplets."""


class Half:
    """The chows of a part, or its other groups: the worth of their fans and what they add to the hand.

    `adds`, `rows`: of its block and its sums · `flags`, `melds`: see `scoring.fast.keys` · `meets`: see `Piece`,
    leaving open what only the other half decides · `chows_id`: of its chows · `pair`: it holds the pair · `id`: all
    that fans across suits see · `two_valued`: a fan that counts is worth more when concealed.
    """

    __slots__ = ("adds", "block", "chows_id", "flags", "id", "meets", "melds", "pair", "part", "rows", "two_valued")

    def __init__(
        self, part: PackedSuit, block: ScoredView, summary: Summary, meets: int, id: int, two_valued: bool
    ) -> None:
        self.part = part
        self.block = block
        self.flags, alls, sums, self.melds = summary
        self.adds = block.adds + (sums << SUMS_AT)
        if part.suited and self.flags:
            self.adds += ONE_SUIT
        self.rows = block.rows
        self.meets = alls | meets
        self.id = id
        self.two_valued = two_valued
        self.chows_id = part.chows_id
        self.pair = part.eyes is not None

    def opened(self, part: PackedSuit, id: int, less: int) -> "Half":
        """The same with other groups open, which makes no fan cheaper. `less`: how much less it adds."""
        half = Half.__new__(Half)
        half.part = part
        half.id = id
        half.adds = self.adds - less
        half.block, half.rows, half.flags, half.meets = self.block, self.rows, self.flags, self.meets
        half.melds, half.two_valued, half.chows_id, half.pair = self.melds, False, self.chows_id, self.pair
        return half


class Melded:
    """The melds of one suit, with the winds for honours: the part shared by all concealed tiles beside them.
    `triplets`: kongs among them · `tiles`: of chows and pungs, in counts of three bits, `held`: of kongs too ·
    `index`: what distinguishes other halves, their concealed groups aside."""

    __slots__ = ("chows", "concealed_kongs", "held", "index", "kongs", "round", "seat", "suited", "tiles", "triplets")

    def __init__(self, key: int, suited: bool, seat: int = NO_WIND, round: int = NO_WIND) -> None:
        self.suited = suited
        self.seat = seat
        self.round = round
        self.chows = meld_chows(key)
        pungs, open_kongs, self.concealed_kongs = meld_pungs(key)
        self.kongs = open_kongs | self.concealed_kongs
        self.triplets = pungs | self.kongs
        self.tiles = self.chows * TRIPLES + 3 * SPREAD[pungs]
        self.held = self.tiles + 4 * SPREAD[self.kongs]
        self.index = (not suited) << 22 | self.kongs << 31 | self.concealed_kongs << 40


NO_MELDS = Melded(0, True)


class Halves:
    """`chows`: by all of them above the concealed ones (21 bits)."""

    def __init__(self, prices: FanTable) -> None:
        self._prices = prices
        self._chow_fans = prices.scope(Scope.SUIT_CHOWS)
        self._set_fans = (
            prices.scope(Scope.HONOR_SETS, Scope.ANY_SETS),
            prices.scope(Scope.SUIT_SETS, Scope.ANY_SETS),
        )
        self.chows: dict[int, Half] = {}
        self._alike_chows: dict[int, Half] = {}
        self._others: dict[int, Half] = {}
        self._alike_others: dict[int, Half] = {}

    def prepare(self) -> None:
        for chows in usual_chows():
            self.of_chows(chows, chows)
        for pungs, eyes in usual_sets():
            self.of_others(NO_MELDS, pungs, pungs, eyes)

    def of_chows(self, chows_id: int, concealed_id: int) -> Half:
        index = chows_id << 21 | concealed_id
        half = self.chows.get(index)
        if half is None:
            if len(self.chows) > MAX_ENTRIES:
                self.chows.clear()
                self._alike_chows.clear()
            half = self.chows[index] = self._new_chows(PackedSuit(True, chows_id, concealed_id), index)
        return half

    def _new_chows(self, part: PackedSuit, id: int) -> Half:
        asked = self._alike_chows.get(part.chows_id)
        if asked is not None:
            return asked.opened(part, id, 0)
        block = self._chow_fans.ask(part, (part.number, 0, False, False, 0))
        meets = OF_SETS | part.starts << STARTS_AT
        if part.starts:
            meets |= HAS_CHOWS
        half = Half(part, block, chow_summary(part), meets, id, self._prices.two_valued(block))
        if not half.two_valued:
            self._alike_chows[part.chows_id] = half
        return half

    def of_others(self, melded: Melded, pungs: int, concealed_pungs: int, eyes: int | None) -> Half:
        """Triplets (bits), the concealed ones of them, and the pair (its rank) beside these melds; `pungs` includes
        their kongs."""
        index = pungs | concealed_pungs << _CONCEALED_PUNGS_AT | (0 if eyes is None else eyes + 1) << 18 | melded.index
        if not melded.suited:
            seat, round = _winds(pungs, melded.seat, melded.round)
            index |= seat << 23 | round << 27
        half = self._others.get(index)
        if half is None:
            if len(self._others) > MAX_ENTRIES:
                self._others.clear()
                self._alike_others.clear()
            half = self._others[index] = self._new_others(index, melded, pungs, concealed_pungs, eyes)
        return half

    def _new_others(self, index: int, melded: Melded, pungs: int, concealed_pungs: int, eyes: int | None) -> Half:
        seat, round = _winds(pungs, melded.seat, melded.round)
        kongs, concealed_kongs = melded.kongs, melded.concealed_kongs
        part = PackedSuit(
            melded.suited, 0, 0, pungs, concealed_pungs, kongs, concealed_kongs, eyes, seat=seat, round=round
        )
        alike = index & ~_CONCEALED_PUNGS
        asked = self._alike_others.get(alike)
        if asked is not None:
            fewer = asked.part.concealed_pungs.bit_count() - concealed_pungs.bit_count()
            return asked.opened(part, asked.id, fewer * ONE_CONCEALED_PUNG << SUMS_AT)
        half = self.asked_sets(part)
        if not half.two_valued:
            self._alike_others[alike] = half
        return half

    def asked_sets(self, part: PackedSuit) -> Half:
        there = (0, part.pungs.bit_count(), part.eyes is not None, part.kongs > 0, len(part.pairs))
        block = self._set_fans[part.suited].ask(part, there)
        meets = OF_CHOWS | part.pungs << PUNGS_AT
        id = part.pungs
        if part.eyes is not None:
            id |= 1 << 9 + part.eyes
        if id:
            meets |= HAS_SETS
        return Half(part, block, set_summary(part), meets, id, self._prices.two_valued(block))


def _winds(pungs: int, seat: int, round: int) -> tuple[int, int]:
    return seat if pungs >> seat & 1 else NO_WIND, round if pungs >> round & 1 else NO_WIND


class Returns:
    """四歸 in one suit: its fans, and what it adds, sums included."""

    __slots__ = ("adds", "block")

    def __init__(self, block: ScoredView, sums: int) -> None:
        self.block = block
        self.adds = block.adds + (sums << SUMS_AT)


NO_RETURNS = Returns(NOTHING, 0)


Together = tuple[int, int, int, int, int | None, int | None]


class Returned:
    def __init__(self, prices: FanTable) -> None:
        self._prices = prices
        self._fans = prices.scope(Scope.RETURNS)
        self._fans_around = prices.scope_beside(Scope.RETURNS, Scope.SUIT_CHOWS)
        self._kinds_together = any(fan.needs.pungs > 1 for _, fan in self._fans.fans)
        self._returns: dict[int, Returns] = {}
        self._together: dict[Together, Returns] = {}

    def prepare(self) -> None:
        for kinds in usual_returns():
            self.of_kinds(kinds)

    def of_kinds(self, kinds: Sequence[tuple[int, bool]]) -> Returns:
        index = sum([_RETURNED[not concealed][groups] for groups, concealed in kinds])
        if index not in self._returns:
            part = PackedSuit(returned=[Return(*kind, 1 << rank) for rank, kind in enumerate(kinds)])
            self._returns[index] = Returns(self._fans.ask(part), return_sums(part))
        return self._returns[index]

    def of_suit(self, fours: int, chows: Half, others: Half, discard: int | None) -> Returns:
        """`fours`: kinds (bits) · `discard`: rank of another player's winning tile if here."""
        sets = others.part
        if (self._kinds_together and fours & fours - 1) or chows.part.most >= 4:
            # Kinds may be returned in the same groups, or inside 一色四同順.
            where = discard if discard is not None and fours >> discard & 1 else None
            eyes = sets.eyes if sets.eyes is not None and fours >> sets.eyes & 1 else None
            whole = fours, chows.id, sets.pungs & fours, sets.concealed_pungs & fours, eyes, where
            return self._together.get(whole) or store(self._together, whole, self._ask(fours, chows, others, where))
        opened = sets.pungs & ~sets.concealed_pungs
        if discard is not None:
            opened |= 1 << discard
        # Nine counts of three bits: groups that hold a rank, and how many of them are open.
        holding = chows.chows_id * TRIPLES + SPREAD[sets.pungs]
        if sets.eyes is not None:
            holding += 1 << 3 * sets.eyes
        open_ones = (chows.chows_id - chows.part.concealed_id) * TRIPLES + SPREAD[opened]
        index = 0
        left = fours
        while left:
            at = 3 * left.bit_length() - 3
            left ^= 1 << at // 3
            index += _RETURNED[open_ones >> at & 7 > 0][holding >> at & 7]
        return self._returns.get(index) or store(self._returns, index, self._ask(fours, chows, others, discard))

    def _ask(self, fours: int, chows: Half, others: Half, discard: int | None) -> Returns:
        """The fans of 四歸, without those inside a fan of the chows or removed by it (一色四同順)."""
        sets = others.part
        part = PackedSuit(
            sets.suited,
            chows.part.chows_id,
            chows.part.concealed_id,
            sets.pungs,
            sets.concealed_pungs,
            sets.kongs,
            sets.concealed_kongs,
            sets.eyes,
            fours,
            discard,
        )
        there = (part.number, part.pungs.bit_count(), False, False, 0)
        if chows.block is NOTHING or not self._prices.above(chows.block, self._fans):
            return Returns(self._fans.ask(part, there), return_sums(part))
        return Returns(self._fans_around.ask(part, there, self._fans.mask), return_sums(part))


_RETURNED = [[0, 0, *[1 << 6 * groups - (12 if opened else 9) for groups in range(2, 8)]] for opened in (False, True)]
"""What one kind, concealed or not, in so many groups adds to the index of `Returns`: counts of three bits."""
