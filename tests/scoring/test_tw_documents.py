"""The two Taiwanese rule sets as replay documents: hands of tiles inside a game, settings, what is refused."""

import json
from typing import Any

import pytest

from scoring.documents.replay import replay_document
from scoring.errors import ScoringError
from tests.scoring.game_helpers import DRAW, off, own, ruling, substitute

PLAYERS = ["甲", "乙", "丙", "丁"]
BOTH = pytest.mark.parametrize("rule_set", ["tw-club", "tw-sixteen"])


def replay(rule_set: str, *events: Any, **settings: Any) -> dict[str, Any]:
    return replay_document({"rule_set": rule_set, "settings": settings, "players": PLAYERS, "events": list(events)})


def last(book: dict[str, Any]) -> list[tuple[Any, ...]]:
    """What changed hands in the last hand."""
    return [(t["from"], t["to"], t["points"], t["reason"]) for t in book["hands"][-1]["transfers"]]


def laid(winner: int, concealed: str, winning_tile: str, source: int | None = None, **more: Any) -> dict[str, Any]:
    """A win with its tiles; the other keys go to the event."""
    event = {"type": "win", "winner": winner, "hand": {"concealed": concealed, "winning_tile": winning_tile}}
    event |= {"self_draw": True} if source is None else {"from": source}
    beside = {key: more.pop(key) for key in ("opening", "extra", "liable", "cause") if key in more}
    event["hand"] |= more
    return {**event, **beside}


CHOWS = {"melds": [{"kind": "chow", "tiles": "789p"}]}


@BOTH
def test_a_hand_of_tiles_is_counted_in_its_game(rule_set):
    """門清一摸三: 門清, 自摸, 不求 (C-1); 門清 and 不求.自摸."""
    book = replay(rule_set, laid(1, "123m56m789p234p567s88s", "4m"))
    points = {"tw-club": ("700", "600"), "tw-sixteen": ("7", "6")}[rule_set]
    assert last(book) == [(0, 1, points[0], "win"), (2, 1, points[1], "win"), (3, 1, points[1], "win")]


@pytest.mark.parametrize(("opening", "tai"), [(None, 0), (0, 0), (1, 1), (3, 0)])
@BOTH
def test_seat_winds_and_flowers_run_from_the_opened_wall(rule_set, opening, tai):
    """風牌, 花牌: the pung of East and the first flower count for who sits at the 開門位 (C-13, T-9)."""
    beside = {} if opening is None else {"opening": opening}
    plain = laid(1, "456m78m234p567s88s", "9m", 3, melds=[{"kind": "pung", "tiles": "111z"}], flowers="1f", **beside)
    unit = {"tw-club": 100, "tw-sixteen": 1}[rule_set]
    moved = int(last(replay(rule_set, plain))[0][2])
    assert moved == {"tw-club": 300, "tw-sixteen": 3}[rule_set] + unit * (1 + 2 * tai)


@BOTH
def test_settings_reach_the_payment_of_a_hand_of_tiles(rule_set):
    book = replay(rule_set, laid(1, "123m56m789p234p567s88s", "4m"), base="10", tai="0.5")
    assert last(book)[1:] == [(2, 1, "11.5", "win"), (3, 1, "11.5", "win")]


@BOTH
def test_the_dealer_of_a_hand_of_tiles_is_the_games(rule_set):
    contradicts = laid(1, "123m56m789p234p567s88s", "4m", dealer=True)
    assert code(rule_set, contradicts) == "bad_event"


def to_west() -> list[dict[str, Any]]:
    """The hands until 西一局: each deal passes."""
    return [off(seat, (seat + 1) % 4, 0) for seat in (1, 2, 3, 0)] * 2


def test_a_hand_won_with_a_robbed_flower_is_paid_by_all_and_more_by_the_robbed():
    """七搶一 2, 例 (西風圈對家開門, 春秋冬 梅蘭菊竹): 手牌各家 槓開 1 + 一摸三 3 + 白板 1 + 西風西 2 + 四暗坎, 花牌部份
    被搶花者 8 台, 另二家 花牌 1 + 花槓 2. The table's 6 for 四暗坎 (T-1); the digits of the tiles are lost."""
    hand = laid(
        1,
        "3456m888p999s333z555z",
        "6m",
        flowers="1f3f4f5f6f7f8f",
        replacements=["flower"],
        opening=3,
        extra=[{"seat": 2, "fan": 8 - 3}],
    )
    book = replay("tw-sixteen", *to_west(), hand)
    assert (book["hands"][-1]["name"], book["hands"][-1]["dealer"]) == ("西一局", 0)
    in_hand = 1 + 3 + 1 + 2 + 6
    assert last(book) == [
        (0, 1, str(3 + in_hand + 3 + 1), "win"),
        (2, 1, str(3 + in_hand + 8), "win"),
        (3, 1, str(3 + in_hand + 3), "win"),
    ]


