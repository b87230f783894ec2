"""例牌 A hand for every fan of hk-classic that a hand can hold: all but 莊家連拉, which belongs to the payment."""

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
KONG = "concealed_kong:1111z"


def hand(concealed: str = PLAIN, winning: str = "4m", **more: Any) -> Document:
    return laid(concealed, winning, **more)


def replaced(words: str, flowers: str = "", kongs: int = 0) -> Document:
    """Self-drawn after these replacements, with so many kongs."""
    melds = ["concealed_kong:1111z", "kong:2222z", "concealed_kong:3333z", "kong:4444z", "kong:5555z"][:kongs]
    concealed = ["123m56m789p234p567s88s", "56m789p234p567s88s", "56m234p567s88s", "56m567s88s", "56m88s", "8s"][kongs]
    winning = "8s" if kongs == 5 else "4m"
    return hand(concealed, winning, drawn=True, melds=" ".join(melds), tail=words, flowers=flowers)


def robbed(times: int) -> Document:
    return hand(given="robbed_kong", robbed_in_a_row=times)


WINNING: dict[str, Example] = {
    "自摸": Example(hand(OPEN, melds="chow:123m", drawn=True), 1, 1, hand(OPEN, melds="chow:123m")),
    "門清": Example(hand(), 1, 3, hand(OPEN, melds="chow:123m")),
    "不求人": Example(hand(drawn=True), 1, 5, hand(OPEN, melds="chow:123m", drawn=True)),
    "半求人": Example(
        hand("8s", "8s", melds=ONE_TILE, drawn=True),
        1,
        8,
        hand("8s", "8s", melds=ONE_TILE.replace("pung:555z", "kong:5555z"), drawn=True),
    ),
    "全求人": Example(
        hand("8s", "8s", melds=ONE_TILE),
        1,
        15,
        hand("8s", "8s", melds=ONE_TILE.replace("pung:555z", "concealed_kong:5555z")),
    ),
    "七隻內": Example(hand(discards=7), 1, 30, hand(discards=8)),
    "十隻內": Example(hand(discards=10), 1, 15, hand(discards=11)),
    "河底撈魚": Example(hand(drawn=True, given="among_last_four"), 1, 10, hand(drawn=True)),
    "海底撈魚": Example(hand(drawn=True, given="last_tile"), 1, 20, hand(drawn=True, given="among_last_four")),
    "海底撈月": Example(
        hand("123m456m789p23p567s88s", "1p", drawn=True, given="last_tile"),
        1,
        40,
        hand("123m456m789p23p567s88s", "4p", drawn=True, given="last_tile"),
    ),
    "聽牌": Example(hand(OPEN, melds="chow:123m", given="declared_ready"), 1, 5, hand(given="heavenly_ready")),
    "天聽": Example(hand(given="heavenly_ready"), 1, 40, hand(given="declared_ready")),
    "地聽": Example(hand(given="earthly_ready", seat="E"), 1, 30, hand(given="declared_ready", seat="E")),
    "人聽": Example(hand(given="human_ready"), 1, 30, hand(given="declared_ready")),
    "天糊": Example(hand(drawn=True, seat="E", given="heavenly_win"), 1, 120, hand(drawn=True, seat="E")),
    "地糊": Example(hand(given="earthly_win"), 1, 120, hand(drawn=True, given="human_win")),
    "人糊": Example(hand(drawn=True, given="human_win"), 1, 120, hand(given="earthly_win")),
    "花上摸": Example(replaced("flower", "1f"), 1, 3, replaced("kong", "", 1)),
    "花上摸X2": Example(replaced("flower flower", "13f"), 1, 10, replaced("flower", "13f")),
    "花上摸X3": Example(replaced("flower flower flower", "134f"), 1, 30, replaced("flower flower", "134f")),
    "花上摸X4": Example(
        replaced("flower flower flower flower", "1345f"), 1, 60, replaced("flower flower flower", "1345f")
    ),
    "花上摸Xn": Example(
        replaced("flower flower flower flower flower", "13456f"),
        1,
        80,
        replaced("flower flower flower flower", "13456f"),
    ),
    "槓上摸": Example(replaced("kong", "", 1), 1, 5, replaced("flower", "1f")),
    "槓上摸X2": Example(replaced("kong kong", "", 2), 1, 20, replaced("kong", "", 2)),
    "槓上摸X3": Example(replaced("kong kong kong", "", 3), 1, 40, replaced("kong kong", "", 3)),
    "槓上摸X4": Example(replaced("kong kong kong kong", "", 4), 1, 80, replaced("kong kong kong", "", 4)),
    "槓上摸X5": Example(replaced("kong kong kong kong kong", "", 5), 1, 120, replaced("kong kong kong kong", "", 5)),
    "花上槓上摸": Example(replaced("flower kong", "1f", 1), 1, 10, replaced("kong flower", "1f", 1)),
    "槓上花上摸": Example(replaced("kong flower", "1f", 1), 1, 10, replaced("flower kong", "1f", 1)),
    "搶槓": Example(robbed(1), 1, 5, hand()),
    "搶槓X2": Example(robbed(2), 1, 20, robbed(1)),
    "搶槓X3": Example(robbed(3), 1, 40, robbed(2)),
    "搶槓X4": Example(robbed(4), 1, 80, robbed(3)),
    "搶槓X5": Example(robbed(5), 1, 120, robbed(4)),
    "一炮雙響": Example(hand(winners=2), 1, 5, hand(winners=3)),
    "一炮三響": Example(hand(winners=3), 1, 10, hand(winners=2)),
}

