"""比賽罰則, 詐胡, 包賠: what each offence of the two Taiwanese rule sets costs and how it ends a hand."""

import pytest

from scoring.rulesets import get_rule_set
from tests.scoring.game_helpers import CLUB, DRAW, SIXTEEN, off, own, play, ruling, scores, transfers
from tests.scoring.test_game_rules_are_data import code_of

NOTHING: list[tuple[int, int | None, str, str]] = []
ONE_BASE = [(2, None, "300", "deduction")]
ONE_TAI = [(2, None, "100", "deduction")]
BASE_TO_EACH = [(2, seat, "300", "fine") for seat in (0, 1, 3)]
HAND_TO_EACH = [(2, 0, "800", "fine"), (2, 1, "700", "fine"), (2, 3, "700", "fine")]
"""底 300 and 4 台, with the dealer (seat 0) one more."""

CLUB_OFFENCES = {
    "late": (ONE_BASE, False, "", []),
    "absent": (NOTHING, False, "", ["withdraw"]),
    "cheating": (NOTHING, False, "", ["suspend"]),
    "wrong_chow": (NOTHING, True, "", []),
    "wrong_pung": (NOTHING, True, "", []),
    "wrong_kong": (NOTHING, True, "", []),
    "wrong_flower": (NOTHING, True, "", []),
    "idle_chow": (ONE_TAI, False, "", []),
    "idle_pung": (ONE_TAI, False, "", []),
    "idle_kong": (ONE_TAI, False, "", []),
    "early_draw": (ONE_TAI, False, "", []),
    "slow_pung": (ONE_TAI, False, "", []),
    "wrong_draw": (NOTHING, False, "", []),
    "wrong_draw_placed": (NOTHING, True, "", []),
    "looked": (BASE_TO_EACH, True, "", []),
    "wrong_win": (HAND_TO_EACH, False, "draw_hand", []),
    "false_win": (HAND_TO_EACH, False, "draw_hand", []),
    "winning_tile_not_taken": (HAND_TO_EACH, False, "draw_hand", []),
    "own_tile_shown": (NOTHING, False, "", ["warning"]),
    "others_tile_shown": ([(2, 1, "300", "fine")], False, "", []),
    "wrong_count": (NOTHING, True, "", []),
    "second_wrong_count": (HAND_TO_EACH, False, "", []),
    "wrong_late_kong": (HAND_TO_EACH, False, "", []),
    "wrecked_wall": (HAND_TO_EACH, False, "", []),
    "illegal_information": (ONE_BASE, True, "", []),
    "disruption": (NOTHING, False, "", ["disqualify"]),
    "late_pick_up": (NOTHING, True, "", []),
    "shown_before_declared": (NOTHING, True, "", []),
    "swap_claim": (NOTHING, True, "", []),
    "pung_not_taken": ([(2, 3, "100", "fine")], False, "", []),
    "warning": (NOTHING, False, "", ["warning"]),
    "wrong_discard_claimed": ([(2, 1, "100", "fine")], True, "", []),
    "void_win": (HAND_TO_EACH, False, "", []),
    "lost_priority_pung": (NOTHING, True, "", []),
    "late_wrong_kong": (HAND_TO_EACH, False, "draw_hand", []),
}

ONE_TO_1 = [(2, 1, "1", "fine")]
SEVEN_TO_EACH = [(2, 0, "8", "fine"), (2, 1, "7", "fine"), (2, 3, "7", "fine")]

SIXTEEN_OFFENCES = {
    "false_win": (SEVEN_TO_EACH, False, "false_win_hand", []),
    "pays_all": (SEVEN_TO_EACH, False, "", []),
    "wrong_count": (NOTHING, True, "", []),
    "pung_not_taken": ([(2, 3, "1", "fine")], False, "", []),
    "looked_and_lost": (ONE_TO_1, False, "", []),
    "wrong_discard_claimed": (ONE_TO_1, False, "", []),
    "lost_priority_pung": (NOTHING, True, "", []),
    "pays_all_ends": (SEVEN_TO_EACH, False, "draw_hand", []),
}

CASES = [(CLUB, slug, *told) for slug, told in CLUB_OFFENCES.items()]
CASES += [(SIXTEEN, slug, *told) for slug, told in SIXTEEN_OFFENCES.items()]


@pytest.mark.parametrize(
    ("rules", "slug", "moved", "ban", "ends", "notes"), CASES, ids=[f"{case[0].id}-{case[1]}" for case in CASES]
)
def test_each_offence_costs_what_the_table_says(rules, slug, moved, ban, ends, notes):
    state = play(ruling(2, slug, fan=4, to=3 if slug == "pung_not_taken" else 1), rules=rules)
    ruled = state.hands[0].rulings[0] if ends else state.open_hand.rulings[0]
    assert (transfers(ruled.transfers), ruled.ban, ruled.ends, list(ruled.notes)) == (moved, ban, ends, notes)
    assert state.bans == ({2} if ban else set())


