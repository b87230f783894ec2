"""kill -9, while hands are written: of the server, a phone, the database, its postmaster, one backend."""

import random
import time
from collections.abc import Callable

from tests.faults.cluster import Cluster
from tests.faults.phones import CUTS, Crowd
from tests.faults.server import Served

BETWEEN = 4
"""Hands that are acknowledged between two kills, so that each of them meets a hall at work."""
MOMENT = 0.04
"""Seconds after a hand was sent within which the kill comes: before, during and after it is stored."""


def killed(kills: int, crowd: Crowd, served: Served, cluster: Cluster | None) -> str:
    """Kill so often, each way as often as every other; what was met, in words."""
    chance, told = random.Random(20261123), crowd.told
    began, before = time.perf_counter(), len(told.hands)
    with crowd.recording() as phones:
        ways: dict[str, Callable[[], None]] = {
            "server": lambda: (served.kill(), served.again())[0],
            "phone": lambda: setattr(chance.choice(phones), "cut", chance.choice(CUTS)),
        }
        if cluster:
            ways["database"] = lambda: (cluster.kill(), time.sleep(0.2), cluster.start())[0]
            ways["postmaster"] = lambda: (cluster.kill_postmaster(), time.sleep(0.2), cluster.start())[0]
            ways["backend"] = lambda: cluster.kill_backend(chance)
        turns = [name for place, name in enumerate(list(ways) * kills) if place < kills]
        chance.shuffle(turns)
        for name in turns:
            if crowd.until_more(BETWEEN) is None:
                told.wrong.append(f"nothing was recorded any more before a {name} was killed")
                break
            told.posted.clear()
            told.posted.wait(5)
            time.sleep(chance.uniform(0, MOMENT))
            ways[name]()
        if crowd.until_more(BETWEEN) is None:
            told.wrong.append("nothing was recorded after the last kill")
    each = ", ".join(f"{name} {turns.count(name)}" for name in ways)
    nobody = told.again["ConnectionRefusedError"]
    broken = sum(count for reason, count in told.again.items() if not reason.isdigit()) - nobody
    return (
        f"{kills} kills in {time.perf_counter() - began:.0f} s ({each}) that cut off {broken} requests "
        f"beside {len(told.hands) - before:,} acknowledged hands"
    )
