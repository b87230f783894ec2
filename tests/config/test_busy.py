"""忙 Pages are told to ask less often while the site takes long, and only then."""

import asyncio

import pytest

from config.busy import LONG, SELDOM, USUAL, Busy
from config.door import Door
from tests.config.test_door import asked, echo, scope


def after(*seconds: float) -> float:
    busy = Busy()
    for each in seconds:
        busy.took(each)
    return float(busy.poll_after() or 0)


def test_a_site_that_keeps_up_says_nothing() -> None:
    assert after() == after(*[LONG] * 200) == 0
    assert after(*[0.01] * 50, 2.0) == 0  # one answer that took long is no crowd


def test_the_longer_it_takes_the_less_often_pages_ask() -> None:
    assert after(*[2 * LONG] * 200) == pytest.approx(2 * USUAL)
    assert after(*[60.0] * 200) == SELDOM
    assert after(*[60.0] * 200, *[0.01] * 200) == 0


@pytest.mark.parametrize(
    ("path", "query", "headers", "told"),
    [
        ("/live/en/e/final/standings/rows/", b"", [], True),
        ("/me/final/", b"live=1", [("if-none-match", '"1"')], True),
        ("/live/en/e/final/standings/rows/", b"", [("paiju-pace", "1.5")], False),
        ("/g/12/save/", b"", [], False),
    ],
)
def test_only_pages_that_ask_again_are_told(
    path: str, query: bytes, headers: list[tuple[str, str]], *, told: bool
) -> None:
    async def run() -> None:
        door = Door(echo, threads=1, seconds=60)
        for _time in range(200):
            door.busy[door.ordinary].took(1.0)
        _status, said, _body = await asked(door, scope("GET", path, *headers) | {"query_string": query})
        assert (b"poll-after" in said) == told

    asyncio.run(run())
