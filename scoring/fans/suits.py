"""門類 Fans of the suits and categories of tiles that make the hand."""

from __future__ import annotations

from scoring.fans.fan import Scope, fan
from scoring.reading.views import Makeup


@fan("缺一門", "Two suits", Scope.MAKEUP, "數牌只有兩門，沒有番子。", "Exactly two of the three suits and no honours.")
def two_suits(makeup: Makeup) -> bool:
    return makeup.suits == 2 and not makeup.honors


@fan("混一色", "Half flush", Scope.MAKEUP, "一門數牌加番子。", "One suit and honours.")
def half_flush(makeup: Makeup) -> bool:
    return makeup.suits == 1 and makeup.honors


@fan("清一色", "Full flush", Scope.MAKEUP, "全部是同一門數牌。", "One suit only.")
def full_flush(makeup: Makeup) -> bool:
    return makeup.suits == 1 and not makeup.honors


@fan("字一色", "All honours", Scope.MAKEUP, "全部是番子。", "Honours only.")
def all_honors(makeup: Makeup) -> bool:
    return makeup.suits == 0


def five_categories(makeup: Makeup) -> bool:
    """五門齊: characters, dots, bamboos, winds and dragons."""
    return makeup.suits == 3 and makeup.winds and makeup.dragons


@fan(
    "小五門",
    "Little five categories",
    Scope.MAKEUP,
    "萬、筒、索、風、三元齊，但五組面子不是各佔一門。",
    "Characters, dots, bamboos, winds and dragons are all there, but not each as a meld.",
)
def little_five(makeup: Makeup) -> bool:
    return five_categories(makeup) and not makeup.one_meld_each


@fan(
    "大五門",
    "Great five categories",
    Scope.MAKEUP,
    "五組面子分屬萬、筒、索、風、三元。",
    "The five melds are one each of characters, dots, bamboos, winds and dragons.",
)
def great_five(makeup: Makeup) -> bool:
    return makeup.one_meld_each


@fan(
    "小七門",
    "Little seven categories",
    Scope.MAKEUP,
    "小五門，另兩套花各有至少一隻。",
    "Little five categories and at least one flower of each family.",
)
def little_seven(makeup: Makeup) -> bool:
    return five_categories(makeup) and not makeup.one_meld_each and makeup.both_flower_families


@fan(
    "大七門",
    "Great seven categories",
    Scope.MAKEUP,
    "大五門，另兩套花各有至少一隻。",
    "Great five categories and at least one flower of each family.",
)
def great_seven(makeup: Makeup) -> bool:
    return makeup.one_meld_each and makeup.both_flower_families


@fan(
    "小五門齊",
    "Little five categories as groups",
    Scope.MAKEUP,
    "萬、筒、索、風、三元齊，其中一門只作眼。",
    "Characters, dots, bamboos, winds and dragons: four of them as melds, one as the pair.",
)
def little_five_groups(makeup: Makeup) -> bool:
    return makeup.basic and five_categories(makeup) and not makeup.one_meld_each


@fan(
    "小七門齊",
    "Little seven categories as groups",
    Scope.MAKEUP,
    "小五門齊，另兩套花各有至少一隻。",
    "Little five categories as groups and at least one flower of each family.",
)
def little_seven_groups(makeup: Makeup) -> bool:
    return makeup.basic and five_categories(makeup) and not makeup.one_meld_each and makeup.both_flower_families
