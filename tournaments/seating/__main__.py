"""`python -m tournaments.seating [WAYS]`: one `draw` document on standard input, its answer on standard output.

Needs no database and no settings. `WAYS`: where the draw was stopped after so many ways to arrange the players.
"""

import json
import os
import sys

from tournaments.seating.document import draw_document

if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    ways = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    json.dump(draw_document(json.load(sys.stdin.buffer), ways), sys.stdout)
