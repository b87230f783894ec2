"""A figure of the table that `make bench` prints, how figures are taken, and the table.

Product and anchor are measured in turn, several rounds; what counts is the ratio of their medians.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

Taken = TypeVar("Taken")


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
        return self.value >= float(bound) if sign == "≥" else self.value <= float(bound)


def in_turn(*sides: Callable[[], Taken], rounds: int) -> list[list[Taken]]:
    """Let every side measure itself, one after the other, `rounds` times: one list for each side."""
    taken: list[list[Taken]] = [[] for _side in sides]
    for turn in range(rounds):
        # Every second round the other way about, so that neither always runs in the other's wake.
        for place, side in list(enumerate(sides))[:: -1 if turn % 2 else 1]:
            taken[place].append(side())
    return taken


def ratio(
    subject: str, name: str, over: Sequence[float], under: Sequence[float], unit: str, target: str = ""
) -> Figure:
    """median(over) / median(under), with the smallest and largest ratio of one round; the note has both."""
    each = [a / b for a, b in zip(over, under, strict=True)]
    note = f"{number(median(over))} against {number(median(under))} {unit}"
    return Figure(subject, name, median(over) / median(under), "×", target, (min(each), max(each)), note)


def plain(subject: str, name: str, values: Sequence[float], unit: str, *, target: str = "", note: str = "") -> Figure:
    """The median of plain measurements, with the smallest and the largest."""
    return Figure(subject, name, median(values), unit, target, (min(values), max(values)), note)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def table(figures: Sequence[Figure]) -> str:
    lines = [["subject", "figure", "value", "rounds", "target", "met", ""]]
    for one in figures:
        rounds = "{}–{}".format(*map(number, one.spread)) if one.spread else ""
        met = {True: "yes", False: "NO", None: ""}[one.met]
        value = f"{number(one.value)} {one.unit}".strip()
        lines.append([one.subject, one.name, value, rounds, one.target, met, one.note])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = (map(str.ljust, line, widths) for line in lines)
    return "\n".join("  ".join(line).rstrip() for line in padded)


def number(value: float) -> str:
    """Three figures that mean something: 0.0123, 1.23, 12.3, 123, 12,300."""
    if value == int(value) or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"
