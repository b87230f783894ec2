"""全賽抽籤: the seats of all rounds of an event at once, the same on every machine.

First the groups of four: rounds of a design, in which no two meet twice, with the players in the places that fit them
best; rounds beyond a design, or without a fitting one, by annealing. Then the tables of the hall, then the winds. Aims,
in this order: pairs to be kept apart never meet; no two meet again; few of one club at one table in the first round,
then in all; players who never meet have opponents in common.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from tournaments.core.chance import Chance
from tournaments.rounds.seating.annealing import REPEAT_COST, SEATS, Annealing, Tables, copied, count_table
from tournaments.rounds.seating.chairs import Orders, at_tables, chosen_rounds, strangers, with_equal_winds
from tournaments.rounds.seating.designs import Design, designs_for
from tournaments.rounds.seating.placing import APART_COST, Company, Pairs, placed, shuffled

STEPS = 250_000
_MOST_ANNEALED = 1_500
"""Seats (players times rounds) arranged by annealing; above it a design's rounds are repeated instead."""
_MOST_STRANGERS = 2_000

Meetings = Counter[tuple[int, int]]
_MOST_TRIES = 200_000


@dataclass(frozen=True)
class Asked:
    """The input of a draw. `seed`: the text from which all randomness derives · `orders`: earlier tables in seat order,
    if the same four must change their order (搬風), else None."""

    company: Company
    rounds: int
    seed: str
    orders: tuple[tuple[int, ...], ...] | None = None

    @property
    def players(self) -> int:
        return len(self.company.clubs)


@dataclass(frozen=True)
class Facts:
    """Facts that can be verified from the seats. `repeats`: pairs that meet again · `same_club`: pairs of one club at
    one table, by round; `least_same_club`: the fewest that any round could have · `strangers`: pairs that neither meet
    nor have an opponent in common, None if there are too many players to count."""

    repeats: int
    wind_spread: int
    same_club: tuple[int, ...]
    least_same_club: int
    strangers: int | None


@dataclass(frozen=True)
class EventDraw:
    """The result of a draw, with players by index: per round the tables in order, per table 東 南 西 北."""

    rounds: tuple[Tables, ...]
    facts: Facts


class ImpossibleDraw(ValueError):
    """No seats keep all pairs apart. `players`: those concerned · `proved`: none exist, not just none were found."""

    def __init__(self, players: Sequence[int], *, proved: bool = True) -> None:
        super().__init__("they can't be kept apart")
        self.players, self.proved = tuple(players), proved


def draw_event(asked: Asked, ways: int = 0) -> EventDraw:
    """Return the seats of all rounds: the best of all ways to arrange the players, or of the first `ways`. The number
    of players is a multiple of four. Raises ImpossibleDraw."""
    *_worse, best = islice(better_plans(asked), ways or None)
    return seated(best, asked)


def better_plans(asked: Asked) -> Iterator[list[Tables]]:
    best: tuple[tuple[int, ...], list[Tables]] | None = None
    for plan in plans(asked):
        worth = _worth(plan, asked)
        if best is None or worth < best[0]:
            best = worth, plan
        yield best[1]


