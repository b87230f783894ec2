"""順子 Fans of chows: equal ones, steps and straights, in one suit and across suits."""

from scoring.fans.fan import Fan, Scope, fan
from scoring.reading.layout import Layout
from scoring.reading.suit import Across, Suit
from scoring.reading.views import Combo, Finish, Shape, TileProfile


@fan("平糊", "All chows", Scope.PROFILE, "面子全是順子，眼和聽牌不論。", "All melds are chows; any pair, any wait.")
def all_chows(profile: TileProfile) -> bool:
    return profile.basic and not profile.pungs


@fan("大平", "Great all chows", Scope.PROFILE, "平糊而沒有番子和花牌。", "All chows with neither honours nor flowers.")
def great_all_chows(profile: TileProfile) -> bool:
    return _plain(profile)


@fan(
    "平胡",
    "Plain chows",
    Scope.FINISH,
    "五組順子加數牌將眼，沒有字牌和花牌，不是只聽一款牌，胡別家的牌。",
    "Five chows and a suited pair, neither honours nor flowers, more than one kind wins, on another's tile.",
)
def plain_chows(finish: Finish) -> bool:
    return _plain(finish.profile) and not finish.wait.single and not finish.wait.self_draw


@fan(
    "平胡",
    "Plain two-sided chows",
    Scope.FINISH,
    "五組順子加數牌將眼，沒有字牌和花牌，兩面聽，胡別家的牌。",
    "Five chows and a suited pair, neither honours nor flowers, a two-sided wait, on another's tile.",
)
def plain_two_sided_chows(finish: Finish) -> bool:
    return finish.wait.two_sided and not finish.wait.single and not finish.wait.self_draw and _plain(finish.profile)


def _plain(profile: TileProfile) -> bool:
    """Chows and a suited pair, and no flower was ever drawn."""
    return profile.basic and not profile.pungs and not profile.honors and profile.no_flowers


@fan(
    "假平糊",
    "All chows, honour pair",
    Scope.PROFILE,
    "面子全是順子，番子作眼。",
    "All melds are chows, the pair is of honours.",
)
def all_chows_honor_pair(profile: TileProfile) -> bool:
    return profile.basic and not profile.pungs and profile.honors


@fan(
    "真平糊",
    "All chows, suited pair",
    Scope.PROFILE,
    "面子全是順子，數牌作眼。",
    "All melds are chows, the pair is suited.",
)
def all_chows_suited_pair(profile: TileProfile) -> bool:
    return profile.basic and not profile.pungs and not profile.honors


@fan("老少上", "Low and high chow", Scope.SUIT_CHOWS, "同一門的 123 和 789。", "123 and 789 of one suit.", chows=2)
def low_and_high_chow(suit: Suit) -> list[Combo]:
    return suit.chow_sets(0, 6)


@fan(
    "雙老少上",
    "Two low and high chows",
    Scope.CHOWS,
    "兩門各有老少上；有清龍的一門不計在內。",
    "123 and 789 in each of two suits; a suit with a pure straight is none of them.",
    chows=2,
)
def two_low_and_high_chows(across: Across) -> bool:
    return sum(suit.has_chows(0, 6) and not suit.has_chows(3) for suit in across.suits) == 2


@fan("一般高", "Twin chows", Scope.SUIT_CHOWS, "兩副相同的順子。", "Two identical chows.", chows=2)
def twin_chows(suit: Suit) -> list[Combo]:
    return suit.twin_chows()


@fan("雙般高", "Two twin chows", Scope.SHAPE, "兩款順子各有兩副。", "Two different chows, each twice.")
def two_twin_chows(shape: Shape) -> bool:
    return shape.doubled_chows == 2


@fan("一色三同順", "Triplet chows", Scope.SUIT_CHOWS, "三副相同的順子。", "Three identical chows.", chows=3)
def triplet_chows(suit: Suit) -> list[Combo]:
    return suit.equal_chows(3)


@fan("一色四同順", "Quadruplet chows", Scope.SUIT_CHOWS, "四副相同的順子。", "Four identical chows.", chows=4)
def quadruplet_chows(suit: Suit) -> list[Combo]:
    return suit.equal_chows(4)


@fan("相逢", "Two-suit chows", Scope.CHOWS, "兩門同點數的順子。", "Chows of the same ranks in two suits.", chows=2)
def two_suit_chows(across: Across) -> list[Combo]:
    return across.equal_chows(2)


@fan(
    "三相逢",
    "Three-suit chows",
    Scope.CHOWS,
    "三門同點數的順子。",
    "Chows of the same ranks in all three suits.",
    chows=3,
)
def three_suit_chows(across: Across) -> list[Combo]:
    return across.equal_chows(3)


def _equal_chows(number: int, zh: str, en: str) -> Fan:
    def has_equal(across: Across) -> bool:
        return across.most_equal_chows() == number and across.in_several_suits()

    return fan(
        f"{zh}同順",
        f"{en} equal chows",
        Scope.CHOWS,
        f"{zh}副同點數的順子，不論門類。",
        f"{en} chows of the same ranks, whatever their suits.",
        chows=2,
    )(has_equal)


four_equal_chows = _equal_chows(4, "四", "Four")
five_equal_chows = _equal_chows(5, "五", "Five")


@fan(
    "雜龍",
    "Mixed straight",
    Scope.CHOWS,
    "123、456、789 分在三門。",
    "123, 456 and 789 spread over the three suits.",
    chows=3,
)
def mixed_straight(across: Across) -> list[Combo]:
    return across.chow_runs(3)


