"""The count of hk-classic: the examples of its notes, combinations, options, refusals."""

from typing import Any

import pytest

from scoring.count.alternatives import tiles_away
from scoring.count.document import score_document
from scoring.errors import ScoringError
from scoring.hand.melds import meld
from scoring.hand.tiles import read_tiles
from scoring.rules.data_files import laid
from scoring.rulesets import get_rule_set
from tests.scoring.count_helpers import KONG, ONE_TILE, OPEN, PLAIN

Document = dict[str, Any]
Rows = dict[str, tuple[int, int]]
CLASSIC = get_rule_set("hk-classic")


def hand(concealed: str = PLAIN, winning: str = "4m", **more: Any) -> Document:
    return {"rule_set": "hk-classic", **laid(concealed, winning, **more)}


def answer(concealed: str = PLAIN, winning: str = "4m", **more: Any) -> Document:
    return score_document(hand(concealed, winning, **more))


def rows(concealed: str = PLAIN, winning: str = "4m", **more: Any) -> Rows:
    return {row["name"]: (row["count"], row["value"]) for row in answer(concealed, winning, **more)["fans"]}


def names(concealed: str = PLAIN, winning: str = "4m", **more: Any) -> set[str]:
    return set(rows(concealed, winning, **more))


# 大部份糊牌註解: its own examples, in a hand with nothing to disturb them
NOTES: list[tuple[str, str, str, Rows]] = [
    ("假獨：1123 食1", "123m456m678p1123s111z", "1s", {"假獨": (1, 1)}),
    ("假獨：1123 食4不是", "123m456m678p1123s111z", "4s", {}),
    ("象眼：258 做眼", "123m56m111z789p567s55s", "4m", {"象眼": (1, 1)}),
    ("老少碰：同款一、九", "111p999p56m789s222z77s", "4m", {"老少碰": (1, 3)}),
    ("兩兄弟：碰2萬、索", "222m222s56m789p111z99p", "4m", {"兩兄弟": (1, 3)}),
    ("三小兄弟：2萬、索，一對2筒做眼", "222m222s56m789s111z22p", "4m", {"三小兄弟": (1, 10), "象眼": (1, 1)}),
    ("三大兄弟：碰2筒、索、萬", "222m222s222p56m111z99s", "4m", {"三大兄弟": (1, 15)}),
    ("兩姊妹：筒111，222", "111p222p56m789s333z99s", "4m", {"兩姊妹": (1, 3)}),
    ("三小姊妹：111，222，33", "111p222p33p56m789s333z", "4m", {"三小姊妹": (1, 8)}),
    ("三小姊妹：111，22，333", "111p22p333p56m789s333z", "4m", {"三小姊妹": (1, 8), "象眼": (1, 1)}),
    ("三大姊妹：筒111，222，333", "111p222p333p56m333z99s", "4m", {"三大姊妹": (1, 15)}),
    ("四歸一：111，123", "111p123p56m678s333z99s", "4m", {"四歸一": (1, 10)}),
    ("四歸二：123，123，11", "123p123p11p56m678s333z", "4m", {"四歸二": (1, 20), "一般高": (1, 3)}),
    ("四歸四：123，123，234，345", "123p123p234p345p56m99s", "4m", {"四歸四": (1, 40), "一般高": (1, 3)}),
    ("八歸二：111，222，123", "111p222p123p56m333z99s", "4m", {"四歸一": (2, 20), "八歸二": (1, 20), "兩姊妹": (1, 3)}),
    (
        "十二歸三：111，222，333，123",
        "111p222p333p123p56m99s",
        "4m",
        {"四歸一": (3, 30), "十二歸三": (1, 40), "三大姊妹": (1, 15)},
    ),
    ("一般高：同款123，123", "123p123p56m678s333z99s", "4m", {"一般高": (1, 3)}),
    ("兩般高：筒子123，123，萬子234，234", "123p123p234m234m56s99s", "4s", {"兩般高": (1, 10)}),
    ("三相逢：同時有123筒、索、萬", "123p123s123m56m333z99s", "4m", {"三相逢": (1, 10)}),
    ("雜龍：123萬456索789筒", "123m456s789p56m333z99s", "4m", {"雜龍": (1, 10)}),
    ("清龍可再計雜龍，不再計老少", "123m456m789m456s79p99s", "8p", {"清龍": (1, 20), "雜龍": (1, 5), "獨獨": (1, 2)}),
    ("十六不搭：147筒、259索、369萬", "147p259s369m1234567z", "1z", {"十六不搭": (1, 60)}),
    ("13.1 不搭三相逢", "147m147p147s1234567z", "1z", {"十六不搭": (1, 60), "三相逢": (1, 10)}),
    ("13.2 不搭雜龍", "147m258p369s1234567z", "1z", {"十六不搭": (1, 60), "雜龍": (1, 10)}),
    ("三連對：同款33，44，55", "334455m2277p111z66z9s", "9s", {"嚦咕嚦咕": (1, 40), "三連對": (1, 3)}),
    ("四連對：同款44，55，66，77", "44556677m22p111z66z9s", "9s", {"嚦咕嚦咕": (1, 40), "四連對": (1, 8)}),
    ("五連對：同款44，55，66，77，88", "4455667788m111z66z9s", "9s", {"嚦咕嚦咕": (1, 40), "五連對": (1, 20)}),
    (
        "六連對：同款33，44，55，66，77，88",
        "334455667788m111z9s",
        "9s",
        {"嚦咕嚦咕": (1, 40), "六連對": (1, 40), "獨獨": (1, 2)},
    ),
]
COMMON = {"門清", "無花", "無字", "無字花", "缺一門", "斷么九", "混一色", "小五門齊", "兩暗刻", "三暗刻", "四暗刻"}
COMMON |= {"爛風位牌", "正風位牌", "真平糊", "無字花平", "混帶么"}
"""Fans that these hands have besides, because they must have some groups."""


