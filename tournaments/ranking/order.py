"""次序: who is before whom, what decided it, and which places are shared."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Generic, TypeVar

T = TypeVar("T")

LOT = "lot"
TIE_BREAKS = ("previous", "wins", "self_drawn", "penalties", "best_game")
"""What may decide between equal totals: the better result of the stage before, more wins, more of them self-drawn,
fewer points lost by rulings, the better best game. Lots decide what is equal even then."""


@dataclass(slots=True)
class Ranked(Generic[T]):
    """One place. `decided`: which tie-break, or "lot", put it where it is among equal totals; "" none did.

    `tied`: how many share the place, in everything that could decide.
    """

    item: T
    place: int
    decided: str = ""
    tied: int = 1


Lots = Sequence[Sequence[int]]
"""Orders that were drawn, in the order in which they were drawn: the first that has all of a tie decides it."""


def ranked(
    items: Sequence[T],
    *,
    keys: Callable[[T], tuple[int, ...]],
    number: Callable[[T], int],
    breaks: Sequence[str] = (),
    lots: Lots = (),
) -> list[Ranked[T]]:
    """Best first; `keys`: the total, then a value for each of `breaks`, the higher the better.

    Who is equal in everything shares the better place, unless a lot decides; among them the lower number stands first.
    """
    # Sorting is stable, backwards too: equal keys stay in the order of their numbers.
    inorder = sorted(sorted(items, key=number), key=keys, reverse=True)
    found: list[Ranked[T]] = []
    for _key, group in groupby(inorder, key=keys):
        found += _group(list(group), len(found) + 1, number, lots)
    if breaks:
        _explain(found, {number(item): keys(item) for item in items}, number, breaks)
    return found


def _group(group: list[T], place: int, number: Callable[[T], int], lots: Lots) -> list[Ranked[T]]:
    if len(group) > 1:
        order = order_by_lot([number(item) for item in group], lots)
        if order:
            group.sort(key=lambda item: order.index(number(item)))
            return [Ranked(item, place + n, LOT) for n, item in enumerate(group)]
    return [Ranked(item, place, "", len(group)) for item in group]


def order_by_lot(numbers: Sequence[int], lots: Lots) -> Sequence[int]:
    """The first lot in which all of these were; nothing where there is none."""
    wanted = set(numbers)
    return next((lot for lot in lots if wanted <= set(lot)), ())


def _explain(
    found: Sequence[Ranked[T]], known: dict[int, tuple[int, ...]], number: Callable[[T], int], breaks: Sequence[str]
) -> None:
    """Say of each who has the total of a neighbour what put them apart."""
    for upper, lower in pairwise(found):
        one, other = known[number(upper.item)], known[number(lower.item)]
        if one[0] != other[0] or one == other:
            continue
        word = next(breaks[n] for n, (a, b) in enumerate(zip(one[1:], other[1:], strict=True)) if a != b)
        upper.decided = upper.decided or word
        lower.decided = lower.decided or word


def places(totals: Sequence[int]) -> list[int]:
    """Places of totals in the order of the ranking: equal ones share the better place."""
    found: list[int] = []
    place, before = 0, None
    for index, total in enumerate(totals, start=1):
        if total != before:
            place, before = index, total
        found.append(place)
    return found
