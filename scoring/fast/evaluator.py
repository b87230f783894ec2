"""One rule set's fans with all their answers so far, and the sum over one reading. Suits, shapes, ways of winning
and waits recur although hands do not; no whole hand is remembered."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from scoring.fans.fan import Fan, Scope
from scoring.fast import keys
from scoring.fast.cache import Cache, store
from scoring.fast.fan_table import (
    FAN_AT,
    NOTHING,
    POINTS_MASK,
    SUITS_AT,
    SUMS_AT,
    SUMS_MASK,
    FanTable,
    Row,
    ScoredView,
    joined,
)
from scoring.fast.keys import PROFILE_MASK, SUITS_MASK
from scoring.fast.packed_views import EVERY_RANK, PackedAcross
from scoring.fast.scored_suits import PLACE_AT, Piece, Pieces
from scoring.fast.suit_parts import MET_PUNGS, MET_STARTS, OF_CHOWS, Half
from scoring.fast.warm_up import usual_shapes
from scoring.hand.hand import Hand
from scoring.hand.tiles import ONE_DOT
from scoring.reading import views
from scoring.reading.views import FLOWER_FAMILIES, Finish, Flowers, Total, Wait
from scoring.rules.rule_data import RuleData
from scoring.rules.ways_of_winning import win_of

Four = tuple[Piece, Piece, Piece, Piece]

_WAIT_BITS = SINGLE, LAST_COPY, NO_OTHER_ALIVE, NINE_GATES, NINE_SIDED, DRAWN, TWO_KINDS = [
    1 << PLACE_AT + 3 + place for place in range(7)
]
"""Bits of a wait's code: see `scoring.reading.views.Wait`. Below them the place of the winning tile, below that the
profile of the hand (`scoring.fast.keys`)."""


class Occasion:
    """食法與花 Facts that all readings of a hand share: the blocks of how it was won and of its flowers, and what both
    add."""

    __slots__ = ("adds", "flags", "flowers", "rows", "win")

    def __init__(self, win: ScoredView, flowers: ScoredView, flags: int) -> None:
        self.win = win
        self.flowers = flowers
        self.flags = flags
        self.adds = win.adds + flowers.adds
        self.rows = win.rows + flowers.rows


ReadingTotal = tuple[int, int, Occasion, Four, list[ScoredView], "Resolved | None"]
"""解讀 One reading added up: points without 底, what is left to do, the occasion, the pieces, all other blocks, how
it was resolved. A bare tuple because one is made for every reading of every hand."""

ADDED_UP, REPEATED, UNSETTLED = range(3)
"""Nothing left to do · a fan in several blocks becomes one row · fans may be removed or worth less."""


class Resolved(NamedTuple):
    """解讀 A sum after removals: `removed`: fans removed across blocks (bits) · `blocks`: those that are not empty ·
    `less`: rows of what is taken off fans that are worth less."""

    points: int
    removed: int
    blocks: list[ScoredView]
    less: tuple[Row, ...]

    @property
    def rows(self) -> list[Row]:
        found = [row for block in self.blocks for row in block.rows if not self.removed >> (row >> FAN_AT) & 1]
        return found + [row for row in self.less if not self.removed >> (row >> FAN_AT) & 1]


class Evaluator:
    def __init__(self, rules: RuleData) -> None:
        self.rules = rules
        self.prices = FanTable(rules)
        self.pieces = Pieces(self.prices)
        self._fans = {scope: self.prices.scope(scope) for scope in Scope}
        self.total_fans = self._fans[Scope.TOTAL].fans
        self._wins: dict[object, ScoredView] = {}
        flowers, profile, shape, wait = [
            self._fans[scope].ask for scope in (Scope.FLOWERS, Scope.PROFILE, Scope.SHAPE, Scope.WAIT)
        ]
        self._flowers: Cache[tuple[frozenset[int], int], ScoredView] = Cache(lambda held: flowers(Flowers(*held)))
        self._profiles: Cache[int, ScoredView] = Cache(lambda key: profile(keys.profile_of(key)))
        self._shapes: Cache[int, ScoredView] = Cache(lambda sums: shape(keys.shape_of(sums >> SUMS_AT)))
        self._waits: Cache[int, ScoredView] = Cache(lambda code: wait(wait_of(code)))
        self._finishes = Cache(self._finish)
        self._chows: dict[tuple[int, int, int], ScoredView] = {}
        self._concealed_chows: dict[tuple[int, int, int], ScoredView] = {}
        self._pungs: dict[tuple[int, int, int], ScoredView] = {}
        self._occasions: dict[tuple[int, frozenset[int], int, bool], Occasion] = {}
        self._repeated, self._top = self.prices.repeated, self.prices.top

    def prepare(self) -> None:
        """備 Compute what many hands share before the first is counted."""
        self.pieces.prepare()
        for fields in usual_shapes(self.rules.hand_size // 3):
            self._shapes[keys.shape_sums(**fields) << SUMS_AT]

    def best(self, four: Four, occasion: Occasion, code: int) -> ReadingTotal:
        """高點法: the highest of all combinations of these pieces and the other ways to lay out their tiles. `code`:
        of the wait."""
        best = self.add_up(four, occasion, code)
        for pieces in _other_ways(four):
            found = self.add_up(pieces, occasion, code, best[0])
            if found[0] > best[0]:
                best = found
        return best

    def add_up(self, pieces: Four, occasion: Occasion, code: int, enough: int = -1) -> ReadingTotal:
        """Add up one reading. `enough`: points of a reading found already; a reading that cannot exceed them is left
        unresolved, with the points that it would count if nothing were removed."""
        a, b, c, honors = pieces
        adds = occasion.adds + a.adds + b.adds + c.adds + honors.adds
        code |= occasion.flags | a.flags | b.flags | c.flags | honors.flags
        x, y, z = a.meets, b.meets, c.meets
        shared = x & y & z
        if shared & _ALL_ALIKE:
            if shared & EVERY_RANK:
                code |= keys.COMMON_RANK
            if shared & honors.meets & keys.ONE_MELD:
                code |= keys.ONE_MELD_EACH
        shaped = self._shapes[adds & SUMS_MASK]
        finished = self._finishes[adds & _SUITS | code]
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

    def resolve(self, added: ReadingTotal) -> Resolved:
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

    def resolved(self, blocks: list[ScoredView]) -> Resolved:
        points = mask = supersedes = 0
        for block in blocks:
            points += block.points
            mask |= block.mask
            supersedes |= block.supersedes
        removed = mask & supersedes
        lines = self.prices.lines
        if removed:
            for block in blocks:
                if block.mask & removed:
                    points -= sum([lines[row].value for row in block.rows if removed >> (row >> FAN_AT) & 1])
        less: tuple[Row, ...] = ()
        if mask & self.prices.discounts:
            less = self.prices.less(mask & ~removed)
            points += sum([lines[row].value for row in less])
        return Resolved(points, removed, blocks, less)

    def occasion(self, hand: Hand, melded: int) -> Occasion:
        if (
            hand.circumstances
            or hand.replacements
            or hand.discards is not None
            or hand.winners > 1
            or hand.robbed_in_a_row > 1
        ):
            return self._new_occasion(hand, _all_told(hand, melded))
        index = melded, hand.flowers, hand.seat_wind, hand.self_draw
        return self._occasions.get(index) or store(
            self._occasions, index, self._new_occasion(hand, (melded, hand.self_draw))
        )

    def _new_occasion(self, hand: Hand, win: tuple[object, ...]) -> Occasion:
        block = self._wins.get(win)
        if block is None:
            block = store(self._wins, win, self._fans[Scope.WIN].ask(win_of(hand, self.rules)))
        return Occasion(block, self._flowers[hand.flowers, hand.seat_wind], _flower_flags(hand.flowers))

    def total(self, self_draw: bool, rows: Sequence[Row]) -> ScoredView:
        """Fans that look at how little else counts (大雞): at what the hand has, not at 雙響/三響 of the game."""
        seen = [row for row in rows if not self.prices.from_the_game >> (row >> FAN_AT) & 1]
        if len(seen) > 2:
            return NOTHING
        value = sum([self.prices.lines[row].value for row in seen])
        fans: tuple[Fan, ...] = tuple([self.prices.fans[row >> FAN_AT] for row in seen])
        return self._fans[Scope.TOTAL].ask(Total(value, self_draw, fans))

    def _finish(self, index: int) -> ScoredView:
        """Fans of the profile, of the wait and of both. `index`: a wait's code with the profile in it, and the number
        of suits where `Piece.adds` has it."""
        profile, code = index & PROFILE_MASK | index >> SUITS_AT, index & _WAIT
        both = self._fans[Scope.FINISH]
        finish = both.ask(Finish(keys.profile_of(profile), wait_of(code))) if both.fans else NOTHING
        return joined((self._profiles[profile], self._waits[code], finish))

    def _across_chows(self, a: Half, b: Half, c: Half, blocks: list[ScoredView]) -> int:
        """Add the fans of chows of several suits to the blocks of a reading; return what they add to it. Concealment
        is only looked at where it makes one of them worth more."""
        index = _sorted(a.chows_id, b.chows_id, c.chows_id)
        block = self._chows.get(index)
        if block is None:
            block = self._across(Scope.CHOWS, a, b, c)
            store(self._chows, index, _DEPENDS if self.prices.two_valued(block) else block)
        elif block is _DEPENDS:
            index = _sorted(a.id, b.id, c.id)
            block = self._concealed_chows.get(index)
            if block is None:
                block = store(self._concealed_chows, index, self._across(Scope.CHOWS, a, b, c))
        if block is not NOTHING:
            blocks.append(block)
        return block.adds

    def _across_pungs(self, a: Half, b: Half, c: Half, blocks: list[ScoredView]) -> int:
        """Add the fans of pungs, and the pair, of several suits to the blocks of a reading; return what they add to
        it. All of them are the same some ranks higher, so ranks are shifted down first."""
        x, y, z = a.id, b.id, c.id
        held = x | y | z
        held |= held >> 9
        lowest = (held & -held).bit_length() - 1
        index = _sorted(x >> lowest, y >> lowest, z >> lowest)
        block = self._pungs.get(index)
        if block is None:
            block = store(self._pungs, index, self._across(Scope.PUNGS, a, b, c))
        if block is not NOTHING:
            blocks.append(block)
        return block.adds

    def _across(self, scope: Scope, a: Half, b: Half, c: Half) -> ScoredView:
        x, y, z = parts = a.part, b.part, c.part
        chows = (x.starts > 0) + (y.starts > 0) + (z.starts > 0)
        pungs = (x.pungs > 0) + (y.pungs > 0) + (z.pungs > 0)
        return self._fans[scope].ask(PackedAcross(parts), (chows, pungs, a.pair or b.pair or c.pair, False, 0))


_SUITS = SUITS_MASK << SUITS_AT
_WAIT = sum(_WAIT_BITS) | 7 << PLACE_AT
_ALL_ALIKE = EVERY_RANK | keys.ONE_MELD
_MET = MET_STARTS | MET_PUNGS
_IN_ALL = keys.HAS_CHOWS | keys.HAS_SETS


def wait_of(code: int) -> Wait:
    return Wait(_PLACES[code >> PLACE_AT & 7], *[bool(code & bit) for bit in _WAIT_BITS])


_PLACES = (views.NO_PLACE, views.TWO_SIDED, views.TRIPLET, views.MIDDLE, views.EDGE, views.PAIR)
"""In the order of the places of `scoring.fast.decompose`."""


def _all_told(hand: Hand, melded: int) -> tuple[object, ...]:
    return (
        hand.circumstances,
        hand.robbed_in_a_row,
        hand.winning_tile == ONE_DOT and bool(hand.circumstances),
        hand.replacements,
        hand.self_draw,
        hand.dealer,
        hand.winners,
        hand.discards,
        melded,
        len(hand.flowers) if hand.replacements else 0,
    )


def _other_ways(four: Four) -> Iterator[Four]:
    a, b, c, honors = four
    more = [piece for piece in four if piece.also]
    if len(more) > 1 or honors.also:
        ways = product(honors.ways(), a.ways(), b.ways(), c.ways())
        next(ways)
        for z, first, second, third in ways:
            yield first, second, third, z
    elif a.also:
        for piece in a.also:
            yield piece, b, c, honors
    elif b.also:
        for piece in b.also:
            yield a, piece, c, honors
    else:
        for piece in c.also:
            yield a, b, piece, honors


def _sorted(x: int, y: int, z: int) -> tuple[int, int, int]:
    if x > y:
        x, y = y, x
    if y > z:
        y, z = z, y
        if x > y:
            x, y = y, x
    return x, y, z


def _adjacent(a: Half, b: Half, c: Half) -> bool:
    """Whether pungs, or pungs and the pair, of three suits can have adjacent ranks."""
    x, y, z = (a.id | a.id >> 9) & EVERY_RANK, (b.id | b.id >> 9) & EVERY_RANK, (c.id | c.id >> 9) & EVERY_RANK
    near_y = y | y << 1 | y >> 1 | y << 2 | y >> 2
    near_z = z | z << 1 | z >> 1 | z << 2 | z >> 2
    return bool(x & near_y & near_z and y & near_z)


_DEPENDS = ScoredView((), 0, 0, 0)
"""Marks that the answer depends on which chows are concealed."""


@cache
def _flower_flags(held: frozenset[int]) -> int:
    return keys.profile_key(no_flowers=not held, both_flower_families=all(family & held for family in FLOWER_FAMILIES))
