"""The count of the Masters: 三番起糊, 十番例牌, 完全複合, and what its text says of single fans."""

from typing import Any

import pytest

from scoring.count.alternatives import tiles_away
from scoring.count.document import score_document
from scoring.documents.rules import rules_document
from scoring.errors import ScoringError
from scoring.hand.melds import meld
from scoring.hand.tiles import read_tiles, write_tiles
from tests.scoring.masters_helpers import MASTERS, OPEN, PLAIN, Document, Rows, answer, hand, rows

DRAGON_MELDS = "pung:555z pung:666z"
KONGS = "concealed_kong:1111z added_kong:2222p"

# 分數換算表
POINTS = [
    (3, 32, 16),
    (4, 64, 32),
    (5, 96, 48),
    (6, 128, 64),
    (7, 192, 96),
    (8, 256, 128),
    (9, 384, 192),
    (10, 512, 256),
]

OF_EACH_COUNT: dict[int, Document] = {
    3: hand(drawn=True),  # 平糊 門前清 自摸
    4: hand(drawn=True, given="last_tile"),
    5: hand("56m789p88s", melds=DRAGON_MELDS.replace("6", "1"), seat="E", drawn=True, given="last_tile"),
    6: hand("11m88s", "8s", melds="pung:222m pung:777p pung:111z", seat="E", drawn=True),
    7: hand("123m56m88m", melds="pung:222m chow:789m"),
    8: hand("123m56m789m44m", melds="chow:345m"),
    9: hand("123m56m456m789m22m"),
    10: hand("123m56m456m789m22m", drawn=True),
}


@pytest.mark.parametrize(("fan", "discarder", "each"), POINTS)
def test_it_says_what_a_count_is_paid(fan: int, discarder: int, each: int) -> None:
    assert MASTERS.game.worth(MASTERS.game, fan, False) == discarder
    assert MASTERS.game.worth(MASTERS.game, fan, True) == each


@pytest.mark.parametrize("fan", OF_EACH_COUNT)
def test_it_writes_the_points_of_the_table_beside_a_count(fan: int) -> None:
    told = score_document(OF_EACH_COUNT[fan])
    assert (told["total"], told["meets_minimum"]) == (fan, True)
    assert told["points"] == dict(zip(("discarder", "each"), POINTS[fan - 3][1:], strict=True))


@pytest.mark.parametrize(("drawn", "count"), [(False, 2), (True, 3)])
def test_it_counts_below_three_番_but_says_that_it_does_not_win(drawn: bool, count: int) -> None:
    told = answer(drawn=drawn)
    assert (told["total"], told["meets_minimum"], "points" in told) == (count, drawn, drawn)


def test_it_counts_nothing_where_nothing_is_met() -> None:
    told = answer("8s", "8s", melds="pung:222m pung:777p chow:123p pung:444s")
    assert (told["total"], told["fans"], told["meets_minimum"]) == (0, [], False)


def test_it_caps_a_hand_without_limit_at_ten_and_keeps_its_rows() -> None:
    told = answer("11m22m", "2m", melds="kong:3333m pung:555m pung:999m", drawn=True)
    assert (told["total"], told["limit"]) == (10, False)
    assert {row["name"]: row["value"] for row in told["fans"]} == {"自摸": 1, "對對糊": 3, "清一色": 7}
    assert told["points"] == {"discarder": 512, "each": 256}


SEVERAL_LIMITS: list[tuple[str, Document, str]] = [
    (
        "字、大四喜、坎坎糊",
        hand("111222333444z5z", "5z"),
        "全番子",
    ),
    ("小四喜、坎坎糊", hand("111222333z99m44z", "9m", drawn=True), "小四喜"),
    ("坎坎糊、清么九", hand("111999m111p999s9p", "9p"), "坎坎糊"),
    ("十八羅漢、清么九", hand("9p", "9p", melds="kong:1111m kong:9999m kong:1111p kong:9999s"), "十八羅漢"),
    ("天糊、十三么", hand("19m19p19s1234567z", "1z", drawn=True, seat="E", given="heavenly_win"), "天糊"),
    ("地糊、九子連環", hand("1112345678999s", "1s", given="earthly_win"), "地糊"),
    ("大四喜、十八羅漢", hand("9p", "9p", melds="kong:1111z kong:2222z kong:3333z kong:4444z"), "大四喜"),
    (
        "十八羅漢、槓上槓自摸",
        hand("8s", "8s", melds="kong:2222m kong:3333p kong:6666s kong:1111z", drawn=True, tail="kong kong"),
        "十八羅漢",
    ),
]


