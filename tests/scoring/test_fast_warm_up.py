"""What a new count asks first: real hands of every size, and nothing of it is left in an answer."""

from collections import Counter

import pytest

import scoring
from scoring.count import count
from scoring.hand.hand import Hand
from scoring.hand.melds import meld
from scoring.rules.rule_data import inside_greater
from scoring.rulesets import RULE_SETS
from tests.bench import deals
from tests.scoring.fast_helpers import engine_of

COUNTED_FAST = [id_ for id_ in RULE_SETS if scoring.rule_set(id_).exclusion is inside_greater]
warm_up = pytest.importorskip("scoring.fast.warm_up")
packing = pytest.importorskip("scoring.fast.packing")


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_they_are_complete_hands_of_real_tiles(rule_set):
    rules = scoring.rule_set(rule_set)
    hands = list(warm_up.usual_hands(rules.hand_size))
    assert warm_up.NUMBER // 2 < len(hands) <= warm_up.NUMBER
    for hand in hands:
        tiles = [*hand.concealed, hand.winning_tile, *(tile for meld in hand.melds for tile in meld.tiles)]
        assert len(tiles) == rules.hand_size + 1
        assert max(Counter(tiles).values()) <= 4
        assert count(hand, rules).total >= 0
    assert len({hand.self_draw for hand in hands}) == 2
    assert {len(hand.melds) for hand in hands} == {0, 1, 2, 3}


@pytest.mark.parametrize("rule_set", COUNTED_FAST)
def test_what_was_asked_beforehand_is_what_a_hand_would_ask(rule_set):
    rules = scoring.rule_set(rule_set)
    unprepared = engine_of(rules, warm=False)
    melds = rules.hand_size // 3
    dealt = deals.flush(3, 150, melds) + deals.called(4, 150, melds) + deals.worst(5, 30, melds, 300)
    for hand in map(as_won, dealt):
        fresh, prepared = unprepared.count(hand) or count(hand, rules), count(hand, rules)
        assert (fresh.total, fresh.fans, fresh.waits) == (prepared.total, prepared.fans, prepared.waits)
        assert (fresh.reading, fresh.removed) == (prepared.reading, prepared.removed)


def as_won(hand: deals.Dealt) -> Hand:
    kinds = {("kong", False): "concealed_kong"}
    melds = tuple(meld(kinds.get((group.kind, group.claimed), group.kind), group.tile) for group in hand.melds)
    return Hand(hand.held, hand.winning, self_draw=hand.self_draw, seat=hand.seat, round=hand.round, melds=melds)


def test_the_list_lists_no_set_of_chows_twice_and_none_that_holds_a_tile_five_times():
    chows = list(warm_up.usual_chows())
    assert len(set(chows)) == len(chows) == 1 + 7 + 28 + 84 + 210
    assert all(max(each * packing.TRIPLES >> 3 * rank & 7 for rank in range(9)) <= 4 for each in chows)


def test_the_list_lists_up_to_two_triplets_with_and_without_the_pair():
    sets = list(warm_up.usual_sets())
    assert len(set(sets)) == len(sets) == 10 + 9 * 9 + 36 * 8
    assert all(eyes is None or not pungs >> eyes & 1 for pungs, eyes in sets)


def test_a_count_that_prepared_itself_counts_as_one_that_did_not():
    rules = scoring.rule_set("hkma-league")
    for hand in warm_up.usual_hands(16):
        fresh, prepared = engine_of(rules, warm=False).count(hand) or count(hand, rules), count(hand, rules)
        assert (fresh.total, fresh.fans, fresh.waits) == (prepared.total, prepared.fans, prepared.waits)