@pytest.mark.parametrize("rules", [CLUB, SIXTEEN], ids=["tw-club", "tw-sixteen"])
def test_every_offence_of_the_table_stands_here(rules):
    told = CLUB_OFFENCES if rules is CLUB else SIXTEEN_OFFENCES
    assert [offence.slug for offence in rules.offences] == [*told, "other"]
    assert code_of(rules, ruling(2, "other")) == "missing_key"
    assert play(ruling(2, "other", "warning"), rules=rules).open_hand.rulings[0].notes == ("warning",)


@pytest.mark.parametrize("rules", [CLUB, SIXTEEN], ids=["tw-club", "tw-sixteen"])
def test_what_the_table_needs_must_stand_beside_it(rules):
    for offence in rules.offences:
        if offence.needs:
            assert code_of(rules, ruling(2, offence.slug)) == "missing_key"
    assert code_of(rules, ruling(2, "pung_not_taken", to=2)) == "bad_event"
    assert code_of(rules, ruling(2, "false_win", fan=-1)) == "bad_event"


def test_a_banned_seat_wins_nothing_until_the_hand_is_over():
    """停胡: 取消本盤胡牌的權利; 相公不得胡牌."""
    for rules in (CLUB, SIXTEEN):
        assert code_of(rules, ruling(2, "相公"), off(2, 1, 4)) == "banned_player"
        assert play(ruling(2, "相公"), DRAW, off(2, 1, 4), rules=rules).hands[-1].result == "win"


@pytest.mark.parametrize(("offender", "streak"), [(0, 2), (2, 2)])
def test_a_false_win_of_the_club_is_a_draw_and_the_dealer_stays(offender, streak):
    """錯胡: 判該盤為流局, 連莊繼續."""
    state = play(DRAW, ruling(offender, "錯胡", fan=1), rules=CLUB)
    assert (state.name, state.dealer_streak) == ("東一局", streak)
    assert [hand.result for hand in state.hands] == ["draw", "draw"]


def test_a_dealers_false_win_passes_the_deal_and_another_s_leaves_all_as_it_was():
    """詐胡 3: 莊家詐胡即應下莊, 閒家詐胡則莊家續莊, 但該盤不計連莊序."""
    by_dealer = play(DRAW, ruling(0, "詐胡", fan=1), rules=SIXTEEN)
    assert (by_dealer.name, by_dealer.dealer, by_dealer.dealer_streak) == ("東二局", 1, 0)
    by_other = play(DRAW, ruling(2, "詐胡", fan=1), rules=SIXTEEN)
    assert (by_other.name, by_other.dealer, by_other.dealer_streak) == ("東一局", 0, 1)
    assert [hand.result for hand in by_other.hands] == ["draw", "false_win"]


def test_a_false_winner_pays_dealers_台_with_the_dealer_alone_and_a_dealer_with_all():
    """詐胡 1: 莊連拉之台數另與莊家單獨計賠; 莊家詐胡則一併計入分別賠付三家."""
    by_other = play(DRAW, ruling(2, "詐胡", fan=4), rules=SIXTEEN).hands[-1]
    assert transfers(by_other.transfers) == [(2, 0, "10", "fine"), (2, 1, "7", "fine"), (2, 3, "7", "fine")]
    by_dealer = play(DRAW, ruling(0, "詐胡", fan=4), rules=SIXTEEN).hands[-1]
    assert transfers(by_dealer.transfers) == [(0, seat, "10", "fine") for seat in (1, 2, 3)]


def test_a_hand_found_later_to_be_paid_for_is_paid_with_the_streak_of_that_hand():
    found = play(DRAW, off(2, 1, 4), ruling(3, "包賠", fan=4, hand="previous"), rules=SIXTEEN)
    assert transfers(found.hands[-1].transfers)[1:] == [(3, 0, "10", "fine"), (3, 1, "7", "fine"), (3, 2, "7", "fine")]
    assert code_of(SIXTEEN, DRAW, ruling(3, "詐胡", fan=4, hand="previous")) == "bad_event"
    assert code_of(CLUB, DRAW, ruling(3, "錯胡", fan=4, hand="previous")) == "bad_event"


def test_there_are_no_cards():
    for rules in (CLUB, SIXTEEN):
        assert code_of(rules, ruling(1, None, "yellow")) == "bad_event"


