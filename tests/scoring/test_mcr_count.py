"""國標 counted: what excludes what, waits, kongs, circumstances, the minimum without flowers, and every option."""

from typing import Any

import pytest

import scoring
from scoring import ScoringError
from scoring.count import count
from scoring.count.definition import count_each
from scoring.count.explanation import explained
from scoring.documents import hand_from_document, score_document
from scoring.rulebook import RULE_SETS
from tests.lacking import REPEATS
from tests.scoring.count_helpers import rows, total
from tests.scoring.mcr_helpers import Document, mcr, mcr_hand, rules

THREE_KONGS = "concealed_kong:1111m concealed_kong:3333p kong:5555s"
KNITTED = "147m258p369s"


def names(document: Document) -> dict[str, int]:
    return {name: value for name, (_count, value) in rows(document).items()}


@pytest.mark.parametrize(
    ("document", "counted"),
    [
        # a fan that is taken away takes nothing away itself: 不求人 leaves 自摸 (R-1)
        (mcr("1133m2255p4466s7z", "7z", drawn=True), {"七對": 24, "自摸": 1}),
        (mcr("222m34555p888s11z", "2p", drawn=True), {"三暗刻": 16, "不求人": 4}),
        # 推不倒 takes 缺一門, not 無字
        (mcr("123345888p5599s", "5s"), {"推不倒": 8, "門前清": 2, "無字": 1}),
        # one principle speaks of one fan and another: 綠一色 leaves 清一色 and 斷么, 清一色 takes 無字
        (
            mcr("2233446668884s", "4s"),
            {"綠一色": 88, "清一色": 24, "門前清": 2, "斷么": 2, "四歸一": 2, "雙暗刻": 2, "一般高": 1},
        ),
        # 全帶么, 碰碰和 and 么九刻 are in 混么九 (R-19); 雙同刻 is not
        (
            mcr("1z", "1z", melds="pung:999m pung:999p pung:111s pung:222z", seat="N", round="N"),
            {"混么九": 32, "全求人": 6, "五門齊": 0, "雙同刻": 2},
        ),
        # 么九刻 of its winds only
        (
            mcr("4z", "4z", melds="pung:111z pung:222z pung:333z pung:111m", seat="N", round="N"),
            {"小四喜": 64, "混么九": 32, "混一色": 6, "全求人": 6},
        ),
        # both winds on one pung, which is then no 么九刻
        (mcr("12345m99p678s222z", "6m", round="S"), {"圈風刻": 2, "門風刻": 2, "門前清": 2, "連六": 1}),
        # 123 234 345 and 123 345 567 share two chows: only one of them (套算一次)
        (
            mcr("1223344556777s", "3s"),
            {"清一色": 24, "一色三步高": 16, "門前清": 2, "平和": 2, "連六": 1},
        ),
        # 三槓 with two concealed kongs and a concealed pung: 三暗刻
        (mcr("777m8s", "8s", melds=THREE_KONGS), {"三槓": 32, "三暗刻": 16, "碰碰和": 6, "么九刻": 1}),
        # 一色雙龍會 beside nothing that is in it; 雙龍會 of two suits
        (mcr("1122335577889m", "9m"), {"一色雙龍會": 64, "門前清": 2}),
    ],
)
def test_what_counts_beside_what(document: Document, counted: dict[str, int]) -> None:
    found = names(document)
    for name, value in counted.items():
        assert found.get(name, 0) == value, found
    assert set(found) - set(counted) <= {"無字", "缺一門", "單釣將", "邊張", "坎張", "四歸一", "不求人"}


