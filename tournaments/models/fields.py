from decimal import ROUND_DOWN, Context, Decimal
from typing import TYPE_CHECKING, Any

from django.db import models

DECIMALS = 10
SCALE = 10**DECIMALS
_EXACT = Context(prec=60, rounding=ROUND_DOWN)


class PointsTooFine(ValueError):
    def __init__(self, points: object) -> None:
        super().__init__(f"cannot be kept exactly: {points}")
        self.points = points


def to_units(points: Decimal | int | str) -> int:
    """Convert points to whole units of 10⁻¹⁰. Raises PointsTooFine for an amount too fine or too large to be stored
    exactly."""
    scaled = _EXACT.multiply(Decimal(points), Decimal(SCALE))
    units = int(scaled)
    if units != scaled or not -(2**63) < units < 2**63:
        raise PointsTooFine(points)
    return units


def from_units(units: int | Decimal) -> Decimal:
    """Convert a stored number to points, without trailing zeros in its text."""
    points = _EXACT.divide(Decimal(units), Decimal(SCALE))
    return points.quantize(Decimal(1)) if points == points.to_integral_value() else points.normalize(_EXACT)


if TYPE_CHECKING:
    _PointsColumn = models.BigIntegerField[Decimal | int | str, Decimal]
else:
    _PointsColumn = models.BigIntegerField


class PointsField(_PointsColumn):
    """分數: exact points, stored as whole units of 10⁻¹⁰ so that SUM is exact on SQLite and PostgreSQL alike. A decimal
    column would be a float on SQLite; SQL cannot add up a text column."""

    description = "Exact points"

    def from_db_value(self, value: Any, *_args: Any) -> Decimal | None:
        return None if value is None else from_units(value)

    def get_prep_value(self, value: Any) -> int | None:
        return None if value is None else to_units(value)

    def to_python(self, value: Any) -> Decimal | None:
        return None if value is None else Decimal(value)
