"""The engine by itself, for tests that look inside it; without `scoring.fast` they are left out."""

from typing import Any

import pytest

from scoring import RuleSet
from scoring.count import by_definition


def engine_of(rules: RuleSet, *, warm: bool = True) -> Any:
    """The engine of a rule set as the count makes it; not `warm`: before it has counted anything."""
    engine = pytest.importorskip("scoring.fast.engine").Engine(rules, by_definition)
    if warm:
        engine.warm_up()
    return engine


def ways(engine: Any, tiles: list[int], winning: int, drawn: bool) -> list[Any]:
    """All ways to lay one suit of 萬 out with the winning tile in it, priced."""
    packing = pytest.importorskip("scoring.fast.packing")
    key = sum(packing.ONE_OF[tile] for tile in tiles)
    first = engine.evaluator.pieces.suits[key | packing.won_code(winning, drawn)]
    return first.ways() if first else []


def worth(piece: Any) -> int:
    """What the fans of one suit are worth."""
    return int(piece.chows.block.points + piece.others.block.points + piece.returns.block.points)
