"""One suit of one reading, counted: what its fans are worth and what it adds to the whole hand.

A piece is put together from two halves, the chows of the suit and its other groups, and what they return.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.fast.four_used import NO_RETURNS, Returned, Returns
from scoring.fast.half_suits import REMEMBERED, Half, Halves, Melded
from scoring.fast.keys import MAKEUP_WIDTH, ONE_MELD
from scoring.fast.laid_suits import NO_PLACE, PAIR, TRIPLET, Arrangement, arrangements, placements
from scoring.fast.packing import FOUR_COPIES, SUIT_MASK, TILES_MASK, TILES_WIDTH, WIDTH, narrow
from scoring.fast.prices import ONE_SUIT, Prices
from scoring.fast.special import NINE_GATES_KEYS
from scoring.fast.suit_waits import suit_waits

MOST_MELDS = 3
"""Suits of more melds hardly ever come back and are not worth remembering."""

PLACE_AT = MAKEUP_WIDTH
PAIRED, GATES_TOO = 1 << 9, 1 << 10
"""Bits of `Piece.waits` above the ranks."""


_flags, _adds, _meets = dict[int, int]().setdefault, dict[int, int]().setdefault, dict[int, int]().setdefault
"""One object for equal numbers. There are few different ones among thousands of pieces, and what is spread over less
memory is read faster."""


class Piece:
    """One suit: its chows, its other groups, what is returned, and where the winning tile sits if that is here
    (`chow`: first rank of the chow that holds it).

    `adds`, `rows`: of all its blocks · `flags`: see `scoring.fast.keys`, and the place of the winning tile above ·
    `meets`: what it may have in common with other suits: `alls` (`scoring.fast.keys`), above it first ranks of chows
    and ranks of triplets · `also`: the other ways to lay the same tiles out, told of the first · `waits`: told of
    the first with the winning tile in it, the ranks (bits) that the suit waited for without that tile, above them
    whether it was `PAIRED` then already and whether it has all that 九子連環 needs (`GATES_TOO`).
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
        self.flags, self.adds, self.meets = _flags(flags, flags), _adds(adds, adds), _meets(meets, meets)
        self.also: Sequence[Piece] = ()
        self.waits = 0

    @property
    def place(self) -> int:
        """Where the winning tile sits (`scoring.fast.laid_suits`)."""
        return self.flags >> PLACE_AT

    def placed(self, place: int, chow: int | None) -> Piece:
        """The same groups with the winning tile elsewhere."""
        return Piece(self.chows, self.others, self.returns, place, chow)

    def ways(self) -> list[Piece]:
        """All ways to lay the same tiles out, of which this is the first."""
        return [self, *self.also]


class Pieces:
    """The memory of one rule set."""

    def __init__(self, prices: Prices) -> None:
        self.halves, self.returned = Halves(prices), Returned(prices)
        self._chows, self._others, self._returned = self.halves.chows, self.halves.of_others, self.returned.of_suit
        self._melded: dict[int, Melded] = {}
        self.suits: dict[int, Piece] = {}
        self.honors: dict[int, Piece] = {}

    def prepare(self) -> None:
        """備 What many suits have is asked before anybody counts one."""
        self.halves.prepare()
        self.returned.prepare()

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
        chows = self._chows.get(chows_id << 21 | closed_id) or self.halves.of_chows(chows_id, closed_id)
        closed = (pungs | melded.closed_kongs) & ~opened_pung
        others = self._others(melded, pungs | melded.triplets, closed, eyes)
        returns = self._returned(fours, chows, others, discard) if fours else NO_RETURNS
        return Piece(chows, others, returns, place, chow)


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
