"""Readings of the game that an event may choose otherwise: what each value does to a game."""

import pytest

from scoring import GameState, apply, chain_moves, fold, start, surrenders
from scoring.discipline.standing import PlayerRecord, ruled_in_hall
from scoring.errors import ScoringError
from scoring.points import format_points
from scoring.rules.rule_set import EARLIER_VERSIONS
from scoring.rulesets import get_rule_set
from tests.oracle.taiwan.random_games import random_game
from tests.scoring.game_helpers import DRAW, Event, league, off, own, play, reward, ruling, scores, several

OPTION = {"hkma-league": "L-37", "hkma-masters": "M-17", "hk-classic": "K-22"}


def replayed(rule_set: str, **options: str) -> GameState:
    """A ban, then the hand is played again."""
    rules = get_rule_set(rule_set, options)
    return fold(rules, [ruling(2, None, "ban"), ruling(0, None, "replay_hand")])


# L-37, M-17, K-22
@pytest.mark.parametrize(("rule_set", "option"), OPTION.items())
def test_bans_of_a_replayed_hand_end_or_stay(rule_set: str, option: str) -> None:
    assert replayed(rule_set).bans == replayed(rule_set, **{option: "end"}).bans == frozenset()
    assert replayed(rule_set, **{option: "stay"}).bans == {2}
    rules = get_rule_set(rule_set, {option: "stay"})
    with pytest.raises(ScoringError, match="banned_player"):
        fold(rules, [ruling(2, None, "ban"), ruling(0, None, "replay_hand"), own(2)])
    assert not fold(rules, [ruling(2, None, "ban"), ruling(0, None, "replay_hand"), DRAW]).bans


# L-56
@pytest.mark.parametrize(("option", "paid", "left"), [("stays", [], "13"), ("collect", [(1, 0, "13")], None)])
def test_a_chain_whose_winner_and_payer_win_together_stays_or_is_collected(
    option: str, paid: list[tuple[int, int, str]], left: str | None
) -> None:
    rules = league(L_56=option)
    state = play(off(0, 1, 12), several(3, (0, 7), (1, 7)), rules=rules)
    moved = [(t.source, t.target, format_points(t.points)) for t in state.hands[-1].transfers if t.reason == "chain"]
    open_ = {(c.winner, c.payer): format_points(c.points) for c in state.chains}
    assert moved == paid
    assert open_.get((0, 1)) == left
    assert set(open_) - {(0, 1)} == {(0, 3), (1, 3)}


@pytest.mark.parametrize("option", ["stays", "collect"])
def test_nothing_else_depends_on_it(option: str) -> None:
    rules = league(L_56=option)
    for winners, source, expected in [
        ((0,), 2, "keep"),
        ((0, 2), 1, "grow"),
        ((1, 2), 0, "halve"),
        ((1, 2), 3, "collect"),
    ]:
        [move] = chain_moves(play(off(0, 1), rules=rules), winners, source, rules)
        assert move.kind == expected


# L-54
def dealers(seat: int, option: str, *before: Event) -> list[int]:
    """Who deals after `seat` has dealt a hand wrongly, as the deal goes round."""
    events: list[Event] = [*before, {"type": "wrong_dealer", "seat": seat}, own(3)]
    found: list[int] = []
    while len(found) < 5:
        state = play(*events, rules=league(L_54=option))
        found.append(state.dealer)
        events.append(own((state.dealer + 1) % 4))
    return found


def test_a_wrong_dealer_whose_turn_is_next_is_skipped_at_once_or_the_turn_after() -> None:
    assert dealers(1, "at_once") == [2, 3, 0, 1, 2]
    assert dealers(1, "next_turn") == [1, 2, 3, 0, 2]
    assert play({"type": "wrong_dealer", "seat": 1}, own(3)).dealer == 2, "by default"


@pytest.mark.parametrize("seat", [2, 3])
def test_a_wrong_dealer_whose_turn_comes_later_is_skipped_then_in_any_case(seat: int) -> None:
    assert dealers(seat, "at_once") == dealers(seat, "next_turn")


def test_a_turn_skipped_before_counts_beside_the_one_that_is_spared() -> None:
    twice: list[Event] = [{"type": "wrong_dealer", "seat": 2}, own(3)]
    assert dealers(2, "next_turn", *twice)[:4] == [3, 0, 1, 3], "once in 東三局 for the first, once in 南三局"
    assert dealers(2, "at_once", *twice)[:4] == [3, 0, 1, 3]


def test_a_replayed_hand_of_a_wrong_dealer_spares_the_turn_all_the_same() -> None:
    wrong: list[Event] = [{"type": "wrong_dealer", "seat": 1}, ruling(0, None, "replay_hand"), own(3)]
    assert play(*wrong, rules=league(L_54="next_turn")).dealer == 1


