"""次序: who is before whom, what decided it, and which places are shared."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")

LOT = "lot"
TIE_BREAKS = ("previous", "wins", "self_drawn", "penalties", "best_game")
"""What may decide between equal totals: the better result of the stage before, more wins, more of them self-drawn,
fewer points lost by rulings, the better best game. Lots decide what is equal even then."""


class Ranking(NamedTuple, Generic[T]):
    """Best first; the lists lie beside one another: 2,000 players are ranked while phones wait.

    places: theirs or shared · decided: which tie-break, or "lot", put them there among equal totals; "" none did ·
    tied: how many share the place, in everything that could decide.
    """

    items: list[T]
    places: list[int]
    decided: list[str]
    tied: list[int]


Lots = Sequence[Sequence[int]]
"""Orders that were drawn, in the order in which they were drawn: the first that has all of a tie decides it."""


def ranked(
    items: Sequence[T],
    *,
    keys: Callable[[T], Any],
    number: Callable[[T], int],
    breaks: Sequence[str] = (),
    lots: Lots = (),
) -> Ranking[T]:
    """Best first; `keys`: the total, or with `breaks` a tuple of it and of their values, the higher the better.

    Who is equal in everything shares the better place, unless a lot decides; among them the lower number stands first.
    """
    # Sorting is stable, backwards too: equal keys stay in the order of their numbers.
    inorder = sorted(sorted(items, key=number), key=keys, reverse=True)
    known = list(map(keys, inorder))
    sharing = Counter(known)
    tied = [sharing[key] for key in known]
    found = Ranking(inorder, places(known), [""] * len(inorder), tied)
    if lots:
        _draw(found, number, lots)
    if breaks:
        _explain(found.decided, known, breaks)
    return found


def _draw(found: Ranking[T], number: Callable[[T], int], lots: Lots) -> None:
    """Let lots decide between those who share a place."""
    for start in [n for n, tied in enumerate(found.tied) if tied > 1 and found.places[n] == n + 1]:
        end = start + found.tied[start]
        order = order_by_lot([number(item) for item in found.items[start:end]], lots)
        if order:
            found.items[start:end] = sorted(found.items[start:end], key=lambda item: order.index(number(item)))
            found.places[start:end] = range(start + 1, end + 1)
            found.decided[start:end] = [LOT] * (end - start)
            found.tied[start:end] = [1] * (end - start)


def order_by_lot(numbers: Sequence[int], lots: Lots) -> Sequence[int]:
    """The first lot in which all of these were; nothing where there is none."""
    wanted = set(numbers)
    return next((lot for lot in lots if wanted <= set(lot)), ())


def _explain(decided: list[str], known: Sequence[tuple[int, ...]], breaks: Sequence[str]) -> None:
    """Say of each who has the total of a neighbour what put them apart. `known`: their keys."""
    for n, (one, other) in enumerate(pairwise(known)):
        if one[0] != other[0] or one == other:
            continue
        word = next(breaks[k] for k, (a, b) in enumerate(zip(one[1:], other[1:], strict=True)) if a != b)
        decided[n] = decided[n] or word
        decided[n + 1] = decided[n + 1] or word


def places(totals: Sequence[Any]) -> list[int]:
    """Places of totals in the order of the ranking: equal ones share the better place."""
    found: list[int] = []
    place, before = 0, None
    for index, total in enumerate(totals, start=1):
        if total != before:
            place, before = index, total
        found.append(place)
    return found