FLOWERS: dict[str, Example] = {
    "無花": Example(hand("123m56m789p222p567s77z"), 1, 1, hand("123m56m789p222p567s77z", flowers="1f")),
    "無字": Example(hand("123m56m789p222p567s88s", flowers="1f"), 1, 1, hand("123m56m789p222p567s77z", flowers="1f")),
    "無字花": Example(hand("123m56m789p222p567s88s"), 1, 5, hand("123m56m789p222p567s88s", flowers="1f")),
    "正花": Example(hand(flowers="26f"), 2, 4, hand(flowers="15f")),
    "爛花": Example(hand(flowers="135f"), 3, 3, hand(flowers="2f")),
    "一台花": Example(hand(flowers="1234f"), 1, 10, hand(flowers="1235f")),
    "七隻花": Example(hand(flowers="1234567f"), 1, 20, hand(flowers="123567f")),
    "七搶一": Example(
        hand(winning="8f", flowers="1234567f", given="flower_win"),
        1,
        30,
        hand(winning="8f", flowers="1234567f", given="flower_win", drawn=True),
    ),
    "一搶七": Example(
        hand(winning="8f", flowers="1f", given="flower_win"),
        1,
        30,
        hand(winning="8f", flowers="1234567f", given="flower_win"),
    ),
    "八仙過海": Example(
        hand(winning="8f", flowers="1234567f", given="flower_win", drawn=True), 1, 40, hand(flowers="1234567f")
    ),
}

WAITS: dict[str, Example] = {
    "對碰": Example(hand("123m456m789p22p88s111z", "8s"), 1, 1, hand("123m456m789p222p8s111z", "8s")),
    "假獨": Example(hand("123m456m789p1123s111z", "1s"), 1, 1, hand("123m456m789p1123s111z", "4s")),
    "獨獨": Example(hand("123m46m789p234p567s88s", "5m"), 1, 2, hand("123m56m789p234p567s88s", "4m")),
    "象眼": Example(hand(), 1, 1, hand("123m56m789p234p567s99s")),
    "四絕": Example(
        hand("123m46m789p234p567s88s", "5m", visible="555m"), 1, 5, hand("123m46m789p234p567s88s", "5m", visible="55m")
    ),
    "八絕": Example(hand(visible="4447777m"), 1, 10, hand(visible="444777m")),
    "大雞": Example(
        hand("34s44z", "5s", melds="pung:777m chow:234m chow:567p chow:789s", flowers="1f"),
        1,
        10,
        hand("34s44z", "5s", melds="pung:777m chow:234m chow:567p chow:789s", flowers="13f"),
    ),
}

