"""排除 Which combinations that fans found may count together; a rule set names one of these policies. Fans that are
removed as a whole beside others (不複合) are data of the rule set, not a policy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from scoring.fans.fan import Fan
from scoring.hand.result import Removed
from scoring.reading.combos import Combo

There = dict[Fan, list[Combo]]

Contains = Mapping[Fan, tuple[Fan, ...]]
"""Fan → lower fans; their instances inside one of its own do not count."""

Worth = Callable[[Fan, Combo], int]

Exclusion = Callable[[Sequence[There], Contains, Worth], list[Removed]]
"""Drop the combinations that may not count; return what was dropped."""


def inside_greater(found: Sequence[There], contains: Contains, worth: Worth) -> list[Removed]:
    """單式: an instance inside a combination of a greater fan does not count."""
    return [gone for there in found for gone in _inside(there, contains)]


def _inside(there: There, contains: Contains) -> Iterator[Removed]:
    for higher in [fan for fan in there if fan in contains]:
        for lower in contains[higher]:
            if higher in there and lower in there:
                inside = [combo for combo in there[lower] if any(map(combo.lies_inside, there[higher]))]
                if inside:
                    yield Removed(lower.name, higher.name, "inside", sum(combo.number for combo in inside))
                    _drop(there, lower, inside)


def account_once(found: Sequence[There], contains: Contains, worth: Worth) -> list[Removed]:
    """套算一次 (國標): as `inside_greater`; of the remaining combinations those count that are worth most together,
    where each one after the first includes a group that no other has used."""
    gone = inside_greater(found, contains, worth)
    asked = [(fan, combo) for there in found for fan, combos in there.items() for combo in combos if combo.content]
    chosen = _most([combo.content for _fan, combo in asked], [worth(*one) for one in asked])
    if chosen:
        by = asked[max(chosen, key=lambda place: worth(*asked[place]))][0]
    for place, (fan, combo) in enumerate(asked):
        if place not in chosen:
            there = next(there for there in found if combo in there.get(fan, ()))
            _drop(there, fan, [combo])
            gone.append(Removed(fan.name, by.name, "once", combo.number))
    return gone


def _most(contents: Sequence[frozenset[object]], worths: Sequence[int]) -> frozenset[int]:
    """就高 Of these combinations (by place) those worth most together that can be added one by one so that each adds
    a group."""
    reached: dict[frozenset[int], frozenset[object]] = {frozenset(): frozenset()}
    waiting = list(reached)
    while waiting:
        chosen = waiting.pop()
        for place, content in enumerate(contents):
            more = chosen | {place}
            if more not in reached and not content <= reached[chosen]:
                reached[more] = reached[chosen] | content
                waiting.append(more)
    return max(reached, key=lambda places: sum(worths[place] for place in places))


def _drop(there: There, fan: Fan, gone: Sequence[Combo]) -> None:
    there[fan] = [combo for combo in there[fan] if combo not in gone]
    if not there[fan]:
        del there[fan]
