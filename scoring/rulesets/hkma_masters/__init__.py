"""香港麻雀協會香港麻雀大師賽 hkma-masters: the fan table with its limit hands, and its game.

Numbers in comments are those of the association's 番種一覽表. 136 tiles, 13 in hand, 三番起糊, at most 10 番. All fans
of a hand add up (完全複合): nothing removes anything.
"""

from decimal import Decimal
from types import MappingProxyType

from scoring.fans import chows, circumstances, honors, pungs, shapes, suits, terminals, waits
from scoring.reading import winning_shapes
from scoring.rules.game_rules import (
    BellRules,
    CardRules,
    DealerRules,
    GameRules,
    PointsTable,
    WrongDealerRules,
    lengths,
)
from scoring.rules.liability import Cause, LiabilityRules, four_melds_fed, three_dragons_fed
from scoring.rules.questions import circumstances_of
from scoring.rules.rule_data import Option, Value
from scoring.rules.settings import Setting
from scoring.rules.terms import IN_TURNS
from scoring.rulesets.counting import RuleSet

FALSE_WIN = ({"deduct": "512"}, "replay_hand")

# 分數換算表: 番 → what the discarder pays, what each pays for an own draw
POINTS = PointsTable(
    {
        3: (32, 16),
        4: (64, 32),
        5: (96, 48),
        6: (128, 64),
        7: (192, 96),
        8: (256, 128),
        9: (384, 192),
        10: (512, 256),
    }
)

CAUSES = (
    Cause("twelve_tiles", "十二章包", "twelve tiles", four_melds_fed, "得分授受法 2"),
    Cause("three_dragons", "大三元包", "three dragons", three_dragons_fed, "得分授受法 2"),
)

_BELL = BellRules(during_hand=2, between_hands=1, minutes=110, final_minutes=120)

GAME = GameRules(
    deals=16,
    minimum_fan=3,
    maximum_fan=10,
    worth=POINTS,
    dealer_fans=None,
    multi_fans=MappingProxyType({1: 0, 2: 0, 3: 0}),
    dealer=DealerRules(stays_after_win=False, stays_after_draw=False, shared_win="plus_one"),
    wrong_dealer=WrongDealerRules(skips_turn=False),
    liability=LiabilityRules(
        MappingProxyType({cause.id: cause for cause in CAUSES}),
        own_draw_only=True,
        after_kong=False,
        most=1,
    ),
    robbed_pays_all=True,
    house_players_apart="簡則 16",
    cards=CardRules(red_points=Decimal(96), second_red=FALSE_WIN),
    bell=_BELL,
    repeats_last="game",
    ban_broken="banned_win",
    win_keys=frozenset({"robbed_kong", "liable", "cause"}),
    switches=MappingProxyType(
        {
            "M-15": lengths("four", "two", bell=_BELL),
            "M-16": {value: {"signed_after": value} for value in ("game", "wind")},
            "M-17": {"end": {"bans_replayed": "end"}, "stay": {"bans_replayed": "stay"}},
            "M-18": {value: {"objections": value} for value in ("closed", "open")},
        }
    ),
)

SETTINGS = (
    Setting(
        "dealer_stays",
        "flag",
        False,
        "連莊",
        "Dealer stays after winning",
        "莊家食糊後繼續做莊；決賽用，初賽、64 強、16 強不用。流局總是過莊。",
        "The dealer keeps the deal after winning: in the final, not in the stages before it. A draw always passes it.",
        fields=("game.dealer.stays_after_win",),
    ),
)


MINIMUM, LIMIT = 3, 10

