"""國標麻將 mcr: the 81 fans of 《中國麻將競賽規則》 and 明暗槓, what none of them counts beside, and the game.

144 tiles, 13 in hand, eight 番 to win without flowers. Chows and triplets that join into fans count by the five
principles (`account_once`); everything else is taken away by `SUPERSEDES`. Readings in brackets: readings.toml.
"""

from decimal import Decimal
from types import MappingProxyType

from scoring.fans import chows, circumstances, flowers, honors, pungs, returns, shapes, suits, terminals, waits
from scoring.points import ZERO
from scoring.reading import winning_shapes
from scoring.rules.game_rules import BellRules, DealerRules, GameRules, eight_and_fan
from scoring.rules.questions import circumstances_of
from scoring.rules.rule_data import Discount, Option, Switch, Value, account_once, by_name
from scoring.rules.settings import Setting
from scoring.rules.terms import MAINLAND
from scoring.rulesets.counting import RuleSet
from scoring.seats import SEATS

_BELL = BellRules(during_hand=1, between_hands=0, minutes=120, warning=15)

# 換位: after each 圈 the seats change, so that everybody begins a 圈 once in each wind
SEAT_ORDERS = ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 1, 0), (3, 2, 0, 1))

GAME = GameRules(
    deals=16,
    seat_orders=SEAT_ORDERS,
    minimum_fan=8,
    worth=eight_and_fan,
    others_pay=Decimal(8),
    dealer_fans=None,
    dealer=DealerRules(stays_after_win=False, stays_after_draw=False),
    bell=_BELL,
    dealer_thrown=False,
    table_points=(4, 2, 1, 0),
    repeats_last="hand",
    ban_broken="banned_win",
    ban_stops_claims=False,
    win_keys=frozenset({"robbed_kong"}),
    switches=MappingProxyType(
        {"R-13": {"finish": {"bell": _BELL}, "stop": {"bell": _BELL._replace(during_hand=0)}}},
    ),
)

SETTINGS = (
    Setting(
        "start",
        "points",
        ZERO,
        "起始分",
        "Points at the start",
        "每家開局時的分數；1998 年的規則是 500。",
        "What each player begins with; 500 in the rules of 1998.",
        may_be_zero=True,
        fields=("game.start",),
    ),
    Setting(
        "seat_change",
        "flag",
        True,
        "換位",
        "Seats change",
        "每圈打完換一次位，各家在每個風位都開始一圈；不設時四圈不換。",
        "The seats change after each wind round, so that each player begins one in every wind; else they stay.",
        switches=MappingProxyType(
            {True: {"game.seat_orders": SEAT_ORDERS}, False: {"game.seat_orders": (SEATS,)}},
        ),
    ),
)

MINIMUM = 8

