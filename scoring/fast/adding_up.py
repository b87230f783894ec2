"""One rule set's fans with everything they have answered so far, and the sum over one reading.

Suits, shapes, ways of winning and waits come back from hand to hand although hands do not; no whole hand is remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import NamedTuple, TypeVar

from scoring.fans.fan import Fan, Scope
from scoring.fast import keys
from scoring.fast.half_suits import MET_PUNGS, MET_STARTS, OF_CHOWS, Half
from scoring.fast.keys import MAKEUP_MASK, SUITS_MASK
from scoring.fast.packed_across import PackedAcross
from scoring.fast.packed_suit import EVERY_RANK
from scoring.fast.priced_suits import PLACE_AT, Piece, Pieces
from scoring.fast.prices import FAN_AT, NOTHING, POINTS_MASK, SUITS_AT, SUMS_AT, SUMS_MASK, Block, Prices, Row, joined
from scoring.fast.warm_up import usual_shapes
from scoring.hand.tiles import ONE_DOT
from scoring.hand.winning_hand import WinningHand
from scoring.reading import whole
from scoring.reading.whole import FLOWER_FAMILIES, Finish, Total, Wait
from scoring.rules.rule_set import RuleSet
from scoring.rules.ways_of_winning import flowers_of, win_of

REMEMBERED = 40_000
"""Entries of one memory before it is emptied: a bound for a process that runs for months."""

Index = TypeVar("Index")
Found = TypeVar("Found")
Four = tuple[Piece, Piece, Piece, Piece]
"""Of 萬, 筒, 索 and 番子."""

SINGLE, LAST_COPY, NO_OTHER_ALIVE = 8, 16, 32
NINE_GATES, NINE_SIDED, DRAWN = 64, 128, 256
TWO_KINDS = 512
"""Bits of a wait's code above its place: see `scoring.reading.whole.Wait`."""


class Occasion:
    """食法與花 What all readings of a hand share: the blocks of how it was won and of its flowers, what both add."""

    __slots__ = ("adds", "flags", "flowers", "rows", "win")

    def __init__(self, win: Block, flowers: Block, flags: int) -> None:
        self.win = win
        self.flowers = flowers
        self.flags = flags
        self.adds = win.adds + flowers.adds
        self.rows = win.rows + flowers.rows


Sum = tuple[int, int, Occasion, Four, list[Block], "Resolved | None"]
"""解讀 One way to read a hand, added up: points without 底, what more there is to do, the occasion, the pieces, all
other blocks, the closer look that settled it. It is made for every way to read every hand, hence bare."""

ADDED_UP, REPEATED, UNSETTLED = range(3)
"""Nothing more to do · fans that stand in several blocks become one row · fans may be removed or worth less."""


class Resolved(NamedTuple):
    """解讀 A fully resolved sum, removals applied: `removed`: fans removed across blocks (bits) · `blocks`: those that
    are not empty · `less`: rows of what is taken off fans that are worth less."""

    points: int
    removed: int
    blocks: list[Block]
    less: tuple[Row, ...]

    @property
    def rows(self) -> list[Row]:
        """All rows that count, each fan perhaps several times."""
        found = [row for block in self.blocks for row in block.rows if not self.removed >> (row >> FAN_AT) & 1]
        return found + [row for row in self.less if not self.removed >> (row >> FAN_AT) & 1]


