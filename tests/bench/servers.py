"""Servers as `scripts/serve.py` starts them, each with its own settings, all on one database in a scratch folder."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.bench import ROOT

PRODUCT = "config.settings"
FLOOR = "tests.bench.floor.settings"
ALL_MIDDLEWARES = "tests.bench.floor.all_middlewares"
RELAXED = "tests.bench.floor.relaxed"
SECRET_KEY = "only-for-measuring-" + "x" * 50


@contextmanager
def scratch() -> Iterator[None]:
    """Everything that this process and its servers write goes to a folder that is thrown away afterwards."""
    with tempfile.TemporaryDirectory(prefix="paiju-bench-") as folder:
        os.environ.update(PAIJU_DATA=folder, SECRET_KEY=SECRET_KEY, DEBUG="", HOST="127.0.0.1", PAIJU_LOG="")
        yield


class Server(NamedTuple):
    """A running server."""

    port: int
    pid: int

    def cpu_seconds(self) -> float:
        """CPU time that the server and its workers have used; 0 where the system does not tell (only Linux does)."""
        return sum(cpu_seconds_of(pid) for pid in _family(self.pid))


class Servers(NamedTuple):
    """The servers of one database."""

    product: Server
    floor: Server
    all_middlewares: Server


@contextmanager
def all_running() -> Iterator[Servers]:
    """The product, the bare views, and the bare views behind the product's middlewares."""
    with _running(PRODUCT, FLOOR, ALL_MIDDLEWARES) as running:
        yield Servers(*running)


@contextmanager
def one_more(settings: str) -> Iterator[Server]:
    """A server under other settings, on the same database."""
    with _running(settings) as (server,):
        yield server


@contextmanager
def _running(*settings: str) -> Iterator[list[Server]]:
    ports = [_free_port() for _ in settings]
    started: list[subprocess.Popen[bytes]] = []
    try:
        for each, port in zip(settings, ports, strict=True):
            started.append(_start(each, port))
        for process, port in zip(started, ports, strict=True):
            _wait(process, port)
        yield [Server(port, process.pid) for process, port in zip(started, ports, strict=True)]
    finally:
        for process in started:
            process.terminate()
        for process in started:
            _end(process)


def _start(settings: str, port: int) -> subprocess.Popen[bytes]:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": settings, "PORT": str(port)}
    command = [sys.executable, "-W", "ignore", "-m", "scripts.serve"]
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)


def _end(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    for _ in range(300):
        if process.poll() is not None:
            raise SystemExit("the server stopped at once")
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server does not answer")


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children")
    found = children.read_text().split() if children.exists() else []
    return [pid, *(each for child in found for each in _family(int(child)))]


def cpu_seconds_of(pid: int) -> float:
    """CPU time of one process; 0 where the system does not tell."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9
