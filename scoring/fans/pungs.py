"""刻子 Fans of triplets and kongs: equal and adjacent ranks, in one suit and across suits, and concealed ones."""

from scoring.fans.fan import Fan, Scope, fan
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


def _kongs(number: int, zh: str, en: str) -> Fan:
    def has_kongs(shape: Shape) -> bool:
        return shape.kongs == number

    return fan(f"{zh}槓子", f"{en} kongs", Scope.SHAPE, f"{zh}組槓子，不論明暗。", f"{en} kongs of any kind.")(
        has_kongs
    )


three_kongs = _kongs(3, "三", "Three")
four_kongs = _kongs(4, "四", "Four")
five_kongs = _kongs(5, "五", "Five")


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


def _little_sisters(number: int, zh: str, en: str, triplets_zh: str, triplets: str) -> Fan:
    def sisters(suit: Suit) -> list[Combo]:
        return suit.sisters(number, True)

    return fan(
        f"{zh}小姊妹",
        f"Little {en} sisters",
        Scope.SUIT_SETS,
        f"同一門{zh}個相連點數，{triplets_zh}組刻子和眼。",
        f"{en.capitalize()} ranks in a row of one suit: {triplets} triplets and the pair.",
        pungs=number - 1,
        eyes=True,
    )(sisters)


def _great_sisters(number: int, zh: str, en: str) -> Fan:
    def sisters(suit: Suit) -> list[Combo]:
        return suit.sisters(number, False)

    return fan(
        f"{zh}大姊妹",
        f"Great {en} sisters",
        Scope.SUIT_SETS,
        f"同一門{zh}組相連的刻子。",
        f"{en.capitalize()} triplets of ranks in a row of one suit.",
        pungs=number,
    )(sisters)


great_three_sisters = _great_sisters(3, "三", "three")
little_four_sisters = _little_sisters(4, "四", "four", "三", "three")
great_four_sisters = _great_sisters(4, "四", "four")
little_five_sisters = _little_sisters(5, "五", "five", "四", "four")
great_five_sisters = _great_sisters(5, "五", "five")


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


def _concealed_triplets(number: int, name: str, zh: str, en: str) -> Fan:
    def has_concealed(shape: Shape) -> bool:
        return shape.concealed_pungs == number

    return fan(
        name,
        f"{en.capitalize()} concealed triplets",
        Scope.SHAPE,
        f"恰好{zh}組暗刻，暗槓也算。",
        f"Exactly {en} concealed triplets or kongs.",
    )(has_concealed)


two_concealed = _concealed_triplets(2, "二暗刻", "兩", "two")
three_concealed = _concealed_triplets(3, "三暗刻", "三", "three")
four_concealed = _concealed_triplets(4, "四暗刻", "四", "four")


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


def _joined(name: str, name_en: str, zh: str, en: str, suits: int, *steps: tuple[int, ...]) -> Fan:
    """Triplets of so many suits, each so many ranks above the first one."""

    def joined(layout: Layout) -> list[Combo]:
        return layout.joined_pungs(suits, *steps)

    return fan(name, name_en, Scope.JOINED, zh, en, pungs=len(steps[0]))(joined)


double_pung = _joined("雙同刻", "Double pung", "兩門同點數的刻子。", "Pungs of one rank in two suits.", 2, (0, 0))
triple_pung = _joined(
    "三同刻", "Triple pung", "三門同點數的刻子。", "Pungs of one rank in the three suits.", 3, (0, 0, 0)
)
pure_shifted_pungs = _joined(
    "一色三節高",
    "Pure shifted pungs",
    "同一門三組點數相連的刻子。",
    "Three pungs of one suit with ranks in a row.",
    1,
    (0, 1, 2),
)
four_pure_shifted_pungs = _joined(
    "一色四節高",
    "Four pure shifted pungs",
    "同一門四組點數相連的刻子。",
    "Four pungs of one suit with ranks in a row.",
    1,
    (0, 1, 2, 3),
)
mixed_shifted_pungs = _joined(
    "三色三節高",
    "Mixed shifted pungs",
    "三門各一組刻子，點數相連。",
    "Three pungs of three suits with ranks in a row.",
    3,
    (0, 1, 2),
)


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
