"""Properties of every game of the Masters."""

from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scoring import GameState, apply, fold, start
from scoring.errors import ScoringError
from tests.scoring.game_helpers import FINAL, MASTERS, off, own

SEATS = st.integers(0, 3)
FANS = st.integers(3, 10)
OFFENCES = st.sampled_from([offence.slug for offence in MASTERS.offences if not offence.discretion])


@st.composite
def wins(draw: st.DrawFn) -> dict[str, Any]:
    winner, *others = draw(st.permutations(range(4)))
    fan = draw(FANS)
    several = [{"seat": seat, "fan": draw(FANS)} for seat in others[: draw(st.integers(1, 2))]]
    return draw(
        st.sampled_from(
            [
                {"type": "win", "winner": winner, "self_draw": True, "fan": fan},
                {"type": "win", "winner": winner, "from": others[0], "fan": fan},
                {"type": "win", "winners": [{"seat": winner, "fan": fan}, *several], "from": others[2]},
                {**off(winner, others[0], fan), "robbed_kong": True},
                {**own(winner, fan), "liable": others[1], "cause": "twelve_tiles"},
                {**own(winner, fan), "liable": [others[2]], "cause": "three_dragons"},
            ]
        )
    )


EVENTS = st.one_of(
    wins(),
    wins(),
    st.just({"type": "draw"}),
    st.builds(
        lambda seat, slug, n: {"type": "ruling", "seat": seat, "offence": slug, "tiles": n}, SEATS, OFFENCES, FANS
    ),
    st.builds(lambda seat: {"type": "wrong_dealer", "seat": seat}, SEATS),
    st.builds(lambda during: {"type": "time_up", "during_hand": during}, st.booleans()),
)


def legal(events: list[dict[str, Any]], rules: Any) -> tuple[list[dict[str, Any]], list[GameState]]:
    """Those events that the rules take, and the state after each."""
    taken: list[dict[str, Any]] = []
    states = [start(rules)]
    for event in events:
        try:
            states.append(apply(states[-1], event, rules))
        except ScoringError:
            continue
        taken.append(event)
    return taken, states


@given(st.lists(EVENTS, max_size=40), st.sampled_from([MASTERS, FINAL]))
def test_points_sum_to_zero_with_the_house_and_nothing_stays_open(events: list[dict[str, Any]], rules: Any) -> None:
    taken, states = legal(events, rules)
    for state in states:
        assert sum(state.scores) + state.house == 0
        assert state.chains == ()
    assert fold(rules, taken) == states[-1]


@given(st.lists(EVENTS, max_size=40), st.sampled_from([MASTERS, FINAL]))
def test_every_hand_has_its_deal_and_only_a_winner_of_the_final_stays(events: list[dict[str, Any]], rules: Any) -> None:
    hands = legal(events, rules)[1][-1].hands
    for before, after in pairwise(hands):
        right = before.dealer == before.deal % 4
        stays = rules is FINAL and right and before.result == "win" and before.dealer in before.winners
        assert after.deal == before.deal + (0 if stays or before.result == "replayed" else 1)
        if rules is MASTERS:
            assert after.dealer_streak == 0


@given(wins())
def test_what_a_win_costs_is_a_row_of_the_table(event: dict[str, Any]) -> None:
    state = apply(start(MASTERS), event, MASTERS)
    worth = MASTERS.game.worth
    fans = [(one["seat"], one["fan"]) for one in event.get("winners", [])] or [(event["winner"], event["fan"])]
    for winner, fan in fans:
        gained = sum(row.points for row in state.hands[0].transfers if row.target == winner)
        drawn = "self_draw" in event or "robbed_kong" in event
        assert gained == (3 * worth(MASTERS.game, fan, True) if drawn else worth(MASTERS.game, fan, False))
