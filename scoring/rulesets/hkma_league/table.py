"""香港麻雀協會港式台牌聯賽 hkma-league: the fan table, 不複合, options, and its game. Section names in comments are
those of the association's text. 144 tiles, 16 in hand, no minimum, no cap."""

from __future__ import annotations

from types import MappingProxyType

from scoring.fans import (
    chows,
    circumstances,
    flowers,
    honors,
    pungs,
    returns,
    shapes,
    suits,
    terminals,
    waits,
)
from scoring.reading import winning_shapes
from scoring.rules.rule_set import RuleSet, Switch, Value
from scoring.rulesets.hkma_league.game import GAME, OFFENCES
from scoring.rulesets.hkma_league.readings import READINGS

# 番種簡表, in its order
FANS = {
    circumstances.concealed_hand: Value(3),  # 門清
    circumstances.self_drawn: Value(1),  # 自摸
    circumstances.concealed_self_drawn: Value(5),  # 門摸
    circumstances.declared_ready: Value(5),  # 叮
    circumstances.concealed_ready: Value(10),  # 門叮
    circumstances.one_shot: Value(5),  # 一發
    circumstances.human_ready: Value(20),  # 人叮
    circumstances.earthly_ready: Value(30),  # 地叮
    circumstances.heavenly_ready: Value(40),  # 天叮
    circumstances.half_begging: Value(15),  # 半求人
    circumstances.all_begging: Value(30),  # 全求人
    circumstances.last_tile: Value(10),  # 海底
    circumstances.robbed_kong: Value(10),  # 搶槓
    circumstances.flower_replacement: Value(2),  # 花摸
    circumstances.kong_replacement: Value(5),  # 槓摸
    circumstances.replacements_in_a_row: Value(10, stepped=True, written="10(n-1)"),  # 尾牌連摸
    circumstances.two_winners: Value(5),  # 雙響
    circumstances.three_winners: Value(10),  # 三響
    circumstances.dealer_streak: Value(1, written="1+2n"),  # 莊家連拉
    circumstances.heavenly_win: Value(120),  # 天糊
    circumstances.earthly_win: Value(120),  # 地糊
    circumstances.human_win: Value(80),  # 人糊
    circumstances.within_four: Value(40),  # 四子
    circumstances.within_seven: Value(20),  # 七子
    circumstances.within_ten: Value(10),  # 十子
    flowers.no_honors: Value(1),  # 無字
    flowers.no_flowers: Value(1),  # 無花
    flowers.no_honors_no_flowers: Value(5),  # 無字花
    honors.honor_triplet: Value(1),  # 字牌刻
    honors.valued_honor: Value(1),  # 正字
    flowers.flower: Value(1),  # 花牌
    flowers.own_flower: Value(1),  # 正花
    flowers.flower_set: Value(10),  # 一台花
    flowers.both_flower_sets: Value(40),  # 兩台花
    flowers.seven_rob_one: Value(30),  # 七搶一
    waits.pair_of_two_five_eight: Value(2),  # 將眼
    waits.completed_triplet: Value(1),  # 對碰
    waits.false_single_wait: Value(1),  # 假獨
    waits.single_wait: Value(2),  # 獨獨
    waits.fourth_copy: Value(5),  # 四絕
    waits.last_hope: Value(10),  # 真絕
    waits.great_chicken: Value(30),  # 大雞
    waits.great_duck: Value(10),  # 大鴨
    suits.two_suits: Value(5),  # 缺一門
    terminals.no_fives: Value(10),  # 缺五
    terminals.no_terminals: Value(5),  # 斷么
    terminals.mixed_outside: Value(20),  # 混帶么
    terminals.pure_outside: Value(40),  # 全帶么
    terminals.mixed_terminals: Value(60),  # 混么
    terminals.all_terminals: Value(160),  # 清么
    suits.half_flush: Value(30),  # 混一色
    suits.full_flush: Value(80),  # 清一色
    suits.all_honors: Value(80),  # 字一色
    suits.little_five: Value(10),  # 小五門
    suits.great_five: Value(15),  # 大五門
    suits.little_seven: Value(15),  # 小七門
    suits.great_seven: Value(20),  # 大七門
    terminals.mixed_one_rank: Value(20),  # 混滿庭芳
    terminals.pure_one_rank: Value(40),  # 純滿庭芳
    honors.little_dragons: Value(30),  # 小三元
    honors.great_dragons: Value(60),  # 大三元
    honors.little_three_winds: Value(20),  # 小三風
    honors.great_three_winds: Value(40),  # 大三風
    honors.little_four_winds: Value(80),  # 小四喜
    honors.great_four_winds: Value(120),  # 大四喜
    returns.four_in_two: Value(5, 10),  # 四歸二
    returns.four_in_three: Value(10, 20),  # 四歸三
    returns.four_in_four: Value(20, 40),  # 四歸四
    returns.two_kinds_returned: Value(10, 20),  # 八歸
    returns.three_kinds_returned: Value(40),  # 十二歸
    chows.all_chows: Value(5),  # 平糊
    chows.great_all_chows: Value(15),  # 大平
    chows.low_and_high_chow: Value(3),  # 老少上
    chows.twin_chows: Value(5),  # 一般高
    chows.two_twin_chows: Value(15),  # 雙般高
    chows.triplet_chows: Value(30),  # 一色三同順
    chows.quadruplet_chows: Value(120),  # 一色四同順
    chows.two_suit_chows: Value(2),  # 相逢
    chows.three_suit_chows: Value(8, 15),  # 三相逢
    chows.mixed_straight: Value(8, 15),  # 雜龍
    chows.pure_straight: Value(10, 20),  # 清龍
    chows.mixed_steps: Value(5, 10),  # 雜步高
    chows.pure_steps: Value(15, 30),  # 清步高
    chows.chain_of_chows: Value(10, 20),  # 連環套
    pungs.low_and_high_triplet: Value(5),  # 老少碰
    pungs.kong: Value(1, 2),  # 槓子
    pungs.two_equal_triplets: Value(5),  # 二同刻
    pungs.little_three_equal: Value(15),  # 小三同刻
    pungs.three_equal_triplets: Value(30),  # 三同刻
    pungs.two_adjacent_triplets: Value(5),  # 二連刻
    pungs.little_three_adjacent: Value(10),  # 小三連刻
    pungs.three_adjacent_triplets: Value(20),  # 三連刻
    pungs.little_three_suit_adjacent: Value(8),  # 小三色連刻
    pungs.three_suit_adjacent: Value(15),  # 三色連刻
    pungs.all_triplets: Value(30),  # 對對糊
    pungs.two_concealed: Value(5),  # 二暗刻
    pungs.three_concealed: Value(15),  # 三暗刻
    pungs.four_concealed: Value(30),  # 四暗刻
    pungs.five_concealed: Value(80),  # 五暗刻
    pungs.all_concealed_triplets: Value(120),  # 坎坎糊
    shapes.seven_pairs: Value(40),  # 嚦咕嚦咕
    shapes.sixteen_unrelated: Value(50),  # 十六不搭
    shapes.unrelated_equal_ranks: Value(20),  # 不搭三相逢
    shapes.unrelated_all_ranks: Value(30),  # 不搭雜龍
    shapes.thirteen_orphans: Value(120),  # 十三么
}

