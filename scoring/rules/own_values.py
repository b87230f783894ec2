"""自訂番數 A rule set with some fans at an event's own values, checked, with the published values kept beside them."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from scoring.errors import ScoringError
from scoring.fans import circumstances
from scoring.fans.fan import Fan, Scope
from scoring.rules.rule_data import RuleData, Rules, Value

LEAST_VALUE, MOST_VALUE = 1, 999
"""Bounds of an own value. 0 is not allowed: the fan would count nothing and still remove others."""

_SHARED_WINS = {circumstances.two_winners.count: 2, circumstances.three_winners.count: 3}
"""雙響, 三響 have one value in the table and in the payment (`multi_fans`), under any name."""


def own_values(rules: Rules, values: Mapping[str, object]) -> Rules:
    """自訂番數 Return the rule set with a tournament's own fan values. `values` maps names of fans to a number, or to
    (open, concealed) if the rule table has both.

    Choose options and settings before. Raises ScoringError bad_value for an unknown fan, a fan whose value is fixed
    (`can_have_own`), a value that is not a whole number from 1 to 999, or a concealed value below the open one.
    """
    fans = dict(rules.fans)
    published = dict(rules.published)
    multi = dict(rules.game.multi_fans)
    named = {fan.name: fan for fan in fans}
    for name, given in values.items():
        if (fan := named.get(name)) is None:
            raise _refused(name, f"{rules.name_zh}沒有這個番種", f"{rules.id} has no such fan")
        own = _own(fan, fans[fan], given)
        if own == fans[fan]:
            continue
        published.setdefault(fan, fans[fan])
        fans[fan] = own
        if fan.count in _SHARED_WINS and _SHARED_WINS[fan.count] in multi:
            multi[_SHARED_WINS[fan.count]] = own.open
    if not published:
        return rules
    return replace(
        rules,
        fans=MappingProxyType(fans),
        published=MappingProxyType({fan: published[fan] for fan in fans if fan in published}),
        game=rules.game._replace(multi_fans=MappingProxyType(multi)),
    )


def overrides(rules: RuleData) -> dict[str, object]:
    """自訂番數 Return the fans whose value the tournament has changed, each with its new value or [open, concealed]:
    {"門清": 4, "清龍": [12, 24]}."""
    own = ((fan, rules.fans[fan]) for fan in rules.published)
    return {fan.name: value.open if value.concealed is None else [value.open, value.concealed] for fan, value in own}


def can_have_own(fan: Fan, value: Value) -> bool:
    """自訂番數 Whether a tournament may set its own value for the fan: not for limit hands, nor for fans that only
    payments add."""
    return not value.limit and fan.scope is not Scope.SETTLEMENT and value.text.startswith(str(value.open))


def _own(fan: Fan, value: Value, given: object) -> Value:
    if not can_have_own(fan, value):
        raise _refused(
            fan.name, "番數不由番種表定，不能更改", "its value does not come from the table and cannot be changed"
        )
    if not isinstance(given, list | tuple):
        return _changed(value, _number(fan, given), None)
    if value.concealed is None or len(given) != 2:
        raise _refused(fan.name, "要寫一個番數", "takes one value")
    opened, concealed = _number(fan, given[0]), _number(fan, given[1])
    if concealed < opened:
        raise _refused(fan.name, "暗的番數不可少過明的", "cannot be worth less concealed than open")
    return _changed(value, opened, concealed)


def _changed(value: Value, opened: int, concealed: int | None) -> Value:
    if concealed is None and value.concealed is not None:
        concealed = opened
    written = value.written.replace(str(value.open), str(opened), 1)
    return value._replace(open=opened, concealed=concealed, written=written)


def _number(fan: Fan, given: Any) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or not LEAST_VALUE <= given <= MOST_VALUE:
        raise _refused(
            fan.name,
            f"番數要是 {LEAST_VALUE} 至 {MOST_VALUE} 的整數",
            f"a value is a whole number from {LEAST_VALUE} to {MOST_VALUE}",
        )
    return given


def _refused(fan: object, zh: str, en: str) -> ScoringError:
    return ScoringError("bad_value", f"番數：「{fan}」{zh}", f"values: {fan!r}: {en}")