@pytest.mark.parametrize(("concealed", "winning", "expected"), [n[1:] for n in NOTES], ids=[n[0] for n in NOTES])
def test_it_counts_the_examples_of_the_notes(concealed: str, winning: str, expected: Rows) -> None:
    counted = rows(concealed, winning)
    assert {name: row for name, row in counted.items() if name not in COMMON or name in expected} == expected


@pytest.mark.parametrize("triplet", ["7", "0", "8"])
def test_it_counts_the_three_patterns_of_通天清龍(triplet: str) -> None:
    low = 1 if triplet == "7" else 2
    pairs = "".join(f"{rank}{rank}" for rank in range(low, low + 7))
    rank = int(triplet) + 1
    counted = rows(f"{pairs}{rank}{rank}s", f"{rank}s")
    assert counted["通天清龍"] == (1, 240)
    assert not {"嚦咕嚦咕", "八飛嚦咕", "七連對", "通天雜龍"} & set(counted)
    assert counted["清一色"] == (1, 80), "the basic half of 兩吃 is a flush too (K-26)"


def test_it_adds_連對_to_通天雜龍() -> None:
    counted = rows("112233m4455667788p", "8p")
    assert (counted["通天雜龍"], counted["三連對"], counted["四連對"]) == ((1, 80), (1, 3), (1, 8))
    assert "嚦咕嚦咕" not in counted
    assert "八飛嚦咕" not in counted


def test_it_does_not_know_通天_from_three_to_nine() -> None:
    counted = names("334455m66778899p22s", "2s")
    assert "八飛嚦咕" in counted
    assert not {"通天雜龍", "通天清龍"} & counted


# 10 必然並存
def test_it_counts_對對糊_without_對碰() -> None:
    counted = names("11m88s", "8s", melds="pung:222m pung:777p pung:999s pung:111z")
    assert "對對糊" in counted
    assert "對碰" not in counted
    assert "對碰" in names("11m88s", "8s", melds="pung:222m pung:777p pung:999s chow:123p")


