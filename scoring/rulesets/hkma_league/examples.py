"""例牌 A hand for every fan of hkma-league that a hand can hold: all but 莊家連拉, which belongs to the payment."""

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


def hand(concealed: str = PLAIN, winning: str = "4m", **more: Any) -> Document:
    return laid(concealed, winning, **more)


CIRCUMSTANCES: dict[str, Example] = {
    "門清": Example(hand(), 1, 3, hand(OPEN, melds="chow:123m")),
    "自摸": Example(hand(OPEN, melds="chow:123m", drawn=True), 1, 1, hand(OPEN, melds="chow:123m")),
    "門摸": Example(hand(drawn=True), 1, 5, hand(OPEN, melds="chow:123m", drawn=True)),
    "叮": Example(hand(OPEN, melds="chow:123m", given="declared_ready"), 1, 5, hand(given="declared_ready")),
    "門叮": Example(hand(given="declared_ready"), 1, 10, hand(OPEN, melds="chow:123m", given="declared_ready")),
    "一發": Example(hand(given="declared_ready one_shot"), 1, 5, hand(given="declared_ready")),
    "人叮": Example(hand(given="human_ready"), 1, 20, hand(given="declared_ready")),
    "地叮": Example(hand(given="earthly_ready"), 1, 30, hand(given="human_ready")),
    "天叮": Example(hand(given="heavenly_ready"), 1, 40, hand(given="earthly_ready")),
    "半求人": Example(
        hand("8s", "8s", melds=ONE_TILE, drawn=True),
        1,
        15,
        hand("8s", "8s", melds=ONE_TILE.replace("pung:555z", "kong:5555z"), drawn=True),
    ),
    "全求人": Example(
        hand("8s", "8s", melds=ONE_TILE),
        1,
        30,
        hand("8s", "8s", melds=ONE_TILE.replace("pung:555z", "concealed_kong:5555z")),
    ),
    "海底": Example(hand(drawn=True, given="last_tile"), 1, 10, hand(given="last_discard")),
    "搶槓": Example(hand(given="robbed_kong"), 1, 10, hand()),
    "花摸": Example(
        hand(drawn=True, flowers="1f", tail="flower"),
        1,
        2,
        hand(OPEN, melds="concealed_kong:1111z", drawn=True, flowers="1f", tail="kong"),
    ),
    "槓摸": Example(
        hand(OPEN, melds="concealed_kong:1111z", drawn=True, tail="kong"),
        1,
        5,
        hand(OPEN, melds="concealed_kong:1111z", drawn=True, flowers="1f", tail="flower"),
    ),
    "尾牌連摸": Example(
        hand(OPEN, melds="concealed_kong:1111z", drawn=True, flowers="13f", tail="flower kong flower"),
        1,
        20,
        hand(drawn=True, flowers="1f", tail="flower"),
    ),
    "雙響": Example(hand(winners=2), 1, 5, hand(winners=3)),
    "三響": Example(hand(winners=3), 1, 10, hand(winners=2)),
    "天糊": Example(hand(drawn=True, seat="E", given="heavenly_win"), 1, 120, hand(drawn=True, seat="E")),
    "地糊": Example(hand(given="earthly_win"), 1, 120, hand(given="human_win")),
    "人糊": Example(hand(given="human_win"), 1, 80, hand(given="earthly_win")),
    "四子": Example(hand(discards=4), 1, 40, hand(discards=5)),
    "七子": Example(hand(discards=7), 1, 20, hand(discards=8)),
    "十子": Example(hand(discards=10), 1, 10, hand(discards=11)),
}

