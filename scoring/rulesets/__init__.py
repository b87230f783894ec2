"""規則 The registry of rule sets: the only place, with the data files themselves, that names any."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module

from scoring.errors import ScoringError
from scoring.rulesets.example import Example
from scoring.rulesets.rule_set import RuleSet

_MODULES = {"hkma-league": "scoring.rulesets.hkma_league"}

RULE_SETS: tuple[str, ...] = tuple(_MODULES)
"""Ids of the rule sets, in the order in which they are shown."""


def get_rule_set(
    id: object, options: Mapping[str, str] | None = None, settings: Mapping[str, object] | None = None
) -> RuleSet:
    """規則 The rule set with chosen options (reading id → value) and an event's settings.

    Raises ScoringError unknown_rule_set, bad_option or bad_setting. Equal arguments give the same object.
    """
    if not isinstance(id, str) or id not in _MODULES:
        raise ScoringError(
            "unknown_rule_set", f"rule_set：沒有「{id}」這套規則", f"rule_set: there is no rule set {id!r}"
        )
    if not options and not settings:
        return _published(id)
    return _chosen(id, _frozen("options", "bad_option", options), _frozen("settings", "bad_setting", settings))


@cache
def examples_of(id: str) -> Mapping[str, Example]:
    """例牌 For each fan of the rule set that a hand can hold, by its name, a hand that shows it and a near miss.

    Read only when asked for: the count itself never needs them.
    """
    examples: Mapping[str, Example] = import_module(f"{_MODULES[id]}_examples").EXAMPLES
    return examples


@cache
def _published(id: str) -> RuleSet:
    rules: RuleSet = import_module(_MODULES[id]).RULES
    return rules.with_options({})


@lru_cache(maxsize=256, typed=True)
def _chosen(id: str, options: tuple[tuple[str, object], ...], settings: tuple[tuple[str, object], ...]) -> RuleSet:
    rules = _published(id)
    if options:
        rules = rules.with_options(dict(options))  # type: ignore[arg-type]
    return rules.with_settings(dict(settings)) if settings else rules


def _frozen(field: str, code: str, chosen: Mapping[str, object] | None) -> tuple[tuple[str, object], ...]:
    if not isinstance(chosen or {}, Mapping):
        raise ScoringError(code, f"{field}：應為物件", f"{field}: must be an object")
    return tuple(sorted((str(name), _hashable(field, code, value)) for name, value in (chosen or {}).items()))


def _hashable(field: str, code: str, value: object) -> object:
    if isinstance(value, list | tuple):
        return tuple(_hashable(field, code, item) for item in value)
    if isinstance(value, str | int | bool):
        return value
    raise ScoringError(code, f"{field}：值「{value}」不可用", f"{field}: {value!r} cannot be a value")
