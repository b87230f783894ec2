"""能否並存, and the number above which the app asks again: no counted hand contradicts either."""

from collections.abc import Iterator
from typing import Any

import pytest

import scoring
from scoring import RuleSet
from scoring.count import count
from scoring.documents import hand_from_document
from scoring.errors import ScoringError
from scoring.fans.fan import Fan
from scoring.rules.data_files import exclusive_in
from scoring.rulesets import RULE_SETS, conflict, examples_of
from tests.lacking import REPEATS
from tests.scoring.random_hands import WITH_SPOILT

SHARED = {"雙響", "三響", "一炮雙響", "一炮三響", "底"}
"""What the app adds to every hand alike."""


def counted(id_: str, number: int) -> Iterator[tuple[dict[str, Any], list[Fan], int]]:
    """Hands of a rule set with the fans that they count and their total."""
    rules = scoring.rule_set(id_)
    documents = [*(example.hand for example in examples_of(id_).values()), *map(WITH_SPOILT[id_], range(number))]
    for document in documents:
        try:
            hand = hand_from_document(document, rules)
            score = count(hand, rules)
        except (ScoringError, KeyError, TypeError):
            continue
        yield document, [rules.fan(row.name) for row in score.fans if row.name not in SHARED], score.total


@pytest.mark.parametrize("id_", RULE_SETS)
def test_counted_hands_hold_no_fans_in_conflict_and_no_implausible_total(id_: str) -> None:
    rules = scoring.rule_set(id_)
    for document, fans, total in counted(id_, 200 * REPEATS):
        assert conflict(rules, fans, bool(document.get("self_draw"))) == (), document
        assert total - rules.base <= rules.plausible_total, document


@pytest.mark.parametrize("id_", RULE_SETS)
def test_the_table_names_only_fans_of_the_rule_set(id_: str) -> None:
    rules = scoring.rule_set(id_)
    assert set(exclusive_in(rules.folder)) <= {fan.name for fan in rules.fans} | {"self_draw", "discard"}


def fans(rules: RuleSet, *names: str) -> list[Fan]:
    return [rules.fan(name) for name in names]


@pytest.mark.parametrize(
    ("id_", "one", "other"),
    [
        ("hkma-masters", "混一色", "清一色"),
        ("hkma-masters", "平糊", "對對糊"),
        ("hkma-masters", "清么九", "混一色"),
        ("hkma-masters", "自摸", "搶槓"),
        ("hkma-league", "混一色", "清一色"),
        ("hkma-league", "清么", "斷么"),
        ("hkma-league", "二暗刻", "平糊"),
        ("hkma-league", "門清", "全求人"),
        ("hkma-league", "對對糊", "清龍"),
        ("hkma-league", "字一色", "清龍"),
        ("hkma-league", "小三元", "清一色"),
        ("hkma-league", "無花", "一台花"),
        ("hkma-league", "十三么", "嚦咕嚦咕"),
        ("hkma-league", "字牌刻", "平糊"),
        ("hkma-league", "字牌刻", "斷么"),
        ("hkma-league", "字牌刻", "無字"),
        ("hkma-league", "字牌刻", "清一色"),
        ("hkma-league", "正字", "清么"),
        ("hkma-league", "清龍", "斷么"),
        ("hkma-league", "清龍", "缺五"),
        ("hkma-league", "雜龍", "全帶么"),
        ("hkma-league", "老少上", "斷么"),
        ("hkma-league", "老少碰", "斷么"),
        ("hkma-league", "二連刻", "清么"),
        ("hkma-league", "雜步高", "缺五"),
        ("hkma-league", "三色連刻", "混帶么"),
        ("hk-classic", "爛風位牌", "無字"),
        ("hk-classic", "正風位牌", "斷么九"),
        ("hk-classic", "清龍", "斷么九"),
        ("hk-classic", "雙老少碰", "斷么九"),
        ("hk-classic", "四小姊妹", "清么"),
        ("tw-sixteen", "風字坎", "清一色"),
        ("hk-classic", "清么", "斷么九"),
        ("hk-classic", "搶槓", "搶槓X2"),
        ("tw-club", "混一色", "清一色"),
        ("tw-club", "全求", "四暗刻"),
        ("tw-sixteen", "湊一色", "清一色"),
        ("tw-sixteen", "平胡", "自摸"),
    ],
)
def test_fans_that_no_hand_holds_are_in_conflict(id_: str, one: str, other: str) -> None:
    rules = scoring.rule_set(id_)
    assert [fan.name for fan in conflict(rules, fans(rules, one, other))] == [one, other]


def test_the_way_of_winning_rules_fans_out() -> None:
    rules = scoring.rule_set("hkma-league")
    assert conflict(rules, fans(rules, "全求人"), own_draw=True) == tuple(fans(rules, "全求人"))
    assert conflict(rules, fans(rules, "自摸"), own_draw=False) == tuple(fans(rules, "自摸"))
    assert conflict(rules, fans(rules, "自摸"), own_draw=True) == ()


@pytest.mark.parametrize(
    ("id_", "slip"),
    [
        ("hkma-league", 1300),
        ("hkma-masters", 11),
        ("hk-classic", 1300),
        ("tw-club", 148),
        ("tw-sixteen", 148),
        ("mcr", 880),
    ],
)
def test_a_slip_of_the_finger_is_implausible(id_: str, slip: int) -> None:
    assert scoring.rule_set(id_).plausible_total < slip


def test_the_plausible_total_follows_the_values_of_an_event() -> None:
    assert scoring.rule_set("hkma-league", values={"清一色": 500}).plausible_total > 1000


def test_the_plausible_total_is_the_cap_where_there_is_one() -> None:
    assert scoring.rule_set("hkma-masters").plausible_total == 10
