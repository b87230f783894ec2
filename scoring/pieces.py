"""One suit of one reading, counted: what its fans are worth and what it adds to the whole hand.

A piece is put together from two halves, the chows of the suit and its other groups. There are few different halves and
they come back in many suits, so fans are asked when a half is new and never again.
"""

from __future__ import annotations

from typing import NamedTuple

from scoring.fans.fan import Needs, Scope
from scoring.packing import SUIT_MASK, TILES_MASK, WIDTH, bits, four_copies, meld_chows, meld_pungs
from scoring.parts import Part
from scoring.prices import NOTHING, SUITS_AT, SUMS_AT, Block, Prices
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

REMEMBERED = 40_000
"""Entries of one memory before it is emptied: a bound for a process that runs for months."""

MOST_MELDS = 3
"""Suits of more melds hardly ever come back and are not worth remembering."""

NO_WIND = 8
"""A rank that no honour has: the seat or round wind is not among the triplets."""


class Half:
    """The chows of a part, or its other groups: what their fans are worth and what they add to the hand.

    `summary`: see `scoring.shape` · `adds`: its block's and its sums · `chows_id`, `starts`: first ranks of chows ·
    `most`: copies of one of them · `pungs`: ranks of triplets ·
    `sets`: those and the pair's · `near`: ranks within two of `sets` · `id`: all that fans across suits see ·
    `pair`: it holds the basic hand's pair · `dearer`: some fan counts that is worth more when all of it is concealed.
    """

    __slots__ = (
        "adds",
        "block",
        "chows_id",
        "dearer",
        "id",
        "most",
        "near",
        "pair",
        "part",
        "pungs",
        "sets",
        "starts",
        "summary",
    )

    def __init__(self, part: Part, block: Block, summary: Summary, id: int, dearer: bool) -> None:
        self.part = part
        self.block = block
        self.id = id
        self.dearer = dearer
        self.summary = summary
        self.adds = block.adds + (summary.sums << SUMS_AT)
        self.chows_id = part.chows_id
        self.starts = part.starts
        self.most = max(part.chows)
        self.pungs = part.pungs
        self.pair = part.eyes is not None
        self.sets = sets = part.pungs if part.eyes is None else part.pungs | 1 << part.eyes
        self.near = sets | sets << 1 | sets >> 1 | sets << 2 | sets >> 2


class Returns(NamedTuple):
    """四歸 in one suit: their fans, and what they add to the sums."""

    block: Block
    sums: int


NO_RETURNS = Returns(NOTHING, 0)


class Piece:
    """One suit: its chows, its other groups, what is returned, and where the winning tile sits if that is here
    (`chow`: first rank of the chow that holds it).

    `adds`, `rows`: of all its blocks · `flags`: see `scoring.shape`, and the place of the winning tile above ·
    `meets`: what it may have in common with other suits: `alls` (`scoring.shape`), above it `starts` and `pungs`.
    """

    __slots__ = ("adds", "chow", "chows", "flags", "meets", "melds", "others", "place", "returns", "rows")

    def __init__(
        self, chows: Half, others: Half, returns: Returns, place: int = NO_PLACE, chow: int | None = None
    ) -> None:
        self.chows = chows
        self.others = others
        self.returns = returns
        self.place = place
        self.chow = chow
        chow_flags, chow_alls, _, chow_melds = chows.summary
        flags, alls, _, melds = others.summary
        self.flags = flags | chow_flags | place << PLACE_AT
        self.adds = chows.adds + others.adds
        self.rows = chows.block.rows + others.block.rows
        if returns is not NO_RETURNS:
            self.adds += returns.block.adds + (returns.sums << SUMS_AT)
            self.rows += returns.block.rows
        if others.part.suited and flags | chow_flags:
            self.adds += 1 << SUITS_AT
        meets = alls & chow_alls | chows.starts << STARTS_AT | others.pungs << PUNGS_AT
        if chows.starts:
            meets |= HAS_CHOWS
        if others.sets:
            meets |= HAS_SETS
        self.melds = melds + chow_melds
        if self.melds == 1:
            meets |= ONE_MELD
        self.meets = meets


PLACE_AT = MAKEUP_WIDTH
STARTS_AT, PUNGS_AT = 12, 19
MET_STARTS, MET_PUNGS = 127 << STARTS_AT, 511 << PUNGS_AT


