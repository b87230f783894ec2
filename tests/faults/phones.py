"""電話: referees who record, and send again what nobody acknowledged, under the same key."""

import http.client
import json
import random
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.rehearse.people import FINISHED, at, key, made_up

CSRF = "m" * 32
PATIENCE, PAUSE = 20.0, 0.6
LAST = 16


@dataclass
class Told:
    """What the server acknowledged, and what it should not have said. Shared by all phones."""

    keys: list[tuple[int, str]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    again: Counter[str] = field(default_factory=Counter)
    """How often something was sent again, by the reason."""
    slow: list[float] = field(default_factory=list)
    """Seconds until each refusal of a server that could not store."""


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
        self.chance = random.Random(self.number)
        self.cut = False
        """Set from outside: the next answer is not waited for, as if the phone had lost the network."""

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        for game in self.games:
            self.over.wait(self.chance.uniform(0, PAUSE))
            for _hand in range(LAST):
                if self.over.is_set():
                    return
                state = self._until("GET", at("api:game", game), None)
                if state is None or state["state"] in FINISHED:
                    break
                if state["unconfirmed"]:
                    self._until("POST", at("api:confirm", game), {"seats": [0, 1, 2, 3], "client_key": key()})
                    continue
                mark = key()
                sent = {"event": made_up(self.chance), "client_key": mark, "seen": state["book_version"]}
                if self._until("POST", at("api:hands", game), sent) is not None:
                    self.told.keys.append((game, mark))
                self.over.wait(self.chance.uniform(0, PAUSE))

    def _until(self, method: str, path: str, data: Any) -> Any:
        """The answer, asked for until it comes; None when the run is over or the answer is a wrong one."""
        while True:
            began = time.perf_counter()
            try:
                status, body, later = self._sent(method, path, data)
            except (OSError, http.client.HTTPException) as error:
                self.line = None
                self._note(type(error).__name__)
            else:
                if status in (200, 201):
                    return json.loads(body)
                if status not in (429, 502, 503, 504, 507):
                    self.told.wrong.append(f"{method} {path}: {status} {body[:200]!r}")
                    return None
                self.told.slow.append(time.perf_counter() - began)
                if not later:
                    self.told.wrong.append(f"{method} {path}: {status} without Retry-After")
                self._note(str(status))
            if self.over.is_set():
                return None
            time.sleep(0.1)

    def _note(self, reason: str) -> None:
        self.told.again[reason] += 1

    def _sent(self, method: str, path: str, data: Any) -> tuple[int, bytes, str]:
        if self.line is None:
            self.line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {
            "Cookie": f"sessionid={self.session}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
            "X-Forwarded-For": f"10.0.0.{self.number}",
            "Content-Type": "application/json",
        }
        self.line.request(method, path, json.dumps(data) if data else None, headers)
        if self.cut:
            self.cut = False
            self.line.close()
            raise ConnectionError("the phone lost the network")
        answer = self.line.getresponse()
        return answer.status, answer.read(), answer.headers.get("Retry-After", "")
