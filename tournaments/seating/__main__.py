"""Draws in a program of their own, which needs no database and no settings: JSON in, JSON out, and gives way to others.

`python -m tournaments.seating event [WAYS]`: one `draw` document and its answer, or `{"refused": [code, zh, en]}`.
`WAYS`: where the draw was stopped after so many ways to arrange the players.

`python -m tournaments.seating round`: the arguments of `draw` and its `Draw`.
"""

import json
import os
import sys
from dataclasses import asdict
from typing import Any

from scoring import ScoringError
from tournaments.seating.document import draw_document
from tournaments.seating.draw import Seated, draw


def one_round(given: dict[str, Any]) -> dict[str, Any]:
    """A `Draw` as plain data."""
    players = [Seated(key, club, staff, frozenset(apart)) for key, club, staff, apart in given.pop("players")]
    return asdict(draw(players, given.pop("earlier"), **given))


def event(given: dict[str, Any], ways: int) -> dict[str, Any]:
    """The answer to a `draw` document, or why there is none."""
    try:
        return draw_document(given, ways)
    except ScoringError as error:
        return {"refused": [error.code, error.zh, error.en]}


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(10)
    given = json.load(sys.stdin.buffer)
    ways = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    json.dump(one_round(given) if sys.argv[1] == "round" else event(given, ways), sys.stdout)


if __name__ == "__main__":
    main()
