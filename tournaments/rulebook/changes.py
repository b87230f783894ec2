"""與公布的規則不同: an event's own choices, in one sentence for cards, exports and prints; read from the rules in
force.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring import RuleSet, ScoringError, Value
from scoring.rulesets import get_rule_set
from tournaments.phrases.wording import listed, local
from tournaments.rulebook.page import setting_text, value_name


def changes_text(rules: RuleSet) -> str:
    """ "與公布的規則不同：清龍 12/24（公布 10/20）、L-27 保留小數"; "" without any.

    An event under an earlier edition of the rules names it, and is compared with that edition.
    """
    changes = [*_values(rules), *_settings(rules), *_options(rules)]
    said = [_("規則第 %(version)s 版") % {"version": rules.version}] if not rules.since_3 else []
    said += [_("與公布的規則不同：%(changes)s") % {"changes": listed(changes)}] if changes else []
    return _("；").join(said)


def changes_of(snapshot: Mapping[str, Any]) -> str:
    try:
        rules = get_rule_set(*(snapshot.get(name) for name in ("rule_set", "options", "settings", "values", "version")))
    except ScoringError:
        return ""
    return changes_text(rules)


def both(value: Value) -> str:
    """番數 with the concealed one behind it: "10/20"."""
    return value.text if value.concealed is None else f"{value.text}/{value.concealed}"


def _values(rules: RuleSet) -> list[str]:
    return [
        _("%(fan)s %(value)s（公布 %(published)s）")
        % {"fan": local(fan.name, fan.name_en), "value": both(rules.fans[fan]), "published": both(published)}
        for fan, published in rules.published.items()
    ]


def _settings(rules: RuleSet) -> list[str]:
    return [
        _("%(setting)s %(value)s（預設 %(default)s）")
        % {
            "setting": local(setting.name_zh, setting.name_en),
            "value": setting_text(setting, rules.setting_values[setting.id]),
            "default": setting_text(setting, setting.default),
        }
        for setting in rules.settings
        if rules.setting_values[setting.id] != setting.default
    ]


def _options(rules: RuleSet) -> list[str]:
    return [
        _("%(reading)s %(value)s") % {"reading": one.id, "value": value_name(rules.options[one.id], rules, one.id)}
        for one in rules.readings
        if one.values and rules.options[one.id] != rules.default_of(one)
    ]