FLOWERS: dict[str, Example] = {
    "無字": Example(hand("123m56m789p222p567s88s", flowers="1f"), 1, 1, hand("123m56m789p222p567s77z", flowers="1f")),
    "無花": Example(hand("123m56m789p222p567s77z"), 1, 1, hand("123m56m789p222p567s77z", flowers="1f")),
    "無字花": Example(hand("123m56m789p222p567s88s"), 1, 5, hand("123m56m789p222p567s88s", flowers="1f")),
    "花牌": Example(hand(flowers="13f"), 2, 2, hand()),
    "正花": Example(hand(flowers="26f"), 2, 2, hand(flowers="15f")),
    "一台花": Example(hand(flowers="1234f"), 1, 10, hand(flowers="1235f")),
    "兩台花": Example(hand(flowers="12345678f"), 1, 40, hand(flowers="1234567f")),
    "七搶一": Example(
        hand(winning="8f", flowers="1234567f", given="flower_win"),
        1,
        30,
        hand(winning="8f", flowers="1234567f", given="flower_win", drawn=True),
    ),
}

WAITS: dict[str, Example] = {
    "將眼": Example(hand(), 1, 2, hand("123m56m789p234p567s99s")),
    "對碰": Example(hand("123m456m789p22p88s111z", "8s"), 1, 1, hand("123m456m789p222p8s111z", "8s")),
    "假獨": Example(hand("123m456m789p3456s111z", "3s"), 1, 1, hand("123m456m789p3s567s111z", "3s")),
    "獨獨": Example(hand("123m46m789p234p567s88s", "5m"), 1, 2, hand("123m56m789p234p567s88s", "4m")),
    "四絕": Example(hand(visible="444m"), 1, 5, hand(visible="44m")),
    "真絕": Example(hand(visible="4447777m"), 1, 10, hand(visible="444m")),
    "大雞": Example(
        hand("34s44z", "5s", melds="pung:777m chow:234m chow:567p chow:789s", flowers="1f"),
        1,
        30,
        hand("34s44z", "5s", melds="pung:777m chow:234m chow:567p chow:789s", flowers="13f"),
    ),
    "大鴨": Example(
        hand("34s44z", "5s", melds="pung:777m chow:234m chow:567p chow:789s", flowers="1f", drawn=True),
        1,
        10,
        hand("34s44z", "5s", melds="pung:777m chow:234m chow:567p chow:789s", flowers="13f", drawn=True),
    ),
}

SUITS: dict[str, Example] = {
    "缺一門": Example(hand("123m56m789m234p567p88p"), 1, 5, hand("123m56m789m234p567p11z")),
    "混一色": Example(hand("123m56m789m111z222z88m"), 1, 30, hand("123m56m789m111z222z88p")),
    "清一色": Example(hand("123m456m789m345m78m22m", "6m"), 1, 80, hand("123m56m789m111z222z88m")),
    "字一色": Example(
        hand("1112223334445z", "5z", melds="pung:666z"), 1, 80, hand("111222333444z1m", "1m", melds="pung:666z")
    ),
    "小五門": Example(hand("123m56m789p234s111z55z"), 1, 10, hand("123m56m789p234s111z88s")),
    "大五門": Example(hand("123m789p46s111z555z88s", "5s"), 1, 15, hand("123m789p46s111z222z55z", "5s")),
    "小七門": Example(
        hand("123m56m789p234s111z55z", flowers="15f"), 1, 15, hand("123m56m789p234s111z55z", flowers="12f")
    ),
    "大七門": Example(
        hand("123m789p46s111z555z88s", "5s", flowers="15f"), 1, 20, hand("123m789p46s111z555z88s", "5s", flowers="56f")
    ),
}

