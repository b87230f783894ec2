"""抽籤 What a large draw does to everybody else: who polls the standings, opens a table or records a hand meanwhile.

The organiser locks the list, gives the number, looks until the seats are there and opens the page; programs draw over
the API. The bar is the longest wait of all from the first of these steps to the last.
"""

from __future__ import annotations

import datetime as dt
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

from tests.bench import posts
from tests.bench.client import Connection, form
from tests.bench.database import vendor
from tests.bench.figures import Figure
from tests.bench.hall import BATCH, Hall
from tests.bench.posts import CSRF
from tests.bench.servers import Server, Servers
from tests.bench.standings import GZIP, rows_address
from tests.tournaments.factories import make_event
from tournaments.models import Membership, Player, Role, Table

PAUSE, LOOK, RECORD = 0.02, 1.0, 0.5
BAR = "≤ 300"
SIZES = ((120, 10), (1000, 6))
OVER_HTTP = (120, 10)

Step = Callable[[Connection], None]


def figures(hall: Hall, running: Servers, *, quiet: float = 5.0) -> list[Figure]:
    """All figures of the subject; it records two hands a second in fresh games of the hall."""
    subject = f"draws, {vendor()}"
    waiting = Waiting(hall, running.product)
    found = [_figure(subject, "nobody draws", waiting.during(lambda: time.sleep(quiet)))]
    for players, rounds in SIZES:
        draw = Drawing(hall, running.product, players, rounds)
        name = f"{players:,} players, {rounds} rounds"
        found.append(_figure(subject, name, waiting.during(draw.run), draw.told))
    found.append(_figure(subject, "the largest over the API", waiting.during(lambda: _over_http(running.product))))
    return found


class Waiting:
    """Three who ask again and again, each over a kept connection: a phone, somebody at a table, a referee."""

    def __init__(self, hall: Hall, server: Server) -> None:
        self.hall, self.server = hall, server
        self.referee = posts.page(server, hall.games)

    def during(self, work: Callable[[], object]) -> dict[str, list[float]]:
        """Milliseconds of all that they asked for while the work was done."""
        done = threading.Event()
        times: dict[str, list[float]] = {"poll": [], "table": [], "hand": []}
        failed: list[BaseException] = []

        def ask(name: str, steps: Callable[[ExitStack], Iterator[float]], pause: float) -> None:
            try:
                with ExitStack() as stack:
                    for took in steps(stack):
                        times[name].append(took)
                        if done.wait(pause):
                            return
            except BaseException as error:
                failed.append(error)

        asking = (("poll", self._polls, PAUSE), ("table", self._pages, PAUSE), ("hand", self._hands, RECORD))
        threads = [threading.Thread(target=ask, args=one) for one in asking]
        for thread in threads:
            thread.start()
        try:
            work()
        finally:
            done.set()
            for thread in threads:
                thread.join()
        if failed:
            raise failed[0]
        return times

    def _polls(self, stack: ExitStack) -> Iterator[float]:
        connection, mark = stack.enter_context(Connection(self.server.port)), ""
        while True:
            begin = time.perf_counter()
            answer = connection.get(rows_address(self.hall), f"{GZIP}If-None-Match: {mark}\r\n" if mark else GZIP)
            yield _ms(begin)
            if answer.status == 200:
                mark = answer.value("etag")
            elif answer.status != 304:
                raise ValueError(f"standings: {answer.status}")

    def _pages(self, stack: ExitStack) -> Iterator[float]:
        session = self.hall.games.session_of(0)
        connection = stack.enter_context(posts.connection(self.server, session))
        while True:
            begin = time.perf_counter()
            answer = connection.get(f"/g/{self.hall.games.ids[0]}/")
            yield _ms(begin)
            if answer.status != 200:
                raise ValueError(f"table: {answer.status}")

    def _hands(self, stack: ExitStack) -> Iterator[float]:
        while True:
            (place,) = self.hall.games.take(1)
            connection = stack.enter_context(posts.connection(self.server, self.hall.games.session_of(place)))
            begin = time.perf_counter()
            self.referee(connection, place)
            yield _ms(begin)


class Drawing:
    """An organiser who draws all rounds of an event of their own. `told`: how long each step took."""

    def __init__(self, hall: Hall, server: Server, players: int, rounds: int) -> None:
        self.server, self.rounds, self.session = server, rounds, hall.games.sessions[0]
        event = make_event(f"draw-{players}", ends_on=dt.date(2026, 11, 22))
        self.address = f"/e/{event.slug}/draws/"
        people = [Player(event=event, number=n, name=f"選手{n}", club=f"{n % 40}") for n in range(1, players + 1)]
        Player.objects.bulk_create(people, batch_size=BATCH)
        Table.objects.bulk_create([Table(event=event, number=n) for n in range(1, players // 4 + 1)], batch_size=BATCH)
        user = Membership.objects.filter(event=hall.event).earliest("pk").user
        Membership.objects.create(event=event, user=user, role=Role.ORGANISER)
        self.told = ""

    def run(self) -> None:
        """From the locked list to the page with the seats."""
        steps = {"lock": self._lock, "number": self._number, "looks": self._looks, "page": self._page}
        with posts.connection(self.server, self.session) as connection:
            for name, step in steps.items():
                begin = time.perf_counter()
                step(connection)
                self.told += f", {name} {_ms(begin):,.0f} ms"

    def _lock(self, connection: Connection) -> None:
        self._sent(connection, "lock/", count=self.rounds)

    def _number(self, connection: Connection) -> None:
        self._sent(connection, "seed/", seed="6 3 1")

    def _looks(self, connection: Connection) -> None:
        slowest = 0.0
        while True:
            begin = time.perf_counter()
            answer = connection.post(f"{self.address}look/", form(csrfmiddlewaretoken=CSRF))
            slowest = max(slowest, _ms(begin))
            if answer.status == 302:
                self.told += f", slowest look {slowest:,.0f} ms"
                return
            if answer.status != 200:
                raise ValueError(f"look: {answer.status}")
            time.sleep(LOOK)

    def _page(self, connection: Connection) -> None:
        answer = connection.get(self.address)
        if answer.status != 200:
            raise ValueError(f"draws: {answer.status}")

    def _sent(self, connection: Connection, step: str, **values: object) -> None:
        answer = connection.post(f"{self.address}{step}", form(csrfmiddlewaretoken=CSRF, **values))
        if answer.status != 302:
            raise ValueError(f"{step}: {answer.status} {answer.body[:2000].decode()}")


def _over_http(server: Server) -> None:
    """As large a draw as the API takes, for nobody in particular."""
    players, rounds = OVER_HTTP
    document = {"players": [{"id": str(n), "club": str(n % 8)} for n in range(players)], "rounds": rounds, "seed": "6"}
    with Connection(server.port) as connection:
        answer = connection.post("/api/draw/", json.dumps(document).encode(), "application/json")
    if answer.status != 200:
        raise ValueError(f"/api/draw/: {answer.status} {answer.body[:300]!r}")


def _figure(subject: str, name: str, times: dict[str, list[float]], more: str = "") -> Figure:
    longest = {kind: max(found) for kind, found in times.items()}
    note = ", ".join(f"{kind} {longest[kind]:.0f} ms of {len(found)}" for kind, found in times.items())
    return Figure(subject, f"{name}: longest wait", max(longest.values()), "ms", BAR, note=f"{note}{more}")


def _ms(begin: float) -> float:
    return (time.perf_counter() - begin) * 1000
