"""hk-classic: 底 and 番, 鋪鋪拉 and 莊拉, 投降, 現金賞罰, 和局不聽, offences: the sentences of its text as games."""

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import apply, chain_moves, consequences_of, fold, remaining_deals, start, surrenders
from scoring.documents.replay import book_of, replay_document
from scoring.documents.rules import document_of
from scoring.errors import ScoringError
from scoring.points import format_points
from scoring.rules.rule_set import RuleSet
from scoring.table.state import GameState
from tests.scoring.game_helpers import (
    CLASSIC,
    DEALER_ONLY,
    DRAW,
    LEAGUE,
    Event,
    chains,
    classic,
    drawn,
    off,
    own,
    play,
    reward,
    ruling,
    scores,
    several,
    surrender,
    transfers,
)

EAST, SOUTH, WEST, NORTH = range(4)


def game(*events: Any, rules: RuleSet = CLASSIC, **more: Any) -> Any:
    return play(*events, rules=rules, **more)


def code_of(*events: Any, rules: RuleSet = CLASSIC) -> str:
    with pytest.raises(ScoringError) as error:
        fold(rules, events)
    assert error.value.detail("zh-hant"), error.value.detail("en")
    return error.value.code


# --- 計錢方式: 底 and 番 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("base", "fan", "money"),
    [
        ("10", 16, "42"),  # 打＄10一底就＄2一番，糊出16番，就是16 x＄2+＄10 =＄42
        ("50", 16, "210"),  # ＄50一底就＄10一番
        ("3", 1, "3.6"),
        ("0.01", 1, "0.012"),
        (10, 1, "12"),
    ],
)
def test_a_win_is_its_番_at_a_fifth_of_the_底_and_one_底(base, fan, money):
    state = game(off(1, 2, fan), rules=classic({"base": base}))
    assert chains(state) == [(1, 2, money, 1)]


def test_the_worked_example_of_the_pull():
    """第一鋪，東家自摸糊13番（連莊家一番）: 36 each; 第二鋪，南家出沖俾東家5番: 36 × 1.5 + 5 × 2 + 10 = 74."""
    first = game(own(EAST, 12))
    assert chains(first) == [(0, 1, "36", 1), (0, 2, "36", 1), (0, 3, "36", 1)]
    second = game(own(EAST, 12), off(EAST, SOUTH, 2))
    assert chains(second) == [(0, 1, "74", 2), (0, 2, "36", 1), (0, 3, "36", 1)]
    assert scores(second) == ["0"] * 4


PULLED = (own(EAST, 12), off(EAST, SOUTH, 2))


@pytest.mark.parametrize(
    ("event", "paid"),
    [
        (off(WEST, SOUTH, 3), ["74", "36", "36"]),  # 情況一：東家就收齊一述的錢
        (off(SOUTH, WEST, 3), ["74", "36", "36"]),
        (off(SOUTH, EAST, 3), ["37", "36", "36"]),  # 情況二：南家只需俾＄74∕2 =＄37
        (off(WEST, EAST, 3), ["74", "18", "36"]),
        (own(SOUTH, 3), ["37", "36", "36"]),  # 若果南、西或北其中一家自摸，也是可以扣回一半
        (own(NORTH, 3), ["74", "36", "18"]),
    ],
)
def test_the_worked_example_of_who_pays_out(event, paid):
    hand = game(*PULLED, event).hands[-1]
    assert [format_points(t.points) for t in sorted(hand.transfers, key=lambda t: t.source or 0)] == paid
    assert {(t.target, t.reason) for t in hand.transfers} == {(EAST, "chain")}


def test_the_worked_example_of_a_dealer_who_stayed_three_times():
    """東家「連三」，西家自摸10番: 南家、北家只需俾10番的錢，東家就需要俾17番的錢（10+3x2+1=17）."""
    hand = game(DRAW, DRAW, DRAW, own(WEST, 10)).hands[-1]
    assert {p.payer: (p.fan + p.dealer, format_points(p.points)) for p in hand.payments} == {
        EAST: (17, "44"),
        SOUTH: (10, "30"),
        NORTH: (10, "30"),
    }


