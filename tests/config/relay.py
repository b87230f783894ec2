"""A relay to PostgreSQL that a test can cut, as a failed server or switch does, without harm to other tests."""

import contextlib
import socket
import threading
from pathlib import Path


class Relay:
    """A socket in `folder` that passes everything on to the server; `cut` and `mend` at will."""

    def __init__(self, folder: Path, server: str, port: str = "5432") -> None:
        self.path = folder / f".s.PGSQL.{port}"
        self.server = f"{server}/.s.PGSQL.{port}"
        self.open: list[socket.socket] = []
        self.flows = threading.Event()
        self.flows.set()
        self.mend()

    def mend(self) -> None:
        """Let connections through."""
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.path))
        self.listener.listen(64)
        self.open = [self.listener]
        threading.Thread(target=self._listen, args=(self.listener,), daemon=True).start()

    def cut(self) -> None:
        """End every connection and let no other through."""
        self.path.unlink()
        for end in self.open:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def freeze(self) -> None:
        """Take everything and pass nothing on, as a server that was stopped (SIGSTOP)."""
        self.flows.clear()

    def drop(self) -> None:
        """End every connection, as a server does that starts again at once."""
        self.cut()
        self.mend()

    def _listen(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                near = listener.accept()[0]
                far = socket.socket(socket.AF_UNIX)
                far.connect(self.server)
                self.open += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                self.flows.wait()
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
