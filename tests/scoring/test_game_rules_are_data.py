"""Another rule set is other data: the same fold under rules that differ from the league's in one field each."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from scoring import RuleSet, apply, fold, start
from scoring.errors import ScoringError
from scoring.rules.game_rules import BellRules, DealerFans, DealerRules, GameRules, Reward, WrongDealerRules
from scoring.tournament import chain_moves
from tests.scoring.game_helpers import DRAW, LEAGUE, left_by, off, own, play, reward, ruling, scores, several, transfers


def rules(**changes: Any) -> RuleSet:
    return replace(LEAGUE, game=LEAGUE.game._replace(**changes))


def code_of(rule_set: RuleSet, *events: Any) -> str:
    with pytest.raises(ScoringError) as error:
        fold(rule_set, events)
    return error.value.code


def test_without_chains_a_win_is_paid_at_once():
    state = play(own(1, 4), rules=rules(chain=None))
    assert transfers(state.hands[0].transfers) == [(0, 1, "5", "win"), (2, 1, "4", "win"), (3, 1, "4", "win")]
    assert (state.chains, state.hands[0].chain_moves) == ((), ())
    assert chain_moves(state, (1,), None, rules(chain=None)) == ()


def test_points_may_come_from_any_policy_of_the_count():
    def table(rules: GameRules, fan: int, self_draw: bool) -> Decimal:
        return Decimal(16 if self_draw else 32) * (fan - 2)

    masters = rules(chain=None, worth=table, dealer_fans=None, minimum_fan=3, maximum_fan=10)
    assert scores(play(off(1, 0, 3), own(0, 4), rules=masters)) == ["64", "0", "-32", "-32"]
    assert code_of(masters, own(1, 2)) == code_of(masters, own(1, 11)) == "bad_event"


def test_every_game_starts_with_the_points_of_its_rules():
    assert scores(start(rules(start=Decimal(10000)))) == ["10000"] * 4


def test_a_dealer_who_never_stays_passes_every_deal():
    strict = rules(dealer=DealerRules(stays_after_win=False, stays_after_draw=False))
    assert [hand.name for hand in play(own(0), DRAW, own(2), rules=strict).hands] == ["東一局", "東二局", "東三局"]


def test_a_game_may_have_four_圈():
    winner_after_dealer = [own(1), own(2), own(3), own(0)] * 4
    state = play(*winner_after_dealer, rules=rules(deals=16))
    assert state.finished
    assert [hand.name for hand in state.hands[-5:]] == ["西四局", "北一局", "北二局", "北三局", "北四局"]
    assert state.round_wind == "N"


def test_dealers_fans_may_be_counted_otherwise():
    state = play(DRAW, DRAW, own(0, 4), rules=rules(dealer_fans=DealerFans(flat=1, per_streak=1)))
    assert [payment.dealer for payment in state.hands[-1].payments] == [3, 3, 3]


def test_one_winner_only_where_no_share_for_two_is_named():
    assert code_of(rules(multi_fans={1: 0}), several(0, (1, 3), (2, 3))) == "bad_event"


def test_base_units_need_a_底_and_台_units_a_台():
    for word in ("deduct_base", "fine_base", "pay_each_base", "give_back_base"):
        assert code_of(rules(base=None), ruling(1, None, {word: 1})) == "bad_event"
    assert code_of(rules(base=None), reward("grass", 1)) == "bad_event"
    with_tai = rules(tai=Decimal(100))
    state = play(ruling(1, None, {"deduct_tai": 2}, {"pay_tai": 1}, to=3), rules=with_tai)
    assert scores(state) == ["0", "-300", "0", "100"]


def test_cards_need_rules_for_cards():
    assert code_of(rules(cards=None), ruling(1, None, "yellow")) == "bad_event"
    with pytest.raises(ScoringError, match="bad_event"):
        start(rules(cards=None), {"cards": [{"seat": 1, "card": "red"}]})


def test_a_hand_may_end_as_詐胡_where_the_rules_have_it():
    lax = rules(false_win_hand=True)
    by_dealer = play(DRAW, ruling(0, None, "false_win_hand"), rules=lax)
    by_other = play(DRAW, ruling(2, None, "false_win_hand"), rules=lax)
    assert (by_dealer.name, by_dealer.dealer_streak) == ("東二局", 0)
    assert (by_other.name, by_other.dealer_streak) == ("東一局", 1)
    assert [hand.result for hand in by_other.hands] == ["draw", "false_win"]


def test_one_more_hand_may_follow_the_one_in_which_the_bell_rang():
    two = rules(bell=BellRules(during_hand=2, between_hands=1))
    during = {"type": "time_up", "during_hand": True}
    assert not play(during, DRAW, rules=two).finished
    assert play(during, DRAW, DRAW, rules=two).finished
    assert not play(DRAW, {"type": "time_up"}, rules=two).finished
    assert play(DRAW, {"type": "time_up"}, ruling(1, "詐糊"), DRAW, rules=two).finished


def test_a_wrong_dealer_may_keep_his_next_turn():
    kind = rules(wrong_dealer=WrongDealerRules(skips_turn=False))
    state = play({"type": "wrong_dealer", "seat": 1}, own(1), rules=kind)
    assert (state.name, state.dealer) == ("東二局", 1)
    assert code_of(rules(wrong_dealer=None), {"type": "wrong_dealer", "seat": 1}) == "bad_event"


def test_rules_broken_may_be_forgotten_after_the_game():
    forgetful = rules(repeats_last="game")
    state = play(ruling(1, "鳴牌取消"), ruling(1, None, "red"), rules=forgetful)
    assert left_by(state, forgetful) == {"cards": [{"seat": 1, "card": "red"}]}


def test_a_reward_may_climb_and_may_be_taken_several_times_at_once():
    ladder = tuple(map(Decimal, (1, 2, 4, 6, 10)))
    cash = rules(
        rewards={
            "concealed_kong": Reward("concealed_kong", "暗槓", "Kong", "each_pays", ladder),
            "followed_discard": Reward("followed_discard", "追", "Followed", "pays_each", (Decimal(1),), times=True),
        }
    )
    state = start(cash)
    paid = []
    for _ in ladder:
        after = apply(state, reward("concealed_kong", 1), cash)
        paid.append(int(after.scores[1] - state.scores[1]) // 15)
        state = after
    assert paid == [1, 2, 4, 6, 10]
    assert code_of(cash, *[reward("concealed_kong", 1)] * 6) == "bad_event"
    assert scores(play(reward("followed_discard", 0, times=3), rules=cash)) == ["-45", "15", "15", "15"]
    assert code_of(cash, reward("followed_discard", 0, times=0)) == "bad_event"


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


def test_a_game_may_end_when_somebody_has_nothing_left():
    broke = rules(chain=None, start=Decimal(10), ends_at=Decimal(0))
    assert not play(off(1, 0, 8), rules=broke).finished
    exactly = play(off(1, 0, 9), rules=broke)
    assert (scores(exactly), exactly.places) == (["0", "20", "10", "10"], (4, 1, 2, 2))
    assert play(ruling(2, None, {"deduct": "11"}), DRAW, rules=broke).finished
    assert play(ruling(2, None, {"deduct": "11"}, "replay_hand"), rules=broke).finished


def test_what_is_found_later_is_looked_at_when_the_next_hand_closes():
    broke = rules(chain=None, start=Decimal(10), ends_at=Decimal(0))
    found = play(DRAW, ruling(2, None, {"deduct": "11"}, hand="previous"), rules=broke)
    assert not found.finished
    assert play(DRAW, ruling(2, None, {"deduct": "11"}, hand="previous"), DRAW, rules=broke).finished


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


def test_the_bell_stops_no_hand_in_which_nothing_happened():
    stops = rules(bell=BellRules(during_hand=0, between_hands=0))
    state = play(DRAW, {"type": "time_up", "during_hand": True}, rules=stops)
    assert (state.finished, [hand.result for hand in state.hands]) == (True, ["draw"])


def test_the_dice_may_name_another_starting_dealer_after_the_first_draw():
    dice = rules(draw_keys=frozenset({"dealer"}))
    thrown = {"type": "draw", "dealer": 2}
    again = play(DRAW, thrown, rules=dice)
    assert (again.name, again.dealer, again.dealer_streak) == ("東一局", 2, 0)
    assert [play(thrown, *[off(2, 1)] * n, own(1), rules=dice).dealer for n in (0, 1)] == [3, 3]
    same = play(own(0), {"type": "draw", "dealer": 0}, rules=dice)
    assert (same.name, same.dealer, same.dealer_streak) == ("東一局", 0, 2)
    assert code_of(dice, own(1), {"type": "draw", "dealer": 0}) == "bad_event"
    assert code_of(dice, {"type": "draw", "dealer": 4}) == "bad_event"
    assert code_of(LEAGUE, {"type": "draw", "dealer": 0}) == "bad_event"


def test_the_round_of_deals_ends_before_the_new_starting_dealer():
    dice = rules(draw_keys=frozenset({"dealer"}))
    state = play({"type": "draw", "dealer": 3}, own(0), own(1), own(2), own(3), rules=dice)
    assert [hand.dealer for hand in state.hands] == [0, 3, 0, 1, 2]
    assert (state.name, state.dealer) == ("南一局", 3)