@pytest.mark.parametrize(("stayed", "dealer"), [(0, 1), (1, 3), (2, 5), (5, 11)])
def test_the_dealer_adds_1_and_連n_2n_and_1(stayed, dealer):
    """做莊糊牌額外加一番; 連一三番, 連二五番, 連五 = 11番."""
    assert {p.dealer for p in game(*[DRAW] * stayed, own(EAST, 4)).hands[-1].payments} == {dealer}


def test_雙響_and_三響_add_5_and_10_to_each():
    two = game(several(NORTH, (SOUTH, 8), (WEST, 1)))
    assert chains(two) == [(1, 3, "36", 1), (2, 3, "22", 1)]
    three = game(several(NORTH, (EAST, 8), (SOUTH, 8), (WEST, 1)))
    assert chains(three) == [(0, 3, "48", 1), (1, 3, "46", 1), (2, 3, "32", 1)]


def test_a_win_by_flowers_costs_its_番_and_the_底():
    """K-9: 七搶一 30 番 and the 底 from one player, 八仙過海 40 番 and the 底 from each; dealer's fans as ever."""
    robbed = game({**off(WEST, NORTH, 30), "flower_win": True})
    assert chains(robbed) == [(2, 3, "70", 1)]
    eight = game({**own(WEST, 40), "flower_win": True})
    assert chains(eight) == [(2, 0, "92", 1), (2, 1, "90", 1), (2, 3, "90", 1)]


@pytest.mark.parametrize(
    ("value", "grown", "half"), [("up_down", "27", "8"), ("exact", "26.1", "8.7"), ("nearest", "26", "9")]
)
def test_rounds_as_the_option_says_also_when_a_番_is_a_fraction(value, grown, half):
    rules = classic({"base": "3"}, K_8=value)
    opened = game(off(1, 2, 24), rules=rules)  # 24 × 0.6 + 3 = 17.4
    assert chains(opened) == [(1, 2, "17.4", 1)]
    (growing,), (halving,) = chain_moves(opened, (1,), 2, rules), chain_moves(opened, (2,), 1, rules)
    assert (format_points(growing.after), format_points(halving.paid)) == (grown, half)


# --- 鋪鋪拉、莊拉 -------------------------------------------------------------------------------------------------


def test_with_莊拉_only_the_dealers_wins_are_carried():
    state = game(off(WEST, NORTH, 4), rules=DEALER_ONLY)
    assert (transfers(state.hands[0].transfers), state.chains) == ([(3, 2, "18", "win")], ())
    state = game(own(EAST, 12), rules=DEALER_ONLY)
    assert chains(state) == [(0, 1, "36", 1), (0, 2, "36", 1), (0, 3, "36", 1)]
    assert scores(state) == ["0"] * 4


def test_with_莊拉_another_win_takes_its_own_at_once_and_closes_the_dealers_chains():
    hand = game(*PULLED, own(SOUTH, 3), rules=DEALER_ONLY).hands[-1]
    assert transfers(hand.transfers) == [
        (1, 0, "37", "chain"),
        (2, 0, "36", "chain"),
        (3, 0, "36", "chain"),
        (0, 1, "26", "win"),  # 3 番 + 連二 5
        (2, 1, "16", "win"),
        (3, 1, "16", "win"),
    ]
    assert hand.chains == ()
    assert [p.points for p in hand.payments] == [t.points for t in hand.transfers[3:]]


def test_with_莊拉_a_tile_that_the_dealer_shares_is_half_carried():
    """K-19."""
    state = game(*PULLED, several(SOUTH, (EAST, 2), (WEST, 3)), rules=DEALER_ONLY)
    assert chains(state) == [(0, 1, "145", 3), (0, 2, "36", 1), (0, 3, "36", 1)]  # 111 + (2 + 5 + 5) × 2 + 10
    assert transfers(state.hands[-1].transfers) == [(1, 2, "26", "win")]
    assert (state.dealer, state.dealer_streak) == (EAST, 0)


# --- 投降 ----------------------------------------------------------------------------------------------------------

THRICE = (off(SOUTH, WEST, 5), off(SOUTH, WEST, 5), off(SOUTH, WEST, 5))  # 20; 30 + 22; 78 + 26


