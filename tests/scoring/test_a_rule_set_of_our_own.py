"""A rule set from outside the family, defined wholly as data: 14 tiles, seven pairs, a knitted straight, the five
principles of exclusion of 國標, payment 8 + n. No product file names it; it counts, replays and has its pages."""

from dataclasses import replace
from decimal import Decimal
from itertools import permutations
from types import MappingProxyType

import pytest
from django.test import Client

import scoring
from scoring import RuleSet, ScoringError
from scoring.documents import replay_document, rules_document, score_document
from scoring.fans import chows, circumstances, pungs, shapes, suits, terminals
from scoring.fans.fan import Scope, fan
from scoring.reading.suit import Suit
from scoring.reading.views import Combo, TileProfile
from scoring.reading.winning_shapes import BASIC, WinningShape
from scoring.rulebook import GameRules, Value
from scoring.rules.game_rules import base_and_tai
from scoring.rules.rule_data import account_once
from scoring.rulesets import register

# --- two shapes: seven pairs without a triplet; 147 258 369 spread over the suits, a meld and a pair ------------------

RANKS = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
KNITTED = WinningShape(
    "knitted_straight",
    lone=tuple(
        frozenset(9 * suit + rank for suit, ranks in enumerate(order) for rank in ranks)
        for order in permutations(RANKS)
    ),
)
SEVEN_PAIRS = WinningShape("seven_pairs", pairs=7, claims=False, kong=False)

# --- fifteen fans: thirteen as other tables have them, some under another name, and two of its own ---------------


@fan("組合龍", "Knitted straight", Scope.PROFILE, "147、258、369 分在三門。", "147, 258 and 369 of three suits.")
def knitted_straight(profile: TileProfile) -> bool:
    return profile.shape == KNITTED.name


@fan("連六", "Short straight", Scope.SUIT_CHOWS, "同一門相連的兩副順子。", "Two chows of one suit in a row.", chows=2)
def short_straight(suit: Suit) -> list[Combo]:
    return suit.chow_windows(0, 3)


PAIRS = shapes.seven_pairs.renamed("七對", "Seven pairs")
ALL_PUNGS = pungs.all_triplets.renamed("碰碰和", "All pungs")
ALL_CHOWS = chows.all_chows_suited_pair.renamed("平和", "All chows")
THREE_SUITS = chows.three_suit_chows.renamed("三色三同順", "Mixed triple chow")
MIXED = chows.mixed_straight.renamed("花龍", "Mixed straight")
DOUBLE = chows.two_suit_chows.renamed("喜相逢", "Mixed double chow")
CONCEALED = circumstances.concealed_hand.renamed("門前清", "Concealed hand")
NO_ENDS = terminals.no_terminals.renamed("斷么", "All simples")

FANS = {
    suits.full_flush: Value(24),  # 清一色
    PAIRS: Value(24),
    chows.pure_straight: Value(16),  # 清龍
    knitted_straight: Value(12),
    MIXED: Value(8),
    THREE_SUITS: Value(8),
    ALL_PUNGS: Value(6),
    CONCEALED: Value(2),
    ALL_CHOWS: Value(2),
    NO_ENDS: Value(2),
    chows.twin_chows: Value(1),  # 一般高
    DOUBLE: Value(1),
    short_straight: Value(1),
    chows.low_and_high_chow: Value(1),  # 老少上
    circumstances.self_drawn: Value(1),  # 自摸
}

RULES = RuleSet(
    id="our-own",
    version="1",
    name_zh="自家規則",
    name_en="A rule set of our own",
    unit="番",
    hand_size=13,
    fans=MappingProxyType(FANS),
    shapes=(BASIC, SEVEN_PAIRS, KNITTED),
    supersedes=MappingProxyType({PAIRS: (CONCEALED,)}),  # 不重複: what a fan always brings with it
    absorbs=MappingProxyType(  # 不拆移: what lies inside a greater combination
        {chows.pure_straight: (short_straight, chows.low_and_high_chow), THREE_SUITS: (DOUBLE,)}
    ),
    exclusion=account_once,  # 就高 and 套算一次
    door_kept_by="concealed_kong",
    minimum=8,
    flowers=False,
    game=GameRules(
        deals=4, minimum_fan=8, worth=base_and_tai, base=Decimal(8), tai=Decimal(1), others_pay=Decimal(8),
        dealer_fans=None,
    ),
)  # fmt: skip


@pytest.fixture(autouse=True)
def _known() -> None:
    register(RULES)


def test_making_it_known_leaves_the_published_ones_as_they_are() -> None:
    before = scoring.rule_set("hk-classic")
    register(RULES)
    assert scoring.rule_set("hk-classic") is before
    with pytest.raises(ValueError, match="another rule set"):
        register(replace(RULES))


