"""次序: the order of players, the criterion that decided it, and shared places."""

import hashlib
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby, pairwise
from operator import attrgetter, itemgetter
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")

LOT = "lot"
TIE_BREAKS = ("previous", "wins", "self_drawn", "penalties", "best_game")
"""Between equal totals: the better result of the stage before, more wins, more of them self-drawn, fewer points lost by
rulings, the better best game. Lots decide between players who are still equal."""
Lots = Sequence[Sequence[int]]
"""Drawn orders, oldest first: the first that contains all of a tie decides it."""
TWELFTHS = 12
"""名次分 are counted in twelfths, so that points shared by two, three or four players stay whole."""
TABLE, SESSION, STAGE = "table", "session", "stage"


class Ranking(NamedTuple, Generic[T]):
    """The ranked items, best first, as parallel lists, which are fast for 2,000 players. `places`: own or shared ·
    `decided`: the tie-break, or "lot", that decided among equal totals, "" for none · `tied`: how many share the place,
    equal in all criteria."""

    items: list[T]
    places: list[int]
    decided: list[str]
    tied: list[int]


def ranked(
    items: Sequence[T],
    *,
    keys: Callable[[T], Any],
    number: Callable[[T], int],
    breaks: Sequence[str] = (),
    lots: Lots = (),
) -> Ranking[T]:
    """Rank best first. `keys`: the total or, with `breaks`, a tuple of the total and the values of the tie-breaks, the
    higher the better. Players equal in all criteria share the better place, unless a lot decides; the lower number
    comes first."""
    # Sorting is stable, in reverse too: equal keys stay in the order of their numbers.
    inorder = sorted(sorted(items, key=number), key=keys, reverse=True)
    known = list(map(keys, inorder))
    sharing = Counter(known)
    tied = [sharing[key] for key in known]
    found = Ranking(inorder, places(known), [""] * len(inorder), tied)
    for start in [n for n, count in enumerate(tied) if lots and count > 1 and found.places[n] == n + 1]:
        end = start + tied[start]
        equal = {number(item) for item in inorder[start:end]}
        if order := next((lot for lot in lots if equal <= set(lot)), ()):
            inorder[start:end] = sorted(inorder[start:end], key=lambda item: order.index(number(item)))
            found.places[start:end] = range(start + 1, end + 1)
            found.decided[start:end] = [LOT] * (end - start)
            tied[start:end] = [1] * (end - start)
    for n, (one, other) in enumerate(pairwise(known) if breaks else ()):
        if one[0] == other[0] and one != other:
            word = next(breaks[k] for k, (a, b) in enumerate(zip(one[1:], other[1:], strict=True)) if a != b)
            found.decided[n] = found.decided[n] or word
            found.decided[n + 1] = found.decided[n + 1] or word
    return found


