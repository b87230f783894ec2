"""`python -m tests.load [TABLES [WATCHERS [SECONDS]]]`: exits 0 only if the bar holds; the last line has the figures.

On SQLite, or on the empty database of DATABASE_URL; unless told 256 tables and 1,000 phones on PostgreSQL, 64 and 300
on SQLite, for three minutes. A hand every twenty seconds at every table; six phones in ten follow the standings, the
others the page of their own player; a screen for every fifty phones. Server, database and devices share the machine.
"""

import asyncio
import os
import random
import signal
import sys
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

import django

from tests.load.used import Used
from tests.rehearse.server import audited, installation, running

SECONDS, EVERY = 180, 20.0
OPENED_A_SECOND = 16
"""Pages that are opened before the first hand."""
PHONES_A_SCREEN = 50


@dataclass(frozen=True)
class Size:
    """How large the hall is, and how long at most 99 of 100 hands and looks at the standings take, in milliseconds."""

    tables: int
    watchers: int
    record: float
    standings: float


SIZES = {"postgresql": Size(256, 1000, 250, 100), "sqlite": Size(64, 300, 100, 100)}


def main() -> int:
    given = [int(word) for word in sys.argv[1:]]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the server, too, is stopped then
    with installation() as environment:
        os.environ.update(environment)
        django.setup()
        from django.db import connection

        from tests.load.hall import SLUG, fill

        size = SIZES[connection.vendor]
        tables, watchers, seconds = (*given, *(size.tables, size.watchers, SECONDS)[len(given) :])
        print(f"{connection.vendor}: {tables} tables, {watchers} phones, {seconds} s", flush=True)
        hall = fill(tables)
        connection.close()
        with running(environment) as port:
            run = asyncio.run(_load(hall, port, watchers, seconds))
        lost = _lost(hall, run)
        status, said = audited(environment, SLUG)
    return _told(connection.vendor, size, run, [*lost, *([] if status == 0 else [said])])


@dataclass
class Run:
    """What was done and measured. `late`: seconds that the devices' own program came late, the longest first."""

    figures: Any
    recorders: list[Any]
    faults: list[str]
    late: list[float]
    seconds: float
    news: Any
    used: Used


async def _load(hall: Any, port: int, watchers: int, seconds: int) -> Run:
    """Phones open their pages one after another, as in a hall that fills; then the first hands are played."""
    from tests.load.people import News
    from tests.load.wire import Figures

    figures, chance, news = Figures(), random.Random(1), News()
    opening = max(watchers / OPENED_A_SECOND, 5)
    came = time.perf_counter() + 1
    begin = came + opening + 5
    until = begin + seconds
    recorders, calls = [], []
    for place, game in enumerate(hall.games):
        recorders.append(_recorder(hall, port, place, game.pk, figures, news))
        calls.append(recorders[-1].run(begin + EVERY * place / len(hall.games), EVERY, until))
    phones = [_phone(hall, port, number, figures, news) for number in range(watchers)]
    phones += [_screen(hall, port, number, figures, news) for number in range(watchers // PHONES_A_SCREEN)]
    calls += [phone.run(came + chance.uniform(0, opening), until) for phone in phones]
    late: list[float] = []
    watch = asyncio.create_task(_watch_the_clock(late))
    measure = asyncio.create_task(_begun(begin, hall, figures, news, late))
    ended = await asyncio.gather(*calls, return_exceptions=True)
    watch.cancel()
    used = Used.now(hall.database_process).since(await measure)
    faults = [f"{type(one).__name__}: {one}" for one in ended if isinstance(one, BaseException)]
    return Run(figures, recorders, [*faults, *figures.failed], sorted(late, reverse=True), seconds, news, used)


async def _begun(begin: float, hall: Any, figures: Any, news: Any, late: list[float]) -> Used:
    await asyncio.sleep(begin - time.perf_counter())
    figures.begin()
    late.clear()
    news.first = hall.event.standings_version
    return Used.now(hall.database_process)


def _recorder(hall: Any, port: int, place: int, game: object, figures: Any, news: Any) -> Any:
    from tests.load.people import CSRF, Recorder
    from tests.load.wire import Device

    device = Device(port, place, figures, {"sessionid": hall.referees[place], "csrftoken": CSRF})
    return Recorder(device, game, random.Random(place), news)


def _phone(hall: Any, port: int, number: int, figures: Any, news: Any) -> Any:
    from tests.load.people import Follower
    from tests.load.wire import Device

    own = number % 10 >= 6
    cookies = {"sessionid": hall.players[number % len(hall.players)]} if own else {}
    where = f"/me/{hall.event.slug}/" if own else f"/e/{hall.event.slug}/standings/"
    kind = "own page" if own else "standings"
    return Follower(Device(port, 10_000 + number, figures, cookies), kind, where, random.Random(number), news)


def _screen(hall: Any, port: int, number: int, figures: Any, news: Any) -> Any:
    from tests.load.people import Follower
    from tests.load.wire import Device

    device = Device(port, 100_000 + number, figures, {})
    return Follower(device, "screen", f"/e/{hall.event.slug}/screen/", random.Random(number), news)


async def _watch_the_clock(late: list[float]) -> None:
    while True:
        before = time.perf_counter()
        await asyncio.sleep(0.05)
        late.append(time.perf_counter() - before - 0.05)


def _lost(hall: Any, run: Run) -> list[str]:
    """Hands that were taken and are not in the book, or stand there twice."""
    from tournaments.models import Act

    kept = Counter(str(one) for one in Act.objects.filter(game__event=hall.event).values_list("client_key", flat=True))
    return [
        f"game {recorder.game}: hand {mark} stands {kept[mark]} times in the book"
        for recorder in run.recorders
        for mark in recorder.keys
        if kept[mark] != 1
    ]


def _told(vendor: str, size: Size, run: Run, wrong: list[str]) -> int:
    from tests.bench.measure import percentile

    print(f"{'what':24}{'answers':>9}{'p50':>9}{'p99':>9}{'longest':>9}  ms")
    for kind, times in sorted(run.figures.seconds.items()):
        shown = (percentile(times, 0.5), percentile(times, 0.99), max(times))
        print(f"{kind:24}{len(times):9,}" + "".join(f"{one * 1000:9.1f}" for one in shown))
    hands = sum(len(one.keys) for one in run.recorders)
    for words in [*wrong, *run.faults][:10]:
        print(words)
    record = percentile(run.figures.seconds["record"] or [float("inf")], 0.99) * 1000
    standings = percentile(run.figures.seconds["standings"] or [float("inf")], 0.99) * 1000
    fine = not wrong and not run.faults and record <= size.record and standings <= size.standings
    requests, seen = sum(run.figures.statuses.values()), run.news.behind or [float("inf")]
    for (kind, code), times in sorted(run.figures.statuses.items()):
        print(f"{kind:24}{code:9}{times:9,}")
    print(
        f"{'HELD' if fine else 'NOT HELD'} {vendor}: {hands:,} hands, {requests / run.seconds:.0f} requests a second, "
        f"{len(run.faults)} failed, {len(wrong)} lost, doubled or found by the audit; "
        f"p99 of recording {record:.0f} ms (≤ {size.record:.0f}), "
        f"of standings {standings:.0f} ms (≤ {size.standings:.0f}); "
        f"pages behind by {percentile(seen, 0.5):.1f} s, p99 {percentile(seen, 0.99):.1f} s; "
        f"{run.used.told(run.seconds)}; "
        f"devices late by {run.late[0] * 1000:.0f} ms at most"
    )
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
