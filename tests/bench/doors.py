"""門 What others do to somebody who only reads: half-sent bodies and heads, PDFs, sign-ins, large documents.

A page is asked for again and again over connections of its own, alone and while the others hang or work. The bar is the
slowest answer of all: nobody may wait 500 ms longer because of them.
"""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from statistics import median

from django.contrib.auth.hashers import make_password

from accounts.models import User
from tests.bench import deals, posts
from tests.bench.client import Connection, form
from tests.bench.database import vendor
from tests.bench.figures import Figure
from tests.bench.hall import Hall
from tests.bench.posts import CSRF
from tests.bench.servers import Server, Servers

SCORE = b"POST /api/score/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
HALF_BODY = SCORE + b"Content-Length: 5000\r\n\r\n["
HALF_HEAD = b"GET /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nCook"
PASSWORD = "four tiles of wind"
SAID = {"rule_set": "hkma-league", "self_draw": True, "seat_wind": "S", "round_wind": "E"}
PAUSE = 0.02
BAR = "≤ 500"

Work = Callable[[], object]


def figures(
    hall: Hall,
    running: Servers,
    *,
    reads: int = 50,
    half: int = 20,
    pdfs: int = 20,
    people: int = 40,
    hands: int = 2000,
) -> list[Figure]:
    """All figures of the subject."""
    subject, server = f"doors, {vendor()}", running.product
    reader = Reader(hall, server)
    reader.read(reads)
    alone = reader.read(reads)
    found = [Figure(subject, "a page, alone: p50", median(alone), "ms", note=f"max {max(alone):.1f} ms")]
    for name, sent in (("bodies", HALF_BODY), ("heads", HALF_HEAD)):
        with _hanging(server, sent, half):
            found.append(_figure(subject, f"{half} half-sent {name}", reader.read(reads), alone))
    loads = {
        f"{pdfs} PDFs of cards": [_pdf(hall, server, place) for place in range(pdfs)],
        f"the same {pdfs} again": [_pdf(hall, server, place) for place in range(pdfs)],
        f"{people} sign-ins": [_sign_in(server, name) for name in _people(people)],
        f"4 documents of {hands:,} hands": [_document(server, hands, seed) for seed in range(4)],
    }
    for name, works in loads.items():
        begin = time.perf_counter()
        times = reader.read_while(works)
        found.append(_figure(subject, name, times, alone, f"; all done after {time.perf_counter() - begin:.1f} s"))
    return found


class Reader:
    """Somebody who reads the state of a game, as the page of a table does."""

    def __init__(self, hall: Hall, server: Server) -> None:
        self.server, self.session = server, hall.games.session_of(0)
        self.address = f"/api/games/{hall.games.ids[0]}/"

    def once(self) -> float:
        begin = time.perf_counter()
        with posts.connection(self.server, self.session) as connection:
            answer = connection.get(self.address)
        if answer.status != 200:
            raise ValueError(f"{answer.status} {answer.body[:300]!r}")
        return (time.perf_counter() - begin) * 1000

    def read(self, count: int) -> list[float]:
        """Milliseconds of so many answers."""
        return list(self._paced(lambda done: done >= count))

    def read_while(self, works: Sequence[Work]) -> list[float]:
        """The same as long as the works last, all of which begin at once. Raises what one of them raises."""
        failed: list[Exception] = []
        threads = [threading.Thread(target=_caught, args=(work, failed)) for work in works]
        for thread in threads:
            thread.start()
        times = list(self._paced(lambda done: done > 2 and not any(thread.is_alive() for thread in threads)))
        if failed:
            raise failed[0]
        return times

    def _paced(self, enough: Callable[[int], bool]) -> Iterator[float]:
        done = 0
        while not enough(done):
            yield self.once()
            done += 1
            time.sleep(PAUSE)


def _figure(subject: str, name: str, times: Sequence[float], alone: Sequence[float], more: str = "") -> Figure:
    late = max(0.0, max(times) - median(alone))
    note = f"p50 {median(times):.1f} ms, max {max(times):.1f} ms{more}"
    return Figure(subject, f"{name}: longest delay of a page", late, "ms", BAR, note=note)


def _caught(work: Work, failed: list[Exception]) -> None:
    try:
        work()
    except Exception as error:
        failed.append(error)


@contextmanager
def _hanging(server: Server, sent: bytes, count: int) -> Iterator[None]:
    with ExitStack() as stack:
        for _ in range(count):
            client = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=60))
            client.sendall(sent)
        yield


def _pdf(hall: Hall, server: Server, place: int) -> Work:
    """The card of another game. A machine that makes no PDFs answers 302."""

    def work() -> None:
        with posts.connection(server, hall.games.session_of(place)) as connection:
            answer = connection.get(f"/g/{hall.games.ids[place]}/card.pdf")
        _expect(answer.status, 200, 302)

    return work


def _people(count: int) -> list[str]:
    password = make_password(PASSWORD)
    names = [f"guest{number}" for number in range(count)]
    User.objects.bulk_create([User(username=name, display_name=name, password=password) for name in names])
    return names


def _sign_in(server: Server, name: str) -> Work:
    body = form(csrfmiddlewaretoken=CSRF, username=name, password=PASSWORD)

    def work() -> None:
        with posts.connection(server, "") as connection:
            _expect(connection.post("/sign-in/", body).status, 302)

    return work


def _document(server: Server, hands: int, seed: int) -> Work:
    body = json.dumps([SAID | posts.laid_out(hand) for hand in deals.mixed(seed, hands, 5)])

    def work() -> None:
        with Connection(server.port) as connection:
            _expect(connection.post("/api/score/", body.encode(), "application/json").status, 200, 429)

    return work


def _expect(status: int, *fine: int) -> None:
    if status not in fine:
        raise ValueError(f"answered {status}")
