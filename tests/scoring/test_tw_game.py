"""底 + 台數 × 台: what a win costs under the two Taiwanese rule sets, who deals next, how long a 將 is."""

import pytest

from scoring.game.hand_in_game import hand_in_game
from scoring.seats import WINDS
from scoring.table.wins import nearest_claimant, read_win
from tests.scoring.game_helpers import CLUB, DRAW, SIXTEEN, off, own, play, scores, several, substitute, transfers
from tests.scoring.game_helpers import ruling as ruled
from tests.scoring.test_game_rules_are_data import code_of

HAND = {"concealed": "123m56m789p234p567s88s", "winning_tile": "4m"}
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
    again = plain.with_settings({"pull_dealer": True})
    assert [rules.terms.streak(2) for rules in (CLUB, plain, again)] == ["連二拉二", "連二", "連二拉二"]


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


@pytest.mark.parametrize(
    ("source", "claimants", "winner"),
    [(0, (1, 3), 1), (1, (0, 3), 3), (2, (0, 1), 0), (3, (1, 2), 1), (3, (0, 1, 2), 0), (1, (0,), 0)],
)
def test_the_nearest_in_turn_to_the_discarder_wins(source, claimants, winner):
    """攔胡: 離放銃者輪序較近者優先胡牌."""
    assert nearest_claimant(source, claimants) == winner


@pytest.mark.parametrize("claimants", [(), (2,), (1, 2)])
def test_nobody_claims_his_own_discard(claimants):
    with pytest.raises(ValueError, match="not claimants of a discard of 2"):
        nearest_claimant(2, claimants)


@BOTH
def test_a_substitute_pays_in_place_of_whoever_would_have_paid(rules):
    """代位賠付: 代替應付者支付, dealer's 台 between winner and each payer included."""
    base, tai = rules.game.base, rules.game.tai
    all_three = 3 * (base + 4 * tai) + tai
    assert play(substitute(own(1, 4), 2), rules=rules).hands[0].payments[0].points == all_three
    discarder, his_own = substitute(off(1, 0, 4), 2), substitute(off(1, 2, 4), 2)
    assert paid(discarder, rules=rules) == [(2, 1, str(base + 5 * tai), "liability")]
    assert paid(his_own, rules=rules) == [(2, 1, str(base + 4 * tai), "liability")]


def test_several_share_equally_in_whole_points_and_the_next_after_the_winner_pays_the_rest():
    """錯暗槓: 如錯暗槓超過一個, 則共同平均賠付 (T-7)."""
    assert paid(substitute(own(3, 4), 2, 0), rules=SIXTEEN) == [(0, 3, "11", "liability"), (2, 3, "11", "liability")]
    assert paid(substitute(own(1, 3), 0, 2, 3), rules=SIXTEEN) == [
        (2, 1, "7", "liability"),
        (3, 1, "6", "liability"),
        (0, 1, "6", "liability"),
    ]
    halves = SIXTEEN.with_settings({"tai": "0.5"})
    assert paid(substitute(off(3, 1, 3), 1, 2), rules=halves) == [(1, 3, "2.5", "liability"), (2, 3, "2", "liability")]


def test_a_substitute_pays_what_each_pair_has_raised_and_what_single_payers_pay_besides():
    raised = SIXTEEN.with_settings({"raised": [0, 1, 3, 0]})
    win = {**substitute(own(1, 2), 3), "extra": [{"seat": 0, "fan": 8}]}
    assert paid(win, rules=raised) == [(3, 1, "42", "liability")]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"liable": 1}, "bad_event"),
        ({"liable": [2, 1]}, "bad_event"),
        ({"liable": [2, 2]}, "bad_event"),
        ({"liable": []}, "bad_event"),
        ({"liable": [0, 2, 3, 1]}, "bad_event"),
        ({"liable": 4}, "bad_event"),
        ({"liable": "2"}, "bad_event"),
        ({"cause": "twelve_tiles"}, "bad_event"),
        ({"cause": ["substitute"]}, "bad_event"),
        ({"cause": None}, "missing_key"),
        ({"liable": None}, "missing_key"),
    ],
)
@BOTH
def test_refuses_who_cannot_be_liable(rules, changes, code):
    assert code_of(rules, {**substitute(own(1, 4), 2), **changes}) == code


