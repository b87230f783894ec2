"""One rule set's fans with everything they have answered so far, and the sum over one reading.

Suits, shapes, ways of winning and waits come back from hand to hand although hands do not; no whole hand is remembered.
Knows no document.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from scoring.circumstances import FLOWER_WINS, Win, check, impossible
from scoring.fans.fan import Fan, Needs, Scope
from scoring.pieces import Half, Piece, Pieces
from scoring.prices import NOTHING, Block, Prices, Row
from scoring.rulesets.rule_set import RuleSet
from scoring.shape import COMMON_RANK, ONE_MELD_EACH, SOME_RETURNS, makeup_of, shape_of
from scoring.tiles import ONE_DOT
from scoring.views import Across, Finish, Flowers, Total, Wait
from scoring.winning_hand import WinningHand

REMEMBERED = 40_000
"""Entries of one memory before it is emptied: a bound for a process that runs for months."""

Index = TypeVar("Index")
Four = tuple[Sequence[Piece], Sequence[Piece], Sequence[Piece], Sequence[Piece]]

SINGLE, LAST_COPY, NO_OTHER_ALIVE = 8, 16, 32
NINE_GATES, NINE_SIDED, DRAWN = 64, 128, 256
TWO_KINDS = 512
"""Bits of a wait's code above its place: see `scoring.views.Wait`."""


class Reading(NamedTuple):
    """解讀 One way to read a hand: the sum without 底, the rows of its blocks, the blocks, fans removed across blocks
    and fans that stand in several blocks (bits), the kind of hand, the pieces."""

    points: int
    rows: list[Row]
    blocks: list[Block]
    removed: int
    repeated: int
    kind: int
    pieces: tuple[Piece, Piece, Piece, Piece]


Context = tuple[Block, Block, int, int, int, int]
"""What all readings of one hand share: blocks of the win and of the flowers, the hand's share of the makeup, how many
suits it holds, the code of its wait, its kind."""


