"""How things are compared: product and anchor in turn, several rounds, medians, their ratio.

Pure computation is timed by the CPU time of its own process, which other work on the machine hardly touches; what waits
for a server by the clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import TypeVar

from tests.bench.figures import Figure, number

ROUNDS = 5
Taken = TypeVar("Taken")


def cpu_seconds(work: Callable[[], object]) -> float:
    """CPU time that this process spends on the work."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def in_turn(*sides: Callable[[], Taken], rounds: int = ROUNDS) -> list[list[Taken]]:
    """Let every side measure itself, one after the other, `rounds` times: one list for each side."""
    taken: list[list[Taken]] = [[] for _side in sides]
    for turn in range(rounds):
        # Every second round the other way about, so that neither always runs in the other's wake.
        order = list(enumerate(sides))[:: -1 if turn % 2 else 1]
        for place, side in order:
            taken[place].append(side())
    return taken


def ratio(
    subject: str, name: str, over: Sequence[float], under: Sequence[float], *, target: str = "", note: str = ""
) -> Figure:
    """median(over) / median(under), with the smallest and largest ratio of one round."""
    each = [a / b for a, b in zip(over, under, strict=True)]
    return Figure(subject, name, median(over) / median(under), "×", target, (min(each), max(each)), note)


def plain(subject: str, name: str, values: Sequence[float], unit: str, *, target: str = "", note: str = "") -> Figure:
    """The median of plain measurements, with the smallest and the largest."""
    return Figure(subject, name, median(values), unit, target, (min(values), max(values)), note)


def against(over: Sequence[float], under: Sequence[float], unit: str) -> str:
    """The plain medians behind a ratio, as a note."""
    return f"{number(median(over))} against {number(median(under))} {unit}"


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
