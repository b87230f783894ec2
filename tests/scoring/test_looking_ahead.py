"""What a page says before something is entered: what becomes of chains, who deals next, what a ruling will do."""

import pytest

from scoring import GameState, fold
from scoring.errors import ScoringError
from scoring.table.dealer import Turn, passed
from scoring.tournament import chain_moves, consequences_of, deal_after_draw, remaining_deals, surrenders
from tests.scoring.game_helpers import (
    CLASSIC,
    DRAW,
    FINAL,
    LEAGUE,
    MASTERS,
    chains,
    off,
    own,
    play,
    ruling,
    surrender,
    transfers,
)  # fmt: skip

PASS = [off(1, 2), off(2, 3), off(3, 0), off(0, 1)] * 2
"""In each hand the seat after the dealer wins, so the deal passes."""
BELL = {"type": "time_up"}


def test_a_win_that_may_come_changes_no_chain_and_enters_no_payment() -> None:
    state = play(off(1, 2, 20))
    [move] = chain_moves(state, (1,), 2, LEAGUE)
    assert (move.kind, move.before, move.after, move.added) == ("grow", 20, 30, 0)
    for winners, source, kind in [((), None, "keep"), ((1,), None, "grow"), ((2,), None, "halve")]:
        assert [move.kind for move in chain_moves(state, winners, source, LEAGUE)] == [kind]
    assert [move.kind for move in chain_moves(state, (0, 3), 2, LEAGUE)] == ["collect"]
    assert chains(state) == [(1, 2, "20", 1)]


def test_a_draw_says_which_hand_follows_it() -> None:
    assert deal_after_draw(play(DRAW), LEAGUE) == ("東一局", 0, 0, 2, False)
    assert deal_after_draw(play(rules=MASTERS), MASTERS).deal == 1
    assert deal_after_draw(play(rules=FINAL), FINAL).deal == 1


def test_the_last_hand_says_that_its_result_ends_the_game() -> None:
    assert not deal_after_draw(play(*PASS[:7]), LEAGUE).over
    assert deal_after_draw(play({**BELL, "during_hand": True}), LEAGUE).over


def test_the_deals_still_to_come_are_counted() -> None:
    assert [remaining_deals(play(*PASS[:n]), LEAGUE) for n in (0, 3, 7, 8)] == [7, 4, 0, 0]
    assert remaining_deals(play({"type": "wrong_dealer", "seat": 2}), LEAGUE) == 6
    assert passed(Turn(7, 3, 2)).deal == 8


def test_giving_up_is_offered_at_every_third_pull() -> None:
    offered = [bool(surrenders(fold(CLASSIC, [off(1, 2, 1)] * wins), CLASSIC)) for wins in range(1, 10)]
    assert offered == [False, False, True] * 3
    assert surrenders(play(*[off(1, 2, 1)] * 3), LEAGUE) == ()


def test_giving_up_is_offered_to_each_pair_that_has_not() -> None:
    state = play(*[own(1, 1)] * 3, surrender(3, 1), rules=CLASSIC)
    assert [(chain.winner, chain.payer) for chain in surrenders(state, CLASSIC)] == [(1, 0), (1, 2)]


def test_a_preview_says_what_a_ruling_will_do_and_changes_nothing() -> None:
    state: GameState = play(ruling(1, "喰替"), ruling(1, "鳴牌取消"))
    second = consequences_of(state, ruling(1, "發言"), LEAGUE)
    assert [(card.card, card.given) for card in second.cards] == [("red", "yellow")]
    assert transfers(second.transfers) == [(1, None, "5", "deduction")]
    assert second.in_force == ("yellow", "red")
    fine = consequences_of(state, ruling(1, "空糊"), LEAGUE)
    assert (fine.ban, fine.times, fine.ends) == (True, 1, "")
    again = consequences_of(state, ruling(1, "鳴牌取消"), LEAGUE)
    assert (again.times, {t.points for t in again.transfers}) == (2, {10})
    assert state.cards_in_force[1] == ("yellow",)


@pytest.mark.parametrize(
    ("rules", "events"),
    [
        (LEAGUE, [ruling(1, None, "red"), ruling(1, "喰替", "red")]),
        *[
            (CLASSIC, [ruling(1, name, **more)])
            for name, more in (("錯聽牌", {}), ("喊碰未碰", {"to": 3}), ("斷橋", {}))
        ],
        (CLASSIC, [ruling(1, "其他", {"deduct_base": 2})]),
    ],
)
def test_a_preview_is_what_the_ruling_then_does(rules, events) -> None:
    foreseen = consequences_of(fold(rules, events[:-1]), events[-1], rules)
    state = fold(rules, events)
    done = (state.hands[-1] if foreseen.ends else state.open_hand).rulings[-1]
    assert foreseen == done


def test_a_preview_refuses_what_the_ruling_would() -> None:
    with pytest.raises(ScoringError, match="game_over"):
        consequences_of(play(DRAW, BELL), ruling(1, "喰替"), LEAGUE)
    with pytest.raises(ScoringError, match="missing_key"):
        consequences_of(play(), ruling(1, "其他"), LEAGUE)


def test_a_ruling_on_the_previous_hand_belongs_to_it() -> None:
    state = play(own(1), off(2, 3), DRAW, ruling(1, "鳴牌取消", hand="previous"), ruling(2, "喰替"))
    assert [hand.event_indices for hand in state.hands] == [(0,), (1,), (2, 3)]
    assert state.open_hand.event_indices == (4,)
    assert state.hands[-1].scores == state.scores
    assert state.hands[-1].scores != state.hands[-2].scores
