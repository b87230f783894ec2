"""退火 Arranging rounds, or the players of a design, by swaps of two players: simulated annealing.

Limited by a number of steps and not by the clock, so that the same seed finds the same seats on every machine.
"""

import math
import random
from collections.abc import Sequence
from itertools import combinations

SEATS = 4
REPEAT_COST = 40
# Heat at the start, when repeats are settled, and at the end; tried on 16 to 120 players and 5 to 8 rounds.
_HOT, _WARM, _COLD = 18.0, 8.0, 0.3
_WARM_UNTIL = 0.7

Tables = list[list[int]]
"""Players by table, as indices into the list of players."""
Costs = list[list[int]]
"""What it costs to have two players at one table."""


def count_table(met: list[list[int]], table: Sequence[int], change: int) -> None:
    """Count the meetings of a table in `met`, or with -1 take them away."""
    for a, b in combinations(table, 2):
        met[a][b] += change
        met[b][a] += change


def copied(rounds: Sequence[Tables]) -> list[Tables]:
    """The same rounds as lists of their own."""
    return [[list(table) for table in tables] for tables in rounds]


class Annealing:
    """The loop itself. `met` holds the earlier rounds and all rounds being arranged."""

    def __init__(
        self, rounds: list[Tables], met: list[list[int]], fixed: list[list[int]], chance: random.Random
    ) -> None:
        self.rounds, self.met, self.fixed, self.chance = rounds, met, fixed, chance
        self.cost = self._whole_cost()
        self.best_cost, self.best = self.cost, copied(rounds)

    def _whole_cost(self) -> int:
        """Meetings of a pair cost 0 + 1 + 2 …, whatever round they are in."""
        met = sum(n * (n - 1) // 2 for a, row in enumerate(self.met) for n in row[:a])
        pairs = (pair for tables in self.rounds for table in tables for pair in combinations(table, 2))
        return REPEAT_COST * met + sum(self.fixed[a][b] for a, b in pairs)

    def run(self, steps: int) -> list[Tables]:
        for step in range(steps):
            if self.best_cost == 0:
                break
            self._step(heat_at(step / steps))
        return self.best

    def _step(self, heat: float) -> None:
        """Swap two players of two tables of one round, if that is better or luck allows it."""
        chance = self.chance.random
        tables = self.rounds[int(chance() * len(self.rounds))]
        one, two = int(chance() * len(tables)), int(chance() * (len(tables) - 1))
        two += two >= one
        first, second = tables[one], tables[two]
        i, j = int(chance() * SEATS), int(chance() * SEATS)
        change = self._change(first, i, second, j)
        if change <= 0 or chance() < math.exp(-change / heat):
            self._swap(first, i, second, j)
            self.cost += change
            if self.cost < self.best_cost:
                self.best_cost, self.best = self.cost, copied(self.rounds)

    def _change(self, first: list[int], i: int, second: list[int], j: int) -> int:
        a, b = first[i], second[j]
        met_a, met_b, fixed_a, fixed_b = self.met[a], self.met[b], self.fixed[a], self.fixed[b]
        meetings = fixed = 0
        for x in first:
            if x != a:  # a leaves x (one meeting less), b comes to x
                meetings += met_b[x] - met_a[x] + 1
                fixed += fixed_b[x] - fixed_a[x]
        for x in second:
            if x != b:
                meetings += met_a[x] - met_b[x] + 1
                fixed += fixed_a[x] - fixed_b[x]
        return REPEAT_COST * meetings + fixed

    def _swap(self, first: list[int], i: int, second: list[int], j: int) -> None:
        count_table(self.met, first, -1)
        count_table(self.met, second, -1)
        first[i], second[j] = second[j], first[i]
        count_table(self.met, first, 1)
        count_table(self.met, second, 1)


def heat_at(done: float) -> float:
    """Slowly from hot to warm, where repeats disappear, then quickly to cold, where clubs are put apart."""
    if done < _WARM_UNTIL:
        return _HOT * (_WARM / _HOT) ** (done / _WARM_UNTIL)
    return _WARM * (_COLD / _WARM) ** ((done - _WARM_UNTIL) / (1 - _WARM_UNTIL))


def placed(rounds: Sequence[Tables], fixed: Costs, chance: random.Random, steps: int) -> list[Tables]:
    """The players of a design, dealt by chance and then swapped so that those who cost least share a table.

    `rounds`: of places; whoever takes which place, nobody meets anybody more often than the places do.
    """
    player = list(range(len(fixed)))
    chance.shuffle(player)
    if any(map(any, fixed)):
        _Placing(rounds, fixed, player, chance).run(steps)
    return [[[player[place] for place in table] for table in tables] for tables in rounds]


class _Placing:
    """The loop of `placed`. `player`: who has each place, changed as it goes on."""

    def __init__(self, rounds: Sequence[Tables], fixed: Costs, player: list[int], chance: random.Random) -> None:
        self.fixed, self.player, self.chance = fixed, player, chance
        self.beside: list[list[int]] = [[] for _ in player]
        for table in (table for tables in rounds for table in tables):
            for one in table:
                self.beside[one] += [other for other in table if other != one]
        pairs = (pair for tables in rounds for table in tables for pair in combinations(table, 2))
        self.cost = sum(fixed[player[one]][player[other]] for one, other in pairs)

    def run(self, steps: int) -> None:
        best_cost, best = self.cost, list(self.player)
        for step in range(steps):
            if best_cost == 0:
                break
            self._step(_WARM * (_COLD / _WARM) ** (step / steps))
            if self.cost < best_cost:
                best_cost, best = self.cost, list(self.player)
        self.player[:] = best

    def _step(self, heat: float) -> None:
        chance, player = self.chance.random, self.player
        one, other = int(chance() * len(player)), int(chance() * (len(player) - 1))
        other += other >= one
        change = self._change(one, other) + self._change(other, one)
        if change <= 0 or chance() < math.exp(-change / heat):
            player[one], player[other] = player[other], player[one]
            self.cost += change

    def _change(self, place: int, taken_from: int) -> int:
        """What it costs more beside a place if the player of another takes it."""
        left, comes = self.fixed[self.player[place]], self.fixed[self.player[taken_from]]
        beside = [self.player[other] for other in self.beside[place] if other != taken_from]
        return sum([comes[player] - left[player] for player in beside])
