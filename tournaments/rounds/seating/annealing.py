"""退火: simulated annealing by swaps of two players, in integer arithmetic.

Limited by steps, not by time, so that a seed gives the same seats on every machine.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from math import comb

from tournaments.core.chance import ONE, Chance, cooling

SEATS = 4
REPEAT_COST = 40
# Temperatures (times ONE) at the start, when repeats are settled, and at the end; tuned with 16 to 120 players.
_HOT, _WARM, _COLD = 3200, 1420, 53
_WARM_UNTIL = 70  # percent of the steps

Tables = list[list[int]]


def count_table(met: list[list[int]], table: Sequence[int], change: int) -> None:
    for a, b in combinations(table, 2):
        met[a][b] += change
        met[b][a] += change


def copied(rounds: Sequence[Tables]) -> list[Tables]:
    return [[list(table) for table in tables] for tables in rounds]


class Annealing:
    """Anneals some rounds. `met`: meetings in earlier rounds and these · `least`: a lower bound of the cost."""

    def __init__(
        self, rounds: list[Tables], met: list[list[int]], fixed: list[list[int]], chance: Chance, *, least: int = 0
    ) -> None:
        self.rounds, self.met, self.fixed, self.chance, self.least = rounds, met, fixed, chance, least
        self.others = len(rounds[0]) - 1
        self.choices = len(rounds) * (self.others + 1) * self.others * SEATS * SEATS
        # The meetings of a pair cost 0 + 1 + 2 …, regardless of their rounds.
        meetings = sum(n * (n - 1) // 2 for a, row in enumerate(met) for n in row[:a])
        pairs = (pair for tables in rounds for table in tables for pair in combinations(table, 2))
        self.cost = REPEAT_COST * meetings + sum(fixed[a][b] for a, b in pairs)
        self.best_cost, self.best = self.cost, copied(rounds)

    def run(self, steps: int, *, gently: bool = False) -> list[Tables]:
        """Return the best rounds found. `gently`: only repair the given arrangement."""
        # Slowly from hot to warm, where repeats disappear, then quickly to cold, where clubs are separated.
        warming = 0 if gently else steps * _WARM_UNTIL // 100
        heats = chain(spread(cooling(_HOT, _WARM), warming), spread(cooling(_WARM, _COLD), steps - warming))
        for heat in heats:
            if self.best_cost <= self.least:
                break
            self._step(heat)
        return self.best

    def _step(self, heat: int) -> None:
        rest, j = divmod(self.chance.below(self.choices), SEATS)
        rest, i = divmod(rest, SEATS)
        rest, two = divmod(rest, self.others)
        number, one = divmod(rest, self.others + 1)
        tables = self.rounds[number]
        first, second = tables[one], tables[two + (two >= one)]
        change = self._change(first, i, second, j)
        if change <= 0 or change * ONE * ONE <= heat * self.chance.patience():
            count_table(self.met, first, -1)
            count_table(self.met, second, -1)
            first[i], second[j] = second[j], first[i]
            count_table(self.met, first, 1)
            count_table(self.met, second, 1)
            self.cost += change
            if self.cost < self.best_cost:
                self.best_cost, self.best = self.cost, copied(self.rounds)

    def _change(self, first: list[int], i: int, second: list[int], j: int) -> int:
        a, b = first[i], second[j]
        met_a, met_b, fixed_a, fixed_b = self.met[a], self.met[b], self.fixed[a], self.fixed[b]
        meetings = fixed = 0
        for x in first:
            if x != a:  # a leaves x (one meeting less), b joins x
                meetings += met_b[x] - met_a[x] + 1
                fixed += fixed_b[x] - fixed_a[x]
        for x in second:
            if x != b:
                meetings += met_a[x] - met_b[x] + 1
                fixed += fixed_a[x] - fixed_b[x]
        return REPEAT_COST * meetings + fixed


def least_cost(arranged: int, players: int, others: Sequence[Tables]) -> int:
    """Return the least cost of this many rounds, given the other rounds.

    Two rounds share the fewest pairs if each table of one is spread evenly over the tables of the other. The sum over
    all meetings is least if all pairs meet about equally often.
    """
    tables = players // SEATS
    met: Counter[frozenset[int]] = Counter()
    for table in (table for round_ in others for table in round_):
        met.update(map(frozenset, combinations(table, 2)))
    shared = comb(arranged, 2) * tables * least_pairs(SEATS, tables)
    shared += arranged * sum(least_pairs(len(table), tables) for round_ in others for table in round_)
    meetings = met.total() + arranged * tables * comb(SEATS, 2)
    each, more = divmod(meetings, comb(players, 2))
    even = (comb(players, 2) - more) * comb(each, 2) + more * comb(each + 1, 2)
    return REPEAT_COST * max(sum(comb(n, 2) for n in met.values()) + shared, even)


def least_pairs(size: int, tables: int) -> int:
    each, more = divmod(size, tables)
    return more * comb(each + 1, 2) + (tables - more) * comb(each, 2)


def spread(heats: Sequence[int], steps: int) -> Iterator[int]:
    for number, heat in enumerate(heats):
        yield from (heat for _step in range(steps * number // len(heats), steps * (number + 1) // len(heats)))