BESIDE: list[tuple[str, Document, set[str], set[str]]] = [
    ("不求人 is the total", hand(drawn=True), {"不求人"}, {"門清", "自摸"}),
    ("刻刻糊 is concealed", hand("222p666s111z777m444z8s", "8s"), {"刻刻糊"}, {"門清", "對對糊", "五暗刻", "對碰"}),
    ("混么 beside 對對糊", hand("111m99m999p111s999s77z", "9m"), {"混么", "對對糊"}, {"混帶么", "對碰"}),
    ("清么", hand("111m99m999p111s999s11p", "9m"), {"清么", "對對糊"}, {"全帶么", "混帶么", "混么", "無字"}),
    (
        "字一色",
        hand("1112223334445z", "5z", melds="pung:666z"),
        {"字一色", "大四喜"},
        {"混么", "混帶么", "對對糊", "大三風", "正風位牌", "爛風位牌"},
    ),
    ("小四喜 keeps the winds", hand("56m44z111z222z333z789p"), {"小四喜", "正風位牌", "爛風位牌"}, {"大三風"}),
    ("大三元 has no dragons", hand("56m88p555z666z777z789p"), {"大三元"}, {"碰中發白"}),
    ("天糊", hand(drawn=True, seat="E", given="heavenly_win", discards=0), {"天糊"}, {"不求人", "門清", "七隻內"}),
    ("地糊 after 天聽", hand(given="earthly_win heavenly_ready"), {"地糊"}, {"天聽", "門清"}),
    ("人糊 after 天聽", hand(drawn=True, given="human_win heavenly_ready"), {"人糊", "天聽"}, {"不求人", "自摸"}),
    ("天聽 drawn", hand(drawn=True, given="heavenly_ready"), {"天聽", "不求人"}, {"門清", "聽牌"}),
    ("天聽 by discard", hand(given="heavenly_ready"), {"天聽"}, {"門清", "聽牌"}),
    ("聽牌 keeps 門清", hand(given="declared_ready"), {"聽牌", "門清"}, set()),
    ("海底撈魚", hand(drawn=True, given="last_tile among_last_four"), {"海底撈魚", "不求人"}, {"河底撈魚", "自摸"}),
    ("半求人", hand("8s", "8s", melds=ONE_TILE, drawn=True), {"半求人"}, {"獨獨", "自摸"}),
    ("全求人", hand("8s", "8s", melds=ONE_TILE), {"全求人"}, {"獨獨"}),
    ("三槓子", hand("56m567s88s", melds=f"{KONG} kong:2222z added_kong:9999p"), {"三槓子"}, {"明槓", "暗槓"}),
    ("七隻花", hand(flowers="1234567f"), {"七隻花"}, {"一台花", "正花", "爛花"}),
    ("八隻花 in a won hand", hand(flowers="12345678f"), {"八仙過海"}, {"七隻花", "一台花", "正花", "爛花"}),
    ("一台花 and one more", hand(flowers="12346f"), {"一台花", "正花"}, {"爛花"}),
    ("十三么", hand("19m19p19s1234567z567m", "1z"), {"十三么"}, {"門清", "小五門齊"}),
    ("十三么 and winds", hand("19m19p19s11234567z11z", "5z"), {"十三么", "混么", "正風位牌"}, {"混帶么"}),
    ("十三么 with a kong", hand("19m19p19s1234567z", "1z", melds="concealed_kong:7777m"), {"十三么", "暗槓"}, {"門清"}),
    ("四海一家", hand("112233m56s88s", "4s", melds="chow:123m chow:123m"), {"四海一家"}, {"三般高", "四同順"}),
    ("四同順", hand("123m123m123p123s56p88s", "4p"), {"四同順"}, {"一般高", "三相逢"}),
    ("四同順 with 三般高", hand("123m123m123m123p56p88s", "4p"), {"四同順", "三般高"}, {"一般高"}),
    (
        "五同順 with 四海一家",
        hand("112233m12p88s", "3p", melds="chow:123m chow:123m"),
        {"五同順", "四海一家"},
        {"四同順"},
    ),
    ("三般高 with 一般高", hand("123m123m123m45p456p88s", "6p"), {"三般高", "一般高"}, {"兩般高"}),
    ("清龍 with 老少上 of another suit", hand("123m456m789m123p79p88s", "8p"), {"清龍", "老少上"}, {"雙老少上"}),
    ("雙老少上", hand("123m789m123p79p456s88s", "8p"), {"雙老少上"}, {"老少上"}),
    ("五小姊妹 and no others", hand("222p333p555p666p56m44p"), {"五小姊妹"}, {"兩姊妹", "三小姊妹", "四小姊妹"}),
    ("三大姊妹 and 兩姊妹", hand("111p222p333p555p66p88s", "6p"), {"三大姊妹", "兩姊妹"}, {"三小姊妹"}),
    ("兩姊妹 at both ends", hand("111p222p555p666p56m99m"), {"兩姊妹"}, {"三小姊妹"}),
    ("三大兄弟 and 兩兄弟", hand("222m222p222s555m55p88s", "5p"), {"三大兄弟", "兩兄弟"}, {"三小兄弟"}),
    ("無字 beside 真平糊", hand(flowers="1f"), {"真平糊", "無字"}, {"無字花平"}),
    ("無字花 beside 清一色", hand("222m345m456m678m99m78m", "9m"), {"清一色", "無字花"}, {"無字", "缺一門"}),
]  # fmt: skip