# K-40
@pytest.mark.parametrize(("option", "allowed"), [("first", [3, 6]), ("second", [4, 7])])
def test_giving_up_counts_from_the_first_win_or_the_second(option: str, allowed: list[int]) -> None:
    rules = get_rule_set("hk-classic", {"K-40": option})
    may = [wins for wins in range(1, 9) if surrenders(fold(rules, [off(0, 1, 2)] * wins), rules)]
    assert may == allowed
    for wins in range(1, 9):
        events = [*[off(0, 1, 2)] * wins, {"type": "surrender", "seat": 1, "winner": 0}]
        if wins in allowed:
            assert not fold(rules, events).chains
        else:
            with pytest.raises(ScoringError, match="bad_event"):
                fold(rules, events)


def test_options_of_the_chain_stand_beside_each_other() -> None:
    chain = get_rule_set("hk-classic", {"K-8": "exact", "K-40": "second"}, {"chain": "dealer"}).game.chain
    assert chain is not None
    assert (chain.grown, chain.first_pull, chain.carried, chain.surrender_every) == (
        "exact",
        "second",
        "dealer_wins",
        3,
    )


# L-32
def test_on_another_day_a_fine_grows_where_the_event_says_so_only() -> None:
    held = PlayerRecord(("red",), {"claim_cancelled": 2})
    assert held.next_day(league()) == PlayerRecord()
    assert held.next_day(league(L_32="event")) == PlayerRecord((), {"claim_cancelled": 2})
    for version in EARLIER_VERSIONS:
        assert held.next_day(get_rule_set("hkma-league", version=version)).broken == {"claim_cancelled": 2}


# L-58
FLOWERS = {"grass": 4, "flower_set": 4, "two_flower_sets": 8, "seven_rob_one": 8}
PAIRS = [(one, other) for one in FLOWERS for other in FLOWERS if 8 in (FLOWERS[one], FLOWERS[other])]


def of(kind: str, seat: int) -> Event:
    return reward(kind, seat, **({"from": 3} if kind == "seven_rob_one" else {}))


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_with_all_eight_flowers_in_one_place_nobody_else_has_any(one: str, other: str) -> None:
    with pytest.raises(ScoringError, match="bad_event"):
        play(of(one, 0), of(other, 1))
    assert play(of(one, 0), DRAW, of(other, 1)), "the next hand has its own flowers"
    for version in EARLIER_VERSIONS:
        if one != other or one != "two_flower_sets" or version == "1":
            assert fold(get_rule_set("hkma-league", version=version), [of(one, 0), of(other, 1)])


@pytest.mark.parametrize(("one", "other"), [(o, p) for o, p in PAIRS if FLOWERS[o] == FLOWERS[p]])
def test_all_eight_flowers_come_together_once_in_a_hand(one: str, other: str) -> None:
    with pytest.raises(ScoringError, match="bad_event"):
        play(of(one, 0), of(other, 0))


def test_the_flowers_that_one_player_gathers_are_all_paid() -> None:
    state = play(of("grass", 0), of("flower_set", 0), of("flower_set", 0), of("two_flower_sets", 0))
    assert scores(state)[0] == "157.5"


# C-7
CREDIT, LEFT = ({"C-7": option} for option in ("credit", "left"))


def club(options: dict[str, str], *events: Event, start: str = "1000") -> GameState:
    return fold(get_rule_set("tw-club", options, {"start": start}), events)


def test_on_credit_scores_go_below_zero_and_what_is_left_ends_at_zero() -> None:
    state = club(CREDIT, off(1, 2, 10))
    assert (scores(state), state.finished) == (["1000", "2300", "-300", "1000"], True)
    assert scores(club({}, off(1, 2, 10))) == scores(state), "the default"
    state = club(LEFT, off(1, 2, 10))
    assert (scores(state), state.finished) == (["1000", "2000", "0", "1000"], True)
    assert [(payment.payer, str(payment.points)) for payment in state.hands[0].payments] == [(2, "1000")]
    state = club(LEFT, own(1, 10))
    assert scores(state) == ["0", "4000", "0", "0"]


def test_who_has_not_enough_for_a_fine_pays_in_turn_order() -> None:
    """Seat 2 pays 700 to each, 800 to the dealer (seat 0): seat 3 comes next, then seat 0, then seat 1."""
    fine = ruling(2, "wrecked_wall", fan=4)
    assert scores(club(CREDIT, fine)) == ["1800", "1700", "-1200", "1700"]
    assert scores(club(LEFT, fine)) == ["1300", "1000", "0", "1700"]
    assert scores(club(LEFT, fine, ruling(2, None, {"deduct": "50"}))) == ["1300", "1000", "0", "1700"]
    assert not club(LEFT, fine).finished, "a fine does not break off the hand"
    assert club(LEFT, fine, DRAW).finished


