"""例牌 A hand for every fan of hkma-masters, and one that nearly holds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.rules.example import Document, Example, each_its_own, laid

PLAIN = "123m56m789p234p88s"
"""With 4m: four chows, two-sided, no honour."""
OPEN = "56m789p234p88s"
"""The same with 123m claimed."""
ORPHANS = "19m19p19s1234567z"
"""十三么 without its double."""
GATES = "1112345678999p"
"""九子連環 without its last tile."""


def hand(concealed: str = PLAIN, winning: str = "4m", **more: Any) -> Document:
    return laid(concealed, winning, **more)


ONE: dict[str, Example] = {
    "平糊": Example(hand("123m56m789p234p11z"), 1, 1, hand("123m56m789p222p11z")),
    "門前清": Example(hand(), 1, 1, hand(OPEN, melds="concealed_kong:1111z")),
    "自摸": Example(hand(drawn=True), 1, 1, hand()),
    "三元牌": Example(hand("56m555z666z789p88s"), 2, 2, hand("123m56m789p234p55z")),
    "風牌": Example(hand("56m111z222z789p88s"), 2, 2, hand("56m333z444z789p88s")),
    "花么": Example(
        hand("11m99p", "9p", melds="pung:111p pung:999s pung:555z"),
        1,
        1,
        hand("11m78p", "9p", melds="pung:111p pung:999s pung:555z"),
    ),
    "搶槓": Example(hand(given="robbed_kong"), 1, 1, hand()),
    "槓上自摸": Example(
        hand(OPEN, melds="concealed_kong:1111z", drawn=True, tail="kong"),
        1,
        1,
        hand(OPEN, melds="concealed_kong:1111z", drawn=True),
    ),
    "海底撈月": Example(hand(drawn=True, given="last_tile"), 1, 1, hand(drawn=True)),
}

THREE_TO_SEVEN: dict[str, Example] = {
    "混一色": Example(hand("123m56m789m111z88m"), 1, 3, hand("123m56m789m111z88p")),
    "對對糊": Example(
        hand("11m88s", "8s", melds="pung:222m pung:777p kong:9999s"),
        1,
        3,
        hand("11m67s", "8s", melds="pung:222m pung:777p kong:9999s"),
    ),
    "小三元": Example(hand("56m555z666z77z789p"), 1, 3, hand("56m555z666z11z789p")),
    "大三元": Example(hand("56m555z666z777z88p"), 1, 5, hand("56m555z666z77z789p")),
    "清一色": Example(hand("123m56m789m234m88m"), 1, 7, hand("123m56m789m111z88m")),
}

LIMITS: dict[str, Example] = {
    "全番子": Example(
        hand("11z55z", "5z", melds="pung:222z pung:333z pung:666z"),
        1,
        10,
        hand("11m55z", "5z", melds="pung:222z pung:333z pung:666z"),
    ),
    "小四喜": Example(hand("56m111z222z333z44z"), 1, 10, hand("56m111z222z333z88m")),
    "大四喜": Example(
        hand("88m44z", "4z", melds="pung:111z pung:222z pung:333z"),
        1,
        10,
        hand("78m44z", "9m", melds="pung:111z pung:222z pung:333z"),
    ),
    "坎坎糊": Example(hand("222m333p666s777s8s", "8s"), 1, 10, hand("222m333p666s77s88s", "7s")),
    "十八羅漢": Example(
        hand("8s", "8s", melds="kong:2222m concealed_kong:3333p added_kong:6666s kong:1111z"),
        1,
        10,
        hand("8s", "8s", melds="kong:2222m concealed_kong:3333p added_kong:6666s pung:111z"),
    ),
    "清么九": Example(
        hand("11m99p", "9p", melds="pung:111p pung:999s pung:111s"),
        1,
        10,
        hand("11m99p", "9p", melds="pung:111p pung:999s pung:111z"),
    ),
    "天糊": Example(hand(drawn=True, seat="E", given="heavenly_win"), 1, 10, hand(drawn=True, seat="E")),
    "地糊": Example(hand(given="earthly_win"), 1, 10, hand()),
    "十三么": Example(hand(ORPHANS, "1z"), 1, 10, hand("111999m111p999s1z", "1z")),
    "槓上槓自摸": Example(
        hand("56m789p88s", melds="concealed_kong:1111z added_kong:2222p", drawn=True, tail="kong kong"),
        1,
        10,
        hand("56m789p88s", melds="concealed_kong:1111z added_kong:2222p", drawn=True, tail="kong"),
    ),
    "九子連環": Example(hand(GATES, "5p"), 1, 10, hand("1112345678899p", "9p")),
}

EXAMPLES: Mapping[str, Example] = each_its_own({**ONE, **THREE_TO_SEVEN, **LIMITS})
