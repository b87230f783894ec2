"""A program that draws: `python -m tournaments.web.draw_maker FOLDER DIGEST`, started by `draws` beside it.

It takes `DIGEST.in`, the document, from the folder and keeps `DIGEST.out` up to date: the best seats so far, how many
ways to arrange the players were compared, and whether that was all. `DIGEST.stop` tells it to keep what it has. It ends
by itself, because effort is bounded by steps; started a second time it finds the same.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from scoring import ScoringError, error_document
from tournaments.seating.document import (
    answer_of,
    asked_of,
    canonical_input,
    digest_of,
    facts_of_draw,
    impossible_document,
)
from tournaments.seating.event_draw import ImpossibleDraw, better_plans, seated


def draw(folder: Path, name: str, language: str) -> None:
    """Draw the document and write down how far it has come."""
    asked = canonical_input(json.loads((folder / f"{name}.in").read_text(encoding="utf-8")))
    digest = digest_of(asked)
    wanted = asked_of(asked, digest)
    said: dict[str, Any] = {"ways": 0, "done": False}
    best = None
    try:
        for ways, plan in enumerate(better_plans(wanted), 1):
            said["ways"] = ways
            if plan is not best:
                best, drawn = plan, seated(plan, wanted)
                said |= {"answer": answer_of(asked, digest, drawn), "facts": facts_of_draw(drawn.facts)}
            write(folder / f"{name}.out", said)
            if (folder / f"{name}.stop").exists():
                said["stopped"] = True
                break
    except ImpossibleDraw as impossible:
        said["answer"] = error_document(impossible_document(asked, impossible), language)
    write(folder / f"{name}.out", {**said, "done": True})


def write(file: Path, said: dict[str, Any]) -> None:
    """All of it or nothing: whoever reads meanwhile finds the text before."""
    new = file.with_suffix(f".{os.getpid()}")
    new.write_text(json.dumps(said, ensure_ascii=False), encoding="utf-8")
    new.replace(file)


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(10)
    folder, name, language = sys.argv[1:4]
    try:
        draw(Path(folder), name, language)
    except ScoringError as error:
        write(Path(folder) / f"{name}.out", {"ways": 0, "done": True, "answer": error_document(error, language)})


if __name__ == "__main__":
    main()