class Suit:
    """What all arrangements of one suit's key share: its melds, the kinds held four times, the winds for honours."""

    __slots__ = ("chows", "closed_kongs", "fours", "kongs", "pungs", "round", "seat", "suited", "tiles")

    def __init__(self, key: int, suited: bool, seat: int = NO_WIND, round: int = NO_WIND) -> None:
        self.suited = suited
        self.seat = seat
        self.round = round
        self.tiles = key & TILES_MASK
        self.chows = self.pungs = self.kongs = self.closed_kongs = 0
        if key > TILES_MASK:
            self.chows = meld_chows(key)
            self.pungs, open_kongs, self.closed_kongs = meld_pungs(key)
            self.kongs = open_kongs | self.closed_kongs
        self.fours = four_copies(key) & ~self.kongs


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
        self._chow_and_return_fans = prices.scope(Scope.SUIT_CHOWS, Scope.RETURNS)
        self._kinds_together = any(fan.needs.pungs > 1 for _, fan in self._return_fans.fans)
        self._chows: dict[int, Half] = {}
        self._others: dict[int, Half] = {}
        self._special: dict[tuple[object, ...], Half] = {}
        self._returns: dict[int, Returns] = {}
        self.suits: dict[int, list[Piece]] = {}
        self.honors: dict[int, list[Piece]] = {}

    def suit(self, index: int) -> list[Piece]:
        """The pieces of a suit. `index`: its key, and above it `won_code` if the winning tile is in it."""
        found = self._made(Suit(index & SUIT_MASK, True), index >> WIDTH)
        if not found or found[0].melds <= MOST_MELDS:
            if len(self.suits) > REMEMBERED:
                self.suits.clear()
            self.suits[index] = found
        return found

    def honor(self, index: int) -> list[Piece]:
        """The pieces of the honours. `index`: as for a suit, then two bits each of seat and round wind below."""
        if len(self.honors) > REMEMBERED:
            self.honors.clear()
        suit = Suit(index >> 4 & SUIT_MASK, False, index >> 2 & 3, index & 3)
        found = self.honors[index] = self._made(suit, index >> WIDTH + 4)
        return found

    def _made(self, suit: Suit, won: int) -> list[Piece]:
        if not won:
            return [self._laid(suit, arranged) for arranged in arrangements(suit.tiles, not suit.suited)]
        return self._won(suit, (won >> 1) - 1, bool(won & 1))

    def _won(self, suit: Suit, rank: int, drawn: bool) -> list[Piece]:
        """The pieces of the suit with the winning tile in each group that can hold it.

        A group that another's tile finished is open.
        """
        pieces = []
        for arranged in arrangements(suit.tiles, not suit.suited):
            for place, chow in placements(arranged, rank):
                if drawn or (place == PAIR and not suit.fours):
                    pieces.append(self._laid(suit, arranged, place, chow))
                elif chow is not None:
                    pieces.append(self._laid(suit, arranged, place, chow, rank, 1 << 3 * chow))
                else:
                    opened = 1 << rank if place == TRIPLET else 0
                    pieces.append(self._laid(suit, arranged, place, chow, rank, 0, opened))
        return pieces

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
            part.seat,
            part.round,
        )
        others = self._special.get(index)
        if others is None:
            if len(self._special) > REMEMBERED:
                self._special.clear()
            others = Half(part, self._sets_block(part), set_summary(part), _sets_id(part), False)
            self._special[index] = others
        returns = self._returned_pairs(part, chows) if part.fours else NO_RETURNS
        return Piece(chows, others, returns)

    def covering(self, piece: Piece, ranks: int) -> Piece:
        """The same piece where pairs of these ranks (bits) count as 連對 besides; not remembered, it is rare."""
        chows, others = piece.chows.part.covering(ranks), piece.others.part.covering(ranks)
        block = self._chow_fans.ask(chows, Needs(sum(chows.chows)))
        return Piece(
            Half(chows, block, chow_summary(chows), piece.chows.id, piece.chows.dearer),
            Half(others, self._sets_block(others), piece.others.summary, piece.others.id, piece.others.dearer),
            piece.returns,
            piece.place,
            piece.chow,
        )

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
        suit: Suit,
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
        chows_id += suit.chows
        chows = self._chows.get(chows_id << 21 | closed_id) or self._chow_half(chows_id, closed_id)
        closed = (pungs | suit.closed_kongs) & ~opened_pung
        others = self._other_half(suit, pungs | suit.pungs | suit.kongs, closed, eyes, opened_pung)
        returns = NO_RETURNS if not suit.fours else self._returned(suit, chows, others, discard)
        return Piece(chows, others, returns, place, chow)

    def _chow_half(self, chows_id: int, closed_id: int) -> Half:
        index = chows_id << 21 | closed_id
        half = self._chows.get(index)
        if half is None:
            if len(self._chows) > REMEMBERED:
                self._chows.clear()
            part = Part(True, chows_id, closed_id)
            closed = self._chow_half(chows_id, chows_id) if closed_id != chows_id else None
            if closed is None or closed.dearer:
                block = self._chow_fans.ask(part, Needs(sum(part.chows)))
                half = Half(part, block, chow_summary(part), index, self._prices.dearer(block))
            else:
                half = Half(part, closed.block, closed.summary, index, False)
            self._chows[index] = half
        return half

    def _other_half(self, suit: Suit, pungs: int, closed_pungs: int, eyes: int | None, opened: int) -> Half:
        """`opened`: the triplet that another's tile finished, as a bit; it is not among `closed_pungs`."""
        index = pungs | closed_pungs << 9 | (0 if eyes is None else eyes + 1) << 18
        if suit.kongs:
            index |= suit.kongs << 31 | suit.closed_kongs << 40
        seat = round = NO_WIND
        if not suit.suited:
            seat = suit.seat if pungs >> suit.seat & 1 else NO_WIND
            round = suit.round if pungs >> suit.round & 1 else NO_WIND
            index |= 1 << 22 | seat << 23 | round << 27
        half = self._others.get(index)
        if half is None:
            if len(self._others) > REMEMBERED:
                self._others.clear()
            kongs, closed_kongs = suit.kongs, suit.closed_kongs
            part = Part(suit.suited, 0, 0, pungs, closed_pungs, kongs, closed_kongs, eyes, seat=seat, round=round)
            closed = self._other_half(suit, pungs, closed_pungs | opened, eyes, 0) if opened else None
            if closed is None or closed.dearer:
                block = self._sets_block(part)
                half = Half(part, block, set_summary(part), _sets_id(part), self._prices.dearer(block))
            else:
                flags, alls, sums, melds = closed.summary
                half = Half(part, closed.block, Summary(flags, alls, sums - ONE_CLOSED_PUNG, melds), closed.id, False)
            self._others[index] = half
        return half

    def _returned(self, suit: Suit, chows: Half, others: Half, discard: int | None) -> Returns:
        """四歸 in a suit: remembered by how many kinds lie in so many groups, concealed or not."""
        several = self._kinds_together and bool(suit.fours & suit.fours - 1)
        if several or chows.most >= 4:  # kinds may be returned in the same groups; 一色四同順 may take them into itself
            part = _with_returns(suit, chows, others, discard)
            return Returns(self._return_block(part, chows), return_sums(part))
        index = 0
        for rank in bits(suit.fours):
            groups, closed = _groups_around(rank, chows, others.part)
            index += 1 << 6 * (groups - 2) + 3 * (closed and discard != rank)
        returns = self._returns.get(index)
        if returns is None:
            part = _with_returns(suit, chows, others, discard)
            returns = self._returns[index] = Returns(self._return_block(part, chows), return_sums(part))
        return returns

    def _return_block(self, part: Part, chows: Half) -> Block:
        """The fans of 四歸, without those that lie inside a fan of the chows or are removed by it (一色四同順)."""
        there = Needs(sum(part.chows), part.pungs.bit_count())
        returns = self._return_fans.ask(part, there)
        if chows.block is NOTHING or not self._prices.interfere(chows.block, returns):
            return returns
        together = self._chow_and_return_fans.ask(part, there)
        return self._prices.only(together, self._return_fans)

    def _sets_block(self, part: Part) -> Block:
        there = Needs(0, part.pungs.bit_count(), part.eyes is not None, part.kongs > 0, len(part.pairs))
        return self._set_fans[part.suited].ask(part, there)