def document(concealed: str, winning: str, drawn: bool = False) -> dict[str, object]:
    where = {"seat_wind": "S", "round_wind": "E"}
    return {"rule_set": "our-own", "concealed": concealed, "winning_tile": winning, "self_draw": drawn, **where}


@pytest.mark.parametrize(
    ("concealed", "winning", "counted"),
    [
        ("1122m3344p5566s77z", "", {"七對": 24}),
        ("1111m3344p5566s77z", "", {"七對": 24}),  # four equal tiles are two pairs
        ("147m258p369s234m5p", "5p", {"組合龍": 12, "門前清": 2}),
        ("369m147p258s234m55p", "", {"組合龍": 12, "門前清": 2}),
        ("123456789m234p55s", "", {"清龍": 16, "平和": 2, "門前清": 2}),  # 連六, 老少上 lie inside
        ("123456789m789p55s", "", {"清龍": 16, "平和": 2, "門前清": 2, "喜相逢": 1}),
        ("123m123p123s456m55p", "", {"三色三同順": 8, "連六": 1, "平和": 2, "門前清": 2}),
        ("123m456p789s234m55p", "", {"花龍": 8, "平和": 2, "門前清": 2}),
        ("111m333p555s777z99s", "", {"碰碰和": 6, "門前清": 2}),
        ("22345678m234567m", "", {"清一色": 24, "連六": 2, "斷么": 2, "平和": 2, "門前清": 2}),
        # 套算一次: of two 喜相逢 and two 連六 between four chows three count, as each must take in another chow
        ("123456m123456p55s", "", {"喜相逢": 1, "連六": 2, "平和": 2, "門前清": 2}),
        ("234m456m678p345s88s", "", {"斷么": 2, "平和": 2, "門前清": 2}),
        ("123m789m123p789p55s", "", {"喜相逢": 1, "老少上": 2, "平和": 2, "門前清": 2}),
        ("123m123m456p789s11z", "", {"花龍": 8, "一般高": 1, "門前清": 2}),
        ("123m345m567m999p11z", "", {"門前清": 2}),  # no row, no twin: a near miss of everything
    ],
)
def test_an_own_rule_set_counts_by_its_own_table(concealed: str, winning: str, counted: dict[str, int]) -> None:
    held, last = (concealed, winning) if winning else (concealed[:-2] + concealed[-1], concealed[-2:])
    answer = score_document(document(held, last))
    assert {row["name"]: row["value"] for row in answer["fans"]} == counted
    assert answer["meets_minimum"] == (answer["total"] >= 8)


@pytest.mark.parametrize(
    ("concealed", "winning"),
    [
        ("147m258p368s234m5p", "5p"),  # 8 in place of 9
        ("147m147p369s234m5p", "5p"),  # the same ranks twice
        ("1122m3344p5566s7z", "6z"),
        ("1112m3344p5566s7z", "7z"),
    ],
)
def test_a_near_miss_is_no_winning_hand(concealed: str, winning: str) -> None:
    with pytest.raises(ScoringError) as refused:
        score_document(document(concealed, winning))
    assert refused.value.code == "not_a_winning_hand"


def test_a_game_pays_8_and_n() -> None:
    hand = {"concealed": "123456789m23p55s", "winning_tile": "4p"}
    events = [
        {"type": "win", "winner": 0, "from": 1, "hand": hand},  # 20: 28 from the discarder, 8 from the others
        {"type": "win", "winner": 2, "self_draw": True, "fan": 12},
        {"type": "draw"},
    ]
    game = {"rule_set": "our-own", "players": ["甲", "乙", "丙", "丁"], "events": events}
    scores = [one["scores"] for one in replay_document(game)["hands"]]
    assert scores[0] == ["44", "-28", "-8", "-8"]
    assert scores[1] == ["24", "-48", "52", "-28"]
    with pytest.raises(ScoringError):
        replay_document({**game, "events": [{"type": "win", "winner": 0, "from": 1, "fan": 7}]})


def test_an_own_rule_set_waits_in_its_own_shapes() -> None:
    assert score_document(document("147m258p369s234m5p", "5p"))["waits"] == "5p"
    assert score_document(document("147m258p69s234m55p", "3s"))["waits"] == "3s"


def test_the_rules_of_an_own_set_are_a_document_and_its_pages_answer(client: Client, db: None) -> None:
    told = rules_document("our-own")
    assert [row["name"] for row in told["fans"]] == [one.name for one in scoring.rule_set("our-own").fans]
    assert len(told["fans"]) == 15
    for language in ("zh-hant", "en"):
        client.cookies["paiju_language"] = language
        page = client.get("/rules/our-own/")
        assert page.status_code == 200
        assert "組合龍" in page.content.decode()
        counted = client.get("/count/", {"rules": "our-own", "hand": "123456789m234p55s"}, follow=True)
        assert counted.status_code == 200
