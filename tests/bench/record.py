"""記錄一鋪 The POST that records a hand in the middle of a game, against a bare view on the same server and database.

The bare view: signed in, CSRF, one transaction (lock a row, add one, add eight), a small template, Django's own six
middlewares. Each request of the product goes to another game with eight confirmed hands.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack

from tests.bench import posts
from tests.bench.alternating import Alternating, Taken, Times, medians
from tests.bench.client import Connection
from tests.bench.database import vendor
from tests.bench.figures import Figure
from tests.bench.hall import REFEREES, Games, Hall
from tests.bench.measure import against, in_turn, percentile, plain, ratio
from tests.bench.posts import Post
from tests.bench.servers import Servers
from tests.bench.statements import statements


def figures(hall: Hall, servers: Servers, *, rounds: int = 5, each: int = 16, at_once: int = 3) -> list[Figure]:
    """All figures of the subject. Takes rounds × (2 × each + 16 × at_once) games of the hall and a few more."""
    subject = f"record, {vendor()}"
    games = hall.games
    bare, behind = posts.bare("bare", servers.floor, games), posts.bare("behind", servers.all_middlewares, games)
    page, api = posts.page(servers.product, games), posts.api(servers.product, games)
    counted = [statements(page, place, games) for place in games.take(4)]
    pages = Alternating([bare, behind, page], games).rounds(rounds, each)
    programs = Alternating([bare, api], games).rounds(rounds, each)
    sides = [AtOnce(post, games) for post in (bare, page)]
    throughput = in_turn(*(lambda side=side: side.run(at_once) for side in sides), rounds=rounds)
    return [
        *_pages(subject, *pages),
        *_programs(subject, *programs),
        *_throughput(subject, *throughput),
        *_counted(subject, counted),
    ]


class AtOnce:
    """Sixteen referees at sixteen tables, flat out."""

    def __init__(self, post: Post, games: Games) -> None:
        self.post, self.games = post, games

    def run(self, count: int) -> tuple[float, Times, int]:
        """Requests a second, milliseconds of each, and how many failed."""
        places = self.post.places(self.games, count * REFEREES)
        with ExitStack() as stack:
            referees = [self._referee(stack, places, number) for number in range(REFEREES)]
            begin = time.perf_counter()
            for referee in referees:
                referee.start()
            for referee in referees:
                referee.join()
            seconds = time.perf_counter() - begin
        times = [each for referee in referees for each in referee.times]
        return len(times) / seconds, times, sum(referee.failed for referee in referees)

    def _referee(self, stack: ExitStack, places: Sequence[int], number: int) -> Referee:
        mine = [place for place in places if place % REFEREES == number]
        session = self.games.sessions[number]
        return Referee(self.post, stack.enter_context(posts.connection(self.post.server, session)), mine)


class Referee(threading.Thread):
    """One of the sixteen."""

    def __init__(self, post: Post, connection: Connection, places: Sequence[int]) -> None:
        super().__init__()
        self.post, self.connection, self.places = post, connection, places
        self.times: Times = []
        self.failed = 0

    def run(self) -> None:
        for place in self.places:
            begin = time.perf_counter()
            try:
                self.post(self.connection, place)
            except (ValueError, OSError):
                self.failed += 1
            self.times.append((time.perf_counter() - begin) * 1000)


def _pages(subject: str, bare: Sequence[Taken], behind: Sequence[Taken], page: Sequence[Taken]) -> list[Figure]:
    floor, middlewares, pages = (medians(rounds) for rounds in (bare, behind, page))
    cpu, floor_cpu = [taken.cpu for taken in page], [taken.cpu for taken in bare]
    note = f"p99 {percentile([each for taken in page for each in taken.times], 0.99):.1f} ms"
    found = [
        ratio(subject, "page, alone: p50", pages, floor, target="≤ 1.5", note=f"{against(pages, floor, 'ms')}; {note}"),
        ratio(subject, "the bare view behind all middlewares", middlewares, floor),
    ]
    if all(floor_cpu):
        note = against(cpu, floor_cpu, "ms")
        found.insert(1, ratio(subject, "page, CPU time of the server", cpu, floor_cpu, note=note))
    return found


def _programs(subject: str, bare: Sequence[Taken], api: Sequence[Taken]) -> list[Figure]:
    programs, floor = medians(api), medians(bare)
    return [ratio(subject, "API, alone: p50", programs, floor, note=against(programs, floor, "ms"))]


def _throughput(
    subject: str, bare: Sequence[tuple[float, Times, int]], page: Sequence[tuple[float, Times, int]]
) -> list[Figure]:
    ours, floor = [each[0] for each in page], [each[0] for each in bare]
    slowest = [percentile(times, 0.99) for _rate, times, _failed in page]
    failed = sum(each[2] for each in (*page, *bare))
    name = f"{REFEREES} tables at once: "
    return [
        ratio(subject, f"{name}req/s", ours, floor, target="≥ 0.55", note=against(ours, floor, "req/s")),
        plain(subject, f"{name}p99", slowest, "ms"),
        Figure(subject, f"{name}failed", failed, "", "= 0"),
    ]


def _counted(subject: str, counted: Sequence[Sequence[str]]) -> list[Figure]:
    most = max(len(each) for each in counted)
    commits = max(sum(sql.startswith("COMMIT") for sql in each) for each in counted)
    return [
        Figure(subject, "statements, BEGIN and COMMIT among them", most, "", "≤ 16"),
        Figure(subject, "commits", commits, "", "= 1"),
    ]
