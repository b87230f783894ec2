"""`python -m tests.bench [count | replay | pages [sqlite | postgresql]]`: measures, prints figures with their targets.

Without a word all of them; exits 1 if a target is missed.
"""

import os
import platform
import sys
from collections.abc import Callable, Sequence

from tests.bench import count, pages, replay
from tests.bench.figures import Figure, table
from tests.cluster import INITDB
from tests.on_both import run


def main(words: Sequence[str]) -> int:
    subjects: dict[str, Callable[..., list[Figure]]] = {
        "count": count.figures,
        "replay": replay.figures,
        "pages": pages.figures,
    }
    if not words:
        print(f"{os.cpu_count()} cores, CPython {platform.python_version()}; a few minutes …", flush=True)
        parts = [["count"], ["replay"], ["pages", "sqlite"], *([["pages", "postgresql"]] if INITDB else [])]
        ends = [run(sys.executable, "-W", "ignore", "-m", "tests.bench", *part)[0] for part in parts]
        print("" if INITDB else "left out: pages on PostgreSQL (apt-get install postgresql)")
        return max(ends)
    found = subjects[words[0]](*(words[1:] or (["sqlite"] if words[0] == "pages" else [])))
    print(table(found), "", sep="\n", flush=True)
    return 1 if any(figure.met is False for figure in found) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