def test_who_was_pulled_three_times_may_pay_it_all():
    state = game(*THRICE)
    assert chains(state) == [(1, 2, "104", 3)]
    assert surrenders(state, CLASSIC) == state.chains
    after = game(*THRICE, surrender(WEST, SOUTH))
    assert (after.chains, scores(after)) == ((), ["0", "104", "-104", "0"])
    assert transfers(after.open_hand.transfers) == [(2, 1, "104", "chain")]
    assert surrenders(after, CLASSIC) == ()
    assert (after.name, after.dealer, after.dealer_streak) == (state.name, state.dealer, state.dealer_streak)


def test_the_surrendered_amount_stands_in_the_hand_that_closes_next():
    state = game(*THRICE, surrender(WEST, SOUTH), off(SOUTH, WEST, 5))
    hand = state.hands[-1]
    assert transfers(hand.transfers) == [(2, 1, "104", "chain")]
    assert [
        (m.kind, format_points(m.before), format_points(m.paid), format_points(m.after), m.pulls)
        for m in hand.chain_moves
    ] == [
        ("surrender", "104", "104", "0", 0),
        ("open", "0", "0", "30", 1),
    ]
    assert chains(state) == [(1, 2, "30", 1)]


def test_it_may_wait_for_a_draw_and_a_replayed_hand_and_keep_what_it_paid():
    later = game(*THRICE, DRAW, ruling(0, "詐糊"), surrender(WEST, SOUTH), ruling(0, "詐糊"))
    assert later.chains == ()
    assert later.hands[-1].result == "replayed"
    assert (2, 1, "104", "chain") in transfers(later.hands[-1].transfers)


def test_the_sixth_pull_offers_it_again_and_those_between_do_not():
    state = start(CLASSIC)
    offered = []
    for _ in range(9):
        state = apply(state, off(SOUTH, WEST, 1), CLASSIC)
        offered.append(bool(surrenders(state, CLASSIC)))
    assert offered == [False, False, True] * 3


def test_only_the_pair_named_is_paid():
    state = game(own(SOUTH, 1), own(SOUTH, 1), own(SOUTH, 1), surrender(NORTH, SOUTH))
    assert [(c.winner, c.payer) for c in state.chains] == [(1, 0), (1, 2)]
    assert [(c.winner, c.payer) for c in surrenders(state, CLASSIC)] == [(1, 0), (1, 2)]


def test_a_surrender_between_hands_at_the_bell_stays_listed_and_paid():
    state = game(*THRICE, surrender(WEST, SOUTH), {"type": "time_up"})
    book = book_of(state, "hk-classic")
    assert [hand["result"] for hand in book["hands"]] == ["win", "win", "win", "open"]
    assert book["final"]["scores"] == ["0", "104", "-104", "0"]
    assert surrenders(state, CLASSIC) == ()


# --- 現金賞罰 ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "after"),
    [
        (reward("concealed_kong", 1), ["-10", "30", "-10", "-10"]),
        (reward("grass", 2), ["-5", "-5", "15", "-5"]),
        (reward("flower_set", 0), ["30", "-10", "-10", "-10"]),
        (reward("equal_dice", 3), ["-10", "-10", "-10", "30"]),
        (reward("one_two_three", 3), ["10", "10", "10", "-30"]),
        (reward("followed_discard", 0), ["-30", "10", "10", "10"]),
        (reward("followed_discard", 0, times=3), ["-90", "30", "30", "30"]),
    ],
    ids=lambda value: value.get("kind") if isinstance(value, dict) else "",
)
def test_pays_what_the_cash_table_says(event, after):
    state = game(event)
    assert scores(state) == after
    assert {row.reason for row in state.open_hand.transfers} == {"reward"}
    assert game(event, rules=classic({"base": "2.5"})).scores == tuple(score / 4 for score in state.scores)


def test_concealed_kongs_climb_by_player_and_hand():
    state, steps = start(CLASSIC), []
    for event in (*[reward("concealed_kong", 1)] * 5, reward("concealed_kong", 2), DRAW, reward("concealed_kong", 1)):
        after = apply(state, event, CLASSIC)
        steps.append(format_points(after.scores[0] - state.scores[0]))
        state = after
    assert steps == ["-10", "-20", "-40", "-60", "-100", "-10", "0", "-10"]


