"""抽籤編位: who sits with whom in the next 半莊. Pure: knows no database, no clock and no event.

The search is simulated annealing over swaps of two players, limited by a number of steps and not by the clock, so that
the same seed draws the same seats on every machine. It looks ahead: the rounds still to come are arranged together
with the one that is wanted, because a round that is free of repeats alone may leave none for the rounds after it.

What is avoided, the first before the second: two staff (湊腳) at one table, meeting an opponent again (a third
meeting worse than a second), two of one club.
"""

import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

SEATS = 4
STAFF_COST = 400
REPEAT_COST = 40
CLUB_COST = 1
# About two seconds for 32 players on a small machine when no arrangement without any cost is found before.
STEPS = 400_000
LARGEST_LOOK_AHEAD = 8
# Heat at the start, when repeats are settled, and at the end; tried on 16 to 120 players and 5 to 8 rounds.
_HOT, _WARM, _COLD = 18.0, 8.0, 0.3
_WARM_UNTIL = 0.7

Tables = list[list[int]]
"""Players by table, as indices into the list of players."""


@dataclass(frozen=True)
class Seated:
    """選手 as the draw sees one: any hashable key, the club ("" = none), whether it is a staff player."""

    key: int
    club: str = ""
    staff: bool = False


@dataclass(frozen=True)
class Draw:
    """抽籤結果: keys by table, in seat order (the first is the first dealer), and what could not be avoided.

    repeats: pairs that have met before · same_club: pairs of one club · staff_pairs: pairs of staff, all in this round.
    """

    seed: str
    tables: tuple[tuple[int, int, int, int], ...]
    repeats: int
    same_club: int
    staff_pairs: int


class CannotDraw(ValueError):
    """The number of players is not a multiple of four, or somebody stands in the list twice."""


def draw(
    players: Sequence[Seated],
    earlier: Iterable[Iterable[Iterable[int]]] = (),
    *,
    seed: str,
    rounds_ahead: int = 0,
) -> Draw:
    """Draw one round. `earlier`: the tables of each earlier round, by keys; `rounds_ahead`: rounds planned after it.

    The same arguments give the same draw. Raises CannotDraw.
    """
    _check(players)
    ordered = sorted(players, key=lambda player: player.key)
    chance = random.Random(seed)
    search = _Search(ordered, _met(ordered, earlier), chance)
    return _result(search.best_round(min(rounds_ahead, LARGEST_LOOK_AHEAD)), ordered, search, seed)


def _check(players: Sequence[Seated]) -> None:
    if len({player.key for player in players}) != len(players):
        raise CannotDraw("somebody stands in the list twice")
    if not players or len(players) % SEATS:
        raise CannotDraw("the number of players is no multiple of four")


def _met(players: Sequence[Seated], earlier: Iterable[Iterable[Iterable[int]]]) -> list[list[int]]:
    """How often each pair has met; players who are no longer there do not count."""
    index = {player.key: place for place, player in enumerate(players)}
    met = [[0] * len(players) for _ in players]
    for table in (table for tables in earlier for table in tables):
        for a, b in combinations([index[key] for key in table if key in index], 2):
            met[a][b] += 1
            met[b][a] += 1
    return met


def _result(tables: Tables, players: Sequence[Seated], search: "_Search", seed: str) -> Draw:
    chance = random.Random(f"seats of {seed}")
    chance.shuffle(tables)
    for table in tables:
        chance.shuffle(table)
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    seated = tuple(tuple(players[place].key for place in table) for table in tables)
    return Draw(
        seed=seed,
        tables=seated,  # type: ignore[arg-type]
        repeats=sum(search.met[a][b] > 0 for a, b in pairs),
        same_club=sum(search.same_club(a, b) for a, b in pairs),
        staff_pairs=sum(players[a].staff and players[b].staff for a, b in pairs),
    )


