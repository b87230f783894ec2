"""港式台灣牌番數表 hk-classic: the fan table, what is not counted beside what, options, and its game.

Rule numbers in comments are those of the text (其他港式台灣牌規則); names without a number are from its 大部份糊牌註解.
144 tiles, 16 in hand, no minimum, no cap; the 底 is money and no row of a count.
"""

from decimal import Decimal
from types import MappingProxyType

from scoring.fans import (
    chows,
    circumstances,
    flowers,
    honors,
    in_a_row,
    pungs,
    returns,
    shapes,
    suits,
    terminals,
    waits,
)
from scoring.hand.circumstances import USUAL_DEMANDS
from scoring.reading import winning_shapes
from scoring.rules.game_rules import (
    BellRules,
    ChainRules,
    DealerFans,
    DealerRules,
    GameRules,
    Reward,
    base_and_fifths,
    lengths,
)
from scoring.rules.questions import circumstances_of
from scoring.rules.rule_data import Option, Switch, Value, by_name
from scoring.rules.settings import Choice, Setting
from scoring.rules.terms import WHOLE_GAME
from scoring.rulesets.counting import RuleSet

ONE = (Decimal(1),)

REWARDS = (
    Reward(
        "concealed_kong",
        "暗槓",
        "Concealed kong",
        "each_pays",
        tuple(map(Decimal, (1, 2, 4, 6, 10))),
        section="現金賞罰表",
    ),
    Reward("grass", "一台草", "Run of flowers", "each_pays", (Decimal("0.5"),), flowers=4, section="現金賞罰表"),
    Reward("flower_set", "一台花", "Set of flowers", "each_pays", ONE, families=1, flowers=4, section="現金賞罰表"),
    Reward("equal_dice", "圍骰", "Three equal dice", "each_pays", ONE, section="現金賞罰表"),
    Reward("one_two_three", "一二三骰", "Dice 1-2-3", "pays_each", ONE, section="現金賞罰表"),
    Reward("followed_discard", "追", "Followed discard", "pays_each", ONE, times=True, section="現金賞罰表"),
)

GAME = GameRules(
    deals=16,
    minimum_fan=1,
    worth=base_and_fifths,
    dealer_fans=DealerFans(flat=1, per_streak=2),
    multi_fans=MappingProxyType({1: 0, 2: 5, 3: 10}),
    base=Decimal(10),
    chain=ChainRules(grown="up", halved="down", surrender_every=3),
    dealer=DealerRules(stays_after_win=True, stays_after_draw=True, shared_win="reset"),
    rewards=MappingProxyType({reward.kind: reward for reward in REWARDS}),
    bell=BellRules(during_hand=1, between_hands=0),
    not_ready=Decimal(1),
    kong_discarder_pays=True,
    win_keys=frozenset({"robbed_kong", "flower_win"}),
    draw_keys=frozenset({"not_ready"}),
    switches=MappingProxyType(
        {
            "K-8": {
                "up_down": {"chain.grown": "up", "chain.halved": "down"},
                "exact": {"chain.grown": "exact", "chain.halved": "exact"},
                "nearest": {"chain.grown": "nearest", "chain.halved": "nearest"},
            },
            "K-22": {"end": {"bans_replayed": "end"}, "stay": {"bans_replayed": "stay"}},
            "K-40": {"first": {"chain.first_pull": "first"}, "second": {"chain.first_pull": "second"}},
            "K-10": lengths("four", "two"),
            "K-12": {
                "reset": {"dealer": DealerRules(shared_win="reset")},
                "plus_one": {"dealer": DealerRules(shared_win="plus_one")},
            },
        }
    ),
)

SETTINGS = (
    Setting(
        "base",
        "points",
        Decimal(10),
        "一底",
        "One base (底)",
        "打幾多錢一底。一番是一底的五分之一：一底 10，一番 2。",
        "The stake. One 番 is a fifth of it: with a 底 of 10 a 番 is 2.",
        fields=("game.base",),
    ),
    Setting(
        "chain",
        "choice",
        "every_hand",
        "拉法",
        "Who pulls",
        "開局前說明。莊拉時閒家食糊即時收錢，只有莊家的糊可以拉。",
        "Agreed before the game. With 莊拉 other players' wins are paid at once and only the dealer's are carried.",
        choices=(Choice("every_hand", "鋪鋪拉", "Every hand"), Choice("dealer", "莊拉", "Dealer only")),
        switches=MappingProxyType(
            {
                "every_hand": {"game.chain.carried": "every_win"},
                "dealer": {"game.chain.carried": "dealer_wins"},
            }
        ),
    ),
)


