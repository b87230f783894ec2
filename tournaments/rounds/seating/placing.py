"""安排: which player takes which place of a design. Players meet as often as their places, whatever the assignment.

That freedom serves first pairs that must not meet (不得同檯), then earlier meetings, then clubs: as few of one club at
one table as arithmetic allows in the first round, then over all rounds.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import comb

from tournaments.core.chance import ONE, Chance, cooling
from tournaments.phrases.names import one_spelling
from tournaments.rounds.seating.annealing import SEATS, Tables, least_pairs, spread

APART_COST = 1_000_000
MET_COST = 5_000
FIRST_ROUND_COST = 100
"""The cost of two of one club at one table in the first round; in any other it is 1."""
_HOT, _COLD = 4 * ONE, ONE // 8
_EFFORT = 8_000_000
_MOST_STEPS = 200_000
_NO_CLUB = -1

Pairs = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Company:
    """Relations between players, by index: clubs ("" for none, in one spelling), pairs kept apart, earlier meetings."""

    clubs: Sequence[str]
    apart: Pairs = frozenset()
    met: Pairs = frozenset()
    sizes: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "clubs", one_spelling(self.clubs))
        sizes = Counter(club for club in self.clubs if club)
        object.__setattr__(self, "sizes", {club: size for club, size in sizes.items() if size > 1})

    @property
    def least_same_club(self) -> int:
        """Return the fewest pairs of one club at one table that any round can have: each club spread evenly over the
        tables.

        All clubs can be spread so at once. The share of every club at every table (its size divided by the number of
        tables) fills tables and clubs exactly, and such a table of shares can always be rounded up or down to whole
        players without changing those sums.
        """
        return sum(least_pairs(size, len(self.clubs) // SEATS) for size in self.sizes.values())


def shuffled(players: int, chance: Chance) -> Tables:
    order = list(range(players))
    chance.shuffle(order)
    return [order[start : start + SEATS] for start in range(0, players, SEATS)]


def placed(rounds: Sequence[Tables], company: Company, chance: Chance, *, share: int = 1) -> list[Tables]:
    """Assign players to the places of the design's rounds, with 1 / `share` of the effort."""
    players = list(range(len(company.clubs)))
    chance.shuffle(players)
    if company.sizes or company.apart or company.met:
        orders = (_packed(company, players), _by_club(company, players))
        starts = [_Placing(rounds, company, _dealt(rounds[0], order), chance) for order in orders]
        players = min(starts, key=lambda start: start.cost).run(share)
    return [[[players[place] for place in table] for table in tables] for tables in rounds]


def _dealt(first: Tables, players: Sequence[int]) -> list[int]:
    """Return players by place, dealt table by table in the first round: neighbours in the list get different tables,
    and as many in a row as there are tables get the same group of a design that has groups."""
    at = [0] * len(players)
    for number, player in enumerate(players):
        seat, table = divmod(number, len(first))
        at[first[table][seat]] = player
    return at


def _by_club(company: Company, shuffled: Sequence[int]) -> list[int]:
    """Order players club by club, so that each club is dealt evenly over the tables of the first round."""
    place = {player: number for number, player in enumerate(shuffled)}
    first: dict[str, int] = {}
    for player in shuffled:
        first.setdefault(company.clubs[player], place[player])
    alone = [player for player in shuffled if company.clubs[player] not in company.sizes]
    together = [player for player in shuffled if company.clubs[player] in company.sizes]
    return [*sorted(together, key=lambda player: (first[company.clubs[player]], place[player])), *alone]


def _packed(company: Company, shuffled: Sequence[int]) -> list[int]:
    size = len(shuffled) // SEATS
    parts: list[list[int]] = [[] for _ in range(SEATS)]
    members: dict[str, list[int]] = {}
    for player in shuffled:
        club = company.clubs[player]
        members.setdefault(club if club in company.sizes else "", []).append(player)
    alone = members.pop("", [])
    over: list[int] = []
    for club in sorted(members, key=lambda club: (-len(members[club]), members[club])):
        part = min(parts, key=len)
        (part if len(part) + len(members[club]) <= size else over).extend(members[club])
    rest = [*over, *alone]
    for part in parts:
        missing = size - len(part)
        part += rest[:missing]
        rest = rest[missing:]
    return [player for part in parts for player in part]