@pytest.mark.parametrize(("document", "there", "gone"), [b[1:] for b in BESIDE], ids=[b[0] for b in BESIDE])
def test_it_counts_some_fans_beside_others_and_some_not(document: Document, there: set[str], gone: set[str]) -> None:
    counted = {row["name"] for row in score_document(document)["fans"]}
    assert there <= counted
    assert not gone & counted


def test_it_counts_a_wind_of_seat_and_round_once() -> None:
    assert rows("123m56m789p111z222z88s", seat="E", round="E")["正風位牌"] == (1, 2)
    assert rows("123m56m789p111z222z88s", seat="E", round="E")["爛風位牌"] == (1, 1)


@pytest.mark.parametrize(
    ("words", "flowers", "kongs", "expected"),
    [
        ("flower kong flower", "13f", 1, {"花上摸X2": (1, 10), "槓上花上摸": (1, 10)}),
        ("kong flower kong", "1f", 2, {"槓上摸X2": (1, 20), "花上槓上摸": (1, 10)}),
        ("kong kong flower", "1f", 2, {"花上摸": (1, 3), "槓上花上摸": (1, 10)}),
        ("flower flower flower flower flower flower", "123567f", 0, {"花上摸Xn": (1, 80)}),
    ],
)
def test_it_climbs_the_ladder_of_the_kind_drawn_last(words: str, flowers: str, kongs: int, expected: Rows) -> None:
    melds = " ".join(["concealed_kong:1111z", "concealed_kong:2222z"][:kongs])
    concealed = [PLAIN, OPEN, "56m234p567s88s"][kongs]
    counted = rows(concealed, drawn=True, melds=melds, tail=words, flowers=flowers)
    assert {name: row for name, row in counted.items() if "上" in name and "摸" in name} == expected
    assert "自摸" not in counted
    assert "不求人" in counted


def test_it_counts_大雞_by_discard_and_own_draw_when_all_else_is_one() -> None:
    chicken = {"concealed": "34s44z", "winning": "5s", "melds": "pung:777m chow:234m chow:567p chow:789s"}
    assert rows(**chicken, flowers="1f") == {"爛花": (1, 1), "大雞": (1, 10)}
    assert rows(**chicken, flowers="2f") == {"正花": (1, 2)}
    assert rows(**chicken) == {"無花": (1, 1), "大雞": (1, 10)}
    assert rows(**chicken, drawn=True) == {"無花": (1, 1), "自摸": (1, 1)}
    assert "大雞" not in rows(**chicken, winners=2)


# 四絕、八絕
def test_it_counts_四絕_on_a_single_wait_only_and_not_for_a_robbed_kong() -> None:
    single = {"concealed": "123m46m789p234p567s88s", "winning": "5m"}
    assert rows(**single, visible="555m")["四絕"] == (1, 5)
    assert "獨獨" not in rows(**single, visible="555m")
    assert "四絕" not in names(**single, visible="555m", drawn=True)
    assert "四絕" not in names(**single, visible="555m", given="robbed_kong")
    assert "四絕" not in names(visible="444m"), "4 and 7 both win"


def test_it_counts_own_copies_for_四絕_but_wants_one_on_the_table() -> None:
    assert "四絕" in names("44566m789p234p567s88s", "5m", visible="55m")
    assert "獨獨" in names("46m789p234p567s88s", "5m", melds="pung:555m")
    assert "四絕" not in names("46m789p234p567s88s", "5m", melds="pung:555m")


def test_it_counts_八絕_of_the_note() -> None:
    two_sided = {"concealed": "123m67p111m789s234s99s", "winning": "8p"}
    assert rows(**two_sided, visible="5555p888p")["八絕"] == (1, 10)
    assert "八絕" not in names(**two_sided, visible="555p888p"), "a 5 is left"
    assert "八絕" not in names(**two_sided, visible="5555p88p"), "an 8 is left"
    assert "八絕" not in names(**two_sided, visible="5555p888p", drawn=True)


