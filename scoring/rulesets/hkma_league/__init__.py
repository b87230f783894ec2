"""香港麻雀協會港式台牌聯賽 hkma-league: the fan table, 不複合, options, and its game. Section names in comments are
those of the association's text. 144 tiles, 16 in hand, no minimum, no cap."""

from decimal import Decimal
from types import MappingProxyType

from scoring.fans import chows, circumstances, flowers, honors, pungs, returns, shapes, suits, terminals, waits
from scoring.reading import winning_shapes
from scoring.rules.game_rules import (
    BellRules,
    CardRules,
    ChainRules,
    DealerFans,
    DealerRules,
    GameRules,
    Reward,
    WrongDealerRules,
    lengths,
)
from scoring.rules.questions import circumstances_of
from scoring.rules.rule_data import Option, Switch, Value, by_name
from scoring.rulesets.counting import RuleSet

FALSE_WIN = ({"deduct": "160"}, "replay_hand")

REWARDS = (
    Reward(
        "grass",
        "一台草",
        "Run of flowers",
        "each_pays",
        (Decimal("0.5"),),
        once=True,
        flowers=4,
        section="中途獎勵",
        when_zh="一至四號的花牌齊，兩套可以混合。",
        when_en="Flowers 1 to 4 are all there, the two families mixed.",
    ),
    Reward(
        "flower_set",
        "一台花",
        "Set of flowers",
        "each_pays",
        (Decimal(1),),
        families=1,
        flowers=4,
        section="中途獎勵",
        when_zh="四季或花牌一套四隻齊。",
        when_en="All four flowers of one family.",
    ),
    Reward(
        "seven_rob_one",
        "七搶一",
        "Seven rob one",
        "one_pays",
        (Decimal(6),),
        claimed=True,
        flowers=8,
        section="中途獎勵",
        when_zh="手上七隻花，別家摸到第八隻，而不宣告食糊。",
        when_en="Seven flowers held, another draws the eighth, and no win is declared.",
    ),
    Reward(
        "two_flower_sets",
        "兩台花",
        "Both sets of flowers",
        "each_pays",
        (Decimal(8),),
        claimed=True,
        families=2,
        flowers=8,
        section="中途獎勵",
        when_zh="八隻花齊，而不宣告食糊。",
        when_en="All eight flowers, and no win is declared.",
    ),
    Reward(
        "concealed_kong",
        "暗槓",
        "Concealed kong",
        "each_pays",
        (Decimal(1),),
        section="中途獎勵",
        when_zh="每開一次暗槓。",
        when_en="Each concealed kong.",
    ),
    Reward(
        "followed_discard",
        "追牌",
        "Followed discard",
        "pays_each",
        (Decimal(1),),
        simple_units=Decimal(2),
        section="中途獎勵",
        when_zh="打出一隻牌，其餘三家同一巡都跟打。",
        when_en="A discard that the three others follow with the same tile in the same go-round.",
    ),
)

GAME = GameRules(
    deals=8,
    minimum_fan=1,
    dealer_fans=DealerFans(flat=1, per_streak=2),
    multi_fans=MappingProxyType({1: 0, 2: 5, 3: 10}),
    base=Decimal(5),
    chain=ChainRules(factor=Decimal("1.5"), share=Decimal("0.5"), grown="up", halved="down"),
    dealer=DealerRules(stays_after_win=True, stays_after_draw=True, shared_win="reset"),
    wrong_dealer=WrongDealerRules(skips_turn=True),
    rewards=MappingProxyType({reward.kind: reward for reward in REWARDS}),
    cards=CardRules(red_points=Decimal(5), second_red=FALSE_WIN),
    bell=BellRules(during_hand=1, between_hands=0),
    ban_broken="banned_win",
    win_keys=frozenset({"robbed_kong", "flower_win"}),
    switches=MappingProxyType(
        {
            "L-27": {
                "up_down": {"chain.grown": "up", "chain.halved": "down"},
                "exact": {"chain.grown": "exact", "chain.halved": "exact"},
                "nearest": {"chain.grown": "nearest", "chain.halved": "nearest"},
            },
            "L-29": {
                "reset": {"dealer": DealerRules(shared_win="reset")},
                "plus_one": {"dealer": DealerRules(shared_win="plus_one")},
            },
            "L-32": {"day": {"repeats_last": "day"}, "event": {"repeats_last": "event"}},
            "L-37": {"end": {"bans_replayed": "end"}, "stay": {"bans_replayed": "stay"}},
            "L-54": {
                "at_once": {"wrong_dealer.very_next": "at_once"},
                "next_turn": {"wrong_dealer.very_next": "next_turn"},
            },
            "L-53": lengths("two", "four"),
            "L-56": {
                "stays": {"chain.winner_and_payer": "stays"},
                "collect": {"chain.winner_and_payer": "collect"},
            },
            "L-55": {value: {"objections": value} for value in ("closed", "open")},
        }
    ),
)


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

