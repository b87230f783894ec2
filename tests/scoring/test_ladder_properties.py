"""在身的牌和罰分: what holds for any rulings of a game, in whatever order they were typed.

As long as no ruling ends the hand, cards in force, how often each rule was broken, bans and each player's points depend
on which rulings there are alone: the ladder counts yellows and reds, growth counts repeats, and both only add up. Two
things are a matter of the order, because the rules make them so, and stand apart below: whether a first offence is free
when the repeats are of different numbers of tiles, and a fine that grows beside the same rule with its consequences
spelled out. Where a ruling ends the hand, the ones after it belong to the next hand.
"""

from collections import Counter
from decimal import Decimal
from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import scoring
from scoring import GameState, RuleSet, fold
from scoring.points import format_points
from scoring.rulesets import RULE_SETS
from scoring.table.state import InForce, escalate
from tests.scoring.game_helpers import DRAW, Event, left_by, own, ruling, scores

RULES = {
    rule_set: scoring.rule_set(rule_set, settings={"start": "500000"} if rule_set == "tw-club" else None)
    for rule_set in RULE_SETS  # tw-club: nobody's counters are used up
}
WITH_CARDS = [rule_set for rule_set, rules in RULES.items() if rules.game.cards is not None]
ENDINGS = {"replay_hand", "draw_hand", "false_win_hand"}
SEATS = st.integers(0, 3)


def by_table(rules: RuleSet) -> list[Event]:
    """A ruling for each offence whose row ends no hand, without its seat; repeats are of the same number of tiles."""
    needed = {"tiles": 1, "to": 3, "fan": 8}
    return [
        {"type": "ruling", "offence": one.slug, **{key: needed[key] for key in one.needs}}
        for one in rules.offences
        if one.consequences is not None and not ENDINGS & {word for word in one.consequences if isinstance(word, str)}
    ]


def spelled(rules: RuleSet) -> list[Event]:
    words: list[Any] = ["warning", {"deduct": "2.5"}, {"deduct_after_game": 7}, "ban"]
    words += ["yellow", "red"] * 3 if rules.game.cards is not None else []
    return [{"type": "ruling", "consequences": [word]} for word in words]


@cache
def rulings(rule_set: str, *, ban: bool = True) -> st.SearchStrategy[list[Event]]:
    rules = RULES[rule_set]
    events = [event for event in [*by_table(rules), *spelled(rules)] if ban or not bans(event, rules)]
    seats = st.integers(1, 2)  # 3 is who is paid, and 0 is never owed 台 by the seat after it
    one = st.builds(lambda event, seat: {**event, "seat": seat}, st.sampled_from(events), seats)
    return st.lists(one, max_size=9)


def bans(event: Event, rules: RuleSet) -> bool:
    offence = next((one for one in rules.offences if one.slug == event.get("offence")), None)
    return "ban" in (event.get("consequences") or (offence.consequences if offence else None) or ())


def carried(state: GameState) -> tuple[Any, ...]:
    """Everything about players that outlasts the order of typing."""
    due = Counter((later.source, later.points) for later in state.after_game)
    return state.cards_in_force, dict(state.broken), state.bans, scores(state), format_points(state.house), due


STANDINGS: Any = st.sampled_from([None, "red", "yellow"])


def standing_of(card: str | None) -> dict[str, Any] | None:
    return None if card is None else {"cards": [{"seat": 1, "card": card}]}


# --- the order within a hand


@pytest.mark.parametrize("rule_set", RULE_SETS)
@given(data=st.data())
def test_in_one_hand_the_order_of_typing_changes_nothing(rule_set, data):
    rules, typed = RULES[rule_set], data.draw(rulings(rule_set))
    standing = standing_of(data.draw(STANDINGS)) if rules.game.cards else None
    first = fold(rules, typed, standing)
    second = fold(rules, data.draw(st.permutations(typed)), standing)
    assume(not first.hands and not second.hands)
    assert carried(first) == carried(second)
    assert left_by(first, rules) == left_by(second, rules)


@pytest.mark.parametrize("rule_set", WITH_CARDS)
@given(data=st.data())
def test_whether_the_hand_is_replayed_depends_on_which_cards_are_given_alone(rule_set, data):
    rules, seat = RULES[rule_set], data.draw(SEATS)
    words = data.draw(st.lists(st.sampled_from(["yellow", "red"]), max_size=5))
    typed = [ruling(seat, None, word) for word in words]
    first, second = (fold(rules, order) for order in (typed, data.draw(st.permutations(typed))))
    assert bool(first.hands) is bool(second.hands) is (reds_of(words) > 1)
    assert [hand.result for hand in first.hands] == [hand.result for hand in second.hands]
    assert first.cards_in_force == second.cards_in_force
    assert scores(first) == scores(second)


def test_a_first_offence_is_free_by_the_order_in_which_the_rulings_were_made():
    """翻開牌牆的牌: 初犯時一張免罰. One tile, then three: the first is free. Three, then one: neither is."""
    one, three = ({"type": "ruling", "seat": 1, "offence": "wall_tile_shown", "tiles": tiles} for tiles in (1, 3))
    rules = RULES["hkma-masters"]
    assert fold(rules, [one, three]).cards_in_force[1] == ("yellow",)
    assert fold(rules, [three, one]).cards_in_force[1] == ("yellow", "red")