def test_single_payers_may_pay_more():
    """七搶一 2, 例: 各家 底 12 台; 花牌部份: 被搶花者 8 台, 另二家花牌 1 + 花槓 2 = 3 台."""
    robbed = {**own(1, 12), "extra": [{"seat": 0, "fan": 3}, {"seat": 2, "fan": 8}, {"seat": 3, "fan": 3}]}
    assert paid(robbed, rules=SIXTEEN) == [(0, 1, "19", "win"), (2, 1, "23", "win"), (3, 1, "18", "win")]
    assert [p.extra for p in play(robbed, rules=SIXTEEN).hands[0].payments] == [3, 8, 3]
    assert paid({**off(1, 2, 4), "extra": [{"seat": 2, "fan": 1}]}, rules=SIXTEEN) == [(2, 1, "8", "win")]
    assert paid({**off(1, 2, 4), "extra": []}, rules=SIXTEEN) == [(2, 1, "7", "win")]


@pytest.mark.parametrize(
    ("extra", "code"),
    [
        ([{"seat": 1, "fan": 8}], "bad_event"),
        ([{"seat": 0, "fan": 8}], "bad_event"),
        ([{"seat": 2, "fan": 8}, {"seat": 2, "fan": 1}], "bad_event"),
        ([{"seat": 2, "fan": -1}], "bad_event"),
        ([{"seat": 2, "fan": "8"}], "bad_event"),
        ([{"seat": 4, "fan": 8}], "bad_event"),
        ([{"seat": 2}], "missing_key"),
        ([{"fan": 8}], "missing_key"),
        ([{"seat": 2, "fan": 8, "tai": 1}], "unknown_key"),
        ({"seat": 2, "fan": 8}, "bad_event"),
        ([8], "bad_event"),
        ("8", "bad_event"),
    ],
)
def test_refuses_what_single_payers_cannot_pay(extra, code):
    assert code_of(SIXTEEN, {**off(1, 2, 4), "extra": extra}) == code


def test_only_one_of_the_two_has_payments_of_single_payers():
    assert code_of(CLUB, {**own(1, 4), "extra": [{"seat": 2, "fan": 8}]}) == "bad_event"


@BOTH
def test_a_flower_win_is_paid_by_all_or_by_the_one_who_is_robbed(rules):
    """八仙過海: 三家通賠一底八台; 七搶一: 被搶花者賠付."""
    assert len(paid({**own(1, 8), "flower_win": True}, rules=rules)) == 3
    assert len(paid({**off(1, 2, 8), "flower_win": True}, rules=rules)) == 1


@BOTH
def test_the_opened_wall_is_named_for_tiles_only(rules):
    assert code_of(rules, {**own(1, 4), "opening": 2}) == "bad_event"


@pytest.mark.parametrize(
    ("dealt", "opening", "wind"), [(0, None, "S"), (0, 1, "E"), (0, 2, "N"), (0, 0, "S"), (1, 3, "W")]
)
def test_seat_winds_run_from_the_opened_wall(dealt, opening, wind):
    """配牌: 開門位即為該盤的東位或花牌之 1 號序 (C-13, T-9)."""
    state = play(*[off(1, 0, 0)] * dealt, rules=SIXTEEN)
    event = {"type": "win", "winner": 1, "self_draw": True, "hand": HAND}
    win = read_win(event if opening is None else {**event, "opening": opening}, SIXTEEN.game)
    hand = hand_in_game(HAND, 1, win, state, SIXTEEN)
    assert (WINDS[hand.seat_wind], hand.dealer) == (wind, dealt == 1)


@pytest.mark.parametrize("opening", [4, -1, "E", True])
def test_refuses_an_opened_wall_that_is_no_seat(opening):
    assert code_of(SIXTEEN, {"type": "win", "winner": 1, "self_draw": True, "hand": HAND, "opening": opening}) == (
        "bad_event"
    )
