"""旁邊 Pages for those who look on come from a process beside the workers, or from the worker where it is away."""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from config.beside import PUBLIC, WATCHING, Away, Beside, Maker
from config.door import Door
from config.lanes import Full
from config.wsgi_call import Environ, environ_of
from tests.config.test_door import asked, echo, scope
from tournaments.web.follow import FOLLOWS, Follows

HOLDER = ("session", "kept", 5, 1)


def site(environ: Environ, start_response: Callable[..., Any]) -> list[bytes]:
    """Says what was asked, of an own page also what it depends on; fails at one address."""
    if environ["PATH_INFO"] == "/me/broken/":
        raise OSError("broken")
    if environ["PATH_INFO"] == "/me/final/":
        environ[FOLLOWS] = Follows(7, frozenset({"event 7"}), float("inf"), HOLDER)
    start_response("200 OK", [("ETag", '"1"')])
    return [environ["PATH_INFO"].encode(), environ["wsgi.input"].read()]


def environ(path: str = "/me/final/") -> Environ:
    return environ_of(scope("GET", path, ("cookie", "sessionid=a")), b"")


def tried(folder: Path, what: Callable[[Beside, asyncio.Task[None]], Awaitable[None]]) -> None:
    async def run() -> None:
        socket = folder / "beside"
        process = asyncio.create_task(Maker(site, 2).serve(str(socket)))
        while not socket.exists():
            await asyncio.sleep(0.001)
        await what(Beside([str(socket)]), process)
        process.cancel()

    asyncio.run(run())


def test_it_answers_as_the_site_does(tmp_path: Path) -> None:
    async def what(beside: Beside, _process: asyncio.Task[None]) -> None:
        page = environ()
        given = await beside.answer(WATCHING, page)
        assert (given.status, given.body) == (200, b"/me/final/")
        assert given.headers == [(b"etag", b'"1"'), (b"content-length", b"10")]
        assert page[FOLLOWS] == Follows(7, frozenset({"event 7"}), float("inf"), HOLDER)
        paths = [f"/live/{number}/" for number in range(50)]
        many = await asyncio.gather(*(beside.answer(PUBLIC, environ(path)) for path in paths))
        assert [one.body.decode() for one in many] == paths

    tried(tmp_path, what)


def test_a_worker_makes_the_page_itself_where_nobody_is_beside(tmp_path: Path) -> None:
    async def run() -> None:
        door = Door(echo, threads=1, seconds=60, beside=Beside([str(tmp_path / "nobody")]))
        status, _said, _body = await asked(door, scope("GET", "/e/final/"))
        assert status == 200

    asyncio.run(run())


def test_what_cannot_be_made_there_is_told(tmp_path: Path) -> None:
    async def what(beside: Beside, _process: asyncio.Task[None]) -> None:
        for path in ("/me/broken/", "/me/broken/"):
            with pytest.raises(Away):
                await beside.answer(WATCHING, environ(path))
        assert (await beside.answer(WATCHING, environ())).status == 200

    tried(tmp_path, what)


def test_too_many_are_refused(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("config.beside.MOST", 0)

    async def what(beside: Beside, _process: asyncio.Task[None]) -> None:
        with pytest.raises(Full):
            await beside.answer(WATCHING, environ())

    tried(tmp_path, what)


def test_it_ends_with_the_server_and_is_missed_by_nobody(tmp_path: Path) -> None:
    """The process itself: it ends when its standard input does, and a worker hears of it."""
    socket = tmp_path / "s"
    code = "from config import beside; from tests.config.test_beside import site; import asyncio, sys, threading; "
    code += "threading.Thread(target=beside._end_with_the_server, args=(sys.argv[1],), daemon=True).start(); "
    code += "asyncio.run(beside.Maker(site, 1).serve(sys.argv[1]))"

    async def run() -> None:
        with subprocess.Popen([sys.executable, "-c", code, str(socket)], stdin=subprocess.PIPE) as process:
            while not socket.exists():
                await asyncio.sleep(0.01)
            beside = Beside([str(socket)])
            assert (await beside.answer(WATCHING, environ())).status == 200
            assert process.stdin
            process.stdin.close()
            await asyncio.to_thread(process.wait)
            await asyncio.sleep(0.01)
            with pytest.raises(Away):
                await beside.answer(WATCHING, environ())

    asyncio.run(run())