def won_code(rank: int, drawn: bool) -> int:
    """What stands above a suit's key when the winning tile, of this rank, is in it."""
    return (rank + 1 << 1 | drawn) << WIDTH


def _groups_around(rank: int, chows: Half, sets: Part) -> tuple[int, bool]:
    """In how many groups the four copies of a rank lie, and whether all of those are concealed."""
    held = chows.part.chows_id << 6 >> 3 * rank & 0o777
    closed = chows.part.closed_id << 6 >> 3 * rank & 0o777
    pung = sets.pungs >> rank & 1
    groups = (held & 7) + (held >> 3 & 7) + (held >> 6) + pung + (sets.eyes == rank)
    return groups, held == closed and sets.closed_pungs >> rank & 1 == pung


def _with_returns(suit: Suit, chows: Half, others: Half, discard: int | None) -> Part:
    """The whole part, for fans that look at chows and triplets together."""
    sets = others.part
    return Part(
        suit.suited,
        chows.part.chows_id,
        chows.part.closed_id,
        sets.pungs,
        sets.closed_pungs,
        sets.kongs,
        sets.closed_kongs,
        sets.eyes,
        suit.fours,
        discard,
    )


def _sets_id(part: Part) -> int:
    return part.pungs | (0 if part.eyes is None else 1 << 9 + part.eyes)
