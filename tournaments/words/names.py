"""誰: the names of those at a table. Points are a seat's, rulings and cards are a person's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from django.utils.translation import pgettext

from scoring import RuleSet

_END = 2**31
"""After every act of a hand."""


@dataclass(frozen=True)
class Sat:
    """替補 of a seat: the name, and from which hand they sit there; in that hand from what came after act `act` on."""

    name: str
    since: int
    act: int = 0


@dataclass(frozen=True)
class Names:
    """The names of the four by seat, with the rules of their game.

    Points are a seat's, under the name of who began the game; a ruling and a card are those of who sat there then.
    `sat`: substitutes by seat · `late`: the seats in which they are meant.
    """

    names: Sequence[str]
    rules: RuleSet
    sat: Mapping[int, Sat] = field(default_factory=dict)
    late: frozenset[int] = frozenset()

    def at(self, hand: int, act: int | None = None) -> Self:
        """The words for what was ruled in this hand, by this act (None: as of its end)."""
        if not self.sat:
            return self
        late = (seat for seat, one in self.sat.items() if (hand, _END if act is None else act) > (one.since, one.act))
        return replace(self, late=frozenset(late))

    def name(self, seat: int | None) -> str:
        """The player at a seat; nobody is the house."""
        return pgettext("points", "大會") if seat is None else self.names[seat]

    def person(self, seat: int) -> str:
        """Who sits in a seat."""
        return self.sat[seat].name if seat in self.late else self.names[seat]
