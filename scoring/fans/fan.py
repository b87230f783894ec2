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
    """What a fan looks at: the class of its argument, and which part of it the fan may use."""

    WIN = "scoring.hand.circumstances.Winning: how, when and with which claims it was won"
    FLOWERS = "scoring.reading.views.Flowers"
    SUIT_CHOWS = "scoring.reading.suit.Suit: the chows of one suit"
    SUIT_SETS = "scoring.reading.suit.Suit: triplets, kongs and the pair of one suit"
    HONOR_SETS = "scoring.reading.suit.Suit: triplets, kongs and the pair of winds and dragons"
    ANY_SETS = "scoring.reading.suit.Suit: triplets, kongs and the pair of one suit or of the honours"
    RETURNS = "scoring.reading.suit.Suit: kinds of which the hand has all four copies, and in how many groups they are"
    PROFILE = "scoring.reading.views.TileProfile: which tiles and sorts of groups the whole hand is made of"
    SHAPE = "scoring.reading.views.Shape: how many groups of which sort"
    CHOWS = "scoring.reading.suit.Across: chows of different suits"
    PUNGS = "scoring.reading.suit.Across: ranks of triplets and of the pair in different suits"
    JOINED = "scoring.reading.layout.Layout: the chows or the suited triplets that it joins, equal ones numbered"
    LAYOUT = "scoring.reading.layout.Layout: every tile and group of the whole hand"
    WAIT = "scoring.reading.views.Wait"
    FINISH = "scoring.reading.views.Finish: the profile of the whole hand and the wait together"
    TOTAL = "scoring.reading.views.Total: everything else that was counted"
    SETTLEMENT = "nothing: it depends on who pays and is counted with the payment, never in the hand"


class Needs(NamedTuple):
    """What a hand must have for a fan to be possible; without it the fan's function is not called.

    chows, pungs: how many such groups in one suit; for fans across suits, how many suits with one
    eyes: the pair of a basic hand
    kongs: a kong
    pairs: how many pairs of 嚦咕 in one suit
    """

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
    """番種 A pattern that counts. Two fans are equal only if they are the same object.

    name, name_en: its name in the rule table
    zh, en: its definition in one sentence
    scope: what it looks at
    family: the module that declares it
    count: finds it in such a view
    needs: what a hand must have for it to be possible
    also: fans of other scopes that count as this line of the table
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
        """同義異名 Return the fan under its name in another rule set, and with another definition if `zh` or `en` is
        given. The result is not equal to this fan: use the new object throughout that rule set."""
        return replace(self, name=name, name_en=name_en or self.name_en, zh=zh or self.zh, en=en or self.en)

    def found_too_as(self, *others: Fan) -> Fan:
        """同名 Return the fan so that `others` count as the same line of the table, in hands where this one is not
        possible (不搭三相逢 counts as 三相逢). The result is not equal to this fan, as with `renamed`."""
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
    """番種 Decorator that makes a function of a view a fan. For the keyword arguments see `Needs`."""
    needs = Needs(chows, pungs, eyes, kongs, pairs)

    def declare(count: Callable[[View], Found]) -> Fan:
        family = count.__module__.rpartition(".")[2]
        return Fan(name, name_en, zh, en, scope, family, count, needs)

    return declare
