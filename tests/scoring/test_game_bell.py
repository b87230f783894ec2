"""鐘 (L-36): the hand in progress is the last; between hands the game ends."""

import pytest

from scoring.errors import ScoringError
from tests.scoring.game_helpers import DRAW, own, play, reward, ruling, scores, transfers

BELL = {"type": "time_up"}
DURING = {"type": "time_up", "during_hand": True}


def test_between_hands_it_ends_the_game_and_the_last_hand_collects():
    state = play(own(1, 4), BELL)
    assert state.finished
    assert transfers(state.hands[-1].transfers) == [(0, 1, "5", "chain"), (2, 1, "4", "chain"), (3, 1, "4", "chain")]
    assert state.hands[-1].scores == state.scores
    assert state.hands[-1].chains == ()
    assert [move.kind for move in state.hands[-1].chain_moves] == ["open", "open", "open", "end", "end", "end"]


def test_before_any_hand_it_ends_the_game_with_nothing():
    state = play(BELL)
    assert (state.finished, state.hands, scores(state)) == (True, (), ["0", "0", "0", "0"])
    assert not state.open_hand.listed


def test_during_a_hand_that_hand_is_the_last():
    state = play(DRAW, DURING)
    assert (state.finished, state.last_hand) == (False, True)
    assert play(DRAW, DURING, own(0)).finished
    assert play(DRAW, DURING, DRAW).finished
    assert play(DRAW, DURING, ruling(1, None, "draw_hand")).finished


def test_a_replayed_hand_uses_up_no_last_hand():
    state = play(DURING, ruling(1, "詐糊"), ruling(2, "詐糊"))
    assert not state.finished
    assert play(DURING, ruling(1, "詐糊"), DRAW).finished


def test_events_entered_for_a_next_hand_stay_open_and_count():
    state = play(own(1, 4), reward("grass", 2), BELL)
    assert state.finished
    assert state.open_hand.listed
    assert transfers(state.open_hand.transfers) == [(s, 2, "2.5", "reward") for s in (0, 1, 3)]
    assert [str(score) for score in state.hands[-1].scores] == ["-5", "13", "-4", "-4"]
    assert scores(state) == ["-7.5", "10.5", "3.5", "-6.5"]


def test_without_a_closed_hand_the_open_one_takes_what_the_end_brings():
    state = play(ruling(2, None, {"deduct_after_game": "7"}), BELL)
    assert transfers(state.open_hand.transfers) == [(2, None, "7", "deduction")]
    assert scores(state) == ["0", "0", "-7", "0"]


@pytest.mark.parametrize("second", [BELL, DURING])
def test_it_rings_once(second):
    with pytest.raises(ScoringError, match="bad_event"):
        play(DURING, second)


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ({**BELL, "during_hand": "yes"}, "bad_event"),
        ({**BELL, "during_hand": 1}, "bad_event"),
        ({**BELL, "at": 1}, "unknown_key"),
    ],
)
def test_refuses_what_cannot_be(event, code):
    with pytest.raises(ScoringError) as error:
        play(event)
    assert error.value.code == code


def test_the_bell_alone_is_no_open_hand():
    assert not play(DRAW, DURING).open_hand.listed
    assert play(DRAW, DURING).open_hand.event_indices == (1,)
