"""包牌 and 代位賠付 as data: shares in whole points, causes, and rules that know no liability."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from scoring import RuleSet, fold
from scoring.book import Payment
from scoring.errors import ScoringError
from scoring.rules.game_rules import DealerFans
from scoring.rules.liability import Cause, LiabilityRules, taken_over
from tests.scoring.game_helpers import LEAGUE, Event, off, own, several, transfers

ANYBODY = LiabilityRules({"substitute": Cause("substitute", "代位賠付", "payment in place of others")})


def sharing(**changes: Any) -> RuleSet:
    """Rules that pay at once and know a cause for any win."""
    keys = LEAGUE.game.win_keys | {"liable", "cause"}
    game = LEAGUE.game._replace(chain=None, liability=ANYBODY, win_keys=keys, **changes)
    return replace(LEAGUE, game=game)


def paid(event: Event, payer: object, rules: RuleSet | None = None) -> list[tuple[int | None, int | None, str, str]]:
    state = fold(rules or sharing(), [{**event, "liable": payer, "cause": "substitute"}])
    return transfers(state.hands[0].transfers)


def payment(payer: int, points: str) -> Payment:
    return Payment(0, payer, 3, 0, 0, Decimal(points))


@pytest.mark.parametrize(
    ("liable", "shares"),
    [
        ((2,), [(2, "50")]),
        ((3, 1), [(1, "25"), (3, "25")]),
        ((3, 2, 1), [(1, "18"), (2, "16"), (3, "16")]),
    ],
)
def test_shares_are_whole_and_the_first_after_the_winner_pays_the_rest(liable, shares):
    due = [payment(1, "17"), payment(2, "17"), payment(3, "16")]
    assert [(row.payer, str(row.points)) for row in taken_over(due, liable)] == shares


def test_shares_begin_after_the_winner_in_turn_order():
    due = [Payment(2, payer, 3, 0, 0, Decimal(7)) for payer in (0, 1, 3)]
    assert [(row.payer, row.points) for row in taken_over(due, (0, 3))] == [(3, 11), (0, 10)]


def test_halves_of_a_point_stay_with_the_first():
    assert [str(row.points) for row in taken_over([payment(1, "2.5")], (2, 3))] == ["1.5", "1"]


def test_pays_for_an_own_draw_with_the_dealers_fans_of_each_share():
    assert paid(own(1, 10), 3) == [(3, 1, "31", "liability")]
    assert paid(own(1, 10), 3, sharing(dealer_fans=DealerFans(flat=5, per_streak=0))) == [(3, 1, "35", "liability")]


def test_pays_in_place_of_a_discarder_where_the_rules_allow_it():
    assert paid(off(1, 2, 10), 3) == [(3, 1, "10", "liability")]
    assert paid(off(1, 2, 11), [3, 2]) == [(2, 1, "6", "liability"), (3, 1, "5", "liability")]


@pytest.mark.parametrize(
    "event",
    [
        {**several(0, (1, 5), (2, 5)), "liable": 3, "cause": "substitute"},
        {**own(1), "liable": 1, "cause": "substitute"},
        {**own(1), "liable": [0, 1], "cause": "substitute"},
        {**own(1), "liable": [0, 0], "cause": "substitute"},
        {**own(1), "liable": [0, 2, 3, 3], "cause": "substitute"},
        {**own(1), "liable": {"seat": 2}, "cause": "substitute"},
        {**own(1), "liable": True, "cause": "substitute"},
        {**own(1), "liable": 2, "cause": "twelve_tiles"},
    ],
)
def test_refuses_who_cannot_be_liable(event):
    with pytest.raises(ScoringError, match="bad_event"):
        fold(sharing(), [event])


def test_rules_without_liability_refuse_it():
    for event in ({**own(1), "liable": 2, "cause": "substitute"}, {**own(1), "cause": "substitute"}):
        with pytest.raises(ScoringError, match="bad_event"):
            fold(LEAGUE, [event])