@pytest.mark.parametrize(
    ("idle", "after"),
    [
        ((), ["0", "0", "0", "0"]),
        ((2,), ["10", "10", "-30", "10"]),
        ((3, 1), ["20", "-20", "20", "-20"]),
        ((0, 1, 3), ["-10", "-10", "30", "-10"]),
        ((3, 2, 1, 0), ["0", "0", "0", "0"]),
    ],
)
def test_who_is_not_ready_at_a_draw_pays_who_is(idle, after):
    state = game(off(1, 2, 5), drawn(*idle))
    assert scores(state) == after
    assert {row.reason for row in state.hands[-1].transfers} <= {"fine"}
    assert (state.hands[-1].result, chains(state)) == ("draw", [(1, 2, "20", 1)])
    assert (state.dealer, state.dealer_streak) == (1, 1)


def test_two_who_are_not_ready_do_not_pay_each_other():
    """K-7: what they would pay each other cancels out, and no such rows stand in the book."""
    hand = game(drawn(3, 1)).hands[0]
    assert transfers(hand.transfers) == [
        (1, 0, "10", "fine"),
        (1, 2, "10", "fine"),
        (3, 0, "10", "fine"),
        (3, 2, "10", "fine"),
    ]
    assert game(drawn(0, 1, 2, 3)).hands[0].transfers == ()


# --- 做莊及連莊, length --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("length", "deals"), [("four", 16), ("two", 8)])
def test_a_game_has_as_many_圈_as_the_option_says(length, deals):
    rules = classic(K_10=length)
    state = start(rules)
    assert remaining_deals(state, rules) == deals - 1
    for deal in range(deals):
        assert not state.finished
        state = apply(state, off((deal + 1) % 4, (deal + 2) % 4, 1), rules)
    assert state.finished
    assert state.hands[-1].name == ("北四局" if length == "four" else "南四局")
    assert state.chains == ()
    assert state.hands[-1].transfers[-1].reason == "chain"


@pytest.mark.parametrize(("value", "streak"), [("reset", 0), ("plus_one", 2)])
def test_a_dealer_who_shares_a_tile_stays_as_the_option_says(value, streak):
    rules = classic(K_12=value)
    state = game(DRAW, rules=rules)
    shared = several(NORTH, (EAST, 1), (WEST, 1))
    state = apply(state, shared, rules)
    assert (state.dealer, state.dealer_streak) == (EAST, streak)


def test_the_bell_ends_the_game_with_the_hand_or_between_hands():
    assert game(own(EAST, 1), {"type": "time_up"}).finished
    state = game(own(EAST, 1), {"type": "time_up", "during_hand": True})
    assert not state.finished
    assert apply(state, ruling(1, "詐糊"), CLASSIC).last_hand
    assert apply(state, drawn(1), CLASSIC).finished


# --- 犯規 ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "after", "ban"),
    [
        (ruling(1, "錯暗槓"), ["10", "-30", "10", "10"], False),
        (ruling(1, "錯聽牌"), ["10", "-30", "10", "10"], True),
        (ruling(1, "喊碰未碰", to=3), ["0", "-10", "0", "10"], False),
        (ruling(1, "開上未上", to=0), ["10", "-10", "0", "0"], False),
        (ruling(1, "聽牌未糊", to=2), ["0", "-10", "10", "0"], False),
        (ruling(1, "斷橋"), ["0", "0", "0", "0"], True),
        (ruling(1, "企糊"), ["0", "0", "0", "0"], True),
        (ruling(1, "其他", {"deduct_base": 2}), ["0", "-20", "0", "0"], False),
    ],
    ids=lambda value: value["offence"] if isinstance(value, dict) else "",
)
def test_an_offence_costs_what_the_table_says(event, after, ban):
    before = start(CLASSIC)
    seen = consequences_of(before, event, CLASSIC)
    state = apply(before, event, CLASSIC)
    assert (scores(state), state.bans) == (after, {1} if ban else frozenset())
    assert (seen.transfers, seen.ban) == (state.open_hand.transfers, ban)
    assert {row.reason for row in seen.transfers} <= {"fine", "deduction"}


