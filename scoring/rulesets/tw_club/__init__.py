"""麻將競技活動中心、中華麻將競技協會 tw-club: the table of 台, what counts beside what, and its game.

Section names in comments are those of the centre's text. 144 tiles, 16 in hand, no minimum; the 底 and the dealer's 台
belong to the payment.
"""

from decimal import Decimal
from types import MappingProxyType

from scoring.fans import chows, circumstances, flowers, honors, pungs, suits, waits
from scoring.rules.game_rules import BellRules, DealerFans, DealerRules, GameRules, base_and_tai, lengths
from scoring.rules.liability import Cause, LiabilityRules
from scoring.rules.questions import circumstances_of
from scoring.rules.rule_data import Option, Switch, Value, by_name
from scoring.rules.settings import Setting
from scoring.rules.terms import TAIWANESE
from scoring.rulesets.counting import RuleSet

SUBSTITUTE = Cause("substitute", "代位賠付", "Pays in another's place", section="代位賠付")

_BELL = BellRules(during_hand=0, between_hands=0, minutes=120)

GAME = GameRules(
    deals=16,
    start=Decimal(10000),
    ends_at=Decimal(0),
    minimum_fan=0,
    worth=base_and_tai,
    dealer_fans=DealerFans(flat=1, per_streak=2),
    multi_fans=MappingProxyType({1: 0}),
    base=Decimal(300),
    tai=Decimal(100),
    dealer=DealerRules(stays_after_win=True, stays_after_draw=True),
    bell=_BELL,
    shares_winnings="when_gone",
    false_win_hand=True,
    false_win_passes=False,
    suspension_proposed=True,
    couples_apart="搬風",
    liability=LiabilityRules(causes=MappingProxyType({SUBSTITUTE.id: SUBSTITUTE})),
    win_keys=frozenset({"robbed_kong", "flower_win", "liable", "cause", "opening", "shown_streak"}),
    draw_keys=frozenset({"dealer"}),
    switches=MappingProxyType(
        {
            "C-7": {"credit": {"on_credit": True}, "left": {"on_credit": False}},
            "C-10": {"when_gone": {"shares_winnings": "when_gone"}, "at_end": {"shares_winnings": "at_end"}},
            "C-22": lengths("four", "two", "one", bell=_BELL),
        }
    ),
)

SETTINGS = (
    Setting(
        "start",
        "points",
        Decimal(10000),
        "基礎分",
        "Points at the start",
        "每家開局時的分數；用完即完場。",
        "What each player begins with; the match of a table ends when somebody has used it up.",
        fields=("game.start",),
    ),
    Setting(
        "base",
        "points",
        Decimal(300),
        "一底",
        "One base (底)",
        "每次胡牌都付的底注。",
        "Paid with every win, whatever it counts.",
        fields=("game.base",),
    ),
    Setting(
        "tai",
        "points",
        Decimal(100),
        "一台",
        "One tai (台)",
        "每一台的分數。",
        "What each 台 adds.",
        fields=("game.tai",),
    ),
    Setting(
        "pull_dealer",
        "flag",
        True,
        "拉莊",
        "拉莊",
        "連莊 N 次另加拉莊 N 台；不設時莊家只加 1 + N 台。",
        "A streak of N adds N 台 of 拉莊 to those of 連莊; without it the dealer's 台 are 1 + N.",
        switches=MappingProxyType(
            {
                True: {"game.dealer_fans.per_streak": 2, "terms.streak_zh": "連{n}拉{n}"},
                False: {"game.dealer_fans.per_streak": 1, "terms.streak_zh": "連{n}"},
            }
        ),
    ),
)


