"""Two readings of the rule text of hkma-league, one fast and one slow, agree on seeded hands and games.

`tests/oracle` was written from the rule text alone, without sight of `scoring`. FULL=1 multiplies the tries.
"""

from collections import Counter
from decimal import Decimal
from functools import cache
from typing import Any

import pytest

from scoring.count.document import score_document
from scoring.documents.replay import replay_document
from scoring.errors import ScoringError
from scoring.rulesets import get_rule_set
from tests.lacking import REPEATS
from tests.oracle.book import oracle_replay
from tests.oracle.count import oracle_score
from tests.oracle.random_games import random_game
from tests.oracle.random_hands import random_hand

Doc = dict[str, Any]
HANDS, GAMES, CHUNKS = 2000 * REPEATS, 250 * REPEATS, 4
NEVER_ON_A_HAND = {"莊家連拉"}  # belongs to the payment, not to the hand


def rows(fans: list[Doc]) -> list[tuple[str, int, int]]:
    """Return rows in a comparable order; a 底 of 0 may be listed or not."""
    return sorted((row["name"], row["count"], row["value"]) for row in fans if row["value"])


@cache
def slow_hand(seed: int) -> Doc:
    return oracle_score(random_hand(seed))


def compare_hands(seed: int) -> str:
    """Return "" where both readings agree, else both answers."""
    doc, slow = random_hand(seed), slow_hand(seed)
    try:
        fast = score_document(doc)
    except ScoringError as error:
        codes = slow.get("error", {}).get("codes", [])
        return "" if error.code in codes else f"{doc}\nscoring refuses: {error.code}\noracle: {slow}"
    if "error" in slow:
        return f"{doc}\nscoring: {fast}\noracle refuses: {slow['error']}"
    keys = ["total", "shape", "limit", "meets_minimum"]
    same = all(fast[key] == slow[key] for key in keys) and rows(fast["fans"]) in [rows(way) for way in slow["ways"]]
    waits = slow["waits"] is None or sorted(fast["waits"]) == sorted(slow["waits"])
    return "" if same and waits else f"{doc}\nscoring: {fast}\noracle: {slow}"


def money(transfers: list[Doc]) -> Doc:
    """Return transfers with the same from, to and reason as one sum."""
    sums: Counter[tuple[Any, Any, str]] = Counter()
    for row in transfers:
        sums[row["from"], row["to"], row["reason"]] += Decimal(row["points"])  # type: ignore[assignment]
    return {key: points for key, points in sums.items() if points}


def book(answer: Doc) -> Doc:
    return {**answer, "hands": [{**hand, "transfers": money(hand["transfers"])} for hand in answer["hands"]]}


def compare_games(doc: Doc) -> str:
    slow = oracle_replay(doc)
    try:
        fast = replay_document(doc)
    except ScoringError as error:
        codes = slow.get("error", {}).get("codes", [])
        return "" if error.code in codes else f"{doc}\nscoring refuses: {error.code}\noracle: {slow}"
    if "error" in slow:
        return f"{doc}\nscoring: {fast}\noracle refuses: {slow['error']}"
    return "" if book(fast) == book(slow) else f"{doc}\nscoring: {fast}\noracle: {slow}"


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_it_counts_every_hand_as_the_slow_reading_does(chunk: int) -> None:
    wrong = filter(None, (compare_hands(seed) for seed in range(chunk, HANDS, CHUNKS)))
    assert next(wrong, "") == ""


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_it_keeps_every_book_as_the_slow_reading_does(chunk: int) -> None:
    wrong = filter(None, (compare_games(random_game(seed)) for seed in range(chunk, GAMES, CHUNKS)))
    assert next(wrong, "") == ""


def test_it_meets_every_fan_and_every_error_code_of_the_count_among_these_hands() -> None:
    answers = [slow_hand(seed) for seed in range(HANDS)]
    fans = {row["name"] for answer in answers for row in answer.get("fans", [])}
    codes = {code for answer in answers for code in answer.get("error", {}).get("codes", [])}
    assert {fan.name for fan in get_rule_set("hkma-league").fans} - fans == NEVER_ON_A_HAND
    assert codes == {
        "unknown_rule_set", "unknown_key", "missing_key", "bad_tile", "too_many_copies", "wrong_tile_count", "bad_meld",
        "not_a_winning_hand", "impossible_circumstance", "bad_option", "bad_value",
    }  # fmt: skip
