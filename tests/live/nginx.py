"""nginx with the configuration of deploy/nginx, in a folder of its own, in front of servers on this machine."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

DEPLOY = Path(__file__).resolve().parents[2] / "deploy" / "nginx"

# One line for each request that reached the app: the address that it asked for.
_MAIN = """
daemon off;
worker_processes 1;
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 4096; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    keepalive_requests 1000000;
    map $upstream_addr $reached {{ "" 0; default 1; }}
    log_format reached "$request_uri";
    access_log {folder}/reached.log reached if=$reached;
    {cache}
    upstream paiju {{
        {servers}
        keepalive 16;
    }}
    server {{
        listen 127.0.0.1:{port};
        include {deploy}/live.conf;
        location / {{
            proxy_pass http://paiju;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $http_host;
        }}
    }}
}}
"""


class Proxy(NamedTuple):
    """A running nginx."""

    port: int
    folder: Path

    def reached(self) -> Counter[str]:
        """How often each address was asked for at the app so far."""
        log = self.folder / "reached.log"
        return Counter(log.read_text().splitlines()) if log.exists() else Counter()


def found() -> bool:
    """Whether this machine has nginx."""
    return shutil.which("nginx") is not None


@contextmanager
def running(ports: Sequence[int]) -> Iterator[Proxy]:
    """nginx in front of the servers at these ports."""
    with TemporaryDirectory(prefix="paiju-nginx-") as name:
        folder, port = Path(name), _free_port()
        folder.chmod(0o755)  # nginx changes its user where root starts it
        cache = (DEPLOY / "cache.conf").read_text().replace("/var/cache/nginx", str(folder))
        servers = " ".join(f"server 127.0.0.1:{each};" for each in ports)
        config = folder / "nginx.conf"
        config.write_text(_MAIN.format(folder=folder, cache=cache, servers=servers, port=port, deploy=DEPLOY))
        command = ["nginx", "-c", str(config), "-p", str(folder), "-e", str(folder / "error.log")]
        process = subprocess.Popen(command)
        try:
            _wait(process, port, folder)
            yield Proxy(port, folder)
        finally:
            process.terminate()
            process.wait(timeout=10)


def _wait(process: subprocess.Popen[bytes], port: int, folder: Path) -> None:
    for _try in range(100):
        if process.poll() is not None:
            raise SystemExit(f"nginx stopped at once: {(folder / 'error.log').read_text()}")
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit("nginx does not answer")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
