"""The offence catalogue equals the published table row by row."""

import csv
import json
from pathlib import Path

import pytest

import scoring
from scoring.errors import ScoringError
from scoring.rules.offences import GROUP_NAMES, find_offence
from scoring.rulesets import RULE_SETS
from tests.scoring.game_helpers import LEAGUE

TABLE = Path(__file__).parent.parent / "data" / "offences.csv"


def rows(rule_set: str) -> list[dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as table:
        return [row for row in csv.DictReader(table) if row["rule_set"] == rule_set]


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_catalogue_equals_the_table_in_content_and_order(rule_set):
    offences = scoring.rule_set(rule_set).offences
    written = [
        {
            "rule_set": rule_set,
            "slug": offence.slug,
            "name": offence.name_zh,
            "consequences": "discretion" if offence.discretion else json.dumps(list(offence.consequences)),
            "needs": " ".join(offence.needs),
            "note": offence.note_en,
        }
        for offence in offences
    ]
    assert written == rows(rule_set)


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_offence_is_told_in_both_languages_found_by_slug_and_name_and_grows_if_it_fines_a_base(rule_set):
    offences = scoring.rule_set(rule_set).offences
    for offence in offences:
        assert offence.name_en, offence.slug
        assert offence.section, offence.slug
        assert offence.group in GROUP_NAMES, offence.slug
        assert bool(offence.note_zh) == bool(offence.note_en), offence.slug
        assert find_offence(offence.slug, offences) is find_offence(offence.name_zh, offences) is offence
        assert offence.grows == any("fine_base" in str(one) for one in offence.consequences or ())


@pytest.mark.parametrize("name", ["Hollow win", "", None, 3, ["空糊"]])
def test_refuses_an_offence_that_is_not_in_the_table(name):
    with pytest.raises(ScoringError, match="bad_event"):
        find_offence(name, LEAGUE.offences)


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_nobody_may_be_at_fault_exactly_where_the_table_says_so(rule_set):
    for offence, row in zip(scoring.rule_set(rule_set).offences, rows(rule_set), strict=True):
        assert offence.seat_optional == ("seat may be null" in row["note"])


@pytest.mark.parametrize("rule_set", ["hkma-league", "hk-classic"])
def test_a_collapsed_hand_is_no_matter_of_the_number_of_tiles(rule_set):
    offence = find_offence("斷橋", scoring.rule_set(rule_set).offences)
    assert (offence.name_en, offence.group) == ("Hand collapsed when shown", "playing")
