"""犯規與罰則 of the Masters: cards at 96, 詐糊 at 512, 相公 by the tile, and first offences that are free."""

from typing import Any

import pytest

from scoring import GameState
from scoring.discipline.standing import standing_after
from scoring.errors import ScoringError
from tests.scoring.game_helpers import DRAW, Event, own, ruling, scores
from tests.scoring.game_helpers import play as play_under
from tests.scoring.masters_helpers import MASTERS

FIXED = [offence for offence in MASTERS.offences if not offence.discretion]


def play(*events: Event, **more: Any) -> GameState:
    return play_under(*events, rules=MASTERS, **more)


def cards(state: GameState) -> list[tuple[int, str]]:
    shown = [card for hand in state.hands for card in hand.cards] + list(state.open_hand.cards)
    return [(card.seat, card.card) for card in shown]


def refused(*events: Event) -> str:
    with pytest.raises(ScoringError) as error:
        play(*events)
    return error.value.code


def test_a_red_card_costs_96():
    state = play(ruling(1, "空糊"))
    assert (cards(state), scores(state)) == ([(1, "red")], ["0", "-96", "0", "0"])


def test_a_second_yellow_in_force_is_a_red():
    state = play(ruling(1, "先摸牌"), DRAW, ruling(1, "誤鳴"))
    assert (cards(state), scores(state)) == ([(1, "yellow"), (1, "red")], ["0", "-96", "0", "0"])


def test_a_second_red_in_force_is_詐糊_in_place_of_the_96():
    state = play(ruling(1, "空糊"), DRAW, ruling(1, "空糊"))
    assert scores(state) == ["0", "-608", "0", "0"]
    assert [hand.result for hand in state.hands] == ["draw", "replayed"]
    assert state.name == "東二局"


def test_a_third_yellow_is_a_red_again():
    state = play(ruling(1, "發言"), ruling(1, "發言"), ruling(1, "發言"))
    assert cards(state) == [(1, "yellow"), (1, "red"), (1, "red")]
    assert scores(state) == ["0", "-608", "0", "0"]


def test_a_red_from_an_earlier_輪_of_the_day_still_counts():
    state = play(ruling(1, "空糊"), standing={"cards": [{"seat": 1, "card": "red"}]})
    assert (scores(state), state.hands[0].result) == (["0", "-512", "0", "0"], "replayed")


@pytest.mark.parametrize("offence", ["詐糊", "違反禁止食糊"])
def test_詐糊_costs_a_limit_hand_and_the_hand_is_replayed(offence):
    state = play(own(1, 3), ruling(2, offence))
    assert scores(state)[2] == "-528"
    assert (state.name, state.dealer, state.hands[-1].result) == ("東二局", 1, "replayed")


def test_too_many_tiles_cost_64_each():
    state = play(ruling(3, "大相公", tiles=2))
    assert (scores(state), cards(state), state.bans) == (["0", "0", "0", "-128"], [(3, "yellow")], {3})
    assert refused(ruling(3, "大相公")) == "missing_key"
    assert refused(ruling(3, "大相公", tiles=0)) == "bad_event"


def test_a_banned_player_may_not_win_until_the_hand_ends():
    assert refused(ruling(3, "小相公"), own(3, 3)) == "banned_player"
    assert play(ruling(3, "小相公"), DRAW, own(3, 3)).hands[-1].winners == (3,)


@pytest.mark.parametrize(("offence", "free"), [("翻開牌牆的牌", 1), ("翻開手牌", 2)])
def test_a_first_offence_with_few_tiles_is_free(offence, free):
    assert cards(play(ruling(1, offence, tiles=free))) == []
    assert cards(play(ruling(1, offence, tiles=free + 1))) == [(1, "yellow")]
    assert refused(ruling(1, offence)) == "missing_key"


