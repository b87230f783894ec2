"""Hands of every rule set that were counted by another program: totals, rows, reading, waits."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.documents.score import score_document
from scoring.hand.tiles import read_tiles

GOLDEN = Path(__file__).parents[1] / "golden" / "score"


def hands() -> list[Any]:
    return [
        pytest.param(hand["request"], hand["expected"], id=f"{path.stem}-{number}")
        for path in sorted(GOLDEN.glob("*.json"))
        for number, hand in enumerate(json.loads(path.read_text(encoding="utf-8")), start=1)
    ]


def told(answer: dict[str, Any]) -> dict[str, Any]:
    """The same answer whatever the order of its rows, and which of several readings with the same rows it shows."""
    tiles = sorted(tile for group in answer["reading"] for tile in read_tiles(group))
    return {**answer, "fans": sorted(answer["fans"], key=lambda row: row["name"]), "reading": tiles}


@pytest.mark.parametrize(("request_", "expected"), hands())
def test_a_golden_document_has_its_answer(request_: dict[str, Any], expected: dict[str, Any]) -> None:
    assert told(score_document(request_)) == told(expected)
