"""16張台灣麻將 tw-sixteen: the table of 台, what counts beside what, and its game. Section names in comments are
those of the text. 144 tiles, 16 in hand, no minimum; the 底 and the dealer's 台 belong to the payment."""

from decimal import Decimal
from types import MappingProxyType

from scoring.fans import chows, circumstances, flowers, honors, pungs, shapes, suits, waits
from scoring.reading import winning_shapes
from scoring.rules.game_rules import BellRules, DealerFans, DealerRules, GameRules, base_and_tai, lengths
from scoring.rules.liability import Cause, LiabilityRules
from scoring.rules.questions import circumstances_of
from scoring.rules.rule_data import Discount, Option, Switch, Value, by_name
from scoring.rules.settings import Setting
from scoring.rules.terms import TAIWANESE
from scoring.rulesets.counting import RuleSet

SUBSTITUTE = Cause("substitute", "代位賠付", "Pays in another's place", section="代位賠付")

GAME = GameRules(
    deals=16,
    minimum_fan=0,
    worth=base_and_tai,
    dealer_fans=DealerFans(flat=1, per_streak=2),
    multi_fans=MappingProxyType({1: 0}),
    base=Decimal(3),
    tai=Decimal(1),
    dealer=DealerRules(stays_after_win=True, stays_after_draw=True),
    bell=BellRules(during_hand=1, between_hands=0),
    false_win_hand=True,
    liability=LiabilityRules(causes=MappingProxyType({SUBSTITUTE.id: SUBSTITUTE})),
    win_keys=frozenset({"robbed_kong", "flower_win", "liable", "cause", "extra", "opening", "shown_streak"}),
    seats_reordered="搬風",
    raising="text",
    switches=MappingProxyType(
        {"T-20": {"text": {"raising": "text"}, "free": {"raising": "free"}}, "T-21": lengths("four", "two", "one")}
    ),
)

SETTINGS = (
    Setting(
        "base",
        "points",
        Decimal(3),
        "一底",
        "One base (底)",
        "每次胡牌都付的底注。",
        "Paid with every win, whatever it counts.",
        fields=("game.base",),
    ),
    Setting(
        "tai",
        "points",
        Decimal(1),
        "一台",
        "One tai (台)",
        "每一台的分數。",
        "What each 台 adds.",
        fields=("game.tai",),
    ),
    Setting(
        "raised",
        "seats",
        (0, 0, 0, 0),
        "內插",
        "Raised 底",
        "插、飄、飛：各家自己提高的底數。兩家之間的授受，底注要加上兩家所提的底，勝負都算。",
        "插, 飄, 飛: how many 底 each seat has raised. Between two players both raises are added to the 底, "
        "win or lose.",
        fields=("game.raised",),
    ),
    Setting(
        "seven_pairs",
        "flag",
        True,
        "嚦咕嚦咕",
        "嚦咕嚦咕",
        "七個對子加一組坎子可以胡牌，計 8 台。",
        "Seven pairs and a triplet win, for 8 台.",
        switches=MappingProxyType(
            {
                True: {"shapes": (winning_shapes.BASIC, winning_shapes.SEVEN_PAIRS)},
                False: {"shapes": (winning_shapes.BASIC,)},
            },
        ),
    ),
)


