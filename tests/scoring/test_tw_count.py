"""The counts of tw-club and tw-sixteen: the examples of the texts, what counts beside what, 花胡 in all its forms."""

from collections.abc import Callable

import pytest

from scoring.count import count
from scoring.count.document import score_document, winning_hand_from_document
from scoring.errors import ScoringError
from scoring.hand.tiles import read_tiles
from scoring.rulesets import get_rule_set
from tests.scoring.count_helpers import ONE_TILE, OPEN, PLAIN, Document, club, rows, sixteen

ALL_FLOWERS = "12345678f"
INCOMPLETE = "1357m2468p1357s1234z"

Tai = dict[str, int]


def tai(document: Document) -> Tai:
    """{name: value} of a document's count."""
    return {name: value for name, (_, value) in rows(document).items()}


# 計台名堂: the examples of the text. Suits are not told there and some digits are lost; what stands here fills them in.
SIXTEEN_EXAMPLES: list[tuple[str, Document, Tai]] = [
    (
        "對對胡",
        sixteen("222666m555p11666s22z", "1s", seat="W"),
        {"門清": 1, "對對胡": 4, "四暗坎": 6},
    ),
    ("獨聽 中洞", sixteen("333567789m23444p46s", "5s"), {"門清": 1, "獨聽": 1}),
    ("獨聽 站壁", sixteen("111234678m12p44567s", "3p"), {"門清": 1, "獨聽": 1}),
    ("獨聽 單釣", sixteen("234456m667788p222s9s", "9s"), {"門清": 1, "獨聽": 1}),
    (
        "字一色 大三元",
        sixteen("111333777555z66z44z", "6z"),
        {"門清": 1, "字一色": 12, "大三元": 8, "四暗坎": 6, "風字坎": 1},
    ),
    (
        "字一色 小三元",
        sixteen("111333777555z66z44z", "4z"),
        {"門清": 1, "字一色": 12, "小三元": 4, "四暗坎": 6, "風字坎": 1},
    ),
    ("清一色", sixteen("1112334456667788s", "9s"), {"門清": 1, "清一色": 12}),
    (
        "湊一色",
        sixteen("34567888m777z222z33z", "2m"),
        {"門清": 1, "湊一色": 4, "三暗坎": 2, "箭字坎": 1, "風字坎": 1},
    ),
    ("三暗坎", sixteen("444678m555p78s666z99p", "6s"), {"門清": 1, "三暗坎": 2, "箭字坎": 1}),
    ("四暗坎", sixteen("222m888p11123s111z55z", "4s"), {"門清": 1, "四暗坎": 6, "風字坎": 1}),
    ("五暗坎", sixteen("111666m3338p777s777z", "8p"), {"五暗坎": 16, "箭字坎": 1, "獨聽": 1}),
    (
        "五暗坎 自摸",
        sixteen("111666m3338p777s777z", "8p", drawn=True),
        {"五暗坎": 16, "箭字坎": 1, "獨聽": 1, "不求.自摸": 2},
    ),
    ("大四喜", sixteen("678m33p111222333z44z", "4z"), {"門清": 1, "大四喜": 16, "三暗坎": 2}),
    (
        "小四喜",
        sixteen("77444s111z22z333444z", "7s", seat="N", round="W"),
        {"門清": 1, "小四喜": 8, "風字坎": 2, "對對胡": 4, "湊一色": 4, "四暗坎": 6},
    ),
    ("大三元", sixteen("23m56799p777666555z", "1m"), {"門清": 1, "大三元": 8, "三暗坎": 2}),
    ("小三元", sixteen("456777m789s777z66z55z", "5z"), {"門清": 1, "小三元": 4}),
    ("嚦咕嚦咕 單釣", sixteen("224499p33777s1m1111z", "1m"), {"嚦咕嚦咕": 8, "獨聽": 1}),
    ("嚦咕嚦咕 聽二洞 +3", sixteen("33377m116677p555s66z", "3m"), {"嚦咕嚦咕": 8}),
    ("嚦咕嚦咕 聽二洞 +5", sixteen("33377m116677p555s66z", "5s"), {"嚦咕嚦咕": 8}),
    ("嚦咕嚦咕 +中", sixteen("113344667799m22z77z", "7z"), {"嚦咕嚦咕": 8, "湊一色": 4, "箭字坎": 1}),
]