# Fans that other tables name or describe differently
CONCEALED_HAND = circumstances.concealed_hand.renamed(
    "門清",
    zh="沒有上、碰過別家的牌，也沒有明槓；暗槓不破。",
    en="No chow or pung was claimed and no kong is open; a concealed kong keeps it.",
)
ALL_CHOWS_BARE = chows.great_all_chows.renamed(
    "無字花平",
    "All chows, neither honours nor flowers",
    zh="真平糊而沒有花牌。",
    en="All chows with a suited pair and no flowers.",
)
OWN_FLOWER = flowers.own_flower.renamed(
    "正花", zh="與門風同號的花，每隻計。", en="Each flower of the own seat's number."
)
SEVEN_ROB_ONE = flowers.seven_rob_one.renamed(
    "七搶一",
    zh="摸到第七隻花，搶去別家手上的一隻，即時宣告食糊，不理手牌。",
    en="The seventh flower drawn and another's one robbed: declared at once as a win, whatever the hand.",
)
SEVEN_ROB_ONE_DECLINED = SEVEN_ROB_ONE.found_too_as(flowers.seven_flowers)
EIGHT_FLOWERS = flowers.both_flower_sets.renamed(
    "八仙過海",
    "All eight flowers",
    zh="八隻花齊：即時宣告花糊，或其後食糊時計。",
    en="All eight flowers, declared at once as a win or counted in a hand that wins later.",
)
PAIR_258 = waits.pair_of_two_five_eight.renamed(
    "象眼",
    zh="基本形以數牌二、五或八作眼，該對子不在計了連對的對子之中。",
    en="The pair of a basic hand is a suited 2, 5 or 8 that stands in no run of pairs that counts.",
)
WITHIN_SEVEN = circumstances.within_seven.renamed(
    "七隻內", zh="食糊時四家牌河合共不多於七隻牌，食出的一隻不計。", en="At most seven tiles lie in the four rivers."
)
WITHIN_TEN = circumstances.within_ten.renamed(
    "十隻內", zh="同上，不多於十隻牌。", en="The same with at most ten tiles."
)
MIXED_STRAIGHT = chows.mixed_straight.renamed(
    "雜龍",
    zh="123、456、789 分在三門，全暗則計暗番；十六不搭的九隻數牌由一至九各一亦計。",
    en="123, 456 and 789 spread over the three suits; also sixteen unrelated with ranks 1 to 9 once each.",
).found_too_as(shapes.unrelated_straight)
THREE_SUIT_CHOWS = chows.three_suit_chows.renamed(
    "三相逢",
    zh="三門同點數的順子；十六不搭三門的三個點數相同亦計。",
    en="Chows of the same ranks in all three suits; also sixteen unrelated with the same ranks in all three suits.",
).found_too_as(shapes.unrelated_equal_ranks)
TWIN_CHOWS = chows.twin_chows.renamed(
    "一般高",
    zh="兩副相同的順子；兩吃時計了連對的對子不再計。",
    en="Two identical chows, not made of pairs in a run that counts in the other half of a hand of both shapes.",
)
UNRELATED = shapes.sixteen_unrelated.renamed(
    "十六不搭",
    zh="七款番子齊而其中一款成對，三門各三隻牌兩兩相隔三點或以上。",
    en="All seven honours, one of them twice, and three tiles of each suit at least three ranks apart.",
)
LAST_TILE = circumstances.last_tile.renamed(
    "海底撈魚", zh="自摸牌牆最後一隻牌。", en="The own draw of the last wall tile."
)
GREAT_SEVEN = suits.great_seven.renamed(
    "大七門齊",
    zh="大五門齊，另兩套花各有至少一隻。",
    en="Five melds of the five categories and at least one flower of each family.",
)
READY = circumstances.declared_ready.renamed(
    "聽牌",
    zh="宣告聽牌（眼牌）後食糊，不需門清；其後不可開槓，可看別家的牌。",
    en="Declared ready with any hand, then won; no kong afterwards, and the others' hands may be looked at.",
)
HEAVENLY_READY = circumstances.heavenly_ready.renamed(
    "天聽", zh="閒家開牌即宣告聽牌。", en="A non-dealer is ready as dealt and declares it."
)
EARTHLY_READY = circumstances.earthly_ready.renamed(
    "地聽", zh="莊家開牌打出第一隻牌後即宣告聽牌。", en="The dealer declares ready with the first discard."
)
HUMAN_READY = circumstances.human_ready.renamed(
    "人聽",
    zh="閒家摸第一隻牌後即宣告聽牌。",
    en="A non-dealer declares ready after the first draw.",
)
HUMAN_WIN = circumstances.human_win.renamed(
    "人糊", zh="閒家摸第一隻牌即自摸。", en="A non-dealer draws the winning tile with the first draw."
)
DEALER_STREAK = circumstances.dealer_streak.renamed(
    "莊家連拉", zh="莊家食糊、出銃或被自摸：莊家計 1，連 n 再計 2n；只加在莊家收付的一份。"
)

