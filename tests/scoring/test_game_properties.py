"""What holds for any game of any rule set, whatever happens in it."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scoring
from scoring import GameState, RuleSet, apply, fold, start
from scoring.discipline.standing import held_by, standing_of
from scoring.documents.replay import book_of
from scoring.errors import ScoringError
from scoring.tournament import chain_moves, deal_after_draw
from tests.scoring.game_helpers import FINAL, MASTERS, Event, classic, drawn, league, off, own, several, surrender

SEATS = st.integers(0, 3)
FANS = {"hkma-masters": (3, 10), "mcr": (8, 120), "tw-club": (0, 16), "tw-sixteen": (0, 16)}

RULES: dict[str, st.SearchStrategy[RuleSet]] = {
    "hkma-league": st.builds(
        lambda rounding, streak: league(L_27=rounding, L_29=streak),
        st.sampled_from(["up_down", "exact", "nearest"]), st.sampled_from(["reset", "plus_one"]),
    ),
    "hkma-masters": st.sampled_from([MASTERS, FINAL]),
    "hk-classic": st.sampled_from([classic(), classic({"chain": "dealer"})]),
    "tw-club": st.builds(
        lambda start, pull: scoring.rule_set("tw-club", settings={"start": start, "pull_dealer": pull}),
        st.sampled_from(["1500", "10000"]), st.booleans(),
    ),
    "mcr": st.builds(lambda change: scoring.rule_set("mcr", settings={"seat_change": change}), st.booleans()),
    "tw-sixteen": st.builds(
        lambda base, raised: scoring.rule_set("tw-sixteen", settings={"base": base, "raised": raised}),
        st.sampled_from(["3", "2.5"]), st.lists(st.integers(0, 3), min_size=4, max_size=4),
    ),
}  # fmt: skip
KINDS = ["grass", "flower_set", "two_flower_sets", "concealed_kong", "followed_discard"]
WORDS: list[Any] = [
    "warning", "yellow", "red", "ban", "replay_hand", "draw_hand", "disqualify", {"pay_each_hand": True},
    {"deduct": "0.5"}, {"deduct_after_game": 7}, {"pay": [3, "2.5"]}, {"pay_each_base": 1}, {"fine_base": 2},
    {"deduct_base": 1}, {"pay_base": 3},
]  # fmt: skip


@st.composite
def wins(draw: st.DrawFn, rule_set: str) -> Event:
    """An own draw, a discard, several winners, or what the rule set has besides."""
    fans = st.integers(*FANS.get(rule_set, (1, 200)))
    winner, *others = draw(st.permutations(range(4)))
    plain = [own(winner, draw(fans)), off(winner, others[0], draw(fans))]
    if rule_set.startswith("tw"):
        liable = draw(st.lists(SEATS, min_size=1, max_size=3, unique=True))
        more = {"extra": [{"seat": draw(SEATS), "fan": draw(fans)}]}
        rare = [{**plain[0], "liable": liable, "cause": "substitute"}, {**plain[1], **more}]
    else:
        shared = several(others[2], *[(seat, draw(fans)) for seat in (winner, *others[: draw(st.integers(1, 2))])])
        rare = [shared, {**plain[1], "robbed_kong": True}]
        if rule_set == "hkma-masters":
            cause = draw(st.sampled_from(["twelve_tiles", "three_dragons"]))
            rare.append({**plain[0], "liable": draw(st.sampled_from([others[1], [others[1]]])), "cause": cause})
    return draw(st.sampled_from([*plain, *plain, *rare]))


@st.composite
def runs(draw: st.DrawFn) -> list[Event]:
    """One player wins from another several times, who gives up or not: rare among random wins."""
    winner, loser = draw(st.permutations(range(4)))[:2]
    return [off(winner, loser, draw(st.integers(1, 9))) for _ in range(draw(st.integers(2, 4)))] + [
        surrender(loser, winner)
    ]


def rulings(rule_set: str) -> st.SearchStrategy[Event]:
    """By the table or spelled out, in time or late."""
    slugs = [one.slug for one in scoring.rule_set(rule_set).offences if not one.discretion]
    beside = st.fixed_dictionaries({"seat": SEATS, "to": SEATS, "fan": st.integers(3, 10), "tiles": st.integers(1, 4)})
    named = st.builds(lambda slug: {"offence": slug}, st.sampled_from(slugs))
    spelled = st.builds(lambda words: {"consequences": words}, st.lists(st.sampled_from(WORDS), max_size=3))
    late = st.sampled_from([{}, {}, {"hand": "previous"}])
    return st.builds(lambda *parts: {"type": "ruling"} | dict(pair for part in parts for pair in part.items()),
                     st.one_of(named, spelled), beside, late)  # fmt: skip


def games(rule_set: str, max_size: int = 40) -> st.SearchStrategy[list[Event]]:
    """Events of the rule set, some of which it does not take."""
    rewards = st.builds(
        lambda kind, seat: {"type": "reward", "kind": kind, "seat": seat}, st.sampled_from(KINDS), SEATS
    )
    draws = st.one_of(st.just({"type": "draw"}), st.lists(SEATS, unique=True).map(lambda seats: drawn(*seats)),
                      st.builds(lambda seat: {"type": "draw", "dealer": seat}, SEATS))  # fmt: skip
    wrong = st.builds(lambda seat: {"type": "wrong_dealer", "seat": seat}, SEATS)
    bell = st.builds(lambda during: {"type": "time_up", "during_hand": during}, st.booleans())
    raised = st.builds(lambda seat, units: {"type": "raise", "seat": seat, "units": units}, SEATS, st.integers(0, 3))
    rare = st.one_of(wrong, wrong, raised, raised, bell)  # after the bell little is left of a game
    won = wins(rule_set)
    alone = st.one_of(won, won, won, draws, rewards, rulings(rule_set), rare).map(lambda event: [event])
    return st.lists(st.one_of(alone, alone, alone, runs()), min_size=8, max_size=max_size).map(
        lambda found: [event for part in found for event in part]
    )


def legal(events: list[Event], rules: RuleSet) -> tuple[list[Event], list[GameState]]:
    """Those events that the rules take, one after the other, and the state after each."""
    taken: list[Event] = []
    states, codes = [start(rules)], set()
    for event in events:
        try:
            states.append(apply(states[-1], event, rules))
            taken.append(event)
        except ScoringError as error:
            codes.add(error.code)
    assert codes <= {"bad_event", "missing_key", "banned_player", "game_over", "unknown_key"}
    return taken, states


each_set = pytest.mark.parametrize("rule_set", RULES)


@each_set
@given(data=st.data())
def test_points_are_only_moved_and_every_hand_says_which(rule_set, data):
    rules = data.draw(RULES[rule_set])
    taken, states = legal(data.draw(games(rule_set)), rules)
    begin = rules.game.start
    assert all(sum(state.scores) + state.house == 4 * begin for state in states)
    state, account = states[-1], Counter()
    for hand in (*state.hands, state.open_hand):
        for row in hand.transfers:
            assert row.points > 0
            assert row.source != row.target
            account[row.source] -= row.points
            account[row.target] += row.points
        if hand is not state.open_hand:
            assert hand.scores == tuple(begin + account[seat] for seat in range(4))
    assert state.scores == tuple(begin + account[seat] for seat in range(4))
    assert state.house == account[None]
    indices = [index for hand in state.hands for index in hand.event_indices]
    assert sorted([*indices, *state.open_hand.event_indices]) == list(range(len(taken)))
    assert fold(rules, taken) == state
    assert fold(rules, taken[: len(taken) // 2]) == states[len(taken) // 2]


@pytest.mark.parametrize("rule_set", ["hkma-league", "hk-classic"])
@given(data=st.data())
def test_every_chain_goes_from_its_amount_before_to_its_amount_after(rule_set, data):
    rules = data.draw(RULES[rule_set])
    state = legal(data.draw(games(rule_set)), rules)[1][-1]
    open_before: dict[tuple[int, int], Any] = {}
    for hand in state.hands:
        for move in hand.chain_moves:
            assert move.before == open_before.get((move.winner, move.payer), 0)
            open_before[move.winner, move.payer] = move.after
            assert (move.pulls > 0) == (move.after > 0)
        still_open = {pair: points for pair, points in open_before.items() if points}
        assert still_open == {(chain.winner, chain.payer): chain.points for chain in hand.chains}
        assert list(hand.chains) == sorted(hand.chains)


@each_set
@given(data=st.data())
def test_correcting_a_hand_equals_having_played_it_right(rule_set, data):
    rules = data.draw(RULES[rule_set])
    taken, states = legal(data.draw(games(rule_set, 15)), rules)
    place = data.draw(st.integers(0, max(0, len(taken) - 1)))
    played, right = legal([*taken[:place], data.draw(wins(rule_set)), *taken[place + 1 :]], rules)
    assert fold(rules, played) == right[-1]
    assert right[: place + 1] == states[: place + 1]


@each_set
@given(data=st.data())
def test_looking_ahead_tells_what_comes_and_alters_nothing(rule_set, data):
    rules = data.draw(RULES[rule_set])
    taken, states = legal(data.draw(games(rule_set)), rules)
    state, win = states[-1], data.draw(wins(rule_set))
    winners = [one["seat"] for one in win.get("winners", [])] or [win["winner"]]
    seen = {(m.winner, m.payer): m for m in chain_moves(state, winners, win.get("from"), rules)}
    follows = deal_after_draw(state, rules)
    standing_of([held_by(state, seat).after_game() for seat in range(4)])
    book_of(state, rule_set)
    legal([win], rules)
    assert state == fold(rules, taken)
    if state.finished:
        return
    after = apply(state, {"type": "draw"}, rules)
    if not after.finished:
        assert (follows.name, follows.dealer, follows.streak) == (after.name, after.dealer, after.dealer_streak)
    for won in legal([*taken, win], rules)[1][len(taken) + 1 :]:
        done = {(m.winner, m.payer): m for m in won.hands[-1].chain_moves if m.kind not in ("open", "surrender", "end")}
        assert {pair: (m.kind, m.paid, m.before, m.after) for pair, m in seen.items()} == {
            pair: (m.kind, m.paid, m.before, m.after - m.added) for pair, m in done.items()
        }


@each_set
@given(data=st.data())
def test_a_game_ends_for_a_reason_with_places_and_no_open_chain(rule_set, data):
    rules = data.draw(RULES[rule_set])
    taken, states = legal(data.draw(games(rule_set)), rules)
    state, least = states[-1], rules.game.ends_at
    rung = any(event["type"] == "time_up" for event in taken)
    for before, after in pairwise(states):
        if len(after.hands) > len(before.hands) and not after.finished:
            assert least is None or min(after.scores) > least
            assert after.deal < rules.game.deals
    if not state.finished:
        assert state.places is None
        return
    broke = least is not None and min(state.scores) <= least
    found_later = any(ruling.previous for hand in state.hands for ruling in hand.rulings)
    assert rung or broke or found_later or state.hands[-1].deal >= rules.game.deals - 2
    assert state.chains == ()
    assert state.places == tuple(1 + sum(other > score for other in state.scores) for score in state.scores)
    assert "final" in book_of(state, rule_set)


@pytest.mark.parametrize("rule_set", ["hkma-masters", "mcr"])
@given(data=st.data())
def test_every_hand_has_its_deal_and_only_a_winner_of_the_masters_final_stays(rule_set, data):
    rules = data.draw(RULES[rule_set])
    state = legal(data.draw(games(rule_set)), rules)[1][-1]
    assert state.chains == ()
    for before, after in pairwise(state.hands):
        right = before.dealer == before.deal % 4
        stays = rules is FINAL and right and before.result == "win" and before.dealer in before.winners
        assert after.deal == before.deal + (0 if stays or before.result == "replayed" else 1)
        assert rules is FINAL or after.dealer_streak == 0


@given(wins("hkma-masters"))
def test_what_a_win_of_the_masters_costs_is_a_row_of_its_table(event):
    hand, worth = apply(start(MASTERS), event, MASTERS).hands[0], MASTERS.game.worth
    fans = [(one["seat"], one["fan"]) for one in event.get("winners", [])] or [(event["winner"], event["fan"])]
    for winner, fan in fans:
        gained = sum(row.points for row in hand.transfers if row.target == winner)
        by_all = "self_draw" in event or "robbed_kong" in event
        assert gained == (3 * worth(MASTERS.game, fan, True) if by_all else worth(MASTERS.game, fan, False))


def test_with_what_is_left_no_score_is_ever_below_zero_and_no_point_is_lost():
    """C-7."""
    rules = scoring.rule_set("tw-club", {"C-7": "left"}, {"start": "2000"})

    @given(games("tw-club"))
    def held(events: list[Event]) -> None:
        for state in legal(events, rules)[1]:
            assert min(state.scores) >= 0
            assert sum(state.scores) + state.house == 8000

    held()