@pytest.mark.parametrize(
    ("document", "expected"), [case[1:] for case in SIXTEEN_EXAMPLES], ids=[case[0] for case in SIXTEEN_EXAMPLES]
)
def test_it_counts_the_examples_of_the_table_of_tw_sixteen(document: Document, expected: Tai) -> None:
    assert tai(document) == expected
    assert score_document(document)["total"] == sum(expected.values())


@pytest.mark.parametrize(
    ("document", "number"),
    [
        (sixteen("1112334456667788s", "9s"), 7),  # 清一色: 此牌聽七洞
        (sixteen("33377m116677p555s66z", "3m"), 2),  # 嚦咕: 聽二洞
        (sixteen("113344667799m22z77z", "7z"), 8),  # 嚦咕: 聽八洞
    ],
)
def test_it_waits_for_as_many_kinds_as_the_text_says(document: Document, number: int) -> None:
    assert len(read_tiles(score_document(document)["waits"])) == number


# 八仙過海: 槓開1 自摸1 紅中1 湊一色4 四暗坎5 滿花8 = 20 in the text; by its table 四暗坎 is 6 (T-1), and 門清一摸三
# counts (T-10)
EIGHT = sixteen("23444555777s44z777z", "1s", drawn=True, flowers=ALL_FLOWERS, given="flower_win")
EIGHT_ROWS = {
    "槓上開花": 1, "門清": 1, "不求.自摸": 2, "箭字坎": 1, "湊一色": 4, "四暗坎": 6, "八仙過海": 8,
}  # fmt: skip
# 七搶一 (南風圈上家開門): 槓開1 發財1 南風南2 碰碰胡4 湊一色4 四暗坎5 七搶一8 = 25 in the text; 四暗坎 is 6 (T-1)
ROBBED = sixteen(
    "11444555777s66z", "6z", melds="pung:222z", seat="S", round="S", flowers="1234568f", given="flower_win"
)
ROBBED_ROWS = {
    "槓上開花": 1, "箭字坎": 1, "風字坎": 2, "對對胡": 4, "湊一色": 4, "四暗坎": 6, "七搶一": 8,
}  # fmt: skip


def test_it_counts_the_examples_of_花胡_that_complete_the_hand() -> None:
    assert tai(EIGHT) == EIGHT_ROWS
    assert tai(ROBBED) == ROBBED_ROWS


def test_it_counts_七搶一_by_the_holder_of_six_as_an_own_draw_with_seven_flowers() -> None:
    # 西風圈對家開門, 春秋冬 梅蘭菊竹: 槓開1 一摸三3 白板1 西風西2 四暗坎5 (6, T-1), flowers 1 + 2. The text prints
    # eighteen tiles, so those besides the four pungs stand here for others.
    document = sixteen(
        "34m55p888999s333z555z", "2m", drawn=True, seat="W", round="W", flowers="1345678f", tail="flower"
    )
    assert tai(document) == {
        "槓上開花": 1, "門清": 1, "不求.自摸": 2, "箭字坎": 1, "風字坎": 2, "四暗坎": 6, "花牌": 1, "花槓": 2,
    }  # fmt: skip


@pytest.mark.parametrize("set_", [club, sixteen])
def test_it_counts_only_the_flowers_of_a_花胡_that_does_not_complete_the_hand(set_: Callable[..., Document]) -> None:
    eight = set_(INCOMPLETE, "9s", drawn=True, flowers=ALL_FLOWERS, given="flower_win")
    robbed = set_(INCOMPLETE, "9s", flowers="1345678f", given="flower_win", tail="flower")
    assert (tai(eight), tai(robbed)) == ({"八仙過海": 8}, {"七搶一": 8})
    answer = score_document(eight)
    assert (answer["total"], answer["shape"], answer["reading"], answer["waits"]) == (8, "flowers", [], "")


@pytest.mark.parametrize("given", ["dealt_flowers", "flower_win dealt_flowers"])
def test_it_counts_twelve_for_a_花胡_as_dealt(given: str) -> None:
    eight = sixteen(INCOMPLETE, "9s", drawn=True, flowers=ALL_FLOWERS, given=given)
    robbed = sixteen(INCOMPLETE, "9s", flowers="1234567f", given=given)
    assert tai(eight) == tai(robbed) == {"配牌花胡": 12}


