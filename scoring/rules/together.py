"""能否並存 Which fans can be in one hand together, found by asking the fans themselves.

Every fan is a small function of something (`Scope`). Asked about every possible makeup, shape, way of winning, honours,
flowers and wait, it says where it is met; fans that are never met together contradict each other (混一色 and 清一色,
清么 and 斷么, 自摸 and a discard). The enumeration never misses anything possible, so two fans that some hand holds are
never kept apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from scoring.errors import ScoringError
from scoring.fans.fan import Fan, Scope
from scoring.hand.circumstances import FIRST_TURN, READY, Demands, Win, check
from scoring.hand.melds import CHOW, PUNG
from scoring.reading import winning_shapes
from scoring.reading.across import Across
from scoring.reading.suit import DRAGONS, WINDS, Suit, suit_of
from scoring.reading.whole import (
    EDGE,
    MIDDLE,
    PAIR,
    TRIPLET,
    TWO_SIDED,
    Finish,
    Flowers,
    Makeup,
    Shape,
    Total,
    Wait,
)
from scoring.rules.rule_set import RuleSet

MAKEUP, SHAPE, WIN, HONORS, FLOWERS, WAIT = range(6)
"""The aspects of a hand; a fan is a set of points of every factor, by their places."""

_LINKS = ("basic", "chows", "pungs", "winds", "dragons", "no_flowers", "self_draw", "all_exposed")

Links = Mapping[str, bool]
Point = tuple[Any, Links]
Points = frozenset[int]
Said = frozenset[tuple[bool, ...]]

EVERY_LINK: Said = frozenset(product((False, True), repeat=len(_LINKS)))


class Factor:
    """One aspect of hands: its points, and which of the links each leaves possible."""

    def __init__(self, points: Iterable[Point]) -> None:
        self.views: list[Any] = []
        groups: dict[Said, list[int]] = {}
        for place, (view, links) in enumerate(points):
            self.views.append(view)
            groups.setdefault(_saying(tuple(sorted(links.items()))), []).append(place)
        self._groups = [(said, frozenset(places)) for said, places in groups.items()]
        self.all: Points = frozenset(range(len(self.views)))
        self._links: dict[Points, Said] = {}
        """By the points that single fans leave."""

    def where(self, met: Callable[[Any], object]) -> Points:
        return frozenset([place for place, view in enumerate(self.views) if met(view)])

    def links(self, asked: Iterable[Points]) -> Said:
        told = [points for points in asked if points is not self.all]
        if len(told) > 1:
            return self._left_by(frozenset.intersection(*told))
        points = told[0] if told else self.all
        if points not in self._links:
            self._links[points] = self._left_by(points)
        return self._links[points]

    def _left_by(self, points: Points) -> Said:
        met = [said for said, group in self._groups if not points.isdisjoint(group)]
        return frozenset[tuple[bool, ...]]().union(*met)


@cache
def _saying(said: tuple[tuple[str, bool], ...]) -> Said:
    wanted = [(_LINKS.index(name), value) for name, value in said]
    return frozenset(links for links in EVERY_LINK if all(links[place] == value for place, value in wanted))


BASIC, SEVEN_PAIRS = winning_shapes.BASIC.name, winning_shapes.SEVEN_PAIRS.name
_NOTHING = Makeup("", 0, *[False] * 12)
_FLOWERS_HELD = [frozenset(held) for number in range(9) for held in combinations(range(8), number)]


# --- what there can be ------------------------------------------------------------------------------------------------


@cache
def _makeups(kinds: tuple[str, ...]) -> Factor:
    return Factor(point for kind in kinds for point in _makeups_of(kind))


def _makeups_of(kind: str) -> Iterator[Point]:
    truths = (False, True)
    for suits, (winds, dragons, terminals, simples, fives) in product(range(4), product(truths, repeat=5)):
        suited = terminals or simples
        if suited != (suits > 0) or (fives and not simples) or not (suited or winds or dragons):
            continue
        if kind not in (BASIC, SEVEN_PAIRS) and not (suits == 3 and winds and dragons):
            continue
        tiles: dict[str, bool] = {
            "winds": winds,
            "dragons": dragons,
            "terminals": terminals,
            "simples": simples,
            "fives": fives,
        }
        for flags in _groups_of(kind, suits, tiles):
            for flowers in ({"no_flowers": True}, {"both_flower_families": True}, {}):
                makeup = _NOTHING._replace(shape=kind, suits=suits, **tiles, **flags, **flowers)
                yield makeup, _links_of(makeup)


def _groups_of(kind: str, suits: int, tiles: Mapping[str, bool]) -> Iterator[dict[str, bool]]:
    truths = (False, True)
    inner = truths if tiles["simples"] else (False,)
    if kind == BASIC:
        for chows, pungs, inner_groups, common, each in product(truths, truths, inner, truths, truths):
            if not (chows or pungs) or (chows and not tiles["simples"]):
                continue
            if suits and not inner_groups and not tiles["terminals"]:
                continue
            if each and not (suits == 3 and tiles["winds"] and tiles["dragons"]):
                continue
            flags = {"chows": chows, "pungs": pungs, "inner_groups": inner_groups}
            yield flags | {"common_rank": common, "one_meld_each": each}
        return
    if kind == SEVEN_PAIRS:
        inner = (tiles["simples"],)  # no chow takes a simple along with a terminal
    own = ("eight_pairs", "rank_run") if kind == SEVEN_PAIRS else ("same_ranks", "all_ranks", "opened")
    for common, inner_groups, *values in product(truths, inner, *[truths] * len(own)):
        yield {"common_rank": common, "inner_groups": inner_groups, **dict(zip(own, values, strict=True))}


def _links_of(makeup: Makeup) -> Links:
    links = {name: getattr(makeup, name) for name in ("basic", "winds", "dragons", "no_flowers")}
    return links | ({"chows": makeup.chows, "pungs": makeup.pungs} if makeup.basic else {})


@cache
def _shapes(places: int) -> Factor:
    return Factor(_shapes_of(places))


def _shapes_of(places: int) -> Iterator[Point]:
    returned = [(found, closed) for found in range(5) for closed in range(found + 1)]
    for chows, doubled, (returns, closed_returns) in product(range(places + 1), range(3), returned):
        pungs = places - chows
        for closed_pungs, kongs in product(range(pungs + 1), repeat=2):
            sums = {"closed_pungs": closed_pungs, "kongs": kongs, "doubled_chows": doubled}
            sums |= {"returns": returns, "closed_returns": closed_returns}
            links = {"basic": True, "chows": chows > 0, "pungs": pungs > 0}
            shape = Shape(eyes=1, chows=chows, pungs=pungs, **sums)
            yield shape, links | ({"all_exposed": False} if closed_pungs else {})
            if pungs <= 1:
                yield Shape(eyes=0, chows=min(chows, 1), pungs=pungs, **sums), {"basic": False}


_MELDED = ((0, 0, 0), (0, 0, 5), (0, 5, 0), (1, 0, 0), (1, 0, 4), (0, 1, 4), (5, 0, 0), (4, 1, 0))
"""(claimed, open kongs, concealed kongs) of five places; of four one less of the most."""

Asked = tuple[tuple[str, tuple[str, ...]], ...]


@cache
def _ways(known: frozenset[str], places: int, *demanded: Asked) -> Factor:
    return Factor(_ways_of(known, places, [dict(demands) for demands in demanded]))


def _ways_of(known: frozenset[str], places: int, demanded: Sequence[Demands]) -> Iterator[Point]:
    ready = [frozenset[str](), *[frozenset({word, "one_shot"}) for word in sorted(READY & known)]]
    first = [frozenset[str](), *[frozenset({word}) for word in sorted(FIRST_TURN & known)]]
    less = 5 - places
    for (draw, words, replaced, row), announced, turn, dealer in product(
        _occasions(known), ready, first, (False, True)
    ):
        last = not words.isdisjoint(("last_tile", "last_discard"))
        said = words | announced | turn
        rivers = None if words & _ENDS else 0  # empty ones, but at the end of the wall
        for melds in _MELDED:
            claimed, opened, closed = [number - less if number > 1 else number for number in melds]
            for door in (False, True) if not claimed else (False,):
                win = Win(
                    draw, dealer, said, replaced, 1, rivers, 8, claimed, opened, closed, places, door, last, row, True
                )
                if _holds(win, demanded):
                    links = {"no_flowers": False} if win.flower_win else {"self_draw": draw}
                    yield win, links | {"all_exposed": win.all_exposed or win.all_claimed}


_ENDS = frozenset({"last_tile", "last_discard", "among_last_four"})


def _occasions(known: frozenset[str]) -> Iterator[tuple[bool, frozenset[str], tuple[str, ...], int]]:
    """(own draw, circumstances of the winning tile, replacements, robbed in a row)."""
    replaced: list[tuple[str, ...]] = [()]
    for number, before in product(range(1, 6), range(2)):
        replaced += [("kong",) * before + ("flower",) * number, ("flower",) * before + ("kong",) * number]
    replaced += [("flower",) * 8 + ("kong",) * 5, ("kong",) * 5 + ("flower",) * 8]
    last = [frozenset({"last_tile", "among_last_four"} & known)] if "last_tile" in known else []
    last += [frozenset({"among_last_four"})] if "among_last_four" in known else []
    declared = [frozenset({word}) for word in sorted({"flower_win", "dealt_flowers"} & known)]
    for row in replaced:
        for words in [frozenset[str](), *last]:
            yield True, words, row, 1
        for words in declared:
            yield True, words, row, 1
            yield False, words, row, 1
    yield False, frozenset(), (), 1
    for word in sorted({"last_discard", "robbed_concealed_kong"} & known):
        yield False, frozenset({word}), (), 1
    for number in range(1, 6) if "robbed_kong" in known else ():
        yield False, frozenset({"robbed_kong"}), (), number


def _holds(win: Win, demanded: Sequence[Demands]) -> bool:
    try:
        check(win, *demanded)
    except ScoringError:
        return False
    return True


@cache
def _honors(places: int) -> Factor:
    return Factor(_honors_of(places))


def _honors_of(places: int) -> Iterator[Point]:
    for number in range(places + 1):
        for held in combinations(range(7), number):
            for eyes in (None, *[rank for rank in range(7) if rank not in held]):
                there = {*held, eyes}
                links = {"winds": bool(there & WINDS), "dragons": bool(there & DRAGONS)}
                links |= {"pungs": True} if held else {}
                tripled = {name: True for name, ranks in (("winds", WINDS), ("dragons", DRAGONS)) if ranks & {*held}}
                for seat, round_ in product((0, 1), repeat=2):
                    part = suit_of(3, pungs=held, eyes=eyes, seat=seat, round=round_)
                    yield part, {"basic": True, **links}
                    if number <= 1 and eyes is None:
                        yield part, {"basic": False, **tripled}  # its pairs may be of anything


@cache
def _flowers() -> Factor:
    said = [(False, False, False), (True, False, False), (True, True, False), (True, False, True), (True, True, True)]
    return Factor((Flowers(held, 0, *how), {"no_flowers": not held}) for held in _FLOWERS_HELD for how in said)


@cache
def _waits() -> Factor:
    places = (EDGE, MIDDLE, PAIR, TRIPLET, TWO_SIDED)
    return Factor(
        (Wait(place, *truths), {"self_draw": truths[5]})
        for place in places
        for truths in product((False, True), repeat=7)
    )


# --- where fans are met -----------------------------------------------------------------------------------------------


def _asked(demands: Demands) -> Asked:
    return tuple(sorted((word, tuple(names)) for word, names in demands.items()))


class Together:
    """並存 The fans of one rule set: where each is met, and which of them can be met together."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.places = rules.hand_size // 3
        kinds = tuple(shape.name for shape in rules.shapes)
        shape, honors = _shapes(self.places), _honors(self.places)
        ways = _ways(rules.circumstances, self.places, *[_asked(one) for one in (rules.usual_demands, rules.demands)])
        self.factors = (_makeups(kinds), shape, ways, honors, _flowers(), _waits())
        makeups = self.factors[MAKEUP]
        self._basic = makeups.where(lambda makeup: makeup.basic)
        self._pairs = makeups.where(lambda makeup: makeup.shape == SEVEN_PAIRS)
        self._where: dict[Fan, tuple[Points, ...]] = {}
        self._pair: dict[tuple[Fan, Fan], bool] = {}
        self._both: dict[tuple[Points, ...], tuple[Points, ...]] = {}
        self.own_draw = self._by(True)
        self.on_discard = self._by(False)

    def where(self, fan: Fan) -> tuple[Points, ...]:
        """The points of every factor at which a fan may be met."""
        if fan not in self._where:
            found = self._asked(fan)
            for other in fan.also:
                found = tuple(one | two for one, two in zip(found, self._asked(other), strict=True))
            self._where[fan] = found
        return self._where[fan]

    def can_be(self, fans: Sequence[Fan], own_draw: bool | None = None) -> bool:
        """Whether some hand may hold all of these; `own_draw`: how it was won, None for either."""
        points = [self.where(fan) for fan in fans]
        if own_draw is not None:
            points.append(self.own_draw if own_draw else self.on_discard)
        return self.met(points) or self._met_by_both_shapes(points)

    def apart(self, one: Fan, other: Fan) -> bool:
        key = (one, other)
        if key not in self._pair:
            self._pair[key] = self._pair[other, one] = one is not other and not self.can_be(key)
        return self._pair[key]

    def clash(self, fans: Sequence[Fan], own_draw: bool | None = None) -> tuple[Fan, ...]:
        """A smallest set of these fans that no hand holds together; empty where some hand may hold all."""
        if self.can_be(fans, own_draw):
            return ()
        for one, other in combinations(fans, 2):
            if self.apart(one, other):
                return one, other
        left = list(fans)
        for fan in fans:
            without = [one for one in left if one is not fan]
            if not self.can_be(without, own_draw):
                left = without
        return tuple(left)

    def met(self, points: Sequence[tuple[Points, ...]]) -> bool:
        links = EVERY_LINK
        for number, factor in enumerate(self.factors):
            links &= factor.links(one[number] for one in points)
            if not links:
                return False
        return True

    def _met_by_both_shapes(self, points: Sequence[tuple[Points, ...]]) -> bool:
        """兩食: in a basic hand that is 嚦咕 too each fan may be met in either half; how it was won is the same for
        both."""
        if not self.rules.shapes_that_add_up:
            return False
        return self.met([self._in_both(one) for one in points])

    def _in_both(self, points: tuple[Points, ...]) -> tuple[Points, ...]:
        """The points of the basic half: a fan that may be met in the half of pairs only constrains the tiles of that
        half."""
        if points not in self._both:
            basic, pairs = list(points), list(points)
            basic[MAKEUP] &= self._basic
            pairs[MAKEUP] &= self._pairs
            if pairs[MAKEUP] and self.met([tuple(pairs)]):
                views = self.factors[MAKEUP].views
                tiles = {_tiles(views[place]) for place in pairs[MAKEUP]}
                basic[MAKEUP] |= {place for place in self._basic if _tiles(views[place]) in tiles}
                for number in (SHAPE, WAIT):
                    basic[number] = self.factors[number].all
                basic[HONORS] |= self._of_the_same_triplet(points[HONORS])
            self._both[points] = tuple(basic)
        return self._both[points]

    def _of_the_same_triplet(self, honors: Points) -> Points:
        """Honours that the basic half may have where the half of pairs has these: a triplet in one is one in both."""
        parts = self.factors[HONORS].views
        tripled = {parts[place].pung_ranks for place in honors if parts[place].eyes is None}
        return self.factors[HONORS].where(lambda part: part.pung_ranks in tripled)

    def _by(self, own_draw: bool) -> tuple[Points, ...]:
        points = [factor.all for factor in self.factors]
        points[WIN] = self.factors[WIN].where(lambda win: win.self_draw == own_draw)
        return tuple(points)

    def _asked(self, fan: Fan) -> tuple[Points, ...]:
        points = [factor.all for factor in self.factors]
        asked = {Scope.WIN: WIN, Scope.FLOWERS: FLOWERS, Scope.MAKEUP: MAKEUP, Scope.SHAPE: SHAPE, Scope.WAIT: WAIT}
        if fan.scope in asked:
            factor = self.factors[asked[fan.scope]]
            points[asked[fan.scope]] = factor.where(lambda view: _found(fan, view))
        elif fan.scope is Scope.HONOR_SETS:
            points[HONORS] = self.factors[HONORS].where(lambda part: _found(fan, part))
        elif fan.scope is Scope.FINISH:
            points[MAKEUP], points[WAIT] = self._finishing(fan)
        elif fan.scope is Scope.TOTAL:
            points[WIN] = self.factors[WIN].where(lambda win: win.flower_win or _may_total(fan, win.self_draw))
        self._need(fan, points)
        return tuple(points)

    def _finishing(self, fan: Fan) -> tuple[Points, Points]:
        makeups, waits = self.factors[MAKEUP], self.factors[WAIT]
        plain = [Wait(TWO_SIDED, False, False, False, self_draw=draw) for draw in (False, True)]
        met = makeups.where(lambda makeup: any(_found(fan, Finish(makeup, wait)) for wait in plain))
        example = next((makeups.views[place] for place in sorted(met)), None)
        if example is None:
            return makeups.all, waits.all
        return met, waits.where(lambda wait: _found(fan, Finish(example, wait)))

    def _need(self, fan: Fan, points: list[Points]) -> None:
        chows, pungs, eyes, kongs, pairs = fan.needs
        makeups, shapes = self.factors[MAKEUP], self.factors[SHAPE]
        if pairs:
            points[MAKEUP] &= self._pairs
        if eyes or chows > 1 or pungs > 1:
            points[MAKEUP] &= self._basic
            points[SHAPE] &= shapes.where(lambda shape: shape.eyes)
        if chows or pungs or kongs:
            points[SHAPE] &= shapes.where(
                lambda shape: shape.chows >= chows and shape.pungs >= pungs and shape.kongs >= kongs
            )
        suits = max(chows, pungs) if fan.scope in (Scope.CHOWS, Scope.PUNGS) else 1
        if fan.scope in (Scope.CHOWS, Scope.PUNGS, Scope.SUIT_CHOWS, Scope.SUIT_SETS):
            points[MAKEUP] &= makeups.where(lambda makeup: makeup.suits >= suits)
        if tiles := _tiles_of_groups(fan):
            points[MAKEUP] &= makeups.where(lambda makeup: tiles.items() <= makeup._asdict().items())


