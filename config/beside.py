"""旁邊 Pages for those who look on are made in a process beside the workers, which gives way to them.

On a busy machine a worker that draws the page of a player and records a hand does both at half the speed. Here the
system itself prefers whoever records (`NICE`), Python's lock is shared with nobody who looks on, and what is made once
a change for everybody is made once for all workers. Where the process is away (it starts, or somebody ended it) a
worker makes the pages itself.
"""

import asyncio
import marshal
import os
import signal
import sys
import threading
import zlib
from contextlib import suppress
from functools import partial
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any

from config.lanes import Full, Lane
from config.threads import GIVES_WAY, watchers
from config.wsgi_call import Answer, Environ, answer
from tournaments.web.follow import FOLLOWS, Follows

PLACE = "PAIJU_BESIDE"
"""Variable of the environment: the sockets of these processes (scripts/serve.py)."""
NICE = 10
"""A processor that both want is theirs for a tenth."""
PUBLIC, WATCHING = "public", "watching"
MOST = 1000
"""Questions of one worker that wait for one process."""
AGAIN = 1.0
"""Seconds after which a worker looks whether a process that was away is back."""
_LENGTH = 4
_OF_A_THREAD = ("wsgi.input", "wsgi.errors")


class Away(Exception):
    """There is no such process, or it went before it answered."""


class Beside:
    """The processes beside, as one worker asks them."""

    def __init__(self, sockets: list[str]) -> None:
        self._lines = [_Line(socket) for socket in sockets]

    async def answer(self, lane: str, environ: Environ) -> Answer:
        """The answer of the site to a request without a body. Raises Away, and Full where too many wait."""
        if not self._lines or environ["CONTENT_LENGTH"] != "0":
            raise Away
        whose = "" if lane == PUBLIC else environ.get("HTTP_COOKIE", "")
        place = zlib.crc32(f"{environ['PATH_INFO']} {whose}".encode()) % len(self._lines)
        return await self._lines[place].ask(lane, environ)


class _Line:
    """A connection to one process. Many questions at once, each with its number."""

    def __init__(self, socket: str) -> None:
        self._socket = socket
        self._numbers = count()
        self._waiting: dict[int, asyncio.Future[tuple[Any, ...]]] = {}
        self._writer: asyncio.StreamWriter | None = None
        self._opening: asyncio.Task[None] | None = None
        self._tried_at = -AGAIN

    async def ask(self, lane: str, environ: Environ) -> Answer:
        if len(self._waiting) >= MOST:
            raise Full(lane)
        if self._writer is None:
            await self._open()
        if self._writer is None:
            raise Away
        number = next(self._numbers)
        waits = self._waiting[number] = asyncio.get_running_loop().create_future()
        plain = {name: value for name, value in environ.items() if name not in _OF_A_THREAD}
        try:
            self._writer.write(packed((number, lane, plain)))
            status, headers, body, follows = await waits
        finally:
            self._waiting.pop(number, None)
        if follows is not None:
            environ[FOLLOWS] = Follows(*follows)
        return Answer(status, headers, body)

    async def _open(self) -> None:
        """Once for all who come meanwhile, and not again at once where nobody is there."""
        loop = asyncio.get_running_loop()
        if self._opening is None:
            if loop.time() < self._tried_at + AGAIN:
                return
            self._tried_at = loop.time()
            self._opening = loop.create_task(self._opened())
        await asyncio.shield(self._opening)

    async def _opened(self) -> None:
        try:
            with suppress(OSError):
                reader, self._writer = await asyncio.open_unix_connection(self._socket)
                self._hearing = asyncio.get_running_loop().create_task(self._hear(reader))
        finally:
            self._opening = None

    async def _hear(self, reader: asyncio.StreamReader) -> None:
        try:
            while True:
                number, *said = await unpacked(reader)
                waits = self._waiting.get(number)
                if waits is not None and not waits.done():
                    waits.set_result(tuple(said)) if said else waits.set_exception(Away())
        except (OSError, EOFError):
            pass
        finally:
            self._writer = None
            for waits in self._waiting.values():
                if not waits.done():
                    waits.set_exception(Away())


def packed(what: tuple[Any, ...]) -> bytes:
    """A message: its length and itself, of plain values alone."""
    said = marshal.dumps(what)
    return len(said).to_bytes(_LENGTH) + said


async def unpacked(reader: asyncio.StreamReader) -> Any:
    """The next message. Raises EOFError (asyncio.IncompleteReadError) at the end."""
    length = int.from_bytes(await reader.readexactly(_LENGTH))
    return marshal.loads(await reader.readexactly(length))  # noqa: S302 - of our own process, in a folder of our own


class Maker:
    """The process itself: answers what workers ask. What is for everybody waits behind nobody's own page."""

    def __init__(self, application: Any, threads: int) -> None:
        self.application = application
        self.lanes: dict[str, Lane[Answer]] = {
            PUBLIC: Lane(PUBLIC, 1, 10 * MOST),
            WATCHING: Lane(WATCHING, threads, 10 * MOST),
        }

    async def serve(self, socket: str) -> None:
        """For ever."""
        server = await asyncio.start_unix_server(self._met, socket)
        await server.serve_forever()

    async def _met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A worker, until it leaves."""
        working: set[asyncio.Task[None]] = set()
        with suppress(OSError, EOFError):
            while True:
                number, lane, environ = await unpacked(reader)
                task = asyncio.create_task(self._answered(writer, number, lane, environ))
                working.add(task)
                task.add_done_callback(working.discard)
        writer.close()

    async def _answered(self, writer: asyncio.StreamWriter, number: int, lane: str, environ: Environ) -> None:
        environ |= {"wsgi.input": BytesIO(), "wsgi.errors": sys.stderr}
        said: tuple[Any, ...] = ()
        try:
            given = await self.lanes[lane].run(partial(answer, self.application, environ))
            follows = environ.get(FOLLOWS)
            said = (given.status, given.headers, given.body, None if follows is None else tuple(follows))
        finally:
            if not writer.is_closing():
                writer.write(packed((number, *said)))


def main() -> None:
    """`python -m config.beside SOCKET`, until standard input ends with the server that started it."""
    socket = sys.argv[1]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, args=(socket,), daemon=True).start()
    from config.wsgi import application

    sys.setswitchinterval(GIVES_WAY)
    os.nice(NICE)
    asyncio.run(Maker(application, watchers()).serve(socket))


def _end_with_the_server(socket: str) -> None:
    sys.stdin.buffer.read()
    Path(socket).unlink(missing_ok=True)
    with suppress(OSError):
        Path(socket).parent.rmdir()
    os._exit(0)


if __name__ == "__main__":
    main()
