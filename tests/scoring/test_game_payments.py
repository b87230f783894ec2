"""授受法, 莊家連拉莊, 雙響/三響: what each payer owes each winner, split for a sentence."""

import pytest

from scoring import GameState, apply, start
from scoring.points import format_points
from tests.scoring.game_helpers import DRAW, LEAGUE, league, off, own, play, scores, several


def owed(state: GameState) -> list[tuple[int, int, int, int, int, str]]:
    return [(p.winner, p.payer, p.fan, p.multi, p.dealer, format_points(p.points)) for p in state.hands[-1].payments]


def test_the_discarder_pays_alone():
    assert owed(play(off(1, 2, 42))) == [(1, 2, 42, 0, 0, "42")]


def test_the_other_three_pay_for_an_own_draw_and_the_dealer_one_more():
    assert owed(play(own(1, 17))) == [(1, 0, 17, 0, 1, "18"), (1, 2, 17, 0, 0, "17"), (1, 3, 17, 0, 0, "17")]


@pytest.mark.parametrize(("streak", "fans"), [(0, 1), (1, 3), (2, 5), (5, 11)])
def test_a_dealer_pulled_n_times_gets_and_pays_1_and_2n(streak, fans):
    stays = [DRAW] * streak
    assert [p.dealer for p in play(*stays, own(0)).hands[-1].payments] == [fans, fans, fans]
    assert [p.dealer for p in play(*stays, off(2, 0)).hands[-1].payments] == [fans]
    assert [p.dealer for p in play(*stays, off(2, 3)).hands[-1].payments] == [0]
    assert [p.dealer for p in play(*stays, own(2)).hands[-1].payments] == [fans, 0, 0]


def test_two_winners_add_5_each_and_three_add_10():
    assert owed(play(several(0, (1, 25), (2, 47)))) == [(1, 0, 25, 5, 1, "31"), (2, 0, 47, 5, 1, "53")]
    assert [p.multi for p in play(several(0, (3, 1), (1, 1), (2, 1))).hands[-1].payments] == [10, 10, 10]


def test_several_winners_carry_dealers_fans_only_where_the_dealer_takes_part():
    assert owed(play(DRAW, several(2, (0, 10), (3, 10)))) == [(0, 2, 10, 5, 3, "18"), (3, 2, 10, 5, 0, "15")]


def test_winners_are_listed_in_seat_order_whatever_the_order_given():
    first, second = play(several(1, (3, 5), (0, 6))), play(several(1, (0, 6), (3, 5)))
    assert first == second
    assert first.hands[-1].winners == (0, 3)


def test_no_points_move_when_a_win_goes_into_the_chain():
    state = play(own(1, 17))
    assert state.hands[-1].transfers == ()
    assert scores(state) == ["0", "0", "0", "0"]


def test_a_declared_flower_win_carries_dealers_fans_and_enters_the_chain():
    state = play({**own(2, 40), "flower_win": True})
    assert owed(state) == [(2, 0, 40, 0, 1, "41"), (2, 1, 40, 0, 0, "40"), (2, 3, 40, 0, 0, "40")]
    robbed = play({**off(0, 3, 30), "flower_win": True})
    assert owed(robbed) == [(0, 3, 30, 0, 1, "31")]
    assert len(robbed.chains) == 1


def test_a_robbed_kong_is_a_discard_of_the_robbed():
    assert owed(play({**off(1, 3, 12), "robbed_kong": True})) == [(1, 3, 12, 0, 0, "12")]
    assert len(owed(play({**several(3, (1, 12), (2, 11)), "robbed_kong": True}))) == 2


def test_flags_that_say_nothing_may_stand():
    plain = play(off(1, 3, 12))
    spelled = {**off(1, 3, 12), "self_draw": False, "robbed_kong": False, "flower_win": False}
    assert play(spelled) == plain


def test_the_given_state_is_never_altered():
    before = start(LEAGUE)
    after = apply(before, off(1, 0), LEAGUE)
    assert before == start(LEAGUE)
    assert after != before


@pytest.mark.parametrize("option", ["5", "0"])
def test_a_底_of_a_fine_stays_5_points_whatever_a_hand_counts_for_底(option):
    rules = league(L_4=option)
    state = play({"type": "ruling", "seat": 0, "offence": "鳴牌取消"}, rules=rules)
    assert scores(state) == ["-15", "5", "5", "5"]