Groups = list[range]

_MOST_GROUPS = {Scope.SUIT_CHOWS: 5, Scope.SUIT_SETS: 5, Scope.CHOWS: 4, Scope.PUNGS: 4}
"""A fan that needs five across the suits says nothing: there would be too many to ask."""


def _tiles_of_groups(fan: Fan) -> dict[str, bool]:
    """What the groups of a fan of chows or triplets say of the whole hand's makeup (清龍: there are terminals, and
    no rank is in every group). More groups only add to it, so the fewest that hold the fan are looked at."""
    least = max(fan.needs.chows, fan.needs.pungs)
    for number in range(least, _MOST_GROUPS.get(fan.scope, 0) + 1) if least else ():
        met = [_said_by(groups) for view, groups in _parts(fan, number) if _found(fan, view)]
        if met:
            return {name: is_ for name, is_ in met[0].items() if all(said.get(name) == is_ for said in met)}
    return {}


def _said_by(groups: Groups) -> dict[str, bool]:
    ranks = {rank for group in groups for rank in group}
    there = {"terminals": bool(ranks & {0, 8}), "simples": bool(ranks - {0, 8}), "fives": 4 in ranks}
    there["inner_groups"] = any(not {0, 8} & {*group} for group in groups)
    said = {name: True for name, is_ in there.items() if is_}
    return said if set.intersection(*[{*group} for group in groups]) else said | {"common_rank": False}


