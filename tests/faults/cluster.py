"""A PostgreSQL server of its own that writes as carefully as shipped, and can be stopped, killed and started again."""

import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda one: int(one.parent.name.split(".")[0]))
TRIES = 60
AS = ["runuser", "-u", "nobody", "--"] if os.geteuid() == 0 else []


class Cluster:
    """The server, in a folder of its own, until `remove`. Raises SystemExit(77) where none is installed."""

    def __init__(self, folder: str) -> None:
        """`folder`: an empty one, of few letters: a socket's path may have 107 bytes."""
        found = str(FOLDERS[-1] / "initdb") if FOLDERS else shutil.which("initdb")
        if not found:
            raise SystemExit("no PostgreSQL server (apt-get install postgresql)")
        self.programs = Path(found).parent
        self.folder = folder
        if AS:
            shutil.chown(self.folder, "nobody")
        self._run(
            "initdb", "-D", self.data, "-U", "app", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--wal-segsize=4"
        )
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
        # What it may set aside fits on a small disk.
        options = f"-k {self.folder} -c listen_addresses='' -c max_wal_size=32MB -c min_wal_size=8MB"
        for tries in range(TRIES):
            self._forget_the_dead()
            try:
                self._run("pg_ctl", "-D", self.data, "-w", "-l", f"{self.folder}/log", "-o", options, "start")
                return
            except subprocess.CalledProcessError:
                if tries == TRIES - 1:
                    raise
                time.sleep(0.5)

    def _forget_the_dead(self) -> None:
        """A killed server that nobody has buried yet (a zombie) would be taken for one that runs."""
        file = Path(self.data) / "postmaster.pid"
        with suppress(FileNotFoundError, IndexError):
            state = Path(f"/proc/{file.read_text().split()[0]}/stat").read_text().rsplit(")", 1)[1].split()[0]
            if state == "Z":
                file.unlink()

    def stop(self) -> None:
        """Stop it at once, as a machine that is switched off."""
        self._run("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop")

    def kill(self) -> None:
        """kill -9 of the server and of every process that serves somebody."""
        _signal(self._all(), signal.SIGKILL)

    def kill_postmaster(self) -> None:
        """kill -9 of the first process alone: the others notice and end."""
        _signal(self._all()[:1], signal.SIGKILL)

    def kill_backend(self, chance: random.Random) -> None:
        """kill -9 of one that serves somebody: the server ends all others, and puts right what they left."""
        serving = [pid for pid in self._all()[1:] if b"app app" in _command(pid)]
        if serving:
            _signal([chance.choice(serving)], signal.SIGKILL)

    def freeze(self) -> None:
        """Stop all of it where it stands; connections stay open."""
        _signal(self._all(), signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        _signal(self._all(), signal.SIGCONT)

    def runs(self) -> bool:
        """Whether the server is there, or has given up (its disk was full)."""
        try:
            return bool(self._all())
        except (FileNotFoundError, IndexError):
            return False

    def _all(self) -> list[int]:
        first = int((Path(self.data) / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        return [first, *map(int, children)]

    def remove(self) -> None:
        subprocess.run(
            [*AS, str(self.programs / "pg_ctl"), "-D", self.data, "-m", "immediate", "-w", "stop"],
            cwd="/",
            check=False,
            capture_output=True,
        )

    def _run(self, program: str, *words: str) -> None:
        subprocess.run(
            [*AS, str(self.programs / program), *words],
            cwd="/",
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def _signal(pids: Sequence[int], number: int) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return b""