_SEVEN_SHIFTED_PAIRS = shapes.seven_pairs_in_a_row.renamed(
    "連七對",
    "Seven shifted pairs",
    zh="七對，同一門七個相連的點數。",
    en="Seven pairs of one suit with ranks in a row.",
)
_THIRTEEN_ORPHANS = shapes.thirteen_orphans.renamed(
    "十三么",
    zh="十三款么九和字牌齊，其中一款成對。",
    en="All thirteen terminals and honours, one of them twice.",
)
_ALL_TERMINALS = terminals.all_terminals.renamed(
    "清么九",
    zh="只有一和九，刻子或七對。",
    en="Only terminals, as pungs or seven pairs.",
)
_LITTLE_FOUR_WINDS = honors.little_four_winds.renamed(
    "小四喜", zh="三款風牌的刻子，第四款風作將。", en="Pungs of three winds and a pair of the fourth."
)
_LITTLE_THREE_DRAGONS = honors.little_dragons.renamed(
    "小三元",
    "Little three dragons",
    zh="兩款箭牌的刻子，第三款作將。",
    en="Pungs of two dragons and a pair of the third.",
)
_ALL_HONORS = suits.all_honors.renamed(
    "字一色", zh="只有字牌，刻子或七對。", en="Only honours, as pungs or seven pairs."
)
_FOUR_CONCEALED = pungs.four_concealed.renamed(
    "四暗刻", "Four concealed pungs", zh="四組暗刻，暗槓也算。", en="Four concealed pungs, concealed kongs among them."
)
_SEVEN_PAIRS = shapes.seven_pairs.renamed(
    "七對",
    "Seven pairs",
    zh="七個對子，沒有面子；四隻相同的牌可作兩對。",
    en="Seven pairs; four alike may be two of them.",
)
_THREE_CONCEALED = pungs.three_concealed.renamed(
    "三暗刻",
    "Three concealed pungs",
    zh="三組暗刻，暗槓也算。",
    en="Three concealed pungs, concealed kongs among them.",
)
_BIG_THREE_WINDS = honors.great_three_winds.renamed(
    "三風刻", "Big three winds", zh="三款風牌的刻子。", en="Pungs of three winds."
)
_LAST_TILE = circumstances.last_tile.renamed(
    "妙手回春", "Last tile draw", zh="自摸牌牆最後一隻牌。", en="Won by drawing the last tile of the wall."
)
_LAST_DISCARD = circumstances.last_discard.renamed(
    "海底撈月",
    "Last tile claim",
    zh="牌牆摸完後，和別家打出的最後一隻牌。",
    en="Won on the discard after the last tile of the wall was drawn.",
)
_OUT_WITH_KONG = circumstances.kong_replacement.renamed(
    "槓上開花", "Out with replacement tile", zh="開槓補牌而自摸。", en="Won on the tile drawn after a kong."
)
_HALF_FLUSH = suits.half_flush.renamed(
    "混一色", zh="一門數牌加字牌，任何牌型。", en="One suit and honours, in any shape."
)
_MELDED_HAND = circumstances.all_exposed_discarded.renamed(
    "全求人",
    "Melded hand",
    zh="四組面子全是吃、碰、明槓，單釣和別家的牌。",
    en="Four exposed sets, and the pair completed by another's tile.",
)
_FULLY_CONCEALED = circumstances.concealed_self_drawn.renamed(
    "不求人", "Fully concealed hand", zh="沒有吃、碰、明槓而自摸。", en="No exposed set, self-drawn."
)
_LAST_COPY = waits.fourth_copy.renamed(
    "和絕張",
    "Last tile of its kind",
    zh="和的是第四隻，其餘三隻都已在牌河或各家明露的面子裡。",
    en="The winning tile is the fourth, and the other three lie open in rivers and exposed sets.",
)
_PREVALENT_WIND = honors.round_wind.renamed(
    "圈風刻", "Prevalent wind", zh="圈風的刻子。", en="A pung of the round wind."
)
_TWO_CONCEALED = pungs.two_concealed.renamed(
    "雙暗刻", "Two concealed pungs", zh="兩組暗刻，暗槓也算。", en="Two concealed pungs, concealed kongs among them."
)
_ALL_SIMPLES = terminals.no_terminals.renamed(
    "斷么", "All simples", zh="沒有一、九和字牌。", en="No terminal and no honour."
)