def test_eight_flowers_are_paid_by_all_three_and_the_dealer_pays_his_台():
    """八仙過海, 例: 手牌未胡, 各家 1 底 8 台, 莊連拉照算."""
    kept = laid(1, "1479m258p369s12345z1p", "9p", flowers="1f2f3f4f5f6f7f8f", circumstances=["flower_win"])
    assert last(replay("tw-sixteen", DRAW, kept)) == [(0, 1, "14", "win"), (2, 1, "11", "win"), (3, 1, "11", "win")]


def test_the_eighth_flower_s_holder_pays_alone():
    """七搶一 1, 例: 手牌未胡, 被搶花者 1 底 8 台, 莊連拉照算."""
    robs = laid(1, "1479m258p369s12345z1p", "9p", 2, flowers="1f2f3f4f5f6f8f", circumstances=["flower_win"])
    assert last(replay("tw-sixteen", DRAW, robs)) == [(2, 1, "11", "win")]
    assert last(replay("tw-sixteen", DRAW, {**robs, "from": 0})) == [(0, 1, "14", "win")]


def test_a_hand_completed_by_the_robbed_flowers_replacement_is_paid_like_a_discard():
    """七搶一 1, 例 (南風圈上家開門): 槓開 1 + 發財 1 + 南風南 2 + 碰碰胡 4 + 湊一色 4 + 四暗坎
    + 七搶一 8, 不計自摸, 被搶花者賠付; 1 底 25 台 there with 5 for 四暗坎, 26 with the table's 6 (T-1)."""
    south = to_west()[:4]
    hand = laid(
        1,
        "11444555777m66z",
        "6z",
        2,
        melds=[{"kind": "pung", "tiles": "222z"}],
        flowers="1f2f3f4f5f6f8f",
        replacements=["flower"],
        circumstances=["flower_win"],
        opening=0,
    )
    book = replay("tw-sixteen", *south, hand)
    assert book["hands"][-1]["name"] == "南一局"
    assert last(book) == [(2, 1, str(3 + 26), "win")]


@BOTH
def test_a_substitute_pays_for_a_hand_of_tiles_too(rule_set):
    win = laid(1, "123m56m789p234p567s88s", "4m", liable=[2, 3], cause="substitute")
    unit = {"tw-club": 100, "tw-sixteen": 1}[rule_set]
    assert sum(int(row[2]) for row in last(replay(rule_set, win))) == 19 * unit
    assert {row[3] for row in last(replay(rule_set, win))} == {"liability"}


def code(rule_set: str, *events: Any, **more: Any) -> str:
    doc = {"rule_set": rule_set, "players": PLAYERS, "events": list(events), **more}
    with pytest.raises(ScoringError) as error:
        replay_document(json.loads(json.dumps(doc)))
    return error.value.code


TOO_MANY = ["甲", "乙", "丙", "丁", "戊"]


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"settings": {"dealer_stays": True}}, "bad_setting"),
        ({"settings": {"base": 0}}, "bad_setting"),
        ({"settings": {"tai": "-1"}}, "bad_setting"),
        ({"settings": {"base": "three"}}, "bad_setting"),
        ({"settings": {"base": 2.5}}, "bad_setting"),
        ({"settings": {"base": None}}, "bad_setting"),
        ({"settings": ["base"]}, "bad_setting"),
        ({"options": {"L-1": "all"}}, "bad_option"),
        ({"players": TOO_MANY}, "bad_event"),
        ({"standing": {"cards": [{"seat": 1, "card": "red"}]}}, "bad_event"),
        ({"standing": {"offences": [{"seat": 1, "offence": "空糊"}]}}, "bad_event"),
        ({"clock": 120}, "unknown_key"),
    ],
)
@BOTH
def test_refuses_a_document_that_cannot_be(rule_set, more, expected):
    assert code(rule_set, DRAW, **more) == expected


@pytest.mark.parametrize(
    ("rule_set", "settings"),
    [
        ("tw-club", {"start": "-5"}),
        ("tw-club", {"pull_dealer": "yes"}),
        ("tw-club", {"pull_dealer": 1}),
        ("tw-club", {"raised": [0, 0, 0, 0]}),
        ("tw-club", {"seven_pairs": True}),
        ("tw-sixteen", {"start": "10000"}),
        ("tw-sixteen", {"pull_dealer": False}),
        ("tw-sixteen", {"raised": [0, 1, 2]}),
        ("tw-sixteen", {"raised": [0, 1, 2, -1]}),
        ("tw-sixteen", {"raised": [0, 1, 2, "1"]}),
        ("tw-sixteen", {"raised": 1}),
        ("tw-sixteen", {"seven_pairs": 0}),
    ],
)
def test_refuses_settings_that_are_not_of_the_rule_set(rule_set, settings):
    assert code(rule_set, DRAW, settings=settings) == "bad_setting"