# 港式台灣牌番數表, in its order
FANS = {
    circumstances.self_drawn: Value(1),  # 自摸
    CONCEALED_HAND: Value(3),  # 門清
    chows.all_chows_honor_pair: Value(2),  # 假平糊
    chows.all_chows_suited_pair: Value(3),  # 真平糊
    flowers.no_flowers: Value(1),  # 無花
    flowers.no_honors: Value(1),  # 無字
    flowers.no_honors_no_flowers: Value(5),  # 無字花
    ALL_CHOWS_BARE: Value(15),  # 無字花平
    OWN_FLOWER: Value(2),  # 正花
    flowers.flower_set: Value(10),  # 一台花
    flowers.seven_flowers: Value(20),  # 七隻花
    SEVEN_ROB_ONE: Value(30),  # 七搶一
    flowers.one_rob_seven: Value(30),  # 一搶七
    EIGHT_FLOWERS: Value(40),  # 八仙過海
    flowers.other_flower: Value(1),  # 爛花
    honors.other_wind: Value(1),  # 爛風位牌
    honors.own_wind: Value(2),  # 正風位牌
    honors.dragon_triplet.renamed("碰中發白"): Value(2),
    waits.completed_triplet: Value(1),  # 對碰
    waits.false_single_wait: Value(1),  # 假獨
    waits.single_wait: Value(2),  # 獨獨
    PAIR_258: Value(1),  # 象眼
    suits.two_suits: Value(5),  # 缺一門
    terminals.no_terminals.renamed("斷么九"): Value(5),
    terminals.mixed_outside: Value(8),  # 混帶么
    terminals.pure_outside: Value(15),  # 全帶么
    pungs.open_kong: Value(1),  # 明槓
    pungs.concealed_kong: Value(2),  # 暗槓
    WITHIN_SEVEN: Value(30),  # 七隻內
    WITHIN_TEN: Value(15),  # 十隻內
    waits.fourth_copy_alone: Value(5),  # 四絕
    waits.last_of_two_kinds: Value(10),  # 八絕
    waits.one_fan_alone: Value(10),  # 大雞
    pungs.low_and_high_triplet: Value(3),  # 老少碰
    pungs.two_low_and_high_triplets: Value(15),  # 雙老少碰
    chows.low_and_high_chow: Value(3),  # 老少上
    chows.two_low_and_high_chows: Value(15),  # 雙老少上
    pungs.three_kongs: Value(30),  # 三槓子
    pungs.four_kongs: Value(100),  # 四槓子
    pungs.five_kongs: Value(150),  # 五槓子
    shapes.three_pairs_in_a_row: Value(3),  # 三連對
    shapes.four_pairs_in_a_row: Value(8),  # 四連對
    shapes.five_pairs_in_a_row: Value(20),  # 五連對
    shapes.six_pairs_in_a_row: Value(40),  # 六連對
    shapes.seven_pairs_in_a_row: Value(80),  # 七連對
    shapes.mixed_rank_run: Value(80),  # 通天雜龍
    shapes.pure_rank_run: Value(240),  # 通天清龍
    MIXED_STRAIGHT: Value(5, 10),  # 雜龍
    chows.pure_straight: Value(10, 20),  # 清龍
    circumstances.concealed_self_drawn.renamed("不求人"): Value(5),
    circumstances.half_begging: Value(8),  # 半求人
    circumstances.all_begging: Value(15),  # 全求人
    TWIN_CHOWS: Value(3),  # 一般高
    chows.two_twin_chows.renamed("兩般高"): Value(10),
    chows.triplet_chows.renamed("三般高"): Value(20),
    chows.quadruplet_chows.renamed("四海一家"): Value(40),
    THREE_SUIT_CHOWS: Value(10),  # 三相逢
    chows.four_equal_chows: Value(20),  # 四同順
    chows.five_equal_chows: Value(40),  # 五同順
    returns.four_in_two.renamed("四歸一"): Value(5, 10),
    returns.four_in_three.renamed("四歸二"): Value(10, 20),
    returns.four_in_four: Value(20, 40),  # 四歸四
    UNRELATED: Value(60),  # 十六不搭
    returns.two_kinds_in_three: Value(10, 20),  # 八歸二
    returns.three_kinds_in_four: Value(20, 40),  # 十二歸三
    circumstances.among_last_four: Value(10),  # 河底撈魚
    LAST_TILE: Value(20),  # 海底撈魚
    circumstances.last_tile_one_dot: Value(40),  # 海底撈月
    suits.little_five_groups: Value(5),  # 小五門齊
    suits.great_five.renamed("大五門齊"): Value(10),
    suits.little_seven_groups: Value(15),  # 小七門齊
    GREAT_SEVEN: Value(20),  # 大七門齊
    shapes.seven_pairs: Value(40),  # 嚦咕嚦咕
    shapes.eight_pairs_waiting: Value(50),  # 八飛嚦咕
    shapes.thirteen_orphans: Value(120),  # 十三么
    pungs.two_sisters: Value(3),  # 兩姊妹
    pungs.little_three_sisters: Value(8),  # 三小姊妹
    pungs.great_three_sisters: Value(15),  # 三大姊妹
    pungs.little_four_sisters: Value(20),  # 四小姊妹
    pungs.great_four_sisters: Value(40),  # 四大姊妹
    pungs.little_five_sisters: Value(60),  # 五小姊妹
    pungs.great_five_sisters: Value(80),  # 五大姊妹
    pungs.two_equal_triplets.renamed("兩兄弟", "Two brothers"): Value(3),
    pungs.little_three_equal.renamed("三小兄弟", "Little three brothers"): Value(10),
    pungs.three_equal_triplets.renamed("三大兄弟", "Great three brothers"): Value(15),
    pungs.two_concealed.renamed("兩暗刻"): Value(3),
    pungs.three_concealed: Value(10),  # 三暗刻
    pungs.four_concealed: Value(30),  # 四暗刻
    pungs.five_concealed: Value(80),  # 五暗刻
    pungs.all_triplets: Value(30),  # 對對糊
    suits.half_flush: Value(30),  # 混一色
    suits.full_flush: Value(80),  # 清一色
    terminals.mixed_terminals: Value(80),  # 混么
    terminals.all_terminals: Value(120),  # 清么
    suits.all_honors: Value(120),  # 字一色
    pungs.all_concealed_triplets.renamed("刻刻糊"): Value(120),
    READY: Value(5),  # 聽牌
    HEAVENLY_READY: Value(40),  # 天聽
    EARTHLY_READY: Value(30),  # 地聽
    HUMAN_READY: Value(30),  # 人聽
    circumstances.heavenly_win: Value(120),  # 天糊
    circumstances.earthly_win: Value(120),  # 地糊
    HUMAN_WIN: Value(120),  # 人糊
    honors.little_three_winds: Value(10),  # 小三風
    honors.great_three_winds: Value(20),  # 大三風
    in_a_row.flower_replaced_once: Value(3),  # 花上摸
    in_a_row.flower_replaced_twice: Value(10),  # 花上摸X2
    in_a_row.flower_replaced_three_times: Value(30),  # 花上摸X3
    in_a_row.flower_replaced_four_times: Value(60),  # 花上摸X4
    in_a_row.flower_replaced_more: Value(80),  # 花上摸Xn
    honors.little_dragons: Value(20),  # 小三元
    honors.great_dragons: Value(40),  # 大三元
    in_a_row.kong_replaced_once: Value(5),  # 槓上摸
    in_a_row.kong_replaced_twice: Value(20),  # 槓上摸X2
    in_a_row.kong_replaced_three_times: Value(40),  # 槓上摸X3
    in_a_row.kong_replaced_four_times: Value(80),  # 槓上摸X4
    in_a_row.kong_replaced_five_times: Value(120),  # 槓上摸X5
    honors.little_four_winds: Value(60),  # 小四喜
    honors.great_four_winds: Value(120),  # 大四喜
    in_a_row.kong_robbed: Value(5),  # 搶槓
    in_a_row.second_kong_robbed: Value(20),  # 搶槓X2
    in_a_row.third_kong_robbed: Value(40),  # 搶槓X3
    in_a_row.fourth_kong_robbed: Value(80),  # 搶槓X4
    in_a_row.fifth_kong_robbed: Value(120),  # 搶槓X5
    in_a_row.kong_after_flower: Value(10),  # 花上槓上摸
    in_a_row.flower_after_kong: Value(10),  # 槓上花上摸
    circumstances.two_winners.renamed("一炮雙響"): Value(5),
    circumstances.three_winners.renamed("一炮三響"): Value(10),
    DEALER_STREAK: Value(1, written="1+2n"),  # 莊家連拉
}

