"""A streaming copy of the PostgreSQL server that the tests use, on the same machine."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.faults.cluster import AS, FOLDERS
from tests.lacking import lacking


class Standby:
    """The running copy. `url`: of one database in it."""

    def __init__(self, folder: str, programs: Path, name: str) -> None:
        self.folder, self._programs, self._name = folder, programs, name

    @property
    def url(self) -> str:
        return f"postgres://app@{self.folder.replace('/', '%2F')}/{self._name}"

    def say(self, sql: str) -> object:
        """Ask the copy itself."""
        with psycopg.connect(host=self.folder, user="app", dbname=self._name, autocommit=True) as line:
            row = line.execute(sql).fetchone()  # type: ignore[call-overload]
        return row[0] if row else None

    def pause(self) -> None:
        """From now on it shows what it shows."""
        self.say("SELECT pg_wal_replay_pause()")

    def resume(self) -> None:
        self.say("SELECT pg_wal_replay_resume()")

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses='' -c fsync=off"
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-l", f"{self.folder}/log", "-o", options, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "-w", "stop")

    def copy(self, server: str, user: str) -> None:
        """Take everything that the server has, and go on from there."""
        where = ("-D", f"{self.folder}/data", "-h", server, "-U", user)
        self._run("pg_basebackup", *where, "-X", "stream", "-c", "fast", "-R")

    def _run(self, program: str, *words: str) -> None:
        command = [*AS, str(self._programs / program), *words]
        with open(f"{self.folder}.out", "w") as out:  # no pipe: pg_ctl leaves it to the server
            subprocess.run(command, cwd="/", check=True, stdout=out, stderr=subprocess.STDOUT)


@contextmanager
def standby_of(settings: dict[str, str]) -> Iterator[Standby]:
    """A copy of the server of these settings (`connection.settings_dict`); skips where it cannot be made."""
    found = shutil.which("pg_basebackup", path=str(FOLDERS[-1]) if FOLDERS else None)
    if found is None:
        lacking("no pg_basebackup (apt-get install postgresql)")
    folder = tempfile.mkdtemp(prefix="pg.", dir="/tmp")  # a socket's path may have 107 bytes
    if AS:
        shutil.chown(folder, "nobody")
    standby = Standby(folder, Path(found).parent, settings["NAME"])
    try:
        try:
            standby.copy(settings["HOST"], settings["USER"])
        except subprocess.CalledProcessError:
            lacking(f"this server cannot be copied: {Path(f'{folder}.out').read_text().strip()[:200]}")
        standby.start()
        yield standby
        standby.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        Path(f"{folder}.out").unlink(missing_ok=True)
