"""向聽、進牌: as near as trying every draw and discard finds, and no tile brings a hand nearer but those named."""

import random
import sys
from collections import Counter
from collections.abc import Iterator

import pytest

import scoring
from scoring import RuleSet, ScoringError, away
from scoring.away import tiles_away
from scoring.dataset import random_win
from scoring.hand.melds import Meld, meld_of
from scoring.hand.tiles import KINDS, read_tiles, write_tiles
from scoring.reading.winning_shapes import completes, waits_of
from scoring.rulebook import RULE_SETS
from tests.lacking import FULL

HANDS = 300 if FULL else 4


def spoilt(rules: RuleSet, seed: int, most: int = 2) -> tuple[list[int], tuple[Meld, ...]]:
    """A hand before its draw, so many tiles from a winning one at most."""
    chance = random.Random(f"{rules.id} {seed}")
    tiles, melds = won(rules, chance)
    tiles.pop(chance.randrange(len(tiles)))
    for _ in range(chance.randrange(most)):
        tiles.pop(chance.randrange(len(tiles)))
        tiles.append(chance.choice([tile for tile in range(KINDS) if copies(tiles, melds)[tile] < 4]))
    return tiles, melds


def won(rules: RuleSet, chance: random.Random) -> tuple[list[int], tuple[Meld, ...]]:
    hand = random_win(rules, chance)
    melds = tuple(meld_of(one["kind"], read_tiles(one["tiles"])) for one in hand.get("melds", ()))
    return [*read_tiles(hand["concealed"]), *read_tiles(hand["winning_tile"])], melds


def copies(tiles: list[int], melds: tuple[Meld, ...]) -> Counter[int]:
    return Counter((*tiles, *[tile for meld in melds for tile in meld.tiles]))


def hands(number: int, most: int = 2) -> Iterator[tuple[RuleSet, list[int], tuple[Meld, ...]]]:
    for rule_set in RULE_SETS:
        rules = scoring.rule_set(rule_set)
        for seed in range(number):
            yield rules, *spoilt(rules, seed, most)


def brought_to_waiting(tiles: list[int], melds: tuple[Meld, ...], rules: RuleSet) -> set[int]:
    """The kinds after whose draw some discard leaves the hand ready."""
    held = copies(tiles, melds)
    return {
        drawn
        for drawn in range(KINDS)
        if held[drawn] < 4 and any(waits_of(left, melds, rules.shapes) for left in _discarded([*tiles, drawn]))
    }


def _discarded(tiles: list[int]) -> Iterator[list[int]]:
    for tile in set(tiles):
        left = tiles.copy()
        left.remove(tile)
        yield left


def test_a_hand_is_as_near_as_trying_every_draw_and_discard_finds() -> None:
    seen: Counter[int] = Counter()
    for rules, tiles, melds in hands(HANDS):
        near = tiles_away(tiles, melds, rules)
        waits = set(waits_of(tiles, melds, rules.shapes))
        useful = {one.tile for one in near.useful}
        assert (near.away == 0) == bool(waits)
        assert useful == waits or near.away
        if near.away:
            brought = brought_to_waiting(tiles, melds, rules)
            assert (near.away == 1) == bool(brought), (rules.id, write_tiles(tiles), melds)
            assert useful == brought or near.away > 1, (rules.id, write_tiles(tiles), melds)
        seen[near.away] += 1
    assert seen.keys() >= {0, 1}


def test_a_useful_tile_brings_it_one_nearer_and_no_other_does() -> None:
    for rules, tiles, melds in hands(HANDS, most=9):
        near, held = tiles_away(tiles, melds, rules), copies(tiles, melds)
        useful = {one.tile: one.left for one in near.useful}
        for tile in range(KINDS):
            if held[tile] < 4:
                assert tiles_away([*tiles, tile], melds, rules).away == near.away - (tile in useful)
        assert useful == {tile: 4 - held[tile] for tile in useful}


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_winning_hand_is_past_ready_in_its_own_shape(rule_set: str) -> None:
    rules, shapes = scoring.rule_set(rule_set), set()
    for seed in range(60):
        tiles, melds = won(rules, random.Random(seed))
        near = tiles_away(tiles, melds, rules)
        assert (near.away, near.useful) == (-1, ())
        assert set(near.shapes) == {shape.name for shape in rules.shapes if completes(tiles, melds, shape)}
        shapes |= set(near.shapes)
    assert shapes == {shape.name for shape in rules.shapes}


@pytest.mark.parametrize(
    ("rule_set", "concealed", "away", "tiles", "shapes"),
    [
        ("hkma-league", "123m56m789p234p567s18s", 1, "47m158s", {"basic"}),
        ("hkma-league", "1111m222m333m444m555m", 0, "2346m", {"basic"}),
        ("hkma-league", "19m19p19s1234567z111m", 0, "9m19p19s1234567z", {"thirteen_orphans"}),
        ("mcr", "1111m222m333m444m", 0, "", {"basic"}),
        ("mcr", "147m258p369s1234z", 0, "567z", {"fourteen_unrelated"}),
        ("mcr", "147m258p369s2255z", 0, "25z", {"knitted_straight"}),
        ("tw-sixteen", "1122m3344p5566s1234z", 2, "12m34p56s1234z", {"seven_pairs"}),
    ],
)  # fmt: skip
def test_worked_hands(rule_set: str, concealed: str, away: int, tiles: str, shapes: set[str]) -> None:
    near = tiles_away(read_tiles(concealed), (), scoring.rule_set(rule_set))
    assert (near.away, set(near.shapes)) == (away, shapes)
    assert not tiles or near.tiles == tiles


@pytest.mark.parametrize(
    ("rule_set", "concealed"),
    [
        ("hkma-league", "1247m14778p14s24577z"),
        ("hkma-league", "1m1345669p358s12466z"),
        ("tw-sixteen", "33556m33456667p367s"),
        ("mcr", "1147m47p36s12367z"),
        ("mcr", "33469m267p25568s"),
    ],
)
def test_a_hand_far_from_many_shapes_takes_few_steps(rule_set: str, concealed: str) -> None:
    rules, tiles, steps = scoring.rule_set(rule_set), read_tiles(concealed), Counter[str]()
    away._suit.cache_clear()
    sys.setprofile(lambda frame, event, arg: steps.update([event]))
    try:
        tiles_away(tiles, (), rules)
    finally:
        sys.setprofile(None)
    assert steps["call"] < 2500


def test_tiles_on_the_table_are_not_left() -> None:
    near = scoring.rule_set("hkma-league").tiles_away("123m56m789p234p567s88s", visible="444m")
    assert (near.away, near.tiles, near.left) == (0, "47m", 5)


@pytest.mark.parametrize(
    ("concealed", "melds", "visible", "code"),
    [
        ("123m56m789p234p567s8s", (), "", "wrong_tile_count"),
        ("123m56m789p234p567s88s1z", ("pung 777z",), "", "wrong_tile_count"),
        ("123m56m789p234p567s8s1f", (), "", "wrong_tile_count"),
        ("11111m56m789p234p567s", (), "", "too_many_copies"),
        ("77z11m56m789p234p5s", ("pung 777z",), "", "too_many_copies"),
        ("123m56m789p234p567s88s", (), "8888s", "too_many_copies"),
    ],
)
def test_a_hand_that_cannot_be_is_refused(concealed: str, melds: tuple[str, ...], visible: str, code: str) -> None:
    with pytest.raises(ScoringError) as refused:
        scoring.rule_set("hkma-league").tiles_away(concealed, melds, visible)
    assert refused.value.code == code
