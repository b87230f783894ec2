"""分: points are exact decimals. 2.5 exists (half a 底), a float never does."""

from contextlib import AbstractContextManager
from decimal import Clamped, Context, Decimal, DivisionByZero, Inexact, InvalidOperation, Overflow, localcontext

ZERO = Decimal(0)
EXACT = Context(prec=5000, traps=[Clamped, DivisionByZero, Inexact, InvalidOperation, Overflow])
"""Wide enough for any game; a result that does not fit raises instead of being rounded silently."""


def exact() -> AbstractContextManager[Context]:
    """Make all arithmetic of the `with` block exact, whatever the thread's context."""
    return localcontext(EXACT)


def points(value: object) -> Decimal:
    """Parse points: an integer, a Decimal or a plain decimal string ("2.5", "-40"). Raises ValueError for anything
    else: floats, booleans, exponents, infinities, blanks."""
    if isinstance(value, Decimal) and value.is_finite():
        return value
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**60:
        return Decimal(value)
    if isinstance(value, str) and len(value) <= 60 and value.isascii():
        whole, _, decimals = value.removeprefix("-").partition(".")
        if whole.isdigit() and (decimals.isdigit() or "." not in value):
            return Decimal(value)
    raise ValueError(f"not points: {value!r}")


def format_points(amount: Decimal) -> str:
    """Return points as text without needless digits: "2.5", "-40", "0", never "2.50", "4E+1" or "-0"."""
    if not amount:
        return "0"
    plain = format(amount, "f")
    return plain.rstrip("0").rstrip(".") if "." in plain else plain
