"""Arrangements of a suit and waits, against brute force."""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement

import pytest

from scoring.hand.tiles import read_tiles, write_tiles
from scoring.reading.winning_shapes import (
    BASIC,
    SEVEN_PAIRS,
    SIXTEEN_UNRELATED,
    THIRTEEN_ORPHANS,
    decompositions,
    waits_of,
)

SHAPES = (BASIC, SEVEN_PAIRS, THIRTEEN_ORPHANS, SIXTEEN_UNRELATED)
GROUPS = [(r, r + 1, r + 2) for r in range(7)] + [(r, r, r) for r in range(9)]


def key_of(counts: list[int]) -> int:
    return sum(number << 3 * rank for rank, number in enumerate(counts))


@cache
def suits() -> Counter[tuple[int, ...]]:
    """Every suit of up to five melds, with and without a pair, and in how many ways it is made."""
    ways: Counter[tuple[int, ...]] = Counter()
    for number in range(6):
        for chosen in combinations_with_replacement(GROUPS, number):
            copies = Counter(rank for group in chosen for rank in group)
            if max(copies.values(), default=0) > 4:
                continue
            for pair in (None, *range(9)):
                if copies[pair] <= 2:
                    ways[tuple(copies[rank] + 2 * (rank == pair) for rank in range(9))] += 1
    return ways


def test_every_arrangement_of_every_suit_is_found_and_no_other() -> None:
    assert len(suits()) == 53_055
    assert all(len(decompositions(counts)) == number for counts, number in suits().items())


def test_the_engine_lays_every_suit_out_in_the_same_order() -> None:
    laid = pytest.importorskip("scoring.fast.decompose")
    for counts in suits():
        packed = [
            (tuple(first for first in range(7) for _ in range(chows >> 3 * first & 7)), pungs, pair)
            for chows, pungs, pair in laid.SUITS_LAID[key_of(list(counts))]
        ]
        plain = [
            (way.chows, sum(1 << rank for rank in way.pungs), way.pairs[0] if way.pairs else None)
            for way in decompositions(counts)
        ]
        assert packed == plain


@pytest.mark.parametrize("tiles", ["1m", "12m", "1124m", "11223m", "111122m", "13579m"])
def test_a_suit_without_an_arrangement_has_none(tiles: str) -> None:
    assert decompositions(copies_of(tiles)[0]) == ()


def test_honours_make_no_chow() -> None:
    assert decompositions(copies_of("123z")[3]) == ()
    assert len(decompositions(copies_of("11122z")[3])) == 1


def copies_of(text: str) -> list[tuple[int, ...]]:
    tiles = read_tiles(text)
    return [tuple(tiles.count(9 * suit + rank) for rank in range(9 if suit < 3 else 7)) for suit in range(4)]


def waits(text: str) -> str:
    return write_tiles(waits_of(read_tiles(text), (), SHAPES))


@pytest.mark.parametrize(
    ("tiles", "expected"),
    [
        ("123m56m789p234p567s88s", "47m"),
        ("1112345678999m111z", "123456789m"),
        ("111m222m333m444m5m1z2z3z", ""),
        ("2333m567m789p234p567s", "124m"),
        ("1122m3344p5566s7788m", "1278m34p56s"),
        ("112233m112233p1122z", "123m123p12z"),
        ("19m19p19s1234567z123m", "149m19p19s1234567z"),
        ("147m147p147s1234567z", "147m147p147s1234567z"),
        ("14m147p147s11234567z", "789m"),
        ("147m147p147s1123456z", "7z"),
    ],
)
def test_a_hand_waits_for_what_completes_some_shape(tiles: str, expected: str) -> None:
    assert waits(tiles) == expected


def test_a_hand_does_not_wait_for_a_fifth_copy() -> None:
    assert waits("4444m789p234p567s111z") == ""
