"""An installation of its own for a program or a test: a scratch folder, a database, servers, and nginx in front."""

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import django

from tests.cluster import Cluster

ROOT = Path(__file__).resolve().parents[1]
HOST = "127.0.0.1"
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")

Environment = dict[str, str]


def address(port: int) -> str:
    return f"http://{HOST}:{port}"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def environment_of(folder: Path, **more: str) -> Environment:
    """The environment of an installation in this folder."""
    given = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "SECRET_KEY", "DEBUG")}
    given |= {"PAIJU_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings"}
    return given | {"HOST": HOST, "PORT": str(free_port())} | more


def prepared(folder: Path, **more: str) -> Environment:
    """The same, with its database and static files up to the code."""
    given = environment_of(folder, **more)
    prepare = [sys.executable, "-m", "scripts.prepare"]
    subprocess.run(prepare, cwd=ROOT, env=given, check=True, stdout=subprocess.DEVNULL)
    return given


@contextmanager
def installation(
    database: str = "sqlite", folder: Path | None = None, **more: str
) -> Iterator[tuple[Environment, Cluster | None]]:
    """A new one on "sqlite" or on a PostgreSQL server of its own, which writes as carefully as shipped; in this folder,
    which may be a small disk, else in a scratch folder."""
    with ExitStack() as stack:
        small_disk = folder is not None
        # A short name: a socket's path may have 107 bytes.
        folder = folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pj-", dir="/tmp")))
        cluster = None
        if database == "postgresql":
            folder.chmod(0o755)
            cluster = Cluster(folder / "pg", small_disk=small_disk)
            stack.callback(cluster.remove)
            more["DATABASE_URL"] = cluster.url
        yield prepared(folder / "data", **more), cluster


@contextmanager
def set_up(database: str, folder: Path | None = None, **more: str) -> Iterator[tuple[Environment, Cluster | None]]:
    """The same, with Django set up for it in this process."""
    with installation(database, folder, **more) as (environment, cluster):
        os.environ.update(environment)
        django.setup()
        yield environment, cluster


def manage(environment: Environment, *words: str) -> tuple[int, str]:
    """A command of manage.py: its exit status and what it printed."""
    command = [sys.executable, "manage.py", *words]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout + done.stderr).strip()


class Server:
    """`python -m scripts.serve` (or WEB_COMMAND) in a process group of its own, so that all of it can be killed."""

    def __init__(self, environment: Environment, **more: str) -> None:
        self.environment = environment | more
        self.port = int(self.environment["PORT"])
        self.process: subprocess.Popen[bytes]

    def __enter__(self) -> "Server":
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = shlex.split(os.environ.get("WEB_COMMAND", "")) or [sys.executable, "-m", "scripts.serve"]
        with tempfile.TemporaryFile() as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=log, stderr=log, start_new_session=True
            )
            for _try in range(600):
                if self.process.poll() is not None:
                    log.seek(0)
                    raise SystemExit(f"the server stopped at once: {log.read().decode()[-2000:]}")
                if self._answers():
                    return
                time.sleep(0.1)
        raise SystemExit("the server does not answer")

    def _answers(self) -> bool:
        line = HTTPConnection(HOST, self.port, timeout=5)
        try:
            line.request("GET", "/healthz")
            line.getresponse().read()
        except OSError:
            return False
        finally:
            line.close()
        return True

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Stop it as Ctrl+C does."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()

    def cpu_seconds(self) -> float:
        return _cpu_seconds(self.process.pid)


def _cpu_seconds(pid: int) -> float:
    """CPU time of a process and its children, running or ended (Linux)."""
    place = Path(f"/proc/{pid}")
    ticks = place.joinpath("stat").read_text().rpartition(")")[2].split()[11:15]
    running = place.joinpath(f"task/{pid}/children").read_text().split()
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK") + sum(_cpu_seconds(int(child)) for child in running)


_MAIN = """
daemon off;
worker_processes 1;
{user}
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 4096; }}
http {{
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f;
    uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    include {folder}/paiju.conf;
}}
"""


_CERTIFICATE = (
    "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=paiju.example"
    " -keyout privkey.pem -out fullchain.pem"
)


@contextmanager
def nginx(port: int, servers: Sequence[Server], plain: int = 0) -> Iterator[None]:
    """nginx with the files of deploy/nginx in front of these servers, whose PAIJU_ADDRESS is there. `plain`: the port
    without TLS; without one there is no TLS at all."""
    assert NGINX
    with tempfile.TemporaryDirectory(prefix="paiju-nginx-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # it changes its user where root starts it
        lines = " ".join(f"server {HOST}:{each.port};" for each in servers)
        changes = {
            r"(?m)^ *server 127\.0\.0\.1:\d+.*;$": "",
            r"upstream paiju \{": f"upstream paiju {{ {lines}",
            r"listen 443 ssl;": f"listen {HOST}:{port} {'ssl' if plain else 'backlog=4096'};",
            r"listen 80;": f"listen {HOST}:{plain or free_port()};",
            "/etc/ssl/paiju" if plain else r"(?m)^ *ssl_.*;$": name if plain else "",
            "/srv/paiju/deploy/nginx": name,
            r"/var/(cache|log)/nginx": name,
        }
        for file in (ROOT / "deploy" / "nginx").iterdir():
            text = file.read_text()
            for old, new in changes.items():
                text = re.sub(old, new, text)
            (folder / file.name).write_text(text)
        if plain:
            subprocess.run(shlex.split(_CERTIFICATE), cwd=folder, check=True, capture_output=True)
        user = "user root;" if os.geteuid() == 0 else ""
        (folder / "nginx.conf").write_text(_MAIN.format(folder=folder, user=user))
        command = [NGINX, "-c", str(folder / "nginx.conf"), "-p", name, "-e", f"{name}/error.log"]
        with subprocess.Popen(command) as process:
            try:
                _wait_for_nginx(process, port, folder)
                yield
            finally:
                process.terminate()


def _wait_for_nginx(process: subprocess.Popen[bytes], port: int, folder: Path) -> None:
    for _try in range(100):
        if process.poll() is not None:
            raise SystemExit(f"nginx stopped at once: {(folder / 'error.log').read_text()}")
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)) == 0:
                return
        time.sleep(0.05)
    raise SystemExit("nginx does not answer")
