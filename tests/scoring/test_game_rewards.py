"""中途獎勵: paid at once, outside the chain, won hand or not."""

import pytest

from scoring.discipline.standing import standing_after
from scoring.errors import ScoringError
from tests.scoring.game_helpers import DRAW, LEAGUE, league, off, own, play, reward, ruling, scores, transfers


@pytest.mark.parametrize(
    ("event", "after"),
    [
        (reward("grass", 1), ["-2.5", "7.5", "-2.5", "-2.5"]),
        (reward("flower_set", 2), ["-5", "-5", "15", "-5"]),
        (reward("two_flower_sets", 0), ["120", "-40", "-40", "-40"]),
        (reward("seven_rob_one", 3, **{"from": 1}), ["0", "-30", "0", "30"]),
        (reward("concealed_kong", 3), ["-5", "-5", "-5", "15"]),
        (reward("followed_discard", 0), ["-15", "5", "5", "5"]),
        (reward("followed_discard", 0, simple=False), ["-15", "5", "5", "5"]),
        (reward("followed_discard", 0, simple=True), ["-30", "10", "10", "10"]),
    ],
    ids=lambda value: value.get("kind") if isinstance(value, dict) else "",
)
def test_pays_what_the_table_says(event, after):
    state = play(event)
    assert scores(state) == after
    assert {row.reason for row in state.open_hand.transfers} == {"reward"}


def test_stands_in_the_hand_that_closes_next():
    hand = play(reward("concealed_kong", 1), own(0, 3)).hands[0]
    assert transfers(hand.transfers) == [(0, 1, "5", "reward"), (2, 1, "5", "reward"), (3, 1, "5", "reward")]
    assert hand.event_indices == (0, 1)


def test_never_enters_a_chain():
    before = play(off(1, 2, 9))
    assert play(off(1, 2, 9), reward("concealed_kong", 1)).chains == before.chains


def test_grass_is_taken_once_by_a_player_in_a_hand():
    with pytest.raises(ScoringError, match="bad_event"):
        play(reward("grass", 1), reward("grass", 1))


def test_grass_is_taken_again_by_another_and_in_another_hand():
    assert scores(play(reward("grass", 1), reward("grass", 2))) == ["-5", "5", "5", "-5"]
    assert scores(play(reward("grass", 1), DRAW, reward("grass", 1))) == ["-5", "15", "-5", "-5"]
    assert scores(play(reward("grass", 1), ruling(0, "詐糊"), reward("grass", 1)))[1] == "15"


def test_kongs_are_paid_every_time():
    assert scores(play(reward("concealed_kong", 1), reward("concealed_kong", 1)))[1] == "30"


def test_stays_paid_in_a_replayed_hand():
    state = play(reward("concealed_kong", 1), ruling(2, "詐糊"))
    assert scores(state) == ["-5", "15", "-165", "-5"]
    assert state.hands[0].result == "replayed"


def test_does_not_hang_on_the_底_of_a_hand():
    assert scores(play(reward("flower_set", 2), rules=league(L_4="0")))[2] == "15"


def test_may_be_taken_by_a_banned_player():
    assert scores(play(ruling(1, "小相公"), reward("grass", 1)))[1] == "7.5"


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ({"type": "reward", "seat": 0}, "missing_key"),
        ({"type": "reward", "kind": "grass"}, "missing_key"),
        (reward("seven_rob_one", 3), "missing_key"),
        (reward("seven_rob_one", 3, **{"from": 3}), "bad_event"),
        (reward("one_two_three", 3), "bad_event"),
        (reward("equal_dice", 3), "bad_event"),
        (reward("nonsense", 3), "bad_event"),
        ({"type": "reward", "kind": ["grass"], "seat": 0}, "bad_event"),
        (reward("grass", 4), "bad_event"),
        (reward("grass", True), "bad_event"),
        (reward("grass", "1"), "bad_event"),
        (reward("grass", 1, simple=True), "bad_event"),
        (reward("grass", 1, **{"from": 2}), "bad_event"),
        (reward("followed_discard", 1, times=2), "bad_event"),
        (reward("followed_discard", 1, simple="yes"), "bad_event"),
        (reward("grass", 1, points=5), "unknown_key"),
    ],
)
def test_refuses_what_cannot_be(event, code):
    with pytest.raises(ScoringError) as error:
        play(event)
    assert error.value.code == code


def test_leaves_nothing_to_the_next_game():
    assert standing_after(play(reward("grass", 1)), LEAGUE) == {"cards": [], "offences": []}
