"""犯規與罰則: every offence of the league, every consequence, the ladder, growth, bans and rulings found afterwards."""

import pytest

from scoring import GameState, consequences_of
from scoring.errors import ScoringError
from scoring.rulesets import get_rule_set
from tests.scoring.game_helpers import (
    DRAW,
    LEAGUE,
    Event,
    chains,
    off,
    own,
    play,
    reward,
    ruling,
    scores,
    several,
    transfers,
)

FALSE_WIN = (["0", "-160", "0", "0"], (), False, True)
FINE = ["5", "-15", "5", "5"]
NOTHING = ["0", "0", "0", "0"]
YELLOW = (NOTHING, ("yellow",), False, False)
BAN = (NOTHING, (), True, False)
RECORDED = (NOTHING, (), False, False)

# offence: (scores after it by seat 1, cards in force, banned, hand replayed)
TABLE = {
    "false_win": FALSE_WIN,
    "banned_win": FALSE_WIN,
    "wrecked_hand": (NOTHING, (), False, True),
    "hollow_win": (FINE, (), True, False),
    "claim_cancelled": (FINE, (), False, False),
    "wrong_concealed_kong": (["10", "-30", "10", "10"], (), False, False),
    "early_draw": (NOTHING, ("yellow",), True, False),
    "short_hand": BAN,
    "long_hand": BAN,
    "wrong_set": BAN,
    "late_replacement": BAN,
    "drew_before_showing": BAN,
    "swap_claim": YELLOW,
    "swap_claim_stands": BAN,
    "wrong_dealt_tile": YELLOW,
    "opponents_tile_shown": YELLOW,
    "wrong_draw": YELLOW,
    "wall_tile_shown": YELLOW,
    "wrong_claim": YELLOW,
    "silent_claim": YELLOW,
    "discarded_first": YELLOW,
    "discarded_first_stands": BAN,
    "tile_fell_in_river": YELLOW,
    "late_rob": YELLOW,
    "talking": YELLOW,
    "disturbing": YELLOW,
    "cheating": RECORDED,
    "collusion": RECORDED,
    "gambling": RECORDED,
    "redeal": (NOTHING, (), False, True),
    "wrong_deal_corrected": RECORDED,
}
DISCRETION = {
    "ready_broken",
    "early_discard",
    "misnamed_tile",
    "collapsed_hand",
    "deliberate",
    "melds_out_of_order",
    "tiles_pushed_over",
    "other",
}


def test_the_tables_of_these_tests_name_every_offence():
    assert set(TABLE) | DISCRETION == {offence.slug for offence in LEAGUE.offences}


@pytest.mark.parametrize("offence", [o for o in LEAGUE.offences if not o.discretion], ids=lambda o: o.slug)
def test_does_what_the_table_says_by_slug_and_by_chinese_name(offence):
    after, cards, banned, replayed = TABLE[offence.slug]
    state = play(ruling(1, offence.slug))
    assert scores(state) == after
    assert state.cards_in_force[1] == cards
    assert (1 in state.bans) is banned
    assert [hand.result for hand in state.hands] == (["replayed"] if replayed else [])
    assert play(ruling(1, offence.name_zh)) == state


@pytest.mark.parametrize("slug", sorted(DISCRETION))
def test_an_offence_at_discretion_needs_its_consequences(slug):
    assert code_of(ruling(1, slug)) == "missing_key"
    assert play(ruling(1, slug, "yellow")).cards_in_force[1] == ("yellow",)
    assert scores(play({**ruling(1, slug), "consequences": []})) == NOTHING


def code_of(*events: Event, **more: object) -> str:
    with pytest.raises(ScoringError) as error:
        play(*events, **more)
    return error.value.code


# ---- consequences spelled out