@dataclass
class _Search:
    """Annealing over one or several rounds at once. `met` is what the earlier rounds left; it is not changed."""

    players: Sequence[Seated]
    met: list[list[int]]
    chance: random.Random
    fixed: list[list[int]] = field(init=False)

    def __post_init__(self) -> None:
        size = range(len(self.players))
        self.fixed = [[self._fixed_cost(a, b) for b in size] for a in size]

    def same_club(self, a: int, b: int) -> bool:
        return bool(self.players[a].club) and self.players[a].club == self.players[b].club

    def _fixed_cost(self, a: int, b: int) -> int:
        staff = self.players[a].staff and self.players[b].staff
        return STAFF_COST * staff + CLUB_COST * self.same_club(a, b)

    def best_round(self, rounds_ahead: int) -> Tables:
        """The round that is wanted: planned with those after it, then put right by itself if repeats are left."""
        planned = [self._shuffled() for _ in range(rounds_ahead + 1)]
        first = _copy(self._anneal(planned))[0]
        if rounds_ahead and self._cost_of(first) > 0:
            first = min([first, self._anneal([first])[0]], key=self._cost_of)
        return [list(table) for table in first]

    def _shuffled(self) -> Tables:
        places = list(range(len(self.players)))
        self.chance.shuffle(places)
        return [places[start : start + SEATS] for start in range(0, len(places), SEATS)]

    def _cost_of(self, tables: Tables) -> int:
        """The cost of one round against the earlier rounds alone."""
        pairs = [pair for table in tables for pair in combinations(table, 2)]
        return sum(self.fixed[a][b] + _repeat_cost(self.met[a][b]) for a, b in pairs)

    def _anneal(self, rounds: list[Tables]) -> list[Tables]:
        if len(self.players) <= SEATS:
            return rounds
        met = [list(row) for row in self.met]
        for table in (table for tables in rounds for table in tables):
            _count_table(met, table, 1)
        return _Annealing(rounds, met, self.fixed, self.chance).run(STEPS)


def _repeat_cost(meetings: int) -> int:
    """What one more meeting costs a pair that has met so often before: the third meeting is worse than the second."""
    return REPEAT_COST * meetings


def _count_table(met: list[list[int]], table: Sequence[int], change: int) -> None:
    for a, b in combinations(table, 2):
        met[a][b] += change
        met[b][a] += change


class _Annealing:
    """The loop itself. `met` holds the earlier rounds and all rounds being arranged."""

    def __init__(
        self, rounds: list[Tables], met: list[list[int]], fixed: list[list[int]], chance: random.Random
    ) -> None:
        self.rounds, self.met, self.fixed, self.chance = rounds, met, fixed, chance
        self.cost = self._whole_cost()
        self.best_cost, self.best = self.cost, _copy(rounds)

    def _whole_cost(self) -> int:
        """Meetings of a pair cost 0 + 1 + 2 …, whatever round they are in."""
        met = sum(n * (n - 1) // 2 for a, row in enumerate(self.met) for n in row[:a])
        pairs = (pair for tables in self.rounds for table in tables for pair in combinations(table, 2))
        return REPEAT_COST * met + sum(self.fixed[a][b] for a, b in pairs)

    def run(self, steps: int) -> list[Tables]:
        for step in range(steps):
            if self.best_cost == 0:
                break
            self._step(_heat(step / steps))
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
                self.best_cost, self.best = self.cost, _copy(self.rounds)

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
        _count_table(self.met, first, -1)
        _count_table(self.met, second, -1)
        first[i], second[j] = second[j], first[i]
        _count_table(self.met, first, 1)
        _count_table(self.met, second, 1)


def _heat(done: float) -> float:
    """Slowly from hot to warm, where repeats disappear, then quickly to cold, where clubs are put apart."""
    if done < _WARM_UNTIL:
        return _HOT * (_WARM / _HOT) ** (done / _WARM_UNTIL)
    return _WARM * (_COLD / _WARM) ** ((done - _WARM_UNTIL) / (1 - _WARM_UNTIL))


def _copy(rounds: list[Tables]) -> list[Tables]:
    return [[list(table) for table in tables] for tables in rounds]


def repeats_of(rounds: Sequence[Iterable[Iterable[int]]]) -> int:
    """How many meetings in these rounds are not the first of their pair. For reports and tests."""
    meetings = Counter(tuple(sorted(pair)) for tables in rounds for table in tables for pair in combinations(table, 2))
    return sum(count - 1 for count in meetings.values())
