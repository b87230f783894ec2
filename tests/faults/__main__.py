"""`python -m tests.faults [KILLS]`: everything that can go wrong, on both databases; exits 0 only if the bar holds.

Referees record without pause and send again what was not acknowledged. Meanwhile: kill -9 of the server, one of its
workers, a phone's connection, PostgreSQL; the database away for half a minute; a full disk; half-sent bodies and PDFs.
At the end every hand that was acknowledged stands in the book once, and the audit is clean.
"""

import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import django

from tests.faults.cluster import Cluster
from tests.faults.server import Served
from tests.rehearse.server import audited, installation

KILLS, AWAY, FULL = 50, 30.0, 20.0
PHONES, TABLES_EACH = 16, 16
PARTS = (0, 10, 13, 16)
"""Which of a phone's tables belong to the kills, to the database away and to the full disk."""
SLOWEST_REFUSAL = 2.0
"""Seconds after which a phone must know that nothing was stored, while the database is away or the disk full."""


def main() -> int:
    if len(sys.argv) > 2:
        return _on(int(sys.argv[2]), sys.argv[1])
    kills = sys.argv[1] if len(sys.argv) > 1 else str(KILLS)
    commands = [["tests.faults", name, kills] for name in ("sqlite", "postgresql")]
    commands.append(["tests.bench", "doors", "--bars"])
    runs = [subprocess.run([sys.executable, "-m", *command], check=False).returncode for command in commands]
    print("HELD on both databases" if not any(runs) else "NOT HELD")
    return 1 if any(runs) else 0


def _on(kills: int, vendor: str) -> int:
    cluster = Cluster() if vendor == "postgresql" else None
    try:
        if cluster:
            os.environ["DATABASE_URL"] = cluster.url
        else:
            os.environ.pop("DATABASE_URL", None)
        with _folder(cluster) as ballast, installation() as environment:
            os.environ.update(environment)
            django.setup()
            return _all(kills, vendor, cluster, ballast, environment)
    finally:
        if cluster:
            cluster.remove()


@contextmanager
def _folder(cluster: Cluster | None) -> Iterator[Path | None]:
    """SQLite: a disk of 96 MB to be filled, where one can be mounted; the installation goes there."""
    if cluster or os.geteuid() != 0:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="paiju-disk-") as disk:
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", disk], check=False).returncode == 0
        before, tempfile.tempdir = tempfile.tempdir, disk if mounted else tempfile.tempdir
        try:
            yield Path(disk) / "ballast" if mounted else None
        finally:
            tempfile.tempdir = before
            if mounted:
                subprocess.run(["umount", "-l", disk], check=False)


def _all(kills: int, vendor: str, cluster: Cluster | None, ballast: Path | None, environment: dict[str, str]) -> int:
    from tests.faults.phones import Told
    from tests.load.hall import SLUG, fill

    hall = fill(PHONES * TABLES_EACH, TABLES_EACH)
    served = Served(environment)
    told = Told()
    try:
        said = [_killed(kills, hall, served, cluster, told)]
        if cluster:
            said.append(_away(hall, served, cluster, told))
        if ballast:
            said.append(_full(hall, served, ballast, told))
        elif not cluster:
            said.append("disk not filled: no disk of its own can be mounted here")
    finally:
        served.stop()
    lost = _lost(told)
    status, words = audited(environment, SLUG)
    for fault in [*told.wrong[:5], *lost[:5], *([words] if status else [])]:
        print(fault)
    fine = not told.wrong and not lost and status == 0
    found = f"audit {'clean' if status == 0 else 'not clean'}"
    print(
        f"{'HELD' if fine else 'NOT HELD'} {vendor}: {len(told.keys):,} hands acknowledged, "
        f"{len(lost)} lost or doubled, {len(told.wrong)} wrong answers, {found}; {'; '.join(said)}"
    )
    return 0 if fine else 1