@pytest.mark.parametrize(
    ("consequence", "more", "after"),
    [
        ("warning", {}, NOTHING),
        ("disqualify", {}, NOTHING),
        ("blacklist", {}, NOTHING),
        ("suspend", {}, NOTHING),
        ("withdraw", {}, NOTHING),
        ({"deduct": "2.5"}, {}, ["0", "-2.5", "0", "0"]),
        ({"deduct": 20}, {}, ["0", "-20", "0", "0"]),
        ({"deduct": "0"}, {}, NOTHING),
        ({"deduct_per_tile": "64"}, {"tiles": 3}, ["0", "-192", "0", "0"]),
        ({"deduct_base": 2}, {}, ["0", "-10", "0", "0"]),
        ({"fine_base": 2}, {}, ["10", "-30", "10", "10"]),
        ({"pay_each_base": 2}, {}, ["10", "-30", "10", "10"]),
        ({"give_back_base": 1}, {}, FINE),
        ({"pay_base": 3}, {"to": 2}, ["0", "-15", "15", "0"]),
        ({"pay": [3, "7.5"]}, {}, ["0", "-7.5", "0", "7.5"]),
        ({"pay_each_hand": True}, {"fan": 20}, ["21", "-61", "20", "20"]),
        ("red", {}, ["0", "-5", "0", "0"]),
        ("yellow", {}, NOTHING),
        ("ban", {}, NOTHING),
    ],
    ids=str,
)
def test_carries_out_a_spelled_consequence(consequence, more, after):
    assert scores(play(ruling(1, None, consequence, **more))) == after


def test_writes_fines_and_deductions_apart():
    state = play(ruling(1, "其他", {"deduct": "3"}, {"pay": [0, 4]}, {"fine_base": 1}))
    assert transfers(state.open_hand.transfers) == [
        (1, None, "3", "deduction"),
        (1, 0, "4", "fine"),
        (1, 0, "5", "fine"),
        (1, 2, "5", "fine"),
        (1, 3, "5", "fine"),
    ]
    assert state.house == 3


def test_pays_each_hand_with_dealers_fans_of_the_hand_in_progress():
    state = play(DRAW, DRAW, ruling(2, None, {"pay_each_hand": True}, fan=10))
    assert scores(state) == ["15", "10", "-35", "10"]
    assert scores(play(DRAW, ruling(0, None, {"pay_each_hand": True}, fan=10))) == ["-39", "13", "13", "13"]


def test_ends_the_hand_as_a_draw():
    state = play(off(1, 2, 9), ruling(3, None, "draw_hand"))
    assert (state.hands[-1].result, state.name, state.dealer_streak) == ("draw", "東二局", 1)
    assert chains(state) == [(1, 2, "9", 1)]


def test_records_the_words_that_move_no_points():
    state = play(ruling(1, "出千"), ruling(2, None, "warning", "suspend", "withdraw"))
    assert [result.notes for result in state.open_hand.rulings] == [
        ("disqualify", "blacklist"),
        ("warning", "suspend", "withdraw"),
    ]