def test_a_fine_of_the_table_does_not_grow():
    assert scores(game(ruling(1, "錯暗槓"), ruling(1, "錯暗槓"))) == ["20", "-60", "20", "20"]


def test_a_詐糊_is_replayed_with_chains_and_streak_untouched():
    before = game(own(EAST, 12))
    state = apply(before, ruling(NORTH, "詐糊"), CLASSIC)
    assert scores(state) == ["100", "100", "100", "-300"]
    assert (state.hands[-1].result, state.hands[-1].dealer_streak) == ("replayed", 1)
    assert (state.chains, state.dealer, state.dealer_streak) == (before.chains, EAST, 1)


def test_a_dealer_who_calls_a_詐糊_deals_again():
    state = game(DRAW, ruling(EAST, "詐糊"))
    assert (state.name, state.dealer, state.dealer_streak) == ("東一局", EAST, 1)


def test_包賠_costs_each_the_hand_with_its_底():
    state = game(DRAW, ruling(1, None, {"pay_each_hand": True}, fan=10))
    assert scores(state) == ["36", "-96", "30", "30"]  # the dealer 連一 3 番 more


# --- 碰槓 (other rule 11) ------------------------------------------------------------------------------------------


def kong_win(**changes: Any) -> dict[str, Any]:
    hand = {
        "concealed": "123m456p789s1z",
        "winning_tile": "1z",
        "melds": [{"kind": "kong", "tiles": "5555m"}, {"kind": "chow", "tiles": "234s"}],
        "replacements": ["kong"],
    }
    return {"type": "win", "winner": SOUTH, "from": WEST, "hand": {**hand, **changes}}


def test_a_win_on_the_replacement_of_a_claimed_kong_is_paid_by_who_discarded_its_tile():
    """碰槓後自摸，當放槓者出沖: 無花 1, 獨獨 2, 明槓 1, 暗雜龍 10 and 槓上摸 5 as drawn, paid by one player."""
    hand = game(kong_win()).hands[-1]
    assert chains(game(kong_win())) == [(1, 2, "48", 1)]  # 19 × 2 + 10
    alone = game({**kong_win(), "from": None, "self_draw": True}).hands[-1]
    assert [p.payer for p in hand.payments] == [WEST]
    assert {p.fan for p in hand.payments} == {p.fan for p in alone.payments}
    assert (hand.source, alone.source) == (WEST, None)


@pytest.mark.parametrize(
    "event",
    [
        kong_win(melds=[{"kind": "added_kong", "tiles": "5555m"}, {"kind": "chow", "tiles": "234s"}]),
        kong_win(melds=[{"kind": "concealed_kong", "tiles": "5555m"}, {"kind": "chow", "tiles": "234s"}]),
        {**kong_win(), "robbed_kong": True},
    ],
)
def test_other_replacements_are_own_draws_that_nobody_discarded(event):
    assert code_of(event) == "impossible_circumstance"


def test_the_replacement_of_a_claimed_kong_may_be_a_flower_first():
    flower = game(kong_win(flowers="1f", replacements=["kong", "flower"]))
    assert chains(flower) == [(1, 2, "64", 1)]  # 爛花 1, 獨獨 2, 明槓 1, 雜龍 10, 花上摸 3 and 槓上花上摸 10


@pytest.mark.parametrize(
    "changes",
    [
        {"melds": [{"kind": "kong", "tiles": "5555m"}, {"kind": "concealed_kong", "tiles": "2222s"}],
         "replacements": ["kong", "kong"]},
        {"flowers": "1f", "replacements": ["flower", "kong"]},
    ],
    ids=["another kong at once", "a flower before it"],
)  # fmt: skip
def test_after_a_claimed_kong_no_other_follows_and_nothing_was_drawn_before_it(changes):
    """碰槓後，不得即時加槓或暗槓，必須打牌."""
    assert code_of(kong_win(**changes)) == "impossible_circumstance"


# --- the document --------------------------------------------------------------------------------------------------


def test_the_worked_example_of_the_interface_comes_out_as_printed():
    path = Path(__file__).parent.parent / "data" / "replay-hk-classic.json"
    example = json.loads(path.read_text(encoding="utf-8"))
    assert replay_document(example["request"]) == example["expected"]


