"""What a person is shown of the reading chosen: its groups, and each fan not counted with the one that bars it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from scoring.hand_score import Group, Removed
from scoring.packing import RANK_OF, SUIT_OF, bits
from scoring.pieces import Piece
from scoring.prices import FAN_AT, Block, Prices
from scoring.readings import NO_PLACE, PAIR, TRIPLET
from scoring.tally import Reading, Sum, Tally
from scoring.tiles import Tile, write_tiles
from scoring.winning_hand import WinningHand


class Chosen(NamedTuple):
    """The readings that count (two for 兩食) and the hand; implements `scoring.hand_score.Explanation`."""

    hand: WinningHand
    readings: Sequence[Reading]
    prices: Prices

    def groups(self) -> tuple[Group, ...]:
        """解讀 Melds as they lie, then concealed chows, triplets, pairs; lone tiles of special shapes are left out."""
        hand = self.hand
        chows: list[Group] = []
        triplets: list[Group] = []
        pairs: list[Group] = []
        for suit, piece in enumerate(self.readings[0].pieces):
            won = RANK_OF[hand.winning_tile] if suit == SUIT_OF[hand.winning_tile] else None
            laid = _Laid(suit, piece, won, hand)
            if piece.chows.part.starts:
                laid.chows(chows)
            if piece.others.part.pungs:
                laid.triplets(triplets)
            laid.pairs(pairs)
        return (
            *[_meld_group(meld.kind, meld.notation, meld.claimed) for meld in hand.melds],
            *chows,
            *triplets,
            *pairs,
        )

    def removed(self) -> tuple[Removed, ...]:
        """不計 What is there and was not counted, each with the fan that bars it."""
        found: dict[Removed, None] = {}
        for reading in self.readings:
            present = _present(reading.blocks)
            for block in reading.blocks:
                for drop in block.dropped:
                    if drop.by is None:
                        by = self.prices.remover(drop.place, _present([block]))
                        found[self._removed(drop.place, by, "implied", drop.times)] = None
                    else:
                        found[self._removed(drop.place, drop.by, "inside", drop.times)] = None
                for row in block.rows:
                    index = row >> FAN_AT
                    if reading.removed >> index & 1:
                        by = self.prices.remover(index, present)
                        found[self._removed(index, by, "implied", self.prices.lines[row].count)] = None
        return tuple(found)

    def _removed(self, index: int, by: int, why: str, count: int) -> Removed:
        return Removed(self.prices.fans[index].name, self.prices.fans[by].name, why, count)


def explained(hand: WinningHand, sums: Sequence[Sum], tally: Tally) -> Chosen:
    """The explanation of a hand whose readings were added up."""
    return Chosen(hand, [tally.reading(added) for added in sums], tally.prices)


class _Laid(NamedTuple):
    """What was laid out of the hand in one suit; `won`: rank of the winning tile if that is in it."""

    suit: int
    piece: Piece
    won: int | None
    hand: WinningHand

    def chows(self, found: list[Group]) -> None:
        for first, copies in enumerate(self.piece.chows.part.chows):
            if copies:
                tile = 9 * self.suit + first
                copies -= sum([meld.kind == "chow" and meld.tile == tile for meld in self.hand.melds])
                winning = self.won is not None and self.piece.chow == first
                found += [self._group("chow", first, winning and not copy) for copy in range(copies)]

    def triplets(self, found: list[Group]) -> None:
        part = self.piece.others.part
        for rank in bits(part.pungs):
            tile = 9 * self.suit + rank
            if not any(meld.tile == tile and meld.kind != "chow" for meld in self.hand.melds):
                winning = self.won == rank and self.piece.place in (TRIPLET, NO_PLACE)
                found.append(self._group("pung", rank, winning))

    def pairs(self, found: list[Group]) -> None:
        part = self.piece.others.part
        ranks = part.pairs if part.eyes is None else (part.eyes,)
        for number, rank in enumerate(ranks):
            winning = self.won == rank and self.piece.place in (PAIR, NO_PLACE) and rank not in ranks[:number]
            found.append(self._group("pair", rank, winning))

    def _group(self, kind: str, rank: int, winning: bool) -> Group:
        open_ = winning and not self.hand.self_draw and kind != "pair"
        return _group(kind, 9 * self.suit + rank, open_, winning)


@cache
def _group(kind: str, tile: Tile, open_: bool, winning: bool) -> Group:
    tiles = (tile, tile + 1, tile + 2) if kind == "chow" else (tile,) * (3 if kind == "pung" else 2)
    return Group(kind, write_tiles(tiles), open_, winning)


@cache
def _meld_group(kind: str, notation: str, claimed: bool) -> Group:
    return Group(kind, notation, claimed, False)


def _present(blocks: Sequence[Block]) -> list[int]:
    there = [row >> FAN_AT for block in blocks for row in block.rows]
    return there + [drop.place for block in blocks for drop in block.dropped if drop.by is None]
