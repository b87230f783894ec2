"""刻子 Fans of triplets and kongs: equal and adjacent ranks, in one suit and across suits, and concealed ones."""

from __future__ import annotations

from scoring.fans.fan import Scope, fan
from scoring.hand.circumstances import Winning
from scoring.reading.layout import Layout
from scoring.reading.suit import WINDS, Across, Suit
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


# --- 國標: triplets joined one by one (`account_once` says which count together), and kongs of a whole hand ---------


@fan("雙同刻", "Double pung", Scope.JOINED, "兩門同點數的刻子。", "Pungs of one rank in two suits.", pungs=2)
def double_pung(layout: Layout) -> list[Combo]:
    return layout.joined_pungs(2, (0, 0))


@fan("三同刻", "Triple pung", Scope.JOINED, "三門同點數的刻子。", "Pungs of one rank in the three suits.", pungs=3)
def triple_pung(layout: Layout) -> list[Combo]:
    return layout.joined_pungs(3, (0, 0, 0))


@fan(
    "一色三節高",
    "Pure shifted pungs",
    Scope.JOINED,
    "同一門三組點數相連的刻子。",
    "Three pungs of one suit with ranks in a row.",
    pungs=3,
)
def pure_shifted_pungs(layout: Layout) -> list[Combo]:
    return layout.joined_pungs(1, (0, 1, 2))


@fan(
    "一色四節高",
    "Four pure shifted pungs",
    Scope.JOINED,
    "同一門四組點數相連的刻子。",
    "Four pungs of one suit with ranks in a row.",
    pungs=4,
)
def four_pure_shifted_pungs(layout: Layout) -> list[Combo]:
    return layout.joined_pungs(1, (0, 1, 2, 3))


@fan(
    "三色三節高",
    "Mixed shifted pungs",
    Scope.JOINED,
    "三門各一組刻子，點數相連。",
    "Three pungs of three suits with ranks in a row.",
    pungs=3,
)
def mixed_shifted_pungs(layout: Layout) -> list[Combo]:
    return layout.joined_pungs(3, (0, 1, 2))


@fan(
    "全雙刻",
    "All even pungs",
    Scope.LAYOUT,
    "四組刻子和將全是數牌二、四、六、八。",
    "Four pungs and the pair, all of the ranks 2, 4, 6 and 8.",
)
def all_even_pungs(layout: Layout) -> bool:
    return layout.basic and not layout.chows and layout.has_everywhere(frozenset({1, 3, 5, 7}))


@fan(
    "么九刻",
    "Pung of terminals or winds",
    Scope.ANY_SETS,
    "每組一、九或風牌的刻子，其他番未計過的。",
    "Each pung of a terminal or a wind that no other fan has taken.",
    pungs=1,
)
def pung_of_terminals_or_winds(suit: Suit) -> list[Combo]:
    return suit.each_pung({0, 8} if suit.number < 3 else WINDS)


@fan("四槓", "Four kongs in all", Scope.WIN, "四個槓，不論明暗。", "Four kongs of any kind.")
def four_kongs_in_all(win: Winning) -> bool:
    return win.kongs == 4


@fan("三槓", "Three kongs in all", Scope.WIN, "三個槓，不論明暗。", "Three kongs of any kind.")
def three_kongs_in_all(win: Winning) -> bool:
    return win.kongs == 3


@fan("雙暗槓", "Two concealed kongs", Scope.WIN, "兩個暗槓，沒有其他槓。", "Two concealed kongs and no other kong.")
def two_concealed_kongs(win: Winning) -> bool:
    return win.concealed_kongs == 2


@fan(
    "明暗槓",
    "Exposed and concealed kong",
    Scope.WIN,
    "一個明槓、一個暗槓，沒有其他槓。",
    "One exposed and one concealed kong and no other kong.",
)
def exposed_and_concealed_kong(win: Winning) -> bool:
    return win.open_kongs == 1 == win.concealed_kongs


@fan("雙明槓", "Two exposed kongs", Scope.WIN, "兩個明槓，沒有其他槓。", "Two exposed kongs and no other kong.")
def two_exposed_kongs(win: Winning) -> bool:
    return win.open_kongs == 2 and not win.concealed_kongs


@fan("暗槓", "One concealed kong", Scope.WIN, "一個暗槓，沒有其他槓。", "One concealed kong and no other kong.")
def one_concealed_kong(win: Winning) -> bool:
    return win.concealed_kongs == 1


@fan("明槓", "One exposed kong", Scope.WIN, "一個明槓，沒有其他槓。", "One exposed kong and no other kong.")
def one_exposed_kong(win: Winning) -> bool:
    return win.open_kongs == 1 and win.concealed_kongs < 2
