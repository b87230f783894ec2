"""看法 Build the views that fans look at from one reading of a hand."""

from collections.abc import Collection, Sequence

from scoring.hand.hand import Hand
from scoring.hand.melds import CHOW, KONGS, LONE, PAIR, PUNG, TRIPLETS, Group
from scoring.hand.tiles import HONORS
from scoring.reading.suit import DRAGONS, WINDS, Suit
from scoring.reading.views import FLOWER_FAMILIES, Shape, TileProfile
from scoring.reading.winning_shapes import Reading

TERMINALS, FIVE = frozenset({0, 8}), 4


def suits_of(reading: Reading, hand: Hand, covered: Sequence[Collection[int]] = ((), (), (), ())) -> list[Suit]:
    return [
        Suit(
            suit,
            [group for group in reading.groups if group.suit == suit],
            basic=not reading.shape.pairs,
            seat=hand.seat_wind,
            round=hand.round_wind,
            covered=covered[suit],
        )
        for suit in range(4)
    ]


def profile_of(reading: Reading, hand: Hand) -> TileProfile:
    suited = [group for group in reading.groups if group.suit < 3]
    honors = {group.rank for group in reading.groups if group.suit == 3}
    ranks = [frozenset(group.ranks) for group in suited]
    held = frozenset().union(*ranks)
    lone = [{group.rank for group in suited if group.kind == LONE and group.suit == suit} for suit in range(3)]
    melds = [group for group in reading.groups if group.is_meld]
    categories = [group.suit + (group.suit == 3 and group.rank in DRAGONS) for group in melds]  # 五門
    return TileProfile(
        shape=reading.shape.name,
        suits=len({group.suit for group in suited}),
        chows=any(group.kind == CHOW for group in suited),
        pungs=any(group.kind in TRIPLETS for group in reading.groups),
        terminals=bool(held & TERMINALS),
        simples=bool(held - TERMINALS),
        fives=FIVE in held,
        inner_groups=any(not group & TERMINALS for group in ranks),
        winds=bool(honors & WINDS),
        dragons=bool(honors & DRAGONS),
        no_flowers=not hand.flowers,
        both_flower_families=all(family & hand.flowers for family in FLOWER_FAMILIES),
        common_rank=bool(frozenset(range(9)).intersection(*ranks)),
        one_meld_each=sorted(categories) == [0, 1, 2, 3, 4],
        **_of_lone_tiles(lone, suited, hand),
        **_of_pairs(reading, hand),
    )


def _of_lone_tiles(lone: Sequence[set[int]], suited: Sequence[Group], hand: Hand) -> dict[str, bool]:
    """不搭三相逢 and 不搭雜龍: what the lone tiles of the three suits make."""
    if not all(len(ranks) == 3 for ranks in lone):
        return {}
    return {
        "same_ranks": lone[0] == lone[1] == lone[2],
        "all_ranks": len(lone[0] | lone[1] | lone[2]) == 9,
        "opened": not hand.self_draw and hand.winning_tile < HONORS,
    }


def _of_pairs(reading: Reading, hand: Hand) -> dict[str, bool]:
    if not reading.shape.triplets:
        return {}
    pairs = sorted(group.rank for group in reading.groups if group.kind == PAIR and group.suit < 3)
    (triplet,) = [group for group in reading.groups if group.kind == PUNG]
    low = pairs == [0, 1, 2, 3, 4, 5, 6] and triplet.rank == 7
    high = pairs == [1, 2, 3, 4, 5, 6, 7] and triplet.rank in TERMINALS
    return {"eight_pairs": triplet.tile == hand.winning_tile, "rank_run": triplet.suit < 3 and (low or high)}


def shape_of(reading: Reading, suits: Sequence[Suit]) -> Shape:
    returns = [kind for suit in suits for kind in suit.returns()]
    triplets = [group for group in reading.groups if group.kind in TRIPLETS]
    return Shape(
        eyes=sum(suit.eyes is not None for suit in suits),
        chows=sum(group.kind == CHOW for group in reading.groups),
        pungs=len(triplets),
        concealed_pungs=sum(not group.open for group in triplets),
        kongs=sum(group.kind in KONGS for group in triplets),
        returns=len(returns),
        concealed_returns=sum(kind.concealed for kind in returns),
        doubled_chows=sum(suit.doubled_chows for suit in suits),
    )
