"""Complete hands from a seeded generator, in a form that belongs to no library; the same seed deals the same hands.

*mixed*: 60 % chows, 40 % pungs over all suits and honours, concealed. *called*: the same with melds called, and kongs,
one pung in eight. *flush*: one suit, concealed. *worst*: the one-suit hands with the most ways to be laid out.
*special*: 嚦咕 of a few kinds, which often reads as five melds too, 十三么 and 十六不搭. *unready*: sixteen tiles as
they come, of one suit, or near 十六不搭.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle
from random import Random
from typing import NamedTuple

HONORS = 27
ALL = tuple(range(34))
ORPHANS = (0, 8, 9, 17, 18, 26, *range(HONORS, 34))
CLAIMED_MELDS = (0, 0, 0, 1, 1, 2, 3)
KONGS = 1 / 8


class Group(NamedTuple):
    """順子, 刻子, 槓子: its lowest tile (0–8 萬, 9–17 筒, 18–26 索, 27–33 番子) and whether it lies open."""

    kind: str
    tile: int
    claimed: bool

    @property
    def tiles(self) -> tuple[int, ...]:
        if self.kind == "chow":
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * (4 if self.kind == "kong" else 3)


class Dealt(NamedTuple):
    """A complete hand: melds that lie beside it, tiles held (the winning one besides), how and where it was won."""

    melds: tuple[Group, ...]
    held: tuple[int, ...]
    winning: int
    self_draw: bool
    seat: int
    round: int


def mixed(seed: int, count: int, melds: int) -> list[Dealt]:
    """`count` different concealed hands of so many melds and a pair."""
    random = Random(seed)
    return _different(count, lambda: _hand(random, melds, ALL))


def called(seed: int, count: int, melds: int) -> list[Dealt]:
    """`count` different hands with melds called and with kongs."""
    random = Random(seed)
    return _different(count, lambda: _hand(random, melds, ALL, random.choice(CLAIMED_MELDS), KONGS))


def flush(seed: int, count: int, melds: int) -> list[Dealt]:
    """`count` different concealed hands of one suit."""
    random = Random(seed)
    return _different(count, lambda: _hand(random, melds, _suit(random)))


def worst(seed: int, count: int, melds: int, out_of: int) -> list[Dealt]:
    """Of `out_of` flushes the `count` with the most ways to be laid out."""
    dealt = flush(seed, out_of, melds)
    return sorted(dealt, key=lambda hand: -ways(hand))[:count]


def special(seed: int, count: int) -> list[Dealt]:
    """`count` different concealed hands of 17 tiles in special shapes, as many of each."""
    random = Random(seed)
    shapes = cycle((_pairs, _orphans, _unrelated))
    return _different(count, lambda: _won(random, (), _fitting(random, next(shapes))))


def unready(seed: int, count: int) -> list[Dealt]:
    """`count` different hands of sixteen tiles before their draw, as many of each sort."""
    sorts = cycle((_any, _flush, _apart))
    random = Random(seed)
    return _different(count, lambda: _won(random, (), _fitting(random, next(sorts))))


def _any(random: Random) -> list[int]:
    return random.sample(ALL * 4, 17)


def _flush(random: Random) -> list[int]:
    return random.sample(_suit(random) * 4, 17)


def _apart(random: Random) -> list[int]:
    """Near 十六不搭: five of its tiles are others."""
    return [*random.sample(_unrelated(random), 12), *random.sample(ALL, 5)]


def _pairs(random: Random) -> list[int]:
    """七對 and a triplet, of one suit or of few ranks."""
    kinds = random.choice([_suit(random), [suit + rank for suit in (0, 9, 18) for rank in range(4)]])
    return [*(tile for _pair in range(7) for tile in [random.choice(kinds)] * 2), *[random.choice(kinds)] * 3]


def _orphans(random: Random) -> list[int]:
    return [*ORPHANS, random.choice(ORPHANS), *_group(random, ALL, False, 0).tiles]


def _unrelated(random: Random) -> list[int]:
    ranks = [random.choice([(0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8)]) for _suit in range(3)]
    tiles = [*range(HONORS, 34), *(9 * suit + rank for suit, chosen in enumerate(ranks) for rank in chosen)]
    return [*tiles, random.choice(tiles)]


def _fitting(random: Random, shape: Callable[[Random], list[int]]) -> list[int]:
    """Tiles of a shape, no kind five times."""
    while True:
        tiles = shape(random)
        if all(tiles.count(tile) <= 4 for tile in tiles):
            return tiles


def _suit(random: Random) -> tuple[int, ...]:
    first = 9 * random.randrange(3)
    return tuple(range(first, first + 9))


def _different(count: int, deal: Callable[[], Dealt | None]) -> list[Dealt]:
    found: dict[Dealt, None] = {}
    while len(found) < count:
        hand = deal()
        if hand is not None:
            found[hand] = None
    return list(found)


def _hand(random: Random, melds: int, kinds: tuple[int, ...], claimed: int = 0, kongs: float = 0) -> Dealt | None:
    """One hand, or None when more than four of a kind came together. `kongs`: the share of pungs that are kongs."""
    groups = [_group(random, kinds, place < claimed, kongs) for place in range(melds)]
    pair = random.choice(kinds)
    tiles = [tile for group in groups for tile in group.tiles]
    if any([*tiles, pair, pair].count(tile) > 4 for tile in {*tiles, pair}):
        return None
    beside = tuple(group for group in groups if group.claimed or group.kind == "kong")
    return _won(
        random, beside, [tile for group in groups if group not in beside for tile in group.tiles] + [pair, pair]
    )


def _won(random: Random, melds: tuple[Group, ...], tiles: list[int]) -> Dealt:
    """A hand of these tiles, won with one of them that is held."""
    held = sorted(tiles)
    winning = held.pop(random.randrange(len(held)))
    return Dealt(melds, tuple(held), winning, random.random() < 0.4, random.randrange(4), random.randrange(4))


def _group(random: Random, kinds: tuple[int, ...], claimed: bool, kongs: float) -> Group:
    if random.random() < 0.6:
        return Group("chow", random.choice([tile for tile in kinds if tile < HONORS and tile % 9 < 7]), claimed)
    kong = kongs > 0 and random.random() < kongs
    return Group("kong" if kong else "pung", random.choice(kinds), claimed)


def also_pairs(hand: Dealt) -> bool:
    """Whether a hand of 17 tiles can be read as seven pairs and a triplet."""
    tiles = (*hand.held, hand.winning)
    copies = [tiles.count(tile) for tile in set(tiles)]
    return not hand.melds and 1 not in copies and copies.count(3) == 1


def ways(hand: Dealt) -> int:
    """How many ways there are to lay the concealed tiles of a one-suit hand out as melds and a pair."""
    counts = [0] * 9
    for tile in (*hand.held, hand.winning):
        counts[tile % 9] += 1
    return _ways(tuple(counts), True)


@cache
def _ways(counts: tuple[int, ...], pair_due: bool) -> int:
    rank = next((rank for rank, number in enumerate(counts) if number), None)
    if rank is None:
        return not pair_due
    return sum(_ways(left, due) for left, due in _laid(counts, rank, pair_due))


def _laid(counts: tuple[int, ...], rank: int, pair_due: bool) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Use up the lowest rank: perhaps a pung, perhaps the pair, chows for the rest."""
    for pung in (0, 3):
        for pair in (0, 2) if pair_due else (0,):
            chows = counts[rank] - pung - pair
            if chows == 0 or (chows > 0 and rank < 7 and min(counts[rank + 1 : rank + 3]) >= chows):
                left = _less(counts, rank, counts[rank])
                for other in (rank + 1, rank + 2) if chows else ():
                    left = _less(left, other, chows)
                yield left, pair_due and not pair


def _less(counts: tuple[int, ...], rank: int, number: int) -> tuple[int, ...]:
    return (*counts[:rank], counts[rank] - number, *counts[rank + 1 :])