# 嚦咕、兩吃
def test_it_counts_八飛_in_the_place_of_嚦咕() -> None:
    assert "嚦咕嚦咕" not in names("1144m2277p3399s1122z", "2z")
    assert "八飛嚦咕" not in names("1144m2277p3399s111z2z", "2z")


def test_it_counts_two_runs_from_doubled_pairs() -> None:
    assert rows("111122223333m5577z", "7z")["三連對"] == (2, 6)


def test_it_adds_both_halves_of_兩吃() -> None:
    both = answer("112233m112233p1122z", "2z", drawn=True)
    assert both["shape"] == "basic+seven_pairs"
    counted = {row["name"]: (row["count"], row["value"]) for row in both["fans"]}
    assert (counted["不求人"], counted["無花"]) == ((2, 10), (2, 2))
    assert (counted["八飛嚦咕"], counted["三連對"]) == ((1, 50), (2, 6))
    assert not {"一般高", "兩般高"} & set(counted), "they are made of the pairs of 連對"


def test_it_counts_門清_in_the_basic_half_only() -> None:
    assert rows("112233m112233p1122z", "2z")["門清"] == (1, 3)


def test_it_counts_一般高_in_兩吃_where_its_tiles_are_no_連對() -> None:
    outside = answer("112233344556666m9p", "9p")
    assert outside["shape"] == "basic+seven_pairs"
    counted = {row["name"]: row["count"] for row in outside["fans"]}
    assert (counted["一般高"], counted["三連對"]) == (1, 1), "333 is the triplet and 456 the run"


@pytest.mark.parametrize(("eyes", "there"), [("5", False), ("8", True)])
def test_it_counts_象眼_in_兩吃_where_the_pair_is_in_no_連對(eyes: str, there: bool) -> None:
    told = answer(f"223344{eyes}m777p667788s", f"{eyes}m")
    assert told["shape"] == "basic+seven_pairs"
    assert ("象眼" in {row["name"] for row in told["fans"]}) == there


# 十六不搭
def test_it_wants_the_pair_of_十六不搭_among_the_honours() -> None:
    with pytest.raises(ScoringError) as refused:
        answer("147m258p369s123456z1m", "7z")
    assert refused.value.code == "not_a_winning_hand"
    assert answer("147m258p369s1234567z", "3z")["waits"] == "1234567z"
    assert answer("147m258p36s11234567z", "9s")["waits"] == "9s"


def test_it_counts_the_straight_of_十六不搭_open_if_its_tile_is_anothers() -> None:
    assert rows("147m258p36s11234567z", "9s")["雜龍"] == (1, 5)
    assert rows("147m258p36s11234567z", "9s", drawn=True)["雜龍"] == (1, 10)


def test_it_tells_what_sixteen_unrelated_tiles_wait_for() -> None:
    waiting = tiles_away(read_tiles("147m258p369s1234567z"), [], CLASSIC)
    assert waiting.waits == tuple(range(27, 34))
    assert tiles_away(read_tiles("147m258p369s1234567z1m"), [], CLASSIC).stage == "cannot_win"
    assert tiles_away(read_tiles("147m258p369s11234567z"), [], CLASSIC).stage == "complete"
    assert tiles_away(read_tiles("19m19p19s11234567z"), [meld("concealed_kong", 4)], CLASSIC).stage == "complete"


# 花糊
@pytest.mark.parametrize(
    ("winning", "flowers", "drawn", "expected"),
    [
        ("8f", "1234567f", True, {"八仙過海": (1, 40)}),
        ("8f", "1234567f", False, {"七搶一": (1, 30)}),
        ("8f", "1f", False, {"一搶七": (1, 30)}),
    ],
)
def test_it_declares_花糊_whatever_the_tiles_are(winning: str, flowers: str, drawn: bool, expected: Rows) -> None:
    told = answer("1357m2468p1357s1234z", winning, flowers=flowers, drawn=drawn, given="flower_win")
    assert {row["name"]: (row["count"], row["value"]) for row in told["fans"]} == expected
    assert told["shape"] == "flowers"


# K-3
def test_it_adds_八歸二_and_十二歸三_to_the_returns_or_puts_them_in_their_place() -> None:
    two = hand("111p222p123p56m333z99s")
    three = hand("111p222p333p123p56m99s")
    instead = {"options": {"K-3": "instead"}}
    assert _rows(two)["四歸一"] == (2, 20)
    assert "四歸一" not in _rows(two | instead)
    assert _rows(two | instead)["八歸二"] == (1, 20)
    assert _rows(three | instead)["十二歸三"] == (1, 40)
    assert not {"四歸一", "八歸二"} & set(_rows(three | instead))