_CONCEALED_HAND = circumstances.concealed_hand.renamed(
    "門前清",
    zh="食糊時所有牌都在暗手，沒有明章；暗槓也是明章。食出銃不破。",
    en="No meld on the table, a concealed kong being one too; a win on a discard keeps it.",
)
_ROBBED_KONG = circumstances.robbed_kong.renamed(
    "搶槓",
    zh="食別家用來加槓的牌；十三么連暗槓也可以搶。",
    en="Won on the tile that another player adds to a pung; thirteen orphans may rob a concealed kong too.",
)
_LAST_TILE = circumstances.last_tile.renamed(
    "海底撈月",
    zh="自摸牌牆最後一隻牌食糊。",
    en="Won by drawing the last tile of the wall.",
)
_ALL_TRIPLETS_CONCEALED = pungs.all_concealed_triplets.renamed(
    "坎坎糊",
    zh="四組暗坎，沒有槓；單吊可以食出銃，對碰須自摸。",
    en="Four concealed triplets and no kong: a pair wait wins on any tile, a triplet wait only on the own draw.",
)
_HEAVENLY_WIN = circumstances.heavenly_win.renamed(
    "天糊",
    zh="東家以配牌食糊，未開過暗槓。",
    en="The dealer wins with the deal, no concealed kong made.",
)
_EARTHLY_WIN = circumstances.earthly_win.renamed(
    "地糊",
    zh="閒家配牌十三隻已叫糊，食東家首張打出的牌，東家未開過暗槓。",
    en="A non-dealer, ready as dealt, wins on the dealer's first discard, the dealer having made no concealed kong.",
)
_THIRTEEN_ORPHANS = shapes.thirteen_orphans.renamed(
    "十三么",
    zh="十三款么九番子齊，其中一款成對。",
    en="All thirteen terminals and honours, one of them twice.",
)

# 番種一覽表, in its order
FANS = {
    chows.all_chows: Value(1),  # 1.1 平糊
    _CONCEALED_HAND: Value(1),  # 1.2 門前清
    circumstances.self_drawn: Value(1),  # 1.3 自摸
    honors.dragon_triplet: Value(1),  # 1.4 三元牌
    honors.valued_wind: Value(1),  # 1.5 風牌
    terminals.mixed_terminals.renamed("花么"): Value(1),  # 1.6 花么
    _ROBBED_KONG: Value(1),  # 1.7 搶槓
    circumstances.kong_replacement.renamed("槓上自摸"): Value(1),  # 1.8 槓上自摸
    _LAST_TILE: Value(1),  # 1.9 海底撈月
    suits.half_flush: Value(3),  # 2.1 混一色
    pungs.all_triplets: Value(3),  # 2.2 對對糊
    honors.little_dragons: Value(3),  # 2.3 小三元
    honors.great_dragons: Value(5),  # 4.1 大三元
    suits.full_flush: Value(7),  # 5.1 清一色
    suits.all_honors.renamed("全番子"): Value(LIMIT, limit=True),  # 6.1 全番子
    honors.little_four_winds: Value(LIMIT, limit=True),  # 6.2 小四喜
    honors.great_four_winds: Value(LIMIT, limit=True),  # 6.3 大四喜
    _ALL_TRIPLETS_CONCEALED: Value(LIMIT, limit=True),  # 6.4 坎坎糊
    pungs.all_kongs: Value(LIMIT, limit=True),  # 6.5 十八羅漢
    terminals.all_terminals.renamed("清么九"): Value(LIMIT, limit=True),  # 6.6 清么九
    _HEAVENLY_WIN: Value(LIMIT, limit=True),  # 6.7 天糊
    _EARTHLY_WIN: Value(LIMIT, limit=True),  # 6.8 地糊
    _THIRTEEN_ORPHANS: Value(LIMIT, limit=True),  # 6.9 十三么
    circumstances.kong_after_kong: Value(LIMIT, limit=True),  # 6.10 槓上槓自摸
    waits.nine_gates: Value(LIMIT, limit=True),  # 6.11 九子連環
}

# What an event may choose: readings.toml says what each is about
OPTIONS = {
    "M-15": Option(("four", "two")),
    "M-16": Option(("game", "wind")),
    "M-17": Option(("end", "stay")),
    "M-18": Option(("closed", "open"), before_3="open"),
}

RULES = RuleSet(
    id="hkma-masters",
    version="3",
    name_zh="香港麻雀協會 香港麻雀大師賽",
    name_en="Hong Kong Mahjong Association, Hong Kong Mahjong Masters",
    unit="番",
    hand_size=13,
    fans=MappingProxyType(FANS),
    shapes=(winning_shapes.BASIC, winning_shapes.THIRTEEN_ORPHANS),
    circumstances=circumstances_of(FANS, "robbed_kong", "robbed_concealed_kong"),
    door_kept_by="no_kong",
    orphans_rob_concealed_kong=True,
    minimum=MINIMUM,
    cap=LIMIT,
    tells_points=True,
    flowers=False,
    choices=MappingProxyType(OPTIONS),
    settings=SETTINGS,
    game=GAME,
    terms=IN_TURNS,
    folder=__path__[0],
)
