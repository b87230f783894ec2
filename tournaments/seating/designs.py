"""編位設計: rounds for 4 × n players in which nobody meets anybody twice, where such rounds can be constructed.

The players are cut into four groups of n. Each table seats one of each group; from round to round three of the groups
move on by different steps, so that any two players of different groups meet exactly once in n rounds. It works where n
is made of powers of primes that are four or more each (4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 20 …): the steps are taken in
the field of that size, so that no two of them ever meet again. Two players of one group never meet; where n is a
multiple of four, one more round seats each group by itself.

For 6 and 7 tables there are better ones: one round, found by search, from which all others follow by moving three
groups of 7 or 9 on by one, all by the same step, while the other players stay. With 7 tables everybody meets everybody.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import product

Tables = list[list[int]]
"""Places 0 … 4n − 1 by table."""

GROUPS = 4
_SMALLEST_FIELD = 4


@cache
def designed_rounds(tables: int) -> tuple[Tables, ...]:
    """All rounds of the design for so many tables, as many as there are tables and perhaps one more; none if no design
    is known here."""
    if tables in _CYCLIC:
        return _cyclic_rounds(*_CYCLIC[tables])
    powers = _prime_powers(tables)
    if not powers or min(prime**power for prime, power in powers) < _SMALLEST_FIELD:
        return ()
    fields = [_Field(prime, power) for prime, power in powers]
    values = list(product(*[range(field.size) for field in fields]))
    place = {value: index for index, value in enumerate(values)}
    rounds = [
        [[_place(fields, place, group, value, moved, tables) for group in range(GROUPS)] for value in values]
        for moved in values
    ]
    if tables % GROUPS == 0:
        everybody = list(range(GROUPS * tables))
        rounds.append([everybody[start : start + GROUPS] for start in range(0, len(everybody), GROUPS)])
    return tuple(rounds)


_CYCLIC = {
    6: (7, "a2b3c5x0 a4b1c2x2 a0b2c6x1 a3a5a6c0 a1b0b4b6 b5c1c3c4"),
    7: (9, "a5b1c2x0 a2a8c6c7 a3a7b0b2 a0a1c1c3 a4a6b4b7 b3b8c5c8 b5b6c0c4"),
}
"""By the number of tables: how many each moving group (a, b, c) has, and the first round; x stay where they are."""


def _cyclic_rounds(size: int, first: str) -> tuple[Tables, ...]:
    tables = [list(zip(table[::2], map(int, table[1::2]), strict=True)) for table in first.split()]
    return tuple(
        [
            [
                3 * size + number if group == "x" else size * "abc".index(group) + (number + moved) % size
                for group, number in table
            ]
            for table in tables
        ]
        for moved in range(size)
    )


Value = tuple[int, ...]


def _place(
    fields: Sequence["_Field"], place: dict[Value, int], group: int, value: Value, moved: Value, tables: int
) -> int:
    """Who of a group sits at the table `value` in the round `moved`: step × value + moved; the first group stays."""
    if group == 0:
        return place[value]
    there = tuple([field.add(field.times_step(group, v), m) for field, v, m in zip(fields, value, moved, strict=True)])
    return group * tables + place[there]


def _prime_powers(number: int) -> list[tuple[int, int]]:
    found = []
    prime = 2
    while number > 1:
        power = 0
        while number % prime == 0:
            number //= prime
            power += 1
        if power:
            found.append((prime, power))
        prime += 1
    return found


class _Field:
    """體 The field of prime ** power elements, numbered 0 … size − 1 by their digits to the base of the prime."""

    def __init__(self, prime: int, power: int) -> None:
        self.prime, self.power, self.size = prime, power, prime**power
        self._powers = self._of_generator()
        self._exponent = {value: exponent for exponent, value in enumerate(self._powers)}

    def add(self, one: int, other: int) -> int:
        """Digit by digit."""
        digits = zip(self._digits(one), self._digits(other), strict=True)
        return self._number([(a + b) % self.prime for a, b in digits])

    def times_step(self, step: int, value: int) -> int:
        """The value times the step-th of three elements that are neither zero nor equal."""
        return self._powers[(self._exponent[value] + step - 1) % (self.size - 1)] if value else 0

    def _of_generator(self) -> list[int]:
        """The powers of an element that has all others but zero among them."""
        if self.power == 1:
            candidates = [partial(self._times, unit) for unit in range(1, self.prime)]
        else:
            candidates = [partial(self._times_x, rule) for rule in product(range(self.prime), repeat=self.power)]
        return next(powers for times in candidates if (powers := self._cycle(times)))

    def _cycle(self, times: Callable[[int], int]) -> list[int]:
        """1 multiplied again and again, if that meets everything but zero once before it comes back; else nothing."""
        found = [1]
        while len(found) < self.size and (value := times(found[-1])) not in (0, 1):
            found.append(value)
        return found if len(set(found)) == len(found) == self.size - 1 else []

    def _times(self, unit: int, value: int) -> int:
        return unit * value % self.prime

    def _times_x(self, rule: Sequence[int], value: int) -> int:
        """A polynomial times x, where x ** power is what the rule says."""
        *low, top = self._digits(value)
        return self._number([(a + top * b) % self.prime for a, b in zip([0, *low], rule, strict=True)])

    def _digits(self, value: int) -> list[int]:
        digits = []
        for _ in range(self.power):
            value, digit = divmod(value, self.prime)
            digits.append(digit)
        return digits

    def _number(self, digits: Sequence[int]) -> int:
        number = 0
        for digit in reversed(digits):
            number = number * self.prime + digit
        return number