def test_spelled_consequences_replace_those_of_the_table():
    state = play(ruling(1, "詐糊", {"deduct": "10"}))
    assert scores(state) == ["0", "-10", "0", "0"]
    assert state.hands == ()
    assert play({**ruling(1, "詐糊"), "consequences": []}).hands == ()


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ({"type": "ruling", "offence": "詐糊"}, "missing_key"),
        ({"type": "ruling", "seat": 1}, "missing_key"),
        (ruling(1, "nonsense"), "bad_event"),
        (ruling(1, 7), "bad_event"),
        (ruling(None, "詐糊"), "bad_event"),
        (ruling(None, None, "warning"), "bad_event"),
        (ruling(None, "洗牌重配", {"deduct": "5"}), "bad_event"),
        (ruling(None, "洗牌重配", "yellow"), "bad_event"),
        (ruling(None, "洗牌重配", "ban"), "bad_event"),
        (ruling(4, "詐糊"), "bad_event"),
        (ruling(1, "其他", "purple"), "bad_event"),
        (ruling(1, "其他", {"purple": 1}), "bad_event"),
        (ruling(1, "其他", {"deduct": 1, "deduct_base": 1}), "bad_event"),
        (ruling(1, "其他", {}), "bad_event"),
        (ruling(1, "其他", 5), "bad_event"),
        ({**ruling(1, "其他"), "consequences": "yellow"}, "bad_event"),
        ({**ruling(1), "consequences": {"deduct": 1}}, "bad_event"),
        (ruling(1, "其他", {"deduct": "-5"}), "bad_event"),
        (ruling(1, "其他", {"deduct": 2.5}), "bad_event"),
        (ruling(1, "其他", {"deduct": True}), "bad_event"),
        (ruling(1, "其他", {"deduct": "x"}), "bad_event"),
        (ruling(1, "其他", {"deduct": "1e3"}), "bad_event"),
        (ruling(1, "其他", {"deduct": "NaN"}), "bad_event"),
        (ruling(1, "其他", {"deduct": None}), "bad_event"),
        (ruling(1, "其他", {"deduct_after_game": "-1"}), "bad_event"),
        (ruling(1, "其他", {"deduct_base": "2"}), "bad_event"),
        (ruling(1, "其他", {"deduct_base": -1}), "bad_event"),
        (ruling(1, "其他", {"fine_base": 0.5}), "bad_event"),
        (ruling(1, "其他", {"deduct_tai": 1}), "bad_event"),
        (ruling(1, "其他", {"pay_tai": 1}, to=0), "bad_event"),
        (ruling(1, "其他", {"deduct_per_tile": "64"}), "missing_key"),
        (ruling(1, "其他", {"deduct_per_tile": "64"}, tiles=0), "bad_event"),
        (ruling(1, "其他", {"pay_base": 1}), "missing_key"),
        (ruling(1, "其他", {"pay_base": 1}, to=1), "bad_event"),
        (ruling(1, "其他", {"pay_base": 1}, to=9), "bad_event"),
        (ruling(1, "其他", {"pay": [1, 5]}), "bad_event"),
        (ruling(1, "其他", {"pay": [0]}), "bad_event"),
        (ruling(1, "其他", {"pay": 5}), "bad_event"),
        (ruling(1, "其他", {"pay_each_hand": True}), "missing_key"),
        (ruling(1, "其他", {"pay_each_hand": True}, fan=0), "bad_event"),
        (ruling(1, "其他", {"pay_each_hand": False}, fan=5), "bad_event"),
        (ruling(1, "其他", "false_win_hand"), "bad_event"),
        (ruling(1, "其他", "replay_hand", "draw_hand"), "bad_event"),
        (ruling(1, "喰替", hand="next"), "bad_event"),
        (ruling(1, "喰替", hand="previous"), "bad_event"),
        (ruling(1, "喰替", tiles="two"), "bad_event"),
        (ruling(1, "喰替", reason="so"), "unknown_key"),
    ],
)
def test_refuses_what_cannot_be(event, code):
    assert code_of(event) == code


# ---- cards


def test_a_second_yellow_is_a_red_and_costs_5_at_once():
    state = play(ruling(1, "喰替"), DRAW, ruling(1, "發言"))
    assert scores(state) == ["0", "-5", "0", "0"]
    assert [(c.seat, c.card, c.given) for c in state.open_hand.cards] == [(1, "red", "yellow")]
    assert state.cards_in_force[1] == ("yellow", "red")


def test_a_third_yellow_is_a_second_red_so_詐糊():
    state = play(ruling(1, "喰替"), ruling(1, "發言"), ruling(1, "滋擾"))
    assert scores(state) == ["0", "-165", "0", "0"]
    assert state.hands[0].result == "replayed"
    assert [card.card for card in state.hands[0].cards] == ["yellow", "red", "red"]