@pytest.mark.parametrize("offence", ["翻開牌牆的牌", "翻開手牌"])
def test_the_second_time_in_a_輪_nothing_is_free(offence):
    again = ruling(1, offence, tiles=1)
    assert cards(play(again, DRAW, again)) == [(1, "yellow")]
    assert cards(play(again, DRAW, again, again)) == [(1, "yellow"), (1, "red")]
    assert cards(play(ruling(1, offence, tiles=5), again)) == [(1, "yellow"), (1, "red")]


def test_first_offences_are_counted_by_rule_and_by_player():
    wall, own_tiles = ruling(1, "翻開牌牆的牌", tiles=1), ruling(1, "翻開手牌", tiles=1)
    assert cards(play(wall, own_tiles, {**wall, "seat": 2})) == []


def test_an_offence_with_spelled_consequences_counts_for_the_next_one():
    spelled = ruling(1, "翻開手牌", "warning")
    assert cards(play(spelled, ruling(1, "翻開手牌", tiles=1))) == [(1, "yellow")]
    assert cards(play(ruling(1, "翻開手牌", "yellow", tiles=1))) == [(1, "yellow")]


def test_a_free_offence_of_the_hand_before_counts_too():
    late = {**ruling(1, "翻開手牌", tiles=2), "hand": "previous"}
    assert cards(play(DRAW, late, ruling(1, "翻開手牌", tiles=2))) == [(1, "yellow")]


def test_offences_of_an_earlier_輪_are_forgotten_but_red_cards_and_deliberate_ones():
    played = play(
        ruling(1, "翻開手牌", tiles=2), ruling(1, "空糊"), ruling(2, "誤鳴"), ruling(2, "故意犯規", "warning")
    )  # fmt: skip
    left = standing_after(played, MASTERS)
    assert left == {
        "cards": [{"seat": 1, "card": "red"}],
        "offences": [{"seat": 2, "offence": "deliberate", "times": 1}],
    }
    assert standing_after(play(ruling(2, "故意犯規", "warning"), standing=left), MASTERS) == {
        "cards": [{"seat": 1, "card": "red"}],
        "offences": [{"seat": 2, "offence": "deliberate", "times": 2}],
    }


def test_what_is_brought_from_an_earlier_輪_makes_no_offence_a_second_one():
    brought = {"offences": [{"seat": 1, "offence": "翻開手牌", "times": 3}]}
    assert cards(play(ruling(1, "翻開手牌", tiles=2), standing=brought)) == []


@pytest.mark.parametrize("offence", FIXED, ids=lambda offence: offence.slug)
def test_every_offence_of_the_table_can_be_ruled(offence):
    state = play(ruling(1, offence.slug, tiles=3))
    words = [word for word in offence.consequences if isinstance(word, str)]
    assert [colour for _, colour in cards(state)] == [word for word in words if word in ("yellow", "red")]
    assert [hand.result for hand in state.hands] == ["replayed"] * ("replay_hand" in words)
    expected = 512 if "replay_hand" in words and offence.slug != "redeal" else 96 if "red" in words else 0
    expected += 3 * 64 * any("deduct_per_tile" in word for word in offence.consequences)
    assert -state.scores[1] == expected == state.house


@pytest.mark.parametrize("offence", [o for o in MASTERS.offences if o.discretion], ids=lambda offence: offence.slug)
def test_what_is_at_the_referees_discretion_must_be_spelled_out(offence):
    assert refused(ruling(1, offence.slug)) == "missing_key"
    assert play(ruling(1, offence.slug, {"deduct": "10"})).scores[1] == -10


def test_a_new_deal_has_no_offender():
    assert play(ruling(None, "洗牌重配")).hands[0].result == "replayed"
    assert refused(ruling(None, "詐糊")) == "bad_event"


def test_paying_a_hand_to_each_goes_by_the_table():
    assert scores(play(ruling(1, None, {"pay_each_hand": True}, fan=4))) == ["64", "-192", "64", "64"]
    assert refused(ruling(1, None, {"pay_each_hand": True}, fan=2)) == "bad_event"