# In the order of the rule book: 88, 64, … 1 番
FANS = {
    honors.great_four_winds.renamed("大四喜", "Big four winds", en="Pungs of the four winds."): Value(88),
    honors.great_dragons.renamed("大三元", "Big three dragons", en="Pungs of the three dragons."): Value(88),
    suits.all_green: Value(88),
    waits.nine_waits: Value(88),
    pungs.four_kongs_in_all: Value(88),
    _SEVEN_SHIFTED_PAIRS: Value(88),
    _THIRTEEN_ORPHANS: Value(88),
    _ALL_TERMINALS: Value(64),
    _LITTLE_FOUR_WINDS: Value(64),
    _LITTLE_THREE_DRAGONS: Value(64),
    _ALL_HONORS: Value(64),
    _FOUR_CONCEALED: Value(64),
    chows.pure_terminal_chows: Value(64),
    chows.quadruple_chow: Value(48),
    pungs.four_pure_shifted_pungs: Value(48),
    chows.four_pure_shifted_chows: Value(32),
    pungs.three_kongs_in_all: Value(32),
    terminals.all_terminals_and_honors: Value(32),
    _SEVEN_PAIRS: Value(24),
    shapes.fourteen_unrelated_all_honors: Value(24),
    pungs.all_even_pungs: Value(24),
    suits.full_flush.renamed("清一色", zh="只有同一門數牌。", en="One suit and no honours."): Value(24),
    chows.pure_triple_chow: Value(24),
    pungs.pure_shifted_pungs: Value(24),
    terminals.upper_tiles: Value(24),
    terminals.middle_tiles: Value(24),
    terminals.lower_tiles: Value(24),
    chows.straight_of_one_suit: Value(16),
    chows.three_suited_terminal_chows: Value(16),
    chows.pure_shifted_chows: Value(16),
    terminals.all_fives: Value(16),
    pungs.triple_pung: Value(16),
    _THREE_CONCEALED: Value(16),
    shapes.fourteen_unrelated: Value(12),
    shapes.knitted_straight: Value(12),
    terminals.upper_four: Value(12),
    terminals.lower_four: Value(12),
    _BIG_THREE_WINDS: Value(12),
    chows.straight_of_three_suits: Value(8),
    suits.reversible_tiles: Value(8),
    chows.mixed_triple_chow: Value(8),
    pungs.mixed_shifted_pungs: Value(8),
    waits.nothing_else: Value(8),
    _LAST_TILE: Value(8),
    _LAST_DISCARD: Value(8),
    _OUT_WITH_KONG: Value(8),
    circumstances.robbed_kong.renamed("搶槓和", zh="和別家用來加槓的牌。"): Value(8),
    pungs.all_triplets.renamed("碰碰和", "All pungs", zh="四組刻子或槓。", en="Four pungs or kongs."): Value(6),
    _HALF_FLUSH: Value(6),
    chows.mixed_shifted_chows: Value(6),
    suits.all_five_categories: Value(6),
    _MELDED_HAND: Value(6),
    pungs.two_concealed_kongs: Value(6),
    honors.two_dragon_pungs: Value(6),
    pungs.exposed_and_concealed_kong: Value(5),
    terminals.outside_hand: Value(4),
    _FULLY_CONCEALED: Value(4),
    pungs.two_exposed_kongs: Value(4),
    _LAST_COPY: Value(4),
    honors.dragon_triplet.renamed("箭刻", "Dragon pung", zh="每組箭牌的刻子。", en="Each pung of a dragon."): Value(2),
    _PREVALENT_WIND: Value(2),
    honors.seat_wind.renamed("門風刻", zh="門風的刻子。", en="A pung of the seat wind."): Value(2),
    circumstances.concealed_on_another: Value(2),
    chows.all_chows_or_knitted: Value(2),
    returns.tile_hog: Value(2),
    pungs.double_pung: Value(2),
    _TWO_CONCEALED: Value(2),
    pungs.one_concealed_kong: Value(2),
    _ALL_SIMPLES: Value(2),
    chows.pure_double_chow: Value(1),
    chows.mixed_double_chow: Value(1),
    chows.short_straight: Value(1),
    chows.two_terminal_chows: Value(1),
    pungs.pung_of_terminals_or_winds: Value(1),
    pungs.one_exposed_kong: Value(1),
    suits.one_suit_missing: Value(1),
    flowers.no_honors.renamed("無字", zh="沒有字牌。", en="No honours."): Value(1),
    waits.edge_wait.renamed("邊張", zh="只聽一款牌，以一二和三或八九和七。"): Value(1),
    waits.middle_wait.renamed("坎張", "Closed wait"): Value(1),
    waits.pair_wait.renamed("單釣將", "Single wait", zh="只聽一款牌，和牌湊成將。"): Value(1),
    circumstances.self_drawn.renamed("自摸", zh="和牌張由自己摸入，補花也算。"): Value(1),
    flowers.flower: Value(1),
}

# 不重複: what a fan cannot be without does not count beside it. 不求人 takes 自摸 only where it counts itself.
SUPERSEDES = by_name(
    FANS,
    """
    大四喜: 三風刻 碰碰和 圈風刻 門風刻 么九刻
    大三元: 雙箭刻 箭刻
    綠一色: 混一色
    九蓮寶燈: 清一色 門前清 不求人 無字
    四槓: 三槓 碰碰和 單釣將 雙暗槓 明暗槓 雙明槓 暗槓 明槓
    連七對: 七對 清一色 門前清 不求人 無字
    十三么: 五門齊 混么九 門前清 不求人
    清么九: 碰碰和 全帶么 雙同刻 么九刻 無字
    小四喜: 三風刻
    小三元: 雙箭刻 箭刻
    字一色: 碰碰和 全帶么 么九刻
    四暗刻: 三暗刻 雙暗刻 碰碰和 門前清 不求人
    一色雙龍會: 七對 清一色 平和 一般高 老少副 無字
    一色四同順: 一色三同順 一般高 四歸一
    一色四節高: 一色三節高 碰碰和
    一色四步高: 一色三步高 連六 老少副
    三槓: 雙暗槓 明暗槓 雙明槓 暗槓 明槓
    混么九: 碰碰和 全帶么 么九刻
    七對: 門前清 不求人
    七星不靠: 全不靠 五門齊 門前清 不求人
    全雙刻: 碰碰和 斷么 無字
    清一色: 無字
    全大: 大於五 無字
    全中: 斷么 無字
    全小: 小於五 無字
    三色雙龍會: 平和 喜相逢 老少副 無字
    全帶五: 斷么 無字
    三暗刻: 雙暗刻
    全不靠: 五門齊 門前清 不求人
    大於五: 無字
    小於五: 無字
    推不倒: 缺一門
    妙手回春: 自摸
    槓上開花: 自摸
    搶槓和: 和絕張
    全求人: 單釣將
    雙暗槓: 雙暗刻
    雙箭刻: 箭刻
    明暗槓: 暗槓 明槓
    不求人: 自摸
    平和: 無字
    斷么: 無字
    """,
)