# 食糊的計分 13 不複合原則: what always comes with a higher fan is not counted beside it
SUPERSEDES = by_name(
    FANS,
    """
    門摸: 門清 自摸
    門叮: 門清 叮
    人叮: 叮 門叮
    地叮: 叮 門叮 門清
    天叮: 叮 門叮 門清
    半求人: 自摸 獨獨
    全求人: 獨獨
    海底: 自摸
    花摸: 自摸
    槓摸: 自摸
    尾牌連摸: 自摸 花摸 槓摸
    三響: 雙響
    天糊: 門清 自摸 門摸 四子 七子 十子
    地糊: 門清 四子 七子 十子
    人糊: 門清 四子 七子 十子
    四子: 七子 十子
    七子: 十子
    無字花: 無字 無花
    兩台花: 花牌 正花 一台花
    七搶一: 花牌 正花 一台花 兩台花
    獨獨: 假獨
    真絕: 四絕
    缺一門: 無字
    清一色: 無字
    字一色: 混么 混帶么
    大五門: 小五門
    小七門: 小五門
    大七門: 大五門 小七門 小五門
    缺五: 無字
    斷么: 無字
    全帶么: 混帶么 無字 缺五
    混么: 混帶么
    清么: 全帶么 混帶么 無字 缺五
    純滿庭芳: 無字 混滿庭芳
    小四喜: 小三風 大三風
    大四喜: 大三風 小四喜
    十二歸: 八歸
    大平: 平糊 無字花 無字 無花
    雙般高: 一般高
    一色四同順: 一色三同順 一般高 雙般高 十二歸
    三暗刻: 二暗刻
    四暗刻: 三暗刻
    五暗刻: 對對糊 四暗刻 門清
    坎坎糊: 五暗刻 對對糊 門清
    嚦咕嚦咕: 門清
    十六不搭: 門清 小五門 大五門 小七門 大七門
    十三么: 門清 小五門 大五門
    """,
)

# 食糊的計分 11 單式結算, instance by instance: a lower combination inside a higher one is not counted
ABSORBS = by_name(
    FANS,
    """
    三相逢: 相逢
    清龍: 老少上
    一色三同順: 一般高
    一色四同順: 四歸四
    小三同刻: 二同刻
    三同刻: 二同刻 小三同刻
    小三連刻: 二連刻
    三連刻: 二連刻 小三連刻
    小三元: 字牌刻 正字
    大三元: 字牌刻 正字
    小三風: 字牌刻
    大三風: 字牌刻
    小四喜: 字牌刻
    大四喜: 字牌刻 正字
    一台花: 花牌 正花
    """,
)

# What an event may choose: readings.toml says what each is about
OPTIONS = {
    "L-1": Option(("concealed", "none", "all")),
    "L-2": Option(("total", "added")),
    "L-4": Option(("5", "0")),
    "L-7": Option(("added", "instead")),
    "L-8": Option(("table", "table_and_hand")),
    "L-10": Option(("own_draw", "any_last")),
    "L-14": Option(
        ("counted", "not_all_honours", "dropped"), earlier={"": "not_all_honours", "counted": "not_all_honours"}
    ),
    "L-24": Option(("allowed", "refused")),
    "L-27": Option(("up_down", "exact", "nearest")),
    "L-29": Option(("reset", "plus_one")),
    "L-32": Option(("day", "event"), before_3="event"),
    "L-37": Option(("end", "stay")),
    "L-53": Option(("two", "four")),
    "L-54": Option(("at_once", "next_turn")),
    "L-55": Option(("closed", "open"), before_3="open"),
    "L-56": Option(("stays", "collect")),
}

SWITCHES = {
    "L-1": {"none": Switch({"door_kept_by": "no_kong"}), "all": Switch({"door_kept_by": "every_kong"})},
    "L-2": {"added": Switch(supersedes_less=by_name(FANS, "門摸: 門清"))},
    "L-4": {"0": Switch({"base": 0})},
    "L-7": {
        "instead": Switch(
            supersedes_more=by_name(FANS, "八歸: 四歸二 四歸三 四歸四", "十二歸: 四歸二 四歸三 四歸四"),
        )
    },
    "L-8": {"table_and_hand": Switch({"own_copies_seen": True})},
    "L-10": {
        "any_last": Switch({"last_discard_counts": True}, supersedes_less=by_name(FANS, "海底: 自摸")),
    },
    "L-14": {
        "not_all_honours": Switch(supersedes_more=by_name(FANS, "字一色: 對對糊")),
        "dropped": Switch(supersedes_more=by_name(FANS, "字一色: 對對糊", "混么: 對對糊", "清么: 對對糊")),
    },
    "L-24": {"refused": Switch({"orphans_rob_concealed_kong": False})},
}

RULES = RuleSet(
    id="hkma-league",
    version="4",
    name_zh="香港麻雀協會 港式台牌聯賽",
    name_en="Hong Kong Mahjong Association, Taiwanese-style league",
    unit="番",
    hand_size=16,
    base=5,
    fans=MappingProxyType(FANS),
    supersedes=SUPERSEDES,
    absorbs=ABSORBS,
    shapes=(
        winning_shapes.BASIC,
        winning_shapes.SEVEN_PAIRS,
        winning_shapes.THIRTEEN_ORPHANS,
        winning_shapes.SIXTEEN_UNRELATED,
    ),
    shapes_that_add_up=(winning_shapes.BASIC, winning_shapes.SEVEN_PAIRS),
    circumstances=circumstances_of(FANS, "robbed_kong", "robbed_concealed_kong", "last_discard", "flower_win"),
    orphans_rob_concealed_kong=True,
    choices=MappingProxyType(OPTIONS),
    switches=MappingProxyType(SWITCHES),
    game=GAME,
    folder=__path__[0],
)
