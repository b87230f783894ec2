"""Half-sent bodies, PDFs and sign-ins at once: how long they delay a read of a game's state."""

import http.client
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from statistics import median

from django.contrib.auth.hashers import make_password

from accounts.models import User
from tests.faults.phones import Answers
from tests.load.wire import CSRF, request
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
    where = at("api:game", games[0])

    def read() -> float:
        """Milliseconds of an answer, over a connection of its own."""
        began = time.perf_counter()
        _ask(port, "GET", where, session, fine=(200,))
        took = time.perf_counter() - began
        time.sleep(PAUSE)
        return took * 1000

    def call(one: Callable[[], None]) -> None:
        try:
            one()
        except (OSError, ValueError, http.client.HTTPException) as error:
            answers.wrong.append(repr(error))

    for _time in range(READS):
        read()
    alone = median(read() for _time in range(READS))
    with ExitStack() as stack:
        for _ in range(HALF):
            client = stack.enter_context(socket.create_connection((HOST, port), timeout=60))
            client.sendall(HALF_BODY)
        delays = {f"{HALF} half-sent bodies": max(read() for _time in range(READS)) - alone}
    pairs = [(session, game) for session, games in tables.items() for game in games][:PDFS]
    password, names = make_password(PASSWORD), [f"guest{number}" for number in range(PEOPLE)]
    User.objects.bulk_create([User(username=name, display_name=name, password=password) for name in names])
    works = {
        # The page says to try again where another card is being made (503), or that this machine makes no PDFs (302).
        f"{PDFS} PDFs": [
            lambda who=who, game=game: _ask(port, "GET", at("card_pdf", game), who, fine=(200, 302, 503))
            for who, game in pairs
        ],
        f"{PEOPLE} sign-ins": [
            lambda name=name: _ask(port, "POST", at("accounts:sign_in"), "", fine=(302,), username=name)
            for name in names
        ],
    }
    for name, calls in works.items():
        threads = [threading.Thread(target=call, args=(one,)) for one in calls]
        for thread in threads:
            thread.start()
        times = [read() for _time in range(3)]
        while any(thread.is_alive() for thread in threads):
            times.append(read())
        delays[name] = max(times) - alone
    answers.wrong += [f"{name}: a delay of {delay:.0f} ms" for name, delay in delays.items() if delay > LONGEST]
    return f"longest delay of a page (≤ {LONGEST} ms): " + ", ".join(f"{n} {d:.0f} ms" for n, d in delays.items())


def _ask(port: int, method: str, path: str, session: str, fine: Sequence[int], **form: str) -> None:
    form = {"csrfmiddlewaretoken": CSRF, "password": PASSWORD} | form if form else {}
    status, _text, _headers = request(port, method, path, session, form=form)
    if status not in fine:
        raise ValueError(f"{method} {path}: {status}")
