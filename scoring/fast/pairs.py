"""嚦咕 The half of a hand that is seven pairs and a triplet: its plain views, with a memory of their answers."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.fans.fan import Scope
from scoring.fast.adding_up import Occasion, Resolved, Tally
from scoring.fast.prices import NOTHING, Block
from scoring.hand.winning_hand import WinningHand
from scoring.reading.suit import Suit
from scoring.reading.views import makeup_of, shape_of, suits_of
from scoring.reading.whole import Finish, Wait
from scoring.reading.winning_shapes import SEVEN_PAIRS, readings

REMEMBERED = 10_000


class Pairs:
    """The memory of one rule set."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._blocks: dict[object, Block] = {}
        scope = tally.prices.scope
        self._suit = (scope(Scope.SUIT_SETS, Scope.ANY_SETS), scope(Scope.HONOR_SETS, Scope.ANY_SETS))
        self._fans = {one: scope(one) for one in (Scope.RETURNS, Scope.MAKEUP, Scope.SHAPE, Scope.WAIT, Scope.FINISH)}

    def count(self, hand: WinningHand, occasion: Occasion, wait: Wait) -> tuple[Resolved, Sequence[Suit]]:
        """嚦咕 What its fans count, and the suits."""
        (reading,) = readings(hand, SEVEN_PAIRS)
        suits = suits_of(reading, hand)
        makeup = makeup_of(reading, hand)
        blocks = [occasion.win, occasion.flowers, *[self._of_suit(suit, hand) for suit in suits]]
        blocks += [self._returned(suit) for suit in suits]
        for scope, view in (
            (Scope.MAKEUP, makeup),
            (Scope.SHAPE, shape_of(reading, suits)),
            (Scope.WAIT, wait),
            (Scope.FINISH, Finish(makeup, wait)),
        ):
            index = scope, view
            blocks.append(self._blocks.get(index) or self._remember(index, self._fans[scope].ask(view)))
        return self._tally.resolved([block for block in blocks if block is not NOTHING]), suits

    def _of_suit(self, suit: Suit, hand: WinningHand) -> Block:
        winds = (hand.seat_wind, hand.round_wind) if suit.number == 3 else ()
        index = suit.number == 3, suit.pairs, *suit.pungs, *winds
        return self._blocks.get(index) or self._remember(index, self._suit[suit.number == 3].ask(suit))

    def _returned(self, suit: Suit) -> Block:
        index = "returned", *[kind.closed for kind in suit.returns()]
        return self._blocks.get(index) or self._remember(index, self._fans[Scope.RETURNS].ask(suit))

    def _remember(self, index: object, block: Block) -> Block:
        if len(self._blocks) > REMEMBERED:
            self._blocks.clear()
        self._blocks[index] = block
        return block
