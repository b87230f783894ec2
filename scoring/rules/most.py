"""最多 An upper bound of what one hand counts under a rule set, from its table.

Hands are divided by what they are made of and how they are won; in each sort every fan is taken as often as it can be
present, and of fans that contradict or remove each other only the highest. The bound is true but not sharp: five melds
are shared by more fans than fit into one hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb

from scoring.fans.fan import Fan, Scope
from scoring.reading.across import Across
from scoring.reading.suit import RANKS, Suit, suit_of
from scoring.rules.questions import added_by_the_game
from scoring.rules.rule_set import RuleSet
from scoring.rules.together import (
    BASIC,
    FLOWERS,
    HONORS,
    MAKEUP,
    SEVEN_PAIRS,
    SHAPE,
    WIN,
    Factor,
    Points,
    Together,
    times,
    together,
)

_KINDS_IN_A_HAND = 4
"""So many kinds of four copies fit into seventeen tiles."""

_MOST_MELDS = 5
_PAIRS = 7


def most_of(rules: RuleSet) -> int:
    """最多 The bound for any hand, without 底, dealer's fans and 雙響/三響; the cap where there is one."""
    found: int | None = rules.memory.get("most")
    if found is None:
        bound = rules.cap if rules.cap is not None else _bound(rules)
        paid = rules.game.maximum_fan
        found = rules.memory["most"] = bound if paid is None else min(bound, paid - rules.base)
    return found


def _bound(rules: RuleSet) -> int:
    found = together(rules)
    fans = [fan for fan in rules.fans if not added_by_the_game(fan) and fan.scope is not Scope.TOTAL]
    told = [fan for fan in fans if fan.scope in (Scope.WIN, Scope.FLOWERS)]
    tiles = [fan for fan in fans if fan not in told]
    ways = [_highest(_worths(told, way, None, rules, found), rules, found) for way in _ways(found)]
    best: dict[tuple[str, int, bool], int] = {}
    for sort in _sorts(found):
        added = _highest(_worths(tiles, sort.points, sort, rules, found), rules, found)
        key = sort.kind, sort.suits, sort.honors
        best[key] = max(best.get(key, 0), added)
    bounds = [added + max(ways) for added in best.values()]
    if rules.shapes_that_add_up:  # 兩食: two halves of the same concealed tiles, each with how it was won
        halves = {
            key: 2 * max(ways[:2]) + added + best[BASIC, *key[1:]]
            for key, added in best.items()
            if key[0] == SEVEN_PAIRS
        }
        bounds += halves.values()
    return max(bounds)


@dataclass(frozen=True)
class _Sort:
    """One sort of hand: the points of every factor, and how many of its melds are chows and suited triplets."""

    kind: str
    suits: int
    honors: bool
    points: tuple[Points, ...]
    chows: int
    pungs: int


def _ways(found: Together) -> list[tuple[Points, ...]]:
    kept = found.factors[WIN].where(lambda win: win.kept_door)
    ways = []
    for door, way in product((kept, found.factors[WIN].all - kept), (found.own_draw, found.on_discard)):
        points = list(way)
        points[WIN] &= door
        ways.append(tuple(points))
    return ways


def _sorts(found: Together) -> Iterator[_Sort]:
    """Hands by kind, suits and honours, and by how many melds are chows, suited triplets and triplets of honours."""
    groups: dict[tuple[str, int, bool], list[int]] = {}
    for place, makeup in enumerate(found.factors[MAKEUP].views):
        groups.setdefault((makeup.shape, makeup.suits, makeup.honors), []).append(place)
    every = [factor.all for factor in found.factors]
    for (kind, suits, honored), group in groups.items():
        every[MAKEUP] = frozenset(group)
        if kind != BASIC:
            yield _Sort(kind, suits, bool(honored), tuple(every), 1, 1)
            continue
        for chows, honors in product(range(found.places + 1), repeat=2):
            pungs = found.places - chows - honors
            if pungs >= 0:
                points = list(every)
                points[SHAPE] = found.factors[SHAPE].where(lambda shape, n=chows: shape.eyes and shape.chows == n)  # type: ignore[misc]
                points[HONORS] = found.factors[HONORS].where(lambda suit, n=honors: len(suit.pungs) == n)  # type: ignore[misc]
                yield _Sort(kind, suits, bool(honored), tuple(points), chows, pungs)


def _worths(
    fans: Iterable[Fan], points: tuple[Points, ...], sort: _Sort | None, rules: RuleSet, found: Together
) -> dict[Fan, int]:
    """The highest worth of each fan's line in a sort of hand, without fans that cannot be in it."""
    there = [fan for fan in fans if found.met([found.where(fan), points])]
    return {fan: worth for fan in there if (worth := _worth(fan, sort, rules, found))}


