"""長度: a game of another length is the same game with another last deal, in every rule set."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring
from scoring import GameState, RuleSet, ScoringError, apply, start
from scoring.documents.replay import replay_document
from scoring.rulebook import RULE_SETS, lengths_of, played_for
from scoring.tournament import remaining_deals

OFFERED = {
    "hkma-league": {2: {"L-53": "two"}, 4: {"L-53": "four"}},
    "hkma-masters": {2: {"M-15": "two"}, 4: {"M-15": "four"}},
    "hk-classic": {2: {"K-10": "two"}, 4: {"K-10": "four"}},
    "tw-club": {1: {"C-22": "one"}, 2: {"C-22": "two"}, 4: {"C-22": "four"}},
    "tw-sixteen": {1: {"T-21": "one"}, 2: {"T-21": "two"}, 4: {"T-21": "four"}},
}
PAIRS = [(id, short, long) for id, found in OFFERED.items() for short in found for long in found if short < long]
STAKES = {"tw-club": {"start": "900000", "base": "1"}}
"""Points that no game of these tests uses up."""

SEATS = st.integers(0, 3)


def rules(id: str, wind_rounds: int | None = None) -> RuleSet:
    chosen = {} if wind_rounds is None else played_for(scoring.rule_set(id), wind_rounds)
    return scoring.rule_set(id, chosen, STAKES.get(id))


@st.composite
def hands(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Wins and draws that every rule set takes: more than the longest game has without 連莊."""
    events: list[dict[str, Any]] = []
    for _ in range(draw(st.integers(20, 40))):
        winner, source = draw(SEATS), draw(SEATS)
        manner = {"self_draw": True} if source == winner else {"from": source}
        drawn = draw(st.integers(0, 5)) == 0
        events.append({"type": "draw"} if drawn else {"type": "win", "winner": winner, "fan": 3 + winner, **manner})
    return events


def played(rules: RuleSet, events: list[dict[str, Any]]) -> GameState:
    """The game until it ends by itself, or the events do."""
    state = start(rules)
    for event in events:
        if state.finished:
            break
        state = apply(state, event, rules)
    return state


def test_only_mcr_has_one_length_alone() -> None:
    assert {id for id in RULE_SETS if not lengths_of(rules(id))} == {"mcr"} == set(RULE_SETS) - set(OFFERED)


@pytest.mark.parametrize("id", OFFERED)
def test_each_rule_set_offers_its_own_length_and_others(id):
    assert lengths_of(rules(id)) == OFFERED[id]
    assert rules(id).game.wind_rounds in OFFERED[id]
    for wind_rounds in OFFERED[id]:
        assert rules(id, wind_rounds).game.wind_rounds == wind_rounds
    assert rules(id, rules(id).game.wind_rounds).game == rules(id).game


def test_a_length_that_nobody_offers_is_refused_by_name():
    for id, wind_rounds in (("hkma-league", 1), ("hk-classic", 3), ("tw-club", 0), ("tw-sixteen", 8)):
        with pytest.raises(ScoringError, match="has no game of") as refusal:
            played_for(scoring.rule_set(id), wind_rounds)
        assert refusal.value.code == "bad_option"


@pytest.mark.parametrize(("id", "short", "long"), PAIRS)
@settings(max_examples=10)
@given(hands())
def test_a_shorter_game_is_the_beginning_of_a_longer_one_settled_at_its_end(id, short, long, events):
    half, whole = played(rules(id, short), events), played(rules(id, long), events)
    begun = 4 * rules(id).game.start
    assert all(sum(one.scores) + one.house == begun for one in (half, whole, *half.hands, *whole.hands))
    count = len(half.hands)
    assert half.hands[:-1] == whole.hands[: count - 1]
    ends, goes_on = half.hands[-1], whole.hands[count - 1]
    assert (ends.name, ends.dealer, ends.dealer_streak, ends.payments) == (
        goes_on.name, goes_on.dealer, goes_on.dealer_streak, goes_on.payments
    )  # fmt: skip
    if not half.finished:
        assert half == whole
        return
    assert ends.name == f"{'東南西北'[short - 1]}四局"
    assert (half.chains, ends.chains) == ((), ())
    collected = list(goes_on.scores)
    for chain in goes_on.chains:
        collected[chain.winner] += chain.points
        collected[chain.payer] -= chain.points
    assert list(half.scores) == collected


@pytest.mark.parametrize(("id", "wind_rounds"), [(id, n) for id, found in OFFERED.items() for n in found])
def test_the_hands_still_to_come_and_their_names_follow(id, wind_rounds):
    own = rules(id, wind_rounds)
    assert remaining_deals(start(own), own) == 4 * wind_rounds - 1
    names = [hand.name for hand in played(own, _passing()).hands]
    assert names == [f"{wind}{number}局" for wind in "東南西北"[:wind_rounds] for number in "一二三四"]


def _passing() -> list[dict[str, Any]]:
    """Each hand is won by who does not deal it."""
    return [{"type": "win", "winner": (deal + 1) % 4, "from": (deal + 2) % 4, "fan": 3} for deal in range(16)]


def test_the_dealer_who_stays_in_the_last_deal_goes_on():
    own = rules("hkma-league", 4)
    events = [*_passing()[:-1], *[{"type": "win", "winner": 3, "self_draw": True, "fan": 5}] * 3]
    state = played(own, events)
    assert (state.finished, state.turn.streak, state.hands[-1].name) == (False, 3, "北四局")
    assert played(own, [*events, {"type": "win", "winner": 0, "from": 1, "fan": 5}]).finished


@pytest.mark.parametrize(
    ("id", "wind_rounds", "minutes"),
    [("hkma-masters", 4, 110), ("hkma-masters", 2, 55), ("tw-club", 4, 120), ("tw-club", 2, 60), ("tw-club", 1, 30),
     ("hkma-league", 4, None), ("hk-classic", 2, None), ("tw-sixteen", 1, None)],
)  # fmt: skip
def test_the_minutes_of_the_text_are_shared_by_its_rounds(id, wind_rounds, minutes):
    assert rules(id, wind_rounds).game.minutes == minutes


def test_an_event_that_chose_its_length_under_the_earlier_id_keeps_it():
    for chosen, deals in (({"T-20": "two"}, 8), ({"T-20": "two", "T-21": "one"}, 4), ({"T-20": "free"}, 16)):
        assert scoring.rule_set("tw-sixteen", chosen).game.deals == deals


def test_the_final_of_the_masters_has_half_of_its_own_minutes():
    final = scoring.rule_set("hkma-masters", {"M-15": "two"}, {"dealer_stays": True})
    assert (final.game.minutes, final.game.bell.during_hand) == (60, 2)


def test_a_replay_document_says_it_as_an_option():
    document = {"rule_set": "hkma-league", "players": list("甲乙丙丁"), "events": _passing()}
    with pytest.raises(ScoringError, match=r"events\[8\]") as over:
        replay_document(document)
    assert over.value.code == "game_over"
    told = replay_document(document | {"options": {"L-53": "four"}})
    assert (told["finished"], len(told["hands"]), told["hands"][-1]["name"]) == (True, 16, "北四局")
