"""底 + 台數 × 台: what a win costs under the two Taiwanese rule sets, who deals next, how long a 將 is."""

import pytest

from tests.scoring.game_helpers import DRAW, off, own, play, scores, several, transfers
from tests.scoring.game_helpers import ruling as ruled
from tests.scoring.test_game_rules_are_data import code_of
from tests.scoring.tw_helpers import CLUB, SIXTEEN

BOTH = pytest.mark.parametrize("rules", [CLUB, SIXTEEN], ids=["tw-club", "tw-sixteen"])


def paid(*events, rules):
    """What changed hands in the last hand."""
    return transfers(play(*events, rules=rules).hands[-1].transfers)


def test_the_discarder_alone_pays_底_and_台():
    """比賽辦法 4: 一底 300, 一台 100."""
    assert paid(off(1, 2, 4), rules=CLUB) == [(2, 1, "700", "win")]
    assert paid(off(1, 2, 4), rules=SIXTEEN) == [(2, 1, "7", "win")]


def test_all_three_pay_an_own_draw_and_the_dealer_one_台_more():
    """莊家: 無論胡牌或放槍都多算一台; 作莊: 胡放皆加計 1 台."""
    assert paid(own(1, 4), rules=CLUB) == [(0, 1, "800", "win"), (2, 1, "700", "win"), (3, 1, "700", "win")]
    assert paid(own(0, 4), rules=CLUB) == [(1, 0, "800", "win"), (2, 0, "800", "win"), (3, 0, "800", "win")]


@pytest.mark.parametrize(("streak", "tai"), [(0, 1), (1, 3), (2, 5), (5, 11)])
@BOTH
def test_the_dealers_台_are_1_for_dealing_and_2_for_each_time_he_stayed(rules, streak, tai):
    """作莊 1, 連 N 拉 N 2N."""
    won = play(*[DRAW] * streak, off(0, 2, 0), rules=rules).hands[-1]
    assert (won.dealer_streak, won.payments[0].dealer) == (streak, tai)
    assert won.payments[0].points == rules.game.base + rules.game.tai * tai
    assert play(*[DRAW] * streak, off(1, 2, 0), rules=rules).hands[-1].payments[0].dealer == 0


def test_拉莊_is_a_setting_of_the_club():
    plain = CLUB.with_settings({"pull_dealer": False})
    assert paid(DRAW, DRAW, off(0, 2, 0), rules=plain) == [(2, 0, "600", "win")]
    assert paid(DRAW, DRAW, off(0, 2, 0), rules=CLUB) == [(2, 0, "800", "win")]


def test_start_底_and_台_are_settings():
    club = CLUB.with_settings({"start": 5000, "base": "200", "tai": "50"})
    assert scores(play(off(1, 2, 4), rules=club)) == ["5000", "5400", "4600", "5000"]
    assert paid(off(1, 2, 4), rules=SIXTEEN.with_settings({"base": "5", "tai": "2.5"})) == [(2, 1, "15", "win")]


def test_the_club_starts_with_ten_thousand_and_the_other_with_nothing():
    assert scores(play(rules=CLUB)) == ["10000"] * 4
    assert scores(play(rules=SIXTEEN)) == ["0"] * 4


@BOTH
def test_a_hand_may_count_nothing_but_not_less(rules):
    assert play(off(1, 2, 0), rules=rules).hands[0].payments[0].points == rules.game.base
    assert code_of(rules, off(1, 2, -1)) == "bad_event"


@BOTH
def test_one_winner_only(rules):
    """攔胡: 多家同時胡牌時離放銃者輪序較近者優先."""
    assert code_of(rules, several(2, (0, 3), (1, 3))) == "bad_event"


@BOTH
def test_the_dealer_stays_after_a_win_and_a_draw_without_limit(rules):
    """莊家胡牌或該盤荒局應連莊; 行牌規定 16: 連莊不限次數."""
    state = play(*[DRAW, own(0, 0)] * 6, rules=rules)
    assert (state.name, state.dealer_streak) == ("東一局", 12)
    assert play(off(3, 0, 0), rules=rules).name == "東二局"


@BOTH
def test_a_將_is_four_圈(rules):
    state = play(*[off(seat, (seat + 1) % 4, 0) for seat in (1, 2, 3, 0)] * 4, rules=rules)
    assert state.finished
    assert [hand.name for hand in state.hands[::5]] == ["東一局", "南二局", "西三局", "北四局"]


def test_raised_底_are_paid_between_each_two_in_wins_and_where_a_hand_is_paid_for():
    """插花: 內插以一底為單位; 詐胡 2: 詐胡者另應就插花注賠付."""
    raised = SIXTEEN.with_settings({"raised": [0, 1, 3, 0]})
    assert paid(own(1, 2), rules=raised) == [(0, 1, "9", "win"), (2, 1, "17", "win"), (3, 1, "8", "win")]
    assert paid(off(3, 0, 2), rules=raised) == [(0, 3, "6", "win")]
    false_win = ruled(2, "false_win", fan=2)
    assert paid(false_win, rules=raised) == [(2, 0, "15", "fine"), (2, 1, "17", "fine"), (2, 3, "14", "fine")]
    assert paid(ruled(1, "眼牌", to=2), ruled(1, None, {"pay_each_base": 1}), DRAW, rules=raised) == [
        (1, 2, "1", "fine"),
        (1, 0, "3", "fine"),
        (1, 2, "3", "fine"),
        (1, 3, "3", "fine"),
    ]
