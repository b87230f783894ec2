"""A small HTTP client over a kept connection: so little work of its own that it does not hide the server's."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from types import TracebackType
from typing import NamedTuple
from urllib.parse import urlencode


class Answer(NamedTuple):
    """What came back. `header`: the raw header lines."""

    status: int
    header: bytes
    body: bytes

    def value(self, name: str) -> str:
        """One header's value, empty where there is none."""
        start = self.header.lower().find(b"\r\n" + name.lower().encode() + b":")
        if start < 0:
            return ""
        begin = start + len(name) + 3
        return self.header[begin : self.header.find(b"\r\n", begin)].decode().strip()


class Connection:
    """One kept connection to a server on this machine."""

    def __init__(self, port: int, headers: Mapping[str, str] | None = None) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=300)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        always = {"Host": f"127.0.0.1:{port}", **(headers or {})}
        self._always = "".join(f"{name}: {value}\r\n" for name, value in always.items())

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._socket.close()

    def get(self, path: str, headers: str = "") -> Answer:
        """`headers`: whole lines."""
        return self._asked(f"GET {path} HTTP/1.1\r\n{self._always}{headers}\r\n".encode())

    def post(self, path: str, body: bytes, kind: str = "application/x-www-form-urlencoded") -> Answer:
        head = f"POST {path} HTTP/1.1\r\n{self._always}Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        return self._asked(head.encode() + body)

    def _asked(self, message: bytes) -> Answer:
        self._socket.sendall(message)
        data = self._socket.recv(65536)
        while (end := data.find(b"\r\n\r\n")) < 0:
            data += self._more()
        head = data[: end + 2]
        status = int(head[9:12])
        parts = [data[end + 4 :]]
        missing = _length(head, status) - len(parts[0])
        while missing > 0:
            parts.append(self._more())
            missing -= len(parts[-1])
        return Answer(status, head, b"".join(parts))

    def _more(self) -> bytes:
        data = self._socket.recv(262144)
        if not data:
            raise ConnectionError("the server closed the connection")
        return data


def _length(head: bytes, status: int) -> int:
    place = head.lower().find(b"\r\ncontent-length:")
    if place < 0 or status in (204, 304):
        return 0
    return int(head[place + 17 : head.find(b"\r\n", place + 2)])


def form(**values: object) -> bytes:
    """Fields as a form sends them."""
    return urlencode(values).encode()
