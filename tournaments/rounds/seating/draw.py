"""抽籤編位: the tables of the next 半莊, given the earlier rounds.

`event_draw` draws all rounds before the event begins; this draws later ones after withdrawals, late players, staff who
fill in, or a discarded draw.

It looks ahead: the remaining rounds are arranged together with this one and stored, because a round that is free of
repeats by itself may leave none for later rounds. Rounds are arranged by annealing; if that leaves repeats before the
first round and a design without any is known, by the design.

Avoided, in this order: two who must not share a table (不得同檯), two staff (湊腳) at one table, meeting an opponent
again (a third meeting worse than a second), two of one club. At each table the winds go to the players who had them
least.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations

from tournaments.core.chance import Chance
from tournaments.phrases.names import one_spelling
from tournaments.rounds.seating.annealing import REPEAT_COST, SEATS, Annealing, Tables, copied, count_table, least_cost
from tournaments.rounds.seating.designs import designs_for
from tournaments.rounds.seating.placing import Company, Pairs, placed, shuffled

APART_COST = 4000
STAFF_COST = 400
CLUB_COST = 1
# About two seconds for 32 players on a small machine, unless an arrangement without any cost is found sooner.
STEPS = 400_000
LARGEST_LOOK_AHEAD = 8

Keys = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Seated:
    """A player in the draw. `club`: "" for none · `staff`: fills a seat (湊腳) · `apart`: keys of those kept apart."""

    key: int
    club: str = ""
    staff: bool = False
    apart: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Draw:
    """抽籤結果: the drawn seats. `tables`: keys of the players at each table, 東 first · `repeats`, `same_club`: how
    many pairs at one table have met before, or are of one club · `ahead`: later rounds, arranged together with this
    one; their draws take them as `planned`."""

    seed: str
    tables: Keys
    repeats: int
    same_club: int
    ahead: tuple[Keys, ...] = ()


class CannotDraw(ValueError):
    """The number of players is not a multiple of four, or a player is in the list twice."""


def draw(
    players: Sequence[Seated],
    earlier: Iterable[Iterable[Iterable[int]]] = (),
    *,
    seed: str,
    rounds_ahead: int = 0,
    planned: Sequence[Sequence[Sequence[int]]] = (),
) -> Draw:
    """Draw one round. `earlier`: the tables of each earlier round, by keys; `rounds_ahead`: rounds planned after it;
    `planned`: `Draw.ahead` of the previous draw. The same arguments give the same draw. Raises CannotDraw."""
    index = {player.key: place for place, player in enumerate(sorted(players, key=lambda player: player.key))}
    if len(index) != len(players):
        raise CannotDraw("a player is in the list twice")
    if not players or len(players) % SEATS:
        raise CannotDraw("the number of players is no multiple of four")
    ordered = sorted(players, key=lambda player: player.key)
    rounds = [[list(table) for table in tables] for tables in earlier]
    present = [[[index[key] for key in table if key in index] for table in tables] for tables in rounds]
    search = _Search(ordered, present, Chance(seed))
    plan = search.best_plan(min(rounds_ahead, LARGEST_LOOK_AHEAD) + 1, _taken_over(planned, index))
    tables, *ahead = copied(plan)
    chance = Chance(f"seats of {seed}")
    chance.shuffle(tables)
    for table in tables:
        chance.shuffle(table)
    winds = Counter((key, wind) for round_ in rounds for table in round_ for wind, key in enumerate(table))

    def had(order: Sequence[int]) -> int:
        return sum(winds[ordered[place].key, wind] for wind, place in enumerate(order))

    tables = [min(map(list, permutations(table)), key=had) for table in tables]
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    seats, *later = [tuple(tuple(ordered[p].key for p in table) for table in each) for each in (tables, *ahead)]
    return Draw(
        seed=seed,
        tables=seats,
        repeats=sum(search.met[a][b] > 0 for a, b in pairs),
        same_club=sum(search.same_club(a, b) for a, b in pairs),
        ahead=tuple(later),
    )


def _taken_over(planned: Sequence[Sequence[Sequence[int]]], index: Mapping[int, int]) -> list[Tables]:
    """Return the planned rounds with each newcomer in the place of a leaver; empty unless there are as many of both."""
    if not planned:
        return []
    before = {key for table in planned[0] for key in table}
    left, come = sorted(before - set(index)), sorted(set(index) - before)
    if len(left) != len(come):
        return []
    places = {**index, **{key: index[other] for key, other in zip(left, come, strict=True)}}
    return [[[places[key] for key in table] for table in tables] for tables in planned]


@dataclass
class _Search:
    """A search for one or several rounds at once, after the earlier ones. `met`: how often each pair has met."""

    players: Sequence[Seated]
    earlier: Sequence[Tables]
    chance: Chance
    met: list[list[int]] = field(init=False)
    fixed: list[list[int]] = field(init=False)
    clubs: list[str] = field(init=False)

    def __post_init__(self) -> None:
        size = range(len(self.players))
        self.clubs = one_spelling(player.club for player in self.players)
        self.met = self._with(self.earlier, [[0] * len(size) for _ in size])
        self.fixed = [[0] * len(size) for _ in size]
        for a, b in permutations(size, 2):
            staff = self.players[a].staff and self.players[b].staff
            cost = APART_COST * self.kept_apart(a, b) + STAFF_COST * staff
            self.fixed[a][b] = cost + CLUB_COST * self.same_club(a, b)

    def same_club(self, a: int, b: int) -> bool:
        return bool(self.clubs[a]) and self.clubs[a] == self.clubs[b]

    def kept_apart(self, a: int, b: int) -> bool:
        return self.players[b].key in self.players[a].apart or self.players[a].key in self.players[b].apart

    def best_plan(self, number: int, planned: Sequence[Tables]) -> list[Tables]:
        """Return this round and later ones, `number` or more in all. If the plan repeats a meeting in this round, the
        round is repaired by itself and no later ones are returned."""
        plans = []
        if planned:
            rounds = copied(planned)
            self.chance.shuffle(rounds)
            rounds.sort(key=lambda tables: self._cost_of([tables]))
            plans.append(self._filled(rounds, number))
        if not plans or self._cost_of(plans[0][:number]):
            plans.append(self._filled([], number))
        if all(self._cost_of(plan[:number]) >= REPEAT_COST for plan in plans) and not any(map(any, self.met)):
            plans += self._designed(number)
        plan = min(plans, key=lambda plan: self._cost_of(plan[:number]))
        first = plan[0]
        if len(plan) > 1 and self._cost_of([first]) >= REPEAT_COST:
            alone = self._annealed(copied([first]))
            if self._cost_of(alone) < self._cost_of([first]):
                return alone
        return plan

    def _designed(self, number: int) -> list[list[Tables]]:
        pairs = list(combinations(range(len(self.players)), 2))
        apart: Pairs = frozenset(pair for pair in pairs if self.kept_apart(*pair))
        # Two staff at one table are avoided like a second meeting.
        staff: Pairs = frozenset(pair for pair in pairs if all(self.players[place].staff for place in pair))
        company = Company(self.clubs, apart, staff)
        designs = designs_for(len(self.players) // SEATS)
        plans = []
        for design in [design for design in designs if design.rounds >= number] or designs[:1]:
            numbers = list(range(design.rounds))
            self.chance.shuffle(numbers)
            rounds = [design.round_at(each) for each in numbers[: max(number, LARGEST_LOOK_AHEAD + 1)]]
            plans.append(self._filled(placed(rounds, company, self.chance), number))
        return plans

    def _filled(self, rounds: list[Tables], number: int) -> list[Tables]:
        more = [shuffled(len(self.players), self.chance) for _ in range(number - len(rounds))]
        return rounds + self._annealed(more, rounds) if more else rounds

    def _cost_of(self, rounds: Sequence[Tables]) -> int:
        met = [list(row) for row in self.met]
        cost = 0
        for a, b in (pair for tables in rounds for table in tables for pair in combinations(table, 2)):
            cost += self.fixed[a][b] + REPEAT_COST * met[a][b]
            met[a][b] += 1
            met[b][a] += 1
        return cost

    def _annealed(self, rounds: list[Tables], kept: Sequence[Tables] = ()) -> list[Tables]:
        if len(self.players) <= SEATS:
            return rounds
        met = self._with((*kept, *rounds), self.met)
        least = least_cost(len(rounds), len(self.players), (*self.earlier, *kept))
        return Annealing(rounds, met, self.fixed, self.chance, least=least).run(STEPS)

    def _with(self, rounds: Sequence[Tables], met: list[list[int]]) -> list[list[int]]:
        met = [list(row) for row in met]
        for table in (table for tables in rounds for table in tables):
            count_table(met, table, 1)
        return met
