"""How `make load`, `make live` and `make faults` end: the last line has the figures of both databases, and the status
is 0 only where every bar was held and shown.

`python -m tests.on_both MODULE [WORDS]`: the module with the word `sqlite` before the others, then with `postgresql`.
"""

import subprocess
import sys
from collections.abc import Sequence

from tests.cluster import INITDB
from tests.served import ROOT

BROKEN, UNSHOWN = 1, 2
"""Exit statuses: a bar does not hold; a bar could not be tried on this machine."""


def verdict(held: bool, left_out: Sequence[str]) -> tuple[str, int]:
    """The word for the last line, and the exit status. `left_out`: what could not be shown here, and why."""
    if not held:
        return "NOT HELD", BROKEN
    if left_out:
        return f"NOT SHOWN ({'; '.join(left_out)})", UNSHOWN
    return "HELD", 0


def run(*command: str) -> tuple[int, str]:
    """A process of its own: its exit status and the last line that it printed."""
    last = ""
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        for line in running.stdout:
            print(line, end="", flush=True)
            last = line.strip() or last
    return running.returncode, last


def sum_up(ends: Sequence[tuple[int, str]]) -> int:
    """Print the last lines of all parts as one; the exit status of the whole."""
    statuses = {status for status, _line in ends}
    word, status = verdict(statuses <= {0, UNSHOWN}, [])
    if not status and UNSHOWN in statuses:
        word, status = "NOT SHOWN", UNSHOWN
    print(f"{word}. " + ". ".join(line for _status, line in ends), flush=True)
    return status


def main() -> int:
    module, *words = sys.argv[1:]
    ends = [run(sys.executable, "-m", module, "sqlite", *words)]
    if INITDB:
        ends.append(run(sys.executable, "-m", module, "postgresql", *words))
    else:
        ends.append((UNSHOWN, "NOT SHOWN postgresql: no server (apt-get install postgresql)"))
    return sum_up(ends)


if __name__ == "__main__":
    sys.exit(main())
