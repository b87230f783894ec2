"""Random hands of every rule set: as they might be won, or as the oracles have them, some of them spoilt."""

import random
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from scoring.documents.score import score_document
from tests.oracle import classic_hands, random_hands
from tests.oracle.masters_hands import masters_hand
from tests.oracle.taiwan import random_hands as taiwan_hands
from tests.scoring.mcr_helpers import mcr_hand

Document = dict[str, Any]

WITH_SPOILT: dict[str, Callable[[int], Document]] = {
    "hkma-league": random_hands.random_hand,
    "hkma-masters": masters_hand,
    "hk-classic": classic_hands.classic_hand,
    "tw-club": lambda seed: taiwan_hands.random_hand(2 * seed + 1),
    "tw-sixteen": lambda seed: taiwan_hands.random_hand(2 * seed),
    "mcr": mcr_hand,
}
"""By rule set, the hand of a seed."""


def hand_of(rule_set: str, seed: int) -> Document:
    """A seeded hand; some of its circumstances are impossible."""
    chance = random.Random(seed)
    if rule_set == "hkma-league":
        return random_hands.valid_hand(chance) | {"rule_set": rule_set}
    if rule_set == "hkma-masters":
        return masters_hand(seed) | {"rule_set": rule_set}
    if rule_set == "hk-classic":
        return classic_hands.valid_hand(chance)
    return taiwan_hands.valid_hand(chance, rule_set)


def won_hands(*rule_sets: str) -> st.SearchStrategy[Document]:
    """Hands that count."""
    return st.builds(hand_of, st.sampled_from(rule_sets), st.integers(0, 10**9)).filter(counts)


def counts(document: Document) -> bool:
    """Whether it is a winning hand without impossible circumstances."""
    try:
        score_document(document)
    except ValueError:
        return False
    return True
