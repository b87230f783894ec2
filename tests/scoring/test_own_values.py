"""自訂番數: an event may value fans otherwise than the published table; every rule set refuses nonsense by name."""

import pytest

import scoring
from scoring import RuleSet, fold
from scoring.count import count
from scoring.documents import hand_from_document
from scoring.errors import ScoringError
from scoring.fans.fan import Scope
from scoring.points import format_points
from scoring.rules.own_values import LEAST_VALUE, MOST_VALUE, can_have_own, own_values
from scoring.rulesets import RULE_SETS, examples_of
from tests.scoring.game_helpers import LEAGUE, several

PUBLISHED = [scoring.rule_set(id) for id in RULE_SETS]
each_set = pytest.mark.parametrize("rules", PUBLISHED, ids=RULE_SETS)


def rows(rules: RuleSet, document: dict) -> dict[str, tuple[int, int]]:
    counted = count(hand_from_document(document, rules), rules).to_dict()
    return {row["name"]: (row["count"], row["value"]) for row in counted["fans"]}


def chosen(rules: RuleSet) -> dict[str, int]:
    """Every fan that can have an own value, at one more than published."""
    return {fan.name: value.open + 1 for fan, value in rules.fans.items() if can_have_own(fan, value)}


@each_set
def test_own_values_replace_the_published_ones_for_their_fans_alone(rules: RuleSet) -> None:
    own = own_values(rules, chosen(rules))
    for fan, value in rules.fans.items():
        if fan.name in chosen(rules):
            assert own.fans[fan].open == value.open + 1
            assert own.published[fan] == value
        else:
            assert own.fans[fan] == value
            assert fan not in own.published
    assert list(own.fans) == list(rules.fans)
    assert not rules.published


@pytest.fixture
def cold_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines that ask nothing beforehand, which takes a hundred times as long as to count one hand."""
    engine = pytest.importorskip("scoring.fast.engine").Engine
    monkeypatch.setattr(engine, "warm_up", lambda engine: None)


@each_set
@pytest.mark.usefixtures("cold_engines")
def test_every_count_uses_the_own_value(rules: RuleSet) -> None:
    for name, example in examples_of(rules.id).items():
        fan = rules.fan(name)
        value = rules.fans[fan]
        if not can_have_own(fan, value) or value.stepped or rules.cap is not None:
            continue
        concealed = None if value.concealed is None else value.concealed + 100
        own = own_values(rules, {name: value.open + 100 if concealed is None else (value.open + 100, concealed)})
        assert rows(own, example.hand)[name] == (example.count, example.value + 100 * example.count)


WRONG = [LEAST_VALUE - 1, -5, MOST_VALUE + 1, True, "10", 2.5, None, [], [3], [3, 4, 5], ["3", 4]]


@each_set
@pytest.mark.parametrize("wrong", WRONG)
def test_a_rule_set_refuses_what_is_no_value_and_names_the_fan(rules: RuleSet, wrong: object) -> None:
    name = next(iter(chosen(rules)))
    for refuse in (lambda: own_values(rules, {name: wrong}), lambda: scoring.rule_set(rules.id, values={name: wrong})):
        with pytest.raises(ScoringError) as refused:
            refuse()
        assert refused.value.code == "bad_value"
        assert name in refused.value.zh
        assert name in refused.value.en


@each_set
def test_a_rule_set_refuses_a_fan_that_it_does_not_have(rules: RuleSet) -> None:
    with pytest.raises(ScoringError, match="bad_value") as refused:
        own_values(rules, {"大飛機": 10})
    assert "大飛機" in refused.value.zh


@each_set
def test_a_rule_set_refuses_values_that_are_not_the_tables_to_say(rules: RuleSet) -> None:
    for fan, value in rules.fans.items():
        if value.limit or fan.scope is Scope.SETTLEMENT:
            with pytest.raises(ScoringError, match="bad_value"):
                own_values(rules, {fan.name: 7})


@each_set
def test_two_values_are_only_for_fans_that_have_two(rules: RuleSet) -> None:
    for fan, value in rules.fans.items():
        if not can_have_own(fan, value):
            continue
        pair = (value.open + 3, value.open + 4)
        if value.concealed is None:
            with pytest.raises(ScoringError, match="bad_value"):
                own_values(rules, {fan.name: pair})
        else:
            own = own_values(rules, {fan.name: pair}).fans[fan]
            assert (own.open, own.concealed) == pair
            with pytest.raises(ScoringError, match="bad_value"):
                own_values(rules, {fan.name: (5, 4)})


def test_one_number_for_a_fan_with_two_values_is_both() -> None:
    own = own_values(LEAGUE, {"清龍": 12})
    assert (own.fans[own.fan("清龍")].open, own.fans[own.fan("清龍")].concealed) == (12, 12)


@each_set
def test_published_values_given_again_change_nothing(rules: RuleSet) -> None:
    same = {
        fan.name: value.open if value.concealed is None else (value.open, value.concealed)
        for fan, value in rules.fans.items()
        if can_have_own(fan, value)
    }
    assert own_values(rules, same) is rules


def test_a_value_that_steps_is_written_with_its_step() -> None:
    own = own_values(LEAGUE, {"尾牌連摸": 15})
    assert own.fans[own.fan("尾牌連摸")].text == "15(n-1)"
    assert rows(own, examples_of("hkma-league")["尾牌連摸"].hand)["尾牌連摸"] == (1, 30)


def test_several_winners_are_paid_by_the_own_value_too() -> None:
    own = own_values(LEAGUE, {"雙響": 8})
    assert own.game.multi_fans == {1: 0, 2: 8, 3: 10}
    chains = fold(own, [several(2, (0, 10), (3, 7))]).chains
    assert [format_points(chain.points) for chain in chains] == ["19", "15"]


def test_options_and_settings_stay_beside_own_values() -> None:
    own = scoring.rule_set("hkma-league", {"L-4": "0"}, None, {"門清": 4})
    assert own.base == 0
    assert own is scoring.rule_set("hkma-league", {"L-4": "0"}, {}, {"門清": 4})
    assert own is not scoring.rule_set("hkma-league", {"L-4": "0"})
