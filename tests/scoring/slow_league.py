"""A second, slow league: one mutable book on a 4 × 4 table of fractions, written by the sentences of the text.

It knows wins, draws, 暗槓 and 詐糊 by the table and nothing else, and shares no code with `scoring`.
"""

from fractions import Fraction
from math import ceil, floor
from typing import Any


class SlowLeague:
    def __init__(self, rounding: str = "up_down", shared: str = "reset") -> None:
        self.rounding, self.shared = rounding, shared
        self.score = [Fraction(0)] * 4
        self.open = [[Fraction(0)] * 4 for _ in range(4)]  # open[a][b]: B put down for A
        self.pulls = [[0] * 4 for _ in range(4)]
        self.deal, self.streak, self.over = 0, 0, False
        self.lost = Fraction(0)

    @property
    def dealer(self) -> int:
        return self.deal % 4

    def take(self, event: dict[str, Any]) -> None:
        kind = event["type"]
        if kind == "draw":
            self.streak += 1
        elif kind == "reward":
            for seat in range(4):
                self.score[seat] += 15 if seat == event["seat"] else -5
        elif kind == "ruling":
            self.score[event["seat"]] -= 160
            self.lost += 160
        else:
            self.win(event)

    def win(self, event: dict[str, Any]) -> None:
        source = event.get("from")
        counts = {one["seat"]: one["fan"] for one in event.get("winners", [])} or {event["winner"]: event["fan"]}
        self.move(set(counts), source)
        share = {1: 0, 2: 5, 3: 10}[len(counts)]
        for a, fan in counts.items():
            for b in range(4):
                if b != a and source in (None, b):
                    dealer = 1 + 2 * self.streak if self.dealer in (a, b) else 0
                    self.open[a][b] += fan + share + dealer
                    self.pulls[a][b] += 1
        self.pass_on(set(counts))

    def move(self, winners: set[int], source: int | None) -> None:
        for a in range(4):
            for b in range(4):
                if self.open[a][b]:
                    self.one(a, b, winners, source)

    def one(self, a: int, b: int, winners: set[int], source: int | None) -> None:
        if a in winners:
            if source in (None, b):  # c. A 再食 B 或 A 自摸
                self.open[a][b] = self.rounded(self.open[a][b] * 3 / 2, up=True)
            return  # b. A 食 B 以外的兩家
        if b in winners and source in (None, a):  # d. B 食 A 或者 B 自摸
            self.pay(a, b, self.rounded(self.open[a][b] / 2, up=False))
        else:  # a. A 跟 B 以外的人食糊,或 B 食其他兩家打出
            self.pay(a, b, self.open[a][b])

    def pay(self, a: int, b: int, points: Fraction) -> None:
        self.score[a] += points
        self.score[b] -= points
        self.open[a][b], self.pulls[a][b] = Fraction(0), 0

    def rounded(self, points: Fraction, up: bool) -> Fraction:
        if self.rounding == "exact":
            return points
        if self.rounding == "nearest":
            return Fraction(floor(points + Fraction(1, 2)))
        return Fraction(ceil(points) if up else floor(points))

    def pass_on(self, winners: set[int]) -> None:
        if self.dealer not in winners:
            self.deal, self.streak = self.deal + 1, 0
        elif len(winners) > 1 and self.shared == "reset":
            self.streak = 0
        else:
            self.streak += 1
        if self.deal == 8:
            self.over = True
            for a in range(4):
                for b in range(4):
                    self.pay(a, b, self.open[a][b])
