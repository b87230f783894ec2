"""限流: one address, program or browser may send so many requests; a hall behind one address is never in the way."""

import asyncio
import json

import pytest

from config.door import Door
from config.limits import MOST_KNOWN, Limits, Rate
from tests.config.test_door import asked, echo, pieces, scope


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def request(address: str = "203.0.113.7", *headers: tuple[str, str], path: str = "/", method: str = "GET") -> dict:
    return scope(method, path, *headers) | {"client": (address, 5000)}


def cookie(session: str) -> tuple[str, str]:
    return "cookie", f"paiju_language=en; sessionid={session}"


def passed(limits: Limits, count: int, *what: object) -> int:
    return sum(limits.wait(request(*what)) == 0 for _ in range(count))  # type: ignore[arg-type]


def test_so_many_at_once_and_then_so_many_a_second() -> None:
    clock = Clock()
    rate = Rate(10, 2, clock)
    assert [rate.wait("a") for _ in range(20)] == [0] * 20
    assert rate.wait("a") == 1
    assert rate.wait("b") == 0
    clock.now += 0.5
    assert [rate.wait("a") for _ in range(6)] == [0] * 5 + [1]


def test_who_is_refused_is_not_counted_and_comes_back_when_told() -> None:
    clock = Clock()
    rate = Rate(1, 3, clock)
    assert [rate.wait("a") for _ in range(100)] == [0] * 3 + [1] * 97
    clock.now += 1
    assert rate.wait("a") == 0


def test_a_hall_of_a_thousand_behind_one_address_is_never_refused() -> None:
    """1,000 phones that load a page of eight files at once and then ask every two seconds, and 64 tables recording."""
    clock = Clock()
    limits = Limits(1000, 30, 0, clock)
    assert passed(limits, 8000) == 8000
    for second in range(120):
        clock.now += 1
        assert passed(limits, 500) == 500
        for table in range(64):
            assert passed(limits, 4, "203.0.113.7", cookie(f"referee{table}")) == 4, second


def test_one_browser_and_one_program_are_stopped_and_nobody_else_behind_the_address() -> None:
    limits = Limits(1000, 30, 0, Clock())
    assert passed(limits, 700, "203.0.113.7", cookie("a")) == 600
    assert passed(limits, 1, "203.0.113.7", cookie("b")) == 1
    assert passed(limits, 700, "203.0.113.7", ("authorization", "Token paiju_x")) == 600
    assert passed(limits, 1, "203.0.113.7") == 1


def test_whoever_makes_up_a_session_each_time_still_counts_as_an_address() -> None:
    limits = Limits(10, 30, 0, Clock())
    got = sum(passed(limits, 1, "203.0.113.7", cookie(str(number))) for number in range(200))
    assert got == 100
    assert passed(limits, 1, "203.0.113.8") == 1


def test_a_proxy_tells_whose_address_it_is_and_nobody_tells_it_of_their_own() -> None:
    limits = Limits(10, 0, 1, Clock())
    for number in range(200):
        forged = ("x-forwarded-for", f"198.51.100.{number}, 203.0.113.7")
        assert (limits.wait(request("127.0.0.1", forged)) == 0) == (number < 100)
    assert limits.wait(request("127.0.0.1", ("x-forwarded-for", "203.0.113.8"))) == 0


def test_this_machine_is_not_counted_and_a_network_of_ipv6_is_one() -> None:
    limits = Limits(1, 1, 0, Clock())
    assert passed(limits, 100, "127.0.0.1", cookie("a")) == 100
    got = sum(limits.wait(request(f"2001:db8::{number:x}")) == 0 for number in range(1, 30))
    assert got == 10
    assert limits.wait(request("2001:db8:0:1::1")) == 0


def test_ipv4_over_a_socket_of_ipv6_is_one_address_each() -> None:
    limits = Limits(1, 1, 0, Clock())
    assert passed(limits, 30, "::ffff:203.0.113.7") == 10
    assert passed(limits, 30, "::ffff:203.0.113.8") == 10


def test_nobody_fills_the_memory() -> None:
    clock = Clock()
    rate = Rate(1, 10, clock)
    for number in range(MOST_KNOWN + 10):
        clock.now += 0.001
        rate.wait(number)
    assert len(rate._due) < MOST_KNOWN


@pytest.mark.parametrize(("language", "words"), [("zh-hant", "秒再試一次"), ("en", "try again")])
def test_the_refusal_says_what_to_do_in_the_language_of_the_device_and_when(language: str, words: str) -> None:
    door = Door(echo, threads=1, seconds=60, limits=Limits(1, 0, 0, Clock()))

    async def run() -> None:
        chosen = ("cookie", f"paiju_language={language}")
        for _ in range(10):
            assert (await asked(door, request("203.0.113.7", chosen)))[0] == 200
        endless = pieces(b"x", whole=False)
        status, headers, body = await asked(door, request("203.0.113.7", chosen, method="POST"), endless)
        assert (status, headers[b"retry-after"]) == (429, b"1")
        assert headers[b"cache-control"] == b"no-store"
        assert words in body.decode()
        status, headers, body = await asked(door, request("203.0.113.7", chosen, path="/api/events/"))
        assert (status, headers[b"content-type"]) == (429, b"application/problem+json")
        assert json.loads(body)["errors"][0]["code"] == "throttled"
        assert (await asked(door, request("203.0.113.7", path="/healthz")))[0] == 200

    asyncio.run(run())


def test_pictures_have_a_limit_of_their_own_and_pages_none_of_it() -> None:
    clock = Clock()
    limits = Limits(1000, 30, 0, clock, pictures=4)
    assert sum(limits.wait(request(), picture=True) == 0 for _ in range(60)) == 40
    assert passed(limits, 100) == 100
    clock.now += 1
    assert sum(limits.wait(request(), picture=True) == 0 for _ in range(60)) == 4
    door = Door(echo, 1, 1, Limits(1000, 30, 0, clock, pictures=0.1))
    picture = request("203.0.113.9", path="/live/en/count.png")
    assert asyncio.run(twice(door, picture)) == [200, 429]


async def twice(door: Door, what: dict) -> list[int]:
    return [(await asked(door, what))[0] for _ in range(2)]