@pytest.mark.parametrize(
    ("document", "name"), [case[1:] for case in SEVERAL_LIMITS], ids=[c[0] for c in SEVERAL_LIMITS]
)
def test_it_names_one_limit_hand_the_first_of_the_table(document: Document, name: str) -> None:
    told = score_document(document)
    assert told["fans"] == [{"name": name, "count": 1, "value": 10}]
    assert (told["total"], told["limit"], told["meets_minimum"]) == (10, True, True)


# 基本計分原則 2 and the notes in 番種一覽表: what always comes together is added all the same
COMPOUNDED: list[tuple[str, Document, Rows]] = [
    (
        "小三元實為五番",
        hand("56m77z789p", melds=DRAGON_MELDS),
        {"小三元": (1, 3), "三元牌": (2, 2)},
    ),
    (
        "大三元實為八番",
        hand("56m88p", melds=f"{DRAGON_MELDS} kong:7777z"),
        {"大三元": (1, 5), "三元牌": (3, 3)},
    ),
    (
        "花么加計對對糊",
        hand("11m99p", "9p", melds="pung:111p pung:999s pung:444z"),
        {"花么": (1, 1), "對對糊": (1, 3)},
    ),
    (
        "海底撈月加計自摸",
        hand(OPEN, melds="chow:123m", drawn=True, given="last_tile"),
        {"平糊": (1, 1), "自摸": (1, 1), "海底撈月": (1, 1)},
    ),
    (
        "門風圈風重疊計兩番",
        hand("56m789p88s", melds="pung:111z chow:123p", seat="E"),
        {"風牌": (2, 2)},
    ),
    (
        "海底撈月與槓上自摸",
        hand("56m789p88s", melds="kong:4444z chow:123p", drawn=True, tail="kong", given="last_tile"),
        {"自摸": (1, 1), "槓上自摸": (1, 1), "海底撈月": (1, 1)},
    ),
    (
        "混一色、對對糊、三元牌、花么",
        hand("11m99m", "9m", melds="pung:555z pung:444z pung:777z"),
        {"三元牌": (2, 2), "花么": (1, 1), "混一色": (1, 3), "對對糊": (1, 3)},
    ),
]


@pytest.mark.parametrize(("document", "expected"), [case[1:] for case in COMPOUNDED], ids=[c[0] for c in COMPOUNDED])
def test_it_adds_everything_that_is_met(document: Document, expected: Rows) -> None:
    told = score_document(document)
    assert {row["name"]: (row["count"], row["value"]) for row in told["fans"]} == expected
    assert told["total"] == sum(value for _, value in expected.values())


@pytest.mark.parametrize("kind", ["kong", "added_kong", "concealed_kong"])
def test_any_kong_breaks_門前清(kind: str) -> None:
    assert "門前清" not in rows(OPEN, melds=f"{kind}:1111z")


def test_a_discard_keeps_門前清_and_a_claim_does_not() -> None:
    assert rows() == {"平糊": (1, 1), "門前清": (1, 1)}
    assert "門前清" not in rows(OPEN, melds="chow:123m")


def test_平糊_takes_any_pair_and_any_wait() -> None:
    assert "平糊" in rows("123m46m789p234p11z", "5m", round="S", seat="W")
    assert "平糊" in rows("123m456m789p234p5z", "5z")


ALL_CONCEALED = "222m333p666s777s8s"


def test_坎坎糊_on_the_pair_may_be_won_on_a_discard() -> None:
    assert rows(ALL_CONCEALED, "8s") == {"坎坎糊": (1, 10)}
    assert rows(ALL_CONCEALED, "8s", drawn=True) == {"坎坎糊": (1, 10)}


