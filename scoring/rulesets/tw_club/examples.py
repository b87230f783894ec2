"""例牌 A hand for every fan of tw-club that a hand can hold: all but 莊家, 連莊, 拉莊, which belong to the payment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.rules.example import Document, Example, each_its_own, laid

PLAIN = "123m56m789p234p567s88s"
"""With 4m: all chows, two-sided, no honours, no flowers."""
OPEN = "56m789p234p567s88s"
"""The same with 123m claimed."""
ONE_TILE = "chow:123m chow:456m chow:789p chow:234p pung:555z"
"""With one tile in hand, waiting for the pair."""
ROUND = "56m789p567s88s"
"""With two more melds and 4m: the fan is in the melds."""


def hand(concealed: str = PLAIN, winning: str = "4m", **more: Any) -> Document:
    return laid(concealed, winning, **more)


MANNER: dict[str, Example] = {
    "門清": Example(hand(flowers="1f"), 1, 1, hand(OPEN, melds="chow:123m", flowers="1f")),
    "不求": Example(hand(drawn=True), 1, 1, hand(OPEN, melds="chow:123m", drawn=True)),
    "自摸": Example(hand(OPEN, melds="chow:123m", drawn=True), 1, 1, hand(OPEN, melds="chow:123m")),
    "搶槓": Example(hand(given="robbed_kong"), 1, 1, hand()),
    "邊張": Example(hand("12m567m789p234p88s123s", "3m"), 1, 1, hand("12345m789p234p88s123s", "3m")),
    "中洞": Example(hand("24s567m789p234p88m123p", "3s"), 1, 1, hand("23s567m789p234p88m123p", "4s")),
    "單吊": Example(hand("123m567m789p234p111s9s", "9s"), 1, 1, hand("123m567m789p234p5678s", "8s")),
    "槓上開花": Example(
        hand(OPEN, melds="concealed_kong:1111z", drawn=True, tail="kong"),
        1,
        1,
        hand(OPEN, melds="concealed_kong:1111z", drawn=True),
    ),
    "河底撈魚": Example(hand(given="last_discard"), 1, 1, hand(drawn=True, given="last_tile")),
    "海底撈月": Example(hand(drawn=True, given="last_tile"), 1, 1, hand(given="last_discard")),
    "平胡": Example(hand(), 1, 2, hand(flowers="1f")),
    "全求": Example(
        hand("8s", "8s", melds=ONE_TILE),
        1,
        2,
        hand("8s", "8s", melds=ONE_TILE.replace("pung:555z", "concealed_kong:5555z")),
    ),
    "地聽": Example(hand(given="earthly_ready"), 1, 4, hand(given="heavenly_ready")),
    "天聽": Example(hand(given="heavenly_ready"), 1, 8, hand(given="earthly_ready")),
    "天胡": Example(
        hand(drawn=True, seat="W", dealer=True, given="heavenly_win"), 1, 16, hand(drawn=True, seat="W", dealer=True)
    ),
    "地胡": Example(hand(drawn=True, given="earthly_win"), 1, 16, hand(given="human_win")),
    "人胡": Example(hand(given="human_win"), 1, 16, hand(drawn=True, given="earthly_win")),
}

FLOWERS: dict[str, Example] = {
    "花牌": Example(hand(flowers="26f"), 2, 2, hand(flowers="135f")),
    "花槓": Example(hand(flowers="12345678f"), 2, 4, hand(flowers="123567f")),
    "七搶一": Example(hand(flowers="1234567f", given="flower_win"), 1, 8, hand(flowers="1234567f")),
    "八仙過海": Example(
        hand("1357m2468p1357s1234z", "9s", drawn=True, flowers="12345678f", given="flower_win"),
        1,
        8,
        hand(drawn=True, flowers="12345678f"),
    ),
}

HONORS: dict[str, Example] = {
    "風牌": Example(hand(ROUND, melds="pung:222z pung:444z"), 1, 1, hand(ROUND, melds="pung:111z pung:444z")),
    "風圈": Example(hand(ROUND, melds="pung:111z pung:444z"), 1, 1, hand(ROUND, melds="pung:222z pung:444z")),
    "三元牌": Example(hand(ROUND, melds="pung:555z kong:7777z"), 2, 2, hand("56m123p789p555s55z", melds="pung:222z")),
    "小三元": Example(
        hand("56m789p567s77z", melds="pung:555z pung:666z"), 1, 4, hand(ROUND, melds="pung:555z pung:666z")
    ),
    "大三元": Example(
        hand("56m789p777z88s", melds="pung:555z pung:666z"), 1, 8, hand("56m789p567s77z", melds="pung:555z pung:666z")
    ),
    "小四喜": Example(
        hand("56m11z", melds="pung:222z pung:333z pung:444z chow:789p"),
        1,
        8,
        hand("56m88s", melds="pung:222z pung:333z pung:444z chow:789p"),
    ),
    "大四喜": Example(
        hand("56m88s", melds="pung:222z pung:333z pung:444z kong:1111z"),
        1,
        16,
        hand("56m11z", melds="pung:222z pung:333z pung:444z chow:789p"),
    ),
}

TILES: dict[str, Example] = {
    "三暗刻": Example(hand("222p666s56m111z123p88s"), 1, 2, hand("222p66s456m111z123p88s", "6s")),
    "四暗刻": Example(hand("222p666s56m111z444z88s"), 1, 5, hand("222p66s456m111z444z88s", "6s")),
    "五暗刻": Example(
        hand("222p666s111z8s", "8s", melds="concealed_kong:4444z concealed_kong:7777m"),
        1,
        8,
        hand("222p666s111z777m44z88s", "4z"),
    ),
    "碰碰胡": Example(
        hand("11m88s", "8s", melds="pung:222m pung:777p kong:9999s pung:444z"),
        1,
        4,
        hand("11m67s", "8s", melds="pung:222m pung:777p kong:9999s pung:444z"),
    ),
    "混一色": Example(hand("123m56m789m345m111z88m"), 1, 4, hand("123m56m789m345m111z88p")),
    "清一色": Example(hand("123m56m789m345m678m88m"), 1, 8, hand("123m56m789m345m111z88m")),
    "字一色": Example(
        hand("111z22z55z", "2z", melds="pung:333z pung:666z pung:777z"),
        1,
        16,
        hand("111z22z55m", "2z", melds="pung:333z pung:666z pung:777z"),
    ),
}

EXAMPLES: Mapping[str, Example] = each_its_own(MANNER | FLOWERS | HONORS | TILES)
