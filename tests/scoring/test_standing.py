"""先前留下的: red cards and broken rules that one 半莊 leaves to the next."""

import pytest

from scoring import start
from scoring.discipline.standing import standing_after, substitute
from scoring.errors import ScoringError
from scoring.rulesets import get_rule_set
from scoring.table.state import NONE, after_game, escalate
from tests.scoring.game_helpers import LEAGUE, play, ruling, scores

MASTERS = get_rule_set("hkma-masters")


def test_red_cards_stay_until_the_end_of_the_day_and_yellow_ones_do_not():
    state = play(ruling(0, "喰替"), ruling(1, None, "red"), ruling(2, "喰替"), ruling(2, "發言"))
    left = standing_after(state, LEAGUE)
    assert left["cards"] == [{"seat": 1, "card": "red"}, {"seat": 2, "card": "red"}]


def test_broken_rules_are_remembered_by_slug_with_their_times():
    state = play(ruling(0, "喰替"), ruling(3, "鳴牌取消"), ruling(3, "claim_cancelled"))
    assert standing_after(state, LEAGUE)["offences"] == [
        {"seat": 0, "offence": "swap_claim", "times": 1},
        {"seat": 3, "offence": "claim_cancelled", "times": 2},
    ]


def test_a_later_game_starts_where_the_earlier_one_left_off():
    first = play(ruling(3, None, "red"), ruling(3, "鳴牌取消"))
    second = play(ruling(3, "鳴牌取消"), ruling(3, None, "red"), standing=standing_after(first, LEAGUE))
    assert scores(second) == ["10", "10", "10", "-190"]
    assert standing_after(second, LEAGUE)["offences"] == [{"seat": 3, "offence": "claim_cancelled", "times": 2}]


def test_only_what_this_game_added_can_be_asked_for():
    standing = {"cards": [{"seat": 1, "card": "red"}], "offences": [{"seat": 3, "offence": "鳴牌取消", "times": 2}]}
    state = play(ruling(3, "鳴牌取消"), ruling(2, None, "red"), standing=standing)
    assert standing_after(state, LEAGUE, inherited=False) == {
        "cards": [{"seat": 2, "card": "red"}],
        "offences": [{"seat": 3, "offence": "claim_cancelled", "times": 1}],
    }


def test_times_default_to_one_and_add_up():
    one = {"seat": 3, "offence": "鳴牌取消"}
    assert scores(play(ruling(3, "鳴牌取消"), standing={"offences": [one, {**one, "times": 2}]}))[3] == "-60"


@pytest.mark.parametrize(
    ("standing", "code"),
    [
        ([], "bad_event"),
        ({"card": []}, "unknown_key"),
        ({"cards": {"seat": 1, "card": "red"}}, "bad_event"),
        ({"cards": [{"seat": 1}]}, "missing_key"),
        ({"cards": [{"card": "red"}]}, "missing_key"),
        ({"cards": [{"seat": 5, "card": "red"}]}, "bad_event"),
        ({"cards": [{"seat": 1, "card": "green"}]}, "bad_event"),
        ({"cards": [{"seat": 1, "card": ["red"]}]}, "bad_event"),
        ({"cards": [{"seat": 1, "card": "red", "until": 1}]}, "unknown_key"),
        ({"offences": [{"seat": 1, "offence": "nonsense"}]}, "bad_event"),
        ({"offences": [{"seat": 1}]}, "missing_key"),
        ({"offences": [{"seat": 1, "offence": "詐糊", "times": -1}]}, "bad_event"),
        ({"offences": [{"seat": 1, "offence": "詐糊", "times": "1"}]}, "bad_event"),
        ({"offences": [1]}, "bad_event"),
    ],
)
def test_refuses_a_standing_that_cannot_be(standing, code):
    with pytest.raises(ScoringError) as error:
        start(LEAGUE, standing)
    assert error.value.code == code


# ---- somebody else plays on in a seat


def test_who_takes_a_seat_brings_his_own_cards_and_offences_and_inherits_none():
    before = play(ruling(1, "喰替"), ruling(3, "喰替"), ruling(3, None, "red"), ruling(3, "鳴牌取消"))
    standing = {"cards": [{"seat": 3, "card": "red"}], "offences": [{"seat": 3, "offence": "talking", "times": 2}]}
    after = substitute(before, 3, standing, LEAGUE)
    assert after.cards_in_force == ((), ("yellow",), (), ("red",))
    assert after.inherited_cards == ((), (), (), ("red",))
    assert (after.broken, after.inherited_broken) == ({(1, "swap_claim"): 1, (3, "talking"): 2}, {(3, "talking"): 2})
    assert before.but(cards_in_force=(), inherited_cards=(), broken={}, inherited_broken={}) == after.but(
        cards_in_force=(), inherited_cards=(), broken={}, inherited_broken={}
    )
    nothing = substitute(before, 3, {}, LEAGUE)
    assert (nothing.cards_in_force[3], nothing.broken) == ((), {(1, "swap_claim"): 1})


def test_what_the_rules_forget_after_a_game_nobody_brings_into_one():
    standing = {"offences": [{"seat": 0, "offence": offence.slug, "times": 1} for offence in MASTERS.offences]}
    state = substitute(start(MASTERS), 0, standing, MASTERS)
    assert state.broken == start(MASTERS, standing).broken
    assert len(state.broken) < len(MASTERS.offences)


def test_it_refuses_what_a_standing_cannot_be():
    with pytest.raises(ScoringError) as error:
        substitute(start(LEAGUE), 0, {"cards": [{"seat": 0, "card": "blue"}]}, LEAGUE)
    assert error.value.code == "bad_event"


# ---- the ladder by itself


def test_the_ladder_climbs_from_yellow_to_red_to_詐糊():
    first = escalate(NONE, "yellow")
    second = escalate(first.in_force, "yellow")
    third = escalate(second.in_force, "yellow")
    assert [(s.card, s.second_red) for s in (first, second, third)] == [
        ("yellow", False),
        ("red", False),
        ("red", True),
    ]
    assert third.in_force == ("yellow", "red")
    assert after_game(third.in_force) == ("red",)


def test_a_red_does_not_wait_for_a_yellow():
    first = escalate(NONE, "red")
    assert (first.card, first.in_force, first.second_red) == ("red", ("red",), False)
    assert escalate(first.in_force, "yellow") == ("yellow", ("yellow", "red"), False)
    assert escalate(first.in_force, "red").second_red
