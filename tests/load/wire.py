"""A device's connection: kept open, and opened once more where the server has closed it meanwhile.

Bare bytes over asyncio's own streams: a thousand devices share the machine with the server that they measure, and what
they use of it is missing from the figures.
"""

import asyncio
import gzip
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from http.client import HTTPConnection, HTTPMessage
from typing import Any
from urllib.parse import urlencode

from tests.served import HOST

FORM = "application/x-www-form-urlencoded"
CSRF = "m" * 32
PATIENCE = 60.0
"""Seconds after which an answer that has not come counts as failed."""

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)\r", re.IGNORECASE)
_END = b"\r\n\r\n"


class Answer:
    """What came back; names of headers in small letters."""

    def __init__(self, head: bytes, body: bytes) -> None:
        self.status = int(head[9:12])
        self._head, self.body = head, body

    @cached_property
    def headers(self) -> Mapping[str, str]:
        lines = self._head.decode("latin-1").split("\r\n")[1:]
        return {name.lower(): value.strip() for name, _colon, value in (line.partition(":") for line in lines if line)}

    @property
    def text(self) -> str:
        plain = gzip.decompress(self.body) if self.headers.get("content-encoding") == "gzip" else self.body
        return plain.decode(errors="replace")


@dataclass
class Figures:
    """Seconds of every answer by kind of request, how often each status came, and what went wrong."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)

    def begin(self) -> None:
        """Count from now on; failures of before are kept."""
        self.seconds.clear()
        self.statuses.clear()


def request(
    port: int, method: str, path: str, session: str, *, document: Any = None, form: Any = None, timeout: float = 120
) -> tuple[int, str, HTTPMessage]:
    """One request by the clock of a thread, over a connection of its own: status, text and headers of its answer."""
    kind, body = ("application/json", json.dumps(document)) if document else (FORM, urlencode(form or {}))
    headers = {"Cookie": f"sessionid={session}; csrftoken={CSRF}", "X-CSRFToken": CSRF, "Content-Type": kind}
    line = HTTPConnection(HOST, port, timeout=timeout)
    try:
        line.request(method, path, body, headers)
        answer = line.getresponse()
        return answer.status, answer.read().decode(errors="replace"), answer.headers
    finally:
        line.close()


class Device:
    """One device at an address of its own (127.…), with the cookies of its session."""

    def __init__(self, port: int, number: int, figures: Figures, cookies: Mapping[str, str]) -> None:
        self.port, self.figures = port, figures
        self._address = f"127.{1 + (number >> 16 & 127)}.{number >> 8 & 255}.{1 + number % 254}"
        self._always = f"Host: {HOST}:{port}\r\nAccept-Encoding: gzip, deflate, br\r\n"
        joined = "; ".join(f"{name}={value}" for name, value in cookies.items())
        self._cookies = f"Cookie: {joined}\r\n" if joined else ""
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, kind: str, path: str, etag: str = "") -> Answer:
        """`kind`: under which name the time of the answer is kept."""
        return await self._timed(kind, "GET", path, f"If-None-Match: {etag}\r\n" if etag else "", b"")

    async def post(self, kind: str, path: str, fields: object) -> Answer:
        """Send a form: a mapping, or pairs."""
        body = urlencode(fields).encode()  # type: ignore[arg-type]
        return await self._timed(kind, "POST", path, f"Content-Type: {FORM}\r\nContent-Length: {len(body)}\r\n", body)

    async def _timed(self, kind: str, method: str, path: str, more: str, body: bytes) -> Answer:
        cookies = "" if path.startswith("/live/") else self._cookies
        question = f"{method} {path} HTTP/1.1\r\n{self._always}{cookies}{more}\r\n".encode() + body
        began = time.perf_counter()
        async with asyncio.timeout(PATIENCE):
            try:
                answer = await self._send(question)
            except ConnectionError:
                self._line = None  # idle for long: the server has closed it, and a browser opens another
                answer = await self._send(question)
        self.figures.seconds[kind].append(time.perf_counter() - began)
        self.figures.statuses[kind, answer.status] += 1
        if answer.status >= 400:
            self.figures.failed.append(f"{kind}: {answer.status} {method} {path} {answer.text[:200]!r}")
        return answer

    async def _send(self, question: bytes) -> Answer:
        if self._line is None:
            self._line = await asyncio.open_connection(HOST, self.port, local_addr=(self._address, 0))
        reader, writer = self._line
        writer.write(question)
        try:
            head = await reader.readuntil(_END)
            found = _LENGTH.search(head)
            body = await reader.readexactly(int(found[1])) if found else b""
        except asyncio.IncompleteReadError as error:
            raise ConnectionResetError("closed by the server") from error
        if not found and head[9:12] not in (b"304", b"204"):
            raise ValueError(f"an answer of unknown length: {head[:200]!r}")
        return Answer(head.removesuffix(_END), body)
