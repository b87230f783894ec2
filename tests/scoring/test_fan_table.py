"""Each rule set's table in code is the published one, and every fan can be explained to a player."""

import csv
from pathlib import Path

import pytest

import scoring
from scoring import RuleSet
from scoring.rulesets import RULE_SETS

TABLE = Path(__file__).parents[1] / "data" / "fan-values.csv"
each_set = pytest.mark.parametrize("rules", [scoring.rule_set(id) for id in RULE_SETS], ids=RULE_SETS)


def published(rules: RuleSet) -> list[tuple[str, str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return [
            (row["name"], row["value"], row["concealed_value"])
            for row in csv.DictReader(file)
            if row["rule_set"] == rules.id
        ]


def in_code(rules: RuleSet) -> list[tuple[str, str, str]]:
    return [
        (fan.name, value.text, "" if value.concealed is None else str(value.concealed))
        for fan, value in rules.fans.items()
    ]


@each_set
def test_a_table_has_the_names_and_values_of_the_published_table_in_its_order(rules: RuleSet) -> None:
    assert in_code(rules) == published(rules)


@each_set
def test_every_fan_is_explained_in_both_languages(rules: RuleSet) -> None:
    unexplained = [
        fan.name for fan in rules.fans if not (fan.name_en and fan.zh.endswith("。") and fan.en.endswith("."))
    ]
    assert unexplained == []


@each_set
def test_no_two_fans_of_a_table_have_one_name(rules: RuleSet) -> None:
    assert len({fan.name for fan in rules.fans}) == len({fan.name_en for fan in rules.fans}) == len(rules.fans)


@each_set
def test_a_fan_removes_only_fans_of_its_own_table(rules: RuleSet) -> None:
    for table in (rules.supersedes, rules.absorbs):
        for fan, lower in table.items():
            assert {fan, *lower} <= set(rules.fans)
            assert fan not in lower


@each_set
def test_fans_never_remove_each_other_in_a_circle(rules: RuleSet) -> None:
    left = {fan: {*rules.supersedes.get(fan, ()), *rules.absorbs.get(fan, ())} for fan in rules.fans}
    while left:
        free = [fan for fan, lower in left.items() if not lower]
        assert free, left
        for fan in free:
            del left[fan]
        for lower in left.values():
            lower.difference_update(free)
