"""The engine answers as the definition does, whatever the hand: one is held against the other on random documents.

Special shapes, circumstances, tiles seen, flowers and kongs come from the generators of the oracles; every rule set is
played with its options. FULL=1 multiplies the tries.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import scoring
from scoring import Hand, RuleSet, ScoringError
from scoring.count import by_definition
from scoring.count.definition import is_flower_win
from scoring.documents import hand_from_document
from scoring.rulebook import RULE_SETS
from tests.lacking import REPEATS
from tests.scoring.random_hands import WITH_SPOILT

fast = pytest.importorskip("scoring.fast")
engine_module = pytest.importorskip("scoring.fast.engine")

HANDS = 160 * REPEATS
SEEDS = st.integers(0, 10**9)
SAID_LATER = {"rule_set": "hkma-league", "options": {}}
"""Keys that the generators may spoil, and that this test says for itself."""


def options_of(rule_set: str) -> st.SearchStrategy[dict[str, str]]:
    """As published, or with one option chosen otherwise, or with all of them."""
    others = {one.id: one.values[1:] for one in scoring.rule_set(rule_set).readings if len(one.values) > 1}
    single = [{id_: value} for id_, values in others.items() for value in values]
    every = [{id_: values[-1] for id_, values in others.items()}, {id_: values[0] for id_, values in others.items()}]
    return st.one_of(st.just({}), st.sampled_from([{}, *every, *single]))


def told(count: Callable[[], Any]) -> tuple[Any, ...]:
    """The shape and everything else that a count says, or the code and the sentence of its error."""
    try:
        score = count()
    except ScoringError as error:
        return error.code, error.en
    rows = score.fans, score.reading, score.removed
    return score.shape, score.total, score.waits, score.limit, score.meets_minimum, rows


def hand_of(document: dict[str, Any], rules: RuleSet) -> Hand | None:
    """The hand of a document, None of one that is spoilt before it comes to a count."""
    try:
        return hand_from_document({**document, **SAID_LATER}, rules)
    except (ScoringError, KeyError):
        return None


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_engine_counts_every_hand_as_the_definition_does(rule_set: str) -> None:
    both: list[str] = []

    @settings(max_examples=HANDS, suppress_health_check=list(HealthCheck), database=None, deadline=None)
    @given(seed=SEEDS, options=options_of(rule_set))
    def held_together(seed: int, options: dict[str, str]) -> None:
        rules = scoring.rule_set(rule_set, options)
        hand = hand_of(WITH_SPOILT[rule_set](seed), rules)
        if hand is None or is_flower_win(hand):  # flower wins have one count only
            return
        defined = told(lambda: by_definition(hand, rules))
        assert told(lambda: fast.count(hand, rules, by_definition) or by_definition(hand, rules)) == defined
        both.append(defined[0])

    held_together()
    assert len(both) > HANDS * 0.6
    print(f"{rule_set}: {len(both)} hands, {sorted((shape, both.count(shape)) for shape in set(both))}")


@pytest.mark.parametrize(
    "rule_set", [id_ for id_ in RULE_SETS if id_ != "mcr"]
)  # its combinations are the definition's
def test_the_engine_counts_most_of_them(rule_set: str) -> None:
    rules = scoring.rule_set(rule_set)
    made = (hand_of(WITH_SPOILT[rule_set](seed), rules) for seed in range(100))
    hands = [hand for hand in made if hand and not is_flower_win(hand)]
    by_engine = 0
    for hand in hands:
        try:
            by_engine += isinstance(fast.count(hand, rules, by_definition), engine_module.FastScore)
        except ScoringError:
            continue
    assert by_engine > len(hands) / 2


def of_both_shapes(seed: int) -> Hand:
    """A hand that reads as five melds and as seven pairs with a triplet: two chows twice, or six pairs in a row."""
    random = Random(seed)
    suits = random.sample((0, 9, 18), random.choice((1, 1, 2, 3)))
    while True:
        chows = [random.choice(suits) + random.randrange(7) for _chow in range(2)]
        if random.random() < 0.3:
            chows[1] = chows[0] - chows[0] % 9 % 4 + 3  # 通天 and long 連對
        triplet, pair = (random.choice([random.choice(suits) + random.randrange(9), 27 + seed % 7]) for _group in "34")
        tiles = [first + step for first in chows for step in (0, 0, 1, 1, 2, 2)] + [triplet] * 3 + [pair] * 2
        if max(map(tiles.count, tiles)) <= 4 and all(0 <= first < 27 and first % 9 < 7 for first in chows):
            break
    random.shuffle(tiles)
    winning = tiles.pop()
    flowers = random.sample(range(34, 42), seed % 4)
    left = [(kind, 5 - [*tiles, winning].count(kind)) for kind in range(34)]
    seen = [kind for kind, most in left for _copy in range(random.randrange(most))] if seed % 3 == 0 else []
    drawn, seat, round = random.random() < 0.4, random.randrange(4), random.randrange(4)
    return Hand(sorted(tiles), winning, self_draw=drawn, seat=seat, round=round, flowers=flowers, visible=seen)


@pytest.mark.parametrize("rule_set", [id_ for id_ in RULE_SETS if scoring.rule_set(id_).hand_size == 16])
def test_hands_of_both_shapes_count_as_the_definition_says(rule_set: str) -> None:
    """嚦咕 beside a basic hand: both add up (兩食), or the higher counts; no random hand shows it often enough."""
    rules = scoring.rule_set(rule_set)
    for seed in range(60 * REPEATS):
        hand = of_both_shapes(seed)
        defined = told(lambda hand=hand: by_definition(hand, rules))  # type: ignore[misc]
        score = fast.count(hand, rules, by_definition)
        assert isinstance(score, engine_module.FastScore) or rules.pair_runs_cover
        if score:
            assert told(lambda score=score: score) == defined  # type: ignore[misc]
