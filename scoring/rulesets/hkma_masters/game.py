"""香港麻雀大師賽: its game and offences. Section names are those of the association's text: 簡則, 莊家及門風, 搶槓,
得分授受法, 犯規與罰則 and what follows it."""

from decimal import Decimal
from types import MappingProxyType

from scoring.rules.game_rules import (
    BellRules,
    CardRules,
    DealerRules,
    GameRules,
    PointsTable,
    WrongDealerRules,
)
from scoring.rules.lengths import lengths
from scoring.rules.liability import Cause, LiabilityRules, four_melds_fed, three_dragons_fed
from scoring.rules.offences import Offence
from scoring.rules.settings import Setting

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

_YELLOW = ("yellow",)
_BAN = ("ban",)
_OUT = ("disqualify", "blacklist")
_TOO_MANY = ("ban", "yellow", {"deduct_per_tile": "64"})

OFFENCES = (
    Offence("false_win", "詐糊", "False win", FALSE_WIN, "playing", "打牌時的犯規 詐糊"),
    Offence(
        "banned_win",
        "違反禁止食糊",
        "Claim or win while banned",
        FALSE_WIN,
        "playing",
        "犯規與罰則 3",
        note_zh="當詐糊論",
        note_en="as 詐糊",
    ),
    Offence("hollow_win", "空糊", "Win called and taken back", ("red",), "playing", "打牌時的犯規 空糊"),
    Offence("short_hand", "小相公", "Too few tiles", ("ban", "yellow"), "tile_count", "相公 3"),
    Offence("long_hand", "大相公", "Too many tiles", _TOO_MANY, "tile_count", "相公 4", needs=("tiles",)),
    Offence("wrong_dealt_tile", "拿錯牌", "Took a wrong tile", _YELLOW, "dealing", "配牌時的犯規 2"),
    Offence("early_discard", "配牌完成前打牌", "Discarded before the deal ended", _YELLOW, "dealing", "配牌時的犯規 3"),
    Offence("opponents_tile_shown", "翻開對手的牌", "Another's tile turned over", _YELLOW, "drawing", "摸牌時的犯規 1"),
    Offence("discarded_first", "先打後摸", "Discarded before drawing", _YELLOW, "drawing", "摸牌時的犯規 2"),
    Offence("early_draw", "先摸牌", "Drew before the discard", _YELLOW, "drawing", "摸牌時的犯規 3"),
    Offence("wrong_draw", "摸錯牌", "Drew from a wrong place", _YELLOW, "drawing", "摸牌時的犯規 摸錯牌"),
    Offence("wrong_claim", "誤鳴", "Wrong claim put right", _YELLOW, "playing", "打牌時的犯規 誤鳴"),
    Offence("silent_claim", "不發聲鳴牌", "Claimed without calling", _YELLOW, "playing", "打牌時的犯規 不發聲鳴牌"),
    Offence(
        "tile_fell_in_river",
        "牌跌入牌河",
        "Tile fell into the river",
        _YELLOW,
        "playing",
        "打牌時的犯規 牌跌入牌河",
    ),
    Offence(
        "late_win_after_kong",
        "補槓後食糊",
        "Win claimed after the kong's draw",
        _YELLOW,
        "playing",
        "打牌時的犯規 補槓後食糊",
    ),
    Offence("claim_cancelled", "鳴牌取消", "Claim taken back", _YELLOW, "playing", "打牌時的犯規 鳴牌取消"),
    Offence("swap_claim", "食換", "Swap claim", _YELLOW, "playing", "打牌時的犯規 食換"),
    Offence(
        "discarded_first_stands",
        "先打後摸成立",
        "Discarded before drawing, past mending",
        ("ban", "yellow"),
        "drawing",
        "摸牌時的犯規 2",
        note_zh="小相公",
        note_en="小相公",
    ),
    Offence(
        "swap_claim_stands",
        "食換成立",
        "Swap claim that stands",
        ("yellow", "ban"),
        "playing",
        "打牌時的犯規 食換",
    ),
    Offence(
        "wall_tile_shown",
        "翻開牌牆的牌",
        "Wall tile turned over",
        _YELLOW,
        "drawing",
        "摸牌時的犯規 翻開牌牆的牌",
        needs=("tiles",),
        free_tiles=1,
        note_zh="一輪內初犯一張免罰",
        note_en="free: one tile, first time in the 輪",
    ),
    Offence(
        "own_tiles_shown",
        "翻開手牌",
        "Own tiles turned over",
        _YELLOW,
        "playing",
        "打牌時的犯規 翻開手牌",
        needs=("tiles",),
        free_tiles=2,
        note_zh="一輪內初犯兩張或以下免罰",
        note_en="free: two tiles or fewer, first time in the 輪",
    ),
    Offence("wrong_set", "錯誤牌組", "Wrong meld shown", _BAN, "playing", "打牌時的犯規 錯誤牌組"),
    Offence(
        "drew_before_showing",
        "先補槓後亮牌",
        "Drew before showing the kong",
        _TOO_MANY,
        "tile_count",
        "開槓 8",
        needs=("tiles",),
        note_zh="裁判有權判作大相公",
        note_en="大相公 at the referee's discretion",
    ),
    Offence("talking", "發言", "Talking", _YELLOW, "other", "其他犯規行為 1", note_zh="或更重", note_en="or more"),
    Offence(
        "disturbing", "滋擾", "Disturbance", _YELLOW, "other", "其他犯規行為 2", note_zh="或更重", note_en="or more"
    ),
    Offence(
        "device_used",
        "使用電子通訊設備",
        "Phone or other device used",
        _YELLOW,
        "other",
        "其他犯規行為 3",
        note_zh="或更重",
        note_en="or more",
    ),
    Offence("wrecked_hand", "擾亂牌局", "Hand wrecked", None, "drawing", "摸牌時的犯規 擾亂牌局"),
    Offence("hand_exposed", "違規公開手牌", "Hand shown against the rules", None, "playing", "簡則 罰則及禁例"),
    Offence("idle_claim", "噏完唔要", "Called and not claimed", None, "playing", "簡則 罰則及禁例"),
    Offence("deliberate", "故意犯規", "Deliberate offence", None, "other", "犯規與罰則 1, 4", outlasts_game=True),
    Offence(
        "deliberate_false_win",
        "刻意詐糊",
        "False win on purpose",
        None,
        "playing",
        "簡則 罰則及禁例",
        note_zh="即時取消資格",
        note_en="disqualified at once",
        usual=("disqualify",),
        outlasts_game=True,
    ),
    Offence(
        "wrong_deal_count",
        "配牌相公",
        "Wrong number dealt",
        None,
        "dealing",
        "配牌時的犯規 4",
        note_zh="打第一張牌前更正",
        note_en="put right before the first discard",
        usual=("yellow",),
    ),
    Offence("other", "其他", "Something else", None, "other", "犯規與罰則 2"),
    Offence("cheating", "出千", "Cheating", _OUT, "other", "其他犯規行為 4"),
    Offence("collusion", "串通", "Collusion", _OUT, "other", "其他犯規行為 4"),
    Offence("gambling", "賭博", "Gambling", _OUT, "other", "其他犯規行為 4"),
    Offence(
        "redeal",
        "洗牌重配",
        "Shuffled and dealt again",
        ("replay_hand",),
        "dealing",
        "配牌時的犯規 5",
        note_zh="沒有犯規者：座位可以留空",
        note_en="nobody at fault: seat may be null",
        seat_optional=True,
    ),
)
