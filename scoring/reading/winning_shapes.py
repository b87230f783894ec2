"""食糊形 The shapes in which a hand wins, as data, and every way to read a hand in one of them. A shape says which
tiles are lone (十三么, 十六不搭) and what all others make: melds and a pair, or pairs and triplets."""

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations, permutations, product
from typing import NamedTuple

from scoring.hand.hand import Hand
from scoring.hand.melds import CHOW, CONCEALED_KONG, KNITTED, LONE, PAIR, PUNG, Group, Meld
from scoring.hand.tiles import HONORS, KINDS, SUIT_OF, WRITTEN, Tile
from scoring.reading import views

Copies = tuple[int, ...]
"""Tiles by rank: nine numbers for a suit, seven for the honours."""


class Decomposition(NamedTuple):
    """排法 `chows`: the first rank of each, ascending · `pungs`, `pairs`: their ranks."""

    chows: tuple[int, ...] = ()
    pungs: tuple[int, ...] = ()
    pairs: tuple[int, ...] = ()

    def groups(self, first: Tile) -> tuple[Group, ...]:
        return (
            *[Group(CHOW, first + rank) for rank in self.chows],
            *[Group(PUNG, first + rank) for rank in self.pungs],
            *[Group(PAIR, first + rank) for rank in self.pairs],
        )