def test_what_is_left_goes_to_the_players_before_the_house() -> None:
    both = ruling(2, None, {"deduct": "900"}, {"pay": [1, "600"]})
    state = club(LEFT, both)
    assert (scores(state), str(state.house)) == (["1000", "1600", "0", "1000"], "400")


def test_in_the_hall_nobody_has_points_to_be_left_with() -> None:
    rules = get_rule_set("tw-club", LEFT)
    _held, result = ruled_in_hall(PlayerRecord(), {"offence": "late"}, rules)
    assert [str(one.points) for one in result.transfers] == ["300"]


@pytest.mark.parametrize(
    "events",
    [
        (ruling(2, None, {"deduct_after_game": "1100"}), {"type": "time_up"}),
        (ruling(2, None, {"deduct_after_game": "1100"}), {"type": "time_up", "during_hand": True}),
        (DRAW, {"type": "time_up"}, ruling(2, None, {"deduct_after_game": "1100"}, hand="previous")),
    ],
    ids=["between hands", "in a hand", "after the game"],
)
def test_what_is_due_after_the_game_is_paid_as_far_as_it_goes(events: tuple[Event, ...]) -> None:
    assert (scores(club(LEFT, *events))[2], str(club(LEFT, *events).house)) == ("0", "1000")
    assert scores(club(CREDIT, *events))[2] == "-100"


def test_a_player_without_points_pays_nothing() -> None:
    state = club(LEFT, off(1, 2, 10))
    assert not club(LEFT, ruling(2, None, {"deduct": "1000"}), ruling(2, None, {"deduct": "1"})).open_hand.transfers[1:]
    assert sum(map(int, scores(state))) == 4000


# K-15
def wrong_kong(option: str, kongs: int, **more: object) -> list[str]:
    rules = get_rule_set("hk-classic", {"K-15": option})
    between = [DRAW] if "hand" in more else []
    events = [*[reward("concealed_kong", 1)] * kongs, *between, ruling(1, "錯暗槓", **more)]
    return scores(fold(rules, events))


@pytest.mark.parametrize("more", [{}, {"hand": "previous"}], ids=["in the hand", "afterwards"])
def test_a_wrong_kong_gives_back_what_it_received_where_the_event_says_so(more: dict[str, object]) -> None:
    """A second 暗槓 is worth 2 底 from each; 1 底 to each is the fine."""
    assert wrong_kong("keep", 2, **more) == ["-20", "60", "-20", "-20"]
    assert wrong_kong("give_back", 2, **more) == ["0", "0", "0", "0"]
    assert wrong_kong("give_back", 1, **more) == ["10", "-30", "10", "10"]
    assert wrong_kong("give_back", 0, **more) == wrong_kong("keep", 0, **more) == ["10", "-30", "10", "10"]


def test_a_kong_that_was_given_back_was_none() -> None:
    """Two kongs bring 1 and 2 底 from each. Both wrong: 1 and 2 go back beside two fines of 1. Only the second wrong:
    the next one is the second of the hand again."""
    rules = get_rule_set("hk-classic", {"K-15": "give_back"})
    kong, wrong = reward("concealed_kong", 1), ruling(1, "錯暗槓")
    later = ruling(1, "錯暗槓", hand="previous")
    for events in ([kong, kong, wrong, wrong], [kong, kong, DRAW, later, later], [kong, kong, wrong, DRAW, later]):
        assert scores(fold(rules, events)) == ["20", "-60", "20", "20"]
    state = fold(rules, [kong, kong, wrong, kong])
    assert scores(state) == ["-20", "60", "-20", "-20"]
    assert scores(fold(rules, [kong, kong, wrong, DRAW, kong])) == ["-10", "30", "-10", "-10"]
    kept = get_rule_set("hk-classic", {"K-15": "keep"})
    assert scores(fold(kept, [kong, kong, wrong, kong])) == ["-60", "180", "-60", "-60"]


def test_what_another_seat_received_is_not_given_back() -> None:
    rules = get_rule_set("hk-classic", {"K-15": "give_back"})
    assert scores(fold(rules, [reward("concealed_kong", 2), ruling(1, "錯暗槓")])) == ["0", "-40", "40", "0"]


def test_with_what_is_left_no_score_is_ever_below_zero_and_no_point_is_lost() -> None:
    docs = [doc for doc in map(random_game, range(120)) if doc["rule_set"] == "tw-club"]
    rules, short = get_rule_set("tw-club", LEFT, {"start": "2000"}), 0
    for doc in docs:
        state = start(rules)
        for event in doc["events"]:
            try:
                state = apply(state, event, rules)
            except ScoringError:
                continue
            assert min(state.scores) >= 0
            assert sum(state.scores) + state.house == 8000
        short += 0 in state.scores
    assert short > 10
