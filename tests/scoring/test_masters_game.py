"""A 輪 of the Masters: the table of points, 包牌, 搶槓, 連莊 in the final, the bell, 做錯莊."""

from typing import Any

import pytest

from scoring import GameState, deal_after_draw
from scoring.documents.replay import replay_document
from scoring.errors import ScoringError
from scoring.rulesets import get_rule_set
from tests.scoring.game_helpers import DRAW, Event, off, own, ruling, scores, several, transfers
from tests.scoring.game_helpers import play as play_under
from tests.scoring.masters_helpers import FINAL, MASTERS, PLAIN, liable, robbed

BELL: Event = {"type": "time_up"}
BELL_DURING: Event = {"type": "time_up", "during_hand": True}


def play(*events: Event, rules: Any = MASTERS, **more: Any) -> GameState:
    return play_under(*events, rules=rules, **more)


def moved(*events: Event, rules: Any = MASTERS) -> list[tuple[int | None, int | None, str, str]]:
    """What the last hand moved."""
    return transfers(play(*events, rules=rules).hands[-1].transfers)


def refused(*events: Event, rules: Any = MASTERS) -> str:
    with pytest.raises(ScoringError) as error:
        play(*events, rules=rules)
    return error.value.code


def wrong(seat: int) -> Event:
    return {"type": "wrong_dealer", "seat": seat}


# ---- 得分授受法


@pytest.mark.parametrize(
    ("fan", "discarder", "each"),
    [(3, "32", "16"), (4, "64", "32"), (5, "96", "48"), (6, "128", "64"), (7, "192", "96"), (8, "256", "128"),
     (9, "384", "192"), (10, "512", "256")],
)  # fmt: skip
def test_pays_by_the_table(fan, discarder, each):
    assert moved(off(2, 0, fan)) == [(0, 2, discarder, "win")]
    assert moved(own(2, fan)) == [(0, 2, each, "win"), (1, 2, each, "win"), (3, 2, each, "win")]


def test_the_dealer_neither_gains_nor_loses_extra():
    assert moved(own(0, 5)) == [(seat, 0, "48", "win") for seat in (1, 2, 3)]
    assert moved(own(0, 5), own(0, 5), own(0, 5), rules=FINAL) == [(seat, 0, "48", "win") for seat in (1, 2, 3)]


def test_all_who_claim_win_and_the_discarder_pays_each_by_his_own_count():
    assert moved(several(3, (0, 3), (1, 10), (2, 5))) == [
        (3, 0, "32", "win"), (3, 1, "512", "win"), (3, 2, "96", "win"),
    ]  # fmt: skip


@pytest.mark.parametrize("fan", [2, 11, 0, -3, "5", 3.5, True])
def test_takes_a_typed_count_from_three_to_ten(fan):
    assert refused(own(1, fan)) == refused(several(0, (1, fan), (2, 3))) == "bad_event"


def test_counts_a_hand_of_tiles_and_refuses_one_below_three():
    hand = {"concealed": PLAIN, "winning_tile": "4m"}
    drawn = {"type": "win", "winner": 1, "self_draw": True, "hand": hand}
    assert moved(drawn)[0] == (0, 1, "16", "win")
    assert refused({"type": "win", "winner": 1, "from": 0, "hand": hand}) == "bad_event"
    last = {**hand, "circumstances": ["last_tile"]}
    assert moved({**drawn, "hand": last})[0] == (0, 1, "32", "win")


def test_counts_a_hand_with_the_winds_of_the_game():
    hand = {"concealed": "56m789p88s", "winning_tile": "4m", "melds": [
        {"kind": "pung", "tiles": "111z"}, {"kind": "pung", "tiles": "555z"},
    ]}  # fmt: skip
    east = {"type": "win", "winner": 0, "from": 1, "hand": hand}
    assert moved(east) == [(1, 0, "32", "win")]
    assert refused({**east, "winner": 2}) == "bad_event"  # 圈風 and 三元牌 are two


# ---- 搶槓當自摸


def test_the_robbed_one_pays_all_three_shares_in_one_sum():
    assert moved(robbed(1, 3)) == [(3, 1, "48", "win")]
    assert moved(robbed(1, 3, 10)) == [(3, 1, "768", "win")]


def test_each_who_robs_gets_all_three_shares():
    both = {**several(3, (0, 3), (1, 4)), "robbed_kong": True}
    assert moved(both) == [(3, 0, "48", "win"), (3, 1, "96", "win")]


@pytest.mark.parametrize("word", ["robbed_kong", "robbed_concealed_kong"])
def test_a_hand_may_say_itself_that_it_robbed_a_kong(word):
    hand = {"concealed": "119m19p19s123456z", "winning_tile": "7z", "circumstances": [word]}
    assert moved({"type": "win", "winner": 2, "from": 1, "hand": hand}) == [(1, 2, "768", "win")]


def test_nobody_robs_a_kong_of_himself():
    assert refused({**own(1), "robbed_kong": True}) == "bad_event"


# ---- 包牌


