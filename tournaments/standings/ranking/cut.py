"""晉級: how places are shared out, who takes them, and where only a lot can decide."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter

from tournaments.standings.ranking.order import LOT, Lots, ranked

TABLE, SESSION, STAGE = "table", "session", "stage"


def shared_out(places: int, sizes: Mapping[int, int]) -> dict[int, int]:
    """Share places in proportion to sizes, by the largest remainder; of equal remainders the lower key first. None gets
    more places than it has players."""
    whole = sum(sizes.values())
    if whole <= places:
        return dict(sizes)
    found = {key: places * size // whole for key, size in sizes.items()}
    by_remainder = sorted(sizes, key=lambda key: (-(places * sizes[key] % whole), key))
    for key in by_remainder[: places - sum(found.values())]:
        found[key] += 1
    return found


def shared_equally(places: int, sizes: Mapping[int, int]) -> dict[int, int]:
    """The same number of places for each, odd ones to the larger; none gets more than it has players."""
    turns = sorted((turn, -size, key) for key, size in sizes.items() for turn in range(size))
    taken = Counter(key for _turn, _size, key in turns[:places])
    return {key: taken[key] for key in sizes}


def quotas(places: int, sizes: Mapping[int, int], days: Mapping[int, str]) -> dict[int, int]:
    """Places of each session (Reading M-2): in proportion to the players of each day, equally within a day. `sizes`:
    session → players · `days`: session → its day."""
    of_day: dict[str, int] = {}
    for session, size in sizes.items():
        of_day[days[session]] = of_day.get(days[session], 0) + size
    names = sorted(of_day)
    by_day = shared_out(places, {n: of_day[name] for n, name in enumerate(names)})
    found: dict[int, int] = {}
    for n, name in enumerate(names):
        found |= shared_equally(by_day[n], {one: size for one, size in sizes.items() if days[one] == name})
    return found


@dataclass(frozen=True, slots=True)
class Contender:
    """選手 in a cut: `keys` is the total and then the tie-breaks; `table`: the last table. `eligible`: not staff,
    withdrawn, barred or declining; only they take a place."""

    number: int
    keys: tuple[int, ...]
    eligible: bool = True
    session: int = 0
    table: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """How many advance: `places` in all, the best `per_table` of each table among them; `quotas` by session, if any.
    `settled`: the quotas no longer depend on sessions that have not begun."""

    places: int
    per_table: int = 0
    quotas: Mapping[int, int] = field(default_factory=dict)
    ranks_needed: bool = False
    settled: bool = True


@dataclass(frozen=True, slots=True)
class Through:
    """`by`: table, session or stage · `lot`: a lot decided · `moved_up`: a better player was passed over."""

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
    """Who advances as of now. In an open tie the lower numbers are taken provisionally."""
    found = Cut()
    if plan.quotas:
        for session, inside in _grouped(contenders, "session"):
            _share(found, inside, plan, plan.quotas.get(session, 0), SESSION, lots)
    else:
        _share(found, contenders, plan, plan.places, STAGE, lots)
    _sort(found, contenders, lots, ranks_needed=plan.ranks_needed)
    return found


def _share(found: Cut, inside: Sequence[Contender], plan: Plan, places: int, by: str, lots: Lots) -> None:
    """The best of each table, then the best of the others; where places are too few for all best, the best of them."""
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


def _grouped(contenders: Sequence[Contender], by: str) -> Iterable[tuple[int, list[Contender]]]:
    groups: dict[int, list[Contender]] = {}
    for one in contenders:
        groups.setdefault(getattr(one, by), []).append(one)
    return sorted(groups.items())


def _order(contenders: Sequence[Contender], lots: Lots) -> list[tuple[Contender, int, bool]]:
    found = ranked(contenders, keys=attrgetter("keys"), number=attrgetter("number"), lots=lots)
    return [
        (one, place, decided == LOT)
        for one, place, decided in zip(found.items, found.places, found.decided, strict=True)
    ]


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


def _sort(found: Cut, contenders: Sequence[Contender], lots: Lots, *, ranks_needed: bool) -> None:
    """Sort by result. Where seats follow from the order, equal players who all advance need a lot as well."""
    by_number = {one.number: one for one in found.through}
    order = _order([one for one in contenders if one.number in by_number], lots)
    found.through = [by_number[one.number] for one, _place, _lot in order]
    if not ranks_needed:
        return
    open_ = {number for tie in found.ties for number in tie.numbers}
    groups: dict[int, list[int]] = {}
    for one, place, _lot in order:
        groups.setdefault(place, []).append(one.number)
    for group in groups.values():
        if len(group) > 1 and not open_ & set(group):
            found.ties.append(OpenTie(tuple(sorted(group)), len(group), "rank"))
