"""輪莊, 拉莊數, 局名, 做錯莊 and the end of a 半莊."""

import pytest

from scoring import GameState, deal_after_draw, remaining_deals
from scoring.errors import ScoringError
from scoring.table.dealer import Turn, passed
from tests.scoring.game_helpers import DRAW, LEAGUE, Event, league, off, own, play, ruling, scores, several


def turn(state: GameState) -> tuple[str, int, int]:
    return state.name, state.dealer, state.dealer_streak


def wrong(seat: int) -> Event:
    return {"type": "wrong_dealer", "seat": seat}


PASS = [off(1, 2), off(2, 3), off(3, 0), off(0, 1)] * 2
"""In each hand the seat after the dealer wins, so the deal passes."""


def test_starts_at_東一局_with_seat_0():
    assert turn(play()) == ("東一局", 0, 0)
    assert play().round_wind == "E"


def test_the_dealer_stays_after_winning_and_after_a_draw():
    assert turn(play(own(0))) == ("東一局", 0, 1)
    assert turn(play(off(0, 3), DRAW, DRAW)) == ("東一局", 0, 3)


def test_the_deal_passes_when_another_wins_and_the_streak_starts_again():
    assert turn(play(DRAW, DRAW, own(3))) == ("東二局", 1, 0)


@pytest.mark.parametrize(("option", "streak"), [("reset", 0), ("plus_one", 3)])
def test_the_dealer_who_shares_a_win_stays_with_the_streak_of_the_option(option, streak):
    state = play(DRAW, DRAW, several(1, (0, 5), (3, 5)), rules=league(L_29=option))
    assert turn(state) == ("東一局", 0, streak)


def test_two_others_winning_on_one_tile_pass_the_deal():
    assert turn(play(several(0, (1, 5), (3, 5)))) == ("東二局", 1, 0)


def test_names_the_eight_deals_in_order():
    names = [hand.name for hand in play(*PASS).hands]
    assert names == ["東一局", "東二局", "東三局", "東四局", "南一局", "南二局", "南三局", "南四局"]
    assert play(*PASS[:4]).round_wind == "S"


def test_ends_when_the_deal_would_pass_from_南四局():
    state = play(*PASS)
    assert state.finished
    assert state.chains == ()
    assert state.name == "南四局"


@pytest.mark.parametrize("event", [DRAW, own(3), several(1, (3, 2), (0, 2))])
def test_goes_on_while_the_dealer_of_南四局_stays(event):
    assert not play(*PASS[:7], event).finished


def test_ties_share_the_better_place():
    assert play({"type": "time_up"}).places == (1, 1, 1, 1)
    fined = ruling(3, None, {"pay": [0, 5]})
    assert play(fined, {"type": "time_up"}).places == (1, 2, 2, 4)


def test_the_wrong_dealer_plays_the_hand_under_its_right_name_without_streak():
    state = play(DRAW, wrong(2))
    assert turn(state) == ("東一局", 2, 0)
    assert state.wrong_dealer == 2
    hand = play(DRAW, wrong(2), off(2, 0, 10)).hands[-1]
    assert (hand.name, hand.dealer, hand.dealer_streak) == ("東一局", 2, 0)
    assert [p.dealer for p in hand.payments] == [1]


@pytest.mark.parametrize("result", [DRAW, own(3), own(0), off(1, 2), several(1, (0, 3), (3, 3))])
def test_after_a_wrong_dealer_the_one_after_the_right_dealer_deals_whatever_the_result(result):
    assert turn(play(DRAW, wrong(3), result)) == ("東二局", 1, 0)


def test_the_next_turn_of_the_wrong_dealer_is_skipped():
    state = play(wrong(2), DRAW, own(2))  # 東一局 dealt by seat 2, 東二局 by seat 1, then seat 2 is passed over
    assert turn(state) == ("東四局", 3, 0)
    assert turn(play(wrong(2), DRAW, own(2), own(0), own(1), own(2))) == ("南三局", 2, 0)  # only once


def test_the_next_turn_is_skipped_also_when_it_is_the_very_next_one():
    assert turn(play(wrong(1), own(1))) == ("東三局", 2, 0)


def test_each_wrong_deal_costs_a_turn():
    state = play(wrong(3), DRAW, wrong(3), DRAW, own(0))  # 東一局 and 東二局 dealt by seat 3; 東四局 is skipped
    assert turn(state) == ("南一局", 0, 0)
    assert turn(play(wrong(3), DRAW, wrong(3), DRAW, own(0), own(1), own(2))) == ("南三局", 2, 0)
    assert play(wrong(3), DRAW, wrong(3), DRAW, own(0), own(1), own(2), own(1)).finished  # 南四局 is skipped too


def test_the_game_ends_early_when_the_skipped_turn_was_the_last_one():
    state = play(*PASS[:6], wrong(3), own(3))
    assert [hand.name for hand in state.hands[-1:]] == ["南三局"]
    assert state.finished


def test_a_wrong_dealer_in_南四局_ends_the_game_whatever_the_result():
    assert play(*PASS[:7], wrong(1), DRAW).finished
    assert play(*PASS[:7], wrong(1), own(1)).finished


def test_a_replayed_hand_is_dealt_by_the_same_wrong_dealer():
    state = play(DRAW, wrong(2), ruling(1, "詐糊"))
    assert turn(state) == ("東一局", 2, 0)
    assert state.wrong_dealer == 2
    assert turn(play(DRAW, wrong(2), ruling(1, "詐糊"), DRAW)) == ("東二局", 1, 0)
    assert turn(play(DRAW, wrong(2), ruling(1, "詐糊"), DRAW, own(3))) == ("東四局", 3, 0)  # skipped once, not twice


@pytest.mark.parametrize("events", [(wrong(0),), (wrong(2), wrong(3)), (own(1), wrong(1))])
def test_refuses_a_wrong_dealer_who_cannot_be(events):
    with pytest.raises(ScoringError) as error:
        play(*events)
    assert error.value.code == "bad_event"


def test_a_replay_keeps_name_dealer_and_streak():
    state = play(DRAW, DRAW, ruling(2, "詐糊"))
    assert turn(state) == ("東一局", 0, 2)
    assert [hand.result for hand in state.hands] == ["draw", "draw", "replayed"]
    assert state.hand_number == 4


def test_says_which_hand_follows_a_draw():
    assert deal_after_draw(play(DRAW), LEAGUE) == ("東一局", 0, 0, 2, False)


def test_says_when_the_next_result_would_end_the_game():
    assert not deal_after_draw(play(*PASS[:7]), LEAGUE).over
    assert deal_after_draw(play({"type": "time_up", "during_hand": True}), LEAGUE).over


def test_counts_the_deals_still_to_come():
    assert [remaining_deals(play(*PASS[:n]), LEAGUE) for n in (0, 3, 7, 8)] == [7, 4, 0, 0]
    assert remaining_deals(play(wrong(2)), LEAGUE) == 6


def test_passing_runs_past_the_last_deal():
    assert passed(Turn(7, 3, 2)).deal == 8


def test_an_open_chain_is_no_score_until_it_moves():
    assert scores(play(own(0, 100), off(0, 1, 100))) == ["0", "0", "0", "0"]