EVENTS = [
    ({"type": "win", "winner": 1, "fan": 3}, "missing_key"),
    ({"type": "win", "winner": 1, "self_draw": True}, "missing_key"),
    ({"type": "win", "from": 1, "fan": 3}, "missing_key"),
    ({**own(1, 3), "from": 2}, "bad_event"),
    (off(1, 1, 3), "bad_event"),
    (own(1, -1), "bad_event"),
    ({**own(1, 3), "robbed_kong": True}, "bad_event"),
    ({**own(1, 3), "tai": 3}, "unknown_key"),
    ({**own(1, 3), "opening": 0}, "bad_event"),
    ({**own(1, 3), "cause": "substitute"}, "missing_key"),
    ({**own(1, 3), "liable": 0}, "missing_key"),
    ({**own(1, 3), "liable": 0, "cause": "three_dragons"}, "bad_event"),
    (substitute(own(1, 3), 1), "bad_event"),
    (laid(1, "123m56m789p234p567s88s", "5m"), "not_a_winning_hand"),
    (laid(1, "123m56m789p234p567s88s", "4m", seat_wind="E"), "unknown_key"),
    (laid(1, "123m56m789p234p567s88s", "4m", opening=7), "bad_event"),
    ({"type": "win", "from": 2, "winners": [{"seat": 0, "fan": 1}, {"seat": 3, "fan": 1}]}, "bad_event"),
    ({**DRAW, "not_ready": [1]}, "bad_event"),
    ({"type": "reward", "kind": "concealed_kong", "seat": 1}, "bad_event"),
    ({"type": "surrender", "seat": 1, "winner": 0}, "bad_event"),
    ({"type": "wrong_dealer", "seat": 1}, "bad_event"),
    (ruling(1, None, "yellow"), "bad_event"),
    (ruling(1, None, "red"), "bad_event"),
    (ruling(None, None, "warning"), "bad_event"),
    (ruling(1, "false_win"), "missing_key"),
    (ruling(1, "pung_not_taken"), "missing_key"),
    (ruling(1, "other"), "missing_key"),
    (ruling(1, "hollow_win"), "bad_event"),
    (ruling(1, "wrong_count", hand="previous"), "bad_event"),
    (ruling(1, None, {"pay": [1, 5]}), "bad_event"),
    (ruling(1, None, {"pay_each_hand": True}), "missing_key"),
    (ruling(1, None, "kick"), "bad_event"),
    ({"type": "time_up", "during_hand": "yes"}, "bad_event"),
    ({"type": "deal"}, "bad_event"),
]


@pytest.mark.parametrize(("event", "expected"), EVENTS, ids=[str(number) for number in range(len(EVENTS))])
@BOTH
def test_refuses_an_event_that_cannot_be(rule_set, event, expected):
    assert code(rule_set, DRAW, event) == expected


@pytest.mark.parametrize(
    ("rule_set", "events", "expected"),
    [
        ("tw-club", [{**own(1, 3), "extra": [{"seat": 0, "fan": 1}]}], "bad_event"),
        ("tw-club", [own(1), {**DRAW, "dealer": 2}], "bad_event"),
        ("tw-club", [{**DRAW, "dealer": 5}], "bad_event"),
        ("tw-club", [{"type": "raise", "seat": 1, "units": 1}], "bad_event"),
        ("tw-club", [{"type": "time_up", "during_hand": True}, DRAW], "game_over"),
        ("tw-club", [ruling(1, "相公"), own(1, 3)], "banned_player"),
        ("tw-sixteen", [{**DRAW, "dealer": 0}], "bad_event"),
        ("tw-sixteen", [{"type": "time_up"}, DRAW], "game_over"),
        ("tw-sixteen", [{"type": "time_up", "during_hand": True}, {"type": "time_up"}], "bad_event"),
        ("tw-sixteen", [ruling(1, "相公"), own(1, 3)], "banned_player"),
        ("tw-sixteen", [DRAW, ruling(1, "詐胡", fan=3, hand="previous")], "bad_event"),
    ],
)
def test_refuses_what_one_of_them_has_no_place_for(rule_set, events, expected):
    assert code(rule_set, *events) == expected
