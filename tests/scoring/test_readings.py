"""解讀: every reading of a rule set is numbered, told in both languages, and its other values change the rules."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import scoring
from scoring import RuleSet
from scoring.errors import ScoringError
from scoring.rules.rule_data import RuleReading
from scoring.rulesets import RULE_SETS

TOLD = ("question", "chosen", "reason")
NOT_RULES = ("options", "memory")

READINGS = {f"{id}-{reading.id}": reading for id in RULE_SETS for reading in scoring.rule_set(id).readings}
CHOICES = [
    (id, reading.id, value)
    for id in RULE_SETS
    for reading in scoring.rule_set(id).readings
    for value in reading.values
    if value != reading.default
]


def said(rules: RuleSet) -> list[object]:
    kept = [getattr(rules, field.name) for field in fields(rules) if field.name not in NOT_RULES]
    return [*kept, *[offence.consequences for offence in rules.offences]]


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_their_ids_are_one_letter_and_numbers_that_rise(rule_set: str) -> None:
    letters, numbers = zip(*(reading.id.split("-") for reading in scoring.rule_set(rule_set).readings), strict=True)
    assert len(set(letters)) == 1
    assert list(numbers) == sorted(set(numbers), key=int)


@pytest.mark.parametrize("reading", READINGS.values(), ids=READINGS)
def test_a_reading_says_what_was_asked_decided_and_why_and_has_several_values_or_none(reading: RuleReading) -> None:
    for what in TOLD:
        assert getattr(reading, f"{what}_zh").endswith(("。", "？"))
        assert getattr(reading, f"{what}_en").endswith((".", "?"))
    assert len(reading.values) != 1
    assert len(set(reading.values)) == len(reading.values)


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_reading_says_what_each_option_is_about(rule_set: str) -> None:
    rules = scoring.rule_set(rule_set)
    assert rules.choices.keys() <= {reading.id for reading in rules.readings}


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_only_readings_with_values_can_be_chosen_and_the_first_value_is_in_force(rule_set: str) -> None:
    rules = scoring.rule_set(rule_set)
    assert dict(rules.options) == {reading.id: reading.values[0] for reading in rules.readings if reading.values}
    for switches in (rules.switches, rules.game.switches):
        assert set(switches) <= set(rules.options)


@pytest.mark.parametrize(("rule_set", "option", "value"), CHOICES)
def test_every_other_value_changes_the_rules(rule_set: str, option: str, value: str) -> None:
    published, chosen = scoring.rule_set(rule_set), scoring.rule_set(rule_set, {option: value})
    assert chosen.options == {**published.options, option: value}
    assert said(chosen) != said(published)


def test_a_reading_of_what_an_offence_costs_is_none_of_the_count() -> None:
    asked = scoring.rule_set("hk-classic").options_of_the_count
    assert {"K-3", "K-32", "K-41"} <= asked
    assert not {"K-15", "K-40", "K-22", "K-8"} & asked
    assert scoring.rule_set("tw-sixteen").options_of_the_count >= {"T-1", "T-10", "T-15"}


def test_equal_choices_give_the_same_object() -> None:
    assert scoring.rule_set("hkma-league") is scoring.rule_set("hkma-league", {})
    chosen = {"L-1": "all", "L-4": "0"}
    assert scoring.rule_set("hkma-league", chosen) is scoring.rule_set("hkma-league", dict(reversed(chosen.items())))
    assert scoring.rule_set("hkma-league", chosen).options == {**scoring.rule_set("hkma-league").options, **chosen}


@pytest.mark.parametrize(
    ("code", "rule_set", "more"),
    [
        ("bad_option", "hkma-league", {"options": {"l-1": "all"}}),
        ("bad_setting", "hkma-league", {"settings": {"base": "10"}}),
        ("unknown_rule_set", "hkma", {}),
    ],
)
def test_a_rule_set_is_asked_for_by_its_id_options_and_settings(code: str, rule_set: str, more: dict[str, Any]) -> None:
    with pytest.raises(ScoringError) as refused:
        scoring.rule_set(rule_set, **more)
    assert refused.value.code == code
    assert all(key in refused.value.zh for key in more.get("options", {}))


NAMED = re.compile(r"(?<![A-Z])[A-Z]-\d+(?!\d)")
TESTS = Path(__file__).parents[1]
GAMES = {file.stem: file for file in sorted((TESTS / "scoring" / "games").glob("*.txt"))}
"""The worked games of each rule set that has them in a table."""


def test_every_reading_is_named_by_a_test() -> None:
    """Nearly all by lines of `hands` and `games`; what is no matter of the count or of a game, where it is tested."""
    files = [path for path in TESTS.rglob("*") if path.suffix in (".py", ".txt")]
    named = {name for path in files for name in NAMED.findall(path.read_text(encoding="utf-8"))}
    assert {reading.id for rule_set in RULE_SETS for reading in scoring.rule_set(rule_set).readings} - named == set()


def test_every_offence_is_ruled_in_a_worked_game() -> None:
    for rule_set, file in GAMES.items():
        ruled = set(re.findall(r"ruling [-\d] (\w+)", file.read_text(encoding="utf-8")))
        assert {one.slug for one in scoring.rule_set(rule_set).offences} - ruled == set()