def plans(asked: Asked) -> Iterator[list[Tables]]:
    company = asked.company
    if company.apart and (names := impossible_players(asked.players, company.apart)):
        raise ImpossibleDraw(names)
    pairs = asked.players * (asked.players - 1) // 2 - len(company.met)
    least = max(0, 6 * (asked.players // SEATS) * asked.rounds - pairs)
    repeats, kept_apart = None, False
    for plan in _designed(asked):
        if not together(plan, company.apart):
            kept_apart = True
            found = _repeated(_meetings(plan), asked)
            repeats = found if repeats is None else min(found, repeats)
            yield plan
    if not kept_apart:
        yield _from_one_round(asked)
    elif repeats is not None and repeats > least and asked.players * asked.rounds <= _MOST_ANNEALED:
        chance = Chance(f"{asked.seed} annealed")
        plan = _annealed([shuffled(asked.players, chance) for _ in range(asked.rounds)], [], asked, chance)
        if not together(plan, company.apart):
            yield plan


def _designed(asked: Asked) -> Iterator[list[Tables]]:
    designs = designs_for(asked.players // SEATS)
    enough = [design for design in designs if design.rounds >= asked.rounds] or designs[:1]
    for design in enough:
        chance = Chance(f"{asked.seed} {design.name}")
        yield _filled(_of_design(design, asked, chance), asked, chance)
    if not enough:
        chance = Chance(f"{asked.seed} first")
        yield _filled([], asked, chance)


def _of_design(design: Design, asked: Asked, chance: Chance) -> list[Tables]:
    rounds = chosen_rounds(design, asked.rounds, asked.players, chance)
    rounds = placed(rounds, asked.company, chance, share=-(-asked.rounds // design.rounds))
    first = min(range(len(rounds)), key=lambda number: (_same_club(rounds[number], asked.company), number))
    rounds[0], rounds[first] = rounds[first], rounds[0]
    return rounds


def _filled(rounds: list[Tables], asked: Asked, chance: Chance) -> list[Tables]:
    missing = asked.rounds - len(rounds)
    if missing <= 0:
        return rounds
    if rounds and asked.players * missing > _MOST_ANNEALED:
        again = _of_design(designs_for(asked.players // SEATS)[0], asked, chance)
        return _filled([*rounds, *again[:missing]], asked, chance)
    more = [shuffled(asked.players, chance) for _ in range(missing)]
    return [*rounds, *_annealed(more, rounds, asked, chance)]


def _annealed(
    rounds: list[Tables], kept: Sequence[Tables], asked: Asked, chance: Chance, *, gently: bool = False
) -> list[Tables]:
    if asked.players <= SEATS:
        return rounds
    met = [[0] * asked.players for _ in range(asked.players)]
    for one, other in asked.company.met:
        count_table(met, [one, other], 1)
    for table in (table for tables in (*kept, *rounds) for table in tables):
        count_table(met, table, 1)
    size, clubs, sizes = range(asked.players), asked.company.clubs, asked.company.sizes
    costs = [[int(a != b and clubs[a] in sizes and clubs[a] == clubs[b]) for b in size] for a in size]
    for one, other in asked.company.apart:
        costs[one][other] = costs[other][one] = APART_COST
    return Annealing(rounds, met, costs, chance).run(STEPS, gently=gently)


def _from_one_round(asked: Asked) -> list[Tables]:
    apart = asked.company.apart
    concerned = sorted({player for pair in apart for player in pair})
    try:
        tables = one_round(asked.players, apart)
    except TooManyTries:
        raise ImpossibleDraw(concerned, proved=False) from None
    if tables is None:
        raise ImpossibleDraw(concerned)
    rounds = copied([tables] * asked.rounds)
    if asked.players * asked.rounds > _MOST_ANNEALED:
        return rounds
    return _annealed(rounds, [], asked, Chance(f"{asked.seed} apart"), gently=True)


def _worth(plan: Sequence[Tables], asked: Asked) -> tuple[int, ...]:
    same = [_same_club(tables, asked.company) for tables in plan]
    unknown = strangers(plan, asked.players) if asked.players <= _MOST_STRANGERS else 0
    return (_repeated(_meetings(plan), asked) * REPEAT_COST, same[0], sum(same), unknown)


def _meetings(plan: Sequence[Tables]) -> Meetings:
    return Counter(pair for tables in plan for table in tables for pair in combinations(sorted(table), 2))


def _repeated(meetings: Mapping[tuple[int, int], int], asked: Asked) -> int:
    return sum(times - 1 + (pair in asked.company.met) for pair, times in meetings.items())


def _same_club(tables: Tables, company: Company) -> int:
    clubs = company.clubs
    return sum(
        clubs[one] == clubs[other] and clubs[one] in company.sizes
        for table in tables
        for one, other in combinations(table, 2)
    )


def seated(plan: Sequence[Tables], asked: Asked) -> EventDraw:
    chance = Chance(f"{asked.seed} seats")
    plan = copied(plan)
    for tables in plan:
        chance.shuffle(tables)
    rounds = with_equal_winds(at_tables(plan, asked.players), asked.players, chance)
    if asked.orders is not None:
        orders = Orders([asked.orders])
        for number, tables in enumerate(rounds):
            rounds[number] = [orders.drawn_again(four) for four in tables]
            for four in rounds[number]:
                orders.sat(four)
    return EventDraw(tuple(rounds), facts_of(rounds, asked.company))


def facts_of(rounds: Sequence[Tables], company: Company) -> Facts:
    players = len(company.clubs)
    winds = [[0] * SEATS for _ in range(players)]
    for table in (table for tables in rounds for table in tables):
        for wind, player in enumerate(table):
            winds[player][wind] += 1
    meetings = _meetings(rounds)
    return Facts(
        repeats=sum(times > 1 or pair in company.met for pair, times in meetings.items()),
        wind_spread=max(max(counts) - min(counts) for counts in winds),
        same_club=tuple(_same_club(tables, company) for tables in rounds),
        least_same_club=company.least_same_club,
        strangers=strangers(rounds, players) if players <= _MOST_STRANGERS else None,
    )


class TooManyTries(Exception):
    pass


def impossible_players(players: int, apart: Pairs) -> list[int]:
    """Return players who make a draw impossible: one with too few partners, or a group to keep apart that is larger
    than the number of tables; empty if there are none."""
    kept = kept_from(players, apart)
    for player, others in enumerate(kept):
        if players - 1 - len(others) < SEATS - 1:
            return [player]
    for player in sorted(range(players), key=lambda player: -len(kept[player])):
        group = [player]
        for other in sorted(kept[player], key=lambda other: (-len(kept[other]), other)):
            if all(other in kept[one] for one in group):
                group.append(other)
        if len(group) > players // SEATS:
            return group
    return []


def one_round(players: int, apart: Pairs) -> Tables | None:
    """Return a round that keeps them apart, None if there is none. Raises TooManyTries if that cannot be decided.
    Unrestricted players fit everywhere, so only the others are tried, by backtracking; of the empty tables only the
    first is tried."""
    kept = kept_from(players, apart)
    hard = [player for player in range(players) if kept[player]]
    hard.sort(key=lambda player: -len(kept[player]))
    tables: Tables = [[] for _ in range(players // SEATS)]

    def fitting(player: int) -> Iterator[list[int]]:
        empty_seen = False
        for table in tables:
            if len(table) < SEATS and not (empty_seen and not table) and kept[player].isdisjoint(table):
                empty_seen = empty_seen or not table
                yield table

    taken: list[list[int]] = []
    left: list[Iterator[list[int]]] = []
    for _try in range(_MOST_TRIES):
        if len(taken) == len(hard):
            break
        if len(left) == len(taken):
            left.append(fitting(hard[len(taken)]))
        table = next(left[-1], None)
        if table is not None:
            table.append(hard[len(taken)])
            taken.append(table)
            continue
        left.pop()
        if not left:
            return None
        taken.pop().pop()
    else:
        raise TooManyTries
    free = iter([player for player in range(players) if not kept[player]])
    return [[*table, *[next(free) for _ in range(SEATS - len(table))]] for table in tables]


def kept_from(players: int, apart: Pairs) -> list[set[int]]:
    kept: list[set[int]] = [set() for _ in range(players)]
    for one, other in apart:
        kept[one].add(other)
        kept[other].add(one)
    return kept


def together(rounds: Sequence[Tables], apart: Pairs) -> list[tuple[int, int]]:
    return sorted(_meetings(rounds).keys() & apart)