TERMINALS: dict[str, Example] = {
    "缺五": Example(hand("123m78m789p234p678s88s", "9m"), 1, 10, hand("123m78m789p234p567s88s", "9m")),
    "斷么": Example(hand("234m56m678p234p567s88s"), 1, 5, hand("123m56m678p234p567s88s")),
    "混帶么": Example(hand("123m78m789p111z999s77z", "9m"), 1, 20, hand("123m56m789p111z999s77z")),
    "全帶么": Example(hand("123m78m789p123p999s11s", "9m"), 1, 40, hand("123m78m789p234p999s11s", "9m")),
    "混么": Example(hand("111m99m999p111s999s77z", "9m"), 1, 60, hand("111m78m999p111s999s77z", "9m")),
    "清么": Example(hand("111m99m999p111s999s11p", "9m"), 1, 160, hand("111m99m999p111s999s77z", "9m")),
    "混滿庭芳": Example(hand("123m35m333s234p11z333p", "4m"), 1, 20, hand("123m56m333s234p11z333p", "4m")),
    "純滿庭芳": Example(hand("123m35m333p234p345s33s", "4m"), 1, 40, hand("123m35m333p234p345s11z", "4m")),
}

HONORS: dict[str, Example] = {
    "字牌刻": Example(hand("123m56m789p111z222z88s"), 2, 2, hand("123m56m789p234p567s11z")),
    "正字": Example(hand("123m56m789p111z222z88s"), 2, 2, hand("123m56m789p333z444z88s")),
    "小三元": Example(hand("123m56m789p555z666z77z"), 1, 30, hand("123m56m789p555z666z11z")),
    "大三元": Example(hand("56m88p555z666z777z789p"), 1, 60, hand("123m56m789p555z666z77z")),
    "小三風": Example(hand("123m56m789p111z222z33z"), 1, 20, hand("123m56m789p111z222z55z")),
    "大三風": Example(hand("56m88p111z222z333z789p"), 1, 40, hand("56m44z111z222z333z789p")),
    "小四喜": Example(hand("56m44z111z222z333z789p"), 1, 80, hand("56m88p111z222z333z789p")),
    "大四喜": Example(hand("56m88p111z222z333z444z"), 1, 120, hand("56m44z111z222z333z789p")),
}

RETURNS: dict[str, Example] = {
    "四歸二": Example(hand("777m56m789m234p567s88s"), 1, 10, hand("777m56m789p234p567s88s")),
    "四歸三": Example(hand("77m56m678m678m234p567s"), 1, 20, hand("77m56m678m789p234p567s")),
    "四歸四": Example(hand("345m456m456m567m88s22p", "2p"), 1, 40, hand("345m456m567m678m88s22p", "2p")),
    "八歸": Example(hand("777m56m789m222p234p88s"), 1, 20, hand("777m56m789m222p345p88s")),
    "十二歸": Example(hand("222m333m234m777p789p8s", "8s"), 1, 40, hand("222m333m234m777p456p8s", "8s")),
}

CHOWS: dict[str, Example] = {
    "平糊": Example(hand(flowers="1f"), 1, 5, hand("123m56m789p222p567s88s", flowers="1f")),
    "大平": Example(hand(), 1, 15, hand(flowers="1f")),
    "老少上": Example(hand("123m789m234p56p567s88s", "4p"), 1, 3, hand("123m56m789m234p567s88s")),
    "一般高": Example(hand("123m123m56m789p567s88s"), 1, 5, hand()),
    "雙般高": Example(hand("123m123m56m789p789p88s"), 1, 15, hand("123m123m56m789p567s88s")),
    "一色三同順": Example(hand("123m123m123m56m789p88s"), 1, 30, hand("123m123m56m789p567s88s")),
    "一色四同順": Example(hand("123123123123m56s88s", "4s"), 1, 120, hand("123m123m123m56m789p88s")),
    "相逢": Example(hand("123m56m123p789p555z88s"), 1, 2, hand("123m56m234p789p555z88s")),
    "三相逢": Example(hand("123m56m123p123s789p88s"), 1, 15, hand("123m56m123p234s789p88s")),
    "雜龍": Example(hand("123m456p789s56m111z88s"), 1, 15, hand("123m456p789p56m111z88s")),
    "清龍": Example(hand("123m56m789m234p567s88s"), 1, 10, hand("123m56m789p234p567s88s")),
    "雜步高": Example(hand("123m234p56p345s111z88s", "7p"), 1, 10, hand("123m234p56p456s111z88s", "7p")),
    "清步高": Example(hand("345m567m56m789p111z88s"), 1, 15, hand("345m678m56m789p111z88s")),
    "連環套": Example(hand("234m678m56m789p111z88s"), 1, 10, hand("345m678m56m789p111z88s")),
}

