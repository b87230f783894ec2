"""套算 Which combinations of chows and of triplets count together, against a search through all orders."""

from itertools import combinations, permutations
from random import Random

from scoring.count.definition import count_each
from scoring.documents import hand_from_document
from scoring.errors import ScoringError
from tests.lacking import REPEATS
from tests.scoring.count_helpers import rows
from tests.scoring.mcr_helpers import MCR, mcr, mcr_hand

Set = tuple[str, int, int]
"""chow or pung, suit, rank (of a chow the first)."""

CHOWS = {
    "一色四同順": (48, 1, [(0, 0, 0, 0)]),
    "一色四步高": (32, 1, [(0, 1, 2, 3), (0, 2, 4, 6)]),
    "一色三同順": (24, 1, [(0, 0, 0)]),
    "清龍": (16, 1, [(0, 3, 6)]),
    "一色三步高": (16, 1, [(0, 1, 2), (0, 2, 4)]),
    "花龍": (8, 3, [(0, 3, 6)]),
    "三色三同順": (8, 3, [(0, 0, 0)]),
    "三色三步高": (6, 3, [(0, 1, 2)]),
    "一般高": (1, 1, [(0, 0)]),
    "喜相逢": (1, 2, [(0, 0)]),
    "連六": (1, 1, [(0, 3)]),
    "老少副": (1, 1, [(0, 6)]),
}
PUNGS = {
    "一色四節高": (48, 1, [(0, 1, 2, 3)]),
    "一色三節高": (24, 1, [(0, 1, 2)]),
    "三同刻": (16, 3, [(0, 0, 0)]),
    "三色三節高": (8, 3, [(0, 1, 2)]),
    "雙同刻": (2, 2, [(0, 0)]),
}
Found = tuple[str, int, frozenset[int]]


def found_in(sets: list[Set], table: dict[str, tuple[int, int, list[tuple[int, ...]]]]) -> list[Found]:
    found = []
    for name, (value, suits, patterns) in table.items():
        for places in combinations(range(len(sets)), len(patterns[0])):
            ranks = sorted(sets[place][2] for place in places)
            steps = tuple(rank - ranks[0] for rank in ranks)
            if steps in patterns and len({sets[place][1] for place in places}) == suits:
                found.append((name, value, frozenset(places)))
    return found


def best_of_all_orders(found: list[Found]) -> int:
    """The most points of any order in which each next combination has a new set, shares one at most, and none with an
    earlier one of its name. Four sets never make more than three."""
    best = 0
    for order in (order for number in range(4) for order in permutations(found, number)):
        used: frozenset[int] = frozenset()
        of_name: dict[str, frozenset[int]] = {}
        for name, _value, places in order:
            mine = of_name.get(name, frozenset())
            if used and (places <= used or len(places & used) > 1 or places & mine):
                break
            used, of_name[name] = used | places, mine | places
        else:
            best = max(best, sum(value for _name, value, _places in order))
    return best


def sets_of(groups: tuple[object, ...]) -> tuple[list[Set], list[Set]]:
    chows, pungs = [], []
    for group in groups:
        if group.kind == "chow":
            chows.append(("chow", group.suit, group.rank))
        elif group.is_meld and group.suit < 3:
            pungs.append(("pung", group.suit, group.rank))
    return chows, pungs


def test_what_counts_together_is_the_best_of_all_orders() -> None:
    names = {name: value for table in (CHOWS, PUNGS) for name, (value, *_rest) in table.items()}
    taken = {"清么九", "一色雙龍會", "三色雙龍會"}  # which take some of them away by name
    seen = 0
    for seed in range(200 * REPEATS):
        try:
            hand = hand_from_document(mcr_hand(seed), MCR)
            scores = count_each(hand, MCR)
        except ScoringError:
            continue
        for score in scores:
            counted = {row.name: row.value for row in score.fans}
            if taken & counted.keys():
                continue
            chows, pungs = sets_of(score.reading)
            expected = best_of_all_orders(found_in(chows, CHOWS)) + best_of_all_orders(found_in(pungs, PUNGS))
            assert sum(value for name, value in counted.items() if name in names) == expected, (seed, score.reading)
            seen += expected > 1
    assert seen > 25


def test_chows_of_one_suit_are_combined_as_the_best_order_says() -> None:
    """Four chows close together, where most combinations exclude one another."""
    random = Random(7)
    for _ in range(60 * REPEATS):
        chows = [("chow", random.randrange(2), random.randrange(7)) for _chow in range(4)]
        tiles = [9 * suit + rank + step for _kind, suit, rank in chows for step in range(3)]
        if max(map(tiles.count, tiles)) > 4:
            continue
        melds = " ".join(f"chow:{rank + 1}{rank + 2}{rank + 3}{'mp'[suit]}" for _kind, suit, rank in chows)
        counted = rows(mcr("7z", "7z", melds=melds))
        joined = sum(value for name, (_count, value) in counted.items() if name in CHOWS)
        assert joined == best_of_all_orders(found_in(chows, CHOWS)), chows
