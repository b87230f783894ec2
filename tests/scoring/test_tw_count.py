"""tw-sixteen without 嚦咕嚦咕, which an event may choose, and what 字一色 and 大四喜 leave out."""

import pytest

import scoring
from scoring import RuleSet
from scoring.count import count
from scoring.documents import hand_from_document
from scoring.errors import ScoringError
from scoring.hand.score import Score
from tests.scoring.count_helpers import sixteen

WITHOUT = scoring.rule_set("tw-sixteen", settings={"seven_pairs": False})
GREAT_WINDS = ("11z77z", "1z", "pung:222z pung:333z pung:444z pung:666z")


def counted(rules: RuleSet, concealed: str, winning: str, melds: str = "") -> Score:
    return count(hand_from_document(sixteen(concealed, winning, melds=melds), rules), rules)


def test_an_event_without_嚦咕嚦咕_reads_the_hand_as_five_melds() -> None:
    score = counted(WITHOUT, "112233m112233p1122z", "2z")
    assert (score.shape, {row.name: row.value for row in score.fans}) == ("basic", {"門清": 1, "風字坎": 1})
    with pytest.raises(ScoringError, match="not_a_winning_hand"):
        counted(WITHOUT, "224499p33777s1m1111z", "1m")


def test_獨聽_is_judged_by_the_shapes_that_an_event_plays() -> None:
    # as five melds and a pair these wait for 3m alone, as 嚦咕嚦咕 for 1p and 3p besides
    assert "獨聽" in {row.name for row in counted(WITHOUT, "11112222m11222233p", "3m").fans}


def test_字一色_and_大四喜_say_what_they_leave_out() -> None:
    score = counted(scoring.rule_set("tw-sixteen"), *GREAT_WINDS)
    assert {("對對胡", "字一色"), ("風字坎", "大四喜")} <= {(gone.name, gone.by) for gone in score.removed}


def test_no_more_is_taken_off_than_a_fan_is_worth() -> None:
    rules = scoring.rule_set("tw-sixteen", values={"字一色": 3})
    assert counted(rules, *GREAT_WINDS).total == 16 + 1  # 大四喜, 箭字坎
