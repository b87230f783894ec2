"""The league's table in code is the published one, and every fan can be explained to a player."""

import csv
from pathlib import Path

import pytest

from scoring.fans.fan import Fan, Scope
from scoring.rulesets import RULE_SETS, get_rule_set
from scoring.rulesets.rule_set import RuleSet

TABLE = Path(__file__).parents[1] / "data" / "fan-values.csv"
LEAGUE = get_rule_set("hkma-league")
FANS = list(LEAGUE.fans)


def published(rule_set: str) -> list[tuple[str, str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return [
            (row["name"], row["value"], row["concealed_value"])
            for row in csv.DictReader(file)
            if row["rule_set"] == rule_set
        ]


def in_code(rules: RuleSet) -> list[tuple[str, str, str]]:
    return [
        (fan.name, value.text, "" if value.concealed is None else str(value.concealed))
        for fan, value in rules.fans.items()
    ]


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_it_has_the_names_and_values_of_the_published_table_in_its_order(rule_set: str) -> None:
    assert in_code(get_rule_set(rule_set)) == published(rule_set)


@pytest.mark.parametrize("fan", FANS, ids=lambda fan: fan.name)
def test_it_explains_every_fan_in_both_languages(fan: Fan) -> None:
    assert fan.name_en
    assert fan.zh.endswith("。")
    assert fan.en.endswith(".")


def test_it_gives_no_two_fans_one_name() -> None:
    assert len({fan.name for fan in FANS}) == len({fan.name_en for fan in FANS}) == len(FANS) == 105


def test_it_removes_only_fans_of_its_own_table() -> None:
    for table in (LEAGUE.removes, LEAGUE.contains):
        for fan, lower in table.items():
            assert {fan, *lower} <= set(FANS)
            assert fan not in lower


def test_it_never_removes_in_a_circle() -> None:
    left = {fan: {*LEAGUE.removes.get(fan, ()), *LEAGUE.contains.get(fan, ())} for fan in FANS}
    while left:
        free = [fan for fan, lower in left.items() if not lower]
        assert free, left
        for fan in free:
            del left[fan]
        for lower in left.values():
            lower.difference_update(free)


def test_it_counts_one_fan_with_the_payment_only() -> None:
    assert [fan.name for fan in FANS if fan.scope is Scope.SETTLEMENT] == ["莊家連拉"]


def test_it_says_why_it_reads_the_text_as_it_does() -> None:
    assert [reading.id for reading in LEAGUE.readings] == [f"L-{number}" for number in range(1, 49)]
    for reading in LEAGUE.readings:
        texts = (reading.question_zh, reading.question_en, reading.chosen_zh, reading.chosen_en)
        assert all(texts)
        assert reading.reason_zh
        assert reading.reason_en
