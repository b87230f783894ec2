"""么九與點數 Fans of terminals, of missing ranks and of one rank in every group."""

from __future__ import annotations

from scoring.fans.fan import Scope, fan
from scoring.reading.views import Makeup


@fan("缺五", "No fives", Scope.MAKEUP, "沒有數牌五，也沒有番子。", "No suited 5 and no honours.")
def no_fives(makeup: Makeup) -> bool:
    return not makeup.fives and not makeup.honors


@fan("斷么", "No terminals", Scope.MAKEUP, "沒有一、九，也沒有番子。", "Neither terminals nor honours.")
def no_terminals(makeup: Makeup) -> bool:
    return not makeup.terminals and not makeup.honors


@fan(
    "混帶么",
    "Terminals or honours everywhere",
    Scope.MAKEUP,
    "每組牌和眼都有一、九或是番子，有番子，且不是全部么九番子。",
    "Every group holds a terminal or is of honours, there are honours, and not all tiles are terminals or honours.",
)
def mixed_outside(makeup: Makeup) -> bool:
    return not makeup.inner_groups and makeup.honors and makeup.simples


@fan(
    "全帶么",
    "Terminals everywhere",
    Scope.MAKEUP,
    "每組牌和眼都有數牌一或九，至少一副順子。",
    "Every group holds a suited 1 or 9, and there is at least one chow.",
)
def pure_outside(makeup: Makeup) -> bool:
    return not makeup.inner_groups and not makeup.honors and makeup.chows


@fan(
    "混么",
    "Terminals and honours",
    Scope.MAKEUP,
    "只有么九和番子，兩者都有。",
    "Only suited 1s and 9s and honours, both present.",
)
def mixed_terminals(makeup: Makeup) -> bool:
    return not makeup.simples and makeup.suits > 0 and makeup.honors


@fan("清么", "All terminals", Scope.MAKEUP, "只有數牌一和九。", "Only suited 1s and 9s.")
def all_terminals(makeup: Makeup) -> bool:
    return not makeup.simples and not makeup.honors


@fan(
    "混滿庭芳",
    "One rank everywhere, with honours",
    Scope.MAKEUP,
    "每組數牌都有同一個點數，番子不論，兩者都有。",
    "One rank is in every suited group; honour groups are exempt, and there is at least one of both.",
)
def mixed_one_rank(makeup: Makeup) -> bool:
    return makeup.common_rank and makeup.suits > 0 and makeup.honors


@fan(
    "純滿庭芳",
    "One rank everywhere",
    Scope.MAKEUP,
    "每組牌和眼都有同一個點數，沒有番子。",
    "One rank is in every group, and there are no honours.",
)
def pure_one_rank(makeup: Makeup) -> bool:
    return makeup.common_rank and not makeup.honors
