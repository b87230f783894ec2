"""規則 The registry of rule sets: only this module and the data files name any."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from itertools import combinations

from scoring.errors import ScoringError, refused
from scoring.fans.fan import Fan
from scoring.rules.data_files import Example, examples_in, exclusive_in
from scoring.rules.own_values import own_values
from scoring.rules.rule_data import EARLIER_VERSIONS, FIRST_VERSION
from scoring.rules.settings import SettingValue, bad_setting, read_settings
from scoring.rulesets.counting import RuleSet

_MODULES = {
    "hkma-league": "scoring.rulesets.hkma_league",
    "hkma-masters": "scoring.rulesets.hkma_masters",
    "hk-classic": "scoring.rulesets.hk_classic",
    "tw-club": "scoring.rulesets.tw_club",
    "tw-sixteen": "scoring.rulesets.tw_sixteen",
    "mcr": "scoring.rulesets.mcr",
}

RULE_SETS: tuple[str, ...] = tuple(_MODULES)
"""Ids of the rule sets, in display order."""


def rule_sets() -> tuple[str, ...]:
    """Return the ids of all rule sets: the published ones, then those added by `scoring.extend.register`."""
    return (*RULE_SETS, *_OWN)


_OWN: dict[str, RuleSet] = {}


def register(rules: RuleSet) -> None:
    """規則 Add a rule set of your own, so that `rule_set` finds it by its id. Raises ValueError if the id is taken."""
    if rules.id in _MODULES or _OWN.setdefault(rules.id, rules) is not rules:
        raise ValueError(f"{rules.id} is another rule set")


def rule_set(
    id: object,
    options: Mapping[str, str] | None = None,
    settings: Mapping[str, object] | None = None,
    values: Mapping[str, object] | None = None,
    version: str | None = None,
) -> RuleSet:
    """規則 Return the rule set with this id, such as "hkma-league" (`rule_sets` lists them). Equal arguments return the
    same object.

    options: the answer chosen for a question that the rule text leaves open: {"L-1": "all"}. The questions with their
        answers are in the rule set's `readings`, and in `docs/rules`
    settings: what the rule text leaves to each tournament, such as the stakes: {"base": "10"}. They are in the rule
        set's `settings`
    values: fans that a tournament values differently from the rule table: {"門清": 4}
    version: "1", "2" or "3" for that earlier version of the rules, to replay an old game; anything else gives today's
        rules, without an error

    Raises ScoringError unknown_rule_set, bad_option, bad_setting or bad_value.
    """
    if not isinstance(id, str) or (id not in _MODULES and id not in _OWN):
        raise refused("unknown_rule_set", "rule_set", f"沒有「{id}」這套規則", f"there is no rule set {id!r}")
    published = _published(id)
    before = version if version in EARLIER_VERSIONS and version != published.version else None
    if options in _NOTHING and settings in _NOTHING and values in _NOTHING and before is None:
        return published
    chosen = _frozen_settings(id, settings, before == FIRST_VERSION)
    return _chosen(id, _frozen_options(options), chosen, _frozen_values(values), before)


def examples_of(id: str) -> Mapping[str, Example]:
    """牌例 Return for each fan of the rule set `id`, by name, a hand that has it and a similar hand that does not. Fans
    that come from the payment and not from the tiles are left out."""
    return examples_in(rule_set(id).folder)


def exclusive(rules: RuleSet, one: Fan, other: Fan) -> bool:
    """不能並存 Whether no hand can have both fans."""
    return other.name in exclusive_in(rules.folder).get(one.name, ())


def conflict(rules: RuleSet, fans: Sequence[Fan], own_draw: bool | None = None) -> tuple[Fan, ...]:
    """Return the fans that cannot be right together: one that contradicts the way of winning, or else two that no hand
    can both have; () if there is no conflict.

    own_draw: True for an own draw, False for a discard, None if not known
    """
    if own_draw is not None:
        impossible = exclusive_in(rules.folder).get("discard" if own_draw else "self_draw", ())
        for fan in fans:
            if fan.name in impossible:
                return (fan,)
    return next((pair for pair in combinations(fans, 2) if exclusive(rules, *pair)), ())


@cache
def _published(id: str) -> RuleSet:
    rules: RuleSet = _OWN[id] if id in _OWN else import_module(_MODULES[id]).RULES
    return rules.with_options({})


_NOTHING: tuple[object, ...] = (None, {})


@lru_cache(maxsize=256, typed=True)
def _chosen(
    id: str,
    options: tuple[tuple[str, str], ...],
    settings: tuple[tuple[str, SettingValue], ...],
    values: tuple[tuple[str, object], ...],
    before: str | None,
) -> RuleSet:
    rules = _published(id)
    if before is not None:
        rules = rules.as_published(before, dict(options))
    elif options:
        rules = rules.with_options(dict(options))
    if settings:
        rules = rules.with_settings(dict(settings))
    return own_values(rules, dict(values)) if values else rules


def _frozen_options(options: Mapping[str, str] | None) -> tuple[tuple[str, str], ...]:
    chosen: object = {} if options is None else options
    if not isinstance(chosen, Mapping):
        raise refused("bad_option", "options", "應為物件", "must be an object")
    for value in chosen.values():
        if not isinstance(value, str):
            raise refused("bad_option", "options", f"值「{value}」不可用", f"{value!r} is not allowed as a value")
    return tuple(sorted((str(name), value) for name, value in chosen.items()))


def _frozen_settings(
    id: str, settings: Mapping[str, object] | None, lenient: bool
) -> tuple[tuple[str, SettingValue], ...]:
    """The settings that differ from their defaults, so that equal ones are equal in any spelling."""
    chosen: object = {} if settings is None else settings
    if not isinstance(chosen, Mapping):
        raise bad_setting("settings：應為物件", "settings: must be an object")
    rules = _published(id)
    values = read_settings(rules.settings, chosen, id, lenient=lenient)
    return tuple((name, value) for name, value in values.items() if value != rules.setting_values[name])


def _frozen_values(values: Mapping[str, object] | None) -> tuple[tuple[str, object], ...]:
    chosen: object = {} if values is None else values
    if not isinstance(chosen, Mapping):
        raise ScoringError("bad_value", "番數：應為物件", "values: must be an object")
    return tuple(sorted((str(name), _frozen_value(name, value)) for name, value in chosen.items()))


def _frozen_value(name: object, value: object) -> object:
    numbers = tuple(value) if isinstance(value, list | tuple) else (value,)
    if any(type(one) is not int for one in numbers):
        raise ScoringError(
            "bad_value", f"番數：「{name}」不可以是「{value}」", f"values: {name!r}: {value!r} is not allowed"
        )
    return numbers if isinstance(value, list | tuple) else value