CONCEALED_HAND = circumstances.concealed_hand.renamed(
    "門清",
    zh="胡牌時沒有吃、碰、明槓；暗槓不影響。",
    en="No chow, pung or open kong was claimed; concealed kongs keep it.",
)
CONCEALED_SELF_DRAWN = circumstances.concealed_self_drawn.renamed(
    "不求",
    zh="沒有吃、碰、明槓，而且自摸。",
    en="Nothing was claimed and the winner drew the winning tile.",
)
OWN_FLOWER = flowers.own_flower.renamed(
    "花牌",
    zh="與自己風位同號的花牌，每張計；成花槓的一套不計。",
    en="Each flower of the own seat's number, but for those of a full set.",
)
LAST_TILE = circumstances.last_tile.renamed(
    "海底撈月",
    "Last tile drawn",
    zh="摸牌牆最後一張牌而自摸，自摸另計。",
    en="Won by drawing the last tile of the wall; 自摸 counts too.",
)
FLOWER_SET = flowers.flower_set.renamed(
    "花槓",
    zh="春夏秋冬或梅蘭菊竹一套齊，每套計。",
    en="All four flowers of one family, each family.",
)
SEVEN_ROB_ONE = flowers.seven_rob_one.renamed(
    "七搶一",
    zh="摸進第七張花而搶別家的一張，或持七張而搶別家摸進的第八張；補牌後宣告胡牌，被搶的一家付。",
    en=(
        "Whoever draws the seventh flower robs the holder of one, or the holder of seven the eighth; declared as a win "
        "after the replacement, and the robbed pays."
    ),
)
EARTHLY_READY = circumstances.earthly_ready.renamed(
    "地聽",
    zh="起牌後摸進第一張即聽牌並叫聽，其後不換牌。",
    en="Ready with the first draw and announced, and the hand never changed afterwards.",
)
HEAVENLY_READY = circumstances.heavenly_ready.renamed(
    "天聽",
    zh="閒家起牌後已經聽牌並叫聽，其後不換牌。",
    en="A non-dealer ready as dealt who announced it and never changed the hand.",
)
HEAVENLY_WIN = circumstances.heavenly_win.renamed(
    "天胡",
    zh="莊家取完牌後已經胡牌。",
    en="The dealer's hand is complete as dealt.",
)
EARTHLY_WIN = circumstances.earthly_win.renamed(
    "地胡",
    zh="閒家在無人吃、碰、明槓的第一巡內，第一次摸牌即自摸。",
    en="A non-dealer wins with the first draw, in a first go-round without chow, pung or open kong.",
)
HUMAN_WIN = circumstances.human_win.renamed(
    "人胡",
    zh="閒家在無人吃、碰、明槓的第一巡內，胡他人打出的牌。",
    en="A non-dealer wins on a discard, in a first go-round without chow, pung or open kong.",
)

# 台灣16張麻將台數計算
FANS = {
    circumstances.dealer: Value(1),  # 莊家
    circumstances.dealer_again: Value(1),  # 連莊
    circumstances.dealer_pulled: Value(1),  # 拉莊
    CONCEALED_HAND: Value(1),  # 門清
    CONCEALED_SELF_DRAWN: Value(1),  # 不求
    circumstances.self_drawn: Value(1),  # 自摸
    honors.seat_wind: Value(1),  # 風牌
    honors.round_wind: Value(1),  # 風圈
    OWN_FLOWER: Value(1),  # 花牌
    circumstances.robbed_kong: Value(1),  # 搶槓
    honors.dragon_triplet: Value(1),  # 三元牌
    waits.edge_wait: Value(1),  # 邊張
    waits.middle_wait: Value(1),  # 中洞
    waits.pair_wait: Value(1),  # 單吊
    circumstances.any_replacement: Value(1),  # 槓上開花
    circumstances.last_discard: Value(1),  # 河底撈魚
    LAST_TILE: Value(1),  # 海底撈月
    chows.plain_two_sided_chows: Value(2),  # 平胡
    circumstances.all_exposed_discarded: Value(2),  # 全求
    FLOWER_SET: Value(2),  # 花槓
    pungs.three_concealed: Value(2),  # 三暗刻
    pungs.all_triplets.renamed("碰碰胡"): Value(4),
    EARTHLY_READY: Value(4),  # 地聽
    honors.little_dragons: Value(4),  # 小三元
    suits.half_flush: Value(4),  # 混一色
    pungs.four_concealed: Value(5),  # 四暗刻
    HEAVENLY_READY: Value(8),  # 天聽
    pungs.every_triplet_concealed: Value(8),  # 五暗刻
    honors.great_dragons: Value(8),  # 大三元
    honors.little_four_winds: Value(8),  # 小四喜
    suits.full_flush: Value(8),  # 清一色
    SEVEN_ROB_ONE: Value(8),  # 七搶一
    flowers.eight_declared: Value(8),  # 八仙過海
    HEAVENLY_WIN: Value(16),  # 天胡
    EARTHLY_WIN: Value(16),  # 地胡
    HUMAN_WIN: Value(16),  # 人胡
    suits.all_honors: Value(16),  # 字一色
    honors.great_four_winds: Value(16),  # 大四喜
}