@fan("清龍", "Pure straight", Scope.SUIT_CHOWS, "同一門的 123、456、789。", "123, 456 and 789 of one suit.", chows=3)
def pure_straight(suit: Suit) -> list[Combo]:
    return suit.chow_sets(0, 3, 6)


@fan(
    "雜步高",
    "Mixed steps",
    Scope.CHOWS,
    "三門各一副順子，逐級高一點，例如 123萬 234筒 345索。",
    "Three chows of three suits, each one rank above the one before.",
    chows=3,
)
def mixed_steps(across: Across) -> list[Combo]:
    return across.chow_runs(1)


@fan(
    "清步高",
    "Pure steps",
    Scope.SUIT_CHOWS,
    "同一門三副順子，逐級高一點，例如 123 234 345。",
    "Three chows of one suit, each one rank above the one before.",
    chows=3,
)
def pure_steps(suit: Suit) -> list[Combo]:
    return suit.chow_windows(0, 1, 2)


@fan(
    "連環套",
    "Chain of chows",
    Scope.SUIT_CHOWS,
    "同一門三副順子，逐級高兩點，例如 123 345 567。",
    "Three chows of one suit, each two ranks above the one before.",
    chows=3,
)
def chain_of_chows(suit: Suit) -> list[Combo]:
    return suit.chow_windows(0, 2, 4)


# --- 國標: chows joined one by one, of which two equal ones are two (`account_once` says which count together) -----


def _joined(name: str, name_en: str, zh: str, en: str, suits: int, *steps: tuple[int, ...]) -> Fan:
    """Chows of so many suits, each so many ranks above the first one."""

    def joined(layout: Layout) -> list[Combo]:
        return layout.joined_chows(suits, *steps)

    return fan(name, name_en, Scope.JOINED, zh, en, chows=len(steps[0]))(joined)


pure_double_chow = _joined("一般高", "Pure double chow", "同一門兩副相同的順子。", "Two equal chows.", 1, (0, 0))
mixed_double_chow = _joined(
    "喜相逢", "Mixed double chow", "兩門同點數的順子。", "Chows of equal ranks in two suits.", 2, (0, 0)
)
short_straight = _joined(
    "連六",
    "Short straight",
    "同一門六隻點數相連的兩副順子，例如 234 567。",
    "Two chows of one suit that make six ranks in a row, such as 234 567.",
    1,
    (0, 3),
)
two_terminal_chows = _joined(
    "老少副", "Two terminal chows", "同一門的 123 和 789。", "123 and 789 of one suit.", 1, (0, 6)
)
pure_triple_chow = _joined(
    "一色三同順", "Pure triple chow", "同一門三副相同的順子。", "Three equal chows.", 1, (0, 0, 0)
)
quadruple_chow = _joined("一色四同順", "Quadruple chow", "同一門四副相同的順子。", "Four equal chows.", 1, (0, 0, 0, 0))
straight_of_one_suit = _joined(
    "清龍", "Straight of one suit", "同一門的 123、456、789。", "123, 456 and 789 of one suit.", 1, (0, 3, 6)
)
pure_shifted_chows = _joined(
    "一色三步高",
    "Pure shifted chows",
    "同一門三副順子，逐副高一點，或逐副高兩點。",
    "Three chows of one suit, each one rank above the one before, or each two ranks.",
    1,
    (0, 1, 2),
    (0, 2, 4),
)
four_pure_shifted_chows = _joined(
    "一色四步高",
    "Four pure shifted chows",
    "同一門四副順子，逐副高一點，或逐副高兩點。",
    "Four chows of one suit, each one rank above the one before, or each two ranks.",
    1,
    (0, 1, 2, 3),
    (0, 2, 4, 6),
)
straight_of_three_suits = _joined(
    "花龍",
    "Straight of three suits",
    "123、456、789 分在三門。",
    "123, 456 and 789, each in another suit.",
    3,
    (0, 3, 6),
)
mixed_triple_chow = _joined(
    "三色三同順", "Mixed triple chow", "三門同點數的順子。", "Chows of equal ranks in the three suits.", 3, (0, 0, 0)
)
mixed_shifted_chows = _joined(
    "三色三步高",
    "Mixed shifted chows",
    "三門各一副順子，逐副高一點。",
    "Three chows of three suits, each one rank above the one before.",
    3,
    (0, 1, 2),
)


@fan(
    "一色雙龍會",
    "Pure terminal chows",
    Scope.LAYOUT,
    "同一門的 123、123、789、789，以該門的五作將。",
    "123 123 789 789 of one suit with a pair of its fives.",
)
def pure_terminal_chows(layout: Layout) -> bool:
    return layout.ends_twice(1)


@fan(
    "三色雙龍會",
    "Three-suited terminal chows",
    Scope.LAYOUT,
    "兩門各有 123 和 789，第三門的五作將。",
    "123 and 789 in each of two suits with a pair of fives of the third.",
)
def three_suited_terminal_chows(layout: Layout) -> bool:
    return layout.ends_twice(2)


@fan(
    "平和",
    "All chows",
    Scope.PROFILE,
    "四副順子，數牌作將，聽牌不論；組合龍則是一副順子、數牌作將。",
    "Four chows and a suited pair, whatever the wait; with a knitted straight, one chow and a suited pair.",
)
def all_chows_or_knitted(profile: TileProfile) -> bool:
    return profile.shape in ("basic", "knitted_straight") and not profile.pungs and not profile.honors
