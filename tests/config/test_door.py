"""門 The door: it waits for bodies beside the threads, and what takes long never stands before what does not."""

import asyncio
import json
from collections.abc import Callable, Iterable
from threading import Event
from typing import Any

import pytest
from django.urls import reverse

from config import door as doors
from config.door import Door
from config.lanes import Full, Lane

Sent = list[dict[str, Any]]


def scope(method: str, path: str, *headers: tuple[str, str]) -> dict[str, Any]:
    return {
        "type": "http",
        "method": method,
        "raw_path": path.encode(),
        "query_string": b"a=1",
        "http_version": "1.1",
        "scheme": "http",
        "server": ("127.0.0.1", "8000"),
        "client": ("10.0.0.1", "5000"),
        "headers": [(name.encode(), value.encode()) for name, value in headers],
    }


def pieces(*parts: bytes, whole: bool = True) -> Callable[[], Any]:
    """What comes in; with `whole=False` nothing more comes, and nothing tells that the client is gone."""
    waiting = [
        {"type": "http.request", "body": part, "more_body": not whole or place < len(parts) - 1}
        for place, part in enumerate(parts)
    ]

    async def receive() -> dict[str, Any]:
        if not waiting:
            await asyncio.Event().wait()
        return waiting.pop(0)

    return receive


async def left() -> dict[str, Any]:
    return {"type": "http.disconnect"}


def echo(environ: dict[str, Any], start_response: Callable[..., None]) -> Iterable[bytes]:
    """A site that tells what it was asked."""
    told = {name: value for name, value in environ.items() if isinstance(value, str)}
    told["body"] = environ["wsgi.input"].read().decode()
    start_response("200 OK", [("Content-Type", "application/json")])
    return [json.dumps(told).encode()]


async def asked(door: Door, what: dict[str, Any], receive: Callable[[], Any] | None = None) -> tuple[int, Any, bytes]:
    sent: Sent = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await door(what, receive or pieces(), send)
    if not sent:
        return 0, {}, b""
    return sent[0]["status"], dict(sent[0]["headers"]), sent[1]["body"]


def ask(what: dict[str, Any], receive: Callable[[], Any] | None = None, **given: Any) -> tuple[int, Any, bytes]:
    door = Door(given.pop("site", echo), threads=1, seconds=given.pop("seconds", 60))
    answer = asyncio.run(asked(door, what, receive))
    assert door.held == 0
    return answer


@pytest.mark.parametrize(
    "charset", ["charset=hex", " Charset = unicode_escape", "charset*=utf-8''hex", 'charset="utf-7"']
)
def test_every_request_is_read_as_utf8(charset: str) -> None:
    """Django would read the address as what stands here, and know no answer where that is no text."""
    what = scope("POST", "/", ("content-type", f"text/plain;{charset}; a=b"))
    _status, _headers, body = ask(what)
    assert json.loads(body)["CONTENT_TYPE"] == "text/plain; a=b"


def test_the_site_gets_a_body_that_came_in_pieces_and_its_length() -> None:
    what = scope("POST", "/a%20b/%E7%89%8C", ("transfer-encoding", "chunked"), ("content-type", "text/plain"))
    status, headers, body = ask(what, pieces(b"abc", b"", b"de"))
    told = json.loads(body)
    assert (status, int(headers[b"content-length"])) == (200, len(body))
    assert told["body"] == "abcde"
    assert told["CONTENT_LENGTH"] == "5"
    assert told["CONTENT_TYPE"] == "text/plain"
    assert told["PATH_INFO"].encode("latin-1").decode() == "/a b/牌"
    assert (told["QUERY_STRING"], told["REMOTE_ADDR"]) == ("a=1", "10.0.0.1")
    assert "HTTP_TRANSFER_ENCODING" not in told


def test_headers_arrive_as_a_proxy_sent_them_and_forged_ones_do_not() -> None:
    lines = [("cookie", "a=1"), ("cookie", "b=2"), ("x-forwarded-for", "1.1.1.1"), ("x_forwarded_for", "6.6.6.6")]
    told = json.loads(ask(scope("GET", "/", *lines))[2])
    assert told["HTTP_COOKIE"] == "a=1; b=2"
    assert told["HTTP_X_FORWARDED_FOR"] == "1.1.1.1"