class _Placing:
    """An assignment being improved. `table_at`: table of each place, by round · `beside`: how often places meet ·
    `related`: for each player the others to be avoided, with the cost · `members`: players by table and club, by
    round."""

    def __init__(self, rounds: Sequence[Tables], company: Company, players: list[int], chance: Chance) -> None:
        self.players, self.chance, self.company = players, chance, company
        self.places = [0] * len(players)
        for place, player in enumerate(players):
            self.places[player] = place
        self.related: list[list[tuple[int, int]]] = [[] for _ in players]
        for price, pairs in ((MET_COST, company.met), (APART_COST, company.apart)):
            for one, other in sorted(pairs):
                self.related[one].append((other, price))
                self.related[other].append((one, price))
        numbers = {club: number for number, club in enumerate(sorted(company.sizes))}
        self.club = [numbers.get(club, _NO_CLUB) for club in company.clubs]
        self.clubs = len(numbers)
        self.table_at = [[0] * len(players) for _ in rounds]
        self.members = [[0] * (len(tables) * self.clubs) for tables in rounds]
        self.beside: list[dict[int, int]] = [{} for _ in players]
        for tables, table_at, members in zip(rounds, self.table_at, self.members, strict=True):
            for number, table in enumerate(tables):
                for place in table:
                    table_at[place] = number
                    club = self.club[players[place]]
                    if club != _NO_CLUB:
                        members[number * self.clubs + club] += 1
                for one, other in permutations(table, 2):
                    self.beside[one][other] = self.beside[one].get(other, 0) + 1
        self.cost = self._whole_cost()

    def _whole_cost(self) -> int:
        same = [sum(n * (n - 1) // 2 for n in count) for count in self.members]
        cost = sum(same) + (FIRST_ROUND_COST - 1) * same[0]
        for player, others in enumerate(self.related):
            beside = self.beside[self.places[player]]
            cost += sum(price * beside.get(self.places[other], 0) for other, price in others if other > player)
        return cost

    def run(self, share: int) -> list[int]:
        # A lower bound: clubs are spread evenly, and pairs in excess of the places that never meet come together once.
        even = self.company.least_same_club
        pairs = sum(comb(size, 2) for size in self.company.sizes.values())
        never = comb(len(self.players), 2) - sum(map(len, self.beside)) // 2
        least = (FIRST_ROUND_COST - 1) * even + max(even * len(self.members), pairs - never)
        best, best_cost = list(self.players), self.cost
        each = 4 * len(self.members) * bool(self.clubs) + 2 * max(map(len, self.related)) + 8
        for heat in spread(cooling(_HOT, _COLD), min(_MOST_STEPS, _EFFORT // each) // share):
            if best_cost <= least:
                break
            self._step(heat)
            if self.cost < best_cost:
                best, best_cost = list(self.players), self.cost
        return best

    def _step(self, heat: int) -> None:
        chance, size = self.chance, len(self.players)
        one, two = divmod(chance.below(size * (size - 1)), size - 1)
        two += two >= one
        a, b = self.players[one], self.players[two]
        change = self._club_change(one, two, self.club[a], self.club[b])
        change += self._pair_change(a, one, two) + self._pair_change(b, two, one)
        if change <= 0 or change * ONE * ONE <= heat * chance.patience():
            for club, place, to in ((self.club[a], one, two), (self.club[b], two, one)):
                if club != _NO_CLUB:
                    for count, table_at in zip(self.members, self.table_at, strict=True):
                        count[table_at[place] * self.clubs + club] -= 1
                        count[table_at[to] * self.clubs + club] += 1
            self.players[one], self.players[two] = b, a
            self.places[a], self.places[b] = two, one
            self.cost += change

    def _pair_change(self, player: int, place: int, to: int) -> int:
        """Return the change in cost of the player's pairs at `to`; two who swap places meet as often as before."""
        change = 0
        if self.related[player]:
            before, after = self.beside[place], self.beside[to]
            for other, price in self.related[player]:
                at = self.places[other]
                if at != to:
                    change += price * (after.get(at, 0) - before.get(at, 0))
        return change

    def _club_change(self, one: int, two: int, club: int, other: int) -> int:
        if club == other:
            return 0
        change = first = 0
        clubs = self.clubs
        for number, (count, table_at) in enumerate(zip(self.members, self.table_at, strict=True)):
            here, there = table_at[one] * clubs, table_at[two] * clubs
            if here != there:
                step = 0
                if club != _NO_CLUB:
                    step += count[there + club] - count[here + club] + 1
                if other != _NO_CLUB:
                    step += count[here + other] - count[there + other] + 1
                change += step
                if number == 0:
                    first = step
        return change + (FIRST_ROUND_COST - 1) * first
