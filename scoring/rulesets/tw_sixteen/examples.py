"""例牌 A hand for every fan of tw-sixteen that a hand can hold: all but 作莊, 連N拉N, which belong to the payment.
The text's own examples are used where they are still legible."""

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
FLUSH = "1112334456667788s"
"""清一色 of the text, waiting for seven kinds."""


def hand(concealed: str = PLAIN, winning: str = "4m", **more: Any) -> Document:
    return laid(concealed, winning, **more)


MANNER: dict[str, Example] = {
    "門清": Example(hand(), 1, 1, hand(OPEN, melds="chow:123m")),
    "全求": Example(hand("8s", "8s", melds=ONE_TILE), 1, 2, hand("8s", "8s", melds=ONE_TILE, drawn=True)),
    "半求": Example(
        hand("8s", "8s", melds=ONE_TILE.replace("pung:555z", "kong:5555z"), drawn=True),
        1,
        1,
        hand("8s", "8s", melds=ONE_TILE.replace("pung:555z", "concealed_kong:5555z"), drawn=True),
    ),
    "平胡": Example(hand(), 1, 2, hand(drawn=True)),
    "獨聽": Example(hand("333567789m23444p46s", "5s"), 1, 1, hand("333567789m23444p45s", "6s")),
    "搶槓": Example(hand(given="robbed_kong"), 1, 1, hand()),
    "自摸": Example(hand(OPEN, melds="chow:123m", drawn=True), 1, 1, hand(drawn=True)),
    "不求.自摸": Example(hand(drawn=True), 1, 2, hand(OPEN, melds="chow:123m", drawn=True)),
    "槓上開花": Example(hand(drawn=True, flowers="1f", tail="flower"), 1, 1, hand(drawn=True, flowers="1f")),
    "海底撈月": Example(hand(drawn=True, given="last_tile"), 1, 1, hand(drawn=True)),
    "天聽": Example(hand(given="heavenly_ready"), 1, 8, hand(given="earthly_ready")),
    "地聽": Example(hand(given="earthly_ready", seat="E"), 1, 4, hand(given="earthly_one_shot")),
    "地聽一發": Example(hand(given="earthly_one_shot"), 1, 8, hand(given="earthly_ready")),
    "天胡": Example(
        hand(OPEN, melds="concealed_kong:1111z", drawn=True, seat="E", given="heavenly_win", tail="kong"),
        1,
        16,
        hand(OPEN, melds="concealed_kong:1111z", drawn=True, seat="E", tail="kong"),
    ),
    "地胡": Example(hand(drawn=True, given="earthly_win"), 1, 16, hand(drawn=True, given="heavenly_ready")),
    "人胡": Example(hand(given="human_win"), 1, 16, hand(given="heavenly_ready")),
}

FLOWERS: dict[str, Example] = {
    "花牌": Example(hand(flowers="26f"), 2, 2, hand(flowers="135f")),
    "花槓": Example(hand(flowers="1234f"), 1, 2, hand(flowers="12345678f")),
    "滿花": Example(hand(flowers="12345678f"), 1, 8, hand(flowers="1234567f")),
    "配牌花胡": Example(
        hand("1357m2468p1357s1234z", "9s", drawn=True, flowers="12345678f", given="dealt_flowers"),
        1,
        12,
        hand("1357m2468p1357s1234z", "9s", drawn=True, flowers="12345678f", given="flower_win"),
    ),
    "八仙過海": Example(
        hand("23444555777s44z777z", "1s", drawn=True, flowers="12345678f", given="flower_win"),
        1,
        8,
        hand("23444555777s44z777z", "1s", drawn=True, flowers="12345678f"),
    ),
    "七搶一": Example(
        hand("11444555777s66z", "6z", melds="pung:222z", round="S", flowers="1234568f", given="flower_win"),
        1,
        8,
        hand("11444555777s66z", "6z", melds="pung:222z", round="S", flowers="1234568f"),
    ),
}

HONORS: dict[str, Example] = {
    "風字坎": Example(
        hand(ROUND, melds="pung:222z pung:444z", round="S"), 2, 2, hand(ROUND, melds="pung:333z pung:444z", round="S")
    ),
    "箭字坎": Example(hand(ROUND, melds="pung:555z kong:7777z"), 2, 2, hand("56m123p789p555s55z", melds="pung:222z")),
    "小三元": Example(hand("456777m789s777z66z55z", "5z"), 1, 4, hand("456777m789s777z11z55z", "5z")),
    "大三元": Example(hand("23m56799p777z666z555z", "1m"), 1, 8, hand("456777m789s777z66z55z", "5z")),
    "小四喜": Example(hand("77444s111z22z333z444z", "7s"), 1, 8, hand("77444s111z99m333z444z", "7s")),
    "大四喜": Example(hand("678m33p111z222z333z44z", "4z"), 1, 16, hand("678m33p111z222z333z44z", "3p")),
}

TILES: dict[str, Example] = {
    "對對胡": Example(hand("222666m555p11666s22z", "1s"), 1, 4, hand("222666m555p34666s22z", "5s")),
    "字一色": Example(hand("111z333z777z555z66z44z", "4z"), 1, 12, hand("111z333z777z555z66z44m", "4m", melds="")),
    "清一色": Example(hand(FLUSH, "9s"), 1, 12, hand(FLUSH.replace("111", "") + "111z", "9s")),
    "湊一色": Example(hand("34567888m777z222z33z", "2m"), 1, 4, hand("34567888m777z222z33p", "2m")),
    "三暗坎": Example(hand("444678m555p78s666z99p", "6s"), 1, 2, hand("44678m555p678s666z99p", "4m")),
    "四暗坎": Example(hand("222m888p11123s111z55z", "4s"), 1, 6, hand("222m888p11345s111z55z", "1s")),
    "五暗坎": Example(hand("111666m3338p777s777z", "8p"), 1, 16, hand("111666m33388p777s77z", "7z")),
    "嚦咕嚦咕": Example(hand("224499m33777p1s1111z", "1s"), 1, 8, hand("123m11777p11123s111z", "1p")),
}

EXAMPLES: Mapping[str, Example] = each_its_own(MANNER | FLOWERS | HONORS | TILES)
