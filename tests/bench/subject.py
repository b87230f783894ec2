"""Subjects in this process: `python -m tests.bench.subject SUBJECT …` writes their figures to standard output as JSON.

Subjects that need a server share one database (that of DATABASE_URL, else SQLite in a scratch folder) and its servers.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from typing import Any

from tests.bench import servers
from tests.bench.figures import Figure, dumped

ON_A_SERVER = ("record", "standings", "correct", "audit", "disk", "draws", "scale", "doors")


def figures(names: Sequence[str], **sizes: dict[str, Any]) -> list[Figure]:
    """The figures of these subjects; `sizes` are their own arguments by subject, and those of `hall`."""
    found = [
        figure for name in names if name not in ON_A_SERVER for figure in module(name).figures(**sizes.get(name, {}))
    ]
    served = [name for name in names if name in ON_A_SERVER]
    return found + (_served(served, sizes) if served else [])


def _served(names: Sequence[str], sizes: dict[str, Any]) -> list[Figure]:
    with servers.scratch():
        importlib.import_module("tests.bench.database").prepare()
        hall = importlib.import_module("tests.bench.hall").fill(**sizes.get("hall", {}))
        with servers.all_running() as running:
            return [figure for name in names for figure in module(name).figures(hall, running, **sizes.get(name, {}))]


def module(name: str) -> Any:
    """The module of a subject; those on a server can be imported once Django is set up."""
    return importlib.import_module(f"tests.bench.{name}")


if __name__ == "__main__":
    print(dumped(figures(sys.argv[1:])))