def test_a_second_red_takes_160_in_place_of_5_and_replays_the_hand():
    state = play(DRAW, ruling(2, None, "red"), reward("grass", 0), ruling(2, None, "red"))
    assert scores(state) == ["7.5", "-2.5", "-167.5", "-2.5"]
    assert (state.hands[-1].result, state.name, state.dealer_streak) == ("replayed", "東一局", 1)
    assert state.hands[-1].rulings[-1].false_win


def test_two_reds_in_one_ruling_are_a_second_red():
    state = play(ruling(2, None, "red", "red"))
    assert scores(state) == ["0", "0", "-165", "0"]
    assert state.hands[0].result == "replayed"


def test_two_yellows_in_one_ruling_are_a_red():
    state = play(ruling(2, None, "yellow", "yellow"))
    assert [(c.card, c.given) for c in state.open_hand.cards] == [("yellow", "yellow"), ("red", "yellow")]
    assert scores(state) == ["0", "0", "-5", "0"]


def test_cards_stay_in_force_after_the_詐糊_that_they_became():
    state = play(ruling(2, None, "red", "red"), ruling(2, None, "red"))
    assert scores(state) == ["0", "0", "-325", "0"]
    assert [hand.result for hand in state.hands] == ["replayed", "replayed"]


def test_a_red_before_a_yellow_leaves_the_yellow_a_yellow():
    state = play(ruling(2, None, "red"), ruling(2, None, "yellow"))
    assert state.cards_in_force[2] == ("yellow", "red")
    assert scores(state) == ["0", "0", "-5", "0"]
    assert scores(play(ruling(2, None, "red"), ruling(2, None, "yellow"), ruling(2, None, "yellow"))) == [
        "0",
        "0",
        "-165",
        "0",
    ]


def test_cards_of_one_player_do_not_touch_another():
    assert scores(play(ruling(2, None, "yellow"), ruling(3, None, "yellow"))) == NOTHING


def test_a_red_carried_from_an_earlier_game_makes_the_next_one_a_詐糊():
    standing = {"cards": [{"seat": 3, "card": "red"}]}
    state = play(ruling(3, None, "red"), standing=standing)
    assert scores(state) == ["0", "0", "0", "-160"]
    assert scores(play(ruling(3, "喰替"), standing=standing)) == NOTHING
    assert scores(play(ruling(3, "喰替"), ruling(3, "喰替"), standing=standing))[3] == "-160"


def test_a_replay_that_a_second_red_brings_may_stand_beside_the_table_s_own():
    state = play(ruling(1, None, "red"), ruling(1, "詐糊", "red", {"deduct": "160"}, "replay_hand"))
    assert scores(state)[1] == "-325"
    assert len(state.hands) == 1


# ---- growth of 罰X底


def test_the_nth_time_costs_n_times_as_much():
    events = [ruling(1, "鳴牌取消")] * 3
    assert [scores(play(*events[:n]))[1] for n in (1, 2, 3)] == ["-15", "-45", "-90"]


def test_growth_is_counted_by_rule_and_by_player():
    assert scores(play(ruling(1, "鳴牌取消"), ruling(2, "鳴牌取消"))) == ["10", "-10", "-10", "10"]
    assert scores(play(ruling(1, "鳴牌取消"), ruling(1, "空糊")))[1] == "-30"


def test_growth_counts_replayed_hands():
    assert scores(play(ruling(1, "空糊"), ruling(2, "詐糊"), ruling(1, "空糊")))[1] == "-45"


def test_growth_counts_what_was_broken_in_earlier_games():
    standing = {"offences": [{"seat": 1, "offence": "鳴牌取消", "times": 2}]}
    assert scores(play(ruling(1, "claim_cancelled"), standing=standing)) == ["15", "-45", "15", "15"]


