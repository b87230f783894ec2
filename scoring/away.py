"""向聽、進牌 The number of tiles a hand is from being ready, and the tiles that bring it nearer.

A hand is as near as the nearest winning hand: the one that needs the fewest tiles that are not held. Each suit tells,
for every number of groups and pairs that it may have in a winning hand, what it lacks; the suits are then added up.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, reduce
from typing import NamedTuple

from scoring.errors import refused
from scoring.hand.melds import Meld
from scoring.hand.tiles import KINDS, WRITTEN, Tile, write_tiles
from scoring.reading.winning_shapes import Copies, WinningShape
from scoring.rules.rule_data import RuleData


class Useful(NamedTuple):
    """進牌 A tile that brings the hand nearer to winning, and how many copies of it have not been seen (`left`)."""

    tile: Tile
    left: int


class Away(NamedTuple):
    """向聽 The distance of a hand from winning.

    away: how many tiles it needs to be ready (聽牌): 0 if it is ready, -1 if it has won
    useful: the tiles that bring it one tile nearer, ascending
    shapes: the winning shapes that are this near
    """

    away: int
    useful: tuple[Useful, ...]
    shapes: tuple[str, ...]

    @property
    def tiles(self) -> str:
        """The useful tiles as text: "47m"."""
        return write_tiles(useful.tile for useful in self.useful)

    @property
    def left(self) -> int:
        """Return the number of unseen copies of all useful tiles together."""
        return sum(useful.left for useful in self.useful)


Lack = tuple[int, int]
"""How many tiles are missing; and which kinds a nearest hand may lack, a bit for each."""
Lacks = dict[tuple[int, int], Lack]
"""(groups, pairs) → what they lack at least."""
State = tuple[int, int, int, int]
"""Of a suit up to some rank: chows that began two ranks and one rank before, groups and pairs made so far."""
Step = tuple[int, int, int, int]
"""What may be made of the tiles of one rank: chows that begin, groups with them, pairs, tiles used."""

_FAR: Lack = (99, 0)
_MELDED: tuple[Step, ...] = (
    (0, 0, 0, 0), (1, 1, 0, 1), (0, 0, 1, 2), (2, 2, 0, 2), (0, 1, 0, 3), (1, 1, 1, 3), (1, 2, 0, 4), (2, 2, 1, 4),
)  # fmt: skip
"""Groups and a pair. Three equal chows are three triplets."""
_PAIRED: tuple[Step, ...] = ((0, 0, 0, 0), (0, 0, 1, 2), (0, 1, 0, 3), (0, 0, 2, 4))
"""嚦咕: four equal tiles are two pairs."""


def tiles_away(concealed: Sequence[Tile], melds: Sequence[Meld], rules: RuleData, visible: Sequence[Tile] = ()) -> Away:
    """向聽 Return how far a hand is from winning, before or after its draw; after it, if the best tile is discarded.

    A fifth copy of a tile is never useful. `visible`: tiles seen on the table outside the hand's own melds; they only
    change how many copies are left. Raises ScoringError wrong_tile_count or too_many_copies.

    >>> from scoring.hand.tiles import read_tiles
    >>> from scoring import rule_set
    >>> near = tiles_away(read_tiles("123m56m789p234p567s18s"), (), rule_set("hkma-league"))
    >>> near.away, near.tiles, near.left
    (1, '47m158s', 17)
    """
    held = Counter(concealed)
    melded = Counter(tile for meld in melds for tile in meld.tiles)
    hand = tuple([held[tile] for tile in range(KINDS)])
    room = tuple([4 - melded[tile] for tile in range(KINDS)])
    left = [room[tile] - hand[tile] - visible.count(tile) for tile in range(KINDS)]
    size = rules.hand_size + 1 - 3 * len(melds)
    if len(concealed) not in (size - 1, size) or sum(hand) < len(concealed):
        raise refused(
            "wrong_tile_count",
            "concealed",
            f"連面子應有 {rules.hand_size} 或 {rules.hand_size + 1} 隻牌，花不計",
            f"with the melds there must be {rules.hand_size} or {rules.hand_size + 1} tiles, and no flowers",
        )
    if min(left) < 0:
        many = write_tiles(tile for tile in range(KINDS) if left[tile] < 0)
        raise refused("too_many_copies", "concealed", f"「{many}」多過應有的數目", f"there are too many {many}")
    found: list[tuple[str, Lack]] = []
    least, tiles = _FAR
    for shape in rules.shapes:
        if shape.allows(melds) and _lone_lacking(shape, held) <= least:
            found.append((shape.name, _lack(shape, hand, room, size)))
            least, tiles = _least(lack for _name, lack in found)
    useful = tuple([Useful(WRITTEN[tile], left[tile]) for tile in range(KINDS) if tiles >> tile & 1])
    return Away(least - 1, useful, tuple(name for name, (number, _tiles) in found if number == least))


def _lone_lacking(shape: WinningShape, held: Counter[Tile]) -> int:
    """Return a lower bound for the missing lone tiles; most hands are nearer to other shapes than that."""
    return sum(min(len(tiles - held.keys()) for tiles in part) for part in shape.parts) - shape.spare


def _lack(shape: WinningShape, hand: Copies, room: Copies, size: int) -> Lack:
    """Return the tiles that the nearest hand of this shape lacks, with `size` tiles beside the melds."""
    pairs = shape.pairs or int(shape.eyes or bool(shape.doubled))
    alone = sum(len(part[0]) for part in shape.parts) - shape.spare
    groups, over = divmod(size - alone - pairs * (1 if shape.doubled else 2), 3)
    if over or groups < 0 or (shape.pairs and groups != shape.triplets):
        return _FAR
    if not groups and (shape.doubled or not pairs):
        return _lone_only(shape, hand, room, pairs)
    found = []
    for lone in shape.lone:
        suits = [_suit_beside_lone(shape, suit, lone, hand, room, groups, pairs) for suit in range(4)]
        found.append(reduce(lambda one, other: _added(one, other, groups, pairs), suits).get((groups, pairs), _FAR))
    return _spared(_least(found), shape)


def _spared(lack: Lack, shape: WinningShape) -> Lack:
    number, tiles = lack
    return (number - shape.spare, tiles) if number > shape.spare else (0, 0)


def _lone_only(shape: WinningShape, hand: Copies, room: Copies, pairs: int) -> Lack:
    """As `_lack`, of a shape that makes nothing beside its lone tiles (十六不搭)."""
    held, twice, free, free_twice = [
        sum((copies >= least) << tile for tile, copies in enumerate(tiles))
        for tiles in (hand, room)
        for least in (1, 2)
    ]
    lacks: Lacks = {(0, 0): (0, 0)}
    for part in shape.parts:
        of_part: Lacks = {}
        for needed in map(_bits, part):
            if needed & ~free:
                continue
            missing = needed & ~held
            number = missing.bit_count()
            _keep(of_part, (0, 0), number, missing)
            doubles = needed & _bits(shape.doubled) & free_twice
            if doubles & twice:
                _keep(of_part, (0, 1), number, missing)
            elif doubles:
                _keep(of_part, (0, 1), number + 1, missing | doubles)
        lacks = _added(lacks, of_part, 0, pairs)
    return _spared(lacks.get((0, pairs), _FAR), shape)


@cache
def _bits(tiles: frozenset[Tile]) -> int:
    return sum(1 << tile for tile in tiles)


def _suit_beside_lone(
    shape: WinningShape, suit: int, lone: frozenset[Tile], hand: Copies, room: Copies, groups: int, pairs: int
) -> Lacks:
    """Return what a suit lacks if these tiles are alone in it, with those that the shape chooses per suit and one of
    them twice."""
    first = 9 * suit
    last = min(first + 9, KINDS)
    suits = shape.parts[1 + suit] if shape.lone_ranks and suit < 3 else (frozenset[Tile](),)
    lacks: Lacks = {}
    for chosen in suits:
        alone = [int(tile in lone or tile in chosen) for tile in range(first, last)]
        doubles = [tile - first for tile in shape.doubled if first <= tile < last and alone[tile - first]]
        for twice in (None, *doubles):
            needed = [number + (rank == twice) for rank, number in enumerate(alone)]
            held, free = hand[first:last], [a - b for a, b in zip(room[first:last], needed, strict=True)]
            if min(free) < 0:
                continue
            missing = sum(max(0, a - b) for a, b in zip(needed, held, strict=True))
            kinds = sum((a > b) << rank for rank, (a, b) in enumerate(zip(needed, held, strict=True)))
            rest = tuple([max(0, a - b) for a, b in zip(held, needed, strict=True)])
            eyes = 0 if shape.doubled else pairs
            for (made, paired), (number, tiles) in _suit(rest, tuple(free), groups, eyes, bool(shape.pairs)).items():
                _keep(lacks, (made, paired + (twice is not None)), number + missing, (tiles | kinds) << first)
    return lacks


@lru_cache(20_000)
def _suit(hand: Copies, room: Copies, groups: int, pairs: int, paired: bool) -> Lacks:
    """Return the tiles that up to so many groups and pairs of this suit lack, going rank by rank."""
    if not groups and not pairs:
        return {(0, 0): (0, 0)}
    states: dict[State, Lack] = {(0, 0, 0, 0): (0, 0)}
    for rank, (held, most) in enumerate(zip(hand, room, strict=True)):
        chows = len(hand) == 9 and rank < 7
        after: dict[State, Lack] = {}
        for state, (number, tiles) in states.items():
            for following, used in _following(state, chows, groups, pairs, paired):
                if used > most:
                    break
                lack = (number + used - held, tiles | 1 << rank) if used > held else (number, tiles)
                known = after.get(following, _FAR)
                if lack[0] < known[0]:
                    after[following] = lack
                elif lack[0] == known[0]:
                    after[following] = lack[0], lack[1] | known[1]
        states = after
    return {(made, eyes): lack for (_ending, _going, made, eyes), lack in states.items()}


@cache
def _following(state: State, chows: bool, groups: int, pairs: int, paired: bool) -> tuple[tuple[State, int], ...]:
    """Return the states that can follow at the next rank, with the number of tiles each takes, ascending."""
    ending, going, made, eyes = state
    return tuple(
        ((going, begun, made + more, eyes + eye), ending + going + use)
        for begun, more, eye, use in (_PAIRED if paired else _MELDED)
        if made + more <= groups and eyes + eye <= pairs and (chows or not begun)
    )


def _added(one: Lacks, other: Lacks, groups: int, pairs: int) -> Lacks:
    lacks: Lacks = {}
    for (made, eyes), (number, tiles) in one.items():
        for (more, paired), (missing, kinds) in other.items():
            if made + more <= groups and eyes + paired <= pairs:
                _keep(lacks, (made + more, eyes + paired), number + missing, tiles | kinds)
    return lacks


def _keep(lacks: Lacks, key: tuple[int, int], number: int, tiles: int) -> None:
    known, kinds = lacks.get(key, _FAR)
    if number < known:
        lacks[key] = number, tiles
    elif number == known:
        lacks[key] = number, tiles | kinds


def _least(lacks: Iterable[Lack]) -> Lack:
    """The smallest number, with the tiles of all that lack so few."""
    least, tiles = _FAR
    for number, kinds in lacks:
        if number < least:
            least, tiles = number, kinds
        elif number == least:
            tiles |= kinds
    return least, tiles
