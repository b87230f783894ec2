"""電話: referees who record, and send again what nobody acknowledged, under the same key."""

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

from tests.rehearse.people import FINISHED, at, key, made_up

CSRF = "m" * 32
PATIENCE, PAUSE = 20.0, 0.3
LAST = 40
"""More hands than a game has, 連莊 included."""
CUTS = ("half sent", "sent", "reset")
"""A phone dies while it sends, after it has sent, or so that not even its kernel says goodbye."""


@dataclass(frozen=True)
class Acknowledged:
    """A hand, and when its phone read that it is stored."""

    game: int
    key: str
    at: float


@dataclass
class Told:
    """What the server acknowledged, and what it should not have said. Shared by all phones."""

    hands: list[Acknowledged] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    again: Counter[str] = field(default_factory=Counter)
    """How often something was sent again, by the reason."""
    slow: list[float] = field(default_factory=list)
    """Seconds until each refusal of a server that could not store."""
    posted: threading.Event = field(default_factory=threading.Event)
    """Set when a hand has been sent, so that somebody can kill while it is written."""


@dataclass
class Phone(threading.Thread):
    """One referee's device with the games of its tables, played one after the other."""

    port: int
    number: int
    session: str
    games: list[int]
    told: Told
    over: threading.Event

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self.line: http.client.HTTPConnection | None = None
        self.chance = random.Random(time.perf_counter_ns() + self.number)
        self.cut = ""
        """One of CUTS, set from outside: how the next request ends for this phone."""

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        while self.games and not self.over.is_set():
            if self._plays(self.games[0]):
                self.games.pop(0)
        if not self.over.is_set():
            self.told.wrong.append(f"phone {self.number} had no table left, so that there was no load")

    def _plays(self, game: int) -> bool:
        """Whether the game is over."""
        for _hand in range(LAST):
            self.over.wait(self.chance.uniform(0, PAUSE))
            state = None if self.over.is_set() else self._until("GET", at("api:game", game), None)
            if state is None:
                return False
            if state["state"] in FINISHED:
                return True
            if state["unconfirmed"]:
                self._until("POST", at("api:confirm", game), {"seats": [0, 1, 2, 3], "client_key": key()})
                continue
            mark = key()
            sent = {"event": made_up(self.chance), "client_key": mark, "seen": state["book_version"]}
            if self._until("POST", at("api:hands", game), sent) is not None:
                self.told.hands.append(Acknowledged(game, mark, time.time()))
        return True

    def _until(self, method: str, path: str, data: Any) -> Any:
        """The answer, asked for until it comes; None when the run is over or the answer is a wrong one."""
        while True:
            began = time.perf_counter()
            try:
                status, body, later = self._sent(method, path, data)
            except (OSError, http.client.HTTPException) as error:
                self.line = None
                self.told.again[type(error).__name__] += 1
                if isinstance(error, TimeoutError):
                    self.told.wrong.append(f"{method} {path}: nothing within {PATIENCE:.0f} s")
            else:
                if status in (200, 201):
                    return json.loads(body)
                if status not in (429, 502, 503, 504, 507):
                    self.told.wrong.append(f"{method} {path}: {status} {body[:200]!r}")
                    return None
                self.told.slow.append(time.perf_counter() - began)
                self.told.again[str(status)] += 1
                if not later:
                    self.told.wrong.append(f"{method} {path}: {status} without Retry-After")
            if self.over.is_set():
                return None
            time.sleep(0.1)

    def _sent(self, method: str, path: str, data: Any) -> tuple[int, bytes, str]:
        if self.line is None:
            self.line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        body = json.dumps(data).encode() if data else b""
        headers = {
            "Cookie": f"sessionid={self.session}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
            "X-Forwarded-For": f"10.0.0.{self.number}",
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
        }
        self.line.putrequest(method, path)
        for name, value in headers.items():
            self.line.putheader(name, value)
        cut, self.cut = self.cut, ""
        self.line.endheaders(body[: len(body) // 2] if cut == "half sent" else body)
        if cut:
            self._dies(cut)
        if path.endswith("/hands/"):
            self.told.posted.set()
        answer = self.line.getresponse()
        return answer.status, answer.read(), answer.headers.get("Retry-After", "")

    def _dies(self, cut: str) -> None:
        assert self.line is not None
        if cut == "reset":
            self.line.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.line.close()
        raise ConnectionError("the phone was killed")


class Crowd:
    """All phones with their tables, for one part of the run after the other."""

    def __init__(self, port: int, hall: Any, each: int, told: Told) -> None:
        """`each`: so many tables belong to one referee. The last two of them have no phone, but read pages."""
        self.port, self.told = port, told
        begins = range(0, len(hall.games), each)
        people = [(hall.referees[first], [one.pk for one in hall.games[first : first + each]]) for first in begins]
        self.phones, self.readers = people[:-2], people[-2:]

    @contextmanager
    def recording(self) -> Iterator[list[Phone]]:
        """They record all the while."""
        over = threading.Event()
        phones = [
            Phone(self.port, number, session, tables, self.told, over)
            for number, (session, tables) in enumerate(self.phones)
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
                    self.told.wrong.append(f"phone {phone.number} hangs")

    def until_more(self, hands: int = 1, seconds: float = 30) -> float | None:
        """Seconds until so many more hands are acknowledged; None if they are not within `seconds`."""
        began, before = time.perf_counter(), len(self.told.hands)
        while time.perf_counter() - began < seconds:
            if len(self.told.hands) >= before + hands:
                return time.perf_counter() - began
            time.sleep(0.02)
        return None
