"""重播 Folding a game of 40 events, and its whole replay document, against reading and writing the same JSON texts.

The floor is what any program pays that takes the document in and gives the book out. CPU time of the process.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from scoring import fold
from scoring.documents.replay import replay_document
from scoring.rulesets import get_rule_set
from tests.bench.figures import Figure, cpu_seconds, in_turn, plain, ratio
from tests.bench.games import RULE_SET, game

EVENTS = 40
GAMES = 20


def figures(*, rounds: int = 9, games: int = GAMES, events: int = EVENTS) -> list[Figure]:
    """All figures of the subject, for one game each."""
    documents = [_document(seed, events) for seed in range(1, games + 1)]
    folded, replayed, floor = in_turn(
        lambda: _each(_fold, documents), lambda: _each(replay_document, documents), _floor(documents), rounds=rounds
    )
    return [
        plain("replay", f"fold of a game of {events} events", folded, "ms"),
        plain("replay", "its whole replay document", replayed, "ms"),
        ratio("replay", "fold, against reading and writing the JSON", folded, floor, "ms"),
        ratio("replay", "replay document, against the same", replayed, floor, "ms"),
    ]


def _document(seed: int, events: int) -> dict[str, Any]:
    return {"rule_set": RULE_SET, "players": ["甲", "乙", "丙", "丁"], "events": game(seed, events=events)}


def _fold(document: dict[str, Any]) -> object:
    return fold(get_rule_set(RULE_SET), document["events"])


def _each(work: Callable[[dict[str, Any]], object], documents: list[dict[str, Any]]) -> float:
    """Milliseconds for one document."""
    return cpu_seconds(lambda: [work(document) for document in documents]) / len(documents) * 1000


def _floor(documents: list[dict[str, Any]]) -> Callable[[], float]:
    pairs = [(json.dumps(document), replay_document(document)) for document in documents]

    def read_and_write() -> float:
        work = lambda: [(json.loads(text), json.dumps(book)) for text, book in pairs]  # noqa: E731
        return cpu_seconds(work) / len(pairs) * 1000

    return read_and_write
