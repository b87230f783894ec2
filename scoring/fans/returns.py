"""四歸 Fans of kinds of which all four copies are used without a kong."""

from scoring.fans.fan import Scope, fan
from scoring.fans.suits import GREEN
from scoring.reading.layout import Layout
from scoring.reading.suit import Suit
from scoring.reading.views import Combo, Shape, counted

TERMINALS = frozenset(9 * suit + rank for suit in range(3) for rank in (0, 8))


@fan(
    "四歸二",
    "Four in two groups",
    Scope.RETURNS,
    "一款牌四隻分在兩組：刻子和順子，或嚦咕的兩對；各組全暗則計暗番。",
    "All four of a kind in two groups: triplet and chow, or two pairs of seven pairs.",
)
def four_in_two(suit: Suit) -> list[Combo]:
    return suit.returned_in(2)


@fan(
    "四歸三",
    "Four in three groups",
    Scope.RETURNS,
    "一款牌四隻分在三組：眼和兩副順子；各組全暗則計暗番。",
    "All four of a kind in three groups: the pair and two chows.",
    chows=2,
)
def four_in_three(suit: Suit) -> list[Combo]:
    return suit.returned_in(3)


@fan(
    "四歸四",
    "Four in four groups",
    Scope.RETURNS,
    "一款牌四隻分在四副順子；各組全暗則計暗番。",
    "All four of a kind in four chows.",
    chows=4,
)
def four_in_four(suit: Suit) -> list[Combo]:
    return suit.returned_in(4)


@fan(
    "八歸",
    "Two kinds returned",
    Scope.SHAPE,
    "恰好兩款牌四歸，另加於各個四歸；兩款皆暗則計暗番。",
    "Exactly two kinds have all four copies used in several groups.",
)
def two_kinds_returned(shape: Shape) -> list[Combo]:
    concealed = shape.concealed_returns == 2
    return counted(not concealed, concealed) if shape.returns == 2 else []


@fan(
    "十二歸",
    "Three kinds returned",
    Scope.SHAPE,
    "三款或以上的牌四歸，另加於各個四歸。",
    "Three or more kinds have all four copies used in several groups.",
)
def three_kinds_returned(shape: Shape) -> bool:
    return shape.returns >= 3


@fan(
    "八歸二",
    "Two kinds in three groups",
    Scope.RETURNS,
    "三組牌用盡兩款各四隻，例如 111 222 123；各組全暗則計暗番。",
    "Three groups use up all four of two kinds, such as 111 222 123.",
    chows=1,
    pungs=2,
)
def two_kinds_in_three(suit: Suit) -> list[Combo]:
    return suit.returned_together(2)


@fan(
    "十二歸三",
    "Three kinds in four groups",
    Scope.RETURNS,
    "四組牌用盡三款各四隻，例如 111 222 333 123；各組全暗則計暗番。",
    "Four groups use up all four of three kinds, such as 111 222 333 123.",
    chows=1,
    pungs=3,
)
def three_kinds_in_four(suit: Suit) -> list[Combo]:
    return suit.returned_together(3)


@fan(
    "四歸一",
    "Tile hog",
    Scope.LAYOUT,
    "一款牌四隻齊而不是槓，每款計；七對也算。",
    "All four of a kind without a kong, each kind; in seven pairs too.",
)
def tile_hog(layout: Layout) -> int:
    return len(layout.four_alike)


@fan(
    "四歸一",
    "Tile hog",
    Scope.LAYOUT,
    "一款牌四隻齊而不是槓，每款計；七對也算，清么九或綠一色的七對除外。",
    "All four of a kind without a kong, each kind; in seven pairs too, unless those are all terminals or all green.",
)
def tile_hog_of_ordinary_pairs(layout: Layout) -> int:
    exempt = layout.shape == "seven_pairs" and (layout.has_only(GREEN) or layout.has_only(TERMINALS))
    return 0 if exempt else len(layout.four_alike)
