"""`python -m tests.faults sqlite|postgresql [KILLS]`: what can go wrong while a hall records; exits 0 only if the bars
hold and nothing had to be left out.

Half-sent bodies, PDFs and sign-ins; kill -9 of the server, a phone, PostgreSQL; the database away; a full disk. At the
end every hand that was acknowledged is in the log of its game once, and the audit is clean.
"""

import os
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import django

from tests.cluster import Cluster
from tests.faults.phones import Answers
from tests.on_both import verdict
from tests.served import Server, installation, manage

KILLS = 30
PHONES, TABLES_EACH = 12, 16
MEGABYTES = {"sqlite": 160, "postgresql": 384}
"""Of the disk that is filled: with what the server collects of static files."""


def main() -> int:
    database, kills = sys.argv[1], int(sys.argv[2]) if sys.argv[2:] else KILLS
    from tests.faults.outages import small_disk

    with ExitStack() as stack:
        # Not below a folder of this process's own: a socket's path may have 107 bytes.
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pj-", dir="/tmp")))
        mounted = stack.enter_context(small_disk(folder, MEGABYTES[database]))
        folder.chmod(0o755)
        environment, cluster = stack.enter_context(installation(database, folder))
        os.environ.update(environment)
        django.setup()
        return _try_all(database, kills, environment, cluster, folder if mounted else None)


def _try_all(database: str, kills: int, environment: dict[str, str], cluster: Cluster | None, disk: Path | None) -> int:
    from tests.faults import outages
    from tests.faults.delays import measure_delays
    from tests.faults.kills import kill_often
    from tests.faults.phones import Crowd
    from tests.load.hall import SLUG, fill

    hall = fill((PHONES + 1) * TABLES_EACH, TABLES_EACH)
    tables = {session: [game.pk for game in games] for session, games in hall.by_referee.items()}
    answers, left_out = Answers(), [] if disk else ["disk not filled: only root can mount one"]
    with Server(environment) as server:
        crowd = Crowd(server.port, tables, answers)
        said = [_print(measure_delays(server.port, tables, answers))]
        said.append(_print(kill_often(kills, crowd, server, cluster)))
        if cluster:
            said.append(_print(outages.take_away(crowd, cluster)))
        if disk:
            said.append(_print(outages.fill_up(crowd, disk, cluster)))
    lost = _lost(answers)
    status, words = manage(environment, "audit", SLUG)
    for fault in [*answers.wrong[:8], *lost[:5], *([words] if status else [])]:
        print(fault)
    word, ends = verdict(not answers.wrong and not lost and status == 0, left_out)
    print(
        f"{word} {database}: {len(answers.hands):,} hands acknowledged, {len(lost)} lost or doubled (0), "
        f"{len(answers.wrong)} wrong answers (0), audit {'not clean' if status else 'clean'}; {'; '.join(said)}",
        flush=True,
    )
    return ends


def _print(line: str) -> str:
    print(line, flush=True)
    return line


def _lost(answers: Answers) -> list[str]:
    """Acknowledged hands that are not in the log of their game exactly once."""
    from django.db import connection

    from tournaments.models import Act

    connection.close()
    kept = Counter(str(one) for one in Act.objects.values_list("client_key", flat=True))
    return [f"game {game}: {mark} is stored {kept[mark]} times" for game, mark in answers.hands if kept[mark] != 1]


if __name__ == "__main__":
    sys.exit(main())
