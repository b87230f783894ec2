"""門類 Fans of the suits and categories of tiles that make the hand."""

from __future__ import annotations

from scoring.fans.fan import Scope, fan
from scoring.reading.views import TileProfile


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
