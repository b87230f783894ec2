"""kill -9 while hands are written: of the server, a phone, the database, one of its connections."""

import random
import time
from collections.abc import Callable

from tests.cluster import Cluster
from tests.faults.phones import Crowd
from tests.served import Server

BETWEEN = 4
"""Hands that are acknowledged between two kills, so that each of them meets a hall at work."""
MOMENT = 0.04
"""Seconds after a hand was sent within which the kill comes: before, during and after it is stored."""


def kill_often(kills: int, crowd: Crowd, server: Server, cluster: Cluster | None) -> str:
    """Kill so often, each way as often as every other; what was met, in words."""
    chance, answers = random.Random(20261123), crowd.answers
    began, before = time.perf_counter(), len(answers.hands)

    def kill_server() -> None:
        server.kill()
        time.sleep(0.2)
        server.start()

    def kill_database() -> None:
        assert cluster
        cluster.kill()
        time.sleep(0.2)
        cluster.start()

    with crowd.recording() as phones:
        ways: dict[str, Callable[[], None]] = {
            "server": kill_server,
            "phone": lambda: setattr(chance.choice(phones), "dies", True),
        }
        if cluster:
            ways |= {"database": kill_database, "connection": lambda: cluster.kill_connection(chance)}
        turns = (list(ways) * kills)[:kills]
        chance.shuffle(turns)
        for name in turns:
            if crowd.wait_for(BETWEEN) is None:
                answers.wrong.append(f"nothing was recorded any more before a {name} was killed")
                break
            answers.posted.clear()
            answers.posted.wait(5)
            time.sleep(chance.uniform(0, MOMENT))
            ways[name]()
        if crowd.wait_for(BETWEEN) is None:
            answers.wrong.append("nothing was recorded after the last kill")
    each = ", ".join(f"{name} {turns.count(name)}" for name in ways)
    broken = sum(count for reason, count in answers.repeated.items() if not reason.isdigit())
    broken -= answers.repeated["ConnectionRefusedError"]
    return (
        f"{kills} kills in {time.perf_counter() - began:.0f} s ({each}) with {broken} broken requests "
        f"among {len(answers.hands) - before:,} acknowledged hands"
    )