def table_points(scores: Sequence[int], shares: Sequence[int]) -> list[int]:
    """Return 名次分 for each score at a table, in twelfths; equal scores share the points of their places (R-14)."""
    inorder = sorted(scores, reverse=True)
    whole = {score: sum(shares[n] for n, one in enumerate(inorder) if one == score) for score in set(scores)}
    return [TWELFTHS * whole[score] // inorder.count(score) for score in scores]


@lru_cache(maxsize=8192)
def of_twelve(twelfths: int) -> str:
    """Format 名次分 with two decimals at most: "7", "2.33"."""
    whole, hundredths = divmod((200 * twelfths + TWELFTHS) // (2 * TWELFTHS), 100)
    return f"{whole}.{hundredths:02d}".rstrip("0").rstrip(".")


def places(totals: Sequence[Any]) -> list[int]:
    found: list[int] = []
    place, before = 0, None
    for index, total in enumerate(totals, start=1):
        if total != before:
            place, before = index, total
        found.append(place)
    return found


def list_digest(stage: int, numbers: Iterable[int]) -> str:
    """抽籤: return the digest that is announced before the public word (such as a roll of dice) is known. It is the
    SHA-256 of the stage's number and the players' in ascending order, as in "1:4,17". So the author of the list cannot
    choose the order, nor the author of the word the list."""
    said = f"{stage}:{','.join(map(str, sorted(numbers)))}"
    return hashlib.sha256(said.encode()).hexdigest()


def draw_order(stage: int, numbers: Iterable[int], word: str) -> list[int]:
    """Return the numbers in the order of the lot, best first: by the SHA-256 of "digest word number", smallest first,
    so that anyone can verify it. Spaces around the word do not count."""
    whole = sorted(numbers)
    digest, word = list_digest(stage, whole), word.strip()
    return sorted(whole, key=lambda number: hashlib.sha256(f"{digest} {word} {number}".encode()).hexdigest())


def shared_out(places: int, sizes: Mapping[int, int]) -> dict[int, int]:
    """Distribute places in proportion to sizes by the largest remainder (ties: lower key), never above a size."""
    whole = sum(sizes.values())
    if whole <= places:
        return dict(sizes)
    found = {key: places * size // whole for key, size in sizes.items()}
    by_remainder = sorted(sizes, key=lambda key: (-(places * sizes[key] % whole), key))
    for key in by_remainder[: places - sum(found.values())]:
        found[key] += 1
    return found


def quotas(places: int, sizes: Mapping[int, int], days: Mapping[int, str]) -> dict[int, int]:
    """Distribute places over sessions (Reading M-2): over the days by their numbers of players, then equally within a
    day. `sizes`: session → players · `days`: session → its day."""
    of_day: dict[str, int] = {}
    for session, size in sizes.items():
        of_day[days[session]] = of_day.get(days[session], 0) + size
    names = sorted(of_day)
    by_day = shared_out(places, {n: of_day[name] for n, name in enumerate(names)})
    found: dict[int, int] = {}
    for n, name in enumerate(names):
        # The same number for each session of the day, odd ones to the larger; none gets more places than players.
        of_this = {one: size for one, size in sizes.items() if days[one] == name}
        turns = sorted((turn, -size, session) for session, size in of_this.items() for turn in range(size))
        taken = Counter(session for _turn, _size, session in turns[: by_day[n]])
        found |= {session: taken[session] for session in of_this}
    return found


@dataclass(frozen=True, slots=True)
class Contender:
    """A player in a cut. `keys`: the total, then the tie-breaks · `table`: the last table · `eligible`: neither staff
    nor withdrawn, barred or declining; only eligible players take a place."""

    number: int
    keys: tuple[int, ...]
    eligible: bool = True
    session: int = 0
    table: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """The number who advance: `places` in all, the best `per_table` of each table first; `quotas` by session, if any.
    `settled`: the quotas no longer depend on sessions that have not begun."""

    places: int
    per_table: int = 0
    quotas: Mapping[int, int] = field(default_factory=dict)
    ranks_needed: bool = False
    settled: bool = True


@dataclass(frozen=True, slots=True)
class Through:
    """A player who advances. `by`: where the place was won (table, session, stage) · `lot`: a lot decided a tie ·
    `moved_up`: takes the place of a better player who may not advance."""

    number: int
    by: str
    lot: bool = False
    moved_up: bool = False


@dataclass(frozen=True, slots=True)
class OpenTie:
    numbers: tuple[int, ...]
    places: int
    by: str


@dataclass(slots=True)
class Cut:
    through: list[Through] = field(default_factory=list)
    ties: list[OpenTie] = field(default_factory=list)

    @property
    def numbers(self) -> set[int]:
        return {one.number for one in self.through}


def cut(contenders: Sequence[Contender], plan: Plan, lots: Lots = ()) -> Cut:
    """Return the players who advance as of now. In an open tie the lower numbers are taken provisionally."""
    found = Cut()
    if plan.quotas:
        for session, inside in _grouped(contenders, "session"):
            _share(found, inside, plan, plan.quotas.get(session, 0), SESSION, lots)
    else:
        _share(found, contenders, plan, plan.places, STAGE, lots)
    # Sort by result. If seats depend on the order, equal players who all advance need a lot as well.
    by_number = {one.number: one for one in found.through}
    order = _order([one for one in contenders if one.number in by_number], lots)
    found.through = [by_number[one.number] for one, _place, _lot in order]
    if plan.ranks_needed:
        open_ = {number for tie in found.ties for number in tie.numbers}
        for _place, group in groupby(order, key=itemgetter(1)):
            numbers = tuple(sorted(one.number for one, *_how in group))
            if len(numbers) > 1 and not open_.intersection(numbers):
                found.ties.append(OpenTie(numbers, len(numbers), "rank"))
    return found


def _share(found: Cut, inside: Sequence[Contender], plan: Plan, places: int, by: str, lots: Lots) -> None:
    """Give places to the best at each table, then to others; too few places go to the best of the former."""
    firsts = Cut()
    if plan.per_table:
        for _table, four in _grouped(inside, "table"):
            _take(firsts, four, plan.per_table, TABLE, lots)
    found.ties += firsts.ties
    at_table = {one.number: one for one in firsts.through}
    if plan.places and len(at_table) > places:
        kept = Cut()
        _take(kept, [one for one in inside if one.number in at_table], places, by, lots)
        found.ties += kept.ties
        found.through += [
            replace(at_table[one.number], lot=one.lot or at_table[one.number].lot) for one in kept.through
        ]
        return
    found.through += firsts.through
    _take(found, [one for one in inside if one.number not in at_table], places - len(at_table), by, lots)


def _grouped(contenders: Sequence[Contender], by: str) -> list[tuple[int, list[Contender]]]:
    groups: dict[int, list[Contender]] = {}
    for one in contenders:
        groups.setdefault(getattr(one, by), []).append(one)
    return sorted(groups.items())


def _order(contenders: Sequence[Contender], lots: Lots) -> list[tuple[Contender, int, bool]]:
    found = ranked(contenders, keys=attrgetter("keys"), number=attrgetter("number"), lots=lots)
    inorder = zip(found.items, found.places, found.decided, strict=True)
    return [(one, place, decided == LOT) for one, place, decided in inorder]


def _take(found: Cut, contenders: Sequence[Contender], places: int, by: str, lots: Lots) -> None:
    order = _order(contenders, lots)
    eligible = [one for one in order if one[0].eligible]
    chosen = eligible[: max(places, 0)]
    if not chosen:
        return
    passed = {one.number for one, _place, _lot in order[: len(chosen)]}
    last = chosen[-1][1]
    equal = [one.number for one, place, _lot in eligible if place == last]
    took = {one.number for one, _place, _lot in chosen}
    inside = [number for number in equal if number in took]
    if len(inside) < len(equal):
        found.ties.append(OpenTie(tuple(sorted(equal)), len(inside), by))
    found.through += [Through(one.number, by, lot, one.number not in passed) for one, _place, lot in chosen]


SAFE, INSIDE, LEVEL, OUTSIDE, OUT = "safe", "inside", "level", "outside", "out"


@dataclass(frozen=True, slots=True)
class Standpoint:
    """The position of one player: one of the words above, and `gap`, the units ahead of the first player who would not
    advance or (negative) behind the last who would; None if there is no such player."""

    word: str
    gap: int | None


def fields_of(contenders: Sequence[Contender], plan: Plan) -> list[tuple[list[Contender], int]]:
    """Return the groups that compete for places: all, sessions or tables; none if tables are mixed with others."""
    if not plan.places:
        return []
    if plan.per_table:
        tables = _grouped(contenders, "table")
        wanted, count = plan.quotas or {0: plan.places}, Counter(four[0].session for _table, four in tables)
        if not plan.quotas:
            count = Counter({0: len(tables)})
        if any(plan.per_table * count[session] != places for session, places in wanted.items()):
            return []
        return [(four, plan.per_table) for _table, four in tables]
    if plan.quotas:
        return [([one for one in contenders if one.session == n], k) for n, k in sorted(plan.quotas.items())]
    return [(list(contenders), plan.places)]


def standpoints(
    contenders: Sequence[Contender], plan: Plan, inside: Collection[int], playing: Collection[int]
) -> dict[int, Standpoint]:
    """Return 晉級線 by number. `inside`: players who would advance now · `playing`: those with a game to finish.

    A player with a game left may win or lose any number of points. So a player still in play is never out, and a player
    is safe only if those still in play can no longer push them out. No position is certain while a later session may
    change the number of places.
    """
    found: dict[int, Standpoint] = {}
    for rivals, places in fields_of(contenders, plan):
        eligible = [one for one in rivals if one.eligible]
        done = sorted(one.keys for one in eligible if one.number not in playing)
        over = [one for one in eligible if one.number not in inside]
        under = [one for one in eligible if one.number in inside]
        last_in = min((one.keys for one in under), default=None)
        first_out = max((one.keys for one in over), default=None)
        for one in eligible:
            if one.number in inside:
                gap = one.keys[0] - first_out[0] if first_out else None
                could_pass = len(eligible) - 1
                if one.number not in playing:
                    could_pass -= bisect_left(done, one.keys)
                safe = plan.settled and could_pass < places
                word = SAFE if safe else LEVEL if one.keys == first_out else INSIDE
            else:
                gap = one.keys[0] - last_in[0] if last_in else None
                settled = plan.settled and one.number not in playing
                out = settled and len(done) - bisect_right(done, one.keys) >= places
                word = OUT if out else LEVEL if one.keys == last_in else OUTSIDE
            found[one.number] = Standpoint(word, gap)
    return found
