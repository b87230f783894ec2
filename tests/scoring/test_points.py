"""分: exact, one spelling each, nothing that is not a plain number."""

from decimal import Decimal, Inexact, localcontext
from fractions import Fraction

import pytest

from scoring import fold
from scoring.points import exact, format_points, points
from scoring.table.settlement import rounded
from tests.scoring.game_helpers import league, off


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (5, "5"),
        ("5", "5"),
        ("5.00", "5"),
        ("2.50", "2.5"),
        ("-40", "-40"),
        ("-0.0", "0"),
        ("007", "7"),
        (0, "0"),
        (Decimal("1E+3"), "1000"),
        (Decimal("-0"), "0"),
    ],
)
def test_reads_and_writes_each_amount_in_one_spelling(value, written):
    assert format_points(points(value)) == written
    assert points(format_points(points(value))) == points(value)


@pytest.mark.parametrize(
    "value",
    [
        *(2.5, True, None, [5], 10**60, Decimal("NaN"), Decimal("Infinity")),
        *("", " 5", "5 ", "+5", "1e3", "NaN", "Infinity", ".5", "5.", "--5", "五", "٥", "1_000", "9" * 61),
    ],
)
def test_refuses_what_is_no_plain_number(value):
    with pytest.raises(ValueError, match="not points"):
        points(value)


def test_never_rounds_in_silence():
    third = Decimal(1)
    with exact(), pytest.raises(Inexact):
        third / 3
    with localcontext(prec=5), exact():
        assert format_points(Decimal("123456.5") + Decimal("0.25")) == "123456.75"


def test_half_points_round_each_way():
    amount = Decimal("2.5")
    assert [format_points(rounded(amount, how)) for how in ("up", "down", "nearest", "exact")] == ["3", "2", "3", "2.5"]
    assert format_points(rounded(Decimal("2.25"), "nearest")) == "2"


def test_an_exact_chain_never_loses_a_digit():
    state = fold(league(L_27="exact"), [off(0, 1, 1)] * 60)
    amount = Fraction(0)
    for streak in range(60):
        amount = amount * Fraction(3, 2) + 1 + 1 + 2 * streak
    (chain,) = state.chains
    assert Fraction(chain.points) == amount
    assert len(chain.points.as_tuple().digits) > 50  # twice what a default decimal context keeps