def _parts(fan: Fan, number: int) -> Sequence[tuple[Any, Groups]]:
    chows, across = bool(fan.needs.chows), fan.scope in (Scope.CHOWS, Scope.PUNGS)
    return _parts_of(CHOW if chows else PUNG, number, 3 if across else 1, fan.needs.eyes)


@cache
def _parts_of(kind: str, number: int, suits: int, with_eyes: bool) -> Sequence[tuple[Any, Groups]]:
    chows = kind == CHOW
    places = [*product(range(suits), range(7 if chows else 9))]
    laid = combinations_with_replacement(places, number) if chows else combinations(places, number)
    found = []
    for groups, eyes in product(laid, product(range(suits), range(9)) if with_eyes else [None]):
        held = [tuple(rank for suit, rank in groups if suit == here) for here in range(suits)]
        if held != sorted(held):
            continue  # the same in other suits
        parts = [
            _suit(kind, suit, ranks, eyes[1] if eyes and eyes[0] == suit else None) for suit, ranks in enumerate(held)
        ]
        ranks = [range(rank, rank + (3 if chows else 1)) for _suit, rank in groups]
        ranks += [range(eyes[1], eyes[1] + 1)] if eyes else []
        found.append((Across(parts) if suits > 1 else parts[0], ranks))
    return found


