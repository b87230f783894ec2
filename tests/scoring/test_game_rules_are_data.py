"""Another rule set is other data: the same fold under rules that differ from the league's in one field each."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from scoring import RuleSet, apply, fold
from scoring.errors import ScoringError
from scoring.rules.game_rules import BellRules
from tests.scoring.game_helpers import DRAW, LEAGUE, play, reward, ruling, scores, transfers


def rules(**changes: Any) -> RuleSet:
    return replace(LEAGUE, game=LEAGUE.game._replace(**changes))


def code_of(rule_set: RuleSet, *events: Any) -> str:
    with pytest.raises(ScoringError) as error:
        fold(rule_set, events)
    return error.value.code


def test_base_units_need_a_底_and_台_units_a_台():
    for word in ("deduct_base", "fine_base", "pay_each_base", "give_back_base"):
        assert code_of(rules(base=None), ruling(1, None, {word: 1})) == "bad_event"
    assert code_of(rules(base=None), reward("grass", 1)) == "bad_event"
    with_tai = rules(tai=Decimal(100))
    state = play(ruling(1, None, {"deduct_tai": 2}, {"pay_tai": 1}, to=3), rules=with_tai)
    assert scores(state) == ["0", "-300", "0", "100"]


def test_an_offence_may_need_something_beside_it_even_where_no_consequence_uses_it(tmp_path: Path):
    shown = 'name_zh = "翻牆"\nname_en = "Wall"\nconsequences = ["yellow"]\ngroup = "drawing"\nsection = "1"\n'
    (tmp_path / "offences.toml").write_text(f'[wall]\n{shown}needs = ["tiles"]\n', encoding="utf-8")
    strict = replace(LEAGUE, folder=str(tmp_path))
    assert code_of(strict, ruling(1, "翻牆")) == "missing_key"
    assert play(ruling(1, "翻牆", tiles=2), rules=strict).cards_in_force[1] == ("yellow",)
    assert play(ruling(1, "翻牆", "warning"), rules=strict).cards_in_force[1] == ()


def test_options_and_values_that_concern_no_game_field_change_nothing():
    assert LEAGUE.game.with_options({"L-1": "all", "L-27": "up_down"}) == LEAGUE.game
    assert LEAGUE.game.with_options({"L-27": "exact"}) != LEAGUE.game


def test_the_bell_may_stop_the_hand_at_once():
    stops = rules(bell=BellRules(during_hand=0, between_hands=0))
    fined = ruling(1, None, {"pay": [0, 7]}, {"deduct_after_game": 2})
    for during in (True, False):
        state = play(DRAW, fined, {"type": "time_up", "during_hand": during}, rules=stops)
        assert [(hand.result, hand.name) for hand in state.hands] == [("draw", "東一局"), ("stopped", "東一局")]
        assert (state.finished, scores(state), state.house) == (True, ["7", "-9", "0", "0"], 2)
        assert not state.open_hand.listed
        late = apply(state, ruling(1, None, {"pay": [2, 1]}, hand="previous"), stops)
        assert transfers(late.hands[1].transfers)[-1] == (1, 2, "1", "fine")