SUITS: dict[str, Example] = {
    "缺一門": Example(hand("123m56m789m234p567p88p"), 1, 5, hand("123m56m789m234p567p11z")),
    "斷么九": Example(hand("234m56m678p234p567s88s"), 1, 5, hand("123m56m678p234p567s88s")),
    "混帶么": Example(hand("123m78m789p111z999s77z", "9m"), 1, 8, hand("123m56m789p111z999s77z")),
    "全帶么": Example(hand("123m78m789p123p999s11s", "9m"), 1, 15, hand("123m78m789p234p999s11s", "9m")),
    "混一色": Example(hand("123m56m789m111z222z88m"), 1, 30, hand("123m56m789m111z222z88p")),
    "清一色": Example(hand("123m456m789m345m78m22m", "6m"), 1, 80, hand("123m56m789m111z222z88m")),
    "混么": Example(hand("111m99m999p111s999s77z", "9m"), 1, 80, hand("111m78m999p111s999s77z", "9m")),
    "清么": Example(hand("111m99m999p111s999s11p", "9m"), 1, 120, hand("111m99m999p111s999s77z", "9m")),
    "字一色": Example(
        hand("1112223334445z", "5z", melds="pung:666z"),
        1,
        120,
        hand("111222333444z1m", "1m", melds="pung:666z"),
    ),
    "小五門齊": Example(hand("123m56m789p234s111z55z"), 1, 5, hand("123m56m789p234s111z88s")),
    "大五門齊": Example(hand("123m789p46s111z555z88s", "5s"), 1, 10, hand("123m789p46s111z222z55z", "5s")),
    "小七門齊": Example(
        hand("123m56m789p234s111z55z", flowers="15f"), 1, 15, hand("123m56m789p234s111z55z", flowers="12f")
    ),
    "大七門齊": Example(
        hand("123m789p46s111z555z88s", "5s", flowers="15f"),
        1,
        20,
        hand("123m789p46s111z555z88s", "5s", flowers="56f"),
    ),
}

HONORS: dict[str, Example] = {
    "爛風位牌": Example(hand("123m56m789p333z444z88s"), 2, 2, hand("123m56m789p111z222z88s")),
    "正風位牌": Example(hand("123m56m789p111z222z88s"), 2, 4, hand("123m56m789p333z444z88s")),
    "碰中發白": Example(hand("123m56m789p555z666z88s"), 2, 4, hand("123m56m789p234p567s77z")),
    "小三元": Example(hand("123m56m789p555z666z77z"), 1, 20, hand("123m56m789p555z666z11z")),
    "大三元": Example(hand("56m88p555z666z777z789p"), 1, 40, hand("123m56m789p555z666z77z")),
    "小三風": Example(hand("123m56m789p111z222z33z"), 1, 10, hand("123m56m789p111z222z55z")),
    "大三風": Example(hand("56m88p111z222z333z789p"), 1, 20, hand("56m44z111z222z333z789p")),
    "小四喜": Example(hand("56m44z111z222z333z789p"), 1, 60, hand("56m88p111z222z333z789p")),
    "大四喜": Example(hand("56m88p111z222z333z444z"), 1, 120, hand("56m44z111z222z333z789p")),
}

RETURNS: dict[str, Example] = {
    "四歸一": Example(hand("111m23m789p234p567s88s", "1m"), 1, 5, hand("111m56m789p234p567s88s")),
    "四歸二": Example(hand("11m123m123m56p789p567s", "4p"), 1, 20, hand("11m123m234m56p789p567s", "4p")),
    "四歸四": Example(hand("123m123m234m345m88s56p", "4p"), 1, 40, hand("123m234m345m456m88s56p", "4p")),
    "八歸二": Example(hand("111m222m123m56p789p88s", "4p"), 1, 20, hand("111m222m234m56p789p88s", "4p")),
    "十二歸三": Example(hand("111m222m333m123m56p88s", "4p"), 1, 40, hand("111m222m333m456m56p88s", "4p")),
}

