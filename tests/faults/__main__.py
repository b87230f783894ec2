"""`python -m tests.faults [KILLS]`: everything that can go wrong, on both databases; exits 0 only if the bar holds,
and nothing had to be left out.

Referees record without pause and send again what was not acknowledged. Meanwhile: kill -9 of the server, its workers, a
phone, PostgreSQL; the database away or frozen; a full disk; the power cut off (SQLite). At the end every hand that was
acknowledged stands in the book once, and the audit is clean. Then half-sent bodies, PDFs and sign-ins, which may hold
nobody up (`tests/bench/doors.py`). The last line holds all figures.

`python -m tests.faults sqlite|postgresql|doors [KILLS]`: one of the parts.
"""

import os
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import django

from tests.faults.cluster import AS, Cluster
from tests.faults.outages import small_disk
from tests.faults.phones import Told
from tests.on_both import run, summed_up, verdict
from tests.rehearse.server import audited, installation

KILLS = 50
PHONES, TABLES_EACH = 16, 24
MEGABYTES = {"sqlite": 96, "postgresql": 320}
"""Of the disk that is filled."""
PARTS = ("sqlite", "postgresql", "doors")


def main() -> int:
    words = sys.argv[1:]
    if words[:1] and words[0] in PARTS:
        return _part(words[0], int(words[1]) if words[1:] else KILLS)
    kills = words[0] if words else str(KILLS)
    return summed_up([run(sys.executable, "-m", "tests.faults", part, kills) for part in PARTS])


def _part(name: str, kills: int) -> int:
    if name == "doors":
        return _doors()
    with ExitStack() as stack:
        # Not below a folder of this process's own: a socket's path may have 107 bytes.
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="pf-", dir="/tmp"))
        mounted = stack.enter_context(small_disk(folder, MEGABYTES[name]))
        disk = Path(folder) if mounted else None
        before, cluster = tempfile.tempdir, None
        if name == "postgresql":
            room = Path(folder) / "pg"
            room.mkdir()
            subprocess.run(["chown", "nobody", folder, room] if AS else ["true"], check=True)
            cluster = Cluster(str(room))
            stack.callback(cluster.remove)
            os.environ["DATABASE_URL"] = cluster.url
        else:
            os.environ.pop("DATABASE_URL", None)
            tempfile.tempdir = folder
        try:
            environment = stack.enter_context(installation())
        finally:
            tempfile.tempdir = before
        os.environ.update(environment)
        django.setup()
        return _all(kills, name, cluster, disk, environment)


def _all(kills: int, vendor: str, cluster: Cluster | None, disk: Path | None, environment: dict[str, str]) -> int:
    from tests.faults import outages, power
    from tests.faults.kills import killed
    from tests.faults.phones import Crowd
    from tests.faults.server import Served
    from tests.load.hall import SLUG, fill

    hall = fill((PHONES + 2) * TABLES_EACH, TABLES_EACH)
    served = Served(environment)
    told = Told()
    crowd = Crowd(served.port, hall, TABLES_EACH, told)
    said: list[str] = []
    left_out = [] if disk else ["disk not filled: no disk of its own can be mounted here"]
    try:
        said.append(_told(killed(kills, crowd, served, cluster)))
        if cluster:
            said.append(_told(outages.away(crowd, cluster)))
            said.append(_told(outages.frozen(crowd, cluster)))
        if disk:
            said.append(_told(outages.full(crowd, disk, served, cluster)))
        if not cluster and (why := power.missing()):
            left_out.append(why)
        elif not cluster:
            said.append(_told(power.cut_off(crowd, served, environment)))
    finally:
        served.stop()
    lost = _lost(told)
    status, words = audited(environment, SLUG)
    for fault in [*told.wrong[:5], *lost[:5], *([words] if status else [])]:
        print(fault)
    fine = not told.wrong and not lost and status == 0
    found = f"audit {'clean' if status == 0 else 'not clean'}"
    word, ends = verdict(fine, left_out)
    print(
        f"{word} {vendor}: {len(told.hands):,} hands acknowledged, "
        f"{len(lost)} lost or doubled, {len(told.wrong)} wrong answers, {found}; {'; '.join(said)}",
        flush=True,
    )
    return ends


def _told(line: str) -> str:
    print(line, flush=True)
    return line


def _lost(told: Told) -> list[str]:
    """Acknowledged hands that do not stand in the book exactly once."""
    from django.db import connection

    from tournaments.models import Act

    connection.close()
    kept = Counter(str(one) for one in Act.objects.values_list("client_key", flat=True))
    return [f"game {hand.game}: {hand.key} stands {kept[hand.key]} times" for hand in told.hands if kept[hand.key] != 1]


def _doors() -> int:
    """The page that nobody may hold up, on both databases."""
    from tests.bench.__main__ import measured
    from tests.bench.figures import table

    found, failed, said = [], False, []
    for database in ("sqlite", "postgresql"):
        figures = measured(["doors"], database)
        failed = failed or not figures or any(each.met is False for each in figures)
        found += figures or []
        late = [f"{each.name.split(':')[0]} {each.value:.0f} ms" for each in figures or [] if each.target]
        said.append(f"{database} {', '.join(late)}")
    print(table(found))
    print(f"{'NOT HELD' if failed else 'HELD'} longest delay of a page: {'; '.join(said)}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