# 10 必然並存: of fans that always come together only the larger counts; and what the notes take away by name
SUPERSEDES = by_name(
    FANS,
    """
    不求人: 門清 自摸
    半求人: 自摸 獨獨
    全求人: 獨獨
    河底撈魚: 自摸
    海底撈魚: 自摸 河底撈魚
    海底撈月: 自摸 河底撈魚 海底撈魚
    花上摸: 自摸
    花上摸X2: 自摸
    花上摸X3: 自摸
    花上摸X4: 自摸
    花上摸Xn: 自摸
    槓上摸: 自摸
    槓上摸X2: 自摸
    槓上摸X3: 自摸
    槓上摸X4: 自摸
    槓上摸X5: 自摸
    天聽: 門清
    地聽: 門清
    人聽: 門清
    天糊: 門清 自摸 不求人 七隻內 十隻內
    地糊: 天聽 門清 七隻內 十隻內
    人糊: 地聽 門清 自摸 不求人 七隻內 十隻內
    七隻內: 十隻內
    無字花: 無字 無花
    無字花平: 真平糊 無字花 無字 無花
    七隻花: 正花 爛花 一台花
    八仙過海: 正花 爛花 一台花
    七搶一: 正花 爛花 一台花
    一搶七: 正花 爛花
    小三元: 碰中發白
    大三元: 碰中發白
    小四喜: 小三風 大三風
    大四喜: 正風位牌 爛風位牌 大三風 小四喜
    獨獨: 假獨
    四絕: 獨獨 假獨
    缺一門: 無字
    清一色: 無字
    字一色: 混么 混帶么 對對糊 對碰
    斷么九: 無字
    全帶么: 混帶么 無字
    混么: 混帶么
    清么: 全帶么 混帶么 無字
    小七門齊: 小五門齊
    大七門齊: 大五門齊
    雙老少碰: 老少碰
    雙老少上: 老少上
    兩般高: 一般高
    四海一家: 三般高 兩般高 一般高 四同順 四歸一 四歸二 四歸四 八歸二 十二歸三
    四同順: 一般高 兩般高 三相逢
    五同順: 四同順 一般高 兩般高 三相逢
    三槓子: 明槓 暗槓
    四槓子: 明槓 暗槓
    五槓子: 明槓 暗槓
    對對糊: 對碰
    五暗刻: 對對糊 對碰 門清
    刻刻糊: 對對糊 對碰 門清
    嚦咕嚦咕: 門清
    八飛嚦咕: 嚦咕嚦咕 門清
    通天雜龍: 嚦咕嚦咕 八飛嚦咕 門清
    通天清龍: 通天雜龍 嚦咕嚦咕 八飛嚦咕 七連對 清一色 無字 門清
    十六不搭: 門清
    十三么: 門清
    """,
)

