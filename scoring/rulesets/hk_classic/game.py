"""港式台灣牌番數表: its game, settings and offences, and the readings about them. Section names are those of the
text: 計錢方式, 做莊及連莊, 現金賞罰表, 其他規則 (numbered)."""

from decimal import Decimal
from types import MappingProxyType

from scoring.rules.game_rules import BellRules, ChainRules, DealerFans, DealerRules, GameRules, base_and_fifths
from scoring.rules.lengths import lengths
from scoring.rules.rewards import Reward
from scoring.rules.settings import Choice, Setting

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
