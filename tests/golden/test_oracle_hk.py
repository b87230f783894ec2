"""Two readings of the texts of hk-classic and hkma-masters, one fast and one slow, agree on seeded hands and games.

The slow one was written from the texts alone, without sight of `scoring`. FULL=1 multiplies the tries.
"""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.count.document import score_document
from scoring.documents.replay import replay_document
from scoring.errors import ScoringError
from tests.golden.test_oracle import book, rows
from tests.lacking import REPEATS
from tests.oracle.classic_count import classic_score
from tests.oracle.classic_hands import classic_hand
from tests.oracle.hk_book import hk_replay
from tests.oracle.hk_games import hk_game
from tests.oracle.masters_count import masters_score
from tests.oracle.masters_hands import masters_hand

Doc = dict[str, Any]
HANDS, GAMES = 200 * REPEATS, 40 * REPEATS


def answered(fast: Callable[[Doc], Doc], doc: Doc) -> Doc | str:
    """Return the answer of `scoring`, or its error code."""
    try:
        return fast(doc)
    except ScoringError as error:
        return error.code


def fans(way: Any) -> Any:
    """Return the rows of one way to count, those of a limit hand marked."""
    if isinstance(way, tuple):
        limit, found, shape = way
        return limit, sorted(found), shape
    return rows(way)


def same_count(fast: Doc, slow: Doc) -> bool:
    ways = [fans(way) for way in slow["ways"]]
    mine = fans((fast["limit"], rows(fast["fans"]), fast["shape"])) if "points" in slow else rows(fast["fans"])
    keys = ["total", "unit", "meets_minimum", *(["limit", "shape"] if "points" not in slow else [])]
    waits = slow["waits"] is None or sorted(fast["waits"]) == sorted(slow["waits"])
    return mine in ways and waits and all(fast[key] == slow[key] for key in keys) and points(fast) == points(slow)


def points(answer: Doc) -> Any:
    return answer.get("points")


def compare(doc: Doc, fast: Doc | str, slow: Doc, same: Callable[[Doc, Doc], bool]) -> str:
    """Return "" where both agree, else both answers. What the text leaves open may be refused."""
    codes = slow.get("error", {}).get("codes", [])
    if "doubtful" in codes or (slow.get("doubtful") and fast == "impossible_circumstance"):
        return ""
    if isinstance(fast, str) or codes:
        return "" if fast in codes else f"{doc}\nscoring: {fast}\noracle: {slow}"
    return "" if same(fast, slow) else f"{doc}\nscoring: {fast}\noracle: {slow}"


COUNTS = {"hk-classic": (classic_hand, classic_score), "hkma-masters": (masters_hand, masters_score)}


@pytest.mark.parametrize("rule_set", COUNTS)
def test_it_counts_every_hand_as_the_slow_reading_does(rule_set: str) -> None:
    make, count = COUNTS[rule_set]
    docs = (make(seed) for seed in range(HANDS))
    wrong = filter(None, (compare(doc, answered(score_document, doc), count(doc), same_count) for doc in docs))
    assert next(wrong, "") == ""


@pytest.mark.parametrize("rule_set", COUNTS)
def test_it_keeps_every_book_as_the_slow_reading_does(rule_set: str) -> None:
    docs = (hk_game(seed, rule_set) for seed in range(GAMES))
    wrong = filter(None, (compare(d, answered(replay_document, d), hk_replay(d), same_book) for d in docs))
    assert next(wrong, "") == ""


def same_book(fast: Doc, slow: Doc) -> bool:
    return book(fast) == book(slow)
