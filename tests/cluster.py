"""A PostgreSQL server of its own that writes as carefully as shipped, and can be stopped, killed and started again."""

import os
import random
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda one: int(one.parent.name.split(".")[0]))
INITDB = str(FOLDERS[-1] / "initdb") if FOLDERS else shutil.which("initdb")
TRIES = 60
AS = ["runuser", "-u", "nobody", "--"] if os.geteuid() == 0 else []


class Cluster:
    """The server, in a folder of its own, until `remove`."""

    def __init__(self, folder: Path, *, small_disk: bool = False) -> None:
        """`folder`: a short name, as a socket's path may have 107 bytes. `small_disk`: keep so little of the
        write-ahead log that it fits there, at the price of a checkpoint every few seconds under load."""
        if INITDB is None:
            raise SystemExit("no PostgreSQL server (apt-get install postgresql)")
        self.folder, self.data = folder, folder / "data"
        self._wal = "-c max_wal_size=32MB -c min_wal_size=8MB" if small_disk else ""
        folder.mkdir()
        if AS:
            shutil.chown(folder, "nobody")
        words = ["-U", "app", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"]
        words += ["--wal-segsize=4"] if small_disk else []
        self._run("initdb", "-D", self.data, *words)
        self.start()
        self._run("createdb", "-h", self.folder, "-U", "app", "app")

    @property
    def url(self) -> str:
        return f"postgres://app@{str(self.folder).replace('/', '%2F')}/app"

    def start(self) -> None:
        """Start it and let it repair what a crash left. It refuses while a killed server is still ending."""
        options = f"-k {self.folder} -c listen_addresses='' {self._wal}"
        for left in reversed(range(TRIES)):
            self._forget_the_dead()
            try:
                self._run("pg_ctl", "-D", self.data, "-w", "-l", self.folder / "log", "-o", options, "start")
                return
            except subprocess.CalledProcessError:
                if not left:
                    raise
                time.sleep(0.5)

    def _forget_the_dead(self) -> None:
        """A killed server whose parent has not noticed yet (a zombie) would be taken for one that runs."""
        file = self.data / "postmaster.pid"
        with suppress(FileNotFoundError, IndexError):
            state = Path(f"/proc/{file.read_text().split()[0]}/stat").read_text().rsplit(")", 1)[1].split()[0]
            if state == "Z":
                file.unlink()

    def stop(self) -> None:
        """Stop it at once, as a machine that is switched off."""
        self._run("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop")

    def kill(self) -> None:
        """kill -9 of the server and of every process that serves a connection."""
        for pid in self._processes():
            _kill(pid)

    def kill_connection(self, chance: random.Random) -> None:
        """kill -9 of the process of one connection: the server ends all others and repairs what they left."""
        serving = [pid for pid in self._processes()[1:] if b"app app" in _command(pid)]
        if serving:
            _kill(chance.choice(serving))

    def is_running(self) -> bool:
        try:
            return bool(self._processes())
        except (FileNotFoundError, IndexError):
            return False

    def remove(self) -> None:
        with suppress(subprocess.CalledProcessError):
            self.stop()

    def _processes(self) -> list[int]:
        first = int((self.data / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        return [first, *map(int, children)]

    def _run(self, program: str, *words: object) -> None:
        assert INITDB
        command = [*AS, str(Path(INITDB).with_name(program)), *map(str, words)]
        subprocess.run(command, cwd="/", check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return b""
