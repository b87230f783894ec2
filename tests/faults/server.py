"""The web server under its own process group, so that all of it can be killed in one moment."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence

from tests.rehearse.server import ROOT, _wait


class Served:
    """`scripts.serve` in an environment; started again after each kill."""

    def __init__(self, environment: dict[str, str], under: Sequence[str] = ()) -> None:
        """`under`: a program that starts it and looks on."""
        self.environment, self.under = environment, under
        self.port = int(environment["PORT"])
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.process = subprocess.Popen(
            [*self.under, sys.executable, "-m", "scripts.serve"],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        _wait(self.process, self.port)

    def kill(self) -> None:
        """kill -9 of all of it."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """As Ctrl+C does."""
        assert self.process is not None
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()

    def again(self) -> None:
        """After a kill: a pause as long as a supervisor's, and up."""
        time.sleep(0.2)
        self.start()
