"""A PostgreSQL server of its own that writes as carefully as shipped, and can be stopped, killed and started again."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda one: int(one.parent.name.split(".")[0]))
TRIES = 60
AS = ["runuser", "-u", "nobody", "--"] if os.geteuid() == 0 else []


class Cluster:
    """The server, in a folder that is thrown away by `remove`. Raises SystemExit(77) where none is installed."""

    def __init__(self) -> None:
        found = str(FOLDERS[-1] / "initdb") if FOLDERS else shutil.which("initdb")
        if not found:
            raise SystemExit("no PostgreSQL server (apt-get install postgresql)")
        self.programs = Path(found).parent
        self.folder = tempfile.mkdtemp(prefix="pg.", dir="/tmp")  # a socket's path may have 107 bytes
        if AS:
            shutil.chown(self.folder, "nobody")
        self._run("initdb", "-D", self.data, "-U", "app", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
        self.start()
        self._run("createdb", "-h", self.folder, "-U", "app", "app")

    @property
    def data(self) -> str:
        return f"{self.folder}/data"

    @property
    def url(self) -> str:
        return f"postgres://app@{self.folder.replace('/', '%2F')}/app"

    def start(self) -> None:
        """Start it; what a crash left is put right first. It refuses while a killed server still ends."""
        options = f"-k {self.folder} -c listen_addresses=''"
        for tries in range(TRIES):
            try:
                self._run("pg_ctl", "-D", self.data, "-w", "-l", f"{self.folder}/log", "-o", options, "start")
                return
            except subprocess.CalledProcessError:
                if tries == TRIES - 1:
                    raise
                time.sleep(0.5)

    def stop(self) -> None:
        """Stop it at once, as a machine that is switched off."""
        self._run("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop")

    def kill(self) -> None:
        """kill -9 of the server and of every process that serves somebody."""
        first = int((Path(self.data) / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for pid in [first, *map(int, children)]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue

    def remove(self) -> None:
        subprocess.run(
            [*AS, str(self.programs / "pg_ctl"), "-D", self.data, "-m", "immediate", "-w", "stop"],
            cwd="/",
            check=False,
            capture_output=True,
        )
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *words: str) -> None:
        subprocess.run(
            [*AS, str(self.programs / program), *words],
            cwd="/",
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
