"""番種 A fan is a predicate with a bilingual name and description. Its value is set per rule set. Each fan names
what it looks at (`Scope`). Its answer is remembered for each view of that kind, so it may depend on nothing else."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from scoring.reading.views import Combo

Found = int | bool | list[Combo]
"""How often a fan is present (0 = absent), or its combinations with open and concealed instances."""

View = TypeVar("View")


class Scope(Enum):
    """The part of a hand a fan looks at: the class of the argument of its function, and what the function may use of
    it."""

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
    """Requirements that make a fan possible in a hand. Without them the fan's function is not called.

    chows, pungs: how many such groups in one suit; for fans that join several suits, in how many suits there must be
        one
    eyes: whether the hand must have the pair of a basic hand
    kongs: whether it must have a kong
    pairs: how many pairs of 嚦咕 (a hand of pairs) in one suit
    """

    chows: int = 0
    pungs: int = 0
    eyes: bool = False
    kongs: bool = False
    pairs: int = 0

    def met_by(self, there: "Needs") -> bool:
        enough = there.chows >= self.chows and there.pungs >= self.pungs and there.pairs >= self.pairs
        return enough and there.eyes >= self.eyes and there.kongs >= self.kongs


NO_NEEDS = Needs()


@dataclass(frozen=True, eq=False)
class Fan:
    """番種 A scoring pattern, without its value, which each rule set gives it. A fan is equal only to itself.

    name, name_en: its name in the rule table
    zh, en: its definition in one sentence
    scope: which part of a hand it looks at
    family: the name of the module that defines it
    count: the function that looks at this part of a hand and returns how often the fan is there, or the groups that
        make it
    needs: what a hand must have for the fan to be possible
    also: fans of other scopes that count under the same name
    """

    name: str
    name_en: str
    zh: str
    en: str
    scope: Scope
    family: str
    count: Callable[[Any], Found]
    needs: Needs = NO_NEEDS
    also: tuple["Fan", ...] = ()

    def renamed(self, name: str, name_en: str = "", *, zh: str = "", en: str = "") -> "Fan":
        """同義異名 Return a copy of the fan with the name that another rule set uses, and with another definition if
        `zh` or `en` is given. The copy is not equal to this fan: use it throughout that rule set."""
        return replace(self, name=name, name_en=name_en or self.name_en, zh=zh or self.zh, en=en or self.en)

    def found_too_as(self, *others: "Fan") -> "Fan":
        """同名 Return a copy of the fan that also counts, under the same name, when a hand has one of `others`, which
        look at hands in which this fan is not possible (不搭三相逢 counts as 三相逢). The copy is not equal to this
        fan."""
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
    """番種 Return a decorator that turns a function into a fan. The function gets the part of a hand that `scope` names
    and returns how often the fan is there (a number or a truth value), or the groups that make it as a list of `Combo`.

    chows, pungs: how many such groups in one suit; for fans that join several suits, in how many suits there must be
        one
    eyes: whether the hand must have the pair of a basic hand
    kongs: whether it must have a kong
    pairs: how many pairs of 嚦咕 (a hand of pairs) in one suit

    If a hand does not have these, the function is not called.
    """
    needs = Needs(chows, pungs, eyes, kongs, pairs)

    def declare(count: Callable[[View], Found]) -> Fan:
        family = count.__module__.rpartition(".")[2]
        return Fan(name, name_en, zh, en, scope, family, count, needs)

    return declare