PUNGS: dict[str, Example] = {
    "老少碰": Example(hand("111p999p56m789s222z88s"), 1, 5, hand("111p999s56m789s222z88s")),
    "槓子": Example(
        hand("56m789s88s", melds="kong:1111p concealed_kong:9999p added_kong:2222z"),
        3,
        4,
        hand("111p123p56m789s555z88s"),
    ),
    "二同刻": Example(hand("222m222p56m789s111z88s"), 1, 5, hand("222m333p56m789s111z88s")),
    "小三同刻": Example(hand("222m222p56m789s111z22s"), 1, 15, hand("222m222p56m789s111z33s")),
    "三同刻": Example(hand("222m222p222s56m111z88s"), 1, 30, hand("222m222p56m789s111z22s")),
    "二連刻": Example(hand("222p333p56m789s111z88s"), 1, 5, hand("222p444p56m789s111z88s")),
    "小三連刻": Example(hand("222p444p56m789s111z33p"), 1, 10, hand("222p444p56m789s111z33s")),
    "三連刻": Example(hand("222p333p444p56m111z88s"), 1, 20, hand("222p333p555p56m111z88s")),
    "小三色連刻": Example(hand("222m444p56m789s111z33s"), 1, 8, hand("222m444p56m789s111z33p")),
    "三色連刻": Example(hand("222m333p444s56m111z88s", "4m"), 1, 15, hand("222m333p555s56m111z88s", "4m")),
    "對對糊": Example(
        hand("11m88s", "8s", melds="pung:222m pung:777p pung:999s pung:111z"),
        1,
        30,
        hand("11m56s", "7s", melds="pung:222m pung:777p pung:999s pung:111z"),
    ),
    "二暗刻": Example(hand("222p666s56m789s123p88s"), 1, 5, hand("222p66s456m789s123p88s", "6s")),
    "三暗刻": Example(hand("222p666s56m111z123p88s"), 1, 15, hand("222p66s456m111z123p88s", "6s")),
    "四暗刻": Example(hand("222p666s56m111z444z88s"), 1, 30, hand("222p66s456m111z444z88s", "6s")),
    "五暗刻": Example(
        hand("222p666s111z8s", "8s", melds="concealed_kong:4444z concealed_kong:7777m"),
        1,
        80,
        hand("222p666s111z777m444z8s", "8s"),
    ),
    "坎坎糊": Example(hand("222p666s111z777m444z8s", "8s"), 1, 120, hand("222p666s111z777m44z88s", "8s")),
}

SHAPES: dict[str, Example] = {
    "嚦咕嚦咕": Example(hand("1122m4455p7788s111z2z", "2z"), 1, 40, hand()),
    "十六不搭": Example(hand("147m147p147s1234567z", "1z"), 1, 50, hand()),
    "不搭三相逢": Example(hand("147m147p147s1234567z", "1z"), 1, 20, hand("147m147p148s1234567z", "1z")),
    "不搭雜龍": Example(hand("147m258p369s1234567z", "1z"), 1, 30, hand("147m258p259s1234567z", "1z")),
    "十三么": Example(hand("19m19p19s1234567z567m", "1z"), 1, 120, hand("147m258p369s1234567z", "1z")),
}

EXAMPLES: Mapping[str, Example] = each_its_own(
    CIRCUMSTANCES | FLOWERS | WAITS | SUITS | TERMINALS | HONORS | RETURNS | CHOWS | PUNGS | SHAPES
)
