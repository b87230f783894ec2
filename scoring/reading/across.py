"""跨門 The three suits of a reading side by side: chows and triplets in related ranks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

from scoring.hand.groups import PAIR
from scoring.hand.melds import CHOW, PUNG
from scoring.reading.combos import Combo, instances
from scoring.reading.suit import RANKS, AnySuit

FIRSTS = range(7)

Place = tuple[int, int]


class Across:
    """跨門 `suits`: 萬, 筒 and 索 of one reading."""

    def __init__(self, suits: Sequence[AnySuit]) -> None:
        self.suits = suits
        self._pungs = [suit.pung_ranks for suit in suits]

    def equal_chows(self, number: int) -> list[Combo]:
        """One for each rank from which `number` suits have a chow."""
        return self._chow_sets([(suit, first) for suit in suits] for suits in _some(number) for first in RANKS)

    def most_equal_chows(self) -> int:
        return max(sum(suit.chows[first] for suit in self.suits) for first in FIRSTS)

    def in_several_suits(self) -> bool:
        return sum(any(suit.chows[first] for first in FIRSTS) for suit in self.suits) > 1

    def chow_runs(self, step: int) -> list[Combo]:
        """Three chows of three suits, each `step` ranks above the last, from every rank at which they fit."""
        return self._chow_sets(_run(suits, first, step) for suits in permutations(range(3)) for first in RANKS)

    def _chow_sets(self, sets: Iterable[Sequence[Place]]) -> list[Combo]:
        """單式 Those of these sets of chows that are present; instances as in `Suit.chow_sets`."""
        combos = []
        for places in sets:
            number = instances([self.suits[suit].chows[first] for suit, first in places])
            closed = instances([self.suits[suit].closed_chows[first] for suit, first in places])
            if number:
                content = frozenset((suit, CHOW, first) for suit, first in places)
                combos.append(Combo(content, number - closed, closed))
        return combos

    def equal_pungs(self, number: int) -> list[Combo]:
        return [
            _of_pungs((suit, rank) for suit in suits)
            for suits in _some(number)
            for rank in sorted(frozenset.intersection(*[self._pungs[suit] for suit in suits]))
        ]

    def pung_runs(self) -> list[Combo]:
        return [
            _of_pungs([(low, first), (middle, first + 1), (high, first + 2)])
            for low, middle, high in permutations(range(3))
            for first in sorted(self._pungs[low])
            if first + 1 in self._pungs[middle] and first + 2 in self._pungs[high]
        ]

    def beside_eyes(self, *steps: tuple[int, int]) -> list[Combo]:
        """Triplets in the two other suits next to the suited pair: one for each pair of steps above its rank."""
        for suit, here in enumerate(self.suits):
            if here.eyes is not None:
                left, right = [other for other in range(3) if other != suit]
                near = [(here.eyes + one, here.eyes + other) for one, other in steps]
                return [
                    Combo(_of_pungs([(left, one), (right, other)]).content | {(suit, PAIR, here.eyes)}, 1, 0)
                    for one, other in near
                    if one in self._pungs[left] and other in self._pungs[right]
                ]
        return []


def _some(number: int) -> Iterable[tuple[int, ...]]:
    return combinations(range(3), number)


def _run(suits: Sequence[int], first: int, step: int) -> Sequence[Place]:
    return [(suit, first + step * place) for place, suit in enumerate(suits)]


def _of_pungs(places: Iterable[Place]) -> Combo:
    return Combo(frozenset((suit, PUNG, rank) for suit, rank in places), 1, 0)
