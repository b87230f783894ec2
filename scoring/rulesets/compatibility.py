"""能否並存 Which fans no hand holds together, as data: `exclusive.txt` of each rule set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations

from scoring.fans.fan import Fan
from scoring.rules.rule_set import RuleSet


def exclusive(rules: RuleSet, one: Fan, other: Fan) -> bool:
    return other.name in exclusive_of(rules.id).get(one.name, ())


def conflict(rules: RuleSet, fans: Sequence[Fan], own_draw: bool | None = None) -> tuple[Fan, ...]:
    """The fan that this way of winning rules out, or else the first two that exclude each other; () without a conflict.
    own_draw: how the hand was won, None for either."""
    table = exclusive_of(rules.id)
    if own_draw is not None:
        impossible = table.get("discard" if own_draw else "self_draw", ())
        for fan in fans:
            if fan.name in impossible:
                return (fan,)
    return next((pair for pair in combinations(fans, 2) if exclusive(rules, *pair)), ())


@cache
def exclusive_of(rule_set: str) -> Mapping[str, frozenset[str]]:
    """The names that exclude each name; empty for a rule set without a table."""
    from pathlib import Path  # takes as long to import as a tenth of this package

    path = Path(__file__).parent / rule_set.replace("-", "_") / "exclusive.txt"
    if not path.is_file():
        return {}
    table: dict[str, set[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, _, others = line.partition(": ")
            table.setdefault(name, set()).update(others.split())
            for other in others.split():
                table.setdefault(other, set()).add(name)
    return {name: frozenset(others) for name, others in table.items()}
