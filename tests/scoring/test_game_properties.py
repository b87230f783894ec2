"""What holds for any game of the league, whatever happens in it."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scoring import GameState, apply, chain_moves, deal_after_draw, fold, start
from scoring.discipline.standing import standing_after
from scoring.documents.replay import book_of
from scoring.errors import ScoringError
from tests.scoring.game_helpers import LEAGUE, Event, league

SEATS = st.integers(0, 3)
FANS = st.integers(1, 200)
KINDS = st.sampled_from(["grass", "flower_set", "two_flower_sets", "concealed_kong", "followed_discard"])
OFFENCES = st.sampled_from([o.slug for o in LEAGUE.offences if not o.discretion])
POINTS = st.sampled_from(["1", "2.5", "7", "0.25", 20])
CONSEQUENCES = st.one_of(
    st.sampled_from(["warning", "yellow", "red", "ban", "replay_hand", "draw_hand", "disqualify"]),
    st.builds(lambda word, points: {word: points}, st.sampled_from(["deduct", "deduct_after_game"]), POINTS),
    st.builds(
        lambda word, n: {word: n},
        st.sampled_from(["deduct_base", "fine_base", "pay_each_base", "give_back_base", "pay_base"]),
        st.integers(0, 3),
    ),
    st.builds(lambda seat, points: {"pay": [seat, points]}, SEATS, POINTS),
    st.just({"pay_each_hand": True}),
)


@st.composite
def wins(draw: st.DrawFn) -> Event:
    winners = draw(st.lists(SEATS, min_size=1, max_size=3, unique=True))
    source = draw(st.one_of(st.none(), SEATS)) if len(winners) == 1 else draw(SEATS)
    if source in winners:
        source = None if len(winners) == 1 else next(seat for seat in range(4) if seat not in winners)
    if len(winners) > 1:
        return {"type": "win", "from": source, "winners": [{"seat": s, "fan": draw(FANS)} for s in winners]}
    manner: Event = {"self_draw": True} if source is None else {"from": source}
    return {"type": "win", "winner": winners[0], "fan": draw(FANS), **manner}


REWARDS = st.builds(lambda kind, seat: {"type": "reward", "kind": kind, "seat": seat}, KINDS, SEATS)
BY_TABLE = st.builds(lambda seat, offence: {"type": "ruling", "seat": seat, "offence": offence}, SEATS, OFFENCES)
SPELLED = st.builds(
    lambda seat, words, to, fan: {"type": "ruling", "seat": seat, "consequences": words, "to": to, "fan": fan},
    SEATS,
    st.lists(CONSEQUENCES, max_size=3),
    SEATS,
    FANS,
)
RULINGS = st.one_of(BY_TABLE, SPELLED)
LATE = st.builds(lambda ruling: {**ruling, "hand": "previous"}, RULINGS)
RARE = st.one_of(
    st.builds(lambda seat: {"type": "wrong_dealer", "seat": seat}, SEATS),
    st.builds(lambda during: {"type": "time_up", "during_hand": during}, st.booleans()),
)
DRAWS: st.SearchStrategy[Event] = st.just({"type": "draw"})
PLAYED = st.one_of(wins(), wins(), wins(), DRAWS, REWARDS)
EVENTS = st.one_of(PLAYED, PLAYED, PLAYED, RULINGS, LATE, RARE)
OPTIONS = st.fixed_dictionaries(
    {"L_27": st.sampled_from(["up_down", "exact", "nearest"]), "L_29": st.sampled_from(["reset", "plus_one"])}
)


def legal(events: list[Event], rules: Any) -> tuple[list[Event], list[GameState]]:
    """Those events that the rules take, one after the other, and the state after each."""
    taken: list[Event] = []
    states = [start(rules)]
    for event in events:
        try:
            states.append(apply(states[-1], event, rules))
        except ScoringError:
            continue
        taken.append(event)
    return taken, states


@given(st.lists(EVENTS, max_size=40), OPTIONS)
def test_points_sum_to_zero_at_every_step_with_the_house(events, options):
    for state in legal(events, league(**options))[1]:
        assert sum(state.scores) + state.house == 0
        for hand in state.hands:
            assert sum(hand.scores) + hand.house == 0


@given(st.lists(EVENTS, max_size=40), OPTIONS)
def test_scores_are_the_sum_of_the_transfers_so_open_chains_are_not_in_them(events, options):
    for state in legal(events, league(**options))[1]:
        points: dict[int | None, Any] = dict.fromkeys((0, 1, 2, 3, None), 0)
        rows = [hand.transfers for hand in state.hands] + [state.open_hand.transfers]
        for row in (row for rows_ in rows for row in rows_):
            points[row.source] -= row.points
            points[row.target] += row.points
            assert row.points > 0
            assert row.source != row.target
        assert tuple(points[seat] for seat in range(4)) == state.scores
        assert points[None] == state.house


@given(st.lists(EVENTS, max_size=40), OPTIONS)
def test_each_hand_moves_the_scores_by_its_own_transfers(events, options):
    for state in legal(events, league(**options))[1][-1:]:
        before = start(LEAGUE).scores
        for hand in state.hands:
            moved = list(before)
            for row in hand.transfers:
                if row.source is not None:
                    moved[row.source] -= row.points
                if row.target is not None:
                    moved[row.target] += row.points
            assert tuple(moved) == hand.scores
            before = hand.scores


@given(st.lists(EVENTS, max_size=40), OPTIONS)
def test_every_chain_goes_from_its_amount_before_to_its_amount_after(events, options):
    state = legal(events, league(**options))[1][-1]
    open_before: dict[tuple[int, int], Any] = {}
    for hand in state.hands:
        for move in hand.chain_moves:
            pair = (move.winner, move.payer)
            assert move.before == open_before.get(pair, 0)
            open_before[pair] = move.after
            assert (move.pulls > 0) == (move.after > 0)
        assert {pair: points for pair, points in open_before.items() if points} == {
            (chain.winner, chain.payer): chain.points for chain in hand.chains
        }
        assert list(hand.chains) == sorted(hand.chains)


@given(st.lists(EVENTS, max_size=30), st.lists(EVENTS, max_size=10), OPTIONS)
def test_a_game_can_be_folded_in_any_two_pieces(first, second, options):
    rules = league(**options)
    taken, states = legal(first + second, rules)
    assert fold(rules, taken) == states[-1]
    assert [fold(rules, taken[:n]) for n in (0, len(taken) // 2)] == [states[0], states[len(taken) // 2]]


@given(st.lists(PLAYED, min_size=1, max_size=25), wins(), st.data())
def test_correcting_a_hand_equals_having_played_it_right(events, correction, data):
    taken, states = legal(events, LEAGUE)
    place = data.draw(st.integers(0, max(0, len(taken) - 1)))
    played, right = legal([*taken[:place], correction, *taken[place + 1 :]], LEAGUE)
    assert fold(LEAGUE, played) == right[-1]
    assert right[: place + 1] == states[: place + 1]
    kept = states[place].hands
    assert right[-1].hands[: len(kept)] == kept


@given(st.lists(EVENTS, max_size=30), EVENTS, wins(), OPTIONS)
def test_looking_ahead_alters_nothing(events, event, win, options):
    rules = league(**options)
    taken, states = legal(events, rules)
    state = states[-1]
    winners = [one["seat"] for one in win.get("winners", [])] or [win["winner"]]
    chain_moves(state, winners, win.get("from"), rules)
    deal_after_draw(state, rules)
    standing_after(state, rules)
    book_of(state, "hkma-league")
    legal([event], rules)
    assert state == fold(rules, taken)


@given(st.lists(EVENTS, max_size=40), OPTIONS)
def test_each_event_belongs_to_one_hand(events, options):
    taken, states = legal(events, league(**options))
    state = states[-1]
    indices = [index for hand in state.hands for index in hand.event_indices]
    assert sorted([*indices, *state.open_hand.event_indices]) == list(range(len(taken)))
    assert state.events == len(taken)


@given(st.lists(EVENTS, max_size=40))
def test_a_finished_game_has_places_and_no_open_chain(events):
    state = legal(events, LEAGUE)[1][-1]
    if state.finished:
        assert state.chains == ()
        assert state.places is not None
        order = sorted(range(4), key=lambda seat: -state.scores[seat])
        assert [state.places[seat] for seat in order] == sorted(state.places)
        assert state.places[order[0]] == 1
    else:
        assert state.places is None
