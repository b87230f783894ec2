"""編位設計: rounds for 4 × n players in which no two meet twice.

Three kinds, the one with the most rounds first:

- **Stored** (`designs.json`): one round found by search; the others follow by moving three layers of m places on by one
  while the other players stay; 32 players have ten published rounds (Aguado). Nearly all reach the maximum: with three
  opponents a round there are at most (players − 1) / 3.
- **By a field.** The players are divided into four groups of n. Each table seats one of each group; from round to round
  three of the groups move on by different steps, so that any two players of different groups meet exactly once in n
  rounds. It works if n is a product of prime powers that are four or more each (4, 5, 7, 8, 9, 11 …): the steps are
  taken in the field of that size, so that no two players ever meet again.
- **By steps of 1, 2 and 3** around the n tables, for as many rounds as no two players meet again: n, or only half of
  it if n is even, or a third if n is a multiple of three.

In the last two, two players of one group never meet: each group suits a large club. If n is a multiple of four, one
more round seats each group by itself.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any

Tables = list[list[int]]

GROUPS = 4
_LAYERS = 3
_SMALLEST_FIELD = 4
_LARGEST_FIELD = 64
"""In larger fields, designs by steps already give more rounds than any event plays."""
_FILE = Path(__file__).parent / "designs.json"


@dataclass(frozen=True)
class Design:
    name: str
    rounds: int
    round_at: Callable[[int], Tables]


def designs_for(tables: int) -> list[Design]:
    """Return the designs for so many tables; none below four, where some must meet again in the second round."""
    if tables < GROUPS:
        return []
    found = [*_written_down(GROUPS * tables), *_by_field(tables), *_by_steps(tables)]
    return sorted(found, key=lambda design: -design.rounds)


@cache
def _written() -> dict[str, dict[str, Any]]:
    known: dict[str, dict[str, Any]] = json.loads(_FILE.read_text())["designs"]
    return known


def _written_down(players: int) -> Iterator[Design]:
    known = _written().get(str(players), {})
    match known:
        case {"base": base, "m": size, "rounds": rounds}:
            yield Design("base", rounds, partial(_moved, base, size))
        case {"explicit": rounds}:
            yield Design("explicit", len(rounds), rounds.__getitem__)


def _moved(base: Tables, size: int, by: int) -> Tables:
    return [
        [place - place % size + (place % size + by) % size if place < _LAYERS * size else place for place in table]
        for table in base
    ]


def _by_steps(tables: int) -> Iterator[Design]:
    """Seat at table t in round r one of each group g = 0 … 3: the (t + g × r)-th. Two of different groups meet again
    after d rounds only if one, two or three times d is a multiple of the number of tables."""
    rounds = tables // (3 if tables % 3 == 0 else 2 if tables % 2 == 0 else 1)
    groups = range(GROUPS)

    def round_at(number: int) -> Tables:
        return [[group * tables + (table + group * number) % tables for group in groups] for table in range(tables)]

    yield from _with_groups("steps", tables, rounds, round_at)


def _with_groups(name: str, tables: int, rounds: int, round_at: Callable[[int], Tables]) -> Iterator[Design]:
    """Yield rounds in which players of one group do not meet; and one more if the groups fill tables of their own."""
    yield Design(name, rounds, round_at)
    if tables % GROUPS:
        return

    def or_groups(number: int) -> Tables:
        if number < rounds:
            return round_at(number)
        return [list(range(start, start + GROUPS)) for start in range(0, GROUPS * tables, GROUPS)]

    yield Design(f"{name} and groups", rounds + 1, or_groups)


def _by_field(tables: int) -> Iterator[Design]:
    powers = _prime_powers(tables)
    if tables > _LARGEST_FIELD or min(prime**power for prime, power in powers) < _SMALLEST_FIELD:
        return
    fields = [_Field(prime, power) for prime, power in powers]
    values = list(product(*[range(field.size) for field in fields]))
    place = {value: index for index, value in enumerate(values)}

    def player(group: int, value: tuple[int, ...], moved: tuple[int, ...]) -> int:
        """Return a group's player at table `value` in round `moved`: step × value + moved; the first does not move."""
        if group == 0:
            return place[value]
        parts = zip(fields, value, moved, strict=True)
        return group * tables + place[tuple([field.add(field.times_step(group, v), m) for field, v, m in parts])]

    def round_at(number: int) -> Tables:
        return [[player(group, value, values[number]) for group in range(GROUPS)] for value in values]

    yield from _with_groups("field", tables, tables, round_at)


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
    """體: the finite field of prime ** power elements, numbered by their digits to the base of the prime."""

    def __init__(self, prime: int, power: int) -> None:
        self.prime, self.power, self.size = prime, power, prime**power
        if power == 1:
            candidates = [partial(self._times, unit) for unit in range(1, prime)]
        else:
            candidates = [partial(self._times_x, rule) for rule in product(range(prime), repeat=power)]
        self._powers = next(powers for times in candidates if (powers := self._cycle(times)))
        self._exponent = {value: exponent for exponent, value in enumerate(self._powers)}

    def add(self, one: int, other: int) -> int:
        digits = zip(self._digits(one), self._digits(other), strict=True)
        return self._number([(a + b) % self.prime for a, b in digits])

    def times_step(self, step: int, value: int) -> int:
        """Multiply by the generator to the power `step` - 1: three different factors for steps 1 to 3, none zero."""
        return self._powers[(self._exponent[value] + step - 1) % (self.size - 1)] if value else 0

    def _cycle(self, times: Callable[[int], int]) -> list[int]:
        """Return the powers of a candidate if they are all elements but zero, each once; else an empty list."""
        found = [1]
        while len(found) < self.size and (value := times(found[-1])) not in (0, 1):
            found.append(value)
        return found if len(set(found)) == len(found) == self.size - 1 else []

    def _times(self, unit: int, value: int) -> int:
        return unit * value % self.prime

    def _times_x(self, rule: Sequence[int], value: int) -> int:
        """Multiply a polynomial by x, where x ** power is given by the rule."""
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
