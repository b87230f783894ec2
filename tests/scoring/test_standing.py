"""先前留下的: red cards and broken rules that one 半莊 leaves to the next."""

import pytest

import scoring
from scoring import start
from scoring.discipline.standing import PlayerRecord, ruled_in_hall, substitute
from scoring.errors import ScoringError
from scoring.rules.rule_data import BEFORE_3
from scoring.table.state import NONE, after_game, escalate
from tests.scoring.game_helpers import LEAGUE, MASTERS, league, left_by, play, reward, ruling, scores


def test_red_cards_stay_until_the_end_of_the_day_and_yellow_ones_do_not():
    state = play(ruling(0, "喰替"), ruling(1, None, "red"), ruling(2, "喰替"), ruling(2, "發言"))
    left = left_by(state, LEAGUE)
    assert left["cards"] == [{"seat": 1, "card": "red"}, {"seat": 2, "card": "red"}]


def test_broken_rules_are_remembered_by_slug_with_their_times():
    state = play(ruling(0, "喰替"), ruling(3, "鳴牌取消"), ruling(3, "claim_cancelled"))
    assert left_by(state, LEAGUE)["offences"] == [
        {"seat": 0, "offence": "swap_claim", "times": 1},
        {"seat": 3, "offence": "claim_cancelled", "times": 2},
    ]


def test_a_later_game_starts_where_the_earlier_one_left_off():
    first = play(ruling(3, None, "red"), ruling(3, "鳴牌取消"))
    second = play(ruling(3, "鳴牌取消"), ruling(3, None, "red"), standing=left_by(first, LEAGUE))
    assert scores(second) == ["10", "10", "10", "-190"]
    assert left_by(second, LEAGUE)["offences"] == [{"seat": 3, "offence": "claim_cancelled", "times": 2}]


def test_offences_of_an_earlier_輪_are_forgotten_but_red_cards_and_deliberate_ones():
    deliberate = ruling(2, "故意犯規", "warning")
    events = [ruling(1, "翻開手牌", tiles=2), ruling(1, "空糊"), ruling(2, "誤鳴"), deliberate]
    left = left_by(play(*events, rules=MASTERS), MASTERS)
    card, offence = {"seat": 1, "card": "red"}, {"seat": 2, "offence": "deliberate", "times": 1}
    assert left == {"cards": [card], "offences": [offence]}
    again = left_by(play(deliberate, rules=MASTERS, standing=left), MASTERS)
    assert again == {"cards": [card], "offences": [{**offence, "times": 2}]}


def test_a_reward_leaves_nothing_to_the_next_game():
    assert left_by(play(reward("grass", 1)), LEAGUE) == {}


def test_on_another_day_a_fine_grows_where_the_event_says_so_only():
    """L-32."""
    held = PlayerRecord(("red",), {"claim_cancelled": 2})
    assert held.next_day(league()) == PlayerRecord()
    assert held.next_day(league(L_32="event")) == PlayerRecord((), {"claim_cancelled": 2})
    for version in BEFORE_3:
        assert held.next_day(scoring.rule_set("hkma-league", version=version)).broken == {"claim_cancelled": 2}


@pytest.mark.parametrize(("rules", "red"), [(LEAGUE, "5"), (MASTERS, "96")], ids=["L-50", "M-13"])
def test_a_yellow_of_the_hall_counts_until_the_end_of_the_next_game(rules, red):
    """L-50, M-13."""
    yellow = {"consequences": ["yellow"]}
    held, first = ruled_in_hall(PlayerRecord(), yellow, rules)
    _, second = ruled_in_hall(held, yellow, rules)
    assert ([card.card for card in first.cards], [card.card for card in second.cards]) == (["yellow"], ["red"])
    standing = {"cards": [{"seat": 1, "card": card} for card in held.cards]}
    played = play(ruling(1, None, "yellow"), rules=rules, standing=standing)
    assert scores(played) == ["0", f"-{red}", "0", "0"]
    assert "cards" not in left_by(play(rules=rules, standing=standing), rules)


def test_in_the_hall_nobody_has_points_to_be_left_with():
    """C-7."""
    rules = scoring.rule_set("tw-club", {"C-7": "left"})
    _held, result = ruled_in_hall(PlayerRecord(), {"offence": "late"}, rules)
    assert [str(one.points) for one in result.transfers] == ["300"]


# ---- somebody else plays on in a seat


def test_who_takes_a_seat_brings_his_own_cards_and_offences_and_inherits_none():
    before = play(ruling(1, "喰替"), ruling(3, "喰替"), ruling(3, None, "red"), ruling(3, "鳴牌取消"))
    standing = {"cards": [{"seat": 3, "card": "red"}], "offences": [{"seat": 3, "offence": "talking", "times": 2}]}
    after = substitute(before, 3, standing, LEAGUE)
    assert after.cards_in_force == ((), ("yellow",), (), ("red",))
    assert after.inherited_cards == ((), (), (), ("red",))
    assert (after.broken, after.inherited_broken) == ({(1, "swap_claim"): 1, (3, "talking"): 2}, {(3, "talking"): 2})
    assert before._replace(cards_in_force=(), inherited_cards=(), broken={}, inherited_broken={}) == after._replace(
        cards_in_force=(), inherited_cards=(), broken={}, inherited_broken={}
    )
    nothing = substitute(before, 3, {}, LEAGUE)
    assert (nothing.cards_in_force[3], nothing.broken) == ((), {(1, "swap_claim"): 1})


def test_what_the_rules_forget_after_a_game_nobody_brings_into_one():
    standing = {"offences": [{"seat": 0, "offence": offence.slug, "times": 1} for offence in MASTERS.offences]}
    state = substitute(start(MASTERS), 0, standing, MASTERS)
    assert state.broken == start(MASTERS, standing).broken
    assert len(state.broken) < len(MASTERS.offences)


def test_a_standing_that_cannot_be_is_refused():
    with pytest.raises(ScoringError) as error:
        substitute(start(LEAGUE), 0, {"cards": [{"seat": 0, "card": "blue"}]}, LEAGUE)
    assert error.value.code == "bad_event"


# ---- the ladder by itself


def test_the_ladder_climbs_from_yellow_to_red_to_詐糊():
    first = escalate(NONE, "yellow")
    second = escalate(first.in_force, "yellow")
    third = escalate(second.in_force, "yellow")
    shown = [(s.card, s.second_red) for s in (first, second, third)]
    assert shown == [("yellow", False), ("red", False), ("red", True)]
    assert third.in_force == ("yellow", "red")
    assert after_game(third.in_force) == ("red",)


def test_a_red_does_not_wait_for_a_yellow():
    first = escalate(NONE, "red")
    assert (first.card, first.in_force, first.second_red) == ("red", ("red",), False)
    assert escalate(first.in_force, "yellow") == ("yellow", ("yellow", "red"), False)
    assert escalate(first.in_force, "red").second_red
