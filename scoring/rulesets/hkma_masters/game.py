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