CHOWS: dict[str, Example] = {
    "假平糊": Example(hand("123m56m789p234p567s77z"), 1, 2, hand("123m56m789p222p567s77z")),
    "真平糊": Example(hand(flowers="1f"), 1, 3, hand("123m56m789p222p567s88s", flowers="1f")),
    "無字花平": Example(hand(), 1, 15, hand(flowers="1f")),
    "老少上": Example(hand("123m789m234p56p567s88s", "4p"), 1, 3, hand("123m56m789m234p567s88s")),
    "雙老少上": Example(hand("123m789m123p789p56s88s", "4s"), 1, 15, hand("123m123m789m789m56s88s", "4s")),
    "雜龍": Example(hand("123m456p789s56m111z88s"), 1, 10, hand("123m456p789p56m111z88s")),
    "清龍": Example(hand("123m56m789m234p567s88s"), 1, 10, hand("123m56m789p234p567s88s")),
    "一般高": Example(hand("123m123m56m789p567s88s"), 1, 3, hand()),
    "兩般高": Example(hand("123m123m56m789p789p88s"), 1, 10, hand("123m123m56m789p567s88s")),
    "三般高": Example(hand("123m123m123m56m789p88s"), 1, 20, hand("123m123m56m789p567s88s")),
    "四海一家": Example(
        hand("112233m56s88s", "4s", melds="chow:123m chow:123m"), 1, 40, hand("123m123m123m56m789p88s")
    ),
    "三相逢": Example(hand("123m56m123p123s789p88s"), 1, 10, hand("123m56m123p234s789p88s")),
    "四同順": Example(hand("123m123m123p123s56p88s", "4p"), 1, 20, hand("123m123p123s56p789p88s", "4p")),
    "五同順": Example(hand("123m123m123p123p12s88s", "3s"), 1, 40, hand("123m123m123p123p45s88s", "3s")),
}

