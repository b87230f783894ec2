"""One suit of one reading, counted: what its fans are worth and what it adds to the whole hand.

A piece is put together from two halves, the chows of the suit and its other groups. There are few different halves and
they come back in many suits, so fans are asked when a half is new and never again.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.fans.fan import Scope
from scoring.packing import (
    FOUR_COPIES,
    SPREAD,
    SUIT_MASK,
    TILES_MASK,
    TILES_WIDTH,
    TRIPLES,
    WIDTH,
    meld_chows,
    meld_pungs,
    narrow,
)
from scoring.parts import Part, Return
from scoring.preparation import usual_chows, usual_returns, usual_sets
from scoring.prices import NOTHING, ONE_SUIT, SUMS_AT, Block, Prices
from scoring.readings import NO_PLACE, PAIR, TRIPLET, Arrangement, arrangements, placements
from scoring.shape import (
    HAS_CHOWS,
    HAS_SETS,
    MAKEUP_WIDTH,
    ONE_CLOSED_PUNG,
    ONE_MELD,
    Summary,
    chow_summary,
    return_sums,
    set_summary,
)
from scoring.special_shapes import NINE_GATES_KEYS, seven_pairs_part
from scoring.waits import suit_waits

REMEMBERED = 40_000
"""Entries of one memory before it is emptied: a bound for a process that runs for months."""

MOST_MELDS = 3
"""Suits of more melds hardly ever come back and are not worth remembering."""

NO_WIND = 8
"""A rank that no honour has: the seat or round wind is not among the triplets."""


class Half:
    """The chows of a part, or its other groups: what their fans are worth and what they add to the hand.

    `adds`, `rows`: of its block and its sums · `flags`, `melds`: see `scoring.shape` · `meets`: see `Piece`, with what
    only the other half can tell of left open · `chows_id`: of its chows · `pair`: it holds the basic hand's pair ·
    `id`: all that fans across suits see · `dearer`: some fan counts that is worth more when all of it is concealed.
    """

    __slots__ = ("adds", "block", "chows_id", "dearer", "flags", "id", "meets", "melds", "pair", "part", "rows")

    def __init__(self, part: Part, block: Block, summary: Summary, meets: int, id: int, dearer: bool) -> None:
        self.part = part
        self.block = block
        self.flags, alls, sums, self.melds = summary
        self.adds = block.adds + (sums << SUMS_AT)
        if part.suited and self.flags:
            self.adds += ONE_SUIT
        self.rows = block.rows
        self.meets = alls | meets
        self.id = id
        self.dearer = dearer
        self.chows_id = part.chows_id
        self.pair = part.eyes is not None

    def opened(self, part: Part, id: int, less: int) -> Half:
        """The same with other groups open, which makes no fan cheaper. `less`: what it adds less."""
        half = Half.__new__(Half)
        half.part = part
        half.id = id
        half.adds = self.adds - less
        half.block, half.rows, half.flags, half.meets = self.block, self.rows, self.flags, self.meets
        half.melds, half.dearer, half.chows_id, half.pair = self.melds, False, self.chows_id, self.pair
        return half


class Returns:
    """四歸 in one suit: their fans, and what they add, sums included."""

    __slots__ = ("adds", "block")

    def __init__(self, block: Block, sums: int) -> None:
        self.block = block
        self.adds = block.adds + (sums << SUMS_AT)


NO_RETURNS = Returns(NOTHING, 0)


Together = tuple[int, int, int, int, int | None, int | None]

STARTS_AT, PUNGS_AT = 12, 19
MET_STARTS, MET_PUNGS = 127 << STARTS_AT, 511 << PUNGS_AT
OF_CHOWS, OF_SETS = HAS_CHOWS | MET_STARTS, HAS_SETS | MET_PUNGS
PLACE_AT = MAKEUP_WIDTH
_CLOSED_PUNGS_AT, _CLOSED_PUNGS = 9, 511 << 9
"""Where the index of an other half has its concealed triplets."""
PAIRED, GATES_TOO = 1 << 9, 1 << 10
"""Bits of `Piece.waits` above the ranks."""


_same = dict[int, int]().setdefault
"""One object for equal numbers. There are few different ones among thousands of pieces, and what is spread over less
memory is read faster."""


class Piece:
    """One suit: its chows, its other groups, what is returned, and where the winning tile sits if that is here
    (`chow`: first rank of the chow that holds it).

    `adds`, `rows`: of all its blocks · `flags`: see `scoring.shape`, and the place of the winning tile above ·
    `meets`: what it may have in common with other suits: `alls` (`scoring.shape`), above it first ranks of chows and
    ranks of triplets · `also`: the other ways to lay the same tiles out, told of the first · `waits`: told of the first
    with the winning tile in it, the ranks (bits) that the suit waited for without that tile, above them whether it was
    `PAIRED` then already and whether it has all that 九子連環 needs (`GATES_TOO`).
    """

    __slots__ = ("adds", "also", "chow", "chows", "flags", "meets", "others", "returns", "rows", "waits")

    def __init__(
        self, chows: Half, others: Half, returns: Returns, place: int = NO_PLACE, chow: int | None = None
    ) -> None:
        self.chows = chows
        self.others = others
        self.returns = returns
        self.chow = chow
        flags, more = chows.flags, others.flags
        adds = chows.adds + others.adds
        if flags and more:
            adds -= ONE_SUIT
        if returns is NO_RETURNS:
            self.rows = chows.rows + others.rows
        else:
            adds += returns.adds
            self.rows = chows.rows + others.rows + returns.block.rows
        flags |= more | place << PLACE_AT
        meets = chows.meets & others.meets | (ONE_MELD if chows.melds + others.melds == 1 else 0)
        self.flags, self.adds, self.meets = _same(flags, flags), _same(adds, adds), _same(meets, meets)
        self.also: Sequence[Piece] = ()
        self.waits = 0

    @property
    def place(self) -> int:
        """Where the winning tile sits (`scoring.readings`)."""
        return self.flags >> PLACE_AT

    def placed(self, place: int, chow: int | None) -> Piece:
        """The same groups with the winning tile elsewhere."""
        return Piece(self.chows, self.others, self.returns, place, chow)

    def ways(self) -> list[Piece]:
        """All ways to lay the same tiles out, of which this is the first."""
        return [self, *self.also]


class Melded:
    """The melds of one suit, and the winds for honours: what all tiles that may be held beside them share.

    `triplets`: kongs among them · `tiles`: of chows and pungs, in counts of three bits, `held`: of kongs too · `index`:
    what tells one other half from another besides its own groups.
    """

    __slots__ = ("chows", "closed_kongs", "held", "index", "kongs", "round", "seat", "suited", "tiles", "triplets")

    def __init__(self, key: int, suited: bool, seat: int = NO_WIND, round: int = NO_WIND) -> None:
        self.suited = suited
        self.seat = seat
        self.round = round
        self.chows = meld_chows(key)
        pungs, open_kongs, self.closed_kongs = meld_pungs(key)
        self.kongs = open_kongs | self.closed_kongs
        self.triplets = pungs | self.kongs
        self.tiles = self.chows * TRIPLES + 3 * SPREAD[pungs]
        self.held = self.tiles + 4 * SPREAD[self.kongs]
        self.index = (not suited) << 22 | self.kongs << 31 | self.closed_kongs << 40

    def fours(self, tiles: int) -> int:
        """Ranks (bits) held four times and in no kong, with these tiles."""
        fours = (tiles & TILES_MASK) + self.tiles & FOUR_COPIES
        return narrow(fours >> 2) if fours else 0


class Pieces:
    """The memory of one rule set."""

    def __init__(self, prices: Prices) -> None:
        self._prices = prices
        self._chow_fans = prices.scope(Scope.SUIT_CHOWS)
        self._set_fans = (
            prices.scope(Scope.HONOR_SETS, Scope.ANY_SETS),
            prices.scope(Scope.SUIT_SETS, Scope.ANY_SETS),
        )
        self._return_fans = prices.scope(Scope.RETURNS)
        self._fans_around_returns = prices.scope_beside(Scope.RETURNS, Scope.SUIT_CHOWS)
        self._kinds_together = any(fan.needs.pungs > 1 for _, fan in self._return_fans.fans)
        self._chows: dict[int, Half] = {}
        self._alike_chows: dict[int, Half] = {}
        self._others: dict[int, Half] = {}
        self._alike_others: dict[int, Half] = {}
        self._special: dict[tuple[object, ...], Half] = {}
        self._pairs: dict[int, Piece] = {}
        self._returns: dict[int, Returns] = {}
        self._returned_together: dict[Together, Returns] = {}
        self._melded: dict[int, Melded] = {}
        self.suits: dict[int, Piece] = {}
        self.honors: dict[int, Piece] = {}

    def prepare(self) -> None:
        """備 Halves of suits that many hands have are asked before anybody counts one."""
        for chows in usual_chows():
            self._chow_half(chows, chows)
        no_melds = Melded(0, True)
        for pungs, eyes in usual_sets():
            self._other_half(no_melds, pungs, pungs, eyes)
        for kinds in usual_returns():
            part = Part()
            part.return_kinds([Return(rank, *kind, 1 << rank) for rank, kind in enumerate(kinds)])
            index = sum([_RETURNED[not closed][groups] for groups, closed in kinds])
            self._returns[index] = Returns(self._return_fans.ask(part), return_sums(part))
        for first in range(7):
            chow = 1 << 3 * first
            for closed, discards in ((4, (None,)), (3, range(first, first + 3))):
                halves = self._chow_half(4 * chow, closed * chow), self._other_half(no_melds, 0, 0, None)
                for discard in discards:
                    self._returned(7 << first, *halves, discard)

    def suit(self, index: int) -> Piece | None:
        """The first way to lay a suit out, None if there is none.

        `index`: its key, and above it `won_code` if the winning tile is in it.
        """
        melds = (index & SUIT_MASK) >> TILES_WIDTH
        melded = self._melded.get(melds) or self._new_melded(melds, Melded(index, True))
        found = self._laid_out(index & TILES_MASK, melded, index >> WIDTH)
        if found is not None and found.chows.melds + found.others.melds <= MOST_MELDS:
            if len(self.suits) > REMEMBERED:
                self.suits.clear()
            self.suits[index] = found
        return found

    def _new_melded(self, index: int, melded: Melded) -> Melded:
        if len(self._melded) > REMEMBERED:
            self._melded.clear()
        self._melded[index] = melded
        return melded

    def honor(self, index: int) -> Piece | None:
        """The honours, as `suit`. `index`: as for a suit, then two bits each of seat and round wind below."""
        key, winds = index >> 4 & SUIT_MASK, index & 15
        beside = ~(key >> TILES_WIDTH << 4 | winds)  # negative: a suit's are not
        melded = self._melded.get(beside) or self._new_melded(beside, Melded(key, False, winds >> 2, winds & 3))
        found = self._laid_out(key & TILES_MASK, melded, index >> WIDTH + 4)
        if found is not None:
            if len(self.honors) > REMEMBERED:
                self.honors.clear()
            self.honors[index] = found
        return found

    def _laid_out(self, tiles: int, melded: Melded, won: int) -> Piece | None:
        honors = not melded.suited
        arranged = arrangements(tiles, honors)
        if not arranged:
            return None
        fours = melded.fours(tiles)
        if not won:
            pieces = [self._laid(melded, fours, one) for one in arranged]
        else:
            rank = (won >> 1) - 1
            pieces = self._won(arranged, melded, fours, rank, won & 1 > 0)
            pieces[0].waits = _waited(tiles, rank, honors, melded.held)
        first = pieces[0]
        if len(pieces) > 1:
            first.also = pieces[1:]
        return first

    def _won(
        self, arrangements: Sequence[Arrangement], melded: Melded, fours: int, rank: int, drawn: bool
    ) -> list[Piece]:
        """The pieces of the suit with the winning tile in each group that can hold it.

        A group that another's tile finished is open.
        """
        pieces = []
        for arranged in arrangements:
            concealed: Piece | None = None
            for place, chow in placements(arranged, rank):
                if drawn and concealed:
                    pieces.append(concealed.placed(place, chow))
                elif drawn or (place == PAIR and not fours):
                    concealed = self._laid(melded, fours, arranged, place, chow)
                    pieces.append(concealed)
                elif chow is not None:
                    pieces.append(self._laid(melded, fours, arranged, place, chow, rank, 1 << 3 * chow))
                else:
                    opened = 1 << rank if place == TRIPLET else 0
                    pieces.append(self._laid(melded, fours, arranged, place, chow, rank, 0, opened))
        return pieces

    def pairs(self, key: int, won: int, winds: int | None = None) -> Piece:
        """嚦咕 One suit, or the honours with two bits each of seat and round wind.

        `won`: if another's winning tile is in it, its rank and one, else 0.
        """
        index = (key << 4 | won) << 5 | (16 if winds is None else winds)
        piece = self._pairs.get(index)
        if piece is None:
            if len(self._pairs) > REMEMBERED:
                self._pairs.clear()
            seat, round = (0, 0) if winds is None else (winds >> 2, winds & 3)
            part = seven_pairs_part(key, winds is None, won - 1 if won else None, seat, round)
            piece = self._pairs[index] = self.piece(part)
        return piece

    def piece(self, part: Part) -> Piece:
        """A part that is no row of tiles, such as one of 嚦咕 or 十三么."""
        chows = self._chow_half(part.chows_id, part.closed_id)
        index = (
            part.suited,
            part.pungs,
            part.closed_pungs,
            part.kongs,
            part.pairs,
            part.singles,
            *_winds(part.pungs, part.seat, part.round),
        )
        others = self._special.get(index)
        if others is None:
            if len(self._special) > REMEMBERED:
                self._special.clear()
            others = self._special[index] = self._asked_sets(part)
        returns = self._returned_pairs(part, chows) if part.fours else NO_RETURNS
        return Piece(chows, others, returns)

    def covering(self, piece: Piece, ranks: int) -> Piece:
        """The same ways to lay a suit out where pairs of these ranks (bits) count as 連對 besides; not remembered, it
        is rare."""
        chows, others = piece.chows.part.covering(ranks), piece.others.part.covering(ranks)
        chow_half, other_half = self._asked_chows(chows, piece.chows.id), self._asked_sets(others)
        covered = Piece(chow_half, other_half, piece.returns, piece.place, piece.chow)
        covered.also = [self.covering(other, ranks) for other in piece.also]
        return covered

    def _returned_pairs(self, part: Part, chows: Half) -> Returns:
        """四歸 in a suit of 嚦咕: two pairs each, concealed but for the kind of another's winning tile."""
        kinds = part.fours.bit_count()
        opened = part.discard is not None and part.fours >> part.discard & 1
        index = opened | (kinds - opened) << 3
        returns = self._returns.get(index)
        if returns is None:
            returns = self._returns[index] = Returns(self._return_block(part, chows), return_sums(part))
        return returns

    def _laid(
        self,
        melded: Melded,
        fours: int,
        arranged: Arrangement,
        place: int = NO_PLACE,
        chow: int | None = None,
        discard: int | None = None,
        opened_chow: int = 0,
        opened_pung: int = 0,
    ) -> Piece:
        """Melds as they lie, everything else concealed but for the group that another's tile finished."""
        chows_id, pungs, eyes = arranged
        closed_id = chows_id - opened_chow
        chows_id += melded.chows
        chows = self._chows.get(chows_id << 21 | closed_id) or self._chow_half(chows_id, closed_id)
        closed = (pungs | melded.closed_kongs) & ~opened_pung
        others = self._other_half(melded, pungs | melded.triplets, closed, eyes)
        returns = self._returned(fours, chows, others, discard) if fours else NO_RETURNS
        return Piece(chows, others, returns, place, chow)

    def _chow_half(self, chows_id: int, closed_id: int) -> Half:
        index = chows_id << 21 | closed_id
        half = self._chows.get(index)
        if half is None:
            if len(self._chows) > REMEMBERED:
                self._chows.clear()
                self._alike_chows.clear()
            half = self._chows[index] = self._new_chows(Part(True, chows_id, closed_id), index)
        return half

    def _new_chows(self, part: Part, id: int) -> Half:
        asked = self._alike_chows.get(part.chows_id)
        if asked is not None:
            return asked.opened(part, id, 0)
        half = self._asked_chows(part, id)
        if not half.dearer:
            self._alike_chows[part.chows_id] = half
        return half

    def _asked_chows(self, part: Part, id: int) -> Half:
        block = self._chow_fans.ask(part, (part.number, 0, False, False, 0))
        meets = OF_SETS | part.starts << STARTS_AT
        if part.starts:
            meets |= HAS_CHOWS
        return Half(part, block, chow_summary(part), meets, id, self._prices.dearer(block))

    def _other_half(self, melded: Melded, pungs: int, closed_pungs: int, eyes: int | None) -> Half:
        index = pungs | closed_pungs << _CLOSED_PUNGS_AT | (0 if eyes is None else eyes + 1) << 18 | melded.index
        if not melded.suited:
            seat, round = _winds(pungs, melded.seat, melded.round)
            index |= seat << 23 | round << 27
        half = self._others.get(index)
        if half is None:
            if len(self._others) > REMEMBERED:
                self._others.clear()
                self._alike_others.clear()
            half = self._others[index] = self._new_others(index, melded, pungs, closed_pungs, eyes)
        return half

    def _new_others(self, index: int, melded: Melded, pungs: int, closed_pungs: int, eyes: int | None) -> Half:
        seat, round = _winds(pungs, melded.seat, melded.round)
        kongs, closed_kongs = melded.kongs, melded.closed_kongs
        part = Part(melded.suited, 0, 0, pungs, closed_pungs, kongs, closed_kongs, eyes, seat=seat, round=round)
        alike = index & ~_CLOSED_PUNGS
        asked = self._alike_others.get(alike)
        if asked is not None:
            fewer = asked.part.closed_pungs.bit_count() - closed_pungs.bit_count()
            return asked.opened(part, asked.id, fewer * ONE_CLOSED_PUNG << SUMS_AT)
        half = self._asked_sets(part)
        if not half.dearer:
            self._alike_others[alike] = half
        return half

    def _asked_sets(self, part: Part) -> Half:
        there = (0, part.pungs.bit_count(), part.eyes is not None, part.kongs > 0, len(part.pairs))
        block = self._set_fans[part.suited].ask(part, there)
        meets = OF_CHOWS | part.pungs << PUNGS_AT
        id = part.pungs
        if part.eyes is not None:
            id |= 1 << 9 + part.eyes
        if id:
            meets |= HAS_SETS
        return Half(part, block, set_summary(part), meets, id, self._prices.dearer(block))

    def _returned(self, fours: int, chows: Half, others: Half, discard: int | None) -> Returns:
        """四歸 in a suit: remembered by how many kinds lie in so many groups, concealed or not."""
        sets = others.part
        if (self._kinds_together and fours & fours - 1) or chows.part.most >= 4:
            # Kinds may be returned in the same groups, or inside 一色四同順.
            where = discard if discard is not None and fours >> discard & 1 else None
            eyes = sets.eyes if sets.eyes is not None and fours >> sets.eyes & 1 else None
            whole = fours, chows.id, sets.pungs & fours, sets.closed_pungs & fours, eyes, where
            return self._returned_together.get(whole) or self._new_together(whole, chows, others)
        opened = sets.pungs & ~sets.closed_pungs
        if discard is not None:
            opened |= 1 << discard
        # Nine counts of three bits: groups that hold a rank, and how many of them are open.
        holding = chows.chows_id * TRIPLES + SPREAD[sets.pungs]
        if sets.eyes is not None:
            holding += 1 << 3 * sets.eyes
        open_ones = (chows.chows_id - chows.part.closed_id) * TRIPLES + SPREAD[opened]
        index = 0
        left = fours
        while left:
            at = 3 * left.bit_length() - 3
            left ^= 1 << at // 3
            index += _RETURNED[open_ones >> at & 7 > 0][holding >> at & 7]
        return self._returns.get(index) or self._new_returns(index, fours, chows, others, discard)

    def _new_returns(self, index: int, fours: int, chows: Half, others: Half, discard: int | None) -> Returns:
        part = _with_returns(fours, chows, others, discard)
        returns = self._returns[index] = Returns(self._return_block(part, chows), return_sums(part))
        return returns

    def _new_together(self, whole: Together, chows: Half, others: Half) -> Returns:
        if len(self._returned_together) > REMEMBERED:
            self._returned_together.clear()
        part = _with_returns(whole[0], chows, others, whole[-1])
        returns = self._returned_together[whole] = Returns(self._return_block(part, chows), return_sums(part))
        return returns

    def _return_block(self, part: Part, chows: Half) -> Block:
        """The fans of 四歸, without those that lie inside a fan of the chows or are removed by it (一色四同順)."""
        there = (part.number, part.pungs.bit_count(), False, False, 0)
        if chows.block is NOTHING or not self._prices.above(chows.block, self._return_fans):
            return self._return_fans.ask(part, there)
        together = self._fans_around_returns.ask(part, there)
        return self._prices.only(together, self._return_fans)