# 單式, instance by instance: a lower combination inside a higher one is not counted
ABSORBS = by_name(
    FANS,
    """
    清龍: 老少上
    三般高: 一般高
    三小兄弟: 兩兄弟
    三大兄弟: 兩兄弟 三小兄弟
    十二歸三: 八歸二
    一台花: 正花 爛花
    """,
)

_INSTEAD = {**ABSORBS, **by_name(FANS, "八歸二: 四歸一", "十二歸三: 八歸二 四歸一")}

_BOTH_SIDES = {
    (waits.last_of_two_kinds_any_shape if fan is waits.last_of_two_kinds else fan): value for fan, value in FANS.items()
}

# What an event may choose: readings.toml says what each is about
OPTIONS = {
    "K-3": Option(("added", "instead")),
    "K-8": Option(("up_down", "exact", "nearest")),
    "K-10": Option(("four", "two")),
    "K-12": Option(("reset", "plus_one")),
    "K-15": Option(("keep", "give_back")),
    "K-22": Option(("end", "stay")),
    "K-32": Option(("once", "twice"), earlier={"": "twice"}),
    "K-40": Option(("first", "second")),
    "K-41": Option(("seven", "robbed")),
    "K-42": Option(("beside", "not")),
    "K-43": Option(("keeps", "drops")),
    "K-45": Option(("counts", "discard_only")),
}