def test_a_fine_grows_by_the_order_in_which_the_rulings_were_made():
    """鳴牌取消, once by the table and once let off by the referee: the second time costs twice, the first once."""
    fined, let_off = ruling(1, "claim_cancelled"), {**ruling(1, "claim_cancelled"), "consequences": []}
    rules = RULES["hkma-league"]
    assert scores(fold(rules, [fined, let_off]))[1] == "-15"
    assert scores(fold(rules, [let_off, fined]))[1] == "-30"


# --- found late


def late(event: Event) -> Event:
    return {**event, "hand": "previous"}


@pytest.mark.parametrize("rule_set", RULE_SETS)
@given(data=st.data())
def test_found_after_the_hand_was_entered_it_comes_to_the_same(rule_set, data):
    """A ruling typed in its hand or late, before or after those of the next hand: the same comes of it."""
    rules = RULES[rule_set]
    earlier, later = data.draw(rulings(rule_set, ban=False)), data.draw(rulings(rule_set, ban=False))
    in_time = fold(rules, [*earlier, own(3, 8), *later])
    after = data.draw(st.permutations([*map(late, earlier), *later]))
    typed_late = fold(rules, [own(3, 8), *after])
    assume(len(in_time.hands) == len(typed_late.hands) == 1)
    assert carried(in_time) == carried(typed_late)
    assert left_by(in_time, rules) == left_by(typed_late, rules)


@pytest.mark.parametrize("rule_set", RULE_SETS)
@given(data=st.data())
def test_found_late_nothing_ends_and_no_order_matters(rule_set, data):
    rules, typed = RULES[rule_set], list(map(late, data.draw(rulings(rule_set, ban=False))))
    first, second = (fold(rules, [DRAW, *order]) for order in (typed, data.draw(st.permutations(typed))))
    assert carried(first) == carried(second)
    assert len(first.hands) == len(second.hands) == 1


# --- the ladder counts


def reds_of(words: list[str], held: InForce = ()) -> int:
    """紅牌 shown: those given, and each yellow beyond the first in force."""
    yellows = words.count("yellow") + ("yellow" in held)
    return words.count("red") + max(0, yellows - 1)


CARDS = st.lists(st.sampled_from(["yellow", "red"]), max_size=8)
HELD = st.sampled_from([(), ("yellow",), ("red",), ("yellow", "red")])


@given(words=CARDS, held=HELD)
def test_reds_are_those_given_and_the_yellows_beyond_the_first(words, held):
    in_force, shown = held, []
    for word in words:
        step = escalate(in_force, word)
        in_force = step.in_force
        shown.append(step)
    assert sum(step.card == "red" for step in shown) == reds_of(words, held)
    assert sum(step.second_red for step in shown) == max(0, reds_of(words, held) + ("red" in held) - 1)
    assert ("yellow" in in_force) is ("yellow" in words or "yellow" in held)
    assert ("red" in in_force) is (reds_of(words, held) > 0 or "red" in held)


@pytest.mark.parametrize("rule_set", WITH_CARDS)
@given(words=CARDS, held=HELD)
def test_points_of_cards_are_one_red_and_so_many_false_wins(rule_set, words, held):
    """−5 (−96) for the first red in force, −160 (−512) for each further one, whatever is shown when."""
    rules = RULES[rule_set]
    standing = {"cards": [{"seat": 1, "card": card} for card in held]}
    state = fold(rules, [DRAW, *(late(ruling(1, None, word)) for word in words)], standing)
    reds = reds_of(list(words), held)
    first = 1 if reds and "red" not in held else 0
    cost = {"hkma-league": (5, 160), "hkma-masters": (96, 512)}[rule_set]
    assert -state.scores[1] == state.house == Decimal(first * cost[0] + (reds - first) * cost[1])


@pytest.mark.parametrize("rule_set", WITH_CARDS)
@given(data=st.data())
def test_rulings_on_others_do_not_touch_a_players_cards_and_repeats(rule_set, data):
    rules, typed = RULES[rule_set], data.draw(rulings(rule_set, ban=False))
    seat = data.draw(st.integers(0, 2))
    own_ones = [late(event) for event in typed if event["seat"] == seat]
    among_all, alone = (fold(rules, [DRAW, *events]) for events in (map(late, typed), own_ones))
    assert among_all.cards_in_force[seat] == alone.cards_in_force[seat]
    mine = {slug: times for (owner, slug), times in among_all.broken.items() if owner == seat}
    assert mine == {slug: times for (owner, slug), times in alone.broken.items() if owner == seat}


@given(times=st.integers(1, 6), brought=st.integers(0, 4))
def test_a_fine_that_grows_costs_one_two_three_times_and_so_on(times, brought):
    """罰X底: 首次 X, 第二次 2X, 第三次 3X … counted from what earlier games of the event left."""
    standing = {"offences": [{"seat": 1, "offence": "鳴牌取消", "times": brought}]}
    state = fold(RULES["hkma-league"], [ruling(1, "鳴牌取消")] * times, standing)
    assert -state.scores[1] == 3 * 5 * sum(range(brought + 1, brought + times + 1))
