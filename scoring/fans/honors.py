"""番子 Fans of winds and dragons. Ranks among the honours: 東南西北 0–3, 白發中 4–6."""

from scoring.fans.fan import Fan, Scope, fan
from scoring.reading.suit import DRAGONS, WINDS, Suit
from scoring.reading.views import Combo


@fan("字牌刻", "Honour triplet", Scope.HONOR_SETS, "每組番子刻子或槓子。", "Each triplet or kong of honours.", pungs=1)
def honor_triplet(honors: Suit) -> list[Combo]:
    return honors.each_pung()


@fan(
    "正字",
    "Valued honour",
    Scope.HONOR_SETS,
    "三元牌、門風、圈風的刻子各另加一次，門風同是圈風加兩次。",
    "Once more for each triplet of dragons, of the seat wind and of the round wind; twice if those are the same.",
    pungs=1,
)
def valued_honor(honors: Suit) -> list[Combo]:
    return honors.each_pung(DRAGONS) + honors.each_pung({honors.seat}) + honors.each_pung({honors.round})


@fan(
    "三元牌",
    "Dragon triplet",
    Scope.HONOR_SETS,
    "每組白、發、中的刻子或槓子。",
    "Each triplet or kong of dragons.",
    pungs=1,
)
def dragon_triplet(honors: Suit) -> list[Combo]:
    return honors.each_pung(DRAGONS)


@fan(
    "風牌",
    "Seat or round wind",
    Scope.HONOR_SETS,
    "門風、圈風的刻子或槓子，門風同是圈風計兩次。",
    "Each triplet or kong of the seat wind and of the round wind; twice if those are the same.",
    pungs=1,
)
def valued_wind(honors: Suit) -> list[Combo]:
    return honors.each_pung({honors.seat}) + honors.each_pung({honors.round})


@fan("風牌", "Seat wind", Scope.HONOR_SETS, "門風的刻子或槓子。", "A triplet or kong of the seat wind.", pungs=1)
def seat_wind(honors: Suit) -> list[Combo]:
    return honors.each_pung({honors.seat})


@fan("風圈", "Round wind", Scope.HONOR_SETS, "圈風的刻子或槓子。", "A triplet or kong of the round wind.", pungs=1)
def round_wind(honors: Suit) -> list[Combo]:
    return honors.each_pung({honors.round})


def _sets(name: str, name_en: str, zh: str, en: str, of: frozenset[int], pungs: int, *, eyes: bool = False) -> Fan:
    """So many triplets of winds or of dragons, with the pair (`eyes`) or without."""

    def sets(honors: Suit) -> list[Combo]:
        return honors.pungs_and_eyes(of, pungs) if eyes else honors.pungs_without_eyes(of, pungs)

    return fan(name, name_en, Scope.HONOR_SETS, zh, en, pungs=pungs, eyes=eyes)(sets)


little_dragons = _sets(
    "小三元",
    "Little dragons",
    "兩組三元刻子，另一款三元作眼。",
    "Two dragon triplets and a pair of the third.",
    DRAGONS,
    2,
    eyes=True,
)
great_dragons = _sets("大三元", "Great dragons", "白發中三組刻子。", "Three dragon triplets.", DRAGONS, 3)
little_three_winds = _sets(
    "小三風",
    "Little three winds",
    "兩組風刻，另一款風作眼。",
    "Two wind triplets and a pair of winds.",
    WINDS,
    2,
    eyes=True,
)
great_three_winds = _sets(
    "大三風", "Great three winds", "三組風刻，眼不是風。", "Three wind triplets; the pair is no wind.", WINDS, 3
)
little_four_winds = _sets(
    "小四喜",
    "Little four winds",
    "三組風刻，第四款風作眼。",
    "Three wind triplets and a pair of the fourth.",
    WINDS,
    3,
    eyes=True,
)
great_four_winds = _sets("大四喜", "Great four winds", "東南西北四組刻子。", "Four wind triplets.", WINDS, 4)


@fan(
    "正風位牌",
    "Own wind",
    Scope.HONOR_SETS,
    "門風或圈風的刻子或槓子，每組計一次。",
    "Each triplet or kong of the seat wind or the round wind, once even if those are the same.",
    pungs=1,
)
def own_wind(honors: Suit) -> list[Combo]:
    return honors.each_pung(honors.own_winds)


@fan(
    "爛風位牌",
    "Other wind",
    Scope.HONOR_SETS,
    "既非門風也非圈風的風刻或槓子，每組計。",
    "Each triplet or kong of a wind that is neither the seat's nor the round's.",
    pungs=1,
)
def other_wind(honors: Suit) -> list[Combo]:
    return honors.each_pung(WINDS - honors.own_winds)


two_dragon_pungs = _sets("雙箭刻", "Two dragon pungs", "白發中其中兩組刻子。", "Pungs of two dragons.", DRAGONS, 2)