@pytest.mark.parametrize("written", [{"base": 10}, {"base": "10.0", "chain": "every_hand"}, {}])
def test_settings_in_any_spelling_are_the_same_rules(written):
    assert classic(written) is CLASSIC


@pytest.mark.parametrize(
    "written",
    [{"base": "0"}, {"base": "-10"}, {"base": "ten"}, {"base": None}, {"chain": "莊拉"}, {"chain": True}, {"tai": "1"}],
)
def test_a_setting_that_cannot_be_is_refused_by_name(written):
    doc = {"rule_set": "hk-classic", "players": list("甲乙丙丁"), "events": [], "settings": written}
    with pytest.raises(ScoringError, match="bad_setting") as error:
        replay_document(doc)
    assert next(iter(written)) in error.value.detail("en")


def test_the_rules_document_shows_the_settings_in_force():
    shown = document_of(classic({"chain": "dealer"}))["settings"]
    assert [(one["id"], one["default"], one["value"]) for one in shown] == [
        ("base", "10", "10"),
        ("chain", "every_hand", "dealer"),
    ]


# --- what cannot be ------------------------------------------------------------------------------------------------

REFUSED: list[tuple[str, tuple[Event, ...], str]] = [
    ("no chain is open", (surrender(2, 1),), "bad_event"),
    ("pulled once", (*THRICE[:1], surrender(2, 1)), "bad_event"),
    ("pulled twice", (*THRICE[:2], surrender(2, 1)), "bad_event"),
    ("pulled four times", (*THRICE, THRICE[0], surrender(2, 1)), "bad_event"),
    ("the wrong way round", (*THRICE, surrender(1, 2)), "bad_event"),
    ("twice", (*THRICE, surrender(2, 1), surrender(2, 1)), "bad_event"),
    ("to oneself", (*THRICE, surrender(2, 2)), "bad_event"),
    ("no seat", (*THRICE, {"type": "surrender", "winner": 1}), "missing_key"),
    ("no winner", (*THRICE, {"type": "surrender", "seat": 2}), "missing_key"),
    ("surrender with points", (*THRICE, {**surrender(2, 1), "points": "9"}), "unknown_key"),
    ("seat out of range", (*THRICE, surrender(4, 1)), "bad_event"),
    ("after the end", (*THRICE, {"type": "time_up"}, surrender(2, 1)), "game_over"),
    ("not a list", ({"type": "draw", "not_ready": 1},), "bad_event"),
    ("a word", ({"type": "draw", "not_ready": "12"},), "bad_event"),
    ("null", ({"type": "draw", "not_ready": None},), "bad_event"),
    ("seat 4", (drawn(4),), "bad_event"),
    ("a truth value", ({"type": "draw", "not_ready": [True]},), "bad_event"),
    ("a seat twice", (drawn(1, 1),), "bad_event"),
    ("another dealer", ({"type": "draw", "dealer": 1},), "bad_event"),
    ("a wrong dealer", ({"type": "wrong_dealer", "seat": 1},), "bad_event"),
    ("liable", ({**own(1, 5), "liable": 2},), "bad_event"),
    ("extra", ({**own(1, 5), "extra": [{"seat": 2, "fan": 8}]},), "bad_event"),
    ("opening", ({**own(1, 5), "opening": 2},), "bad_event"),
    ("no 番", (own(1, 0),), "bad_event"),
    ("七搶一 as a reward", (reward("seven_rob_one", 1, **{"from": 2}),), "bad_event"),
    ("兩台花 as a reward", (reward("two_flower_sets", 1),), "bad_event"),
    ("中張", (reward("followed_discard", 1, simple=True),), "bad_event"),
    ("followed 0 times", (reward("followed_discard", 1, times=0),), "bad_event"),
    ("a sixth concealed kong", (reward("concealed_kong", 1),) * 6, "bad_event"),
    ("times of a kong", (reward("concealed_kong", 1, times=2),), "bad_event"),
    ("a yellow card", (ruling(1, None, "yellow"),), "bad_event"),
    ("a red card", (ruling(1, None, "red"),), "bad_event"),
    ("台", (ruling(1, None, {"deduct_tai": 1}),), "bad_event"),
    ("false_win_hand", (ruling(1, None, "false_win_hand"),), "bad_event"),
    ("an offence of the league", (ruling(1, "鳴牌取消"),), "bad_event"),
    ("discretion without consequences", (ruling(1, "其他"),), "missing_key"),
    ("needs to", (ruling(1, "喊碰未碰"),), "missing_key"),
    ("to oneself", (ruling(1, "喊碰未碰", to=1),), "bad_event"),
    ("詐糊 of the hand before", (DRAW, {**ruling(1, "詐糊"), "hand": "previous"}), "bad_event"),
    ("a banned winner", (ruling(1, "企糊"), own(1, 5)), "banned_player"),
    ("nobody at fault", (ruling(None, "詐糊"),), "bad_event"),
]


