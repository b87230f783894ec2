"""番種 A fan is a predicate with a bilingual name and description. Its value is set per rule set. Each fan names
what it looks at (`Scope`). Its answer is remembered for each view of that kind, so it may depend on nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from scoring.reading.views import Combo

Found = int | bool | list[Combo]
"""How often a fan is present (0 = absent), or its combinations with open and concealed instances."""

View = TypeVar("View")


class Scope(Enum):
    """What a fan is a function of: the type of its argument, and what of that the fan may use."""

    WIN = "scoring.hand.circumstances.Winning: how, when and with which claims it was won"
    FLOWERS = "scoring.reading.views.Flowers"
    SUIT_CHOWS = "scoring.reading.suit.Suit: the chows of one suit"
    SUIT_SETS = "scoring.reading.suit.Suit: triplets, kongs and the pair of one suit"
    HONOR_SETS = "scoring.reading.suit.Suit: triplets, kongs and the pair of winds and dragons"
    ANY_SETS = "scoring.reading.suit.Suit: triplets, kongs and the pair of one suit or of the honours"
    RETURNS = "scoring.reading.suit.Suit: in how many groups kinds lie of which four copies are held, concealed or not"
    PROFILE = "scoring.reading.views.TileProfile: which tiles and sorts of groups the whole hand is made of"
    SHAPE = "scoring.reading.views.Shape: how many groups of which sort"
    CHOWS = "scoring.reading.suit.Across: chows of different suits"
    PUNGS = "scoring.reading.suit.Across: how ranks of triplets and the pair of different suits lie to each other"
    JOINED = "scoring.reading.layout.Layout: the chows or the suited triplets that it joins, equal ones told apart"
    LAYOUT = "scoring.reading.layout.Layout: every tile and group of the whole hand"
    WAIT = "scoring.reading.views.Wait"
    FINISH = "scoring.reading.views.Finish: the profile of the whole hand and the wait together"
    TOTAL = "scoring.reading.views.Total: everything else that was counted"
    SETTLEMENT = "nothing: it depends on who pays and is counted with the payment, never in the hand"


class Needs(NamedTuple):
    """What a fan cannot do without; where it is missing the fan is not asked. `chows`, `pungs`: so many groups of
    one part, or so many suits that have some · `eyes`: the basic hand's pair · `kongs`: a kong · `pairs`: so many
    pairs of 嚦咕 in one part."""

    chows: int = 0
    pungs: int = 0
    eyes: bool = False
    kongs: bool = False
    pairs: int = 0

    def met_by(self, there: Needs) -> bool:
        enough = there.chows >= self.chows and there.pungs >= self.pungs and there.pairs >= self.pairs
        return enough and there.eyes >= self.eyes and there.kongs >= self.kongs


NO_NEEDS = Needs()


@dataclass(frozen=True, eq=False)
class Fan:
    """番種 `count(view)` finds it. Two fans are the same only if they are one object.

    `zh`, `en`: its definition in one sentence · `family`: the module that declares it · `also`: fans of other scopes
    that count on the same line of the table.
    """

    name: str
    name_en: str
    zh: str
    en: str
    scope: Scope
    family: str
    count: Callable[[Any], Found]
    needs: Needs = NO_NEEDS
    also: tuple[Fan, ...] = ()

    def renamed(self, name: str, name_en: str = "", *, zh: str = "", en: str = "") -> Fan:
        """同義異名 The same fan under its name in another rule set; `zh`, `en` only where the description
        differs too. The result is a fan of its own: what a rule set removes or contains must name this object."""
        return replace(self, name=name, name_en=name_en or self.name_en, zh=zh or self.zh, en=en or self.en)

    def found_too_as(self, *others: Fan) -> Fan:
        """同名 The same line of the table, found by `others` in hands where this one cannot be (不搭三相逢 is
        三相逢). The result is a fan of its own, as with `called`."""
        return replace(self, also=others)

    def __repr__(self) -> str:
        return f"<Fan {self.name}>"


def fan(
    name: str,
    name_en: str,
    scope: Scope,
    zh: str,
    en: str,
    *,
    chows: int = 0,
    pungs: int = 0,
    eyes: bool = False,
    kongs: bool = False,
    pairs: int = 0,
) -> Callable[[Callable[[View], Found]], Fan]:
    """番種 Turn the decorated function into a fan. Keywords: see `Needs`."""
    needs = Needs(chows, pungs, eyes, kongs, pairs)

    def declare(count: Callable[[View], Found]) -> Fan:
        family = count.__module__.rpartition(".")[2]
        return Fan(name, name_en, zh, en, scope, family, count, needs)

    return declare
