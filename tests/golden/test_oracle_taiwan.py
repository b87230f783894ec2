"""Two readings of the rule texts of tw-club and tw-sixteen, one fast and one slow, agree on seeded hands and games.

`tests/oracle/taiwan` was written from the rule texts alone, without sight of `scoring`. FULL=1 multiplies the
tries.
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
from tests.oracle.taiwan.book import oracle_replay
from tests.oracle.taiwan.count import oracle_score
from tests.oracle.taiwan.random_games import random_game
from tests.oracle.taiwan.random_hands import random_hand

Doc = dict[str, Any]
HANDS, GAMES, CHUNKS = 1000 * REPEATS, 48 * REPEATS, 2
NEVER_ON_A_HAND = {  # they belong to the payment
    "tw-club": {"莊家", "連莊", "拉莊"},
    "tw-sixteen": {"作莊", "連N拉N"},
}


def rows(fans: list[Doc]) -> list[tuple[str, int, int]]:
    return sorted((row["name"], row["count"], row["value"]) for row in fans)


@cache
def slow_hand(seed: int) -> Doc:
    return oracle_score(random_hand(seed))


def difference(doc: Doc, fast: object, slow: Doc) -> str:
    return f"{doc}\nscoring: {fast}\noracle: {slow}"


def compare_hands(seed: int) -> str:
    """Return "" where both readings agree, else both answers."""
    doc, slow = random_hand(seed), slow_hand(seed)
    try:
        fast = score_document(doc)
    except ScoringError as error:
        codes = slow["error"]["codes"] if "error" in slow else ["impossible_circumstance"] if slow["doubts"] else []
        return "" if error.code in codes else difference(doc, error.code, slow)
    if "error" in slow:
        return difference(doc, fast, slow)
    keys = ["total", "unit", "limit", "meets_minimum"]
    same = all(fast[key] == slow[key] for key in keys) and rows(fast["fans"]) in [rows(way) for way in slow["ways"]]
    same = same and fast["shape"] in slow["shapes"] and (fast["shape"] == "flowers" or fast["waits"] == slow["waits"])
    return "" if same else difference(doc, fast, slow)


def book(answer: Doc) -> Doc:
    """Return the answer with transfers of the same from, to and reason as one sum."""
    hands = []
    for hand in answer["hands"]:
        sums: Counter[tuple[Any, Any, str]] = Counter()
        for row in hand["transfers"]:
            sums[row["from"], row["to"], row["reason"]] += Decimal(row["points"])  # type: ignore[assignment]
        hands.append({**hand, "transfers": {key: points for key, points in sums.items() if points}})
    return {**answer, "hands": hands}


def compare_games(doc: Doc) -> str:
    slow = oracle_replay(doc)
    try:
        fast = replay_document(doc)
    except ScoringError as error:
        codes = slow.get("error", {}).get("codes", [])
        return "" if error.code in codes else difference(doc, error.code, slow)
    return difference(doc, fast, slow) if "error" in slow or book(fast) != book(slow) else ""


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_it_counts_every_taiwanese_hand_as_the_slow_reading_does(chunk: int) -> None:
    wrong = filter(None, (compare_hands(seed) for seed in range(chunk, HANDS, CHUNKS)))
    assert next(wrong, "") == ""


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_it_keeps_every_taiwanese_book_as_the_slow_reading_does(chunk: int) -> None:
    wrong = filter(None, (compare_games(random_game(seed)) for seed in range(chunk, GAMES, CHUNKS)))
    assert next(wrong, "") == ""


@pytest.mark.parametrize("rule_set", ["tw-club", "tw-sixteen"])
def test_it_meets_every_fan_of_the_set_among_these_hands(rule_set: str) -> None:
    answers = [slow_hand(seed) for seed in range(HANDS)]
    held = {row["name"] for each in answers if each.get("rule_set") == rule_set for way in each["ways"] for row in way}
    assert {fan.name for fan in get_rule_set(rule_set).fans} - held == NEVER_ON_A_HAND[rule_set]


def test_it_meets_every_error_code_of_the_count_and_every_end_of_a_hand() -> None:
    codes = {code for seed in range(HANDS) for code in slow_hand(seed).get("error", {}).get("codes", [])}
    assert codes == {
        "unknown_rule_set", "unknown_key", "missing_key", "bad_tile", "too_many_copies", "wrong_tile_count", "bad_meld",
        "not_a_winning_hand", "impossible_circumstance", "bad_option", "bad_value",
    }  # fmt: skip
    games = [oracle_replay(random_game(seed)) for seed in range(GAMES)]
    ends = {hand["result"] for game in games for hand in game.get("hands", [])}
    assert ends == {"win", "draw", "replayed", "false_win", "stopped", "open"}