def test_it_takes_the_first_draw_of_配牌花胡_for_a_replacement_unless_an_event_does_not() -> None:
    document = {**EIGHT, "circumstances": ["dealt_flowers"]}
    counted = {name: value for name, value in EIGHT_ROWS.items() if name != "八仙過海"} | {"配牌花胡": 12}
    assert tai(document) == counted
    del counted["槓上開花"]
    assert tai({**document, "options": {"T-15": "first_draw"}}) == counted
    said = {**document, "options": {"T-15": "first_draw"}, "replacements": ["flower"]}
    assert tai(said) == counted | {"槓上開花": 1}


def test_it_counts_the_hand_of_a_花胡_in_tw_club_too() -> None:
    eight = club(PLAIN, "4m", drawn=True, flowers=ALL_FLOWERS, given="flower_win")
    assert tai(eight) == {"八仙過海": 8, "槓上開花": 1, "門清": 1, "不求": 1, "自摸": 1}
    robbed = {**ROBBED, "rule_set": "tw-club", "round_wind": "E"}
    assert tai(robbed) == {
        "七搶一": 8, "槓上開花": 1, "風牌": 1, "三元牌": 1, "碰碰胡": 4, "混一色": 4, "四暗刻": 5,
    }  # fmt: skip


def test_it_counts_eight_flowers_that_were_kept_as_滿花_or_as_two_花槓() -> None:
    kept = {"drawn": True, "flowers": ALL_FLOWERS, "tail": "flower"}
    assert tai(sixteen(PLAIN, "4m", **kept)) == {"滿花": 8, "槓上開花": 1, "門清": 1, "不求.自摸": 2}
    assert rows(club(PLAIN, "4m", **kept))["花槓"] == (2, 4)


OPEN_ONE = ONE_TILE.replace("555z", "999m")
"""Five claimed melds without honours."""
FOUR_FOURS = "pung:444m chow:456m chow:123p"
"""Every 4m is there, so that 23m waits for 1m alone."""
ROUND = "56m789p567s88s"
"""With 4m and two melds."""
SELF_DRAWN = {"門清": 1, "不求": 1, "自摸": 1}

