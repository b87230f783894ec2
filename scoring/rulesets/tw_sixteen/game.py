"""16張台灣麻將: its game, settings and offences. Section names are those of the text: 計台名堂 and the terms of
麻將玩法、術語及各式狀況處理."""

from decimal import Decimal
from types import MappingProxyType

from scoring.rules.game_rules import BellRules, DealerFans, DealerRules, GameRules, base_and_tai
from scoring.rules.lengths import lengths
from scoring.rules.liability import Cause, LiabilityRules
from scoring.rules.settings import Setting

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
)