@pytest.mark.parametrize(("events", "code"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_refuses_what_cannot_be(events, code):
    assert code_of(*events) == code


def test_a_rule_set_without_them_has_neither_投降_nor_和局不聽():
    assert code_of(*THRICE, surrender(2, 1), rules=LEAGUE) == "bad_event"
    assert code_of(drawn(1), rules=LEAGUE) == "bad_event"
    assert surrenders(play(*THRICE), LEAGUE) == ()


# --- whatever happens ----------------------------------------------------------------------------------------------

FANS = st.integers(1, 130)
SEATS = st.integers(0, 3)


@st.composite
def wins(draw: st.DrawFn) -> Event:
    winners = draw(st.lists(SEATS, min_size=1, max_size=3, unique=True))
    loser = draw(st.sampled_from([seat for seat in range(4) if seat not in winners]))
    if len(winners) > 1:
        return several(loser, *[(seat, draw(FANS)) for seat in winners])
    return own(winners[0], draw(FANS)) if draw(st.booleans()) else off(winners[0], loser, draw(FANS))


@st.composite
def runs(draw: st.DrawFn) -> list[Event]:
    """One player wins from another several times, which gives up or not: rare among random wins."""
    winner, loser = draw(st.permutations(range(4)))[:2]
    pulled = [off(winner, loser, draw(FANS)) for _ in range(draw(st.integers(2, 4)))]
    return [*pulled, surrender(loser, winner)]


IDLE = st.lists(SEATS, unique=True, max_size=4).map(lambda seats: drawn(*seats))
FALSE = SEATS.map(lambda seat: ruling(seat, "詐糊"))
GAMES = st.lists(
    st.one_of(wins().map(lambda win: [win]), runs(), IDLE.map(lambda one: [one]), FALSE.map(lambda one: [one]))
)


@given(GAMES, st.sampled_from(["every_hand", "dealer"]), wins())
def test_every_chain_goes_from_its_amount_before_to_its_amount_after(parts, pulling, ahead):
    rules = classic({"chain": pulling})
    state = start(rules)
    for event in [event for part in parts for event in part]:
        if state.finished:
            break
        with contextlib.suppress(ScoringError):
            state = apply(state, event, rules)
    open_before: dict[tuple[int, int], Any] = {}
    for hand in state.hands:
        for move in hand.chain_moves:
            assert move.before == open_before.get((move.winner, move.payer), 0)
            open_before[move.winner, move.payer] = move.after
        assert {pair: points for pair, points in open_before.items() if points} == {
            (chain.winner, chain.payer): chain.points for chain in hand.chains
        }
    if not state.finished:
        check_what_if(state, ahead, rules)


def check_what_if(state: GameState, ahead: Event, rules: RuleSet) -> None:
    """What the page shows before a win is entered is what the win then does."""
    winners = [one["seat"] for one in ahead.get("winners", [])] or [ahead["winner"]]
    seen = {(m.winner, m.payer): m for m in chain_moves(state, winners, ahead.get("from"), rules)}
    after = apply(state, ahead, rules)
    done = {(m.winner, m.payer): m for m in after.hands[-1].chain_moves if m.kind not in ("open", "surrender", "end")}
    assert {pair: (m.kind, m.paid, m.before) for pair, m in seen.items()} == {
        pair: (m.kind, m.paid, m.before) for pair, m in done.items()
    }
    assert all(done[pair].after - done[pair].added == move.after for pair, move in seen.items())