_RETURNED = [[0, 0, *[1 << 6 * groups - (12 if opened else 9) for groups in range(2, 8)]] for opened in (False, True)]
"""What a kind returned, concealed or not, in so many groups adds to the index of `Returns`: counts of three bits."""


def _winds(pungs: int, seat: int, round: int) -> tuple[int, int]:
    """Seat and round wind, where there is a triplet of them."""
    return seat if pungs >> seat & 1 else NO_WIND, round if pungs >> round & 1 else NO_WIND


def won_code(rank: int, drawn: bool) -> int:
    """What stands above a suit's key when the winning tile, of this rank, is in it."""
    return (rank + 1 << 1 | drawn) << WIDTH


def _waited(tiles: int, rank: int, honors: bool, held: int) -> int:
    """`Piece.waits`. `tiles`: with the winning one, of this rank · `held`: in melds."""
    rest = tiles - (1 << 3 * rank)
    waits = suit_waits(rest, honors)
    ranks = waits.melds | waits.pair
    if held and ranks and rest + held & FOUR_COPIES:
        ranks &= ~narrow((rest + held & FOUR_COPIES) >> 2)
    if waits.complete:
        ranks |= PAIRED
    if not honors and tiles in NINE_GATES_KEYS:
        ranks |= GATES_TOO
    return ranks


def _with_returns(fours: int, chows: Half, others: Half, discard: int | None) -> Part:
    """The whole part, for fans that look at chows and triplets together."""
    sets = others.part
    return Part(
        sets.suited,
        chows.part.chows_id,
        chows.part.closed_id,
        sets.pungs,
        sets.closed_pungs,
        sets.kongs,
        sets.closed_kongs,
        sets.eyes,
        fours,
        discard,
    )
