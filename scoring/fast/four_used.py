"""四歸 Worth of the kinds whose four copies are in several groups of one suit. It depends only on how many kinds are
in how many groups and which of them are concealed, so it is remembered by that."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.fans.fan import Scope
from scoring.fast.half_suits import Half
from scoring.fast.keys import return_sums
from scoring.fast.memory import REMEMBERED
from scoring.fast.packed_suit import PackedSuit
from scoring.fast.packing import SPREAD, TRIPLES
from scoring.fast.prices import NOTHING, SUMS_AT, Block, Prices
from scoring.fast.warm_up import usual_returns
from scoring.reading.suit import Return


class Returns:
    """四歸 in one suit: its fans, and what it adds, sums included."""

    __slots__ = ("adds", "block")

    def __init__(self, block: Block, sums: int) -> None:
        self.block = block
        self.adds = block.adds + (sums << SUMS_AT)


NO_RETURNS = Returns(NOTHING, 0)


Together = tuple[int, int, int, int, int | None, int | None]


class Returned:
    def __init__(self, prices: Prices) -> None:
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
        index = sum([_RETURNED[not closed][groups] for groups, closed in kinds])
        if index not in self._returns:
            part = PackedSuit()
            part.return_kinds([Return(*kind, 1 << rank) for rank, kind in enumerate(kinds)])
            self._returns[index] = Returns(self._fans.ask(part), return_sums(part))
        return self._returns[index]

    def of_suit(self, fours: int, chows: Half, others: Half, discard: int | None) -> Returns:
        """`fours`: kinds (bits) · `discard`: rank of another player's winning tile if here."""
        sets = others.part
        if (self._kinds_together and fours & fours - 1) or chows.part.most >= 4:
            # Kinds may be returned in the same groups, or inside 一色四同順.
            where = discard if discard is not None and fours >> discard & 1 else None
            eyes = sets.eyes if sets.eyes is not None and fours >> sets.eyes & 1 else None
            whole = fours, chows.id, sets.pungs & fours, sets.closed_pungs & fours, eyes, where
            return self._together.get(whole) or self._new_together(whole, chows, others)
        opened = sets.pungs & ~sets.closed_pungs
        if discard is not None:
            opened |= 1 << discard
        # Nine counts of three bits: groups that hold a rank, and how many of them are open.
        holding = chows.chows_id * TRIPLES + SPREAD[sets.pungs]
        if sets.eyes is not None:
            holding += 1 << 3 * sets.eyes
        open_ones = (chows.chows_id - chows.part.closed_id) * TRIPLES + SPREAD[opened]
        index = 0
        left = fours
        while left:
            at = 3 * left.bit_length() - 3
            left ^= 1 << at // 3
            index += _RETURNED[open_ones >> at & 7 > 0][holding >> at & 7]
        return self._returns.get(index) or self._new_returns(index, fours, chows, others, discard)

    def _new_returns(self, index: int, fours: int, chows: Half, others: Half, discard: int | None) -> Returns:
        part = _with_returns(fours, chows, others, discard)
        returns = self._returns[index] = Returns(self._block(part, chows), return_sums(part))
        return returns

    def _new_together(self, whole: Together, chows: Half, others: Half) -> Returns:
        if len(self._together) > REMEMBERED:
            self._together.clear()
        part = _with_returns(whole[0], chows, others, whole[-1])
        returns = self._together[whole] = Returns(self._block(part, chows), return_sums(part))
        return returns

    def _block(self, part: PackedSuit, chows: Half) -> Block:
        """The fans of 四歸, without those inside a fan of the chows or removed by it (一色四同順)."""
        there = (part.number, part.pungs.bit_count(), False, False, 0)
        if chows.block is NOTHING or not self._prices.above(chows.block, self._fans):
            return self._fans.ask(part, there)
        return self._fans_around.ask(part, there, self._fans.mask)


_RETURNED = [[0, 0, *[1 << 6 * groups - (12 if opened else 9) for groups in range(2, 8)]] for opened in (False, True)]
"""What one kind, concealed or not, in so many groups adds to the index of `Returns`: counts of three bits."""


def _with_returns(fours: int, chows: Half, others: Half, discard: int | None) -> PackedSuit:
    """Chows and triplets together, for fans that look at both."""
    sets = others.part
    return PackedSuit(
        sets.suited,
        chows.part.chows_id,
        chows.part.closed_id,
        sets.pungs,
        sets.closed_pungs,
        sets.kongs,
        sets.closed_kongs,
        sets.eyes,
        fours,
        discard,
    )
