"""刻子 Fans of triplets and kongs: equal and adjacent ranks, in one suit and across suits, and concealed ones."""

from __future__ import annotations

from scoring.fans.fan import Scope, fan
from scoring.reading.suit import Across, Suit
from scoring.reading.views import Combo, Shape, TileProfile, counted


@fan(
    "老少碰",
    "Low and high triplet",
    Scope.SUIT_SETS,
    "同一門一和九的刻子。",
    "Triplets of 1 and 9 of one suit.",
    pungs=2,
)
def low_and_high_triplet(suit: Suit) -> list[Combo]:
    return suit.pung_sets(0, 8)


@fan(
    "雙老少碰",
    "Two low and high triplets",
    Scope.PUNGS,
    "兩門各有一和九的刻子。",
    "Triplets of 1 and 9 in each of two suits.",
    pungs=2,
)
def two_low_and_high_triplets(across: Across) -> bool:
    return sum(suit.has_pungs(0, 8) for suit in across.suits) == 2


@fan("槓子", "Kong", Scope.ANY_SETS, "每組槓子，暗槓計暗番。", "Each kong.", kongs=True)
def kong(suit: Suit) -> list[Combo]:
    return counted(suit.number_of_kongs - suit.number_of_concealed_kongs, suit.number_of_concealed_kongs)


@fan("明槓", "Open kong", Scope.ANY_SETS, "每組明槓，加槓也算。", "Each open kong, added ones too.", kongs=True)
def open_kong(suit: Suit) -> list[Combo]:
    return counted(suit.number_of_kongs - suit.number_of_concealed_kongs)


@fan("暗槓", "Concealed kong", Scope.ANY_SETS, "每組暗槓。", "Each concealed kong.", kongs=True)
def concealed_kong(suit: Suit) -> list[Combo]:
    return counted(suit.number_of_concealed_kongs)


@fan("三槓子", "Three kongs", Scope.SHAPE, "三組槓子，不論明暗。", "Three kongs of any kind.")
def three_kongs(shape: Shape) -> bool:
    return shape.kongs == 3


@fan("四槓子", "Four kongs", Scope.SHAPE, "四組槓子，不論明暗。", "Four kongs of any kind.")
def four_kongs(shape: Shape) -> bool:
    return shape.kongs == 4


@fan("五槓子", "Five kongs", Scope.SHAPE, "五組槓子，不論明暗。", "Five kongs of any kind.")
def five_kongs(shape: Shape) -> bool:
    return shape.kongs == 5


@fan(
    "二同刻",
    "Two equal triplets",
    Scope.PUNGS,
    "兩門同點數的刻子。",
    "Triplets of the same rank in two suits.",
    pungs=2,
)
def two_equal_triplets(across: Across) -> list[Combo]:
    return across.equal_pungs(2)


@fan(
    "小三同刻",
    "Little three equal triplets",
    Scope.PUNGS,
    "兩門同點數的刻子，第三門以同一點數作眼。",
    "Triplets of the same rank in two suits and the pair of that rank in the third.",
    pungs=2,
    eyes=True,
)
def little_three_equal(across: Across) -> list[Combo]:
    return across.beside_eyes((0, 0))


@fan(
    "三同刻",
    "Three equal triplets",
    Scope.PUNGS,
    "三門同點數的刻子。",
    "Triplets of the same rank in three suits.",
    pungs=3,
)
def three_equal_triplets(across: Across) -> list[Combo]:
    return across.equal_pungs(3)


@fan(
    "二連刻",
    "Two adjacent triplets",
    Scope.SUIT_SETS,
    "同一門相連點數的兩組刻子。",
    "Triplets of adjacent ranks of one suit.",
    pungs=2,
)
def two_adjacent_triplets(suit: Suit) -> list[Combo]:
    return suit.pung_windows(2)


@fan(
    "小三連刻",
    "Little three adjacent triplets",
    Scope.SUIT_SETS,
    "同一門三個相連點數，兩組刻子和眼；眼可在中間。",
    "Two triplets and the pair are three adjacent ranks of one suit, the pair anywhere among them.",
    pungs=2,
    eyes=True,
)
def little_three_adjacent(suit: Suit) -> list[Combo]:
    return suit.pungs_around_eyes()


@fan(
    "三連刻",
    "Three adjacent triplets",
    Scope.SUIT_SETS,
    "同一門三個相連點數的刻子。",
    "Three triplets of adjacent ranks of one suit.",
    pungs=3,
)
def three_adjacent_triplets(suit: Suit) -> list[Combo]:
    return suit.pung_windows(3)


@fan(
    "兩姊妹",
    "Two sisters",
    Scope.SUIT_SETS,
    "同一門相連的兩組刻子，未用於更大的姊妹。",
    "Two triplets of adjacent ranks of one suit that no greater sisters use.",
    pungs=2,
)
def two_sisters(suit: Suit) -> list[Combo]:
    return suit.sisters(2, False)


