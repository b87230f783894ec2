"""A game of 國標: seats that change. What else comes of its events is in games/mcr.txt."""

import pytest

import scoring
from scoring import fold, start
from scoring.seats import SEATS
from tests.scoring.game_helpers import DRAW
from tests.scoring.mcr_helpers import MCR

TABLE = ("ESNW", "SEWN", "WNES", "NWSE")
"""By player the wind in which they begin each 圈, as in the rule book."""


def test_each_player_begins_a_round_once_in_each_wind() -> None:
    state, begun = start(MCR), []
    for hand in range(16):
        if hand % 4 == 0:
            begun.append(state.seat_winds())
        assert state.seat_winds()[state.dealer] == "E"
        assert state.turn.order[hand % 4] == state.dealer
        assert state.seat_winds() == MCR.game.seat_winds(hand, state.dealer)
        state = fold(MCR, [DRAW] * (hand + 1))
    assert ["".join(winds[seat] for winds in begun) for seat in SEATS] == list(TABLE)
    assert state.finished


def test_the_neighbour_on_the_right_is_the_next_in_turn_in_every_round() -> None:
    game = MCR.game
    for deal in range(16):
        dealer = game.seat_orders[deal // 4][deal % 4]
        chairs, order = game.chairs(deal, dealer), game.turn_order(deal, dealer)
        assert [(chairs[one] - chairs[order[0]]) % 4 for one in order] == [0, 1, 2, 3]
        assert sorted(chairs) == [0, 1, 2, 3]
    assert game.chairs(4, 1) == (1, 0, 3, 2), "East and South, West and North change places after the first round"


@pytest.mark.parametrize("dealer", range(4))
def test_where_seats_do_not_change_everyone_keeps_their_chair(dealer: int) -> None:
    assert scoring.rule_set("hkma-masters").game.chairs(5, dealer) == (0, 1, 2, 3)
