"""莊家: who deals next, under which name and with which streak (league: 莊家及風位 5, 流局 2, 莊家連拉莊 1, 做錯莊)."""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.rules.game_rules import GameRules
from scoring.seats import SEATS, TurnOrder, seat_winds, turn_order

Skips = tuple[int, int, int, int]
"""For each seat, how many of its next turns to deal are skipped."""

NO_SKIPS: Skips = (0, 0, 0, 0)
NOT_RAISED: tuple[int, int, int, int] = (0, 0, 0, 0)


class Turn(NamedTuple):
    """一次莊 The deal to which a hand belongs.

    deal: 0 in 東一局
    dealer: the seat that deals it, even if it was not that player's turn (做錯莊)
    streak: how often in a row the dealer has stayed dealer (拉莊數)
    first_dealer: the seat that dealt 東一局
    wrong: whether the dealer deals out of turn
    skips: for each seat, how many of its next turns to deal are skipped
    spared: a seat whose turn is not skipped after this hand although `skips` counts it (L-54)
    raised: 內插, how many 底 each seat has raised
    orders: for each 圈 the seats in the order in which they play and deal, counted from `first_dealer`; the last order
        is for all later ones
    """

    deal: int
    dealer: int
    streak: int
    first_dealer: int = 0
    wrong: bool = False
    skips: Skips = NO_SKIPS
    spared: int | None = None
    raised: tuple[int, int, int, int] = NOT_RAISED
    orders: tuple[TurnOrder, ...] = (SEATS,)

    @property
    def right_dealer(self) -> int:
        return self.dealer_of(self.deal)

    @property
    def order(self) -> TurnOrder:
        """輪序 The seats in the order of play in this 圈, beginning with the one that deals it first."""
        return turn_order(self.orders, self.deal, self.right_dealer)

    @property
    def seat_winds(self) -> tuple[str, ...]:
        return seat_winds(self.dealer, self.order)

    def dealer_of(self, deal: int) -> int:
        order = self.orders[min(deal // 4, len(self.orders) - 1)]
        return (order[deal % 4] + self.first_dealer) % 4


def after_win(turn: Turn, winners: Sequence[int], rules: GameRules) -> Turn:
    """The dealer who won stays; if another won too, the streak follows L-29."""
    if turn.wrong or turn.dealer not in winners or not rules.dealer.stays_after_win:
        return passed(turn)
    if len(winners) > 1 and rules.dealer.shared_win == "reset":
        return turn._replace(streak=0)
    return turn._replace(streak=turn.streak + 1)


def after_draw(turn: Turn, rules: GameRules) -> Turn:
    """流局: where the rules say so the dealer stays, 拉莊數 + 1."""
    if turn.wrong or not rules.dealer.stays_after_draw:
        return passed(turn)
    return turn._replace(streak=turn.streak + 1)


def thrown_for(turn: Turn, seat: int, rules: GameRules) -> Turn:
    """東風東流局 (tw-club 行牌規定 2; C-8): the dice make `seat` the starting dealer; the same one just stays."""
    if seat == turn.dealer:
        return after_draw(turn, rules)
    return Turn(0, seat, 0, first_dealer=seat, raised=turn.raised, orders=turn.orders)


def after_false_win(turn: Turn, seat: int | None, rules: GameRules) -> Turn:
    """詐胡: the dealer's own passes the deal where the rules say so; else dealer and streak are unchanged."""
    own = turn.dealer == seat and rules.false_win_passes
    return passed(turn) if turn.wrong or own else turn


def passed(turn: Turn) -> Turn:
    """過莊: the next right dealer whose turn is not skipped. The deal may run past the last one: then the game ends."""
    deal, skips = turn.deal + 1, turn.skips
    while skips[seat := turn.dealer_of(deal)] > (seat == turn.spared):
        skips = _with(skips, seat, -1)
        deal += 1
    return Turn(deal, seat, 0, turn.first_dealer, False, skips, raised=turn.raised, orders=turn.orders)


def dealt_by(turn: Turn, seat: int, rules: GameRules) -> Turn:
    """做錯莊: `seat` deals this hand without a streak; where the rules say so, their next turn will be skipped."""
    wrong = rules.wrong_dealer
    if wrong is None or not wrong.skips_turn:
        return turn._replace(dealer=seat, streak=0, wrong=True)
    spared = seat if wrong.very_next == "next_turn" else None
    return turn._replace(dealer=seat, streak=0, wrong=True, skips=_with(turn.skips, seat, 1), spared=spared)


def raised_to(turn: Turn, seat: int, units: int) -> Turn:
    raised = _with(turn.raised, seat, units - turn.raised[seat])
    return turn._replace(raised=raised)


def over(turn: Turn, rules: GameRules) -> bool:
    """兩圈結束: the deal has passed from the last one."""
    return turn.deal >= rules.deals


def _with(skips: Skips, seat: int, change: int) -> Skips:
    changed = list(skips)
    changed[seat] += change
    return (changed[0], changed[1], changed[2], changed[3])