def test_a_head_request_gets_the_length_and_no_body() -> None:
    _status, headers, body = ask(scope("HEAD", "/"))
    assert body == b""
    assert int(headers[b"content-length"]) > 0


def test_a_body_that_does_not_come_is_refused_in_words_at_its_deadline() -> None:
    what = scope("POST", "/api/score/", ("content-length", "5000"), ("accept-language", "en"))
    status, headers, body = ask(what, pieces(b"{", whole=False), seconds=0.05)
    assert status == 408
    assert headers[b"connection"] == b"close"
    assert json.loads(body)["errors"][0]["code"] == "too_slow"
    page = ask(scope("POST", "/sign-in/", ("content-length", "9")), pieces(b"a", whole=False), seconds=0.05)[2]
    assert "沒有儲存" in page.decode()


def test_twenty_half_sent_bodies_take_no_thread() -> None:
    async def run() -> None:
        door = Door(echo, threads=1, seconds=60)
        what = scope("POST", "/api/score/", ("content-length", "5000"))
        hanging = [asyncio.create_task(asked(door, what, pieces(b"{", whole=False))) for _ in range(20)]
        await asyncio.sleep(0)
        assert (await asked(door, scope("GET", "/")))[0] == 200
        assert not any(each.done() for each in hanging)
        assert door.held == 20
        for each in hanging:
            each.cancel()
        await asyncio.gather(*hanging, return_exceptions=True)
        assert door.held == 0

    asyncio.run(run())


def test_a_client_that_leaves_is_forgotten() -> None:
    assert ask(scope("POST", "/", ("content-length", "5000")), left)[0] == 0


@pytest.mark.parametrize("headers", [[("content-length", "11")], [("transfer-encoding", "chunked")]])
def test_too_large_a_body_is_refused_in_words(headers: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "MOST_BYTES", 10)
    status, _headers, body = ask(scope("POST", "/api/score/", *headers), pieces(b"123456", b"78901"))
    assert status == 413
    assert json.loads(body)["errors"][0]["code"] == "too_large"


def test_who_asks_first_is_told_before_sending(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "MOST_BYTES", 10)
    what = scope("POST", "/", ("content-length", "11"), ("expect", "100-continue"))
    assert ask(what, pieces(whole=False))[0] == 413


def test_bodies_together_have_a_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "MOST_HELD", 10)
    monkeypatch.setattr(doors, "LARGE", 8)
    status, headers, body = ask(scope("POST", "/", ("content-length", "12")), pieces(b"123456", b"789012"))
    assert status == 503
    assert headers[b"retry-after"] == b"5"
    assert "請等幾秒" in body.decode()


def test_large_bodies_that_never_end_do_not_keep_small_ones_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "MOST_HELD", 100)
    monkeypatch.setattr(doors, "LARGE", 50)

    async def run() -> None:
        door = Door(echo, threads=1, seconds=60)
        endless = asyncio.create_task(
            asked(door, scope("POST", "/", ("content-length", "120")), pieces(b"x" * 100, whole=False))
        )
        await asyncio.sleep(0)
        assert door.held == 100
        hand = scope("POST", "/g/12/save/", ("content-length", "20"))
        assert (await asked(door, hand, pieces(b"y" * 20)))[0] == 200
        photo = scope("POST", "/g/12/ruling/", ("content-length", "60"))
        assert (await asked(door, photo, pieces(b"z" * 60)))[0] == 503
        endless.cancel()

    asyncio.run(run())


