"""A second, slow hk-classic: purses and a table of debts in fractions, written by the sentences of the text.

It knows wins, draws, 投降 and 詐糊 and nothing else, and shares no code with `scoring`.
"""

from fractions import Fraction
from math import ceil, floor
from typing import Any

SEATS = range(4)


class SlowClassic:
    def __init__(self, base: str, pulling: str) -> None:
        self.base, self.fan = Fraction(base), Fraction(base) / 5  # 一底之五分之一為每一番的錢
        self.dealer_pulls_only = pulling == "dealer"
        self.purse = [Fraction(0)] * 4
        self.debt: dict[tuple[int, int], tuple[Fraction, int]] = {}  # (payer, winner): what lies in the corner, wins
        self.deal, self.in_a_row, self.over = 0, 0, False

    @property
    def dealer(self) -> int:
        return self.deal % 4

    def give(self, payer: int, winner: int, money: Fraction) -> None:
        self.purse[payer] -= money
        self.purse[winner] += money

    def take(self, event: dict[str, Any]) -> bool:
        """Whether the event could be."""
        if event["type"] == "win":
            self.win(event)
        elif event["type"] == "draw":
            for idle in event["not_ready"]:
                for ready in set(SEATS) - set(event["not_ready"]):
                    self.give(idle, ready, self.base)
            self.in_a_row += 1  # 摸和～連莊
        elif event["type"] == "ruling":
            for other in set(SEATS) - {event["seat"]}:
                self.give(event["seat"], other, 10 * self.base)  # 詐糊：不斷拉及連莊
        else:
            money, wins = self.debt.get((event["seat"], event["winner"]), (Fraction(0), 1))
            if wins % 3:
                return False
            self.give(event["seat"], event["winner"], money)
            del self.debt[event["seat"], event["winner"]]
        return True

    def win(self, event: dict[str, Any]) -> None:
        loser = event.get("from")
        hands = {one["seat"]: one["fan"] for one in event.get("winners", [])} or {event["winner"]: event["fan"]}
        for payer, winner in list(self.debt):
            self.settle(payer, winner, set(hands), loser)
        for winner, fan in hands.items():
            for payer in set(SEATS) - {winner} if loser is None else {loser}:
                self.owe(payer, winner, fan + {1: 0, 2: 5, 3: 10}[len(hands)])
        if self.dealer not in hands:
            self.deal, self.in_a_row = self.deal + 1, 0
        else:
            self.in_a_row = self.in_a_row + 1 if len(hands) == 1 else 0
        if self.deal == 16:
            self.over = True
            for (payer, winner), (money, _) in self.debt.items():
                self.give(payer, winner, money)
            self.debt = {}

    def owe(self, payer: int, winner: int, fan: int) -> None:
        if self.dealer in (payer, winner):
            fan += 2 * self.in_a_row + 1
        money = fan * self.fan + self.base
        if self.dealer_pulls_only and winner != self.dealer:
            self.give(payer, winner, money)
            return
        before, wins = self.debt.get((payer, winner), (Fraction(0), 0))
        self.debt[payer, winner] = before + money, wins + 1

    def settle(self, payer: int, winner: int, winners: set[int], loser: int | None) -> None:
        money, wins = self.debt[payer, winner]
        if winner in winners:  # 乘大1.5倍
            if loser in (None, payer):
                self.debt[payer, winner] = Fraction(ceil(money * 3 / 2)), wins
            return
        half = payer in winners and loser in (None, winner)  # 可以扣回一半
        self.give(payer, winner, Fraction(floor(money / 2)) if half else money)
        del self.debt[payer, winner]
