"""`python -m tests.load sqlite|postgresql [TABLES [PHONES [SECONDS]]]`: a full hall, with server, database and devices
on one machine. Exits 0 only if every bar holds; the last line has the figures.

A hand a minute at every table, from form to confirmation. Six phones in ten follow the standings, the others the page
of their own player; plus big screens. PostgreSQL: behind nginx, a server of one process for each processor, as
docs/deploy.md says. Environment: WEB_SERVERS is how many servers, WEB_COMMAND another than ours.
"""

import asyncio
import os
import random
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.bench.figures import percentile
from tests.load.people import Follower, Freshness, Recorder, recorder_at
from tests.load.wire import Device, Figures
from tests.on_both import verdict
from tests.rehearse.people import at
from tests.served import NGINX, Server, address, free_port, manage, nginx, set_up

SECONDS, EVERY = 180, 60.0
"""How long, and how far apart the hands of a table are; in a run of less than a minute a table plays three."""
OPENED_A_SECOND = 16
"""Pages that are opened before the first hand."""
SIZES = {"sqlite": (64, 300, 4), "postgresql": (256, 1000, 20)}
"""Tables, phones, screens."""
BARS = (("record", 0.99, 300), ("standings", 0.99, 200), ("own page", 0.5, 300))
"""Kind of request, share of its answers, milliseconds within which they come."""
OLDEST = 3.0
"""Seconds within which a recorded hand is seen."""


