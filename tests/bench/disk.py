"""What it costs on SQLite that a commit waits for the disk: the bare view that writes, with FULL and with NORMAL."""

from __future__ import annotations

from tests.bench import posts, servers
from tests.bench.alternating import Alternating, medians
from tests.bench.database import vendor
from tests.bench.figures import Figure
from tests.bench.hall import Hall
from tests.bench.measure import against, ratio
from tests.bench.servers import RELAXED, Servers


def figures(hall: Hall, running: Servers, *, rounds: int = 5, each: int = 32) -> list[Figure]:
    """The figure; none on PostgreSQL."""
    if vendor() != "SQLite":
        return []
    with servers.one_more(RELAXED) as relaxed:
        kinds = [
            posts.bare(name, server, hall.games) for name, server in (("full", running.floor), ("normal", relaxed))
        ]
        full, normal = (medians(taken) for taken in Alternating(kinds, hall.games).rounds(rounds, each))
    note = against(full, normal, "ms")
    return [ratio("disk, SQLite", "a bare write, synchronous FULL against NORMAL", full, normal, note=note)]