def _rows(document: Document) -> Rows:
    return {row["name"]: (row["count"], row["value"]) for row in score_document(document)["fans"]}


def test_it_leaves_other_returns_where_八歸二_takes_two_into_itself() -> None:
    other = hand("111p222p123p999s78s99m", "9s") | {"options": {"K-3": "instead"}}
    assert _rows(other)["四歸一"] == (1, 5)
    assert _rows(other)["八歸二"] == (1, 20)


# K-34
def test_it_lets_claims_come_before_人聽_and_a_暗槓_before_地聽() -> None:
    claimed = hand("56m234p567s88s", melds="chow:123m pung:999p", given="human_ready")
    konged = hand("56m123m234p567s88s", melds="concealed_kong:9999p", seat="E", given="earthly_ready")
    assert _rows(claimed)["人聽"] == (1, 30)
    assert _rows(konged)["地聽"] == (1, 30)


def test_the_first_draw_of_人糊_may_come_late_while_others_claim() -> None:
    """East, South, West discard, East claims West's tile, and all three discard once more before North draws."""
    late = hand(drawn=True, seat="N", given="human_win", discards=5)
    assert _rows(late) == {"人糊": (1, 120), "無字花平": (1, 15), "象眼": (1, 1)}


IMPOSSIBLE: list[tuple[str, Document]] = [
    ("of another rule set", hand(given="one_shot declared_ready")),
    ("of another rule set", hand(given="robbed_concealed_kong")),
    ("of another rule set", hand(given="last_discard")),
    ("of another rule set", hand(drawn=True, flowers="12345678f", given="dealt_flowers")),
    ("天聽 of the dealer", hand(seat="E", given="heavenly_ready")),
    ("地聽 of another", hand(given="earthly_ready")),
    ("地聽 after a claim", hand("56m234p567s88s", melds="chow:123m pung:999p", seat="E", given="earthly_ready")),
    ("人聽 of the dealer", hand(seat="E", given="human_ready")),
    ("人糊 of the dealer", hand(seat="E", drawn=True, given="human_win")),
    ("人糊 by discard", hand(given="human_win")),
    ("人糊 after a kong", hand(OPEN, melds=KONG, drawn=True, given="human_win")),
    ("人糊 after a claim", hand("56m789p234p567s88s", melds="chow:123m", drawn=True, given="human_win")),
    ("人糊 after 人聽, which follows the first draw", hand(drawn=True, given="human_win human_ready")),
    ("人糊 among the last four", hand(drawn=True, given="human_win among_last_four")),
    ("河底 by discard", hand(given="among_last_four")),
    ("a second kong robbed, and none was", hand(robbed_in_a_row=2)),
    ("a kong after 聽牌", hand(OPEN, melds=KONG, drawn=True, given="declared_ready", tail="kong")),
    ("花糊 with six flowers", hand(winning="8f", flowers="123456f", given="flower_win")),
    ("花糊 with one flower drawn", hand(winning="8f", flowers="1f", given="flower_win", drawn=True)),
    ("花糊 with two and six robbed", hand(winning="8f", flowers="12f", given="flower_win")),
    ("花糊 with a tile", hand(flowers="1234567f", given="flower_win")),
]


@pytest.mark.parametrize("document", [case[1] for case in IMPOSSIBLE], ids=[case[0] for case in IMPOSSIBLE])
def test_it_refuses_circumstances_that_cannot_be(document: Document) -> None:
    with pytest.raises(ScoringError) as refused:
        score_document(document)
    assert refused.value.code == "impossible_circumstance"


@pytest.mark.parametrize("options", [{"K-3": "both"}, {"K-1": "total"}, {"L-1": "all"}])
def test_it_refuses_options_that_it_does_not_have(options: dict[str, str]) -> None:
    with pytest.raises(ScoringError) as refused:
        score_document(hand() | {"options": options})
    assert refused.value.code == "bad_option"


def test_it_counts_in_番_without_a_底_row() -> None:
    told = answer()
    assert (told["unit"], told["limit"], told["meets_minimum"]) == ("番", False, True)
    assert "底" not in {row["name"] for row in told["fans"]}
    assert sum(row["value"] for row in told["fans"]) == told["total"]