_DISCARD_COUNTS = (circumstances.within_four, circumstances.within_seven, circumstances.within_ten)
_RETURNS = (returns.four_in_two, returns.four_in_three, returns.four_in_four)

# 食糊的計分 13 不複合原則: what always comes with a higher fan is not counted beside it
REMOVES = {
    circumstances.concealed_self_drawn: (circumstances.concealed_hand, circumstances.self_drawn),
    circumstances.concealed_ready: (circumstances.concealed_hand, circumstances.declared_ready),
    circumstances.human_ready: (circumstances.declared_ready, circumstances.concealed_ready),
    circumstances.earthly_ready: (
        circumstances.declared_ready,
        circumstances.concealed_ready,
        circumstances.concealed_hand,
    ),
    circumstances.heavenly_ready: (
        circumstances.declared_ready,
        circumstances.concealed_ready,
        circumstances.concealed_hand,
    ),
    circumstances.half_begging: (circumstances.self_drawn, waits.single_wait),
    circumstances.all_begging: (waits.single_wait,),
    circumstances.last_tile: (circumstances.self_drawn,),
    circumstances.flower_replacement: (circumstances.self_drawn,),
    circumstances.kong_replacement: (circumstances.self_drawn,),
    circumstances.replacements_in_a_row: (
        circumstances.self_drawn,
        circumstances.flower_replacement,
        circumstances.kong_replacement,
    ),
    circumstances.three_winners: (circumstances.two_winners,),
    circumstances.heavenly_win: (
        circumstances.concealed_hand,
        circumstances.self_drawn,
        circumstances.concealed_self_drawn,
        *_DISCARD_COUNTS,
    ),
    circumstances.earthly_win: (circumstances.concealed_hand, *_DISCARD_COUNTS),
    circumstances.human_win: (circumstances.concealed_hand, *_DISCARD_COUNTS),
    circumstances.within_four: (circumstances.within_seven, circumstances.within_ten),
    circumstances.within_seven: (circumstances.within_ten,),
    flowers.no_honors_no_flowers: (flowers.no_honors, flowers.no_flowers),
    flowers.both_flower_sets: (flowers.flower, flowers.own_flower, flowers.flower_set),
    flowers.seven_rob_one: (
        flowers.flower,
        flowers.own_flower,
        flowers.flower_set,
        flowers.both_flower_sets,
    ),
    waits.single_wait: (waits.false_single_wait,),
    waits.last_hope: (waits.fourth_copy,),
    suits.two_suits: (flowers.no_honors,),
    suits.full_flush: (flowers.no_honors,),
    suits.all_honors: (terminals.mixed_terminals, terminals.mixed_outside),
    suits.great_five: (suits.little_five,),
    suits.little_seven: (suits.little_five,),
    suits.great_seven: (suits.great_five, suits.little_seven, suits.little_five),
    terminals.no_fives: (flowers.no_honors,),
    terminals.no_terminals: (flowers.no_honors,),
    terminals.pure_outside: (terminals.mixed_outside, flowers.no_honors, terminals.no_fives),
    terminals.mixed_terminals: (terminals.mixed_outside,),
    terminals.all_terminals: (
        terminals.pure_outside,
        terminals.mixed_outside,
        flowers.no_honors,
        terminals.no_fives,
    ),
    terminals.pure_one_rank: (flowers.no_honors, terminals.mixed_one_rank),
    honors.little_four_winds: (honors.little_three_winds, honors.great_three_winds),
    honors.great_four_winds: (honors.great_three_winds, honors.little_four_winds),
    returns.three_kinds_returned: (returns.two_kinds_returned,),
    chows.great_all_chows: (
        chows.all_chows,
        flowers.no_honors_no_flowers,
        flowers.no_honors,
        flowers.no_flowers,
    ),
    chows.two_twin_chows: (chows.twin_chows,),
    chows.quadruplet_chows: (
        chows.triplet_chows,
        chows.twin_chows,
        chows.two_twin_chows,
        returns.three_kinds_returned,
    ),
    pungs.three_concealed: (pungs.two_concealed,),
    pungs.four_concealed: (pungs.three_concealed,),
    pungs.five_concealed: (pungs.all_triplets, pungs.four_concealed, circumstances.concealed_hand),
    pungs.all_concealed_triplets: (
        pungs.five_concealed,
        pungs.all_triplets,
        circumstances.concealed_hand,
    ),
    shapes.seven_pairs: (circumstances.concealed_hand,),
    shapes.sixteen_unrelated: (
        circumstances.concealed_hand,
        suits.little_five,
        suits.great_five,
        suits.little_seven,
        suits.great_seven,
    ),
    shapes.thirteen_orphans: (circumstances.concealed_hand, suits.little_five, suits.great_five),
}

