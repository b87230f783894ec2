"""A figure of the table that `make bench` prints, and the table."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Figure:
    """One line: what was measured, the value, what it should be ("≥ 2" or "≤ 400"; empty = for orientation).

    `spread`: the smallest and the largest value of the rounds. `note`: the plain numbers behind a ratio.
    """

    subject: str
    name: str
    value: float
    unit: str
    target: str = ""
    spread: tuple[float, float] | None = None
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None where there is none."""
        if not self.target:
            return None
        sign, _space, bound = self.target.partition(" ")
        return {"≥": self.value >= float(bound), "≤": self.value <= float(bound), "=": self.value == float(bound)}[sign]


def dumped(figures: Sequence[Figure]) -> str:
    """Figures as one line, for the process that asked for them."""
    return json.dumps([asdict(figure) for figure in figures])


def loaded(text: str) -> list[Figure]:
    """What `dumped` wrote."""
    rows = json.loads(text)
    return [Figure(**row | {"spread": tuple(row["spread"]) if row["spread"] else None}) for row in rows]


def table(figures: Sequence[Figure]) -> str:
    """The figures as a table for the terminal, in the width of their texts."""
    head = ["subject", "figure", "value", "rounds", "target", "met", ""]
    lines = [head, *map(_cells, figures)]
    widths = [max(width(line[column]) for line in lines) for column in range(len(head) - 1)]
    return "\n".join(_line(line, widths) for line in lines)


def _cells(figure: Figure) -> list[str]:
    met = {True: "yes", False: "NO", None: ""}[figure.met]
    rounds = "{}–{}".format(*map(number, figure.spread)) if figure.spread else ""
    value = f"{number(figure.value)} {figure.unit}".strip()
    return [figure.subject, figure.name, value, rounds, figure.target, met, figure.note]


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [cell + " " * (size - width(cell)) for cell, size in zip(cells, widths, strict=False)]
    return "  ".join([*padded, cells[-1]]).rstrip()


def number(value: float) -> str:
    """Three figures that mean something: 0.0123, 1.23, 12.3, 123, 12,300."""
    if value == int(value) or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def width(text: str) -> int:
    """Columns of the terminal that a text takes: Chinese characters take two."""
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)
