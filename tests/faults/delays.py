"""Half-sent bodies, PDFs and sign-ins at once: how long they delay a read of a game's state."""

import http.client
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from statistics import median
from urllib.parse import urlencode

from django.contrib.auth.hashers import make_password

from accounts.models import User
from tests.faults.phones import CSRF, Answers
from tests.rehearse.people import at
from tests.served import HOST

HALF, PDFS, PEOPLE = 20, 20, 40
LONGEST = 500
"""Milliseconds."""
HALF_BODY = (
    b"POST /api/score/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n["
)
READS, PAUSE = 40, 0.02
PASSWORD = "four tiles of wind"


def measure_delays(port: int, tables: dict[str, list[int]], answers: Answers) -> str:
    """The longest delay of each kind, in words."""
    session, games = list(tables.items())[-1]
    reader = Reader(port, session, at("api:game", games[0]))
    reader.read(READS)
    alone = median(reader.read(READS))
    with _hanging(port):
        delays = {f"{HALF} half-sent bodies": max(reader.read(READS)) - alone}
    pairs = [(session, game) for session, games in tables.items() for game in games][:PDFS]
    works = {
        f"{PDFS} PDFs": [lambda who=who, game=game: _fetch_pdf(port, who, game) for who, game in pairs],
        f"{PEOPLE} sign-ins": [lambda name=name: _sign_in(port, name) for name in _people()],
    }
    for name, calls in works.items():
        delays[name] = max(reader.read_during(calls, answers)) - alone
    answers.wrong += [f"{name}: a delay of {delay:.0f} ms" for name, delay in delays.items() if delay > LONGEST]
    return f"longest delay of a page (≤ {LONGEST} ms): " + ", ".join(f"{n} {d:.0f} ms" for n, d in delays.items())


class Reader:
    def __init__(self, port: int, session: str, address: str) -> None:
        self.port, self.session, self.address = port, session, address

    def read(self, count: int) -> list[float]:
        """Milliseconds of so many answers, each over a connection of its own."""
        return [self._read() for _time in range(count)]

    def read_during(self, calls: Sequence[Callable[[], None]], answers: Answers) -> list[float]:
        """The same while these calls are worked on, all of which begin at once."""

        def call(one: Callable[[], None]) -> None:
            try:
                one()
            except (OSError, ValueError, http.client.HTTPException) as error:
                answers.wrong.append(repr(error))

        threads = [threading.Thread(target=call, args=(one,)) for one in calls]
        for thread in threads:
            thread.start()
        times = [self._read() for _time in range(3)]
        while any(thread.is_alive() for thread in threads):
            times.append(self._read())
        return times

    def _read(self) -> float:
        began = time.perf_counter()
        _request(self.port, self.session, "GET", self.address, fine=(200,))
        took = time.perf_counter() - began
        time.sleep(PAUSE)
        return took * 1000


def _request(port: int, session: str, method: str, path: str, body: str = "", fine: Sequence[int] = ()) -> None:
    headers = {"Cookie": f"sessionid={session}; csrftoken={CSRF}", "Content-Type": "application/x-www-form-urlencoded"}
    line = http.client.HTTPConnection(HOST, port, timeout=120)
    line.request(method, path, body, headers)
    answer = line.getresponse()
    answer.read()
    line.close()
    if answer.status not in fine:
        raise ValueError(f"{method} {path}: {answer.status}")


@contextmanager
def _hanging(port: int) -> Iterator[None]:
    with ExitStack() as stack:
        for _ in range(HALF):
            client = stack.enter_context(socket.create_connection((HOST, port), timeout=60))
            client.sendall(HALF_BODY)
        yield


def _fetch_pdf(port: int, session: str, game: int) -> None:
    """The page says to try again where another card is being made (503), or that this machine makes no PDFs (302)."""
    _request(port, session, "GET", at("card_pdf", game), fine=(200, 302, 503))


def _people() -> list[str]:
    password = make_password(PASSWORD)
    names = [f"guest{number}" for number in range(PEOPLE)]
    User.objects.bulk_create([User(username=name, display_name=name, password=password) for name in names])
    return names


def _sign_in(port: int, name: str) -> None:
    body = urlencode({"csrfmiddlewaretoken": CSRF, "username": name, "password": PASSWORD})
    _request(port, "", "POST", at("accounts:sign_in"), body, fine=(302,))