class Tally:
    """The memory of one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.prices = Prices(rules)
        self.pieces = Pieces(self.prices)
        self._fans = {scope: self.prices.scope(scope) for scope in Scope}
        self._wins: dict[object, Block] = {}
        self._flowers: dict[tuple[frozenset[int], int], Block] = {}
        self._makeups: dict[int, Block] = {}
        self._shapes: dict[int, Block] = {}
        self._chows: dict[tuple[int, int, int], Block] = {}
        self._concealed_chows: dict[tuple[int, int, int], Block] = {}
        self._pungs: dict[tuple[int, int, int], Block] = {}
        self._waits: dict[int, Block] = {}
        self._finishes: dict[int, Block] = {}
        self._occasions: dict[tuple[int, frozenset[int], int, bool], Occasion] = {}
        self._repeated, self._top = self.prices.repeated, self.prices.top

    def prepare(self) -> None:
        """備 What many hands have in common is asked before anybody counts one."""
        self.pieces.prepare()
        for fields in usual_shapes(self.rules.hand_size // 3):
            self._shape(keys.shape_sums(**fields) << SUMS_AT)

    def best(self, four: Four, occasion: Occasion, code: int) -> Sum:
        """高點法: the highest of all combinations of these pieces and the others that their tiles make.

        `code`: of the wait.
        """
        a, b, c, honors = four
        if not (a.also or b.also or c.also or honors.also):
            return self.add_up(four, occasion, code)
        first, *others = every_way(four)
        best = self.add_up(first, occasion, code)
        for pieces in others:
            found = self.add_up(pieces, occasion, code, best[0])
            if found[0] > best[0]:
                best = found
        return best

    def add_up(self, pieces: Four, occasion: Occasion, code: int, enough: int = -1) -> Sum:
        """Add up one reading. `enough`: a reading of so many points is known; what cannot exceed it is left unresolved,
        and its points are then what it would count if nothing were removed from it."""
        a, b, c, honors = pieces
        flags = occasion.flags
        adds = occasion.adds + a.adds + b.adds + c.adds + honors.adds
        flags |= a.flags | b.flags | c.flags | honors.flags
        x, y, z = a.meets, b.meets, c.meets
        shared = x & y & z
        if shared & _ALL_ALIKE:
            if shared & EVERY_RANK:
                flags |= keys.COMMON_RANK
            if shared & honors.meets & keys.ONE_MELD:
                flags |= keys.ONE_MELD_EACH
        makeup = flags & MAKEUP_MASK | adds >> SUITS_AT & SUITS_MASK
        code |= flags >> PLACE_AT
        sums = adds & SUMS_MASK
        shaped = self._shapes.get(sums) or self._shape(sums)
        finish = makeup << WAIT_BITS | code
        finished = self._finishes.get(finish) or self._finish(finish)
        adds += shaped.adds + finished.adds
        blocks = [shaped, finished]
        met = (x & y | (x | y) & z) & _MET | shared & _IN_ALL
        if met:
            if met & OF_CHOWS:
                adds += self._across_chows(a.chows, b.chows, c.chows, blocks)
            if met & MET_PUNGS or (met & keys.HAS_SETS and _adjacent(a.others, b.others, c.others)):
                adds += self._across_pungs(a.others, b.others, c.others, blocks)
        if adds & self._repeated:
            points = adds & POINTS_MASK
            if not adds >> self._top:
                return points, REPEATED, occasion, pieces, blocks, None
            added = points, UNSETTLED, occasion, pieces, blocks, None
            if points <= enough:
                return added
            closer = self.resolve(added)
            return closer.points, UNSETTLED, occasion, pieces, blocks, closer
        return adds & POINTS_MASK, ADDED_UP, occasion, pieces, blocks, None

    def resolve(self, added: Sum) -> Resolved:
        """The sum with fans removed and fans that are worth less."""
        _, _, occasion, pieces, others, closer = added
        if closer is not None:
            return closer
        a, b, c, z = pieces
        blocks = [
            block
            for block in (
                occasion.win, occasion.flowers, a.chows.block, a.others.block, b.chows.block, b.others.block,
                c.chows.block, c.others.block, z.others.block, *others,
                a.returns.block, b.returns.block, c.returns.block, z.returns.block,
            )
            if block is not NOTHING
        ]  # fmt: skip
        return self.resolved(blocks)

    def resolved(self, blocks: list[Block]) -> Resolved:
        """What blocks count together: fans removed across them, fans that are worth less."""
        points = mask = removes = 0
        for block in blocks:
            points += block.points
            mask |= block.mask
            removes |= block.removes
        removed = mask & removes
        lines = self.prices.lines
        if removed:
            for block in blocks:
                if block.mask & removed:
                    points -= sum([lines[row].value for row in block.rows if removed >> (row >> FAN_AT) & 1])
        less: tuple[Row, ...] = ()
        if mask & self.prices.lessened:
            less = self.prices.less(mask & ~removed)
            points += sum([lines[row].value for row in less])
        return Resolved(points, removed, blocks, less)

    def occasion(self, hand: WinningHand, melded: int) -> Occasion:
        """The occasion of a hand. `melded`: what counts its melds."""
        if _told(hand):
            return self._new_occasion(hand, melded)
        index = melded, hand.flowers, hand.seat_wind, hand.self_draw
        return self._occasions.get(index) or _remember(self._occasions, index, self._new_occasion(hand, melded))

    def _new_occasion(self, hand: WinningHand, melded: int) -> Occasion:
        index = hand.flowers, hand.seat_wind
        flowers = self._flowers.get(index) or _remember(self._flowers, index, self._flowers_of(hand))
        return Occasion(self._win(hand, melded), flowers, _flower_flags(hand.flowers))

    def _flowers_of(self, hand: WinningHand) -> Block:
        return self._fans[Scope.FLOWERS].ask(flowers_of(hand))

    def _win(self, hand: WinningHand, counters: int) -> Block:
        """食法 Fans of how it was won. `counters`: three bits each of claimed melds, open kongs, concealed kongs.

        Raises ScoringError impossible_circumstance.
        """
        index: object = counters << 1 | hand.self_draw
        if _told(hand):
            index = (
                hand.circumstances,
                hand.robbed_in_a_row,
                hand.winning_tile == ONE_DOT and bool(hand.circumstances),
                hand.replacements,
                hand.self_draw,
                hand.dealer,
                hand.winners,
                hand.discards,
                counters,
                len(hand.flowers) if hand.replacements else 0,
            )
        block = self._wins.get(index)
        if block is None:
            block = _remember(self._wins, index, self._fans[Scope.WIN].ask(win_of(hand, self.rules)))
        return block

    def total(self, value: int, self_draw: bool, rows: Sequence[Row]) -> Block:
        """小計 Fans of a hand that counts next to nothing."""
        fans: tuple[Fan, ...] = tuple([self.prices.fans[row >> FAN_AT] for row in rows])
        return self._fans[Scope.TOTAL].ask(Total(value, self_draw, fans))

    def _makeup(self, key: int) -> Block:
        return _remember(self._makeups, key, self._fans[Scope.MAKEUP].ask(keys.makeup_of(key)))

    def _shape(self, sums: int) -> Block:
        return _remember(self._shapes, sums, self._fans[Scope.SHAPE].ask(keys.shape_of(sums >> SUMS_AT)))

    def _wait(self, code: int) -> Block:
        return _remember(self._waits, code, self._fans[Scope.WAIT].ask(wait_of(code)))

    def _finish(self, index: int) -> Block:
        """Fans of the makeup, of the wait and of both together. `index`: the makeup's key above the wait's code."""
        makeup, code = index >> WAIT_BITS, index & (1 << WAIT_BITS) - 1
        made = self._makeups.get(makeup) or self._makeup(makeup)
        waited = self._waits.get(code) or self._wait(code)
        both = self._fans[Scope.FINISH]
        finish = both.ask(Finish(keys.makeup_of(makeup), wait_of(code))) if both.fans else NOTHING
        return _remember(self._finishes, index, joined((made, waited, finish)))

    def _across_chows(self, a: Half, b: Half, c: Half, blocks: list[Block]) -> int:
        """Fans of chows of several suits, added to the blocks of a reading: what they add to it.

        What is concealed is only looked at where it makes one of them worth more.
        """
        index = _sorted(a.chows_id, b.chows_id, c.chows_id)
        block = self._chows.get(index)
        if block is None:
            block = self._across(Scope.CHOWS, a, b, c)
            _remember(self._chows, index, _DEPENDS if self.prices.two_valued(block) else block)
        elif block is _DEPENDS:
            index = _sorted(a.id, b.id, c.id)
            block = self._concealed_chows.get(index)
            if block is None:
                block = _remember(self._concealed_chows, index, self._across(Scope.CHOWS, a, b, c))
        if block is not NOTHING:
            blocks.append(block)
        return block.adds

    def _across_pungs(self, a: Half, b: Half, c: Half, blocks: list[Block]) -> int:
        """Fans of pungs, and the pair, of several suits, added to the blocks of a reading: what they add to it.

        All of them are the same some ranks higher.
        """
        x, y, z = a.id, b.id, c.id
        held = x | y | z
        held |= held >> 9
        lowest = (held & -held).bit_length() - 1
        index = _sorted(x >> lowest, y >> lowest, z >> lowest)
        block = self._pungs.get(index)
        if block is None:
            block = _remember(self._pungs, index, self._across(Scope.PUNGS, a, b, c))
        if block is not NOTHING:
            blocks.append(block)
        return block.adds

    def _across(self, scope: Scope, a: Half, b: Half, c: Half) -> Block:
        x, y, z = parts = a.part, b.part, c.part
        chows = (x.starts > 0) + (y.starts > 0) + (z.starts > 0)
        pungs = (x.pungs > 0) + (y.pungs > 0) + (z.pungs > 0)
        return self._fans[scope].ask(PackedAcross(parts), (chows, pungs, a.pair or b.pair or c.pair, False, 0))


WAIT_BITS = 16
_ALL_ALIKE = EVERY_RANK | keys.ONE_MELD
_MET = MET_STARTS | MET_PUNGS
_IN_ALL = keys.HAS_CHOWS | keys.HAS_SETS


def wait_of(code: int) -> Wait:
    bits = SINGLE, LAST_COPY, NO_OTHER_ALIVE, NINE_GATES, NINE_SIDED, DRAWN, TWO_KINDS
    return Wait(_PLACES[code & 7], *[bool(code & bit) for bit in bits])


_PLACES = (whole.NO_PLACE, whole.TWO_SIDED, whole.TRIPLET, whole.MIDDLE, whole.EDGE, whole.PAIR)
"""The places of `scoring.fast.laid_suits`, in its order."""


def _told(hand: WinningHand) -> bool:
    """Whether anything is known of how the hand was won that few hands have."""
    return bool(
        hand.circumstances
        or hand.replacements
        or hand.discards is not None
        or hand.winners > 1
        or hand.robbed_in_a_row > 1
    )


def every_way(four: Four) -> list[Four]:
    """解讀 All combinations of these pieces and the others that their tiles make."""
    a, b, c, honors = [piece.ways() for piece in four]
    return [(first, second, third, z) for z, first, second, third in product(honors, a, b, c)]


def _sorted(x: int, y: int, z: int) -> tuple[int, int, int]:
    """Three numbers in order: which suit is which makes no difference."""
    if x > y:
        x, y = y, x
    if y > z:
        y, z = z, y
        if x > y:
            x, y = y, x
    return x, y, z


def _adjacent(a: Half, b: Half, c: Half) -> bool:
    """Whether pungs, or pungs and the pair, of three suits might have adjacent ranks."""
    x, y, z = (a.id | a.id >> 9) & EVERY_RANK, (b.id | b.id >> 9) & EVERY_RANK, (c.id | c.id >> 9) & EVERY_RANK
    near_y = y | y << 1 | y >> 1 | y << 2 | y >> 2
    near_z = z | z << 1 | z >> 1 | z << 2 | z >> 2
    return bool(x & near_y & near_z and y & near_z)


_DEPENDS = Block((), 0, 0, 0)
"""Stands for: it depends on which of the chows are concealed."""


def _remember(memory: dict[Index, Found], index: Index, found: Found) -> Found:
    if len(memory) > REMEMBERED:
        memory.clear()
    memory[index] = found
    return found


@cache
def _flower_flags(held: frozenset[int]) -> int:
    """What flowers say of the makeup."""
    return keys.makeup_key(no_flowers=not held, both_flower_families=all(family & held for family in FLOWER_FAMILIES))
