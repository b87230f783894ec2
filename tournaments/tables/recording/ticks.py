"""揀番: the sum of ticked fans, those that do not count beside others (不複合), and those that no hand holds together.

Ticks do not say where a combination is in the hand, so 單式 (a lower one inside a higher one) is left to the referee;
不複合 between whole fans is data of the rule set and is applied here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring import (
    Fan,
    FanRow,
    RuleSet,
    Scope,
    Value,
    added_by_the_game,
    conflict,
    exclusive,
    has_no_shape,
    said_by_a_robbed_kong,
    said_by_the_source,
)
from tournaments.tables.recording.entry import Tick

# Fans of the whole hand are there once or not at all; others may be there several times.
_ONCE = frozenset({Scope.WIN, Scope.MAKEUP, Scope.SHAPE, Scope.WAIT, Scope.TOTAL, Scope.SETTLEMENT})


FROM_TWO = 2
"""尾牌連摸 10(n-1): the form asks for the n of the table, whose value is 0 for 1."""


@dataclass(frozen=True)
class Tickable:
    """One row of the list: a fan at one of its values. `several`: may be there more than once, `least` times."""

    tick: Tick
    fan: Fan
    worth: int
    several: bool
    least: int = 1


@dataclass(frozen=True)
class NotCounted:
    """A row that does not count beside another, or (`apart`) that no hand holds beside it; ticked or not."""

    name: str
    by: str
    apart: bool = False


@dataclass(frozen=True)
class TickCount:
    """The sum without 底. `removed`: fans of the list that the ticked ones exclude."""

    total: int
    rows: tuple[FanRow, ...]
    removed: tuple[NotCounted, ...]


def with_said(ticks: tuple[Tick, ...], rules: RuleSet, *, own_draw: bool, robbed: bool) -> tuple[Tick, ...]:
    """Tick 自摸 or 搶槓 if the way of winning says so and it may be combined with the others."""
    said = said_by_the_source(rules.fans) if own_draw else said_by_a_robbed_kong(rules.fans) if robbed else ()
    ticked = [fan for fan in rules.fans if any(tick.name == fan.name for tick in ticks)]
    missing = [fan for fan in said if fan not in ticked and not conflict(rules, [*ticked, fan])]
    return (*ticks, *(Tick(fan.name) for fan in missing))


def only_said(ticks: Sequence[Tick], rules: RuleSet) -> bool:
    """Whether only ticks implied by the way of winning are set."""
    said = {fan.name for fan in (*said_by_the_source(rules.fans), *said_by_a_robbed_kong(rules.fans))}
    return all(tick.name in said for tick in ticks)


def clashing(ticks: Sequence[Tick], rules: RuleSet, own_draw: bool | None) -> tuple[str, ...]:
    """The ticked fan that this way of winning rules out, or two that no hand holds together."""
    ticked = [fan for fan in rules.fans if any(tick.name == fan.name for tick in ticks)]
    return tuple(fan.name for fan in conflict(rules, ticked, own_draw))


@lru_cache(maxsize=16)
def tickables(rules: RuleSet) -> tuple[Tickable, ...]:
    """The fans of a rule set in table order, with a row for each of an open and a concealed value.

    The app adds 底, the dealer's fans, 雙響 and 三響 itself (L-35), so they are not listed.
    """
    rows = []
    for fan, value in rules.fans.items():
        if added_by_the_game(fan) or has_no_shape(fan, rules):
            continue
        several = value.stepped or fan.scope not in _ONCE
        rows.append(Tickable(Tick(fan.name), fan, value.open, several, FROM_TWO if value.stepped else 1))
        if value.concealed is not None:
            rows.append(Tickable(Tick(fan.name, concealed=True), fan, value.concealed, several))
    return tuple(rows)


def unknown_ticks(ticks: Iterable[Tick], rules: RuleSet) -> list[str]:
    known = {row.tick.value for row in tickables(rules)}
    return [tick.name for tick in ticks if tick.value not in known]


def count_ticks(ticks: Sequence[Tick], rules: RuleSet) -> TickCount:
    """The sum of the ticked fans: without 不複合, a limit hand alone, capped. Unknown names count nothing."""
    fans = {fan.name: fan for fan in rules.fans}
    ticked = [(fans[tick.name], tick) for tick in ticks if tick.name in fans]
    shut_out = _shut_out([fan for fan, _tick in ticked], rules)
    counting = [(fan, tick) for fan, tick in ticked if fan not in shut_out]
    less = _lessened([fan for fan, _tick in counting], rules)
    rows = tuple(
        FanRow(fan.name, fan.name_en, _times(rules.fans[fan], tick), _worth(rules.fans[fan], tick) - less.get(fan, 0))
        for fan, tick in counting
    )
    removed = tuple(NotCounted(fan.name, by.name) for fan, by in shut_out.items())
    removed += tuple(_apart([fan for fan, _tick in ticked], shut_out, rules))
    limit = _limit_hand([fan for fan, _tick in ticked], rules)
    if limit is not None:
        rows = (FanRow(limit.name, limit.name_en, 1, rules.fans[limit].open),)
        others = [fan for fan, _tick in ticked if fan is not limit and fan not in shut_out]
        removed += tuple(NotCounted(fan.name, limit.name) for fan in others)
    total = sum(row.value for row in rows)
    return TickCount(total if rules.cap is None else min(total, rules.cap), rows, removed)


def _apart(ticked: Sequence[Fan], shut_out: Mapping[Fan, Fan], rules: RuleSet) -> Iterator[NotCounted]:
    """The fans of the list that no hand holds beside a ticked one."""
    for fan in {row.fan: None for row in tickables(rules)} if ticked else ():
        by = next((other for other in ticked if exclusive(rules, fan, other)), None)
        if by is not None and fan not in shut_out:
            yield NotCounted(fan.name, by.name, apart=True)


def _lessened(counting: Sequence[Fan], rules: RuleSet) -> Mapping[Fan, int]:
    """減計: what is taken off a fan because of others beside it."""
    return {fan: less.by for fan, less in rules.lessened.items() if any(other in counting for other in less.beside)}


def _limit_hand(ticked: Sequence[Fan], rules: RuleSet) -> Fan | None:
    """例牌: the first ticked limit hand in table order; it has its own value whatever else is ticked."""
    return next((fan for fan, value in rules.fans.items() if value.limit and fan in ticked), None)


def _shut_out(ticked: Sequence[Fan], rules: RuleSet) -> Mapping[Fan, Fan]:
    """Fans excluded by the ticked ones, each with the highest fan that excludes it."""
    out: dict[Fan, Fan] = {}
    for high in sorted(ticked, key=lambda fan: rules.fans[fan].open):
        for low in rules.removes.get(high, ()):
            out[low] = high
    return out


def _worth(value: Value, tick: Tick) -> int:
    each = value.concealed if tick.concealed and value.concealed is not None else value.open
    return each * (max(tick.count, FROM_TWO) - 1 if value.stepped else tick.count)


def _times(value: Value, tick: Tick) -> int:
    """How often the row counts; values that grow by steps count once, as with tiles."""
    return 1 if value.stepped else tick.count