@pytest.mark.parametrize("offender", [0, 2])
def test_a_hand_of_the_club_that_ends_as_a_false_win_leaves_dealer_and_streak(offender):
    state = play(DRAW, ruling(offender, None, "false_win_hand"), rules=CLUB)
    assert (state.name, state.dealer, state.dealer_streak) == ("東一局", 0, 1)
    assert [hand.result for hand in state.hands] == ["draw", "false_win"]


@pytest.mark.parametrize("rules", [CLUB, SIXTEEN], ids=["tw-club", "tw-sixteen"])
@pytest.mark.parametrize("spelled", [(), ({"pay_tai": 1},)])
def test_喊碰未碰_never_pays_the_seat_before(rules, spelled):
    """罰 1 台付予打出該牌者, 上家之捨牌除外."""
    for seat in range(4):
        assert code_of(rules, ruling(seat, "喊碰未碰", *spelled, to=(seat - 1) % 4)) == "bad_event"
        for other in ((seat + 1) % 4, (seat + 2) % 4):
            assert play(ruling(seat, "喊碰未碰", *spelled, to=other), rules=rules).open_hand.transfers


@pytest.mark.parametrize("version", ["1", "2"])
@pytest.mark.parametrize("id_", ["tw-club", "tw-sixteen"])
def test_a_game_that_began_before_keeps_a_喊碰未碰_paid_to_the_seat_before(id_, version):
    rules = get_rule_set(id_, version=version)
    assert rules.version == version
    [paid] = play(ruling(1, "喊碰未碰", to=0), rules=rules).open_hand.transfers
    assert (paid.source, paid.target) == (1, 0)


def test_a_fine_that_uses_up_the_counters_ends_the_match_when_the_hand_closes():
    """比賽辦法 5 (C-7)."""
    poor = CLUB.with_settings({"start": "800"})
    fined = ruling(2, "二相包賠", fan=4)
    assert scores(play(fined, rules=poor)) == ["1600", "1500", "-1400", "1500"]
    assert not play(fined, rules=poor).finished
    assert play(fined, DRAW, rules=poor).places == (1, 2, 4, 2)
    assert play(off(0, 2, 5), rules=CLUB.with_settings({"start": "900"})).finished
    assert not play(off(0, 2, 4), rules=CLUB.with_settings({"start": "900"})).finished
    assert play(fined, ruling(1, None, "replay_hand"), rules=poor).finished


def test_time_up_stops_the_clubs_hand_and_fines_stand():
    """比賽辦法 3 (C-9)."""
    time_up = {"type": "time_up", "during_hand": True}
    state = play(own(1, 0), ruling(2, "late"), time_up, rules=CLUB)
    assert [(hand.result, hand.name) for hand in state.hands] == [("win", "東一局"), ("stopped", "東二局")]
    assert (scores(state), state.places) == (["9600", "11000", "9400", "9700"], (3, 1, 4, 2))
    assert len(play(own(1, 0), time_up, rules=CLUB).hands) == 1


def test_the_other_finishes_the_hand_in_which_the_bell_rang_and_a_false_win_uses_it_up():
    """T-8."""
    time_up = {"type": "time_up", "during_hand": True}
    assert not play(time_up, ruling(1, None, "replay_hand"), rules=SIXTEEN).finished
    state = play(time_up, ruling(1, "詐胡", fan=0), rules=SIXTEEN)
    assert (state.finished, [hand.result for hand in state.hands]) == (True, ["false_win"])
    assert play(DRAW, {"type": "time_up"}, rules=SIXTEEN).finished


def test_a_first_deal_drawn_by_a_ruling_keeps_its_dealer():
    """A ruling names no dice: the same dealer stays."""
    assert play(ruling(2, "錯胡", fan=0), {"type": "draw", "dealer": 3}, rules=CLUB).dealer == 3
    assert code_of(SIXTEEN, {"type": "draw", "dealer": 3}) == "bad_event"


@pytest.mark.parametrize(("offender", "name", "streak"), [(0, "東二局", 0), (2, "東一局", 1)])
def test_a_win_on_a_tile_of_an_open_meld_ends_the_hand_without_a_streak(offender, name, streak):
    """錯打明牌之處理 3: 除賠付該銃外, 如為莊家所為則下莊, 否則莊家續莊, 本盤不計連莊序 (T-14)."""
    event = ruling(offender, "錯打明牌", {"pay": [3, "7"]}, "false_win_hand", to=3)
    state = play(DRAW, event, rules=SIXTEEN)
    assert transfers(state.hands[-1].transfers) == [(offender, 3, "7", "fine")]
    assert (state.name, state.dealer_streak) == (name, streak)
