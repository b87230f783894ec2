"""What tests of scripts share: an installation that is prepared once for all processes and copied."""

import fcntl
import hashlib
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scripts.prepare import static_sources
from tests.databases import migrations_digest
from tests.served import ROOT, Environment, environment_of, prepared

EVENT = "from tests.tournaments.factories import make_event; make_event('evening')"


def copied(folder: Path, **more: str) -> Environment:
    """The environment of a new installation in this folder, with an event "evening" and a secret key of its own."""
    shutil.copytree(_prepared_once(), folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("secret_key"))
    return environment_of(folder, **more)


def _prepared_once() -> Path:
    room = ROOT / "var" / "tests"
    room.mkdir(parents=True, exist_ok=True)
    mark = hashlib.sha256("\n".join([migrations_digest(), *static_sources()]).encode()).hexdigest()[:16]
    kept = room / f"installation-{mark}"
    with (room / "installation.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            for old in room.glob("installation-*"):
                shutil.rmtree(old)
            environment = prepared(room / "installation-new")
            subprocess.run([sys.executable, "manage.py", "shell", "-c", EVENT], cwd=ROOT, env=environment, check=True)
            (room / "installation-new").rename(kept)
    return kept


@contextmanager
def started(environment: Environment) -> Iterator["subprocess.Popen[str]"]:
    """The server as `make run` starts it, once it has said where it is."""
    command = [sys.executable, "-m", "scripts.serve"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert environment["PORT"] in process.stdout.readline()
        yield process
        process.send_signal(signal.SIGINT)


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """One for all tests of a process that do not need their own."""
    return copied(tmp_path_factory.mktemp("data"))
