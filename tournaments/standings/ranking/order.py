"""次序: the order of players, what decided it, and which places are shared."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")

LOT = "lot"
TIE_BREAKS = ("previous", "wins", "self_drawn", "penalties", "best_game")
"""Between equal totals: the better result of the stage before, more wins, more of them self-drawn, fewer points lost by
rulings, the better best game. Lots decide what is equal even then."""


class Ranking(NamedTuple, Generic[T]):
    """Best first, as parallel lists, which are fast for 2,000 players. places: own or shared · decided: the tie-break,
    or "lot", that decided among equal totals, "" for none · tied: how many share the place, equal in everything."""

    items: list[T]
    places: list[int]
    decided: list[str]
    tied: list[int]


Lots = Sequence[Sequence[int]]
"""Drawn orders, oldest first: the first that contains all of a tie decides it."""


def ranked(
    items: Sequence[T],
    *,
    keys: Callable[[T], Any],
    number: Callable[[T], int],
    breaks: Sequence[str] = (),
    lots: Lots = (),
) -> Ranking[T]:
    """Best first; `keys`: the total, or with `breaks` a tuple of it and of their values, the higher the better. Players
    equal in everything share the better place, unless a lot decides; the lower number comes first."""
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
    for start in [n for n, tied in enumerate(found.tied) if tied > 1 and found.places[n] == n + 1]:
        end = start + found.tied[start]
        order = order_by_lot([number(item) for item in found.items[start:end]], lots)
        if order:
            found.items[start:end] = sorted(found.items[start:end], key=lambda item: order.index(number(item)))
            found.places[start:end] = range(start + 1, end + 1)
            found.decided[start:end] = [LOT] * (end - start)
            found.tied[start:end] = [1] * (end - start)


def order_by_lot(numbers: Sequence[int], lots: Lots) -> Sequence[int]:
    wanted = set(numbers)
    return next((lot for lot in lots if wanted <= set(lot)), ())


def _explain(decided: list[str], known: Sequence[tuple[int, ...]], breaks: Sequence[str]) -> None:
    for n, (one, other) in enumerate(pairwise(known)):
        if one[0] != other[0] or one == other:
            continue
        word = next(breaks[k] for k, (a, b) in enumerate(zip(one[1:], other[1:], strict=True)) if a != b)
        decided[n] = decided[n] or word
        decided[n + 1] = decided[n + 1] or word


def places(totals: Sequence[Any]) -> list[int]:
    found: list[int] = []
    place, before = 0, None
    for index, total in enumerate(totals, start=1):
        if total != before:
            place, before = index, total
        found.append(place)
    return found
