"""備 Sets of groups that many hands have, and typical hands, counted at the start so that no player's hand pays for
them."""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product

from scoring.fast.packing import ONES, TRIPLES
from scoring.hand.hand import Hand
from scoring.hand.melds import CHOW, PUNG, meld
from scoring.hand.tiles import HONORS, KINDS, Tile

NUMBER = 80
_CHOWS, _GROUPS = 7, 16
_DENSE = {
    16: "334223 322433 23444 314333 303443 43433 332333 234413 344411 33443 224333 142433",
    13: "333311 31433 2444 33431 302333 13433 33332 4442",
}
"""Copies of adjacent ranks in hands that can be laid out in several ways, by the size of a hand."""


def usual_chows() -> Iterator[int]:
    """All sets of up to four chows in one suit, packed: counts of three bits by first rank."""
    for number in range(5):
        for chosen in combinations_with_replacement([1 << 3 * first for first in range(_CHOWS)], number):
            chows = sum(chosen)
            tiles = chows * TRIPLES
            if not tiles >> 2 & (tiles | tiles >> 1) & ONES:  # no tile five times
                yield chows


def usual_sets() -> Iterator[tuple[int, int | None]]:
    for ranks in [ranks for number in range(3) for ranks in combinations(range(9), number)]:
        pungs = sum([1 << rank for rank in ranks])
        for eyes in (None, *[rank for rank in range(9) if rank not in ranks]):
            yield pungs, eyes


def usual_returns() -> Iterator[list[tuple[int, bool]]]:
    """四歸 Up to three kinds: in how many groups each, concealed or not."""
    ways = [(groups, concealed) for groups in (2, 3, 4) for concealed in (False, True)]
    for number in (1, 2, 3):
        yield from map(list, combinations_with_replacement(ways, number))


def usual_shapes(melds: int) -> Iterator[dict[str, int]]:
    for pungs in range(melds + 1):
        chows = melds - pungs
        for doubled in range(chows // 2 + 1):
            yield from _returned({"eyes": 1, "chows": chows, "pungs": pungs, "doubled_chows": doubled})


def _returned(shape: dict[str, int]) -> Iterator[dict[str, int]]:
    for concealed_pungs, returns in product(range(shape["pungs"] + 1), range(4)):
        for concealed in range(returns + 1):
            yield shape | {"concealed_pungs": concealed_pungs, "returns": returns, "concealed_returns": concealed}


def usual_hands(hand_size: int) -> Iterator[Hand]:
    """Complete hands of so many tiles without the winning one: of all sorts, then dense ones of one suit."""
    for number in range(NUMBER):
        groups = [_group(number, place) for place in range(hand_size // 3)]
        pair = 11 * number % KINDS
        tiles = [tile for kind, first in groups for tile in meld(kind, first).tiles] + [pair, pair]
        if all(tiles.count(tile) <= 4 for tile in tiles):
            yield _hand(number, groups, pair)
    for number, copies in enumerate(_DENSE.get(hand_size, "").split()):
        low = 9 * (number % 3) + number % 4
        held = [low + rank for rank, times in enumerate(copies) for _ in range(int(times))]
        winning = held.pop(7 * number % len(held))
        yield Hand(held, winning, self_draw=number % 3 < 1, seat=number % 4, round=number // 4 % 4)


def _group(number: int, place: int) -> tuple[str, Tile]:
    if (number + place) % 9 == 8:
        return PUNG, HONORS + (number + 2 * place) % 7
    suit = number % 3 if number % 4 == 3 else (number + place) % 3
    group = (5 * number + 3 * place * place + 2 * place) % _GROUPS
    return (CHOW, 9 * suit + group) if group < _CHOWS else (PUNG, 9 * suit + group - _CHOWS)


def _hand(number: int, groups: list[tuple[str, Tile]], pair: Tile) -> Hand:
    claimed = (0, 0, 1, 0, 2, 1, 3)[number % 7]
    melds = tuple([meld(kind, tile) for kind, tile in groups[:claimed]])
    held = [tile for kind, first in groups[claimed:] for tile in meld(kind, first).tiles] + [pair, pair]
    winning = held.pop(5 * number % len(held))
    return Hand(held, winning, self_draw=number % 5 < 2, seat=number % 4, round=number // 4 % 4, melds=melds)