SWITCHES = {
    "K-41": {
        "robbed": Switch(
            instead={SEVEN_ROB_ONE: SEVEN_ROB_ONE_DECLINED},
            supersedes_more={SEVEN_ROB_ONE_DECLINED: (flowers.seven_flowers,)},
        )
    },
    "K-42": {"not": Switch(supersedes_more=by_name(FANS, "無字花: 缺一門 斷么九"))},
    "K-43": {"drops": Switch({"supersedes_in_both": by_name(FANS, "通天清龍: 清一色")})},
    "K-45": {"discard_only": Switch(instead={shapes.eight_pairs_waiting: shapes.eight_pairs_waiting_on_a_discard})},
    "K-3": {"instead": Switch({"absorbs": MappingProxyType(_INSTEAD)})},
    "K-32": {"twice": Switch({"fans": MappingProxyType(_BOTH_SIDES)})},
}

_USUAL_DEMANDS = {
    **USUAL_DEMANDS,
    "earthly_ready": ("no_claims", "no_kong_after"),  # a 暗槓 as dealt comes before the first discard
    "human_ready": ("no_kong_after",),  # the text requires only the first draw; earlier claims do not matter
    "human_win": (),  # the first draw, however many tiles were discarded while others claimed
}

DEMANDS = {
    "heavenly_ready": ("not_dealer",),
    "earthly_ready": ("dealer",),
    "human_ready": ("not_dealer",),
    "human_win": ("not_dealer", "self_draw", "no_melds", "no_own_discard"),
}

RULES = RuleSet(
    id="hk-classic",
    version="4",
    name_zh="港式台灣牌番數表",
    name_en="Hong Kong style Taiwanese mahjong, classic fan table",
    unit="番",
    hand_size=16,
    fans=MappingProxyType(FANS),
    supersedes=SUPERSEDES,
    absorbs=ABSORBS,
    shapes=(
        winning_shapes.BASIC,
        winning_shapes.SEVEN_PAIRS,
        winning_shapes.THIRTEEN_ORPHANS,
        winning_shapes.SIXTEEN_UNRELATED_HONOR_TWICE,
    ),
    shapes_that_add_up=(winning_shapes.BASIC, winning_shapes.SEVEN_PAIRS),
    circumstances=circumstances_of(FANS, "robbed_kong", "flower_win"),
    own_copies_seen=True,
    last_copy_seen_elsewhere=True,
    flower_wins=frozenset({(7, True), (7, False), (1, False)}),
    usual_demands=MappingProxyType(_USUAL_DEMANDS),
    demands=MappingProxyType(DEMANDS),
    pair_runs_cover=True,
    choices=MappingProxyType(OPTIONS),
    switches=MappingProxyType(SWITCHES),
    game=GAME,
    terms=WHOLE_GAME,
    folder=__path__[0],
    settings=SETTINGS,
)
