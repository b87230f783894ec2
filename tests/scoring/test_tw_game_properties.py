"""What holds for any game of the two Taiwanese rule sets, whatever happens in it."""

from collections import Counter
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scoring import GameState, apply, deal_after_draw, fold, start
from scoring.documents.replay import book_of
from scoring.errors import ScoringError
from tests.scoring.game_helpers import CLUB, SIXTEEN, Event

SEATS = st.integers(0, 3)
TAI = st.integers(0, 16)
CLUBS = st.builds(
    lambda start, pull: CLUB.with_settings({"start": start, "pull_dealer": pull}),
    st.sampled_from(["1500", "10000"]),
    st.booleans(),
)
SIXTEENS = st.builds(
    lambda base, raised: SIXTEEN.with_settings({"base": base, "raised": raised}),
    st.sampled_from(["3", "2.5"]),
    st.lists(st.integers(0, 3), min_size=4, max_size=4),
)
RULES = st.one_of(CLUBS, SIXTEENS)


@st.composite
def wins(draw: st.DrawFn) -> Event:
    winner, source = draw(SEATS), draw(SEATS)
    win: Event = {"type": "win", "winner": winner, "fan": draw(TAI)}
    win |= {"self_draw": True} if source == winner else {"from": source}
    if draw(st.integers(0, 4)) == 0:
        win |= {"liable": draw(st.lists(SEATS, min_size=1, max_size=3, unique=True)), "cause": "substitute"}
    if draw(st.integers(0, 4)) == 0:
        win["extra"] = [{"seat": draw(SEATS), "fan": draw(TAI)}]
    return win


OFFENCES = st.sampled_from([o.slug for rules in (CLUB, SIXTEEN) for o in rules.offences if not o.discretion])
RULINGS = st.builds(
    lambda seat, offence, to, fan: {"type": "ruling", "seat": seat, "offence": offence, "to": to, "fan": fan},
    SEATS,
    OFFENCES,
    SEATS,
    TAI,
)
SPELLED = st.builds(
    lambda seat, word: {"type": "ruling", "seat": seat, "consequences": [word]},
    SEATS,
    st.sampled_from(["replay_hand", "draw_hand", {"deduct": "0.5"}, {"pay_each_base": 1}, {"deduct_after_game": 7}]),
)
LATE = st.builds(lambda ruling: {**ruling, "hand": "previous"}, st.one_of(RULINGS, SPELLED))
DRAWS = st.one_of(st.just({"type": "draw"}), st.builds(lambda seat: {"type": "draw", "dealer": seat}, SEATS))
BELLS = st.builds(lambda during: {"type": "time_up", "during_hand": during}, st.booleans())
RARE = st.one_of(RULINGS, RULINGS, SPELLED, LATE, DRAWS)
EVENTS = st.lists(st.one_of(wins(), wins(), wins(), DRAWS, RARE), max_size=30)
WITH_BELL = st.builds(lambda before, bell, after: [*before, bell, *after], EVENTS, BELLS, st.lists(RARE, max_size=3))
GAMES = st.one_of(EVENTS, WITH_BELL)


def legal(events: list[Event], rules: Any) -> tuple[list[Event], list[GameState]]:
    """Those events that the rules take, one after the other, and the state after each."""
    taken: list[Event] = []
    states = [start(rules)]
    codes: set[str] = set()
    for event in events:
        try:
            states.append(apply(states[-1], event, rules))
        except ScoringError as error:
            codes.add(error.code)
            continue
        taken.append(event)
    assert codes <= {"bad_event", "missing_key", "banned_player", "game_over"}
    return taken, states


@given(GAMES, RULES)
def test_points_are_only_moved_and_every_hand_says_which(events, rules):
    taken, states = legal(events, rules)
    for state in states:
        assert sum(state.scores) + state.house == 4 * rules.game.start
    state, account = states[-1], Counter()
    for hand in (*state.hands, state.open_hand):
        for row in hand.transfers:
            assert row.points > 0
            assert row.source != row.target
            account[row.source] -= row.points
            account[row.target] += row.points
        if hand is not state.open_hand:
            assert hand.scores == tuple(rules.game.start + account[seat] for seat in range(4))
    assert state.scores == tuple(rules.game.start + account[seat] for seat in range(4))
    indices = [index for hand in state.hands for index in hand.event_indices]
    assert sorted([*indices, *state.open_hand.event_indices]) == list(range(len(taken)))
    assert fold(rules, taken) == state


@given(GAMES, RULES)
def test_a_match_ends_for_a_reason_and_only_then(events, rules):
    taken, states = legal(events, rules)
    state, club = states[-1], rules.id == "tw-club"
    rung = any(event["type"] == "time_up" for event in taken)
    for before, after in pairwise(states):
        if len(after.hands) > len(before.hands) and not after.finished:
            assert not (club and min(after.scores) <= 0)
            assert after.deal < 16
    if state.finished:
        assert rung or state.hands[-1].deal == 15 or (club and min(state.scores) <= 0) or found_later(state)
        assert state.places == tuple(1 + sum(other > score for other in state.scores) for score in state.scores)
        assert "final" in book_of(state, rules.id)
    else:
        assert not (rung and club)
        assert state.places is None
    assert all(hand.result != "stopped" for hand in state.hands[:-1])


def found_later(state: GameState) -> bool:
    """Whether a ruling after the last hand has changed its scores."""
    return any(ruling.previous for ruling in state.hands[-1].rulings)


@given(GAMES, RULES)
def test_looking_ahead_tells_what_comes(events, rules):
    state = legal(events, rules)[1][-1]
    told = deal_after_draw(state, rules)
    if state.finished:
        return
    drawn = apply(state, {"type": "draw"}, rules)
    if not drawn.finished:
        assert (told.name, told.dealer, told.streak) == (drawn.name, drawn.dealer, drawn.dealer_streak)