PUNGS: dict[str, Example] = {
    "明槓": Example(hand("56m789p234p88s", melds="kong:1111z added_kong:9999s"), 2, 2, hand(OPEN, melds=KONG)),
    "暗槓": Example(hand(OPEN, melds=KONG), 1, 2, hand(OPEN, melds="kong:1111z")),
    "三槓子": Example(
        hand("56m567s88s", melds=f"{KONG} kong:2222z added_kong:9999p"),
        1,
        30,
        hand("56m234p567s88s", melds=f"{KONG} kong:2222z"),
    ),
    "四槓子": Example(
        hand("56m88s", melds=f"{KONG} kong:2222z added_kong:9999p concealed_kong:3333s"),
        1,
        100,
        hand("56m567s88s", melds=f"{KONG} kong:2222z added_kong:9999p"),
    ),
    "五槓子": Example(
        hand("8s", "8s", melds=f"{KONG} kong:2222z added_kong:9999p concealed_kong:3333s kong:7777m"),
        1,
        150,
        hand("8s", "8s", melds=f"{KONG} kong:2222z added_kong:9999p concealed_kong:3333s pung:777m"),
    ),
    "老少碰": Example(hand("111p999p56m789s222z88s"), 1, 3, hand("111p999s56m789s222z88s")),
    "雙老少碰": Example(hand("111p999p56m111s999s88s"), 1, 15, hand("111p999p56m111s888s22s")),
    "兩姊妹": Example(hand("222p333p56m789s111z88s"), 1, 3, hand("222p444p56m789s111z88s")),
    "三小姊妹": Example(hand("222p444p56m789s111z33p"), 1, 8, hand("222p444p56m789s111z33s")),
    "三大姊妹": Example(hand("222p333p444p56m111z88s"), 1, 15, hand("222p333p555p56m111z88s")),
    "四小姊妹": Example(hand("222p333p555p56m111z44p"), 1, 20, hand("222p333p555p56m111z66p")),
    "四大姊妹": Example(hand("222p333p444p555p56m88s"), 1, 40, hand("222p333p444p666p56m88s")),
    "五小姊妹": Example(hand("222p333p555p666p56m44p"), 1, 60, hand("222p333p555p666p56m77p")),
    "五大姊妹": Example(hand("222p333p444p555p66p88s", "6p"), 1, 80, hand("222p333p444p555p77p88s", "7p")),
    "兩兄弟": Example(hand("222m222p56m789s111z88s"), 1, 3, hand("222m333p56m789s111z88s")),
    "三小兄弟": Example(hand("222m222p56m789s111z22s"), 1, 10, hand("222m222p56m789s111z33s")),
    "三大兄弟": Example(hand("222m222p222s56m111z88s"), 1, 15, hand("222m222p56m789s111z22s")),
    "兩暗刻": Example(hand("222p666s56m789s123p88s"), 1, 3, hand("222p66s456m789s123p88s", "6s")),
    "三暗刻": Example(hand("222p666s56m111z123p88s"), 1, 10, hand("222p66s456m111z123p88s", "6s")),
    "四暗刻": Example(hand("222p666s56m111z444z88s"), 1, 30, hand("222p66s456m111z444z88s", "6s")),
    "五暗刻": Example(
        hand("222p666s111z8s", "8s", melds="concealed_kong:4444z concealed_kong:7777m"),
        1,
        80,
        hand("222p666s111z777m444z8s", "8s"),
    ),
    "對對糊": Example(
        hand("11m88s", "8s", melds="pung:222m pung:777p pung:999s pung:111z"),
        1,
        30,
        hand("11m56s", "7s", melds="pung:222m pung:777p pung:999s pung:111z"),
    ),
    "刻刻糊": Example(hand("222p666s111z777m444z8s", "8s"), 1, 120, hand("222p666s111z777m44z88s", "8s")),
}

SHAPES: dict[str, Example] = {
    "嚦咕嚦咕": Example(hand("1144m2277p3399s111z2z", "2z"), 1, 40, hand("1144m2277p3399s1122z", "2z")),
    "八飛嚦咕": Example(hand("1144m2277p3399s1122z", "2z"), 1, 50, hand("1144m2277p3399s111z2z", "2z")),
    "三連對": Example(hand("223344m2277p111z55z3s", "3s"), 1, 3, hand("223355m2277p111z55z3s", "3s")),
    "四連對": Example(hand("22334455m22p111z55z3s", "3s"), 1, 8, hand("22334466m22p111z55z3s", "3s")),
    "五連對": Example(hand("2233445566m111z55z3s", "3s"), 1, 20, hand("2233445577m111z55z3s", "3s")),
    "六連對": Example(hand("223344556677m111z3s", "3s"), 1, 40, hand("223344556688m111z3s", "3s")),
    "七連對": Example(hand("2233445566778m111z", "8m"), 1, 80, hand("2233445566779m111z", "9m")),
    "通天雜龍": Example(hand("112233m445566p77s88s", "8s"), 1, 80, hand("112233m445566p77s99s", "9s")),
    "通天清龍": Example(hand("1122334455667788s", "8s"), 1, 240, hand("112233m445566p77s88s", "8s")),
    "十六不搭": Example(hand("147m258p369s1234567z", "1z"), 1, 60, hand("19m19p19s1234567z567m", "1z")),
    "十三么": Example(hand("19m19p19s1234567z567m", "1z"), 1, 120, hand("147m258p369s1234567z", "1z")),
}

EXAMPLES: Mapping[str, Example] = each_its_own(
    {**WINNING, **FLOWERS, **WAITS, **SUITS, **HONORS, **RETURNS, **CHOWS, **PUNGS, **SHAPES}
)