@pytest.mark.parametrize("cause", ["twelve_tiles", "three_dragons"])
def test_who_is_liable_pays_all_three_shares(cause):
    assert moved(liable(0, 2, 6, cause)) == [(2, 0, "192", "liability")]
    assert moved(liable(0, [2], 6, cause)) == [(2, 0, "192", "liability")]


def test_the_payment_tells_that_it_is_paid_for_others():
    [payment] = play(liable(0, 2, 6)).hands[0].payments
    assert (payment.winner, payment.payer, payment.fan, payment.points, payment.reason) == (0, 2, 6, 192, "liability")


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (liable(0, 0), "bad_event"),
        (liable(0, 4), "bad_event"),
        (liable(0, "2"), "bad_event"),
        (liable(0, [1, 2]), "bad_event"),  # 包後不包先: one at most
        (liable(0, []), "bad_event"),
        (liable(0, 1, cause="substitute"), "bad_event"),
        (liable(0, 1, cause=["twelve_tiles"]), "bad_event"),
        ({**off(0, 1, 3), "liable": 2, "cause": "twelve_tiles"}, "bad_event"),  # 出銃者獨力承擔
        ({**robbed(0, 1), "liable": 2, "cause": "three_dragons"}, "bad_event"),  # 搶槓取代包牌
        ({**several(0, (1, 3), (2, 3)), "liable": 3, "cause": "three_dragons"}, "bad_event"),
        ({**own(0, 3), "liable": 1}, "missing_key"),
        ({**own(0, 3), "cause": "twelve_tiles"}, "missing_key"),
        ({**own(0, 3), "flower_win": True}, "bad_event"),
        ({**own(0, 3), "extra": [{"seat": 1, "fan": 3}]}, "bad_event"),
        ({**own(0, 3), "opening": 1}, "bad_event"),
    ],
)
def test_refuses_a_liability_that_cannot_be(event, code):
    assert refused(event) == code


def test_null_says_that_nobody_is_liable():
    assert moved({**own(0, 3), "liable": None, "cause": None}) == moved(own(0, 3))


def laid(concealed: str, *melds: str, **more: Any) -> dict[str, Any]:
    kinds = [meld.split(":") for meld in melds]
    return {
        "concealed": concealed, "winning_tile": concealed[:1] + concealed[-1],
        "melds": [{"kind": kind, "tiles": tiles} for kind, tiles in kinds], **more,
    }  # fmt: skip


TWELVE = ("pung:222m", "pung:777m", "kong:9999m")
DRAGONS = ("pung:555z", "kong:6666z")


@pytest.mark.parametrize(
    ("cause", "hand"),
    [
        ("twelve_tiles", laid("8m", *TWELVE, "chow:123m")),
        ("twelve_tiles", laid("8m", *TWELVE, "concealed_kong:1111m")),  # which was the fourth is not told
        ("three_dragons", laid("8m", *DRAGONS, "pung:777z", "chow:123m")),
        ("three_dragons", laid("8m", *DRAGONS, "concealed_kong:7777z", "chow:123m")),
    ],
)
def test_melds_that_allow_the_cause_are_taken(cause, hand):
    event = liable(1, 2, cause=cause)
    del event["fan"]
    assert [(source, reason) for source, _, _, reason in moved({**event, "hand": hand})] == [(2, "liability")]


KONGS = ("concealed_kong:5555z", "concealed_kong:6666z", "concealed_kong:7777z")


@pytest.mark.parametrize(
    ("cause", "hand"),
    [
        ("twelve_tiles", {**laid("1188m", *TWELVE), "concealed": "1118m", "winning_tile": "8m"}),  # three melds
        ("twelve_tiles", laid("8m", *KONGS, "concealed_kong:1111z")),  # nobody fed any
        ("twelve_tiles", {"concealed": PLAIN, "winning_tile": "4m"}),
        ("three_dragons", laid("8m", *DRAGONS, *TWELVE[:2])),  # two dragons
        ("three_dragons", laid("8m", *KONGS, "pung:111z")),  # all of them concealed kongs
        ("twelve_tiles", laid("8m", *TWELVE, "chow:123m", replacements=["kong"])),  # 槓後自摸不用包
        ("three_dragons", laid("8m", *DRAGONS, "pung:777z", "chow:123m", replacements=["kong"])),
    ],
)
def test_melds_and_replacements_that_rule_the_cause_out_are_refused(cause, hand):
    event = liable(1, 2, cause=cause)
    del event["fan"]
    assert refused({**event, "hand": hand}) == "bad_event"
    del event["liable"], event["cause"]
    assert play({**event, "hand": hand}).hands[0].result == "win"


# ---- 莊家及門風


def test_the_deal_passes_after_every_hand():
    state = play(own(0, 3), DRAW, off(2, 1, 3), several(0, (3, 3), (1, 3)))
    names = [(hand.name, hand.dealer, hand.dealer_streak) for hand in state.hands]
    assert names == [("東一局", 0, 0), ("東二局", 1, 0), ("東三局", 2, 0), ("東四局", 3, 0)]
    assert (state.name, state.round_wind) == ("南一局", "S")


