"""內插 and 連莊示記: what a seat raises between hands, and what the dealer's marker showed."""

import pytest

from scoring.documents.replay import replay_document
from scoring.rulesets import get_rule_set
from tests.scoring.game_helpers import CLUB, DRAW, SIXTEEN, Event, off, own, play, ruling, substitute, transfers
from tests.scoring.test_game_rules_are_data import code_of

FREE = get_rule_set("tw-sixteen", {"T-20": "free"})
BOTH = pytest.mark.parametrize("rules", [CLUB, SIXTEEN], ids=["tw-club", "tw-sixteen"])
WEST = [off(winner, (winner + 1) % 4, 0) for winner in (1, 2, 3, 0) * 2]
"""Eight deals that pass: the next hand is 西一局."""


def raises(seat: int, units: int) -> Event:
    return {"type": "raise", "seat": seat, "units": units}


def shown(win: Event, streak: int) -> Event:
    return {**win, "shown_streak": streak}


def test_what_a_seat_raises_between_hands_stands_in_every_payment_from_then_on():
    state = play(off(1, 2, 4), raises(2, 1), off(1, 2, 4), off(3, 0, 4), rules=SIXTEEN)
    paid = [transfers(hand.transfers) for hand in state.hands]
    assert paid == [[(2, 1, "7", "win")], [(2, 1, "11", "win")], [(0, 3, "7", "win")]]
    assert state.turn.raised == (0, 0, 1, 0)
    assert [hand.raised for hand in state.hands] == [(0, 0, 0, 0), (0, 0, 1, 0), (0, 0, 1, 0)]


def test_包賠_of_an_earlier_hand_holds_what_was_raised_then():
    found = ruling(1, "包賠", fan=4, hand="previous")
    state = play(off(1, 2, 4), raises(2, 1), found, rules=SIXTEEN)
    assert transfers(state.hands[0].transfers)[1:] == [(1, 0, "8", "fine"), (1, 2, "7", "fine"), (1, 3, "7", "fine")]
    state = play(raises(2, 1), off(1, 2, 4), found, rules=SIXTEEN)
    assert transfers(state.hands[0].transfers)[1:] == [(1, 0, "8", "fine"), (1, 2, "10", "fine"), (1, 3, "7", "fine")]


def test_the_setting_is_where_the_將_starts():
    rules = SIXTEEN.with_settings({"raised": [1, 0, 0, 0]})
    assert play(rules=rules).turn.raised == (1, 0, 0, 0)
    assert play(raises(0, 2), rules=rules).turn.raised == (2, 0, 0, 0)
    assert code_of(rules, raises(0, 0)) == "bad_event"


def test_what_the_將_starts_with_stays_when_the_first_dealer_is_named():
    rules = SIXTEEN.with_settings({"raised": [1, 0, 0, 0]})
    assert play({"type": "first_dealer", "seat": 2}, raises(1, 1), rules=rules).turn.raised == (1, 1, 0, 0)
    assert play(raises(1, 1), {"type": "first_dealer", "seat": 2}, rules=rules).turn.raised == (1, 1, 0, 0)


def test_the_first_底_begins_before_the_west_round_and_stays():
    assert play(*WEST, raises(1, 1), rules=SIXTEEN).turn.raised == (0, 1, 0, 0)
    assert code_of(SIXTEEN, *WEST, DRAW, raises(1, 1)) == "bad_event"
    assert code_of(SIXTEEN, *WEST, off(1, 2, 0), raises(1, 1)) == "bad_event"
    assert code_of(SIXTEEN, raises(1, 1), off(1, 2, 0), raises(1, 0)) == "bad_event"
    assert play(DRAW, raises(1, 1), rules=SIXTEEN).turn.raised == (0, 1, 0, 0)


def test_a_second_底_begins_and_ends_only_while_no_streak_runs():
    assert play(raises(1, 1), *WEST, raises(1, 3), off(3, 0, 0), raises(1, 1), rules=SIXTEEN).turn.raised[1] == 1
    assert code_of(SIXTEEN, raises(1, 1), DRAW, raises(1, 2)) == "bad_event"
    assert code_of(SIXTEEN, raises(1, 2), DRAW, raises(1, 1)) == "bad_event"
    assert code_of(SIXTEEN, DRAW, raises(1, 2)) == "bad_event"


