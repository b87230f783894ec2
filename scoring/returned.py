"""四歸 What the kinds of which all four copies lie in several groups of one suit are worth.

It depends on how many kinds lie in how many groups and on which of them are concealed, so it is remembered by that.
"""

from __future__ import annotations

from scoring.fans.fan import Scope
from scoring.halves import NO_MELDS, REMEMBERED, Half, Halves
from scoring.packing import SPREAD, TRIPLES
from scoring.parts import Part, Return
from scoring.preparation import usual_returns
from scoring.prices import NOTHING, SUMS_AT, Block, Prices
from scoring.shape import return_sums


class Returns:
    """四歸 in one suit: their fans, and what they add, sums included."""

    __slots__ = ("adds", "block")

    def __init__(self, block: Block, sums: int) -> None:
        self.block = block
        self.adds = block.adds + (sums << SUMS_AT)


NO_RETURNS = Returns(NOTHING, 0)


Together = tuple[int, int, int, int, int | None, int | None]
"""All that fans of several kinds together depend on."""


class Returned:
    """The memory of one rule set."""

    def __init__(self, prices: Prices) -> None:
        self._prices = prices
        self._fans = prices.scope(Scope.RETURNS)
        self._fans_around = prices.scope_beside(Scope.RETURNS, Scope.SUIT_CHOWS)
        self._kinds_together = any(fan.needs.pungs > 1 for _, fan in self._fans.fans)
        self._returns: dict[int, Returns] = {}
        self._together: dict[Together, Returns] = {}

    def prepare(self, halves: Halves) -> None:
        """備 What many suits return is asked before anybody counts one."""
        for kinds in usual_returns():
            part = Part()
            part.return_kinds([Return(rank, *kind, 1 << rank) for rank, kind in enumerate(kinds)])
            index = sum([_RETURNED[not closed][groups] for groups, closed in kinds])
            self._returns[index] = Returns(self._fans.ask(part), return_sums(part))
        no_sets = halves.of_others(NO_MELDS, 0, 0, None)
        for first in range(7):
            self._four_equal_chows(first, halves, no_sets)

    def _four_equal_chows(self, first: int, halves: Halves, no_sets: Half) -> None:
        """一色四同順 with the kinds that it returns: concealed, and finished with another's tile of each rank."""
        chow = 1 << 3 * first
        self.of_suit(7 << first, halves.of_chows(4 * chow, 4 * chow), no_sets, None)
        for discard in range(first, first + 3):
            self.of_suit(7 << first, halves.of_chows(4 * chow, 3 * chow), no_sets, discard)

    def of_suit(self, fours: int, chows: Half, others: Half, discard: int | None) -> Returns:
        """四歸 in a suit of these halves. `fours`: kinds (bits) · `discard`: rank of another's winning tile if here."""
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

    def _block(self, part: Part, chows: Half) -> Block:
        """The fans of 四歸, without those that lie inside a fan of the chows or are removed by it (一色四同順)."""
        there = (part.number, part.pungs.bit_count(), False, False, 0)
        if chows.block is NOTHING or not self._prices.above(chows.block, self._fans):
            return self._fans.ask(part, there)
        together = self._fans_around.ask(part, there)
        return self._prices.only(together, self._fans)

    def of_pairs(self, part: Part, chows: Half) -> Returns:
        """四歸 in a suit of 嚦咕: two pairs each, concealed but for the kind of another's winning tile."""
        kinds = part.fours.bit_count()
        opened = part.fours >> part.discard & 1 if part.discard is not None else 0
        index = opened * _RETURNED[True][2] + (kinds - opened) * _RETURNED[False][2]
        returns = self._returns.get(index)
        if returns is None:
            returns = self._returns[index] = Returns(self._block(part, chows), return_sums(part))
        return returns


_RETURNED = [[0, 0, *[1 << 6 * groups - (12 if opened else 9) for groups in range(2, 8)]] for opened in (False, True)]
"""What a kind returned, concealed or not, in so many groups adds to the index of `Returns`: counts of three bits."""


def _with_returns(fours: int, chows: Half, others: Half, discard: int | None) -> Part:
    """The whole part, for fans that look at chows and triplets together."""
    sets = others.part
    return Part(
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