@cache
def _suit(kind: str, suit: int, ranks: tuple[int, ...], eyes: int | None) -> Suit:
    return suit_of(suit, chows=ranks if kind == CHOW else (), pungs=ranks if kind == PUNG else (), eyes=eyes)


def _tiles(makeup: Makeup) -> tuple[object, ...]:
    """What both halves of 兩食 say of the same tiles."""
    names = ("suits", "winds", "dragons", "terminals", "simples", "fives", "no_flowers", "both_flower_families")
    return tuple(getattr(makeup, name) for name in names)


def _found(fan: Fan, view: Any) -> int:
    return times(fan.count(view))


def times(found: object) -> int:
    return sum(combo.open + combo.closed for combo in found) if isinstance(found, list) else int(found)  # type: ignore[call-overload]


def _may_total(fan: Fan, self_draw: bool) -> bool:
    from scoring.fans.circumstances import self_drawn

    totals = [Total(value, self_draw, (fan, self_drawn)) for value in (1, 2)]
    return any(_found(fan, total) for total in totals)


def together(rules: RuleSet) -> Together:
    """What is known of which fans of a rule set can be together; computed once for each rule set in a process."""
    found: Together | None = rules.memory.get("together")
    if found is None:
        found = rules.memory["together"] = Together(rules)
    return found
