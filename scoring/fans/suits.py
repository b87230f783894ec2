"""門類 Fans of the suits and categories of tiles that make the hand."""

from scoring.fans.fan import Scope, fan
from scoring.hand.tiles import read_tiles
from scoring.reading.layout import Layout
from scoring.reading.views import TileProfile

GREEN = frozenset(read_tiles("23468s6z"))
REVERSIBLE = frozenset(read_tiles("1234589p245689s5z"))


@fan("缺一門", "Two suits", Scope.PROFILE, "數牌只有兩門，沒有番子。", "Exactly two of the three suits and no honours.")
def two_suits(profile: TileProfile) -> bool:
    return profile.suits == 2 and not profile.honors


@fan("混一色", "Half flush", Scope.PROFILE, "一門數牌加番子。", "One suit and honours.")
def half_flush(profile: TileProfile) -> bool:
    return profile.suits == 1 and profile.honors


@fan("清一色", "Full flush", Scope.PROFILE, "全部是同一門數牌。", "One suit only.")
def full_flush(profile: TileProfile) -> bool:
    return profile.suits == 1 and not profile.honors


@fan("字一色", "All honours", Scope.PROFILE, "全部是番子。", "Honours only.")
def all_honors(profile: TileProfile) -> bool:
    return profile.suits == 0


def five_categories(profile: TileProfile) -> bool:
    """五門齊: characters, dots, bamboos, winds and dragons."""
    return profile.suits == 3 and profile.winds and profile.dragons


@fan(
    "小五門",
    "Little five categories",
    Scope.PROFILE,
    "萬、筒、索、風、三元齊，但五組面子不是各佔一門。",
    "Characters, dots, bamboos, winds and dragons are all there, but not each as a meld.",
)
def little_five(profile: TileProfile) -> bool:
    return five_categories(profile) and not profile.one_meld_each


@fan(
    "大五門",
    "Great five categories",
    Scope.PROFILE,
    "五組面子分屬萬、筒、索、風、三元。",
    "The five melds are one each of characters, dots, bamboos, winds and dragons.",
)
def great_five(profile: TileProfile) -> bool:
    return profile.one_meld_each


@fan(
    "小七門",
    "Little seven categories",
    Scope.PROFILE,
    "小五門，另兩套花各有至少一隻。",
    "Little five categories and at least one flower of each family.",
)
def little_seven(profile: TileProfile) -> bool:
    return five_categories(profile) and not profile.one_meld_each and profile.both_flower_families


@fan(
    "大七門",
    "Great seven categories",
    Scope.PROFILE,
    "大五門，另兩套花各有至少一隻。",
    "Great five categories and at least one flower of each family.",
)
def great_seven(profile: TileProfile) -> bool:
    return profile.one_meld_each and profile.both_flower_families


@fan(
    "小五門齊",
    "Little five categories as groups",
    Scope.PROFILE,
    "萬、筒、索、風、三元齊，其中一門只作眼。",
    "Characters, dots, bamboos, winds and dragons: four of them as melds, one as the pair.",
)
def little_five_groups(profile: TileProfile) -> bool:
    return profile.basic and five_categories(profile) and not profile.one_meld_each


@fan(
    "小七門齊",
    "Little seven categories as groups",
    Scope.PROFILE,
    "小五門齊，另兩套花各有至少一隻。",
    "Little five categories as groups and at least one flower of each family.",
)
def little_seven_groups(profile: TileProfile) -> bool:
    return profile.basic and five_categories(profile) and not profile.one_meld_each and profile.both_flower_families


@fan(
    "缺一門",
    "One suit missing",
    Scope.PROFILE,
    "數牌剛好有兩門，有沒有字牌都可以。",
    "Exactly two of the three suits, with or without honours.",
)
def one_suit_missing(profile: TileProfile) -> bool:
    return profile.suits == 2


all_five_categories = fan(
    "五門齊",
    "All five categories",
    Scope.PROFILE,
    "萬、筒、索、風牌、箭牌齊，任何牌型。",
    "Characters, dots, bamboos, winds and dragons are all there, in any shape.",
)(five_categories)


@fan(
    "綠一色",
    "All green",
    Scope.LAYOUT,
    "只有 23468 索和發，可以沒有發，任何牌型。",
    "Only 2, 3, 4, 6 and 8 of bamboos and the green dragon, which may be missing; any shape.",
)
def all_green(layout: Layout) -> bool:
    return layout.has_only(GREEN)


@fan(
    "推不倒",
    "Reversible tiles",
    Scope.LAYOUT,
    "只有倒轉看仍一樣的牌：1234589 筒、245689 索、白。",
    "Only tiles that look the same upside down: 1234589 of dots, 245689 of bamboos and the white dragon.",
)
def reversible_tiles(layout: Layout) -> bool:
    return layout.has_only(REVERSIBLE)