def _highest(worths: Mapping[Fan, int], rules: RuleSet, found: Together) -> int:
    """The sum of the highest fans, one of each group that exclude each other."""
    groups: list[list[Fan]] = []
    for fan in sorted(worths, key=lambda fan: -worths[fan]):
        for group in groups:
            if all(_excludes(fan, other, rules, found) for other in group):
                group.append(fan)
                break
        else:
            groups.append([fan])
    return sum(worths[group[0]] for group in groups)


def _excludes(one: Fan, other: Fan, rules: RuleSet, found: Together) -> bool:
    removed = other in rules.removes.get(one, ()) or one in rules.removes.get(other, ())
    return removed or found.apart(one, other)


# --- how often a fan can be there -------------------------------------------------------------------------------------


def _worth(fan: Fan, sort: _Sort | None, rules: RuleSet, found: Together) -> int:
    value = rules.fans[fan]
    return max(value.open, value.concealed or 0) * max(_most_times(one, sort, found) for one in (fan, *fan.also))


def _most_times(fan: Fan, sort: _Sort | None, found: Together) -> int:
    factors = {Scope.WIN: WIN, Scope.FLOWERS: FLOWERS, Scope.HONOR_SETS: HONORS}
    if fan.scope in factors:
        number = factors[fan.scope]
        points = sort.points[number] if sort else found.factors[number].all
        return _most_asked(fan, found.factors[number], points)
    if sort is None or fan.scope not in _OF_MELDS:
        return 1
    return _OF_MELDS[fan.scope](fan, sort)


@cache
def _most_asked(fan: Fan, factor: Factor, points: Points) -> int:
    return max(times(fan.count(factor.views[place])) for place in points)


def _of_suit_chows(fan: Fan, sort: _Sort) -> int:
    most = [_most_chows(fan, number) for number in range(sort.chows + 1)]
    return max(sum(most[number] for number in held) for held in _in_three(sort.chows))


def _of_suit_sets(fan: Fan, sort: _Sort) -> int:
    if fan.needs.pairs:
        return _PAIRS // fan.needs.pairs
    most = [_most_pungs(fan, number) for number in range(sort.pungs + 1)]
    return max(sum(most[number] for number in held) for held in _in_three(sort.pungs))


def _of_suits(fan: Fan, sort: _Sort) -> int:
    if fan.count(_across()) is False:
        return 1
    suits = min(max(fan.needs.chows, fan.needs.pungs), 3)
    melds = sort.chows if fan.scope is Scope.CHOWS else sort.pungs
    if melds < suits:
        return 0
    if fan.needs.eyes:
        full = [suit_of(number, pungs=RANKS) for number in (1, 2)]
        return max(times(fan.count(Across([suit_of(0, eyes=rank), *full]))) for rank in RANKS)
    return max(_sets(held, suits) for held in _in_three(melds))


def _of_returns(fan: Fan, sort: _Sort) -> int:
    if sort.kind == BASIC and not sort.chows:
        return 0
    return comb(sort.pungs, fan.needs.pungs) if fan.needs.pungs else _KINDS_IN_A_HAND


_OF_MELDS: Mapping[Scope, Callable[[Fan, _Sort], int]] = {
    Scope.SUIT_CHOWS: _of_suit_chows,
    Scope.SUIT_SETS: _of_suit_sets,
    Scope.CHOWS: _of_suits,
    Scope.PUNGS: _of_suits,
    Scope.RETURNS: _of_returns,
    Scope.ANY_SETS: lambda fan, sort: _MOST_MELDS,
}


@cache
def _in_three(places: int) -> list[tuple[int, int, int]]:
    held = range(places + 1)
    return [(one, two, three) for one in held for two in held for three in held if one + two + three <= places]


def _sets(held: tuple[int, int, int], suits: int) -> int:
    one, two, three = held
    return one * two * three if suits == 3 else one * two + one * three + two * three


@cache
def _most_chows(fan: Fan, number: int) -> int:
    sets = combinations_with_replacement(range(7), number)
    return max(times(fan.count(_chows(starts))) for starts in sets if all(starts.count(one) <= 4 for one in starts))


def _chows(starts: Sequence[int]) -> Suit:
    return suit_of(0, chows=starts)


def _across() -> Across:
    return Across([suit_of(number) for number in range(3)])


@cache
def _most_pungs(fan: Fan, number: int) -> int:
    return max(
        times(fan.count(suit_of(0, pungs=held, eyes=eyes)))
        for held in combinations(range(9), number)
        for eyes in (None, *[rank for rank in range(9) if rank not in held])
    )
