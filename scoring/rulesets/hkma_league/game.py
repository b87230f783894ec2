"""香港麻雀協會港式台牌聯賽: its game and offences, and the readings about them. Section names are those of the
association's text: 分數計算, 莊家連拉莊, 兩圈結束, 中途獎勵, 犯規與罰則."""

from decimal import Decimal
from types import MappingProxyType

from scoring.rules.game_rules import (
    BellRules,
    CardRules,
    ChainRules,
    DealerFans,
    DealerRules,
    GameRules,
    WrongDealerRules,
)
from scoring.rules.lengths import lengths
from scoring.rules.rewards import Reward

FALSE_WIN = ({"deduct": "160"}, "replay_hand")

REWARDS = (
    Reward(
        "grass",
        "一台草",
        "Run of flowers",
        "each_pays",
        (Decimal("0.5"),),
        once=True,
        flowers=4,
        section="中途獎勵",
        when_zh="一至四號的花牌齊，兩套可以混合。",
        when_en="Flowers 1 to 4 are all there, the two families mixed.",
    ),
    Reward(
        "flower_set",
        "一台花",
        "Set of flowers",
        "each_pays",
        (Decimal(1),),
        families=1,
        flowers=4,
        section="中途獎勵",
        when_zh="四季或花牌一套四隻齊。",
        when_en="All four flowers of one family.",
    ),
    Reward(
        "seven_rob_one",
        "七搶一",
        "Seven rob one",
        "one_pays",
        (Decimal(6),),
        claimed=True,
        flowers=8,
        section="中途獎勵",
        when_zh="手上七隻花，別家摸到第八隻，而不宣告食糊。",
        when_en="Seven flowers held, another draws the eighth, and no win is declared.",
    ),
    Reward(
        "two_flower_sets",
        "兩台花",
        "Both sets of flowers",
        "each_pays",
        (Decimal(8),),
        claimed=True,
        families=2,
        flowers=8,
        section="中途獎勵",
        when_zh="八隻花齊，而不宣告食糊。",
        when_en="All eight flowers, and no win is declared.",
    ),
    Reward(
        "concealed_kong",
        "暗槓",
        "Concealed kong",
        "each_pays",
        (Decimal(1),),
        section="中途獎勵",
        when_zh="每開一次暗槓。",
        when_en="Each concealed kong.",
    ),
    Reward(
        "followed_discard",
        "追牌",
        "Followed discard",
        "pays_each",
        (Decimal(1),),
        simple_units=Decimal(2),
        section="中途獎勵",
        when_zh="打出一隻牌，其餘三家同一巡都跟打。",
        when_en="A discard that the three others follow with the same tile in the same go-round.",
    ),
)

GAME = GameRules(
    deals=8,
    minimum_fan=1,
    dealer_fans=DealerFans(flat=1, per_streak=2),
    multi_fans=MappingProxyType({1: 0, 2: 5, 3: 10}),
    base=Decimal(5),
    chain=ChainRules(factor=Decimal("1.5"), share=Decimal("0.5"), grown="up", halved="down"),
    dealer=DealerRules(stays_after_win=True, stays_after_draw=True, shared_win="reset"),
    wrong_dealer=WrongDealerRules(skips_turn=True),
    rewards=MappingProxyType({reward.kind: reward for reward in REWARDS}),
    cards=CardRules(red_points=Decimal(5), second_red=FALSE_WIN),
    bell=BellRules(during_hand=1, between_hands=0),
    ban_broken="banned_win",
    win_keys=frozenset({"robbed_kong", "flower_win"}),
    switches=MappingProxyType(
        {
            "L-27": {
                "up_down": {"chain.grown": "up", "chain.halved": "down"},
                "exact": {"chain.grown": "exact", "chain.halved": "exact"},
                "nearest": {"chain.grown": "nearest", "chain.halved": "nearest"},
            },
            "L-29": {
                "reset": {"dealer": DealerRules(shared_win="reset")},
                "plus_one": {"dealer": DealerRules(shared_win="plus_one")},
            },
            "L-32": {"day": {"repeats_last": "day"}, "event": {"repeats_last": "event"}},
            "L-37": {"end": {"bans_replayed": "end"}, "stay": {"bans_replayed": "stay"}},
            "L-54": {
                "at_once": {"wrong_dealer.very_next": "at_once"},
                "next_turn": {"wrong_dealer.very_next": "next_turn"},
            },
            "L-53": lengths("two", "four"),
            "L-56": {
                "stays": {"chain.winner_and_payer": "stays"},
                "collect": {"chain.winner_and_payer": "collect"},
            },
            "L-55": {value: {"objections": value} for value in ("closed", "open")},
        }
    ),
)
