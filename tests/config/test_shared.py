"""同一答案 What lies below /live/ is asked of the site once for everybody; nothing else is, and nobody is led back."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from config.shared import FRESH, OLDEST, PATIENCE, USABLE, Shared, is_for_all
from config.wsgi_call import Answer, Environ, environ_of
from tests.config.test_door import scope

ROWS = "/live/zh-hant/e/final/standings/rows/"
PUBLIC = (b"cache-control", b"public, s-maxage=2, stale-while-revalidate=10")


def mark(version: int) -> str:
    return f'W/"7-1700000000.000000-{version}-rows-zh-hant-0a1b2c3d"'


class Site:
    """A site with one page for all at some version; `asked`: the versions that it was asked at."""

    def __init__(self) -> None:
        self.version = 1
        self.asked: list[int] = []
        self.more: list[tuple[bytes, bytes]] = [PUBLIC]
        self.status = 200
        self.ready = asyncio.Event()
        self.ready.set()

    async def __call__(self, environ: Environ) -> Answer:
        version = self.version
        self.asked.append(version)
        await self.ready.wait()
        etag = mark(version)
        headers = [(b"etag", etag.encode()), (b"x-accel-expires", b"@1"), (b"x-request-id", b"one's own"), *self.more]
        if environ.get("HTTP_IF_NONE_MATCH") == etag:
            return Answer(304, headers, b"")
        body = f"rows {version}".encode()
        return Answer(self.status, [*headers, (b"content-length", str(len(body)).encode())], body)


def environ(given: str = "", path: str = ROWS, **more: str) -> Environ:
    headers = [("if-none-match", given)] if given else []
    return environ_of(scope("GET", path, ("host", "hall"), *headers) | {"query_string": b""}, b"") | more


def tried(what: Callable[[Shared, Site, list[float]], Any]) -> None:
    async def run() -> None:
        time = [100.0]
        await what(Shared(lambda: time[0]), Site(), time)

    asyncio.run(run())


def test_it_is_asked_of_the_site_once_and_told_to_all() -> None:
    async def what(shared: Shared, site: Site, _time: list[float]) -> None:
        site.ready.clear()
        many = [asyncio.create_task(shared.answer(environ(), site)) for _ in range(50)]
        await asyncio.sleep(0)
        site.ready.set()
        answers = [await each for each in many]
        assert {(one.status, one.body) for one in answers} == {(200, b"rows 1")}
        known = await shared.answer(environ(mark(1)), site)
        assert (known.status, known.body) == (304, b"")
        said = dict(known.headers)
        assert said[b"etag"].decode() == mark(1)
        assert b"x-request-id" not in said
        assert said[b"x-accel-expires"] > b"@1000000000"  # until the end of the second in which it is told
        assert site.asked == [1]

    tried(what)


def test_what_is_new_is_told_as_soon_as_the_last_answer_is_old() -> None:
    async def what(shared: Shared, site: Site, time: list[float]) -> None:
        await shared.answer(environ(), site)
        site.version = 2
        time[0] += FRESH
        assert (await shared.answer(environ(mark(1)), site)).status == 304  # the new one is on its way
        await asyncio.sleep(0)
        assert (await shared.answer(environ(mark(1)), site)).body == b"rows 2"
        site.version = 3
        time[0] += USABLE
        assert (await shared.answer(environ(mark(2)), site)).body == b"rows 3"
        assert site.asked == [1, 2, 3]

    tried(what)


def test_nobody_is_led_back_behind_what_another_worker_has_told() -> None:
    async def what(shared: Shared, site: Site, _time: list[float]) -> None:
        await shared.answer(environ(), site)
        site.version = 5
        assert (await shared.answer(environ(mark(5)), site)).status == 304
        assert (await shared.answer(environ(mark(4)), site)).body == b"rows 5"
        assert (await shared.answer(environ('W/"of-what-stands-in-it"'), site)).body == b"rows 5"

    tried(what)


def test_only_what_the_site_calls_public_is_kept() -> None:
    async def what(shared: Shared, site: Site, _time: list[float]) -> None:
        site.more = [(b"cache-control", b"private, no-cache")]
        for _poll in range(2):
            assert (await shared.answer(environ(), site)).body == b"rows 1"
        site.more, site.status = [PUBLIC], 404
        for _poll in range(2):
            assert (await shared.answer(environ(), site)).status == 404
        assert len(site.asked) == 4

    tried(what)


def test_an_event_that_is_no_longer_public_is_forgotten_at_once() -> None:
    async def what(shared: Shared, site: Site, time: list[float]) -> None:
        await shared.answer(environ(), site)
        time[0] += USABLE
        site.status = 404
        assert (await shared.answer(environ(), site)).status == 404
        assert (await shared.answer(environ(mark(1)), site)).status != 200

    tried(what)


def test_answers_differ_by_what_they_may_depend_on() -> None:
    async def what(shared: Shared, site: Site, _time: list[float]) -> None:
        others = [
            environ(),
            environ(HTTP_ACCEPT_ENCODING="gzip, br"),
            environ(HTTP_HOST="other"),
            environ(HTTP_X_FORWARDED_PROTO="https"),
            environ(path="/live/en/e/final/standings/rows/"),
        ]
        for one in others:
            await shared.answer(one, site)
        assert len(site.asked) == len(others)

    tried(what)


def test_an_error_reaches_who_waits_and_the_next_one_asks_again() -> None:
    async def what(shared: Shared, site: Site, _time: list[float]) -> None:
        async def broken(_environ: Environ) -> Answer:
            raise ValueError("the lane is full")

        for _poll in range(2):
            with pytest.raises(ValueError, match="the lane is full"):
                await shared.answer(environ(), broken)
        assert (await shared.answer(environ(), site)).status == 200

    tried(what)


def test_what_may_depend_on_who_asks_goes_to_the_site() -> None:
    assert is_for_all(environ())
    assert not is_for_all(environ(path="/e/final/standings/"))
    assert not is_for_all(environ(QUERY_STRING="a=1"))
    assert not is_for_all(environ(REQUEST_METHOD="POST"))
    assert not is_for_all(environ(HTTP_PAIJU_PACE="1.5"))


def test_a_busy_site_keeps_nobody_waiting() -> None:
    async def what(shared: Shared, site: Site, time: list[float]) -> None:
        await shared.answer(environ(), site)
        site.version = 2
        site.ready.clear()
        time[0] += OLDEST - 1
        async with asyncio.timeout(20 * PATIENCE):
            assert (await shared.answer(environ(), site)).body == b"rows 1"
            newer = await shared.answer(environ(mark(2)), site)  # of another worker
        assert (newer.status, dict(newer.headers)[b"etag"]) == (304, mark(2).encode())
        time[0] += 1
        waits = asyncio.create_task(shared.answer(environ(), site))
        await asyncio.sleep(2 * PATIENCE)
        assert not waits.done()
        site.ready.set()
        assert (await waits).body == b"rows 2"
        assert site.asked == [1, 2]

    tried(what)