def main() -> int:
    database, given = sys.argv[1], [int(word) for word in sys.argv[2:]]
    tables, phones, screens = SIZES[database]
    tables, phones, seconds = (*given, *(tables, phones, SECONDS)[len(given) :])
    screens = max(1, screens * phones // SIZES[database][1])
    count = int(os.environ.get("WEB_SERVERS", 1 if database == "sqlite" else min(os.cpu_count() or 1, 4)))
    behind = database == "postgresql" or count > 1
    if behind and not NGINX:
        word, status = verdict(True, ["no nginx: apt-get install nginx"])
        print(f"{word} {database}")
        return status
    print(f"{database}: {tables} tables, {phones} phones, {screens} screens, {seconds} s, {count} servers", flush=True)
    with ExitStack() as stack:
        port = free_port()
        more = {"PORT": str(port)}
        if behind:  # nginx shares out requests evenly; processes that share a port do not
            more = {"PAIJU_ADDRESS": address(port), "PAIJU_PROXIES": "1", "WEB_PROCESSES": "1", "WEB_THREADS": "12"}
        environment, _cluster = stack.enter_context(set_up(database, **more))
        from tests.load.hall import SLUG, fill, lost_or_doubled

        hall = fill(tables)
        ports = [free_port() for _ in range(count)] if behind else [port]
        servers = [stack.enter_context(Server(environment, PORT=str(each))) for each in ports]
        if behind:
            stack.enter_context(nginx(port, servers))
        run = asyncio.run(Run(hall, port, servers).play(phones, screens, seconds))
        status, words = manage(environment, "audit", SLUG)
        lost = lost_or_doubled((one.game, key) for one in run.recorders for key in one.keys)
        wrong = [*run.failed, *lost, *([words] if status else [])]
    return _report(database, run, wrong, seconds)


@dataclass
class Run:
    hall: Any
    port: int
    servers: list[Server]
    figures: Figures = field(default_factory=Figures)
    freshness: Freshness = field(default_factory=Freshness)
    recorders: list[Recorder] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    late: float = 0.0
    """Seconds that the devices' own program came late at most."""
    used: list[float] = field(default_factory=list)
    """CPU seconds of servers, of devices, and of the whole machine."""

    async def play(self, phones: int, screens: int, seconds: int) -> "Run":
        """Phones open their pages one after another, as in a hall that fills; then the first hands are played."""
        chance = random.Random(1)
        opening = max(phones / OPENED_A_SECOND, 5)
        came = time.perf_counter() + 1
        begin = came + opening + 5
        until = begin + seconds
        games, every = self.hall.games, EVERY if seconds >= EVERY else seconds / 3
        self.recorders = [recorder_at(self.hall, n, self.port, self.figures, self.freshness) for n in range(len(games))]
        calls = [one.run(begin + every * place / len(games), every, until) for place, one in enumerate(self.recorders)]
        followers = [self._phone(number) for number in range(phones)]
        followers += [self._follower(number, "screen", "screen") for number in range(screens)]
        calls += [one.run(came + chance.uniform(0, opening), until) for one in followers]
        watch = asyncio.create_task(self._watch_the_clock())
        measure = asyncio.create_task(self._begin(begin))
        ended = await asyncio.gather(*calls, return_exceptions=True)
        watch.cancel()
        self.used = [after - before for before, after in zip(await measure, self._cpu_seconds(), strict=True)]
        self.failed = [f"{type(one).__name__}: {one}" for one in ended if isinstance(one, BaseException)]
        self.failed += self.figures.failed
        return self

    async def _begin(self, begin: float) -> list[float]:
        await asyncio.sleep(begin - time.perf_counter())
        self.figures.begin()
        self.late = 0.0
        return self._cpu_seconds()

    async def _watch_the_clock(self) -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.05)
            self.late = max(self.late, time.perf_counter() - before - 0.05)

    def _cpu_seconds(self) -> list[float]:
        ticks = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]]
        busy = (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")
        return [sum(one.cpu_seconds() for one in self.servers), sum(os.times()[:2]), busy]

    def _phone(self, number: int) -> Follower:
        if number % 10 < 6:
            return self._follower(number, "standings", "standings")
        player = number % len(self.hall.players)
        cookies = {"sessionid": self.hall.players[player]}
        return self._follower(number, "own page", "me", cookies, self.hall.games[player // 4].pk)

    def _follower(self, number: int, kind: str, page: str, cookies: Any = None, game: int = 0) -> Follower:
        device = Device(self.port, {"screen": 100_000}.get(kind, 10_000) + number, self.figures, cookies or {})
        where = at(page, self.hall.event.slug)
        return Follower(device, kind, where, random.Random(number), self.freshness, game)


def _report(database: str, run: Run, wrong: list[str], seconds: int) -> int:
    print(f"{'what':24}{'answers':>9}{'p50':>9}{'p99':>9}{'longest':>9}  ms   by status")
    for kind, times in sorted(run.figures.seconds.items()):
        shown = (percentile(times, 0.5), percentile(times, 0.99), max(times))
        statuses = {code: count for (name, code), count in sorted(run.figures.statuses.items()) if name == kind}
        print(f"{kind:24}{len(times):9,}" + "".join(f"{one * 1000:9.1f}" for one in shown) + f"       {statuses}")
    for words in wrong[:10]:
        print(words)
    found, held = [], not wrong
    for kind, share, bar in BARS:
        value = percentile(run.figures.seconds[kind] or [float("inf")], share) * 1000
        held = held and value <= bar
        found.append(f"{kind} p{share * 100:.0f} {value:.0f} ms (≤ {bar})")
    for kind, ages in run.freshness.ages.items():
        oldest = max(ages, default=float("inf"))
        held = held and oldest <= OLDEST
        found.append(f"{kind} {oldest:.1f} s old at most (≤ {OLDEST:g}; p99 {percentile(ages or [oldest], 0.99):.1f})")
    hands, requests = sum(len(one.keys) for one in run.recorders), sum(run.figures.statuses.values())
    server, devices, everything = (used / seconds for used in run.used)
    word, status = verdict(held, [])
    print(
        f"{word} {database}: {hands:,} hands, {requests / seconds:.0f} requests a second, {len(wrong)} failed, lost, "
        f"doubled or found by the audit (0); {'; '.join(found)}; processors: servers {server:.2f}, devices "
        f"{devices:.2f}, everything {everything:.2f}; devices late by {run.late * 1000:.0f} ms at most",
        flush=True,
    )
    return status


if __name__ == "__main__":
    sys.exit(main())