SLOW = [
    ("GET", reverse("tournaments:links", args=["final"]), b""),
    ("GET", reverse("tournaments:staff_slips", args=["final"]), b""),
    ("POST", reverse("accounts:sign_in"), b""),
    ("POST", reverse("accounts:password"), b""),
    ("POST", reverse("accounts:first_account"), b""),
    ("POST", reverse("accounts:add_person"), b""),
    ("POST", reverse("accounts:reset_password", args=[3]), b""),
    ("POST", reverse("tournaments:create_member", args=["final"]), b""),
    ("GET", reverse("tournaments:card_pdf", args=[12]), b""),
    ("POST", reverse("api:score"), b"x"),  # a small body can be a minute's work
    ("POST", reverse("api:replay"), b"x" * 100_000),
    ("GET", reverse("api-schema"), b""),
    ("GET", reverse("api-docs"), b""),
    ("POST", reverse("tournaments:draw_round", args=["final", 1]), b""),
    ("POST", reverse("tournaments:seat_otherwise", args=["final", 1]), b""),
    ("POST", reverse("tournaments:draw_line", args=["final", 1, 1]), b""),
    ("POST", reverse("tournaments:import_players", args=["final"]), b"x" * 100_000),
]


@pytest.mark.parametrize(("method", "path", "body"), SLOW)
def test_what_takes_long_does_not_stand_before_the_rest(method: str, path: str, body: bytes) -> None:
    go_on = Event()

    def site(environ: dict[str, Any], start_response: Callable[..., None]) -> Iterable[bytes]:
        if environ["PATH_INFO"] == path:
            assert go_on.wait(60)
        return echo(environ, start_response)

    async def run() -> None:
        door = Door(site, threads=1, seconds=60)
        what = scope(method, path, ("content-length", str(len(body))))
        slow = [asyncio.create_task(asked(door, what, pieces(body))) for _ in range(40)]
        await asyncio.sleep(0)
        for quick in (scope("GET", "/"), scope("POST", "/g/12/save/"), scope("GET", "/g/12/card/")):
            assert (await asked(door, quick))[0] == 200
        assert not any(each.done() for each in slow)
        go_on.set()
        assert {(await each)[0] for each in slow} == {200}

    asyncio.run(run())


def test_a_lane_refuses_whom_it_could_not_serve_in_time() -> None:
    go_on = Event()

    async def run() -> None:
        lane: Lane[bool] = Lane("narrow", 1, 2)
        waiting = [asyncio.create_task(lane.run(go_on.wait)) for _ in range(2)]
        await asyncio.sleep(0)
        while len(waiting) < 4:
            try:
                await asyncio.wait_for(lane.run(go_on.wait), 0.01)
            except TimeoutError:
                waiting.append(waiting[0])
            except Full:
                break
        go_on.set()
        assert all([await each for each in waiting])

    asyncio.run(run())


def test_an_error_of_the_site_is_raised_and_the_lane_goes_on() -> None:
    def broken(_environ: dict[str, Any], _start_response: Callable[..., None]) -> Iterable[bytes]:
        raise RuntimeError("broken")

    async def run() -> None:
        door = Door(broken, threads=1, seconds=60)
        for _ in range(2):
            with pytest.raises(RuntimeError, match="broken"):
                await asked(door, scope("GET", "/"))

    asyncio.run(run())


def test_who_looks_on_does_not_stand_before_who_records() -> None:
    go_on = Event()

    def site(environ: dict[str, Any], start_response: Callable[..., None]) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "GET" and not environ["PATH_INFO"].startswith("/g/"):
            assert go_on.wait(60)
        return echo(environ, start_response)

    async def run() -> None:
        door = Door(site, threads=1, seconds=60)
        watched = [f"/e/final/{page}/" for page in ("standings", "screen", "room")]
        watched += ["/me/final/", "/live/en/e/final/standings/rows/", "/e/final/"]
        looking = [asyncio.create_task(asked(door, scope("GET", path))) for path in watched for _time in range(10)]
        await asyncio.sleep(0)
        for quick in (scope("GET", "/g/12/win/"), scope("POST", "/g/12/save/"), scope("POST", "/e/final/rounds/")):
            assert (await asked(door, quick))[0] == 200
        assert not any(each.done() for each in looking)
        go_on.set()
        assert {(await each)[0] for each in looking} == {200}

    asyncio.run(run())
