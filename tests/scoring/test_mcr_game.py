"""A game of 國標: payments of 8 + n, sixteen hands, seats that change, the bell, ladders and refusals."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring
from scoring import ScoringError, apply, fold, start
from scoring.documents import replay_document
from scoring.points import format_points
from scoring.seats import SEATS
from tests.scoring.game_helpers import DRAW, Event, off, own, ruling, scores
from tests.scoring.mcr_helpers import rules

MCR = rules()
BETWEEN: Event = {"type": "time_up"}
DURING: Event = {"type": "time_up", "during_hand": True}
TABLE = ("ESNW", "SEWN", "WNES", "NWSE")
"""By player the wind in which they begin each 圈, as in the rule book."""
DEALS = [0, 1, 2, 3, 1, 0, 3, 2, 2, 3, 1, 0, 3, 2, 0, 1]
TWELVE = {"concealed": "123m456p789s1155z", "winning_tile": "5z"}


def played(*events: Event, **more: Any) -> dict[str, Any]:
    return replay_document({"rule_set": "mcr", "players": ["甲", "乙", "丙", "丁"], "events": list(events), **more})


def refused(*events: Event, **more: Any) -> str:
    with pytest.raises(ScoringError) as error:
        played(*events, **more)
    return error.value.code


@pytest.mark.parametrize(
    ("event", "after"),
    [
        (own(1, 12), ["-20", "60", "-20", "-20"]),
        (off(1, 2, 12), ["-8", "36", "-20", "-8"]),
        (off(0, 3, 8), ["32", "-8", "-8", "-16"]),
        (off(0, 3, 8) | {"robbed_kong": True}, ["32", "-8", "-8", "-16"]),
        (DRAW, ["0", "0", "0", "0"]),
    ],
)
def test_a_win_is_paid_eight_by_each_and_its_count(event: Event, after: list[str]) -> None:
    assert scores(fold(MCR, [event])) == after


def test_the_deal_passes_after_every_hand_and_seats_change_after_each_round() -> None:
    """R-12."""
    events = [own(0, 8), own(1, 8), DRAW, off(0, 3, 8)] * 4
    hands = played(*events)["hands"]
    assert [hand["dealer"] for hand in hands] == DEALS
    assert {hand["dealer_streak"] for hand in hands} == {0}
    assert [hand["name"] for hand in hands[::5]] == ["東一局", "南二局", "西三局", "北四局"]
    still = played(*events, settings={"seat_change": False})["hands"]
    assert [hand["dealer"] for hand in still] == [0, 1, 2, 3] * 4


def test_each_player_begins_a_round_once_in_each_wind() -> None:
    state, begun = start(MCR), []
    for hand in range(16):
        if hand % 4 == 0:
            begun.append(state.seat_winds())
        assert state.seat_winds()[state.dealer] == "E"
        assert state.turn.order[hand % 4] == state.dealer
        assert state.seat_winds() == MCR.game.seat_winds(hand, state.dealer)
        state = fold(MCR, [DRAW] * (hand + 1))
    assert ["".join(winds[seat] for winds in begun) for seat in SEATS] == list(TABLE)
    assert state.finished


def test_the_seat_wind_of_a_laid_hand_follows_the_change() -> None:
    """南圈 first hand: player 1 deals as East, and for player 0 South is the wind of the seat and of the round."""
    events = [DRAW] * 4
    green = {"concealed": "123m45m678m99m222z", "winning_tile": "6m"}
    book = played(*events, {"type": "win", "winner": 0, "from": 2, "hand": green})
    other = played(*events, {"type": "win", "winner": 1, "from": 2, "hand": green})
    first, second = (max(int(row["points"]) for row in one["hands"][4]["transfers"]) for one in (book, other))
    assert first == second + 2, "門風刻 counts for South only"


def test_the_neighbour_on_the_right_is_the_next_in_turn_in_every_round() -> None:
    game = scoring.rule_set("mcr").game
    for deal in range(16):
        dealer = game.seat_orders[deal // 4][deal % 4]
        chairs, order = game.chairs(deal, dealer), game.turn_order(deal, dealer)
        assert [(chairs[one] - chairs[order[0]]) % 4 for one in order] == [0, 1, 2, 3]
        assert sorted(chairs) == [0, 1, 2, 3]
    assert game.chairs(4, 1) == (1, 0, 3, 2), "East and South, West and North change places after the first round"


@pytest.mark.parametrize("dealer", range(4))
def test_where_seats_do_not_change_everyone_keeps_their_chair(dealer: int) -> None:
    assert scoring.rule_set("hkma-masters").game.chairs(5, dealer) == (0, 1, 2, 3)


def test_a_game_begins_at_nothing_and_may_begin_elsewhere() -> None:
    """R-20."""
    assert played(own(0, 8))["hands"][0]["scores"] == ["48", "-16", "-16", "-16"]
    assert played(own(0, 8), settings={"start": "500"})["hands"][0]["scores"] == ["548", "484", "484", "484"]
    assert played(own(0, 8), settings={"start": 0}) == played(own(0, 8))
    for wrong in ("-1", "0.00001", True, None):
        assert refused(settings={"start": wrong}) == "bad_setting"


@pytest.mark.parametrize(
    "event",
    [
        {"type": "reward", "kind": "concealed_kong", "seat": 0},
        {"type": "surrender", "seat": 0, "winner": 1},
        {"type": "wrong_dealer", "seat": 1},
        {"type": "raise", "seat": 1, "units": 1},
        {"type": "first_dealer", "seat": 1},
        {"type": "win", "from": 2, "winners": [{"seat": 0, "fan": 10}, {"seat": 3, "fan": 10}]},
        off(0, 1, 10) | {"liable": 2, "cause": "substitute"},
        off(0, 1, 10) | {"extra": [{"seat": 1, "fan": 1}]},
        own(0, 10) | {"flower_win": True},
        own(0, 7),
        {"type": "win", "winner": 0, "from": 1, "hand": {"concealed": "12356m67899p345s", "winning_tile": "7m"}},
        {"type": "draw", "not_ready": [0]},
        ruling(0, None, "yellow"),
        ruling(0, None, {"fine_base": 1}),
        ruling(0, "暴露他人手牌"),
    ],
)
def test_what_these_rules_do_not_know(event: Event) -> None:
    assert refused(event) in ("bad_event", "missing_key")


def test_nothing_outlasts_a_game() -> None:
    assert refused(DRAW, standing={"offences": [{"seat": 1, "offence": "idle_claim"}]}) == "bad_event"
    assert refused(DRAW, standing={"cards": [{"seat": 1, "card": "red"}]}) == "bad_event"


def test_a_hand_counts_with_its_flowers_and_needs_eight_without() -> None:
    flowered = TWELVE | {"flowers": "12f"}
    win = {"type": "win", "winner": 1, "from": 2}
    rows = [played(win | {"hand": hand})["hands"][0]["scores"][2] for hand in (TWELVE, flowered)]
    assert int(rows[0]) - int(rows[1]) == 2
    poor = {"concealed": "12356m67899p345s", "winning_tile": "7m", "flowers": "12345678f"}
    assert refused(win | {"hand": poor}) == "bad_event"


def test_a_wrong_win_costs_ten_to_each_and_the_hand_goes_on() -> None:
    book = played(ruling(1, "錯和"), off(2, 0, 8))
    assert [hand["result"] for hand in book["hands"]] == ["win"]
    assert book["hands"][0]["scores"] == ["-6", "-38", "42", "2"]
    assert refused(ruling(1, "錯和"), own(1, 8)) == "banned_player"
    assert scores(fold(MCR, [ruling(1, "錯和")] * 2)) == ["20", "-60", "20", "20"]  # declared all the same
    assert played(ruling(1, "錯和"), DRAW, own(1, 8))["hands"][1]["result"] == "win"
    assert scores(fold(MCR, [ruling(3, "false_win")])) == ["20", "20", "20", "-60"]
    assert scores(fold(MCR, [ruling(3, None, {"pay_each": "2.5"})])) == ["2.5", "2.5", "2.5", "-7.5"]


def test_a_ladder_climbs_within_the_hand_and_its_last_step_stays() -> None:
    state, lost = start(MCR), []
    for times in range(1, 11):
        state = fold(MCR, [ruling(0, "idle_claim")] * times)
        lost.append(-int(state.scores[0]))
    steps = [after - before for before, after in zip([0, *lost], lost, strict=False)]
    assert steps == [0, 5, 10, 20, 30, 40, 50, 60, 60, 60]
    assert state.open_hand.rulings[0].notes == ("warning",)
    assert sum(state.scores) + state.house == 0


def test_a_ladder_is_each_player_s_and_each_row_s_and_begins_anew_with_the_hand() -> None:
    for between in ([], [DRAW], [ruling(None, "redeal")]):
        events = [ruling(0, "idle_claim"), *between, ruling(0, "idle_claim")]
        assert fold(MCR, events).scores[0] == (0 if between else -5)
    others = [ruling(0, "idle_claim"), ruling(1, "idle_claim"), ruling(0, "early_draw")]
    assert scores(fold(MCR, others)) == ["0", "0", "0", "0"]
    found_later = [ruling(0, "idle_claim"), DRAW, ruling(0, "idle_claim") | {"hand": "previous"}]
    assert fold(MCR, found_later).scores[0] == -5
    spelled = ruling(0, "idle_claim", {"ladder": ["1", "2"]})
    assert fold(MCR, [spelled] * 3).scores[0] == -5


@pytest.mark.parametrize("ladder", [[], "5", None, ["ban"], ["-5"], [{}], [True]])
def test_a_ladder_that_is_none(ladder: object) -> None:
    assert refused(ruling(0, "idle_claim", {"ladder": ladder})) == "bad_event"


def test_a_replayed_hand_keeps_its_deal_and_its_fines() -> None:
    book = played(ruling(2, "false_win"), ruling(None, "redeal"), DRAW)
    assert [(hand["name"], hand["dealer"], hand["result"]) for hand in book["hands"]] == [
        ("東一局", 0, "replayed"),
        ("東一局", 0, "draw"),
    ]
    assert book["hands"][1]["scores"] == ["20", "20", "-60", "20"]


def test_the_bell_lets_the_hand_in_progress_be_finished_or_stops_it() -> None:
    fined = [DRAW, ruling(0, None, {"deduct": "5"})]
    finished = played(*fined, DURING, own(1, 8))
    assert finished["finished"]
    assert [hand["result"] for hand in finished["hands"]] == ["draw", "win"]
    stopped = played(*fined, DURING, options={"R-13": "stop"})
    assert stopped["finished"]
    assert [hand["result"] for hand in stopped["hands"]] == ["draw", "stopped"]
    assert stopped["final"]["scores"] == ["-5", "0", "0", "0"]
    for option in ("finish", "stop"):
        assert played(DRAW, BETWEEN, options={"R-13": option})["finished"]
    assert refused(DRAW, BETWEEN, DRAW) == "game_over"


def test_a_late_player_loses_the_points_after_the_game() -> None:
    book = played(ruling(3, "late"), *[DRAW] * 16)
    assert book["hands"][-1]["transfers"] == [{"from": 3, "to": None, "points": "10", "reason": "deduction"}]
    assert book["final"] == {"scores": ["0", "0", "0", "-10"], "places": [1, 1, 1, 4]}


SEAT, FAN = st.integers(0, 3), st.integers(8, 120)
EVENTS = st.one_of(
    st.just(DRAW),
    st.builds(own, SEAT, FAN),
    st.builds(lambda winner, step, fan: off(winner, (winner + step) % 4, fan), SEAT, st.integers(1, 3), FAN),
    st.builds(ruling, SEAT, st.sampled_from(["early_draw", "詐和"])),
)


@settings(max_examples=30)
@given(st.lists(EVENTS, max_size=20), st.booleans())
def test_points_of_random_games_add_up_and_dealers_follow_the_table(events: list[Event], change: bool) -> None:
    chosen = scoring.rule_set("mcr", settings={"seat_change": change})
    state = start(chosen)
    for event in events:
        if state.finished or (event["type"] == "win" and event["winner"] in state.bans):
            continue
        state = apply(state, event, chosen)
        assert sum(state.scores) + state.house == 0
        assert state.finished or state.dealer == (DEALS if change else [0, 1, 2, 3] * 4)[len(state.hands)]
    assert all(format_points(score) for score in state.scores)
