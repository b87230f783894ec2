"""`python -m tests.bench [SUBJECT …]`: measures, prints the table, exits 0 whatever the figures say (1 on an error)."""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import time
from collections.abc import Sequence

from tests.bench import ROOT
from tests.bench.figures import Figure, loaded, table
from tests.bench.subject import ON_A_SERVER

SUBJECTS = {
    "count": "hands counted per second, against the package mahjong",
    "replay": "the fold of a game of 40 events",
    "record": "the POST that records a hand, against a bare view",
    "standings": "standings of 2,000 players: polls, rebuilding, both at once",
    "correct": "correcting a hand of 16, against the bare writes",
    "audit": "folding every game of a tournament again",
    "disk": "SQLite: a write that waits for the disk, against one that does not",
    "draws": "a poll, a page and a hand while a large draw is made",
    "scale": "what a table and a watcher cost, and the rows of a game (docs/scale.md)",
    "doors": "a page while others send by halves, want PDFs or sign in",
}
NO_SERVER = 77


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    begin = time.monotonic()
    print(f"{os.cpu_count()} cores, CPython {platform.python_version()}; a few minutes …", flush=True)
    found: list[Figure] = []
    failed = False
    for names, database in _runs(options.subjects or list(SUBJECTS), options.databases):
        figures = measured(names, database)
        print(f"  {', '.join(names)} {database}: {'FAILED' if figures is None else 'done'}", flush=True)
        failed = failed or figures is None
        found += figures or []
    print(f"\n{table(found)}\n\n{time.monotonic() - begin:.0f} s")
    missed = options.bars and any(figure.met is False for figure in found)
    return 1 if failed or missed else 0


def _runs(subjects: Sequence[str], databases: Sequence[str]) -> list[tuple[list[str], str]]:
    """Each subject alone; those that need a server together, once for each database."""
    alone = [([name], "") for name in subjects if name not in ON_A_SERVER]
    served = [name for name in subjects if name in ON_A_SERVER]
    return alone + [(served, database) for database in databases if served]


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    lines = "\n".join(f"  {name:10} {words}" for name, words in SUBJECTS.items())
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", epilog=f"subjects:\n{lines}", formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("subjects", nargs="*", choices=[*SUBJECTS, []], metavar="SUBJECT", help="all without one")
    parser.add_argument("--bars", action="store_true", help="exit 1 if a figure misses its target")
    parser.add_argument("--databases", nargs="+", default=["sqlite", "postgresql"], choices=["sqlite", "postgresql"])
    return parser.parse_args(arguments)


def measured(names: Sequence[str], database: str) -> list[Figure] | None:
    """Subjects in a process of their own, on PostgreSQL with a server of its own. None when they failed."""
    command = [sys.executable, "-W", "ignore", "-m", "tests.bench.subject", *names]
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    if database == "postgresql":
        command = ["scripts/with-pg.sh", *command]
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode == NO_SERVER and database == "postgresql":
        return []
    return loaded(done.stdout.strip().splitlines()[-1]) if done.returncode == 0 else None


if __name__ == "__main__":
    sys.exit(main())