def test_a_輪_is_sixteen_deals():
    state = play(*[DRAW] * 16)
    assert (state.finished, state.hands[-1].name, state.places) == (True, "北四局", (1, 1, 1, 1))
    assert not play(*[DRAW] * 15).finished
    assert refused(*[DRAW] * 16, DRAW) == "game_over"


def test_the_dealer_of_the_final_stays_after_winning_and_not_after_a_draw():
    state = play(own(0, 3), off(0, 1, 3), several(2, (0, 3), (3, 3)), rules=FINAL)
    assert (state.name, state.dealer, state.dealer_streak) == ("東一局", 0, 3)
    state = play(own(0, 3), DRAW, rules=FINAL)
    assert (state.name, state.dealer, state.dealer_streak) == ("東二局", 1, 0)
    assert [hand.dealer_streak for hand in state.hands] == [0, 1]


def test_a_draw_in_北四局_ends_the_final_and_the_dealers_win_does_not():
    assert play(*[DRAW] * 16, rules=FINAL).finished
    state = play(*[DRAW] * 15, own(3, 3), rules=FINAL)
    assert (state.finished, state.name, state.dealer_streak) == (False, "北四局", 1)


def test_a_draw_passes_the_deal_with_and_without_連莊():
    assert deal_after_draw(play(), MASTERS).deal == 1
    assert deal_after_draw(play(rules=FINAL), FINAL).deal == 1


@pytest.mark.parametrize("given", [{"dealer_stays": "yes"}, {"dealer_stays": 1}, {"base": "10"}])
def test_refuses_a_setting_that_it_does_not_have(given):
    with pytest.raises(ScoringError, match="bad_setting"):
        get_rule_set("hkma-masters", settings=given)


# ---- 做錯莊


@pytest.mark.parametrize("rules", [MASTERS, FINAL])
@pytest.mark.parametrize("result", [own(2, 3), own(0, 3), DRAW])
def test_after_a_wrong_dealer_the_deal_goes_on_from_the_right_one(rules, result):
    state = play(wrong(2), result, rules=rules)
    assert (state.hands[0].name, state.hands[0].dealer, state.hands[0].dealer_streak) == ("東一局", 2, 0)
    assert (state.name, state.dealer) == ("東二局", 1)


def test_the_wrong_dealer_keeps_his_turn():
    state = play(wrong(1), DRAW, DRAW)
    assert [hand.dealer for hand in state.hands] == [1, 1]
    assert state.name == "東三局"


def test_a_replayed_hand_is_dealt_by_the_same_wrong_dealer():
    state = play(wrong(3), ruling(1, "詐糊"))
    assert (state.name, state.dealer) == ("東一局", 3)


# ---- 簡則 3: the bell


def test_the_hand_in_progress_and_one_more_are_played():
    assert not play(BELL_DURING, own(1, 3)).finished
    state = play(BELL_DURING, own(1, 3), DRAW)
    assert (state.finished, len(state.hands)) == (True, 2)


def test_between_two_hands_the_one_about_to_be_dealt_is_the_last():
    assert not play(DRAW, BELL).finished
    assert play(DRAW, BELL, DRAW).finished


def test_a_dealer_who_stays_gets_no_more_hands_after_the_bell():
    assert play(BELL_DURING, own(0, 3), own(0, 3), rules=FINAL).finished


def test_a_replayed_hand_uses_up_none():
    state = play(BELL_DURING, ruling(1, "詐糊"), own(1, 3))
    assert not state.finished
    assert play(BELL_DURING, ruling(1, "詐糊"), own(1, 3), ruling(2, "詐糊"), DRAW).finished
    assert not play(DRAW, BELL, ruling(1, "詐糊")).finished


def test_the_bell_adds_no_hand_to_the_last_deal():
    assert play(*[DRAW] * 15, BELL_DURING, DRAW).finished


def test_the_bell_rings_once():
    assert refused(BELL_DURING, BELL) == "bad_event"


# ---- what it does not have


@pytest.mark.parametrize(
    "event",
    [
        {"type": "reward", "kind": "concealed_kong", "seat": 1},
        {"type": "reward", "kind": "followed_discard", "seat": 1},
        {"type": "surrender", "seat": 1, "winner": 2},
        {"type": "draw", "not_ready": [1]},
        {"type": "draw", "dealer": 2},
        ruling(1, None, {"fine_base": 1}),
        ruling(1, None, {"deduct_base": 1}),
        ruling(1, None, {"pay_tai": 1}, to=2),
        ruling(1, None, "false_win_hand"),
    ],
)
def test_refuses_what_belongs_to_other_rules(event):
    assert refused(event) == "bad_event"


def test_reads_its_setting_from_a_document():
    document = {"rule_set": "hkma-masters", "players": list("甲乙丙丁"), "events": [own(0, 3), own(0, 4)]}
    book = replay_document({**document, "settings": {"dealer_stays": True}})
    assert [(hand["name"], hand["dealer_streak"]) for hand in book["hands"]] == [("東一局", 0), ("東一局", 1)]
    assert [hand["name"] for hand in replay_document(document)["hands"]] == ["東一局", "東二局"]
    assert scores(play(own(0, 3), own(0, 4))) == book["hands"][-1]["scores"] == ["144", "-48", "-48", "-48"]
