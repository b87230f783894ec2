"""為甚麼: the tiles that make each fan, and what is there and does not count."""

import pytest

import scoring
from scoring.count import count
from scoring.count.explanation import explained
from scoring.documents import hand_from_document
from scoring.rulebook import DroppedFan, Explanation, FanReason
from scoring.rulesets import RULE_SETS, examples_of
from tests.scoring.count_helpers import Document, hand

LEAGUE = scoring.rule_set("hkma-league")


def why(document: Document, rule_set: str = "hkma-league") -> Explanation:
    rules = scoring.rule_set(rule_set)
    return explained(hand_from_document(document, rules), rules)


def row(shown: Explanation, name: str) -> FanReason:
    return next(one for one in shown.rows if one.name == name)


def left(shown: Explanation, name: str) -> DroppedFan:
    return next(one for one in shown.left if one.name == name)


def lit(shown: Explanation, of: FanReason | DroppedFan) -> list[list[str]]:
    """The tiles of each combination."""
    return [[shown.layouts[part.layout][place].tiles for place in part.groups] for part in of.parts]


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_explanation_says_what_the_count_says_of_every_example(rule_set: str) -> None:
    rules = scoring.rule_set(rule_set)
    for example in examples_of(rule_set).values():
        won = hand_from_document(example.hand, rules)
        shown, score = explained(won, rules), count(won, rules)
        assert shown.score.total == score.total
        assert [(one.name, one.count, one.value) for one in shown.rows] == [
            (one.name, one.count, one.value) for one in score.fans
        ]
        told = [(one.name, one.by, one.why, one.count) for one in shown.left if one.why != "limit"]
        assert told == [(one.name, one.by, one.why, one.count) for one in score.removed]
        assert sum(one.value for one in shown.rows) - shown.capped == score.total
        for layout in shown.layouts[:1]:
            assert tuple(group for group in layout if group.kind != "lone") == score.reading


def test_the_explanation_lights_each_combination_of_a_fan() -> None:
    shown = why(hand("123m123p56m789p123s88s", "4m"))
    assert lit(shown, row(shown, "三相逢")) == [["123m", "123p", "123s"]]
    assert row(shown, "大平").sort == "hand"
    assert row(shown, "門清").sort == "manner"
    assert row(shown, "底").sort == "base"


def test_the_explanation_lights_only_the_triplets_that_are_needed() -> None:
    shown = why(hand("222p666s56m789s8s8s", "4m", melds="pung:333m") | {"concealed": "222p666s56m789s88s"})
    assert lit(shown, row(shown, "二暗刻")) == [["222p", "666s"]]


def test_the_explanation_lights_the_group_that_the_winning_tile_completed() -> None:
    shown = why(hand("123m46m789p234p567s88s", "5m"))
    names = [one.name for one in shown.rows if one.sort == "groups"]
    waits = [lit(shown, one) for one in shown.rows if lit(shown, one) == [["456m"]]]
    assert names
    assert waits


def test_the_explanation_names_flowers() -> None:
    shown = why(hand("123m56m789p222p567s77z", flowers="13f"))
    assert row(shown, "花牌").flowers == (0, 2)


def test_the_explanation_says_what_was_not_counted_and_lights_that_too() -> None:
    shown = why(hand("123m456m78m234p567s88s", "9m"))
    assert row(shown, "清龍").parts
    gone = left(shown, "老少上")
    assert gone.by == "清龍"
    assert lit(shown, gone) == [["123m", "789m"]]


def test_a_limit_hand_counts_alone_and_says_what_it_leaves_out() -> None:
    rules = scoring.rule_set("hkma-masters")
    limit = next(name for name in examples_of("hkma-masters") if rules.fans[_fan(name)].limit)
    shown = why(examples_of("hkma-masters")[limit].hand, "hkma-masters")
    assert [one.name for one in shown.rows if one.sort != "base"] == [shown.score.fans[0].name]
    assert all(one.by == shown.rows[0].name for one in shown.left if one.why == "limit")


def _fan(name: str):  # type: ignore[no-untyped-def]
    return next(fan for fan in scoring.rule_set("hkma-masters").fans if fan.name == name)


@pytest.mark.parametrize(
    ("rule_set", "name"),
    [("hkma-league", "坎坎糊"), ("hkma-masters", "坎坎糊"), ("hkma-masters", "十八羅漢"), ("hk-classic", "刻刻糊")],
)
def test_why_lights_all_triplets_of_a_hand_of_triplets(rule_set: str, name: str) -> None:
    rules = scoring.rule_set(rule_set)
    shown = explained(hand_from_document(examples_of(rule_set)[name].hand, rules), rules)
    [part] = row(shown, name).parts
    assert {shown.layouts[part.layout][place].kind for place in part.groups}.isdisjoint({"pair"})
    assert len(part.groups) == rules.hand_size // 3
