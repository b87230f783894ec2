"""`python -m tests.bench [count | pages [sqlite | postgresql]]`: measures, prints figures with their targets.

Without a word all of them; exits 1 if a target is missed.
"""

import os
import platform
import sys
from collections.abc import Sequence

from tests.bench import count, pages
from tests.bench.figures import table
from tests.cluster import INITDB
from tests.on_both import run


def main(words: Sequence[str]) -> int:
    if not words:
        print(f"{os.cpu_count()} cores, CPython {platform.python_version()}; a few minutes …", flush=True)
        parts = [["count"], ["pages", "sqlite"], *([["pages", "postgresql"]] if INITDB else [])]
        ends = [run(sys.executable, "-W", "ignore", "-m", "tests.bench", *part)[0] for part in parts]
        print("" if INITDB else "left out: pages on PostgreSQL (apt-get install postgresql)")
        return max(ends)
    found = count.figures() if words[0] == "count" else pages.figures(*(words[1:] or ["sqlite"]))
    print(table(found), "", sep="\n", flush=True)
    return 1 if any(figure.met is False for figure in found) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