WIND_TRIPLET = honors.valued_wind.renamed(
    "風字坎",
    zh="風的坎子，合開門序計一次，合圈序再計一次。",
    en="A triplet or kong of the seat's wind counts once, of the round's once more.",
)
CONCEALED_HAND = circumstances.concealed_hand.renamed(
    "門清",
    zh="胡牌前沒有吃、碰、明槓；暗槓可以。",
    en="No chow, pung or open kong was claimed; concealed kongs keep it.",
)
ALL_HONORS = suits.all_honors.renamed(
    "字一色",
    zh="全為字牌；與大、小四喜或大、小三元同計時減 4。",
    en="Honours only; 4 less beside great or little four winds or dragons.",
)
FOUR_CONCEALED = pungs.four_concealed.renamed("四暗坎", zh="恰好四組配得或摸得的坎子，暗槓也算。")
CONCEALED_SELF_DRAWN = circumstances.concealed_self_drawn.renamed(
    "不求.自摸",
    zh="沒有吃、碰、明槓而自摸；代替自摸，與門清合為一摸三。",
    en="Nothing was claimed and the winner drew the winning tile; in place of 自摸, 3 with 門清.",
)
CONCEALED_TILES_SELF_DRAWN = circumstances.concealed_tiles_self_drawn.renamed(
    "不求.自摸",
    zh="沒有吃、碰、明槓而自摸，八仙過海除外；代替自摸，與門清合為一摸三。",
    en="Nothing was claimed and the winner drew the winning tile, 八仙過海 aside; in place of 自摸, 3 with 門清.",
)
LAST_TILE = circumstances.last_tile.renamed(
    "海底撈月",
    "Last tile drawn",
    zh="摸海底牌而自摸，自摸另計。",
    en="Won by drawing the last tile of the wall; 自摸 counts too.",
)
OWN_FLOWER = flowers.own_flower.renamed(
    "花牌",
    zh="合開門序的花牌，每張計；成花槓的一套不計。",
    en="Each flower of the own seat's number, but for those of a full set.",
)
SEVEN_ROB_ONE = flowers.seven_rob_one.renamed(
    "七搶一",
    zh="持七張花而搶別家摸到的第八張，或摸進第七張而搶別家的一張；補牌後宣告，被搶的一家付。後者手牌也成胡：見 T-18。",
    en=(
        "The holder of seven flowers robs the eighth, or whoever draws the seventh robs the holder of one; declared as "
        "a win after the replacement, and the robbed pays. If it completes the latter's hand: T-18."
    ),
)
HEAVENLY_READY = circumstances.heavenly_ready.renamed(
    "天聽",
    zh="閒家配牌補花後即宣佈聽牌，其後不換牌。",
    en="A non-dealer ready as dealt who announced it at once and never changed the hand.",
)
EARTHLY_READY = circumstances.earthly_ready.renamed(
    "地聽",
    zh="門清而打出第一張牌即宣佈聽牌，其後不換牌；他人吃碰不論，莊家也可。",
    en="A concealed hand announced ready with the first discard and never changed; others' claims do not matter.",
)
HEAVENLY_WIN = circumstances.heavenly_win.renamed(
    "天胡",
    zh="莊家配牌補花後即胡牌；打牌前開暗槓而成胡也算，另計槓上開花。",
    en="The dealer's hand is complete as dealt, or after concealed kongs before the first discard.",
)
EARTHLY_WIN = circumstances.earthly_win.renamed(
    "地胡",
    zh="閒家起手天聽，摸第一張牌自摸；打牌前開暗槓而成胡也算，另計槓上開花。",
    en="A non-dealer, ready as dealt, wins with the first draw, or after concealed kongs before the first discard.",
)
HUMAN_WIN = circumstances.human_win.renamed(
    "人胡",
    zh="閒家起手天聽，胡各家打出的第一張牌；他人吃碰不論。",
    en="A non-dealer, ready as dealt, wins on anyone's first discard; claims do not matter.",
)
SEVEN_PAIRS = shapes.seven_pairs.renamed("嚦咕嚦咕", zh="七個對子加一組坎子，必須門清；四張相同的牌可作兩對。")

# 計台名堂, in its order
FANS = {
    WIND_TRIPLET: Value(1),  # 風字坎
    honors.dragon_triplet.renamed("箭字坎", zh="中、發、白的坎子，每組計。"): Value(1),
    CONCEALED_HAND: Value(1),  # 門清
    circumstances.all_exposed_discarded: Value(2),  # 全求
    circumstances.all_exposed_drawn: Value(1),  # 半求
    chows.plain_chows: Value(2),  # 平胡
    pungs.all_triplets.renamed("對對胡", zh="除將眼外全是坎子或槓子。"): Value(4),
    circumstances.dealer.renamed("作莊"): Value(1),  # 作莊
    circumstances.dealer_streak_alone: Value(2, written="2N"),  # 連N拉N
    waits.only_wait: Value(1),  # 獨聽
    circumstances.robbed_kong: Value(1),  # 搶槓
    ALL_HONORS: Value(16),  # 字一色
    suits.full_flush: Value(12),  # 清一色
    suits.half_flush.renamed("湊一色", zh="除字牌外全為一門數牌。"): Value(4),
    pungs.three_concealed.renamed("三暗坎", zh="恰好三組配得或摸得的坎子，暗槓也算。"): Value(2),
    FOUR_CONCEALED: Value(6),  # 四暗坎
    pungs.every_triplet_concealed.renamed("五暗坎", zh="五組配得或摸得的坎子，暗槓也算。"): Value(16),
    honors.great_four_winds: Value(16),  # 大四喜
    honors.little_four_winds: Value(8),  # 小四喜
    honors.great_dragons: Value(8),  # 大三元
    honors.little_dragons: Value(4),  # 小三元
    circumstances.self_drawn: Value(1),  # 自摸
    CONCEALED_SELF_DRAWN: Value(2),  # 不求.自摸
    circumstances.any_replacement: Value(1),  # 槓上開花
    LAST_TILE: Value(1),  # 海底撈月
    OWN_FLOWER: Value(1),  # 花牌
    flowers.flower_set.renamed("花槓", zh="春夏秋冬或梅蘭菊竹一套齊。", en="All four flowers of one family."): Value(2),
    flowers.eight_kept: Value(8),  # 滿花
    flowers.dealt_flowers: Value(12),  # 配牌花胡
    flowers.eight_declared: Value(8),  # 八仙過海
    SEVEN_ROB_ONE: Value(8),  # 七搶一
    HEAVENLY_READY: Value(8),  # 天聽
    EARTHLY_READY: Value(4),  # 地聽
    circumstances.earthly_one_shot: Value(8),  # 地聽一發
    HEAVENLY_WIN: Value(16),  # 天胡
    EARTHLY_WIN: Value(16),  # 地胡
    HUMAN_WIN: Value(16),  # 人胡
    SEVEN_PAIRS: Value(8),  # 嚦咕嚦咕
}