@pytest.mark.parametrize(
    ("concealed", "winning", "wait"),
    [
        ("12m456p789s22777z", "3m", "邊張"),
        ("89m456p789s22777z", "7m", "邊張"),
        ("46m456p789s22777z", "5m", "坎張"),
        ("2m456p123789s777z", "2m", "單釣將"),
        ("1233m456p789s222z", "3m", "邊張"),  # 1233 + 3
        ("7789m456p123s222z", "7m", "邊張"),
        ("4556m789p123s222z", "5m", "坎張"),
        ("12345m789p22s222z", "3m", ""),
        ("45567m789p22s222z", "6m", ""),
        ("2345m456p789s777z", "2m", ""),  # a pair out of 2345
        ("4444567m123p789s", "7m", ""),  # the fifth 4 would complete it too (R-5)
    ],
)
def test_the_waits_of_the_rule_book(concealed: str, winning: str, wait: str) -> None:
    found = rows(mcr(concealed, winning))
    assert [name for name in ("邊張", "坎張", "單釣將") if name in found] == ([wait] if wait else [])


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"given": "robbed_kong", "drawn": True}, "impossible_circumstance"),
        ({"given": "robbed_kong last_discard"}, "impossible_circumstance"),
        ({"given": "last_tile"}, "impossible_circumstance"),
        ({"given": "last_discard", "drawn": True}, "impossible_circumstance"),
        ({"given": "heavenly_win", "drawn": True}, "impossible_circumstance"),
        ({"given": "declared_ready"}, "impossible_circumstance"),
        ({"given": "robbed_concealed_kong"}, "impossible_circumstance"),
        ({"given": "flower_win", "drawn": True, "flowers": "1234567f"}, "impossible_circumstance"),
        ({"tail": "kong", "drawn": True}, "impossible_circumstance"),
        ({"tail": "flower", "drawn": True}, "impossible_circumstance"),
        ({"winners": 2}, "bad_value"),
        ({"robbed_in_a_row": 2, "given": "robbed_kong"}, "impossible_circumstance"),
    ],
)
def test_circumstances_that_cannot_be(given: dict[str, Any], code: str) -> None:
    with pytest.raises(ScoringError) as refused:
        score_document(mcr("12356m67899p345s", "7m", **given))
    assert refused.value.code == code


def test_a_kong_is_robbed_for_a_tile_that_one_holds_no_other_of() -> None:
    with pytest.raises(ScoringError) as refused:
        score_document(mcr("12377m67899p345s", "7m", given="robbed_kong"))
    assert refused.value.code == "impossible_circumstance"


@pytest.mark.parametrize(
    ("tail", "flowers", "counted"),
    [
        ("kong", "", {"槓上開花"}),
        ("kong kong", "", {"槓上開花"}),
        ("flower kong", "1f", {"槓上開花"}),
        ("kong flower", "1f", {"不求人"}),
    ],
)
def test_the_last_replacement_decides(tail: str, flowers: str, counted: set[str]) -> None:
    melds = "concealed_kong:1111z concealed_kong:9999s"
    found = rows(mcr("234m6789p", "9p", drawn=True, melds=melds, tail=tail, flowers=flowers))
    assert found.keys() & {"槓上開花", "自摸", "不求人"} >= counted
    assert ("槓上開花" in found) == ("槓上開花" in counted)
    last = rows(mcr("234m6789p", "9p", drawn=True, melds=melds, tail=tail, flowers=flowers, given="last_tile"))
    assert last["妙手回春"] == (1, 8)


def test_flowers_count_but_do_not_help_to_reach_eight() -> None:
    document = mcr("12356m67899p345s", "7m", flowers="12345678f")
    answer = score_document(document)
    assert answer["total"] >= 8
    assert not answer["meets_minimum"]
    assert names(document)["花牌"] == 8
    # 無番和 is asked of a reading by itself (R-11); flowers add to it and to nothing else
    chicken = score_document(mcr("78m22z", "6m", melds="chow:123m chow:234p chow:567s", flowers="1f"))
    assert (chicken["total"], chicken["meets_minimum"]) == (9, True)


def test_the_last_copy_is_looked_for_in_rivers_and_exposed_sets() -> None:
    """R-18."""
    plain = "56m123234p34588s"
    for drawn in (True, False):
        assert "和絕張" in rows(mcr(plain, "7m", drawn=drawn, visible="777m"))
        assert "和絕張" not in rows(mcr(plain, "7m", drawn=drawn, visible="77m"))
    assert "和絕張" in rows(mcr("56m345888s11z", "7m", melds="pung:777m"))
    assert "和絕張" not in rows(mcr("5677789m345p678s", "7m")), "own concealed tiles are not open"
    assert "和絕張" not in rows(mcr(plain, "7m", visible="777m", given="robbed_kong"))


