"""台灣麻將競技活動中心、中華麻將競技協會: its game, settings and offences. Section names are those of the centre's
text: 比賽辦法 (with the numbers of 麻將競技規則), 基本術語及比賽規則, 比賽罰則 (with its numbers), 行牌規定."""

from decimal import Decimal
from types import MappingProxyType

from scoring.rules.game_rules import BellRules, DealerFans, DealerRules, GameRules, base_and_tai
from scoring.rules.lengths import lengths
from scoring.rules.liability import Cause, LiabilityRules
from scoring.rules.settings import Setting

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
