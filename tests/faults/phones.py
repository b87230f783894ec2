"""Referees' phones that record without pause, and send again under the same key what was not acknowledged."""

import http.client
import json
import random
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.load.wire import CSRF
from tests.rehearse.people import FINISHED, at, key, made_up
from tests.served import HOST

PATIENCE, PAUSE = 20.0, 0.3
LAST = 40
"""More hands than a game has, 連莊 included."""
TO_BE_REPEATED = (429, 502, 503, 504, 507)


@dataclass
class Answers:
    """What the server acknowledged, and what it should not have said. Shared by all phones."""

    hands: list[tuple[int, str]] = field(default_factory=list)
    """Game and client key of each hand that a phone read to be stored."""
    wrong: list[str] = field(default_factory=list)
    repeated: Counter[str] = field(default_factory=Counter)
    """How often something was sent again, by the reason."""
    refusals: list[float] = field(default_factory=list)
    """Seconds until each refusal of a server that could not store."""
    posted: threading.Event = field(default_factory=threading.Event)
    """Set when a hand has been sent, so that something can be killed while it is written."""


@dataclass
class Phone(threading.Thread):
    """One referee's device with the games of its tables, played one after the other."""

    port: int
    number: int
    session: str
    games: list[int]
    answers: Answers
    over: threading.Event

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self.line: http.client.HTTPConnection | None = None
        self.chance = random.Random(self.number)
        self.dies = False
        """Set from outside: the next request is cut off in the middle, and the connection reset."""

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        while self.games and not self.over.is_set():
            if self._play(self.games[0]):
                self.games.pop(0)
        if not self.over.is_set():
            self.answers.wrong.append(f"phone {self.number} had no table left, so that there was no load")

    def _play(self, game: int) -> bool:
        """Whether the game is over."""
        for _hand in range(LAST):
            self.over.wait(self.chance.uniform(0, PAUSE))
            state = None if self.over.is_set() else self._send_until_stored("GET", at("api:game", game), None)
            if state is None:
                return False
            if state["state"] in FINISHED:
                return True
            if state["unconfirmed"]:
                sent = {"seats": [0, 1, 2, 3], "client_key": key()}
                self._send_until_stored("POST", at("api:confirm", game), sent)
                continue
            mark = key()
            sent = {"event": made_up(self.chance), "client_key": mark, "seen": state["book_version"]}
            if self._send_until_stored("POST", at("api:hands", game), sent) is not None:
                self.answers.hands.append((game, mark))
        return True

    def _send_until_stored(self, method: str, path: str, data: Any) -> Any:
        """The answer, however often it takes; None when the run is over or the answer is a wrong one."""
        while True:
            began = time.perf_counter()
            try:
                status, body, later = self._send(method, path, data)
            except (OSError, http.client.HTTPException) as error:
                self.line = None
                self.answers.repeated[type(error).__name__] += 1
                if isinstance(error, TimeoutError):
                    self.answers.wrong.append(f"{method} {path}: nothing within {PATIENCE:.0f} s")
            else:
                if status in (200, 201):
                    return json.loads(body)
                if status not in TO_BE_REPEATED or not later:
                    self.answers.wrong.append(f"{method} {path}: {status}, Retry-After {later!r}, {body[:200]!r}")
                    return None
                self.answers.refusals.append(time.perf_counter() - began)
                self.answers.repeated[str(status)] += 1
            if self.over.is_set():
                return None
            time.sleep(0.1)

    def _send(self, method: str, path: str, data: Any) -> tuple[int, bytes, str]:
        if self.line is None:
            source = (f"127.0.1.{1 + self.number}", 0)
            self.line = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE, source_address=source)
        body = json.dumps(data).encode() if data else b""
        headers = {
            "Cookie": f"sessionid={self.session}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
        }
        self.line.putrequest(method, path)
        for name, value in headers.items():
            self.line.putheader(name, value)
        dies, self.dies = self.dies, False
        self.line.endheaders(body[: self.chance.choice((len(body) // 2, len(body)))] if dies else body)
        if dies:
            self.line.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.line.close()
            raise ConnectionError("the phone was killed")
        if path.endswith("/hands/"):
            self.answers.posted.set()
        answer = self.line.getresponse()
        return answer.status, answer.read(), answer.headers.get("Retry-After", "")


class Crowd:
    """All phones with their tables, for one part of the run after the other."""

    def __init__(self, port: int, tables: dict[str, list[int]], answers: Answers) -> None:
        """`tables`: the games of each session. The last has no phone, but reads pages."""
        self.port, self.answers = port, answers
        *self.phones, self.reader = tables.items()

    @contextmanager
    def recording(self) -> Iterator[list[Phone]]:
        over = threading.Event()
        phones = [
            Phone(self.port, number, session, games, self.answers, over)
            for number, (session, games) in enumerate(self.phones)
        ]
        for phone in phones:
            phone.start()
        try:
            yield phones
        finally:
            time.sleep(1)
            over.set()
            for phone in phones:
                phone.join(2 * PATIENCE)
                if phone.is_alive():
                    self.answers.wrong.append(f"phone {phone.number} hangs")

    def wait_for(self, hands: int = 1, seconds: float = 30) -> float | None:
        """Seconds until so many more hands are acknowledged; None if they are not within `seconds`."""
        began, before = time.perf_counter(), len(self.answers.hands)
        while time.perf_counter() - began < seconds:
            if len(self.answers.hands) >= before + hands:
                return time.perf_counter() - began
            time.sleep(0.02)
        return None