class Tally:
    """The memory of one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.prices = Prices(rules)
        self.pieces = Pieces(self.prices)
        self._fans = {scope: self.prices.scope(scope) for scope in Scope}
        self._wins: dict[object, Block] = {}
        self._flowers: dict[int, Block] = {}
        self._makeups: dict[int, Block] = {}
        self._shapes: dict[int, Block] = {}
        self._chows: dict[tuple[int, ...], Block] = {}
        self._concealed_chows: dict[tuple[int, ...], Block] = {}
        self._pungs: dict[tuple[int, ...], Block] = {}
        self._waits: dict[int, Block] = {}
        self._finishes: dict[int, Block] = {}
        self._asks_finish = bool(self._fans[Scope.FINISH].fans)

    def best(self, four: Four, context: Context) -> Reading:
        """高點法: the dearest of all combinations of these pieces."""
        a, b, c, z = four
        if len(a) == len(b) == len(c) == len(z) == 1:
            return self.read(a[0], b[0], c[0], z[0], context)
        best: Reading | None = None
        for honors in z:
            for first in a:
                for second in b:
                    for third in c:
                        reading = self.read(first, second, third, honors, context)
                        if best is None or reading[0] > best[0]:
                            best = reading
        assert best is not None
        return best

    def read(self, a: Piece, b: Piece, c: Piece, honors: Piece, context: Context) -> Reading:
        """Add up one reading; `a`, `b`, `c` are the suits."""
        win, flowers, makeup, suits, wait_code, kind = context
        a_chows, a_others, a_returns, a_place, _ = a
        b_chows, b_others, b_returns, b_place, _ = b
        c_chows, c_others, c_returns, c_place, _ = c
        _, z_others, z_returns, z_place, _ = honors
        sums = a_chows.sums + b_chows.sums + c_chows.sums + a_others.sums + b_others.sums + c_others.sums
        sums += z_others.sums + a_returns.sums + b_returns.sums + c_returns.sums + z_returns.sums
        makeup |= a_chows.flags | b_chows.flags | c_chows.flags | a_others.flags | b_others.flags | c_others.flags
        makeup |= z_others.flags
        if a_chows.alls & b_chows.alls & c_chows.alls & a_others.alls & b_others.alls & c_others.alls:
            makeup |= COMMON_RANK
        if suits == 3 and z_others.melds and _one_meld_each(a, b, c):
            makeup |= ONE_MELD_EACH
        wait_code |= a_place | b_place | c_place | z_place
        blocks = [
            win,
            flowers,
            a_chows.block,
            a_others.block,
            b_chows.block,
            b_others.block,
            c_chows.block,
            c_others.block,
            z_others.block,
            self._shapes.get(sums) or self._shape(sums),
            self._makeups.get(makeup) or self._makeup(makeup),
            self._waits.get(wait_code) or self._wait(wait_code),
        ]
        x, y, z = a_chows.starts, b_chows.starts, c_chows.starts
        if x & (y | z) or y & z or (x and y and z):
            blocks.append(self._across_chows(a_chows, b_chows, c_chows))
        x, y, z = a_others.pungs, b_others.pungs, c_others.pungs
        if x & (y | z) or y & z or _adjacent(a_others, b_others, c_others):
            blocks.append(self._across_pungs(a_others, b_others, c_others))
        if self._asks_finish:
            finish = makeup << _WAIT_BITS | wait_code
            blocks.append(self._finishes.get(finish) or self._finish(finish))
        if sums >= SOME_RETURNS:
            blocks += a_returns.block, b_returns.block, c_returns.block, z_returns.block
        points = mask = removes = repeated = 0
        rows: list[Row] = []
        for block in blocks:
            if block is not NOTHING:
                points += block.points
                repeated |= mask & block.mask
                mask |= block.mask
                removes |= block.removes
                rows += block.rows
        removed = mask & removes
        if removed:
            points -= sum([row.value for index, row in rows if removed >> index & 1])
        reading = Reading(points, rows, blocks, removed, repeated, kind, (a, b, c, honors))
        return reading if not mask & self.prices.lessened else self._lessened(reading, mask & ~removed)

    def _lessened(self, reading: Reading, mask: int) -> Reading:
        """The reading with what is taken off fans that stand beside certain others. `mask`: the fans that count."""
        less = self.prices.less(mask)
        if less is NOTHING:
            return reading
        points, repeated = reading.points + less.points, reading.repeated | less.mask
        return reading._replace(points=points, blocks=[*reading.blocks, less], repeated=repeated)

    def win(self, hand: WinningHand, counters: int) -> Block:
        """食法 Fans of how it was won. `counters`: three bits each of claimed melds, open kongs, concealed kongs.

        Raises ScoringError impossible_circumstance.
        """
        told = hand.circumstances or hand.replacements or hand.robbed_in_a_row > 1
        if told or hand.winners > 1 or hand.discards is not None:
            index: object = (
                hand.circumstances,
                hand.robbed_in_a_row,
                hand.winning_tile == ONE_DOT and bool(hand.circumstances),
                hand.replacements,
                hand.self_draw,
                hand.dealer,
                hand.winners,
                hand.discards,
                counters,
                hand.flowers.bit_count() if hand.replacements else 0,
            )
        else:
            index = counters << 1 | hand.self_draw
        return self._wins.get(index) or self._won(index, hand, counters)

    def flowers(self, held: int, seat: int, declared: bool = False, robbed: bool = False, dealt: bool = False) -> Block:
        """花 Fans of the flowers held."""
        index = held | seat << 8 | declared << 10 | robbed << 11 | dealt << 12
        return self._flowers.get(index) or self._flowered(index, Flowers(held, seat, declared, robbed, dealt))

    def total(self, value: int, self_draw: bool, rows: Sequence[Row]) -> Block:
        """小計 Fans of a hand that counts next to nothing."""
        fans: tuple[Fan, ...] = tuple(self.prices.fans[index] for index, _ in rows)
        return self._fans[Scope.TOTAL].ask(Total(value, self_draw, fans))

    def _won(self, index: object, hand: WinningHand, counters: int) -> Block:
        if hand.winners not in self.rules.game.multi_fans:
            raise impossible("攔胡，一隻牌只有一家食糊", "one tile has one winner")
        view = self._win_view(hand, counters)
        check(view, self.rules.usual_demands, self.rules.demands)
        return _remember(self._wins, index, self._fans[Scope.WIN].ask(view))

    def _win_view(self, hand: WinningHand, counters: int) -> Win:
        rules = self.rules
        claimed, open_kongs, closed_kongs = counters & 7, counters >> 3 & 7, counters >> 6
        breaking = {
            "concealed_kong": open_kongs,
            "no_kong": open_kongs + closed_kongs,
            "every_kong": 0,
        }[rules.door_kept_by]
        last = {"last_tile", "last_discard"} if rules.last_discard_counts else {"last_tile"}
        return Win(
            self_draw=hand.self_draw,
            dealer=hand.dealer,
            circumstances=hand.circumstances,
            replacements=hand.replacements or self._flower_replaced(hand),
            winners=hand.winners,
            discards=hand.discards,
            flowers=hand.flowers.bit_count(),
            claimed=claimed,
            open_kongs=open_kongs,
            closed_kongs=closed_kongs,
            places=rules.hand_size // 3,
            kept_door=not claimed and not breaking,
            last=not last.isdisjoint(hand.circumstances),
            robbed_in_a_row=hand.robbed_in_a_row,
            one_dot=hand.winning_tile == ONE_DOT and bool(hand.circumstances),
        )

    def _flower_replaced(self, hand: WinningHand) -> tuple[str, ...]:
        """花糊: a replacement that goes without saying."""
        given = hand.circumstances & FLOWER_WINS
        dealt_alone = not self.rules.dealt_flowers_replaced and "dealt_flowers" in given
        return ("flower",) if given and not dealt_alone else ()

    def _flowered(self, index: int, view: Flowers) -> Block:
        return _remember(self._flowers, index, self._fans[Scope.FLOWERS].ask(view))

    def _makeup(self, key: int) -> Block:
        return _remember(self._makeups, key, self._fans[Scope.MAKEUP].ask(makeup_of(key)))

    def _shape(self, sums: int) -> Block:
        return _remember(self._shapes, sums, self._fans[Scope.SHAPE].ask(shape_of(sums)))

    def _wait(self, code: int) -> Block:
        return _remember(self._waits, code, self._fans[Scope.WAIT].ask(_wait_of(code)))

    def _finish(self, index: int) -> Block:
        """Fans of the makeup and the wait together. `index`: the key of the one above the code of the other."""
        view = Finish(makeup_of(index >> _WAIT_BITS), _wait_of(index & (1 << _WAIT_BITS) - 1))
        return _remember(self._finishes, index, self._fans[Scope.FINISH].ask(view))

    def _across_chows(self, a: Half, b: Half, c: Half) -> Block:
        """Fans of chows of several suits; what is concealed is only looked at where it makes one of them dearer."""
        index = tuple(sorted((a.part.chows_id, b.part.chows_id, c.part.chows_id)))
        block = self._chows.get(index)
        if block is None:
            block = self._across(Scope.CHOWS, a, b, c)
            _remember(self._chows, index, _DEPENDS if self.prices.dearer(block) else block)
        elif block is _DEPENDS:
            index = tuple(sorted((a.id, b.id, c.id)))
            block = self._concealed_chows.get(index)
            if block is None:
                block = _remember(self._concealed_chows, index, self._across(Scope.CHOWS, a, b, c))
        return block

    def _across_pungs(self, a: Half, b: Half, c: Half) -> Block:
        """Fans of pungs, and the pair, of several suits; all of them are the same some ranks higher."""
        x, y, z = a.id, b.id, c.id
        held = x | y | z
        held |= held >> 9
        lowest = (held & -held).bit_length() - 1
        index = tuple(sorted((x >> lowest, y >> lowest, z >> lowest)))
        block = self._pungs.get(index)
        if block is None:
            block = _remember(self._pungs, index, self._across(Scope.PUNGS, a, b, c))
        return block

    def _across(self, scope: Scope, a: Half, b: Half, c: Half) -> Block:
        there = Needs(
            (a.starts > 0) + (b.starts > 0) + (c.starts > 0),
            (a.pungs > 0) + (b.pungs > 0) + (c.pungs > 0),
            a.pair or b.pair or c.pair,
        )
        return self._fans[scope].ask(Across((a.part, b.part, c.part)), there)


_WAIT_BITS = 16


def _wait_of(code: int) -> Wait:
    bits = SINGLE, LAST_COPY, NO_OTHER_ALIVE, NINE_GATES, NINE_SIDED, DRAWN, TWO_KINDS
    return Wait(code & 7, *[bool(code & bit) for bit in bits])


def _one_meld_each(a: Piece, b: Piece, c: Piece) -> bool:
    """Whether each suit holds one meld."""
    return a.chows.melds + a.others.melds == b.chows.melds + b.others.melds == c.chows.melds + c.others.melds == 1


def _adjacent(a: Half, b: Half, c: Half) -> bool:
    """Whether pungs, or pungs and the pair, of three suits might have adjacent ranks."""
    return bool(a.near & b.sets and b.near & c.sets and a.near & c.sets)


_DEPENDS = Block((), 0, ())
"""Stands for: it depends on which of the chows are concealed."""


def _remember(memory: dict[Index, Block], index: Index, block: Block) -> Block:
    if len(memory) > REMEMBERED:
        memory.clear()
    memory[index] = block
    return block