@contextmanager
def _recording(hall: Any, served: Served, told: Any, part: int) -> Iterator[list[Any]]:
    """Phones that record all the while, each at the tables of this part of the run."""
    from tests.faults.phones import Phone

    over = threading.Event()
    phones = []
    for number in range(PHONES):
        first = number * TABLES_EACH
        games = [game.pk for game in hall.games[first + PARTS[part] : first + PARTS[part + 1]]]
        phones.append(Phone(served.port, number, hall.referees[first], games, told, over))
    for phone in phones:
        phone.start()
    try:
        yield phones
    finally:
        time.sleep(1.5)
        over.set()
        for phone in phones:
            phone.join(60)
            if phone.is_alive():
                told.wrong.append(f"phone {phone.number} hangs")


def _killed(kills: int, hall: Any, served: Served, cluster: Cluster | None, told: Any) -> str:
    chance = random.Random(20261123)
    with _recording(hall, served, told, 0) as phones:
        ways: dict[str, Callable[[], None]] = {
            "server": lambda: (served.kill(), served.again())[0],
            "worker": lambda: served.kill_worker(chance),
            "phone": lambda: setattr(chance.choice(phones), "cut", True),
        }
        if cluster:
            ways["database"] = lambda: (cluster.kill(), time.sleep(0.3), cluster.start())[0]
        done = dict.fromkeys(ways, 0)
        for _kill in range(kills):
            time.sleep(chance.uniform(0.2, 1.2))
            name = chance.choice(list(ways))
            ways[name]()
            done[name] += 1
    return f"{kills} kills ({', '.join(f'{name} {count}' for name, count in done.items())})"


def _away(hall: Any, served: Served, cluster: Cluster, told: Any) -> str:
    told.slow.clear()
    with _recording(hall, served, told, 1):
        time.sleep(1)
        cluster.stop()
        gone = len(told.keys)
        time.sleep(AWAY)
        if len(told.keys) > gone + PHONES:
            told.wrong.append("hands were acknowledged without a database")
        cluster.start()
        found = _until_more(told, len(told.keys))
    if found is None:
        told.wrong.append("nothing was recorded after the database had come back")
    return f"database away {AWAY:.0f} s: {_refused(told)}, recorded again after {found or 0:.1f} s"


def _full(hall: Any, served: Served, ballast: Path, told: Any) -> str:
    told.slow.clear()
    with _recording(hall, served, told, 2):
        time.sleep(1)
        subprocess.run(["dd", "if=/dev/zero", f"of={ballast}", "bs=64k"], check=False, stderr=subprocess.DEVNULL)
        time.sleep(FULL)
        ballast.unlink()
        found = _until_more(told, len(told.keys))
    if found is None:
        told.wrong.append("nothing was recorded after there was room again")
    return f"disk full {FULL:.0f} s: {_refused(told)}, recorded again after {found or 0:.1f} s"


def _refused(told: Any) -> str:
    if not told.slow:
        return "nobody was refused"
    longest = max(told.slow)
    if longest > SLOWEST_REFUSAL:
        told.wrong.append(f"a refusal took {longest:.1f} s")
    return f"{len(told.slow)} refusals, the slowest after {longest:.2f} s"


def _until_more(told: Any, before: int) -> float | None:
    """Seconds until a hand is acknowledged again; None if none is within half a minute."""
    began = time.perf_counter()
    while time.perf_counter() - began < 30:
        if len(told.keys) > before:
            return time.perf_counter() - began
        time.sleep(0.05)
    return None


def _lost(told: Any) -> list[str]:
    """Acknowledged hands that do not stand in the book exactly once."""
    from collections import Counter

    from django.db import connection

    from tournaments.models import Act

    connection.close()
    kept = Counter(str(one) for one in Act.objects.values_list("client_key", flat=True))
    return [f"game {game}: hand {mark} stands {kept[mark]} times" for game, mark in told.keys if kept[mark] != 1]


if __name__ == "__main__":
    sys.exit(main())