def test_an_event_may_let_everybody_raise_at_any_time_between_hands():
    state = play(*WEST, DRAW, raises(1, 3), DRAW, raises(1, 0), raises(2, 1), rules=FREE)
    assert state.turn.raised == (0, 0, 1, 0)
    assert code_of(FREE, ruling(0, "相公"), raises(1, 1)) == "bad_event"
    assert code_of(FREE, {"type": "time_up", "during_hand": True}, raises(1, 1)) == "bad_event"


def test_nobody_raises_in_the_middle_of_a_hand_or_under_other_rules():
    assert code_of(SIXTEEN, ruling(0, "相公"), raises(1, 1)) == "bad_event"
    assert play(raises(0, 1), raises(1, 1), own(0, 1), raises(2, 1), rules=SIXTEEN).turn.raised == (1, 1, 1, 0)
    assert code_of(CLUB, raises(1, 1)) == "bad_event"
    assert code_of(SIXTEEN, raises(4, 1)) == "bad_event"
    assert code_of(SIXTEEN, raises(1, -1)) == "bad_event"
    assert code_of(SIXTEEN, {"type": "raise", "seat": 1}) == "missing_key"


def test_a_raise_for_the_next_hand_is_listed_as_open():
    book = replay_document(
        {"rule_set": "tw-sixteen", "players": ["甲", "乙", "丙", "丁"], "events": [DRAW, raises(1, 1)]}
    )
    assert [(hand["result"], hand["dealer_streak"]) for hand in book["hands"]] == [("draw", 0), ("open", 1)]


def test_an_event_that_chose_its_length_under_the_earlier_id_keeps_it():
    assert get_rule_set("tw-sixteen", {"T-20": "two"}).game.deals == 8
    assert get_rule_set("tw-sixteen", {"T-20": "two", "T-21": "one"}).game.deals == 4
    assert get_rule_set("tw-sixteen", {"T-20": "free"}).game.deals == 16


@pytest.mark.parametrize(
    ("event", "streak", "tai"),
    [
        *[(event, shown, 1 + 2 * min(2, shown)) for event in (off(0, 2, 0), own(0, 0)) for shown in (0, 1, 2, 9)],
        *[(event, shown, 1 + 2 * max(2, shown)) for event in (off(2, 0, 0), own(2, 0)) for shown in (0, 1, 2, 9)],
    ],
)
@BOTH
def test_the_dealer_wins_by_the_lower_and_pays_by_the_higher_streak(rules, event, streak, tai):
    """連莊示記: 所示低於實際, 胡牌以所示計收, 放銃或他人自摸以實際計付; 高於實際則反之. The real streak is 2."""
    won = play(DRAW, DRAW, shown(event, streak), rules=rules).hands[-1]
    assert {one.dealer for one in won.payments if 0 in (one.winner, one.payer)} == {tai}
    assert {one.dealer for one in won.payments if 0 not in (one.winner, one.payer)} <= {0}


@BOTH
def test_without_a_word_of_it_the_real_streak_counts(rules):
    for event in (off(0, 2, 0), own(2, 0)):
        said, plain = play(DRAW, shown(event, 1), rules=rules), play(DRAW, event, rules=rules)
        assert said.hands[-1].payments == plain.hands[-1].payments


@BOTH
def test_who_pays_in_another_s_place_pays_by_what_was_shown_too(rules):
    state = play(DRAW, substitute(shown(own(2, 0), 3), 1), rules=rules)
    [paid] = state.hands[-1].transfers
    base, tai = rules.game.base, rules.game.tai
    assert (paid.source, paid.points) == (1, 3 * base + 7 * tai)


@BOTH
def test_a_streak_that_cannot_be_shown_is_refused(rules):
    assert code_of(rules, shown(off(0, 1, 1), -1)) == "bad_event"
    assert code_of(get_rule_set("hkma-league"), shown(off(0, 1, 5), 1)) == "bad_event"