def test_a_spelled_fine_does_not_grow_but_counts_for_growth():
    spelled = ruling(1, "鳴牌取消", {"fine_base": 1})
    assert scores(play(spelled, spelled))[1] == "-30"
    assert scores(play(spelled, spelled, ruling(1, "鳴牌取消")))[1] == "-75"
    nothing = {**ruling(1, "鳴牌取消"), "consequences": []}
    assert scores(play(nothing, ruling(1, "鳴牌取消")))[1] == "-30"


def test_a_wrong_concealed_kong_does_not_grow():
    assert scores(play(ruling(1, "錯暗槓"), ruling(1, "錯暗槓")))[1] == "-60"


# ---- bans


@pytest.mark.parametrize("win", [own(1), off(1, 2), several(2, (0, 5), (1, 5))])
def test_a_banned_player_cannot_win(win):
    assert code_of(ruling(1, "大相公"), win) == "banned_player"


@pytest.mark.parametrize("end", [DRAW, own(0), ruling(3, "詐糊"), ruling(None, "洗牌重配")])
def test_a_ban_ends_with_the_hand_replayed_hands_too(end):
    assert play(ruling(1, "大相公"), end, own(1)).hands[-1].result == "win"


def test_others_may_win_while_one_is_banned():
    assert play(ruling(1, "大相公"), off(0, 1)).hands[-1].winners == (0,)


def test_a_ban_given_again_is_one_ban():
    assert play(ruling(1, "大相公"), ruling(1, "小相公")).bans == {1}


# ---- after the game


def test_a_wrecked_hand_costs_320_when_the_game_ends():
    state = play(ruling(1, "擾亂牌局"), DRAW)
    assert scores(state) == NOTHING
    over = play(ruling(1, "擾亂牌局"), DRAW, {"type": "time_up"})
    assert scores(over) == ["0", "-320", "0", "0"]
    assert transfers(over.hands[-1].transfers) == [(1, None, "320", "deduction")]
    assert over.house == 320


def test_it_is_taken_after_the_chains_in_the_last_hand():
    over = play(ruling(2, "擾亂牌局"), {"type": "time_up", "during_hand": True}, off(0, 1, 4))
    assert transfers(over.hands[-1].transfers) == [(1, 0, "5", "chain"), (2, None, "320", "deduction")]
    assert over.places == (1, 3, 4, 2)


def test_after_the_last_hand_it_is_taken_at_once():
    over = play(own(1, 3), {"type": "time_up"}, ruling(1, None, {"deduct_after_game": "9"}, hand="previous"))
    assert scores(over) == ["-4", "1", "-3", "-3"]  # 10 collected, 9 gone
    assert over.places == (4, 1, 2, 2)


# ---- found after the hand was entered


def test_a_ruling_on_the_previous_hand_stands_in_that_hand():
    state = play(own(1), off(2, 3), reward("grass", 0), ruling(1, "誤鳴", hand="previous"))
    assert [(card.seat, card.card) for card in state.hands[-1].cards] == [(1, "yellow")]
    assert state.hands[-1].event_indices == (1, 3)
    assert state.open_hand.event_indices == (2,)
    assert state.open_hand.cards == ()


def test_its_points_move_the_scores_of_that_hand_and_of_the_one_in_progress():
    state = play(own(1), reward("grass", 0), ruling(1, "鳴牌取消", hand="previous"))
    assert [str(score) for score in state.hands[0].scores] == ["5", "-15", "5", "5"]
    assert scores(state) == ["12.5", "-17.5", "2.5", "2.5"]


def test_its_card_climbs_the_ladder_with_those_given_since():
    state = play(DRAW, ruling(1, "誤鳴"), ruling(1, "喰替", hand="previous"))
    assert [card.card for card in state.hands[0].cards] == ["red"]
    assert [str(score) for score in state.hands[0].scores] == ["0", "-5", "0", "0"]