@pytest.mark.parametrize(
    ("option", "document", "published", "otherwise"),
    [
        ("R-1 fully_concealed", mcr("1133m2255p4466s7z", "7z", drawn=True), {"自摸": 1}, {"不求人": 4}),
        ("R-2 kongs", mcr("777m8s", "8s", melds=THREE_KONGS), {"三槓": 32}, {"三槓": 32, "雙暗槓": 6}),
        (
            "R-2 kongs",
            mcr("8s", "8s", melds="concealed_kong:1111m kong:3333p kong:5555s added_kong:7777m"),
            {"四槓": 88},
            {"四槓": 88, "暗槓": 2},
        ),
        ("R-3 six", mcr("23456p11z", "7p", melds="kong:3333s concealed_kong:8888m"), {"明暗槓": 5}, {"明暗槓": 6}),
        (
            "R-3 one_each",
            mcr("23456p11z", "7p", melds="kong:3333s concealed_kong:8888m"),
            {"明暗槓": 5},
            {"明槓": 1, "暗槓": 2},
        ),
        (
            "R-4 eight",
            mcr("99m34567s", "8s", melds="concealed_kong:2222m concealed_kong:7777p"),
            {"雙暗槓": 6},
            {"雙暗槓": 8},
        ),
        ("R-5 possible", mcr("4444567m789p111z", "7m"), {}, {"單釣將": 1}),
        ("R-6 residual", mcr(KNITTED + "46m77z", "5m"), {"坎張": 1}, {"坎張": 1}),
        ("R-6 none", mcr(KNITTED + "46m77z", "5m"), {"坎張": 1}, {}),
        ("R-6 residual", mcr(KNITTED + "35m77z", "4m"), {}, {"坎張": 1}),
        ("R-6 none", mcr(KNITTED + "456m7z", "7z"), {"單釣將": 1}, {"單釣將": 1}),
        ("R-7 all", mcr("1112345678999m", "5m"), {"么九刻": 1}, {}),
        ("R-8 yes", mcr("22334466688s66z", "8s"), {}, {"混一色": 6}),
        ("R-9 yes", mcr("111999m111999p9s", "9s"), {}, {"雙同刻": 4}),
        ("R-10 not", mcr("1111m1111p9999s9m", "9m"), {"四歸一": 6}, {}),
        ("R-10 not", mcr("1111m2255p4466s7z", "7z"), {"四歸一": 2}, {"四歸一": 2}),
    ],
)
def test_options(option: str, document: Document, published: dict[str, int], otherwise: dict[str, int]) -> None:
    looked_at = published.keys() | otherwise.keys()
    id_, value = option.split()

    def found(options: dict[str, str]) -> dict[str, int]:
        return {name: worth for name, worth in names(document | {"options": options}).items() if name in looked_at}

    assert found({}) == published
    assert found({id_: value}) == otherwise


def test_the_answers_of_random_hands_hold_together() -> None:
    """Rows add up, the highest reading counts, no limit, and the explanation says the same."""
    published = rules()
    shapes = set()
    for seed in range(200 * REPEATS):
        document = mcr_hand(seed)
        hand = hand_from_document(document, published)
        try:
            score = count(hand, published)
        except ScoringError:
            continue
        shapes.add(score.shape)
        assert (
            score.total == sum(row.value for row in score.fans) == max(one.total for one in count_each(hand, published))
        )
        assert not score.limit
        flowers = sum(row.value for row in score.fans if row.name == "花牌")
        assert score.meets_minimum == (score.total - flowers >= 8)
        assert hand.winning_tile in score.waits
        reasons = explained(hand, published)
        assert [(row.name, row.count, row.value) for row in reasons.rows] == [
            (row.name, row.count, row.value) for row in score.fans
        ]
    assert shapes == {"basic", "seven_pairs", "knitted_straight", "fourteen_unrelated", "thirteen_orphans"}


def test_every_fan_is_there_and_the_set_is_registered() -> None:
    assert "mcr" in RULE_SETS
    assert len(scoring.rule_set("mcr").fans) == 82
    assert total(mcr("1z", "1z", melds="kong:2222z kong:3333z kong:4444z pung:777z")) >= 64
