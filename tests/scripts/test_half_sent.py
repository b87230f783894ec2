"""Requests that stop in the middle, against the server as `make run` starts it: nobody waits for them."""

import http.client
import select
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.scripts.conftest import started
from tests.served import free_port

HEAD = b"POST /api/score/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
HALF = HEAD + b"Content-Length: 5000\r\n\r\n[{}, "


@pytest.fixture(scope="module")
def environment(environment: dict[str, str]) -> dict[str, str]:
    """The shared installation, at a port of its own."""
    return environment | {"PORT": str(free_port())}


@pytest.fixture(scope="module")
def server(environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """As `make run` starts it, with fewer threads than there are half-sent requests."""
    with started(environment | {"WEB_THREADS": "2"}) as process:
        yield process


def connected(environment: dict[str, str], sent: bytes) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", int(environment["PORT"])), timeout=120)
    client.sendall(sent)
    return client


def get(environment: dict[str, str], path: str) -> int:
    client = http.client.HTTPConnection("127.0.0.1", int(environment["PORT"]), timeout=120)
    client.request("GET", path)
    return client.getresponse().status


def answered(clients: list[socket.socket]) -> list[socket.socket]:
    return select.select(clients, [], [], 0)[0]


@pytest.mark.sqlite
@pytest.mark.parametrize("sent", [HALF, b"GET /sign-in/ HTTP/1.1\r\nHost: "], ids=["bodies", "heads"])
def test_twenty_that_stop_in_the_middle_delay_nobody(server: object, environment: dict[str, str], sent: bytes) -> None:
    with ExitStack() as stack:
        hanging = [stack.enter_context(connected(environment, sent)) for _ in range(20)]
        for _ in range(5):
            assert get(environment, "/api/rule-sets/") == 200
            # Nobody had to wait until a half-sent one was given up.
            assert answered(hanging) == []


@pytest.mark.sqlite
def test_who_leaves_in_the_middle_leaves_nothing_behind(server: object, environment: dict[str, str]) -> None:
    for _ in range(20):
        connected(environment, HALF).close()
    assert get(environment, "/api/rule-sets/") == 200
    head = HEAD + b"Connection: close\r\n"
    for rest in (b"Transfer-Encoding: chunked\r\n\r\n1\r\n[\r\n1\r\n]\r\n0\r\n\r\n", b"Content-Length: 2\r\n\r\n[]"):
        with connected(environment, head + rest) as client:
            said = b"".join(iter(lambda: client.recv(4096), b""))
        assert said.startswith(b"HTTP/1.1 200 ")
        assert said.endswith(b"\r\n\r\n[]")


@pytest.mark.sqlite
def test_the_server_stops_in_spite_of_half_sent_bodies(environment: dict[str, str]) -> None:
    environment = environment | {"PORT": str(free_port())}
    with started(environment) as server, connected(environment, HALF):
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=10) == 0
