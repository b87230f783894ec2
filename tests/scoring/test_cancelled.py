"""其所贏得之分數應平均發給同桌三位選手: what is shared out when results are cancelled."""

from decimal import Decimal

import pytest

from scoring.table.settlement import forfeit
from tests.scoring.game_helpers import CLUB, transfers


def shared(*scores: str, seat: int = 1) -> list[tuple[int | None, int | None, str, str]]:
    return transfers(forfeit([Decimal(score) for score in scores], seat, CLUB.game))


def test_a_cancelled_result_is_shared_equally_among_the_other_three():
    assert shared("9000", "13000", "9000", "9000") == [(1, other, "1000", "fine") for other in (0, 2, 3)]


def test_shares_are_whole_points_and_the_rest_goes_to_no_player():
    assert shared("9500", "10500.5", "10000", "9999.5") == [
        *[(1, other, "166", "fine") for other in (0, 2, 3)],
        (1, None, "2.5", "deduction"),
    ]
    assert shared("9999", "10002", "9999", "10000") == [(1, None, "2", "deduction")]


@pytest.mark.parametrize("score", ["10000", "9000", "-5"])
def test_a_player_who_has_won_nothing_loses_nothing(score):
    assert shared("10000", score, "10000", "10000") == []
