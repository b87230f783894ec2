"""跨門 `scoring.reading.across.Across` on packed integers: the same methods, by shifts and masks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from scoring.fast.packed_suit import CONTENT_WIDTH, PAIR_BITS, PUNG_BITS, PackedSuit
from scoring.fast.packing import bits
from scoring.reading.combos import Combo, instances

OTHER_SUITS = ((1, 2), (0, 2), (0, 1))


Ranks = tuple[int, int, int]
Suits = tuple[int, ...]
Fitting = list[tuple[int, Suits]]
"""Ranks (bits) at which groups of these suits, in this order, fit together."""


class PackedAcross:
    def __init__(self, suits: tuple[PackedSuit, PackedSuit, PackedSuit]) -> None:
        self.suits = suits
        first, second, third = suits
        self._starts = first.starts, second.starts, third.starts
        self._pungs = first.pungs, second.pungs, third.pungs
        self._closed = first.closed_starts, second.closed_starts, third.closed_starts
        self._single = first.most < 2 and second.most < 2 and third.most < 2

    def equal_chows(self, number: int) -> list[Combo]:
        return self._chow_sets(_shared(self._starts, number), 0)

    def most_equal_chows(self) -> int:
        return max([sum([suit.chows[first] for suit in self.suits]) for first in range(7)])

    def in_several_suits(self) -> bool:
        return sum([starts > 0 for starts in self._starts]) > 1

    def chow_runs(self, step: int) -> list[Combo]:
        return self._chow_sets(_running(self._starts, step), step)

    def _chow_sets(self, fitting: Fitting, step: int) -> list[Combo]:
        """單式 As `Across._chow_sets`: chows of different suits, each `step` ranks above the one before."""
        combos = []
        for firsts, suits in fitting:
            content = _content(suits, step)
            if self._single:
                closed, shift = firsts, 0
                for suit in suits:
                    closed &= self._closed[suit] >> shift
                    shift += step
                combos += [
                    Combo(content << first, 1 - (closed >> first & 1), closed >> first & 1) for first in bits(firsts)
                ]
            else:
                combos += [self._several(content << first, suits, first, step) for first in bits(firsts)]
        return combos

    def _several(self, content: int, suits: Suits, first: int, step: int) -> Combo:
        places = [(self.suits[suit], first + step * place) for place, suit in enumerate(suits)]
        number = instances([suit.chows[rank] for suit, rank in places])
        closed = instances([suit.closed_chows[rank] for suit, rank in places])
        return Combo(content, number - closed, closed)

    def equal_pungs(self, number: int) -> list[Combo]:
        return [
            _pungs([(suit, rank) for suit in suits])
            for shared, suits in _shared(self._pungs, number)
            for rank in bits(shared)
        ]

    def pung_runs(self) -> list[Combo]:
        return [
            _pungs([(suit, first + place) for place, suit in enumerate(order)])
            for fitting, order in _running(self._pungs, 1)
            for first in bits(fitting)
        ]

    def beside_eyes(self, *steps: tuple[int, int]) -> list[Combo]:
        for suit, part in enumerate(self.suits):
            if part.eyes is not None:
                eyes = part.eyes
                left, right = OTHER_SUITS[suit]
                near = self._pungs[left] << 2 >> eyes, self._pungs[right] << 2 >> eyes
                pair = 1 << CONTENT_WIDTH * suit + PAIR_BITS + eyes
                return [
                    Combo(_pungs([(left, eyes + one), (right, eyes + other)]).content | pair, 1, 0)
                    for one, other in steps
                    if near[0] >> one + 2 & near[1] >> other + 2 & 1
                ]
        return []


@cache
def _content(suits: Suits, step: int) -> int:
    """Content of one chow in each suit, each `step` ranks above the one before, the first from rank 0."""
    return sum([1 << CONTENT_WIDTH * suit + step * place for place, suit in enumerate(suits)])


def _shared(ranks: Ranks, number: int) -> Fitting:
    """Ranks common to so many suits, with those suits; only where there are any."""
    x, y, z = ranks
    if number == 3:
        return [(x & y & z, (0, 1, 2))] if x & y & z else []
    shared: tuple[tuple[int, Suits], ...] = ((x & y, (0, 1)), (x & z, (0, 2)), (y & z, (1, 2)))
    return [found for found in shared if found[0]]


def _running(ranks: Ranks, step: int) -> Fitting:
    """Ranks from which the three suits have one each, `step` apart, with the order of suits; only where there are
    any."""
    x, y, z = ranks
    held = x | y | z
    if not held & held >> step & held >> 2 * step:
        return []
    x1, y1, z1 = x >> step, y >> step, z >> step
    x2, y2, z2 = x1 >> step, y1 >> step, z1 >> step
    running = (
        (x & y1 & z2, (0, 1, 2)),
        (x & z1 & y2, (0, 2, 1)),
        (y & x1 & z2, (1, 0, 2)),
        (y & z1 & x2, (1, 2, 0)),
        (z & x1 & y2, (2, 0, 1)),
        (z & y1 & x2, (2, 1, 0)),
    )
    return [found for found in running if found[0]]


def _pungs(places: Sequence[tuple[int, int]]) -> Combo:
    return Combo(sum([1 << CONTENT_WIDTH * suit + PUNG_BITS + rank for suit, rank in places]), 1, 0)
