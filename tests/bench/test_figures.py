"""The speed figures can be taken: generators deal the same again, every subject runs. Nothing here is about speed."""

from collections import Counter

import pytest

from scoring.count import count
from scoring.rulesets import get_rule_set
from tests.bench import counters, deals
from tests.bench.count import figures as count_figures
from tests.bench.count import hand_sets
from tests.bench.figures import Figure, in_turn, percentile, ratio, table

SMALL = {"mixed": 12, "called": 12, "flush": 6, "worst": 3, "warm": 6}


def some_hands(melds: int) -> list[deals.Dealt]:
    return deals.mixed(9, 40, melds) + deals.called(9, 40, melds) + deals.flush(9, 20, melds)


def tiles_of(hand: deals.Dealt) -> list[int]:
    return [*hand.held, hand.winning, *(tile for group in hand.melds for tile in group.tiles)]


@pytest.mark.parametrize("melds", [4, 5])
def test_it_deals_the_same_hands_again(melds: int):
    assert deals.mixed(7, 50, melds) == deals.mixed(7, 50, melds)
    assert deals.flush(7, 50, melds) == deals.flush(7, 50, melds)
    assert deals.mixed(7, 50, melds) != deals.mixed(8, 50, melds)
    hands = deals.mixed(1, 200, melds) + deals.called(2, 200, melds) + deals.flush(1, 100, melds)
    assert len(set(hands)) == 500
    for hand in hands:
        kongs = sum(group.kind == "kong" for group in hand.melds)
        assert len(tiles_of(hand)) == 3 * melds + 2 + kongs
        assert max(Counter(tiles_of(hand)).values()) <= 4


def test_it_deals_six_chows_to_four_pungs_over_all_suits():
    hands = deals.called(3, 400, 5)
    melds = [group for hand in hands for group in hand.melds if group.claimed]
    chows = sum(group.kind == "chow" for group in melds)
    assert 0.55 < chows / len(melds) < 0.68
    assert {tile // 9 for hand in hands for tile in tiles_of(hand)} == {0, 1, 2, 3}
    assert {hand.self_draw for hand in hands} == {True, False}
    assert {group.kind for hand in hands for group in hand.melds} == {"chow", "pung", "kong"}
    assert not any(hand.melds for hand in deals.mixed(3, 400, 5))


def test_it_deals_special_shapes_that_are_counted_as_such():
    hands = deals.special(2, 60)
    assert hands == deals.special(2, 60)
    assert max(max(Counter(tiles_of(hand)).values()) for hand in hands) <= 4
    convert, _count = counters.SIDES["product"]()
    shapes = Counter(count(convert(hand), get_rule_set("hkma-league")).shape for hand in hands)
    assert shapes["thirteen_orphans"] == shapes["sixteen_unrelated"] == 20
    assert shapes["seven_pairs"] + shapes["basic+seven_pairs"] == 20
    assert sum(map(deals.also_pairs, hands)) == 20


def test_it_finds_the_hands_with_the_most_ways_to_be_laid_out():
    worst = deals.worst(5, 5, 5, 60)
    rest = [deals.ways(hand) for hand in deals.flush(5, 60, 5) if hand not in worst]
    assert min(deals.ways(hand) for hand in worst) >= max(rest)
    assert deals.ways(deals.Dealt((), (0, 0, 0, 1, 1, 1, 2, 2, 2, 3), 3, True, 0, 0)) == 3


def test_it_gives_both_counters_hands_that_they_count():
    for side, melds in (("product", 5), ("definition", 5), ("masters", 4), ("anchor", 4)):
        convert, count = counters.SIDES[side]()
        assert all(count(convert(hand)) for hand in some_hands(melds))


def test_it_counts_the_hand_that_was_dealt():
    convert, _count = counters.SIDES["product"]()
    hand = deals.Dealt((deals.Group("pung", 33, True),), (0, 1, 2, 3, 4, 5, 9, 10, 11, 18, 19, 31, 31), 20, False, 1, 0)
    score = count(convert(hand), get_rule_set("hkma-league"))
    assert score.reading[0].tiles == "777z"
    assert score.waits == (20,)


@pytest.mark.parametrize("melds", [4, 5])
def test_it_never_counts_a_hand_twice(melds: int):
    sets = hand_sets(melds, SMALL)
    hands = [hand for each in sets.values() for hand in each]
    assert len(set(hands)) == len(hands)
    assert {name: len(each) for name, each in sets.items()} == SMALL


def test_it_takes_sides_in_turn_and_the_ratio_of_medians():
    order: list[str] = []
    a, b = in_turn(lambda: order.append("a") or 4.0, lambda: order.append("b") or 2.0, rounds=3)
    assert "".join(order) == "abbaab"
    assert ratio("s", "n", a, b, "ms").value == 2
    assert ratio("s", "n", [1, 9, 4], [1, 3, 2], "ms").spread == (1, 3)
    assert percentile(list(range(100)), 0.99) == 99


def test_it_says_whether_a_target_is_met():
    met = [Figure("s", "n", 2.0, "×", target).met for target in ("≥ 2", "≥ 2.1", "≤ 2", "")]
    assert met == [True, False, True, None]
    figures = [Figure("pages", "poll", 0.84, "ms"), Figure("count", "mixed", 1.5, "×", "≥ 2", (1.4, 1.6), "note")]
    _head, first, second = table(figures).splitlines()
    assert second.split() == ["count", "mixed", "1.5", "×", "1.4–1.6", "≥", "2", "NO", "note"]
    assert first.index("poll") == second.index("mixed")


def test_it_measures_counting():
    counted = count_figures(rounds=1, sizes=SMALL)
    assert {
        "mixed, warm worker",
        "mixed, hkma-masters, warm worker",
        "import of the engine",
        "definition",
        "special shapes: slowest",
    } <= {figure.name for figure in counted}
    assert all(figure.value > 0 for figure in counted)
