"""搬風: the same four never keep their order round the table when they meet again (tw-sixteen 搬風).

Only the neighbours matter, not the first winds.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations

Cycle = tuple[int, ...]


def cycle(four: Sequence[int]) -> Cycle:
    """The order round the table in one form, independent of the first seat."""
    first = four.index(min(four))
    return (*four[first:], *four[:first])


class Orders:
    def __init__(self, rounds: Iterable[Iterable[Sequence[int]]] = ()) -> None:
        self._last: dict[frozenset[int], Cycle] = {}
        self._winds: Counter[tuple[int, int]] = Counter()
        for tables in rounds:
            for four in tables:
                self.sat(four)

    def sat(self, four: Sequence[int]) -> None:
        self._last[frozenset(four)] = cycle(four)
        self._winds.update((player, wind) for wind, player in enumerate(four))

    def kept_by(self, four: Sequence[int]) -> bool:
        return self._last.get(frozenset(four)) == cycle(four)

    def drawn_again(self, four: Sequence[int]) -> list[int]:
        """The order of these four: the given one unless they have sat together before; then another than the last time,
        with the winds that they had least."""
        if frozenset(four) not in self._last:
            return list(four)

        def worth(order: Sequence[int]) -> tuple[int, bool]:
            return sum(self._winds[player, wind] for wind, player in enumerate(order)), order != list(four)

        others = [list(order) for order in permutations(four) if not self.kept_by(order)]
        return min(others, key=worth)
