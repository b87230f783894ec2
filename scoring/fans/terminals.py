"""么九與點數 Fans of terminals, of missing ranks and of one rank in every group."""

from collections.abc import Iterable

from scoring.fans.fan import Fan, Scope, fan
from scoring.reading.layout import Layout
from scoring.reading.views import TileProfile


@fan("缺五", "No fives", Scope.PROFILE, "沒有數牌五，也沒有番子。", "No suited 5 and no honours.")
def no_fives(profile: TileProfile) -> bool:
    return not profile.fives and not profile.honors


@fan("斷么", "No terminals", Scope.PROFILE, "沒有一、九，也沒有番子。", "Neither terminals nor honours.")
def no_terminals(profile: TileProfile) -> bool:
    return not profile.terminals and not profile.honors


@fan(
    "混帶么",
    "Terminals or honours everywhere",
    Scope.PROFILE,
    "每組牌和眼都有一、九或是番子，有番子，且不是全部么九番子。",
    "Every group holds a terminal or is of honours, there are honours, and not all tiles are terminals or honours.",
)
def mixed_outside(profile: TileProfile) -> bool:
    return not profile.inner_groups and profile.honors and profile.simples


@fan(
    "全帶么",
    "Terminals everywhere",
    Scope.PROFILE,
    "每組牌和眼都有數牌一或九，至少一副順子。",
    "Every group holds a suited 1 or 9, and there is at least one chow.",
)
def pure_outside(profile: TileProfile) -> bool:
    return not profile.inner_groups and not profile.honors and profile.chows


@fan(
    "混么",
    "Terminals and honours",
    Scope.PROFILE,
    "只有么九和番子，兩者都有。",
    "Only suited 1s and 9s and honours, both present.",
)
def mixed_terminals(profile: TileProfile) -> bool:
    return not profile.simples and profile.suits > 0 and profile.honors


@fan("清么", "All terminals", Scope.PROFILE, "只有數牌一和九。", "Only suited 1s and 9s.")
def all_terminals(profile: TileProfile) -> bool:
    return not profile.simples and not profile.honors


@fan(
    "混滿庭芳",
    "One rank everywhere, with honours",
    Scope.PROFILE,
    "每組數牌都有同一個點數，番子不論，兩者都有。",
    "One rank is in every suited group; honour groups are exempt, and there is at least one of both.",
)
def mixed_one_rank(profile: TileProfile) -> bool:
    return profile.common_rank and profile.suits > 0 and profile.honors


@fan(
    "純滿庭芳",
    "One rank everywhere",
    Scope.PROFILE,
    "每組牌和眼都有同一個點數，沒有番子。",
    "One rank is in every group, and there are no honours.",
)
def pure_one_rank(profile: TileProfile) -> bool:
    return profile.common_rank and not profile.honors


@fan(
    "混么九",
    "All terminals and honours",
    Scope.PROFILE,
    "只有一、九和字牌，兩者都有，刻子或七對；不是十三么。",
    "Only terminals and honours, both present, as pungs or seven pairs; not thirteen orphans.",
)
def all_terminals_and_honors(profile: TileProfile) -> bool:
    return not profile.simples and profile.suits > 0 and profile.honors and profile.shape != "thirteen_orphans"


@fan(
    "全帶么",
    "Outside hand",
    Scope.PROFILE,
    "四組面子和將都有一、九或字牌。",
    "Each set and the pair has a terminal or an honour.",
)
def outside_hand(profile: TileProfile) -> bool:
    return profile.basic and not profile.inner_groups


@fan("全帶五", "All fives", Scope.LAYOUT, "四組面子和將都有五。", "Each set and the pair has a 5.")
def all_fives(layout: Layout) -> bool:
    return layout.basic and layout.has_everywhere(frozenset({4}))


def _only_ranks(name: str, name_en: str, zh: str, en: str, ranks: Iterable[int]) -> Fan:
    tiles = frozenset(9 * suit + rank for suit in range(3) for rank in ranks)

    def has_only(layout: Layout) -> bool:
        return layout.has_only(tiles)

    return fan(name, name_en, Scope.LAYOUT, zh, en)(has_only)


upper_tiles = _only_ranks("全大", "Upper tiles", "只有七、八、九。", "Only the ranks 7, 8 and 9.", range(6, 9))
middle_tiles = _only_ranks("全中", "Middle tiles", "只有四、五、六。", "Only the ranks 4, 5 and 6.", range(3, 6))
lower_tiles = _only_ranks("全小", "Lower tiles", "只有一、二、三。", "Only the ranks 1, 2 and 3.", range(3))
upper_four = _only_ranks("大於五", "Upper four", "只有六至九。", "Only the ranks 6 to 9.", range(5, 9))
lower_four = _only_ranks("小於五", "Lower four", "只有一至四。", "Only the ranks 1 to 4.", range(4))
