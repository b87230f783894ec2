"""牌組 The groups of a hand that the engine counted, in display order."""

from __future__ import annotations

from scoring.fast.adding_up import Four
from scoring.fast.laid_suits import PAIR, TRIPLET
from scoring.fast.packing import bits
from scoring.fast.priced_suits import Piece
from scoring.hand import groups
from scoring.hand.groups import Group
from scoring.hand.melds import CHOW, PUNG
from scoring.hand.tiles import RANK_OF, SUIT_OF
from scoring.hand.winning_hand import WinningHand


def groups_of(hand: WinningHand, pieces: Four) -> tuple[Group, ...]:
    """Melds as laid, then concealed chows, triplets and the pair."""
    chows: list[Group] = []
    triplets: list[Group] = []
    pairs: list[Group] = []
    for suit, piece in enumerate(pieces):
        won = RANK_OF[hand.winning_tile] if suit == SUIT_OF[hand.winning_tile] else None
        _add_chows(chows, suit, piece, won, hand)
        _add_triplets(triplets, suit, piece, won, hand)
        eyes = piece.others.part.eyes
        if eyes is not None:
            winning = won == eyes and piece.place == PAIR
            pairs.append(Group(groups.PAIR, 9 * suit + eyes, winning and not hand.self_draw, winning))
    melds = [Group(meld.kind, meld.tile, meld.claimed, melded=True) for meld in hand.melds]
    return (*melds, *chows, *triplets, *pairs)


def _add_chows(found: list[Group], suit: int, piece: Piece, won: int | None, hand: WinningHand) -> None:
    for first, copies in enumerate(piece.chows.part.chows):
        tile = 9 * suit + first
        laid = copies - sum([meld.kind == CHOW and meld.tile == tile for meld in hand.melds]) if copies else 0
        for copy in range(laid):
            winning = won is not None and piece.chow == first and not copy
            found.append(Group(CHOW, tile, winning and not hand.self_draw, winning))


def _add_triplets(found: list[Group], suit: int, piece: Piece, won: int | None, hand: WinningHand) -> None:
    for rank in bits(piece.others.part.pungs):
        tile = 9 * suit + rank
        if not any(meld.tile == tile and meld.kind != CHOW for meld in hand.melds):
            winning = won == rank and piece.place == TRIPLET
            found.append(Group(PUNG, tile, winning and not hand.self_draw, winning))