@pytest.mark.parametrize(
    "event",
    [
        ruling(1, "詐糊", hand="previous"),
        ruling(1, "小相公", hand="previous"),
        ruling(1, "先自摸", hand="previous"),
        ruling(1, None, "ban", hand="previous"),
        ruling(1, None, "replay_hand", hand="previous"),
        ruling(1, None, "draw_hand", hand="previous"),
        ruling(1, None, "false_win_hand", hand="previous"),
        ruling(None, "洗牌重配", hand="previous"),
    ],
)
def test_a_ruling_on_the_previous_hand_bans_nobody_and_ends_nothing(event):
    assert code_of(DRAW, event) == "bad_event"


def test_what_the_table_says_can_be_spelled_without_the_ban():
    assert play(DRAW, ruling(1, "先自摸", "yellow", hand="previous")).hands[0].cards[0].card == "yellow"


def test_a_second_red_found_afterwards_takes_its_points_and_replays_nothing():
    state = play(ruling(1, None, "red"), own(0), ruling(1, None, "red", hand="previous"))
    assert [hand.result for hand in state.hands] == ["win"]
    assert scores(state) == ["0", "-165", "0", "0"]
    assert state.dealer_streak == 1


def test_the_previous_hand_may_be_a_replayed_one():
    state = play(ruling(1, "詐糊"), ruling(2, "誤鳴", hand="previous"))
    assert [(hand.result, len(hand.cards)) for hand in state.hands] == [("replayed", 1)]


def test_dealers_fans_are_those_of_the_previous_hand():
    state = play(own(1, 5), ruling(2, None, {"pay_each_hand": True}, fan=10, hand="previous"))
    assert scores(state) == ["11", "10", "-31", "10"]


def test_the_last_hand_can_be_ruled_on_after_the_game_and_the_places_follow():
    events = (off(1, 0, 3), {"type": "time_up"})
    over = play(*events, ruling(1, "誤鳴", "yellow", {"pay": [3, 50]}, hand="previous"))
    assert over.finished
    assert scores(over) == ["-4", "-46", "0", "50"]
    assert over.places == (3, 4, 2, 1)
    assert over.hands[-1].scores == over.scores


def test_anything_else_after_the_game_is_refused():
    for event in (DRAW, own(1), reward("grass", 0), ruling(1, "誤鳴"), {"type": "time_up"}):
        assert code_of(DRAW, {"type": "time_up"}, event) == "game_over"


# ---- preview


def test_a_preview_says_what_a_ruling_will_do_and_changes_nothing():
    state: GameState = play(ruling(1, "喰替"), ruling(1, "鳴牌取消"))
    second = consequences_of(state, ruling(1, "發言"), LEAGUE)
    assert [(card.card, card.given) for card in second.cards] == [("red", "yellow")]
    assert transfers(second.transfers) == [(1, None, "5", "deduction")]
    assert second.in_force == ("yellow", "red")
    fine = consequences_of(state, ruling(1, "空糊"), LEAGUE)
    assert (fine.ban, fine.times, fine.ends) == (True, 1, "")
    again = consequences_of(state, ruling(1, "鳴牌取消"), LEAGUE)
    assert (again.times, {t.points for t in again.transfers}) == (2, {10})
    assert state.cards_in_force[1] == ("yellow",)


def test_a_preview_is_what_the_ruling_then_does():
    state = play(ruling(1, None, "red"))
    event = ruling(1, "喰替", "red")
    foreseen = consequences_of(state, event, LEAGUE)
    done = play(ruling(1, None, "red"), event).hands[0].rulings[-1]
    assert foreseen == done
    assert (foreseen.false_win, foreseen.ends) == (True, "replay_hand")


def test_a_preview_refuses_what_the_ruling_would():
    with pytest.raises(ScoringError, match="game_over"):
        consequences_of(play(DRAW, {"type": "time_up"}), ruling(1, "喰替"), LEAGUE)
    with pytest.raises(ScoringError, match="missing_key"):
        consequences_of(play(), ruling(1, "其他"), get_rule_set("hkma-league"))
