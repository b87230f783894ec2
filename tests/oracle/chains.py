"""拉: the open amounts between every winner and payer (rules: "拉", L-27, L-28, L-56), exact fractions throughout."""

import math
from fractions import Fraction

Pair = tuple[int, int]  # winner, payer
Chains = dict[Pair, tuple[Fraction, int]]  # points, pulls
HALF = Fraction(1, 2)


def grown(points: Fraction, rounding: str) -> Fraction:
    product = points * 3 / 2
    return {"up_down": Fraction(math.ceil(product)), "exact": product, "nearest": nearest(product)}[rounding]


def halved(points: Fraction, rounding: str) -> Fraction:
    half = points / 2
    return {"up_down": Fraction(math.floor(half)), "exact": half, "nearest": nearest(half)}[rounding]


def nearest(points: Fraction) -> Fraction:
    """Round to a whole point, ties up."""
    return Fraction(math.floor(points + HALF))


def what_happens(pair: Pair, winners: set[int], source: int | None, both: str) -> str:
    """Return the row of the table for A's open amount from B; `source` is the discarder, None for an own draw. `both`:
    what L-56 says of A and B winning together."""
    a, b = pair
    if both == "collect" and {a, b} <= winners:
        return "whole"
    if a in winners:
        return "grow" if source is None or source == b else "keep"
    if b in winners:
        return "half" if source is None or source == a else "whole"
    return "whole"


def after_win(
    chains: Chains,
    payments: dict[Pair, Fraction],
    winners: set[int],
    source: int | None,
    rounding: str,
    both: str = "stays",
) -> tuple[Chains, list[tuple[int, int, Fraction]]]:
    """Move the open amounts, then enter the new payments. Return the chains and what is paid now (from, to, points)."""
    left: Chains = {}
    paid = []
    for (a, b), (points, pulls) in chains.items():
        row = what_happens((a, b), winners, source, both)
        if row == "grow":
            left[a, b] = (grown(points, rounding), pulls)
        elif row == "keep":
            left[a, b] = (points, pulls)
        else:
            paid.append((b, a, points if row == "whole" else halved(points, rounding)))
    for pair, points in payments.items():
        before, pulls = left.get(pair, (Fraction(0), 0))
        left[pair] = (before + points, pulls + 1)
    return left, paid
