"""一個半莊 One game told in order, the first test to read: everything here goes through the public face of `scoring`.

A game is a list of events, and nothing else is stored: dealer, points, 拉, cards and places are folded from it.
甲 乙 丙 丁 sit in seats 0 to 3; 甲 deals first. They play 港式台牌聯賽: a 番 is a point, a 底 is 5.
"""

from itertools import chain
from typing import Any

import pytest

import scoring
from scoring import GameState, ScoringError, apply, fold, start
from scoring.documents import score_document
from scoring.tournament import consequences_of

RULES = scoring.rule_set("hkma-league")
A, B, C, D = range(4)
Event = dict[str, Any]

LAID = {"concealed": "123m56m789p234p567s88s", "winning_tile": "4m"}
"""The tiles that 甲 lays down in the first hand: five chows, a pair of 8, neither honours nor flowers."""

GAME: dict[str, list[Event]] = {
    "東一局": [{"type": "win", "winner": A, "self_draw": True, "hand": LAID}],
    "東一局 拉一": [{"type": "win", "winner": A, "from": B, "fan": 5}],
    "東一局 拉二": [{"type": "draw"}],
    "東一局 拉三": [
        {"type": "reward", "kind": "concealed_kong", "seat": C},
        {"type": "ruling", "seat": B, "offence": "空糊"},
        {"type": "win", "winner": C, "from": A, "fan": 10},
    ],
    "東二局": [{"type": "win", "from": D, "winners": [{"seat": A, "fan": 10}, {"seat": C, "fan": 20}]}],
    "東三局": [{"type": "ruling", "seat": D, "offence": "誤鳴"}, {"type": "ruling", "seat": D, "offence": "詐糊"}],
    "東三局 重打": [
        {"type": "ruling", "seat": D, "offence": "誤鳴"},
        {"type": "win", "winner": C, "self_draw": True, "fan": 9},
    ],
    "東三局 拉一": [{"type": "win", "winner": A, "from": C, "fan": 8}],
    "東四局": [{"type": "win", "winner": B, "from": C, "fan": 15}],
    "南一局": [{"type": "win", "winner": B, "from": D, "fan": 7}],
    "南二局": [{"type": "win", "winner": D, "self_draw": True, "fan": 30}],
    "南三局": [{"type": "win", "winner": D, "from": A, "fan": 6}],
    "南四局": [{"type": "win", "winner": A, "from": D, "fan": 40}],
}


def after(name: str) -> GameState:
    """The game when this hand has been closed."""
    names = list(GAME)
    return fold(RULES, chain.from_iterable(GAME[one] for one in names[: names.index(name) + 1]))


def points(state: GameState) -> list[int]:
    """The points in front of 甲 乙 丙 丁, without those still carried."""
    return [int(score) for score in state.scores]


def carried(state: GameState) -> dict[tuple[int, int], int]:
    """拉: (winner, payer) → the open amount."""
    return {(one.winner, one.payer): int(one.points) for one in state.chains}


def test_the_game_begins_with_nothing_and_the_first_player_deals() -> None:
    state = start(RULES)
    assert (state.name, state.dealer, points(state), carried(state)) == ("東一局", A, [0, 0, 0, 0], {})


def test_a_win_counts_its_tiles() -> None:
    answer = score_document({**LAID, "rule_set": "hkma-league", "self_draw": True, "seat_wind": "E", "round_wind": "E"})
    assert {fan["name"]: fan["value"] for fan in answer["fans"]} == {"底": 5, "門摸": 5, "大平": 15, "將眼": 2}
    assert answer["total"] == 27


def test_a_win_is_carried_and_the_dealer_stays() -> None:
    state = after("東一局")
    assert points(state) == [0, 0, 0, 0]
    assert carried(state) == {(A, B): 28, (A, C): 28, (A, D): 28}  # 27, and 1 for the dealer
    assert (state.name, state.dealer, state.dealer_streak) == ("東一局", A, 1)


def test_an_amount_grows_by_half_when_the_same_player_pays_again() -> None:
    assert carried(after("東一局 拉一")) == {(A, B): 50, (A, C): 28, (A, D): 28}  # 28 × 1.5 + 5 + 3 for 拉一


def test_a_draw_changes_nothing_but_the_streak() -> None:
    state = after("東一局 拉二")
    assert carried(state) == carried(after("東一局 拉一"))
    assert (state.dealer, state.dealer_streak) == (A, 3)


def test_rewards_and_fines_are_paid_at_once_and_a_banned_player_does_not_win() -> None:
    kong, ruling, _win = GAME["東一局 拉三"]
    state = apply(after("東一局 拉二"), kong, RULES)
    assert points(state) == [-5, -5, 15, -5]
    assert int(consequences_of(state, ruling, RULES).transfers[0].points) == 5  # asked before it is recorded
    state = apply(state, ruling, RULES)
    assert points(state) == [0, -20, 20, 0]
    with pytest.raises(ScoringError, match="banned") as refused:
        apply(state, {"type": "win", "winner": B, "from": A, "fan": 10}, RULES)
    assert refused.value.code == "banned_player"


def test_a_win_back_halves_one_amount_and_collects_the_others() -> None:
    state = after("東一局 拉三")
    assert points(state) == [0 + 50 + 14 + 28, -20 - 50, 20 - 14, 0 - 28]
    assert carried(state) == {(C, A): 17}  # 10, 1 for the dealer, 6 for 拉三
    assert (state.name, state.dealer, state.dealer_streak) == ("東二局", B, 0)


def test_two_winners_have_a_payment_each() -> None:
    assert carried(after("東二局")) == {(A, D): 15, (C, A): 17, (C, D): 25}  # 雙響: 5 more for each


def test_a_false_win_has_its_hand_played_again() -> None:
    before, state = after("東二局"), after("東三局")
    assert state.hands[-1].result == "replayed"
    assert points(state)[D] == points(before)[D] - 160
    assert state.house == 160  # nobody gets it
    assert (carried(state), state.name, state.dealer) == (carried(before), "東三局", before.dealer)


def test_a_second_yellow_card_is_a_red_one() -> None:
    hand = after("東三局 重打").hands[-1]
    assert [(card.seat, card.given, card.card) for card in hand.cards] == [(D, "yellow", "red")]
    assert hand.transfers[0] == (D, None, 5, "deduction")


def test_a_growing_amount_is_rounded_up() -> None:
    assert carried(after("東三局 重打")) == {(C, A): 36, (C, B): 10, (C, D): 48}  # 17 × 1.5 = 25.5 → 26, and 10


def test_the_game_ends_after_two_rounds_and_collects_what_is_open() -> None:
    assert after("南三局").chains
    state = after("南四局")
    assert state.finished
    assert carried(state) == {}
    assert (points(state), state.places) == ([116, -93, 26, -214], (1, 3, 2, 4))
    assert sum(state.scores) + state.house == 0
    with pytest.raises(ScoringError) as refused:
        apply(state, {"type": "draw"}, RULES)
    assert refused.value.code == "game_over"


def test_a_correction_plays_the_game_again_with_another_event() -> None:
    """It was 丁 who discarded in the second hand: what follows is computed again, what came before stays."""
    corrected = {**GAME, "東一局 拉一": [{"type": "win", "winner": A, "from": D, "fan": 5}]}
    told, now = after("南四局"), fold(RULES, chain.from_iterable(corrected.values()))
    same = [one == other for one, other in zip(told.hands, now.hands, strict=True)]
    assert same[:2] == [True, False]
    assert points(now) == [116, -93 + 22, 26, -214 - 22]  # 50 − 28 moves from 乙 to 丁