# 么九刻 of the very pungs that these are made of
ABSORBS = by_name(FANS, "小四喜: 么九刻", "三風刻: 么九刻", "圈風刻: 么九刻", "門風刻: 么九刻")

DISCOUNTS = {pungs.pung_of_terminals_or_winds: Discount(1, (waits.nine_waits,), times=1)}

# What an event may choose: readings.toml says what each is about
OPTIONS = {
    "R-1": Option(("self_drawn", "fully_concealed")),
    "R-2": Option(("pungs", "kongs")),
    "R-3": Option(("five", "six", "one_each")),
    "R-4": Option(("six", "eight")),
    "R-5": Option(("formal", "possible")),
    "R-6": Option(("outside", "residual", "none")),
    "R-7": Option(("one", "all")),
    "R-8": Option(("no", "yes")),
    "R-9": Option(("no", "yes")),
    "R-10": Option(("counts", "not")),
    "R-13": Option(("finish", "stop")),
}

SWITCHES = {
    "R-1": {
        "fully_concealed": Switch(
            supersedes_less=by_name(
                FANS,
                "九蓮寶燈: 不求人",
                "連七對: 不求人",
                "十三么: 不求人",
                "四暗刻: 不求人",
                "七對: 不求人",
                "七星不靠: 不求人",
                "全不靠: 不求人",
            )
        )
    },
    "R-2": {"kongs": Switch(supersedes_less=by_name(FANS, "四槓: 雙暗槓 暗槓", "三槓: 雙暗槓 暗槓"))},
    "R-3": {
        "six": Switch(values={pungs.exposed_and_concealed_kong: Value(6)}),
        "one_each": Switch(
            supersedes_less=by_name(FANS, "明暗槓: 暗槓 明槓"), supersedes_more=by_name(FANS, "暗槓: 明暗槓")
        ),
    },
    "R-4": {"eight": Switch(values={pungs.two_concealed_kongs: Value(8)})},
    "R-5": {"possible": Switch({"fifth_copies_wait": False})},
    "R-6": {
        "residual": Switch({"wait_beside_lone": "any"}),
        "none": Switch({"wait_beside_lone": "other_kinds_pair"}),
    },
    "R-7": {"all": Switch({"discounts": MappingProxyType({})}, supersedes_more=by_name(FANS, "九蓮寶燈: 么九刻"))},
    "R-8": {"yes": Switch(supersedes_less=by_name(FANS, "綠一色: 混一色"))},
    "R-9": {"yes": Switch(supersedes_less=by_name(FANS, "清么九: 雙同刻"))},
    "R-10": {"not": Switch(instead=MappingProxyType({returns.tile_hog: returns.tile_hog_of_ordinary_pairs}))},
}

RULES = RuleSet(
    id="mcr",
    version="3",
    name_zh="國標麻將",
    name_en="Mahjong Competition Rules",
    unit="番",
    hand_size=13,
    rarely_above=330,
    fans=MappingProxyType(FANS),
    shapes=(
        winning_shapes.BASIC,
        winning_shapes.KNITTED_STRAIGHT,
        winning_shapes.PAIRS_ONLY,
        winning_shapes.THIRTEEN_ORPHANS,
        winning_shapes.FOURTEEN_UNRELATED,
    ),
    supersedes=SUPERSEDES,
    absorbs=ABSORBS,
    exclusion=account_once,
    discounts=MappingProxyType(DISCOUNTS),
    only_counted_supersede=True,
    ties_by_table=True,
    circumstances=circumstances_of(FANS, "robbed_kong"),
    last_copy_on_own_draw=True,
    fifth_copies_wait=True,
    wait_beside_lone="other_kinds",
    minimum=MINIMUM,
    flowers_reach_minimum=False,
    flower_wins=frozenset(),
    choices=MappingProxyType(OPTIONS),
    switches=MappingProxyType(SWITCHES),
    settings=SETTINGS,
    game=GAME,
    folder=__path__[0],
    terms=MAINLAND,
)