def test_坎坎糊_on_a_triplet_must_be_drawn() -> None:
    two_triplets = "222m333p666s77s88s"
    assert rows(two_triplets, "8s") == {"門前清": (1, 1), "對對糊": (1, 3)}
    assert rows(two_triplets, "8s", drawn=True) == {"坎坎糊": (1, 10)}


@pytest.mark.parametrize("kind", ["kong", "added_kong", "concealed_kong"])
def test_坎坎糊_has_no_kong(kind: str) -> None:
    assert "坎坎糊" not in rows("222m333p666s8s", "8s", melds=f"{kind}:7777s", drawn=True)


def test_坎坎糊_is_read_where_chows_would_be_cheaper() -> None:
    assert rows("222333444m555p6s", "6s") == {"坎坎糊": (1, 10)}


@pytest.mark.parametrize("tile", "123456789")
@pytest.mark.parametrize("drawn", [True, False])
def test_九子連環_waits_for_all_nine(tile: str, drawn: bool) -> None:
    told = answer("1112345678999m", f"{tile}m", drawn=drawn)
    assert told["fans"] == [{"name": "九子連環", "count": 1, "value": 10}]
    assert told["waits"] == "123456789m"


def test_九子連環_by_its_shape_must_be_drawn() -> None:
    assert rows("1112234567899m", "9m", drawn=True) == {"九子連環": (1, 10)}
    assert rows("1112234567899m", "9m") == {"門前清": (1, 1), "清一色": (1, 7)}


def test_九子連環_is_the_example_of_the_text() -> None:
    for winning in sorted(set("11123456789999")):
        held = "11123456789999".replace(winning, "", 1)
        assert rows(f"{held}m", f"{winning}m", drawn=True) == {"九子連環": (1, 10)}


def test_九子連環_is_concealed() -> None:
    assert rows("2345678999m", "1m", melds="pung:111m", drawn=True) == {"自摸": (1, 1), "清一色": (1, 7)}


@pytest.mark.parametrize(
    ("tail", "expected"),
    [
        ("kong", {"自摸": (1, 1), "槓上自摸": (1, 1)}),
        ("kong kong", {"槓上槓自摸": (1, 10)}),
        ("kong kong kong", {"槓上槓自摸": (1, 10)}),
    ],
)
def test_a_kong_after_a_kong_is_a_limit_hand(tail: str, expected: Rows) -> None:
    assert rows("56m88s", melds=f"{KONGS} kong:4444z", round="W", drawn=True, tail=tail) == expected


ORPHANS = "19m19p19s1234567z"


@pytest.mark.parametrize("given", ["robbed_kong", "robbed_concealed_kong", ""])
def test_十三么_may_rob_any_kong(given: str) -> None:
    told = answer("119m19p19s123456z", "7z", given=given)
    assert (told["fans"], told["shape"], told["waits"]) == (
        [{"name": "十三么", "count": 1, "value": 10}],
        "thirteen_orphans",
        "7z",
    )


def test_十三么_with_each_once_waits_for_all_thirteen() -> None:
    assert answer(ORPHANS, "9s")["waits"] == ORPHANS


def test_twelve_of_the_orphans_are_no_十三么() -> None:
    with pytest.raises(ScoringError, match="not_a_winning_hand"):
        answer("119m19p19s12345z2p", "6z")


def test_it_follows_thirteen_tiles_that_are_being_laid() -> None:
    def laid(tiles: str, *melds: Any) -> tuple[str, str]:
        stands = tiles_away(read_tiles(tiles), melds, MASTERS)
        return stands.stage, write_tiles(stands.waits)

    assert laid("123m") == ("missing", "")
    assert laid(PLAIN) == ("ready", "47m")
    assert laid("56m88s", meld("chow", 9), meld("concealed_kong", 27), meld("pung", 30)) == ("ready", "47m")
    assert laid(ORPHANS) == ("ready", ORPHANS)
    assert laid("119m19p19s123456z7z") == ("complete", "")
    assert laid("1m2p3s") == ("missing", "")
    assert laid(PLAIN + "49m") == ("too_many", "")