@lru_cache(20_000)
def decompositions(copies: Copies) -> tuple[Decomposition, ...]:
    """解讀 All arrangements as melds, with one pair exactly if the number of tiles requires it. In the order of the
    pair's rank, and with the lowest triplet that makes a difference before chows."""
    pairs = sum(copies) % 3
    if pairs == 1:
        return ()
    found = _laid_out(copies, 0, pairs // 2)
    return tuple(sorted(found, key=lambda way: (way.pairs, [rank not in way.pungs for rank in range(len(copies))])))


def _laid_out(copies: Copies, rank: int, pairs: int) -> Iterator[Decomposition]:
    """Arrangements of the tiles from `rank` on with so many pairs: what is neither triplet nor pair begins chows."""
    if rank == len(copies):
        if not pairs:
            yield Decomposition()
        return
    for pungs, eyes in ((0, 0), (1, 0), (0, 1), (1, 1)):  # a triplet and a pair of one kind need five copies
        chows = copies[rank] - 3 * pungs - 2 * eyes
        if chows < 0 or eyes > pairs or not _has_room(copies, rank, chows):
            continue
        left = tuple(number - chows if rank < at <= rank + 2 else number for at, number in enumerate(copies))
        for way in _laid_out(left, rank + 1, pairs - eyes):
            yield Decomposition((rank,) * chows + way.chows, (rank,) * pungs + way.pungs, (rank,) * eyes + way.pairs)


def _has_room(copies: Copies, rank: int, chows: int) -> bool:
    if not chows:
        return True
    return len(copies) == 9 and rank < 7 and copies[rank + 1] >= chows and copies[rank + 2] >= chows


@lru_cache(20_000)
def pairs_and_triplets(copies: Copies) -> Decomposition | None:
    """嚦咕 The tiles as pairs (four equal ones are two) and triplets, None where some are lone."""
    if 1 in copies:
        return None
    pairs = tuple(rank for rank, number in enumerate(copies) if number in (2, 4) for _ in range(number // 2))
    return Decomposition(pungs=tuple(rank for rank, number in enumerate(copies) if number == 3), pairs=pairs)


Tiles = frozenset[Tile]


@dataclass(frozen=True)
class WinningShape:
    """食糊形 A pattern of groups with which a hand can win. Lone tiles are those in no group (十三么, 十六不搭); most
    shapes have none.

    name: its name in scores and documents
    lone: sets of tiles; the hand has all tiles of one of these sets as lone tiles
    spare: how many tiles of the chosen `lone` set the hand may lack
    lone_ranks: sets of ranks; in each suit the hand also has all ranks of one of these sets as lone tiles
    doubled: if not empty, the hand has two copies of one of these tiles, and both are lone tiles
    pairs, triplets: how many pairs and triplets the other tiles make. If both are 0, the other tiles make ordinary
        melds and, with `eyes`, a pair
    claims: whether chows, pungs and kongs may be claimed
    kong: with `claims` False, whether a concealed kong is still allowed
    concealed: whether a group completed with a discard still counts as concealed, so that no fan depends on which
        group the winning tile completes
    """

    name: str
    lone: tuple[Tiles, ...] = (frozenset(),)
    spare: int = 0
    lone_ranks: tuple[frozenset[int], ...] = ()
    doubled: Tiles = frozenset()
    pairs: int = 0
    triplets: int = 0
    eyes: bool = True
    claims: bool = True
    kong: bool = True
    concealed: bool = False

    @property
    def basic(self) -> bool:
        return self.eyes and not self.pairs and not self.has_lone_tiles

    @property
    def has_lone_tiles(self) -> bool:
        return self.lone != (frozenset(),) or bool(self.lone_ranks)

    def alone(self, held: Set[Tile], lacking: int = 0) -> Iterator[Tiles]:
        """Return each set of lone tiles of which at most `spare` + `lacking` are not in `held`."""
        most = lacking + self.spare
        near = [[part for part in parts if len(part - held) <= most] for parts in self.parts]
        for chosen in product(*near):
            lone = frozenset().union(*chosen)
            if len(lone - held) <= most:
                yield lone

    @cached_property
    def parts(self) -> tuple[tuple[Tiles, ...], ...]:
        suits = [tuple(frozenset(9 * suit + rank for rank in ranks) for ranks in self.lone_ranks) for suit in range(3)]
        return (self.lone, *suits) if self.lone_ranks else (self.lone,)

    def within_reach(self, held: Set[Tile]) -> "WinningShape | None":
        """Return this shape with only those sets of lone tiles that `held` has, `spare` tiles and one more apart; None
        if there are none."""
        if not self.has_lone_tiles:
            return self
        near = tuple(self.alone(held, lacking=1))
        return replace(self, lone=near, lone_ranks=()) if near else None

    def allows(self, melds: Sequence[Meld]) -> bool:
        return self.claims or all(self.kong and meld.kind == CONCEALED_KONG for meld in melds)


class Reading(NamedTuple):
    """解讀 One way to arrange a hand: its shape, its groups (melds first, then suit by suit) and the place of the
    winning tile (`Wait.place`)."""

    shape: WinningShape
    groups: tuple[Group, ...]
    place: str


Way = tuple[tuple[Group, ...], str]


def readings(hand: Hand, shape: WinningShape) -> Iterator[Reading]:
    if not shape.allows(hand.melds):
        return
    melded = tuple(Group(meld.kind, meld.tile, meld.claimed, melded=True) for meld in hand.melds)
    for alone, rest in _without_lone(Counter((*hand.concealed, hand.winning_tile)), shape):
        # 組合龍: the lone tiles beside melds and a pair, three in each suit
        knitted = [Group(KNITTED, tile) for tile in alone[::3]]
        laid = knitted if shape.eyes else [Group(LONE, tile) for tile in alone]
        suits = [_ways(suit, rest, shape, hand) for suit in range(4)]
        if hand.winning_tile in alone and not shape.concealed:  # it may be the lone one
            suit = SUIT_OF[hand.winning_tile]
            suits[suit] += _ways(suit, rest, shape, None)
        for honors, *others in product(suits[3], *suits[:3]):
            ways = (*others, honors)
            groups = tuple(group for way, _place in ways for group in way)
            if _complete(shape, groups):
                yield Reading(shape, (*melded, *groups, *laid), "".join(place for _groups, place in ways))


def completes(concealed: Sequence[Tile], melds: Sequence[Meld], shape: WinningShape) -> bool:
    if not shape.allows(melds):
        return False
    return any(_comes_out(rest, shape) for _alone, rest in _without_lone(Counter(concealed), shape))


def _comes_out(tiles: Counter[Tile], shape: WinningShape) -> bool:
    """Whether each suit can be laid out, with as many pairs and triplets as the shape requires."""
    pairs = triplets = 0
    for suit in range(4):
        copies = _copies(suit, tiles)
        found = pairs_and_triplets(copies) if shape.pairs else next(iter(decompositions(copies)), None)
        if found is None:
            return False
        pairs, triplets = pairs + len(found.pairs), triplets + len(found.pungs)
    return (pairs, triplets) == (shape.pairs, shape.triplets) if shape.pairs else pairs == shape.eyes


def waits_of(
    concealed: Sequence[Tile], melds: Sequence[Meld], shapes: Sequence[WinningShape], most: int = 3
) -> tuple[Tile, ...]:
    """聽牌 Kinds that complete these tiles, ascending. A kind of which the player holds more than `most` is no wait:
    four copies leave none to win on (L-26)."""
    held = Counter((*concealed, *[tile for meld in melds for tile in meld.tiles]))
    near = [shape for one in shapes if (shape := one.within_reach(held.keys())) is not None]
    return tuple(
        WRITTEN[tile]
        for tile in sorted(_within_reach(concealed, near))
        if held[tile] <= most and any(completes((*concealed, tile), melds, shape) for shape in near)
    )


def _within_reach(concealed: Sequence[Tile], shapes: Sequence[WinningShape]) -> set[Tile]:
    """The kinds that can be lone, or make a group with one of these tiles: all others complete nothing."""
    kinds = {tile for shape in shapes for parts in shape.parts for part in parts for tile in part}
    for tile in set(concealed):
        suited = range(tile - min(2, tile % 9), min(tile + 3, tile - tile % 9 + 9))
        kinds.update(suited if tile < HONORS else (tile,))
    return kinds


def _without_lone(tiles: Counter[Tile], shape: WinningShape) -> Iterator[tuple[tuple[Tile, ...], Counter[Tile]]]:
    """The lone tiles with the doubled one, and all other tiles; once for each choice."""
    for tiles_alone in shape.alone(tiles.keys()):
        lone = tiles_alone & tiles.keys()
        rest = tiles - Counter(lone) if lone else tiles
        if not shape.doubled:
            yield tuple(sorted(lone)), rest
        for twice in sorted(shape.doubled & lone):
            if rest[twice]:
                yield tuple(sorted([*lone, twice])), rest - Counter([twice])


def _copies(suit: int, tiles: Counter[Tile]) -> Copies:
    first = 9 * suit
    return tuple([tiles[tile] for tile in range(first, first + (9 if suit < 3 else 7))])


def _ways(suit: int, tiles: Counter[Tile], shape: WinningShape, hand: Hand | None) -> list[Way]:
    """Every way to lay one suit out. `hand`: to place its winning tile, None where that is in another suit."""
    first, copies = 9 * suit, _copies(suit, tiles)
    won = hand if hand and SUIT_OF[hand.winning_tile] == suit else None
    if shape.pairs:
        if (paired := pairs_and_triplets(copies)) is None:
            return []
        groups = paired.groups(first)
        placed = _placed(groups, won) if won else []
        return [(placed[0][0] if placed else groups, "")]
    ways: list[Way] = []
    for arranged in decompositions(copies):
        groups = arranged.groups(first)
        if won is None or shape.concealed:
            ways.append((groups, ""))
        else:
            ways += _placed(groups, won)
    return ways


def _placed(groups: tuple[Group, ...], hand: Hand) -> list[Way]:
    """The groups with the winning tile in each that can hold it: the pair, the triplet, chows from the lowest. A
    group finished with another player's tile is open."""
    tile = hand.winning_tile
    found = {group: groups.index(group) for group in groups if tile in group.each_tile}  # the first of equal ones
    ordered = sorted(found, key=lambda group: (_PLACES.index(group.kind), group.tile))
    return [
        (
            tuple(
                group._replace(open=not hand.self_draw, winning=True) if at == found[chosen] else group
                for at, group in enumerate(groups)
            ),
            _place(chosen, tile),
        )
        for chosen in ordered
    ]


_PLACES = (PAIR, PUNG, CHOW)


def _place(group: Group, tile: Tile) -> str:
    if group.kind != CHOW:
        return views.PAIR if group.kind == PAIR else views.TRIPLET
    if tile == group.tile + 1:
        return views.MIDDLE
    at_edge = group.rank == (0 if tile == group.tile + 2 else 6)
    return views.EDGE if at_edge else views.TWO_SIDED


def _complete(shape: WinningShape, groups: Sequence[Group]) -> bool:
    """Whether there are as many pairs and triplets as the shape requires; the number of tiles does the rest."""
    pairs = sum(group.kind == PAIR for group in groups)
    if shape.pairs:
        return pairs == shape.pairs and len(groups) - pairs == shape.triplets
    return pairs == shape.eyes


# --- the shapes of the published rule sets ----------------------------------------------------------------------------

_HONORS = frozenset(range(HONORS, KINDS))
_TERMINALS = frozenset(tile for tile in range(HONORS) if tile % 9 in (0, 8))
_SPACED = tuple(
    frozenset({low, middle, high})
    for low, middle, high in combinations(range(9), 3)
    if middle - low > 2 < high - middle
)

BASIC = WinningShape("basic")
"""基本形 Melds and a pair."""

PAIRS_ONLY = WinningShape("seven_pairs", pairs=7, claims=False, kong=False)
"""七對 Seven pairs, in a hand of fourteen tiles."""

_KNITTED = tuple(
    frozenset(9 * suit + rank for suit, low in enumerate(lows) for rank in range(low, 9, 3))
    for lows in permutations(range(3))
)

KNITTED_STRAIGHT = WinningShape("knitted_straight", lone=_KNITTED)
"""組合龍 147, 258 and 369, each in another suit, and a meld and a pair."""

FOURTEEN_UNRELATED = WinningShape(
    "fourteen_unrelated",
    lone=tuple(tiles | _HONORS for tiles in _KNITTED),
    spare=2,
    eyes=False,
    claims=False,
    kong=False,
)
"""全不靠 Fourteen different tiles of the honours and of 147, 258 and 369, each in another suit."""

SEVEN_PAIRS = WinningShape("seven_pairs", pairs=7, triplets=1, claims=False, kong=False)
"""嚦咕嚦咕 Seven pairs and a triplet."""

THIRTEEN_ORPHANS = WinningShape(
    "thirteen_orphans",
    lone=(_TERMINALS | _HONORS,),
    doubled=_TERMINALS | _HONORS,
    eyes=False,
    claims=False,
    concealed=True,
)
"""十三么 All terminals and honours, one of them twice, and in a hand of seventeen tiles one concealed meld."""

SIXTEEN_UNRELATED = WinningShape(
    "sixteen_unrelated",
    lone=(_HONORS,),
    lone_ranks=_SPACED,
    doubled=frozenset(range(KINDS)),
    eyes=False,
    claims=False,
    kong=False,
)
"""十六不搭 All honours, three ranks of each suit at least three apart, and one of these sixteen twice."""

SIXTEEN_UNRELATED_HONOR_TWICE = replace(SIXTEEN_UNRELATED, doubled=_HONORS)
"""The same, with an honour as the doubled tile."""
