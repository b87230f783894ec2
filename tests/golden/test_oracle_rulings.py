"""Rulings in every place of a game, in all five rule sets: `scoring` and the slow books agree in points, cards, codes.

The slow books were written from the texts alone. FULL=1 multiplies the tries.
"""

from typing import Any

import pytest

from scoring.documents.replay import replay_document
from scoring.errors import ScoringError
from tests.golden.test_oracle import book
from tests.lacking import REPEATS
from tests.oracle.ruling_games import SLOW, every_offence, every_word, ruling_game

Doc = dict[str, Any]
GAMES, STRIDE = 60 * REPEATS, 12 // REPEATS


def compare(doc: Doc) -> str:
    """Return "" where both agree, else both answers."""
    slow = SLOW[doc["rule_set"]](doc)
    codes = slow.get("error", {}).get("codes", [])
    try:
        fast = replay_document(doc)
    except ScoringError as error:
        return "" if error.code in codes else f"{doc}\nscoring: {error.code} {error}\noracle: {slow}"
    return "" if not codes and book(fast) == book(slow) else f"{doc}\nscoring: {fast}\noracle: {slow}"


@pytest.mark.parametrize("rule_set", SLOW)
def test_every_offence_wherever_it_is_ruled(rule_set: str) -> None:
    docs = list(every_offence(rule_set))[::STRIDE]
    assert next(filter(None, map(compare, docs)), "") == ""


@pytest.mark.parametrize("rule_set", SLOW)
def test_every_word_wherever_it_is_spelled(rule_set: str) -> None:
    docs = list(every_word(rule_set))[::STRIDE]
    assert next(filter(None, map(compare, docs)), "") == ""


@pytest.mark.parametrize("rule_set", SLOW)
def test_seeded_games_full_of_rulings(rule_set: str) -> None:
    docs = (ruling_game(rule_set, seed) for seed in range(GAMES))
    assert next(filter(None, map(compare, docs)), "") == ""