# 食糊的計分 11 單式結算, instance by instance: a lower combination inside a higher one is not counted
CONTAINS = {
    chows.three_suit_chows: (chows.two_suit_chows,),
    chows.pure_straight: (chows.low_and_high_chow,),
    chows.triplet_chows: (chows.twin_chows,),
    chows.quadruplet_chows: (returns.four_in_four,),
    pungs.little_three_equal: (pungs.two_equal_triplets,),
    pungs.three_equal_triplets: (pungs.two_equal_triplets, pungs.little_three_equal),
    pungs.little_three_adjacent: (pungs.two_adjacent_triplets,),
    pungs.three_adjacent_triplets: (pungs.two_adjacent_triplets, pungs.little_three_adjacent),
    honors.little_dragons: (honors.honor_triplet, honors.valued_honor),
    honors.great_dragons: (honors.honor_triplet, honors.valued_honor),
    honors.little_three_winds: (honors.honor_triplet,),
    honors.great_three_winds: (honors.honor_triplet,),
    honors.little_four_winds: (honors.honor_triplet,),
    honors.great_four_winds: (honors.honor_triplet, honors.valued_honor),
    flowers.flower_set: (flowers.flower, flowers.own_flower),
}

SWITCHES = {
    "L-1": {
        "none": Switch({"door_kept_by": "no_kong"}),
        "all": Switch({"door_kept_by": "every_kong"}),
    },
    "L-2": {
        "added": Switch(removes_less={circumstances.concealed_self_drawn: (circumstances.concealed_hand,)}),
    },
    "L-4": {"0": Switch({"base": 0})},
    "L-7": {
        "instead": Switch(removes_more={returns.two_kinds_returned: _RETURNS, returns.three_kinds_returned: _RETURNS}),
    },
    "L-8": {"table_and_hand": Switch({"own_copies_seen": True})},
    "L-10": {
        "any_last": Switch(
            {"last_discard_counts": True},
            removes_less={circumstances.last_tile: (circumstances.self_drawn,)},
        ),
    },
    "L-14": {
        "not_all_honours": Switch(removes_more={suits.all_honors: (pungs.all_triplets,)}),
        "dropped": Switch(
            removes_more={
                suits.all_honors: (pungs.all_triplets,),
                terminals.mixed_terminals: (pungs.all_triplets,),
                terminals.all_terminals: (pungs.all_triplets,),
            }
        ),
    },
    "L-24": {"refused": Switch({"orphans_rob_concealed_kong": False})},
}

RULES = RuleSet(
    id="hkma-league",
    version="3",
    name_zh="香港麻雀協會 港式台牌聯賽",
    name_en="Hong Kong Mahjong Association, Taiwanese-style league",
    unit="番",
    hand_size=16,
    base=5,
    fans=MappingProxyType(FANS),
    removes=MappingProxyType(REMOVES),
    contains=MappingProxyType(CONTAINS),
    shapes=(
        winning_shapes.BASIC,
        winning_shapes.SEVEN_PAIRS,
        winning_shapes.THIRTEEN_ORPHANS,
        winning_shapes.SIXTEEN_UNRELATED,
    ),
    shapes_that_add_up=(winning_shapes.BASIC, winning_shapes.SEVEN_PAIRS),
    circumstances=frozenset(
        {
            "robbed_kong",
            "robbed_concealed_kong",
            "last_tile",
            "last_discard",
            "declared_ready",
            "one_shot",
            "heavenly_ready",
            "earthly_ready",
            "human_ready",
            "heavenly_win",
            "earthly_win",
            "human_win",
            "flower_win",
        }
    ),
    orphans_rob_concealed_kong=True,
    readings=READINGS,
    switches=MappingProxyType(SWITCHES),
    game=GAME,
    offences=OFFENCES,
)