# 台灣16張麻將台數計算, line by line
CLUB_LINES: dict[str, tuple[Document, Tai]] = {
    "no 台 at all": (club(OPEN, "4m", melds="chow:123m", flowers="1f"), {}),
    "門清一摸三": (club(PLAIN, "4m", drawn=True), SELF_DRAWN),
    "平胡, 門清則加一台": (club(PLAIN, "4m"), {"平胡": 2, "門清": 1}),
    "平胡 with a claim": (club(OPEN, "4m", melds="chow:123m"), {"平胡": 2}),
    "平胡 on a robbed kong": (club(PLAIN, "4m", given="robbed_kong"), {"平胡": 2, "門清": 1, "搶槓": 1}),
    "another's flower, no 平胡": (club(PLAIN, "4m", flowers="1f"), {"門清": 1}),
    "a pair of honours, no 平胡": (club("123m56m789p234p567s11z", "4m"), {"門清": 1}),
    "a pair wait of two kinds, no 平胡": (club("1232345m789p234p567s", "5m"), {"門清": 1}),
    "one side used up, none of the three": (club("23m789p88s", "1m", melds=FOUR_FOURS), {}),
    "邊張: 一萬二萬胡三萬": (club("12m567m789p234p88s123s", "3m"), {"門清": 1, "邊張": 1}),
    "中洞: 二索四索胡三索": (club("24s567m789p234p88m123p", "3s"), {"門清": 1, "中洞": 1}),
    "單吊: 單支紅中胡紅中": (club("123567m789p234p567s7z", "7z"), {"門清": 1, "單吊": 1}),
    "全求": (club("8s", "8s", melds=OPEN_ONE), {"全求": 2}),
    "an open kong, 全求": (club("8s", "8s", melds=OPEN_ONE.replace("pung:999m", "kong:9999m")), {"全求": 2}),
    "a concealed kong, no 全求": (
        club("8s", "8s", melds=OPEN_ONE.replace("pung:999m", "concealed_kong:9999m")), {"單吊": 1},
    ),
    "an own draw, no 全求": (club("8s", "8s", melds=OPEN_ONE, drawn=True), {"自摸": 1, "單吊": 1}),
    "風牌 and 風圈": (club(ROUND, "4m", melds="pung:222z pung:111z"), {"風牌": 1, "風圈": 1}),
    "one wind that is both": (club(ROUND, "4m", melds="pung:222z chow:123m", round="S"), {"風牌": 1, "風圈": 1}),
    "花槓 in place of its 花牌": (
        club(PLAIN, "4m", drawn=True, flowers="12346f"), {**SELF_DRAWN, "花槓": 2, "花牌": 1},
    ),
    "槓上開花 with the last tile": (
        club(PLAIN, "4m", drawn=True, flowers="1f", tail="flower", given="last_tile"),
        {**SELF_DRAWN, "槓上開花": 1, "海底撈月": 1},
    ),
    "天胡": (club(PLAIN, "4m", drawn=True, seat="S", dealer=True, given="heavenly_win"), {"天胡": 16, "自摸": 1}),
    "地胡 after 天聽": (
        club(PLAIN, "4m", drawn=True, given="heavenly_ready earthly_win"), {"地胡": 16, "自摸": 1},
    ),
    "地胡 after a concealed kong": (
        club(OPEN, "4m", drawn=True, melds="concealed_kong:3333z", given="earthly_win", tail="kong"),
        {"地胡": 16, "自摸": 1, "槓上開花": 1},
    ),
    "人胡 after 天聽": (club(PLAIN, "4m", flowers="1f", given="heavenly_ready human_win"), {"人胡": 16}),
    "人胡 after 地聽": (club(PLAIN, "4m", flowers="1f", given="earthly_ready human_win"), {"人胡": 16}),
    "天聽 self-drawn": (club(PLAIN, "4m", drawn=True, given="heavenly_ready"), {"天聽": 8, "不求": 1, "自摸": 1}),
    "地聽 by the dealer": (club(PLAIN, "4m", seat="E", flowers="2f", given="earthly_ready"), {"地聽": 4}),
    "四暗刻 beside 碰碰胡": (
        club("222p666s11m111z444z88s", "8s"), {"門清": 1, "四暗刻": 5, "碰碰胡": 4, "風圈": 1},
    ),
    "五暗刻, 門清 and 碰碰胡 stay": (
        club("222p666s11m111z444z88s", "8s", drawn=True),
        {"五暗刻": 8, "碰碰胡": 4, "門清": 1, "不求": 1, "自摸": 1, "風圈": 1},
    ),
    "小四喜 with its winds": (
        club("56m11z", "4m", melds="pung:222z pung:333z pung:444z chow:789p", round="W"),
        {"小四喜": 8, "風牌": 1, "風圈": 1},
    ),
    "大四喜 without": (club("56m88s", "4m", melds="pung:222z pung:333z pung:444z kong:1111z"), {"大四喜": 16}),
    "小三元": (club("56m789p567s77z", "4m", melds="pung:555z pung:666z"), {"小三元": 4}),
    "字一色 beside 大三元": (
        club("11z77z", "7z", melds="pung:222z pung:333z pung:555z pung:666z"), {"字一色": 16, "大三元": 8},
    ),
    "字一色 without 小三元": (club("11z77z", "1z", melds="pung:222z pung:333z pung:555z pung:666z"), {"字一色": 16}),
    "字一色 beside 大四喜": (
        club("11z77z", "1z", melds="pung:222z pung:333z pung:444z pung:666z"), {"字一色": 16, "大四喜": 16},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("document", "expected"), CLUB_LINES.values(), ids=CLUB_LINES)
def test_it_counts_the_lines_of_the_table_of_tw_club(document: Document, expected: Tai) -> None:
    assert tai(document) == expected
    assert score_document(document)["total"] == sum(expected.values())


# what the lines of 計台名堂 say beside their examples
SIXTEEN_LINES: dict[str, tuple[Document, Tai]] = {
    "no 台 at all": (sixteen(OPEN, "4m", melds="chow:123m", flowers="1f"), {}),
    "門清一摸三": (sixteen(PLAIN, "4m", drawn=True), {"門清": 1, "不求.自摸": 2}),
    "全求 加計獨聽": (sixteen("8s", "8s", melds=OPEN_ONE), {"全求": 2, "獨聽": 1}),
    "半求 含獨聽.自摸": (sixteen("8s", "8s", melds=OPEN_ONE, drawn=True), {"半求": 1, "獨聽": 1, "自摸": 1}),
    "a concealed kong, no 半求": (
        sixteen("8s", "8s", melds=OPEN_ONE.replace("pung:999m", "concealed_kong:9999m"), drawn=True),
        {"獨聽": 1, "自摸": 1},
    ),
    "平胡, 允許門清加一台": (sixteen(PLAIN, "4m"), {"平胡": 2, "門清": 1}),
    "平胡 on a pair wait of two kinds": (sixteen("1232345m789p234p567s", "5m"), {"平胡": 2, "門清": 1}),
    "獨聽 with one side used up": (sixteen("23m789p88s", "1m", melds=FOUR_FOURS), {"獨聽": 1}),
    "風字坎 合開門序又合圈序": (sixteen(ROUND, "4m", melds="pung:222z chow:123m", round="S"), {"風字坎": 2}),
    "花牌, 花槓": (sixteen(PLAIN, "4m", flowers="12346f"), {"門清": 1, "花槓": 2, "花牌": 1}),
    "字一色 with 大四喜 less 4": (
        sixteen("11z77z", "1z", melds="pung:222z pung:333z pung:444z pung:666z"),
        {"字一色": 12, "大四喜": 16, "箭字坎": 1},
    ),
    "字一色 with 小四喜 less 4": (
        sixteen("11z66z", "6z", melds="pung:222z pung:333z pung:444z pung:555z"),
        {"字一色": 12, "小四喜": 8, "箭字坎": 2, "風字坎": 1},
    ),
    "字一色 of 嚦咕嚦咕": (
        sixteen("1111223344556677z", "7z"), {"字一色": 16, "嚦咕嚦咕": 8, "箭字坎": 1},
    ),
    "天聽, 自摸加計不求": (sixteen(PLAIN, "4m", drawn=True, given="heavenly_ready"), {"天聽": 8, "不求.自摸": 2}),
    "地聽一發": (sixteen(PLAIN, "4m", given="earthly_one_shot"), {"地聽一發": 8, "平胡": 2}),
    "天胡 after a concealed kong": (
        sixteen(OPEN, "4m", drawn=True, seat="E", melds="concealed_kong:3333z", given="heavenly_win", tail="kong"),
        {"天胡": 16, "槓上開花": 1},
    ),
    "地胡": (sixteen(PLAIN, "4m", drawn=True, given="heavenly_ready earthly_win"), {"地胡": 16}),
    "人胡": (sixteen(PLAIN, "4m", flowers="1f", given="heavenly_ready human_win"), {"人胡": 16}),
    "海底撈月 after a kong": (
        sixteen(OPEN, "4m", drawn=True, melds="concealed_kong:3333z", given="last_tile", tail="kong"),
        {"門清": 1, "不求.自摸": 2, "槓上開花": 1, "海底撈月": 1},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("document", "expected"), SIXTEEN_LINES.values(), ids=SIXTEEN_LINES)
def test_it_counts_the_lines_of_the_table_of_tw_sixteen(document: Document, expected: Tai) -> None:
    assert tai(document) == expected
    assert score_document(document)["total"] == sum(expected.values())


def test_it_takes_the_higher_of_嚦咕嚦咕_and_five_melds() -> None:
    both = sixteen("112233m112233p1122z", "2z")
    answer = score_document(both)
    assert (answer["shape"], tai(both)) == ("seven_pairs", {"嚦咕嚦咕": 8, "風字坎": 1})


def test_it_knows_no_嚦咕嚦咕_where_an_event_plays_without() -> None:
    without = get_rule_set("tw-sixteen", settings={"seven_pairs": False})
    document = sixteen("112233m112233p1122z", "2z")
    score = count(winning_hand_from_document(document, without), without)
    assert (score.shape, {row.name: row.value for row in score.fans}) == ("basic", {"門清": 1, "風字坎": 1})
    with pytest.raises(ScoringError, match="not_a_winning_hand"):
        count(winning_hand_from_document(sixteen("224499p33777s1m1111z", "1m"), without), without)


def test_it_judges_獨聽_by_the_shapes_that_an_event_plays() -> None:
    # as five melds and a pair these wait for 3m alone, as 嚦咕嚦咕 for 1p and 3p besides
    without = get_rule_set("tw-sixteen", settings={"seven_pairs": False})
    document = sixteen("11112222m11222233p", "3m")
    score = count(winning_hand_from_document(document, without), without)
    assert "獨聽" in {row.name for row in score.fans}
    assert "獨聽" not in tai(document)


def test_it_tells_what_does_not_count_beside_字一色_and_大四喜() -> None:
    document = sixteen("11z77z", "1z", melds="pung:222z pung:333z pung:444z pung:666z")
    score = count(winning_hand_from_document(document, get_rule_set("tw-sixteen")), get_rule_set("tw-sixteen"))
    assert ("對對胡", "字一色") in {(gone.name, gone.by) for gone in score.removed}
    assert ("風字坎", "大四喜") in {(gone.name, gone.by) for gone in score.removed}


def test_it_never_takes_more_off_than_a_fan_is_worth() -> None:
    rules = get_rule_set("tw-sixteen", values={"字一色": 3})
    document = sixteen("11z77z", "1z", melds="pung:222z pung:333z pung:444z pung:666z")
    assert count(winning_hand_from_document(document, rules), rules).total == 16 + 1  # 大四喜, 箭字坎


KONG = "concealed_kong:3333z"

IMPOSSIBLE: list[tuple[str, Document]] = [
    (f"{name}: {why}", set_(*tiles, **more))
    for name, set_ in (("tw-club", club), ("tw-sixteen", sixteen))
    for why, tiles, more in [
        ("叮 has no place", (PLAIN, "4m"), {"given": "declared_ready"}),
        ("一發 has no place", (PLAIN, "4m"), {"given": "heavenly_ready one_shot"}),
        ("人叮 has no place", (PLAIN, "4m"), {"given": "human_ready"}),
        ("no concealed kong is robbed", (PLAIN, "4m"), {"given": "robbed_concealed_kong"}),
        ("天聽 by the dealer", (PLAIN, "4m"), {"seat": "E", "given": "heavenly_ready"}),
        ("天聽 by the dealer at another seat", (PLAIN, "4m"), {"dealer": True, "given": "heavenly_ready"}),
        ("天聽 after a claim", (OPEN, "4m"), {"melds": "chow:123m", "given": "heavenly_ready"}),
        ("地聽 after an own open kong", (OPEN, "4m"), {"melds": "kong:3333z", "given": "earthly_ready"}),
        ("天聽 and 地聽", (PLAIN, "4m"), {"given": "heavenly_ready earthly_ready"}),
        ("天胡 by another", (PLAIN, "4m"), {"drawn": True, "seat": "S", "given": "heavenly_win"}),
        ("天胡 by a dealer who is said not to be", (PLAIN, "4m"),
         {"drawn": True, "seat": "E", "dealer": False, "given": "heavenly_win"}),
        ("天胡 on a discard", (PLAIN, "4m"), {"seat": "E", "given": "heavenly_win"}),
        ("天胡 after a claim", (OPEN, "4m"),
         {"drawn": True, "seat": "E", "melds": "chow:123m", "given": "heavenly_win"}),
        ("天胡 after 地聽", (PLAIN, "4m"), {"drawn": True, "seat": "E", "given": "heavenly_win earthly_ready"}),
        ("天胡 with a river", (PLAIN, "4m"), {"drawn": True, "seat": "E", "given": "heavenly_win", "discards": 1}),
        ("地胡 on a discard", (PLAIN, "4m"), {"given": "earthly_win"}),
        ("地胡 by the dealer", (PLAIN, "4m"), {"drawn": True, "seat": "E", "given": "earthly_win"}),
        ("地胡 after a claim", (OPEN, "4m"), {"drawn": True, "melds": "pung:333z", "given": "earthly_win"}),
        ("人胡 drawn", (PLAIN, "4m"), {"drawn": True, "given": "human_win"}),
        ("人胡 by the dealer", (PLAIN, "4m"), {"seat": "E", "given": "human_win"}),
        ("人胡 on an added kong", (PLAIN, "4m"), {"given": "human_win robbed_kong"}),
        ("地胡 and 人胡", (PLAIN, "4m"), {"drawn": True, "given": "earthly_win human_win"}),
        ("搶槓 with an own copy", ("345m56m789p234p567s88s", "4m"), {"given": "robbed_kong"}),
        ("全求 on an added kong, which holds the fourth copy", ("8s", "8s"),
         {"melds": "chow:123m chow:456m chow:789m chow:234p pung:555z", "given": "robbed_kong"}),
        ("海底 on a discard", (PLAIN, "4m"), {"given": "last_tile"}),
        ("八仙過海 from another", (PLAIN, "4m"), {"flowers": ALL_FLOWERS, "given": "flower_win"}),
        ("七搶一 drawn", (PLAIN, "4m"), {"drawn": True, "flowers": "1234567f", "given": "flower_win"}),
        ("花胡 with six", (PLAIN, "4m"), {"flowers": "123456f", "given": "flower_win"}),
        ("花胡 without flowers", (PLAIN, "4m"), {"drawn": True, "given": "flower_win"}),
        ("花胡 on a robbed kong", (PLAIN, "4m"), {"flowers": "1234567f", "given": "flower_win robbed_kong"}),
        ("人胡 by 七搶一", (PLAIN, "4m"), {"flowers": "1234567f", "given": "flower_win human_win"}),
        ("人胡 by 七搶一, incomplete", (INCOMPLETE, "9s"), {"flowers": "1234567f", "given": "flower_win human_win"}),
        ("incomplete and on the last tile of another", (INCOMPLETE, "9s"),
         {"flowers": "1234567f", "given": "flower_win last_tile"}),
        ("a replacement of another's tile", (PLAIN, "4m"), {"flowers": "1f", "tail": "flower"}),
    ]
] + [
    ("配牌花胡 in tw-club", club(PLAIN, "4m", drawn=True, flowers=ALL_FLOWERS, given="dealt_flowers")),
    ("地聽一發 in tw-club", club(PLAIN, "4m", given="earthly_one_shot")),
    ("河底 by 七搶一 in tw-club", club(PLAIN, "4m", flowers="1234567f", given="flower_win last_discard")),
    ("人胡 by 配牌花胡", sixteen(PLAIN, "4m", flowers="1234567f", given="dealt_flowers human_win")),
    ("河底 in tw-sixteen", sixteen(PLAIN, "4m", given="last_discard")),
    ("late 地胡 in tw-club", club(PLAIN, "4m", drawn=True, given="earthly_win", discards=4)),
    ("late 人胡 in tw-club", club(PLAIN, "4m", given="human_win", discards=5)),
    ("地胡 after 地聽 in tw-sixteen", sixteen(PLAIN, "4m", drawn=True, given="earthly_win earthly_ready")),
    ("人胡 after 地聽 in tw-sixteen", sixteen(PLAIN, "4m", given="human_win earthly_one_shot")),
]  # fmt: skip


@pytest.mark.parametrize("document", [case[1] for case in IMPOSSIBLE], ids=[case[0] for case in IMPOSSIBLE])
def test_it_refuses_what_cannot_have_happened(document: Document) -> None:
    with pytest.raises(ScoringError) as refused:
        score_document(document)
    assert refused.value.code == "impossible_circumstance"
    assert refused.value.zh != refused.value.en


@pytest.mark.parametrize(
    ("code", "document"),
    [
        ("bad_tile", club(PLAIN, "8f", flowers="1234567f", given="flower_win")),
        ("bad_tile", sixteen(PLAIN, "8f", drawn=True, flowers="1234567f", given="flower_win")),
        ("too_many_copies", sixteen(PLAIN, "4m", flowers="11f")),
        ("not_a_winning_hand", club("1122m4455p7788s111z2z", "2z")),
        ("not_a_winning_hand", sixteen(INCOMPLETE, "9s", drawn=True, flowers=ALL_FLOWERS)),
        ("wrong_tile_count", club(PLAIN[4:], "4m")),
        ("bad_option", club(PLAIN, "4m", options={"C-1": "all"})),
        ("bad_option", sixteen(PLAIN, "4m", options={"T-15": "never"})),
    ],
)
def test_it_refuses_with_the_code_of_the_interface(code: str, document: Document) -> None:
    with pytest.raises(ScoringError) as refused:
        score_document(document)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "document",
    [
        sixteen(PLAIN, "4m", drawn=True, given="earthly_win", discards=9),
        sixteen(OPEN, "4m", melds=KONG, drawn=True, given="heavenly_ready", tail="kong"),
        club(OPEN, "4m", melds=KONG, seat="E", given="earthly_ready"),
        club(PLAIN, "4m", drawn=True, given="earthly_win earthly_ready", discards=3),
        club(PLAIN, "4m", given="human_win", discards=4),
        sixteen(PLAIN, "4m", seat="E", dealer=False, given="heavenly_ready human_win"),
        sixteen(PLAIN, "4m", drawn=True, flowers=ALL_FLOWERS, given="flower_win last_tile", tail="flower flower"),
    ],
)
def test_it_accepts_what_can_have_happened(document: Document) -> None:
    assert score_document(document)["total"] > 0
