"""伺服器: a fresh installation in a folder of its own, prepared and served as `make serve` does it."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1"


@contextmanager
def installation() -> Iterator[dict[str, str]]:
    """The environment of a new installation: its own data folder, and an empty database (that of DATABASE_URL, or a
    file). Behind one proxy, so that every device has an address of its own."""
    with TemporaryDirectory(prefix="paiju-rehearse-") as folder:
        given = {name: value for name, value in os.environ.items() if name not in ("SECRET_KEY", "DEBUG")}
        given |= {"PAIJU_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings", "PAIJU_PROXIES": "1"}
        given |= {"HOST": HOST, "PORT": given.get("PORT") or str(_free_port())}
        subprocess.run([ROOT / "scripts" / "prepare.sh"], env=given, check=True)
        yield given


@contextmanager
def running(environment: dict[str, str]) -> Iterator[int]:
    """The server; gives its port once it answers."""
    port = int(environment["PORT"])
    command = [sys.executable, "-m", "scripts.serve"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, start_new_session=True
    ) as process:
        try:
            _wait(process, port)
            yield port
        finally:
            process.send_signal(signal.SIGINT)


def code_on_the_terminal(environment: dict[str, str]) -> str:
    """開機代碼, from what the server's start prints."""
    return re.findall(r"code\s+(\S+)", told(environment, "first_account"))[0]


def audited(environment: dict[str, str], slug: str) -> tuple[int, str]:
    """核數: the exit status and what it says."""
    command = [sys.executable, "manage.py", "audit", slug]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout + done.stderr).strip()


def told(environment: dict[str, str], command: str) -> str:
    """What a command of manage.py prints."""
    call = [sys.executable, "manage.py", command]
    return subprocess.run(call, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    for _try in range(600):
        if process.poll() is not None:
            raise SystemExit("the server stopped at once")
        try:
            line = HTTPConnection(HOST, port, timeout=5)
            line.request("GET", "/sign-in/")
            line.getresponse().read()
            line.close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server does not answer")
