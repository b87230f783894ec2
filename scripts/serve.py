"""Start the web server and print the addresses for phones.

Runs processes of waitress on one port, each with some threads. Waitress reads a whole request before it assigns a
thread, so slow clients delay no others. A hall of hundreds has nginx in front (docs/deploy.md).
"""

import gc
import os
import signal
import socket
import sys
from multiprocessing import get_context
from multiprocessing.connection import wait
from tempfile import TemporaryDirectory

from django.conf import settings
from waitress import create_server
from waitress.channel import HTTPChannel
from waitress.task import WSGITask

from config.environment import lan_addresses, number

EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104
PROCESSES, THREADS = min(os.cpu_count() or 1, 4), 32
MAX_CONNECTIONS = 800  # a process may usually open 1024 files
MAX_HEADERS, MAX_BODY = 64 * 1024, 20 * 1024**2
IDLE_SECONDS = 60
STOPS = (signal.SIGINT, signal.SIGTERM)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.umask(0o077)
    for each in STOPS:
        signal.signal(each, _stop)
    host, port = os.environ.get("HOST", "0.0.0.0"), number("PORT", 8000)  # noqa: S104 - for the phones in the room
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family, backlog=1024)
    except OSError as error:
        sys.exit(
            f"不能使用 {host}:{port}（{error.strerror}）。另選一個：PORT={port + 1} make run\n"
            f"Cannot listen on {host}:{port}. Choose another: PORT={port + 1} make run"
        )
    with TemporaryDirectory(prefix="paiju-") as figures:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = figures  # /metrics adds up all processes
        import config.wsgi  # noqa: F401 - before the fork: the time once, most of the memory once

        gc.freeze()  # a full collection would go through all modules, and stop all threads for a tenth of a second
        fork = get_context("fork")
        processes = [
            fork.Process(target=_serve, args=(listening,), daemon=True)
            for _ in range(number("WEB_PROCESSES", PROCESSES))
        ]
        for process in processes:
            process.start()
        print("\n".join(["", *_addresses(host, port), "  停止 stop       Ctrl+C", ""]), flush=True)
        wait([process.sentinel for process in processes])
        sys.exit("A process of the server has ended; so do the others.")


def _stop(*_received: object) -> None:
    for each in STOPS:  # Ctrl+C reaches the processes directly and once more through their parent
        signal.signal(each, signal.SIG_IGN)
    sys.exit()  # waitress lets its threads finish first


class _Task(WSGITask):
    """A request that leaves its connection open after a response without a body: waitress would close it after each
    304."""

    def set_close_on_finish(self) -> None:
        if self.has_body or self.version != "1.1" or self.request.headers.get("CONNECTION", "").lower() == "close":
            super().set_close_on_finish()


def _serve(listening: socket.socket) -> None:
    from config.wsgi import application

    HTTPChannel.task_class = _Task

    # Switch threads after 0.001 s instead of 0.005: beside a thread that counts thousands of hands, a short request
    # needs Python's lock dozens of times.
    sys.setswitchinterval(0.001)
    create_server(
        application,
        sockets=[listening],
        threads=number("WEB_THREADS", THREADS),
        connection_limit=MAX_CONNECTIONS,
        channel_timeout=IDLE_SECONDS,
        max_request_header_size=MAX_HEADERS,
        max_request_body_size=MAX_BODY,
        clear_untrusted_proxy_headers=False,  # accounts/network.py knows how many proxies to trust
        asyncore_use_poll=True,
        ident=None,
    ).run()


def _addresses(host: str, port: int) -> list[str]:
    """List the server's addresses, first those that phones can open: pages opened there show and print links that
    work for everybody."""
    near = "127.0.0.1" if host in EVERYWHERE else host
    of_room = [f"http://{address}:{port}" for address in lan_addresses()] if host in EVERYWHERE else []
    phones = [settings.ADDRESS] if settings.ADDRESS else of_room
    lines = [f"  手機 phones     {address}/" for address in phones]
    if lines:
        return [*lines, f"  本機 here       http://{near}:{port}/"]
    alone = ["  沒有網絡，手機連不到 No network: phones cannot reach it"] if host in EVERYWHERE else []
    return [f"  牌局 Paiju      http://{near}:{port}/", *alone]


if __name__ == "__main__":
    main()