# 台數計算準則: of what always comes together only the higher counts; and each line's own 不計
SUPERSEDES = by_name(
    FANS,
    """
    字一色: 對對胡
    五暗坎: 門清 對對胡
    大四喜: 風字坎
    小三元: 箭字坎
    大三元: 箭字坎
    不求.自摸: 自摸
    滿花: 花牌 花槓
    配牌花胡: 花牌 花槓 八仙過海 七搶一
    八仙過海: 花牌 花槓
    七搶一: 花牌 花槓
    天聽: 門清
    地聽: 門清
    地聽一發: 門清
    天胡: 門清 不求.自摸 自摸
    地胡: 門清 不求.自摸 自摸 天聽
    人胡: 門清 天聽
    嚦咕嚦咕: 門清
    """,
)

ABSORBS = by_name(FANS, "花槓: 花牌")

# 字一色: 應累計台數後減除 4, once (T-17)
DISCOUNTS = {
    ALL_HONORS: Discount(
        4,
        beside=(
            honors.great_four_winds,
            honors.little_four_winds,
            honors.great_dragons,
            honors.little_dragons,
        ),
    ),
}

# 天聽, 地聽, 天胡, 地胡, 人胡: 莊家 or 閒家, what may come before and what was announced (T-16)
DEMANDS = {
    "heavenly_ready": ("not_dealer", "no_claims"),
    "earthly_ready": ("no_claims",),
    "earthly_one_shot": ("no_claims",),
    "heavenly_win": ("self_draw", "dealer", "no_claims", "not_ready", "no_discards"),
    "earthly_win": ("self_draw", "not_dealer", "no_claims", "no_own_discard"),
    "human_win": ("discard", "not_dealer", "no_claims", "no_own_discard"),
}

# What an event may choose: readings.toml says what each is about
OPTIONS = {
    "T-1": Option(("6", "5")),
    "T-10": Option(("table", "example")),
    "T-15": Option(("replacement", "first_draw")),
    "T-20": Option(("text", "free")),
    "T-21": Option(("four", "two", "one"), formerly="T-20"),
}

SWITCHES = {
    "T-1": {"5": Switch(values={FOUR_CONCEALED: Value(5)})},
    "T-10": {
        "example": Switch(
            instead={CONCEALED_SELF_DRAWN: CONCEALED_TILES_SELF_DRAWN},
            supersedes_more=by_name(FANS, "八仙過海: 門清"),
        )
    },
    "T-15": {"first_draw": Switch({"dealt_flowers_replaced": False})},
}

RULES = RuleSet(
    id="tw-sixteen",
    version="3",
    name_zh="16張台灣麻將",
    name_en="Taiwanese mahjong, sixteen tiles",
    unit="台",
    hand_size=16,
    rarely_above=89,
    fans=MappingProxyType(FANS),
    supersedes=SUPERSEDES,
    absorbs=ABSORBS,
    discounts=MappingProxyType(DISCOUNTS),
    shapes=(winning_shapes.BASIC, winning_shapes.SEVEN_PAIRS),
    circumstances=circumstances_of(FANS, "robbed_kong", "flower_win"),
    usual_demands=MappingProxyType(DEMANDS),
    flower_wins=frozenset({(8, True), (7, False)}),
    replaces_before_flower_win=True,
    claimed_kong_wins=False,
    choices=MappingProxyType(OPTIONS),
    settings=SETTINGS,
    switches=MappingProxyType(SWITCHES),
    game=GAME,
    folder=__path__[0],
    terms=TAIWANESE,
)
