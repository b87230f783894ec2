"""`python -m tests.faults sqlite|postgresql [KILLS]`: what can go wrong while a hall records; exits 0 only if the bars
hold and nothing had to be left out.

Half-sent bodies, PDFs and sign-ins; kill -9 of the server, a phone, PostgreSQL; the database away; a full disk. At the
end every hand that was acknowledged is in the log of its game once, and the audit is clean.
"""

import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.faults import outages
from tests.faults.kills import kill_often
from tests.faults.phones import Answers, Crowd
from tests.on_both import verdict
from tests.served import Server, manage, set_up

KILLS = 30
PHONES, TABLES_EACH = 12, 16
MEGABYTES = {"sqlite": 160, "postgresql": 384}
"""Of the disk that is filled: with what the server collects of static files."""


def main() -> int:
    database, kills = sys.argv[1], int(sys.argv[2]) if sys.argv[2:] else KILLS
    with ExitStack() as stack:
        # Not below a folder of this process's own: a socket's path may have 107 bytes.
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pj-", dir="/tmp")))
        mounted = stack.enter_context(outages.small_disk(folder, MEGABYTES[database]))
        folder.chmod(0o755)
        environment, cluster = stack.enter_context(set_up(database, folder))
        from tests.faults.delays import measure_delays
        from tests.load.hall import SLUG, fill, lost_or_doubled

        hall, tables = fill((PHONES + 1) * TABLES_EACH, TABLES_EACH), dict[str, list[int]]()
        for session, game in zip(hall.referees, hall.games, strict=True):
            tables.setdefault(session, []).append(game.pk)
        answers, said = Answers(), []
        with Server(environment) as server:
            crowd = Crowd(server.port, tables, answers)
            said.append(_print(measure_delays(server.port, tables, answers)))
            said.append(_print(kill_often(kills, crowd, server, cluster)))
            if cluster:
                said.append(_print(outages.outage("database away", outages.AWAY, crowd, cluster.stop, cluster.start)))
            if mounted:
                said.append(_print(outages.fill_up(crowd, folder, cluster)))
        lost = lost_or_doubled(answers.hands)
        status, words = manage(environment, "audit", SLUG)
    for fault in [*answers.wrong[:8], *lost[:5], *([words] if status else [])]:
        print(fault)
    left_out = [] if mounted else ["disk not filled: only root can mount one"]
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


if __name__ == "__main__":
    sys.exit(main())
