"""線 A device's connection: kept open, asked again once where the server has closed it meanwhile."""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlencode

FORM = "application/x-www-form-urlencoded"
PATIENCE = 60.0
"""Seconds after which an answer that has not come counts as failed."""


class Answer(NamedTuple):
    """What came back; names of headers in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode(errors="replace")


@dataclass
class Figures:
    """Seconds of every answer by kind of request, and what went wrong."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    statuses: Counter[int] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)


class Device:
    """One device at an address of its own (`X-Forwarded-For`), with the cookies of whoever holds it."""

    def __init__(self, port: int, number: int, figures: Figures, cookies: Mapping[str, str]) -> None:
        self.port, self.figures = port, figures
        self.cookies = "; ".join(f"{name}={value}" for name, value in cookies.items())
        self.address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, kind: str, path: str, etag: str = "") -> Answer:
        """`kind`: under which name the time of the answer is kept."""
        return await self._asked(kind, "GET", path, {"If-None-Match": etag} if etag else {}, b"")

    async def post(self, kind: str, path: str, fields: Mapping[str, object]) -> Answer:
        """Send a form."""
        return await self._asked(kind, "POST", path, {"Content-Type": FORM}, urlencode(fields).encode())

    async def _asked(self, kind: str, method: str, path: str, more: Mapping[str, str], body: bytes) -> Answer:
        began = time.perf_counter()
        answer = await asyncio.wait_for(self._tried(method, path, more, body), PATIENCE)
        self.figures.seconds[kind].append(time.perf_counter() - began)
        self.figures.statuses[answer.status] += 1
        if answer.status >= 400:
            self.figures.failed.append(f"{kind}: {answer.status} {method} {path} {answer.text[:200]!r}")
        return answer

    async def _tried(self, method: str, path: str, more: Mapping[str, str], body: bytes) -> Answer:
        try:
            return await self._sent(method, path, more, body)
        except (ConnectionError, asyncio.IncompleteReadError):
            self._line = None  # idle for long: the server has closed it, and a browser opens another
            return await self._sent(method, path, more, body)

    async def _sent(self, method: str, path: str, more: Mapping[str, str], body: bytes) -> Answer:
        if self._line is None:
            self._line = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._line
        headers = {"Host": f"127.0.0.1:{self.port}", "X-Forwarded-For": self.address, **more}
        if self.cookies and not path.startswith("/live/"):
            headers["Cookie"] = self.cookies
        if body:
            headers["Content-Length"] = str(len(body))
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body)
        return await self._read(reader)

    async def _read(self, reader: asyncio.StreamReader) -> Answer:
        first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {
            name.lower(): value.strip() for name, _colon, value in (line.partition(":") for line in rest if line)
        }
        status = int(first.split()[1])
        body = b""
        if headers.get("transfer-encoding") == "chunked":
            while size := int(await reader.readline(), 16):
                body += (await reader.readexactly(size + 2))[:-2]
            await reader.readline()
        elif status != 304:
            body = await reader.readexactly(int(headers.get("content-length", "0")))
        return Answer(status, headers, body)

    async def close(self) -> None:
        if self._line:
            self._line[1].close()
