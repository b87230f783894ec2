"""Starts the web server and says where to find it.

SQLite: one worker with one thread that records and reads, which is the fastest a single writer can be (two of them
would only wait for each other's lock). PostgreSQL: a worker for each core, each with a few threads and its own pool of
connections. What stands between the network and those threads is `config/door.py`, and beside the workers a process
for those who look on (`config/beside.py`).
"""

import os
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException

from django.conf import settings
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels
from granian.server.common import AbstractServer

from config import beside
from config.environment import lan_addresses, number

MOST_FILES, SPARE_FILES = 8192, 200
"""Files and connections that a worker may have open, and how many of them are not connections."""
EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104
PAUSE = 1.0
"""Seconds before a server that gave up begins again."""
STOP_SECONDS = 15
"""How long a worker that is told to stop may finish what it has begun."""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.umask(0o077)
    host = os.environ.get("HOST", "0.0.0.0")  # noqa: S104 - phones in the room are what it is for
    port = number("PORT", 8000)
    _refuse_taken_port(host, port)
    _make_room_for_figures(port)
    answered = threading.Event()
    threading.Thread(target=_say_where, args=(host, port, answered), daemon=True).start()
    _begin_beside(answered)
    _serve(lambda: _server(host, port), answered)


def _server(host: str, port: int) -> AbstractServer:
    return Granian(
        "config.door:application",
        address=host,
        port=port,
        interface=Interfaces.ASGINL,
        http=HTTPModes.http1,
        websockets=False,
        workers=_workers(),
        backpressure=_connections(),
        respawn_failed_workers=True,
        workers_kill_timeout=STOP_SECONDS,
        log_level=LogLevels.warning,
    )


def _serve(make: Callable[[], AbstractServer], answered: threading.Event) -> None:
    """Serve until it is told to stop. Where a worker dies twice within seconds granian gives up: a hall is not to stand
    still for that, so it begins again. A server that has never answered would not the next time either."""
    while True:
        server = make()
        try:
            server.serve()
            return
        except SystemExit:
            if server.interrupt_signal or not answered.is_set():
                raise
        time.sleep(PAUSE)


def _workers() -> int:
    return number("WEB_WORKERS", 1 if _on_sqlite() else os.cpu_count() or 1)


def _begin_beside(answered: threading.Event) -> None:
    """Processes for those who look on, one for two cores. They end with this one."""
    folder = tempfile.mkdtemp(prefix="paiju-")  # a short name: the path of a socket may have a hundred letters
    sockets = [f"{folder}/{place}" for place in range(_beside())]
    os.environ[beside.PLACE] = ",".join(sockets)
    for place in sockets:
        threading.Thread(target=_keep_beside, args=(place, answered), daemon=True).start()


def _beside() -> int:
    return number("WEB_BESIDE", 1 if _on_sqlite() else max(1, (os.cpu_count() or 1) // 2))


def _keep_beside(place: str, answered: threading.Event) -> None:
    answered.wait()
    while True:
        with subprocess.Popen([sys.executable, "-m", "config.beside", place], stdin=subprocess.PIPE) as process:
            process.wait()
        time.sleep(PAUSE)


def _on_sqlite() -> bool:
    return bool(settings.DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3")


def _make_room_for_figures(port: int) -> None:
    """Where the workers keep what they count, empty at every start (config/metrics.py)."""
    if settings.METRICS_TOKEN or settings.METRICS_FROM:
        room = settings.DATA_DIR / "metrics" / str(port)
        shutil.rmtree(room, ignore_errors=True)
        room.mkdir(parents=True)
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(room)


def _connections() -> int:
    """How many connections a worker keeps open. Phones keep theirs between two polls, and so does who sends nothing."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return max(allowed - SPARE_FILES, allowed // 2)


def _refuse_taken_port(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            sys.exit(
                f"不能使用 {host}:{port}（{error.strerror}）。另選一個：PORT={port + 1} make run\n"
                f"Cannot listen on {host}:{port}. Choose another: PORT={port + 1} make run"
            )


def _say_where(host: str, port: int, answered: threading.Event) -> None:
    """Print the addresses once the server answers: whoever opens one at once finds the site there.

    First those that phones can open too: what is printed or shown from a page opened there is right in any case.
    """
    near = "127.0.0.1" if host in EVERYWHERE else host
    _wait_for(near, port)
    answered.set()
    lines = [f"  手機 phones     {address}/" for address in _for_phones(host, port)]
    if lines:
        lines.append(f"  本機 here       http://{near}:{port}/")
    else:
        lines.append(f"  牌局 Paiju      http://{near}:{port}/")
        if host in EVERYWHERE:
            lines.append("  沒有網絡，手機連不到 No network: phones cannot reach it")
    print("\n".join(["", *lines, "  停止 stop       Ctrl+C", ""]), flush=True)


def _for_phones(host: str, port: int) -> list[str]:
    if settings.ADDRESS:
        return [settings.ADDRESS]
    return [f"http://{address}:{port}" for address in lan_addresses()] if host in EVERYWHERE else []


def _wait_for(host: str, port: int) -> None:
    for _ in range(600):
        line = HTTPConnection(host, port, timeout=5)
        try:
            line.request("GET", "/healthz")
            line.getresponse().read()
            return
        except (OSError, HTTPException):
            time.sleep(0.1)
        finally:
            line.close()


if __name__ == "__main__":
    main()
