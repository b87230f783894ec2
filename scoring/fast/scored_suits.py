"""One suit of one reading, counted: the worth of its fans and what it adds to the whole hand. A piece consists of
two halves, the chows of the suit and its other groups, and the kinds they return."""

from collections.abc import Sequence

from scoring.fast.cache import Cache, store
from scoring.fast.decompose import (
    HONORS_LAID,
    HONORS_WAIT,
    NO_PLACE,
    PAIR,
    SUITS_LAID,
    SUITS_WAIT,
    TRIPLET,
    Decomposition,
    placements,
)
from scoring.fast.fan_table import ONE_SUIT, FanTable
from scoring.fast.keys import ONE_MELD, PROFILE_WIDTH
from scoring.fast.packing import FOUR_COPIES, MELDS_AT, NINE_GATES_KEYS, TILES_MASK, WINDS_AT, WON_AT, narrow
from scoring.fast.suit_parts import NO_RETURNS, Half, Halves, Melded, Returned, Returns

MOST_MELDS = 3
"""Suits with more melds hardly ever recur and are not worth remembering."""

PLACE_AT = PROFILE_WIDTH
GATES_TOO = 1 << 10


class Piece:
    """One suit: its chows, its other groups, the kinds returned, and the place of the winning tile if that is here
    (`chow`: first rank of the chow that holds it).

    `adds`, `rows`: of all its blocks · `flags`: see `scoring.fast.keys`, with the place of the winning tile above ·
    `meets`: what it may have in common with other suits: `alls` (`scoring.fast.keys`), above it first ranks of chows
    and ranks of triplets · `also`: the other ways to lay out the same tiles, set on the first way only · `waits`: set
    on the first way with the winning tile in it: the ranks (bits) that the suit waited for without that tile, above
    them whether it was `PAIRED` then already and whether it has all that 九子連環 needs (`GATES_TOO`).
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
        self.flags, self.adds, self.meets = flags, adds, meets
        self.also: Sequence[Piece] = ()
        self.waits = 0

    @property
    def place(self) -> int:
        return self.flags >> PLACE_AT

    def placed(self, place: int, chow: int | None) -> "Piece":
        """The same groups with the winning tile elsewhere."""
        return Piece(self.chows, self.others, self.returns, place, chow)

    def ways(self) -> "list[Piece]":
        return [self, *self.also]


class Suits(Cache[int, Piece | None]):
    """The first way to lay out a suit, by its key; None if there is none."""

    __slots__ = ()

    def __missing__(self, key: int) -> Piece | None:
        found = self._find(key)
        if found is None or found.chows.melds + found.others.melds > MOST_MELDS:
            return found
        return store(self, key, found)


class Pieces:
    def __init__(self, prices: FanTable) -> None:
        self.halves, self.returned = Halves(prices), Returned(prices)
        self._chows, self._others, self._returned = self.halves.chows, self.halves.of_others, self.returned.of_suit
        self._suit_melds: Cache[int, Melded] = Cache(lambda melds: Melded(melds << MELDS_AT, True))
        self._honor_melds: Cache[int, Melded] = Cache(
            lambda melds: Melded(melds << WINDS_AT, False, melds >> 2 & 3, melds & 3)
        )
        self.suits = Suits(self._suit)
        self.honors = Cache(self._honor)

    def prepare(self) -> None:
        self.halves.prepare()
        self.returned.prepare()

    def _suit(self, key: int) -> Piece | None:
        return self._laid_out(key, SUITS_LAID[key & TILES_MASK], self._suit_melds[key >> MELDS_AT])

    def _honor(self, key: int) -> Piece | None:
        return self._laid_out(key, HONORS_LAID[key & TILES_MASK], self._honor_melds[key >> WINDS_AT])

    def _laid_out(self, key: int, arranged: Sequence[Decomposition], melded: Melded) -> Piece | None:
        if not arranged:
            return None
        tiles, won = key & TILES_MASK, key >> WON_AT & 31
        fours = tiles + melded.tiles & FOUR_COPIES
        if fours:
            fours = narrow(fours >> 2)
        if won:
            rank = (won >> 1) - 1
            pieces = self._won(arranged, melded, fours, rank, won & 1 > 0)
            pieces[0].waits = _waited(tiles, rank, melded)
        else:
            pieces = [self._laid(melded, fours, one) for one in arranged]
        first = pieces[0]
        if len(pieces) > 1:
            first.also = pieces[1:]
        return first

    def _won(
        self, arrangements: Sequence[Decomposition], melded: Melded, fours: int, rank: int, drawn: bool
    ) -> list[Piece]:
        """The pieces of the suit with the winning tile in each group that can hold it. A group finished with another
        player's tile is open."""
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
        arranged: Decomposition,
        place: int = NO_PLACE,
        chow: int | None = None,
        discard: int | None = None,
        opened_chow: int = 0,
        opened_pung: int = 0,
    ) -> Piece:
        """Melds as laid; everything else is concealed except a group finished with another player's tile."""
        chows_id, pungs, eyes = arranged
        concealed_id = chows_id - opened_chow
        chows_id += melded.chows
        chows = self._chows.get(chows_id << 21 | concealed_id) or self.halves.of_chows(chows_id, concealed_id)
        concealed = (pungs | melded.concealed_kongs) & ~opened_pung
        others = self._others(melded, pungs | melded.triplets, concealed, eyes)
        returns = self._returned(fours, chows, others, discard) if fours else NO_RETURNS
        return Piece(chows, others, returns, place, chow)


def _waited(tiles: int, rank: int, melded: Melded) -> int:
    """`Piece.waits`. `tiles`: with the winning one, of this rank."""
    rest = tiles - (1 << 3 * rank)
    ranks = (SUITS_WAIT if melded.suited else HONORS_WAIT)[rest]
    if melded.held:
        ranks &= ~narrow((rest + melded.held & FOUR_COPIES) >> 2)
    return ranks | GATES_TOO if tiles in NINE_GATES_KEYS and melded.suited else ranks
