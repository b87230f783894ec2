"""規則文件: a rule set as data: fans, offences, readings, options, settings (interface: rules)."""

from typing import Any

from scoring import rulesets
from scoring.fans.fan import Fan
from scoring.rules.offences import GROUP_NAMES, Offence
from scoring.rules.rule_data import RuleData, RuleReading, Value
from scoring.rules.settings import Setting


def rules_document(rule_set: str, options: dict[str, str] | None = None) -> dict[str, Any]:
    """Return a rule set as a JSON-ready dict: fans, offences, readings, options and settings. Raises ScoringError
    unknown_rule_set or bad_option."""
    return document_of(rulesets.rule_set(rule_set, options))


def document_of(rules: RuleData) -> dict[str, Any]:
    return {
        "rule_set": rules.id,
        "version": rules.version,
        "name": rules.name_zh,
        "name_en": rules.name_en,
        "unit": rules.unit,
        "hand_size": rules.hand_size,
        "base": rules.base,
        "minimum": rules.minimum,
        "cap": rules.cap,
        "points": _points(rules),
        "fans": [_fan(fan, value, rules) for fan, value in rules.fans.items()],
        "offences": [_offence(offence) for offence in rules.offences],
        "readings": [_reading(reading) for reading in rules.readings],
        "options": dict(rules.options),
        "settings": [_setting(setting, rules) for setting in rules.settings],
    }


def _points(rules: RuleData) -> list[dict[str, int]]:
    if not rules.tells_points or rules.cap is None:
        return []
    worth = rules.game.worth
    return [
        {
            "fan": fan,
            "discarder": int(worth(rules.game, fan, False)),
            "each": int(worth(rules.game, fan, True)),
        }
        for fan in range(rules.minimum, rules.cap + 1)
    ]


def _fan(fan: Fan, value: Value, rules: RuleData) -> dict[str, Any]:
    return {
        "name": fan.name,
        "name_en": fan.name_en,
        "value": value.text,
        "concealed_value": None if value.concealed is None else str(value.concealed),
        "limit": value.limit,
        "definition": fan.zh,
        "definition_en": fan.en,
        "family": fan.family,
        "removes": [removed.name for removed in rules.supersedes.get(fan, ())],
        "contains": [lower.name for lower in rules.absorbs.get(fan, ())],
    }


def _offence(offence: Offence) -> dict[str, Any]:
    consequences = offence.consequences
    return {
        "slug": offence.slug,
        "name": offence.name_zh,
        "name_en": offence.name_en,
        "group": offence.group,
        "group_name": GROUP_NAMES[offence.group][0],
        "consequences": "discretion" if consequences is None else list(consequences),
        "needs": list(offence.needs),
        "note": offence.note_zh,
        "note_en": offence.note_en,
        "section": offence.section,
    }


def _reading(reading: RuleReading) -> dict[str, Any]:
    return {
        "id": reading.id,
        "question": reading.question_zh,
        "question_en": reading.question_en,
        "chosen": reading.chosen_zh,
        "chosen_en": reading.chosen_en,
        "reason": reading.reason_zh,
        "reason_en": reading.reason_en,
        "values": list(reading.values),
        "default": reading.default,
    }


def _setting(setting: Setting, rules: RuleData) -> dict[str, Any]:
    return {
        "id": setting.id,
        "kind": setting.kind,
        "name": setting.name_zh,
        "name_en": setting.name_en,
        "help": setting.help_zh,
        "help_en": setting.help_en,
        "default": setting.write(setting.default),
        "value": setting.write(rules.setting_values[setting.id]),
        "choices": [
            {"value": choice.value, "name": choice.name_zh, "name_en": choice.name_en} for choice in setting.choices
        ],
    }