@fan(
    "三小姊妹",
    "Little three sisters",
    Scope.SUIT_SETS,
    "同一門三個相連點數，兩組刻子和眼；眼可在任何位置。",
    "Three ranks in a row of one suit: two triplets and the pair, wherever it stands.",
    pungs=2,
    eyes=True,
)
def little_three_sisters(suit: Suit) -> list[Combo]:
    return suit.sisters(3, True)


@fan(
    "三大姊妹",
    "Great three sisters",
    Scope.SUIT_SETS,
    "同一門三組相連的刻子。",
    "Three triplets of ranks in a row of one suit.",
    pungs=3,
)
def great_three_sisters(suit: Suit) -> list[Combo]:
    return suit.sisters(3, False)


@fan(
    "四小姊妹",
    "Little four sisters",
    Scope.SUIT_SETS,
    "同一門四個相連點數，三組刻子和眼。",
    "Four ranks in a row of one suit: three triplets and the pair.",
    pungs=3,
    eyes=True,
)
def little_four_sisters(suit: Suit) -> list[Combo]:
    return suit.sisters(4, True)


@fan(
    "四大姊妹",
    "Great four sisters",
    Scope.SUIT_SETS,
    "同一門四組相連的刻子。",
    "Four triplets of ranks in a row of one suit.",
    pungs=4,
)
def great_four_sisters(suit: Suit) -> list[Combo]:
    return suit.sisters(4, False)


@fan(
    "五小姊妹",
    "Little five sisters",
    Scope.SUIT_SETS,
    "同一門五個相連點數，四組刻子和眼。",
    "Five ranks in a row of one suit: four triplets and the pair.",
    pungs=4,
    eyes=True,
)
def little_five_sisters(suit: Suit) -> list[Combo]:
    return suit.sisters(5, True)


@fan(
    "五大姊妹",
    "Great five sisters",
    Scope.SUIT_SETS,
    "同一門五組相連的刻子。",
    "Five triplets of ranks in a row of one suit.",
    pungs=5,
)
def great_five_sisters(suit: Suit) -> list[Combo]:
    return suit.sisters(5, False)


@fan(
    "小三色連刻",
    "Little three-suit adjacent triplets",
    Scope.PUNGS,
    "三門三個相連點數，兩組刻子和眼。",
    "Two triplets and the pair are three adjacent ranks of three different suits.",
    pungs=2,
    eyes=True,
)
def little_three_suit_adjacent(across: Across) -> list[Combo]:
    return across.beside_eyes((-2, -1), (-1, -2), (-1, 1), (1, -1), (1, 2), (2, 1))


@fan(
    "三色連刻",
    "Three-suit adjacent triplets",
    Scope.PUNGS,
    "三門三個相連點數的刻子。",
    "Three triplets of adjacent ranks in three different suits.",
    pungs=3,
)
def three_suit_adjacent(across: Across) -> list[Combo]:
    return across.pung_runs()


@fan("對對糊", "All triplets", Scope.PROFILE, "面子全是刻子或槓子。", "All melds are triplets or kongs.")
def all_triplets(profile: TileProfile) -> bool:
    return profile.basic and not profile.chows


@fan(
    "二暗刻",
    "Two concealed triplets",
    Scope.SHAPE,
    "恰好兩組暗刻，暗槓也算。",
    "Exactly two concealed triplets or kongs.",
)
def two_concealed(shape: Shape) -> bool:
    return shape.concealed_pungs == 2


@fan(
    "三暗刻",
    "Three concealed triplets",
    Scope.SHAPE,
    "恰好三組暗刻，暗槓也算。",
    "Exactly three concealed triplets or kongs.",
)
def three_concealed(shape: Shape) -> bool:
    return shape.concealed_pungs == 3


@fan(
    "四暗刻",
    "Four concealed triplets",
    Scope.SHAPE,
    "恰好四組暗刻，暗槓也算。",
    "Exactly four concealed triplets or kongs.",
)
def four_concealed(shape: Shape) -> bool:
    return shape.concealed_pungs == 4


@fan(
    "五暗刻",
    "Five concealed triplets",
    Scope.SHAPE,
    "五組暗刻，其中至少一組是暗槓。",
    "Five concealed triplets, at least one of them a concealed kong.",
)
def five_concealed(shape: Shape) -> bool:
    return shape.concealed_pungs == 5 and shape.kongs > 0


@fan(
    "坎坎糊",
    "All concealed triplets",
    Scope.SHAPE,
    "面子全是暗刻，沒有槓。",
    "All melds are concealed triplets and there is no kong.",
)
def all_concealed_triplets(shape: Shape) -> bool:
    return bool(shape.eyes) and not shape.chows and shape.concealed_pungs == shape.pungs and not shape.kongs


@fan("十八羅漢", "All kongs", Scope.SHAPE, "面子全是槓子。", "All melds are kongs.")
def all_kongs(shape: Shape) -> bool:
    return bool(shape.eyes) and not shape.chows and shape.kongs == shape.pungs


@fan(
    "五暗刻",
    "Five triplets concealed",
    Scope.SHAPE,
    "五組暗刻，暗槓也算。",
    "All five melds are concealed triplets or kongs.",
)
def every_triplet_concealed(shape: Shape) -> bool:
    return shape.concealed_pungs == 5
