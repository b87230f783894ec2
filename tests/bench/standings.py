"""排名 Standings of 2,000 players: polls of what has not changed, the first build after a change, both under load.

Floors on the same server: the finished page from memory; one statement that fetches a finished line of each player,
joined in Python into the same table.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from statistics import median

from django.db.models import F

from tests.bench import posts
from tests.bench.client import Answer, Connection
from tests.bench.database import vendor
from tests.bench.figures import Figure
from tests.bench.hall import Hall
from tests.bench.measure import against, in_turn, percentile, ratio
from tests.bench.posts import Post
from tests.bench.servers import Servers
from tournaments.models import Event

POLLS_A_SECOND = 200
RESULTS_A_SECOND = 2
EVERY = 10
LISTENERS = 16
GZIP = "Accept-Encoding: gzip\r\n"


def figures(
    hall: Hall, servers: Servers, *, rounds: int = 15, polls: int = 16, builds: int = 3, seconds: int = 20
) -> list[Figure]:
    """All figures of the subject."""
    subject = f"standings, {vendor()}"
    with Connection(servers.product.port) as product, Connection(servers.floor.port) as floor:
        sides = Sides(hall, product, floor)
        unchanged, static = in_turn(
            lambda: _median(polls, sides.poll), lambda: _median(polls, sides.static), rounds=rounds
        )
        built, joined = in_turn(
            lambda: _median(builds, sides.build), lambda: _median(builds, sides.join), rounds=rounds
        )
    players = Event.objects.get(pk=hall.event).players.count()
    name = f"{players:,} players, "
    return [
        ratio(subject, f"{name}unchanged: p50", unchanged, static, target="≤ 3", note=against(unchanged, static, "ms")),
        ratio(subject, f"{name}after a change: p50", built, joined, target="≤ 2", note=against(built, joined, "ms")),
        *Load(hall, servers, seconds).figures(subject),
    ]


class Sides:
    """What is compared, each a request that raises ValueError for another answer than the expected one."""

    def __init__(self, hall: Hall, product: Connection, floor: Connection) -> None:
        self.event, self.address, self.newest = hall.event, rows_address(hall), f"/e/{hall.slug}/standings/rows/"
        self.product, self.floor = product, floor
        self.mark = _expected(product.get(self.address, GZIP), 200).value("etag")

    def poll(self) -> float:
        """Who has the newest rows asks again."""
        took, _answer = _timed(lambda: self.product.get(self.address, f"{GZIP}If-None-Match: {self.mark}\r\n"), 304)
        return took

    def static(self) -> float:
        return _timed(lambda: self.floor.get("/finished/", GZIP), 200)[0]

    def build(self) -> float:
        """Who has older rows asks after a result, at the address where a page does not rest."""
        Event.objects.filter(pk=self.event).update(standings_version=F("standings_version") + 1)
        took, answer = _timed(lambda: self.product.get(self.newest, f"{GZIP}If-None-Match: {self.mark}\r\n"), 200)
        self.mark = answer.value("etag")
        return took

    def join(self) -> float:
        return _timed(lambda: self.floor.get("/rows/", GZIP), 200)[0]


def rows_address(hall: Hall) -> str:
    """What phones ask for every few seconds."""
    return f"/live/zh-hant/e/{hall.slug}/standings/rows/"


def _median(count: int, request: Callable[[], float]) -> float:
    return median(request() for _ in range(count))


def _timed(ask: Callable[[], Answer], status: int) -> tuple[float, Answer]:
    begin = time.perf_counter()
    answer = ask()
    return (time.perf_counter() - begin) * 1000, _expected(answer, status)


def _expected(answer: Answer, status: int) -> Answer:
    if answer.status != status:
        raise ValueError(f"{answer.status} {answer.body[:300]!r}")
    return answer


@dataclass
class Load:
    """2,000 phones that poll every ten seconds each, while results come in; nobody waits for anybody.

    A poll's time counts from the moment when it was due, so that a server that stalls is seen by all that had to wait.
    """

    hall: Hall
    servers: Servers
    seconds: int
    marks: dict[int, str] = field(default_factory=dict)
    times: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def figures(self, subject: str) -> list[Figure]:
        """Let it run."""
        post = posts.page(self.servers.product, self.hall.games)
        places = self.hall.games.take(RESULTS_A_SECOND * self.seconds)
        begin = time.perf_counter() + 0.5
        with ExitStack() as stack:
            threads = [
                threading.Thread(target=self._listen, args=(stack, number, begin)) for number in range(LISTENERS)
            ]
            threads.append(threading.Thread(target=self._record, args=(stack, post, places, begin)))
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        name = f"{POLLS_A_SECOND} polls and {RESULTS_A_SECOND} results a second: "
        return [
            Figure(subject, f"{name}failed", len(self.failed), "", "= 0", note=" ".join(self.failed[:1])),
            Figure(subject, f"{name}p99", percentile(self.times, 0.99), "ms", "≤ 100", note=self._note()),
        ]

    def _note(self) -> str:
        return f"p50 {median(self.times):.1f} ms, {len(self.times):,} polls in {self.seconds} s"

    def _listen(self, stack: ExitStack, number: int, begin: float) -> None:
        """Every sixteenth poll of all; poll k is phone k's, which polled last ten seconds before."""
        connection = stack.enter_context(Connection(self.servers.product.port))
        phones = POLLS_A_SECOND * EVERY
        for poll in range(number, POLLS_A_SECOND * self.seconds, LISTENERS):
            due = begin + poll / POLLS_A_SECOND
            time.sleep(max(0.0, due - time.perf_counter()))
            self._poll(connection, poll % phones)
            self.times.append((time.perf_counter() - due) * 1000)

    def _poll(self, connection: Connection, phone: int) -> None:
        known = self.marks.get(phone, "")
        try:
            answer = connection.get(rows_address(self.hall), f"{GZIP}If-None-Match: {known}\r\n" if known else GZIP)
        except OSError as error:
            self.failed.append(str(error))
            return
        if answer.status == 200:
            self.marks[phone] = answer.value("etag")
        elif answer.status != 304:
            self.failed.append(f"{answer.status}")

    def _record(self, stack: ExitStack, post: Post, places: Sequence[int], begin: float) -> None:
        for number, place in enumerate(places):
            time.sleep(max(0.0, begin + number / RESULTS_A_SECOND - time.perf_counter()))
            connection = stack.enter_context(posts.connection(post.server, self.hall.games.session_of(place)))
            try:
                post(connection, place)
            except (ValueError, OSError) as error:
                self.failed.append(str(error))