# 算清16台 and 不得加計 in the lines of the table, and what the readings take away too (C-2, C-3, C-6, C-14, C-20)
SUPERSEDES = by_name(
    FANS,
    """
    全求: 單吊
    地聽: 門清
    天聽: 門清
    小三元: 三元牌
    大三元: 三元牌
    七搶一: 花牌 花槓
    八仙過海: 花牌 花槓
    天胡: 門清 不求
    地胡: 門清 不求 天聽 地聽
    人胡: 門清 天聽 地聽
    字一色: 風牌 風圈 三元牌 小三元 碰碰胡
    大四喜: 風牌 風圈
    """,
)

ABSORBS = by_name(FANS, "花槓: 花牌")

# What an event may choose: readings.toml says what each is about
OPTIONS = {
    "C-2": Option(("counted", "dropped"), earlier={"": "dropped"}),
    "C-3": Option(("included", "counted")),
    "C-4": Option(("counted", "dropped"), earlier={"": "dropped"}),
    "C-6": Option(("included", "counted")),
    "C-7": Option(("credit", "left")),
    "C-10": Option(("when_gone", "at_end"), before_3="at_end"),
    "C-20": Option(("dropped", "counted")),
    "C-22": Option(("four", "two", "one")),
}

SWITCHES = {
    "C-2": {"dropped": Switch(supersedes_more=by_name(FANS, "天胡: 自摸", "地胡: 自摸"))},
    "C-3": {"counted": Switch(supersedes_less=by_name(FANS, "小三元: 三元牌", "大三元: 三元牌"))},
    "C-4": {"dropped": Switch(supersedes_more=by_name(FANS, "五暗刻: 門清 碰碰胡"))},
    "C-6": {
        "counted": Switch({"absorbs": MappingProxyType({})}, supersedes_less=by_name(FANS, "全求: 單吊")),
    },
    "C-20": {"counted": Switch(supersedes_less=by_name(FANS, "天聽: 門清", "地聽: 門清"))},
}

# 天胡 requires the dealer; 地胡, 人胡 and 天聽 a non-dealer; all five 第一巡內無吃、碰、明槓 (C-15).
DEMANDS = {
    "heavenly_ready": ("not_dealer", "no_claims"),
    "earthly_ready": ("no_claims",),
    "heavenly_win": ("self_draw", "dealer", "no_claims", "not_ready", "no_discards"),
    "earthly_win": ("self_draw", "not_dealer", "no_claims", "three_discards"),
    "human_win": ("discard", "not_dealer", "no_claims", "four_discards"),
}

RULES = RuleSet(
    id="tw-club",
    version="3",
    name_zh="麻將競技活動中心 台灣十六張競技",
    name_en="Mahjong competition centre, Taiwanese sixteen tiles",
    unit="台",
    hand_size=16,
    rarely_above=76,
    fans=MappingProxyType(FANS),
    supersedes=SUPERSEDES,
    absorbs=ABSORBS,
    circumstances=circumstances_of(FANS, "robbed_kong", "flower_win"),
    usual_demands=MappingProxyType(DEMANDS),
    flower_wins=frozenset({(8, True), (7, False)}),
    replaces_before_flower_win=True,
    claimed_kong_wins=False,
    choices=MappingProxyType(OPTIONS),
    switches=MappingProxyType(SWITCHES),
    settings=SETTINGS,
    game=GAME,
    folder=__path__[0],
    terms=TAIWANESE,
)