IMPOSSIBLE: list[tuple[str, Document]] = [
    *[(word, hand(given=word)) for word in ("declared_ready", "human_win", "last_discard", "flower_win", "lucky")],
    (
        "天糊 after a concealed kong",
        hand(OPEN, melds="concealed_kong:1111z", drawn=True, seat="E", given="heavenly_win"),
    ),
    ("天糊 by another", hand(drawn=True, given="heavenly_win")),
    ("天糊 by discard", hand(seat="E", given="heavenly_win")),
    ("天糊 on the last tile", hand(drawn=True, seat="E", given="heavenly_win last_tile")),
    ("地糊 by the dealer", hand(seat="E", given="earthly_win")),
    ("地糊 drawn", hand(drawn=True, given="earthly_win")),
    ("地糊 after a claim", hand(OPEN, melds="chow:123m", given="earthly_win")),
    ("地糊 on a concealed kong", hand("119m19p19s123456z", "7z", given="earthly_win robbed_concealed_kong")),
    ("a basic hand robs a concealed kong", hand(given="robbed_concealed_kong")),
    ("a kong of which one holds a copy", hand("345m56m789p234p88s", given="robbed_kong")),
    ("robbed and drawn", hand(drawn=True, given="robbed_kong")),
    ("last tile from another", hand(given="last_tile")),
    ("a replacement without a kong", hand(drawn=True, tail="kong")),
    ("two replacements with one kong", hand(OPEN, melds="kong:1111z", drawn=True, tail="kong kong")),
    ("a replacement by discard", hand(OPEN, melds="kong:1111z", tail="kong")),
    ("a flower's replacement", hand(drawn=True, tail="flower")),
    ("two winners of an own draw", hand(drawn=True, winners=2)),
]

REFUSED: list[tuple[str, Document]] = [
    ("bad_tile", hand(flowers="1f")),
    ("bad_tile", hand(visible="1m8f")),
    ("bad_tile", hand(winning="1f")),
    ("bad_tile", hand(f"{PLAIN[:-2]}s1f")),
    ("wrong_tile_count", hand("123m456m789p234p567s8s", "8s")),
    ("wrong_tile_count", hand(PLAIN, melds="chow:123m")),
    ("too_many_copies", hand("444456m789p234p8s", "4m")),
    ("not_a_winning_hand", hand(winning="5m")),
    ("not_a_winning_hand", hand("1122m4455p778s99s", "8s")),
    ("not_a_winning_hand", hand("147m258p369s1234z", "5z")),
    ("bad_option", hand() | {"options": {"M-1": "x"}}),
]


@pytest.mark.parametrize("document", [case[1] for case in IMPOSSIBLE], ids=[case[0] for case in IMPOSSIBLE])
def test_it_refuses_what_cannot_have_happened(document: Document) -> None:
    with pytest.raises(ScoringError) as refused:
        score_document(document)
    assert refused.value.code == "impossible_circumstance"


@pytest.mark.parametrize(("code", "document"), REFUSED, ids=[f"{n}-{case[0]}" for n, case in enumerate(REFUSED)])
def test_it_refuses_what_is_no_hand_of_its_tiles(code: str, document: Document) -> None:
    with pytest.raises(ScoringError) as refused:
        score_document(document)
    assert refused.value.code == code


def test_its_rules_tell_minimum_cap_limits_and_points() -> None:
    told = rules_document("hkma-masters")
    assert (told["minimum"], told["cap"], told["hand_size"], told["base"]) == (3, 10, 13, 0)
    assert told["points"][0] == {"fan": 3, "discarder": 32, "each": 16}
    assert [row["fan"] for row in told["points"]] == [3, 4, 5, 6, 7, 8, 9, 10]
    assert sum(fan["limit"] for fan in told["fans"]) == 11
    league = rules_document("hkma-league")
    assert (league["minimum"], league["cap"], league["points"]) == (0, None, [])
