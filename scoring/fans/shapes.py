"""特殊形 Fans that are a hand's whole shape: 嚦咕嚦咕, 十三么, 十六不搭."""

from __future__ import annotations

from scoring.fans.fan import Scope, fan
from scoring.shape import SEVEN_PAIRS, SIXTEEN_UNRELATED, THIRTEEN_ORPHANS, Makeup


@fan(
    "嚦咕嚦咕",
    "Seven pairs and a triplet",
    Scope.MAKEUP,
    "七對加一組暗刻，沒有鳴牌；四隻相同的牌可作兩對。",
    "Seven pairs and one triplet with no meld; four equal tiles may be two pairs.",
)
def seven_pairs(makeup: Makeup) -> bool:
    return makeup.kind == SEVEN_PAIRS


@fan(
    "十六不搭",
    "Sixteen unrelated",
    Scope.MAKEUP,
    "七款番子齊，三門各三隻牌兩兩相隔三點或以上，另十六隻中任何一隻成對。",
    "All seven honours, three tiles of each suit at least three ranks apart, and one of these sixteen twice.",
)
def sixteen_unrelated(makeup: Makeup) -> bool:
    return makeup.kind == SIXTEEN_UNRELATED


@fan(
    "不搭三相逢",
    "Unrelated with equal ranks",
    Scope.MAKEUP,
    "十六不搭而三門的三個點數相同。",
    "Sixteen unrelated, the three suits carrying the same three ranks.",
)
def unrelated_equal_ranks(makeup: Makeup) -> bool:
    return makeup.same_ranks


@fan(
    "不搭雜龍",
    "Unrelated with all ranks",
    Scope.MAKEUP,
    "十六不搭而九隻數牌由一至九各一。",
    "Sixteen unrelated, the nine suited tiles being 1 to 9 once each.",
)
def unrelated_all_ranks(makeup: Makeup) -> bool:
    return makeup.all_ranks


@fan(
    "十三么",
    "Thirteen orphans",
    Scope.MAKEUP,
    "十三款么九番子齊，一款成對，另加一組暗的面子。",
    "All thirteen terminals and honours, one of them twice, and one concealed meld besides.",
)
def thirteen_orphans(makeup: Makeup) -> bool:
    return makeup.kind == THIRTEEN_ORPHANS
