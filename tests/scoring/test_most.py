"""最多: no counted hand goes beyond the bound of its rule set, and what is plainly a slip of the finger does."""

import pytest

from scoring.rules.most import most_of
from scoring.rulesets import RULE_SETS, get_rule_set
from tests.scoring.test_together import counted


@pytest.mark.parametrize("id_", RULE_SETS)
def test_no_counted_hand_goes_beyond_it(id_: str) -> None:
    rules = get_rule_set(id_)
    highest = max(total for _document, _fans, total in counted(id_, 1500))
    assert highest - rules.base <= most_of(rules)


@pytest.mark.parametrize(
    ("id_", "slip"),
    [("hkma-league", 2323), ("hkma-masters", 11), ("hk-classic", 2323), ("tw-club", 148), ("tw-sixteen", 148)],
)
def test_a_slip_of_the_finger_goes_beyond_it(id_: str, slip: int) -> None:
    assert most_of(get_rule_set(id_)) < slip


def test_it_follows_the_values_of_an_event() -> None:
    published = most_of(get_rule_set("hkma-league"))
    assert most_of(get_rule_set("hkma-league", values={"清一色": 500})) > published


def test_it_is_the_cap_where_there_is_one() -> None:
    assert most_of(get_rule_set("hkma-masters")) == 10
