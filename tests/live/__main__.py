"""`python -m tests.live`: does what happens on one server show on the other in time, and what reaches the app behind a
cache? Exits 0 only where every bar holds and was tried; the last line has the figures."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.bench import database, servers
from tests.bench.client import Connection
from tests.live import nginx
from tests.on_both import verdict

if TYPE_CHECKING:
    from tests.live.hall import Hall

IN_TIME = 3.0
"""Seconds after which everybody has to see what was recorded."""
OTHER = 1.0
"""Seconds after which another process has to tell of it: it keeps nothing that the database says is old."""
HANDS = 3
"""More would no longer change the first page of the big screen."""
VIEWERS, SECONDS = 1000, 18
LISTENERS = 20
PACE = 1.5
"""Seconds between two questions of a page (static/js/poll.js takes up to a seventh off)."""
MOST_ASKED = 1.2
"""Requests a second and address that reach the app."""
ADDRESSES = ("standings_rows", "screen_rows")


@dataclass
class Figures:
    """What was measured, what of it breaks a bar, and what could not be measured here."""

    said: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def add(self, name: str, value: float, unit: str, most: float) -> None:
        line = f"{name} {value:.2f}{unit} (≤ {most:g})"
        self.said.append(line)
        print(line, flush=True)
        if value > most:
            self.broken.append(line)


def main() -> int:
    figures = Figures()
    with servers.scratch(), ExitStack() as stack:
        database.prepare()
        from tests.live.hall import make_hall

        hall = make_hall()
        one, other = (stack.enter_context(servers.one_more(servers.PRODUCT)).port for _ in range(2))
        print(f"{database.vendor()}: two servers, {hall.event.players.count()} players", flush=True)
        figures.add("other process", max(across(hall, one, other) for _hand in range(HANDS)), " s", OTHER)
        seen_by_browsers(figures, hall, "browsers at the other process", one, other)
        if nginx.found():
            proxy = stack.enter_context(nginx.running([one, other]))
            seen_by_browsers(figures, hall, "browsers behind nginx", one, proxy.port)
            viewers(figures, hall, one, proxy)
        else:
            figures.left_out.append("nginx as a cache: apt-get install nginx")
    word, status = verdict(not figures.broken, figures.left_out)
    print(f"{word} {database.vendor()}: {'; '.join(figures.said)}", flush=True)
    return status


# --- two processes ----------------------------------------------------------------------------------------------------


def across(hall: Hall, one: int, other: int) -> float:
    """How long after a hand was acknowledged by one process the other tells of it, in seconds."""
    where = hall.address("standings_rows", hall.event.slug)
    with Connection(other) as watching:
        mark = watching.get(where).value("etag")
        hall.record(one)
        begin = time.perf_counter()
        while watching.get(where, f"If-None-Match: {mark}\r\n").status == 304:
            time.sleep(0.01)
        return time.perf_counter() - begin


# --- browsers ---------------------------------------------------------------------------------------------------------

_MARKS = "document.querySelector('[data-poll]').innerHTML"


def seen_by_browsers(figures: Figures, hall: Hall, name: str, one: int, shown: int) -> None:
    """Standings, big screen, a table and the page of a player, each open in a browser at `shown`; hands at `one`."""
    with pages(hall, shown) as opened:
        waits: dict[str, float] = dict.fromkeys(opened, 0.0)
        for hand in range(HANDS):
            time.sleep(0.37 * hand)  # not always at the same moment of a second
            for page, wait in seen(hall, opened, one, table=None).items():
                waits[page] = max(waits[page], wait)
        table = {page: opened[page] for page in ("table", "player")}
        waits |= seen(hall, table, one, table=hall)
    for page, wait in waits.items():
        figures.add(f"{name}: {page}", wait, " s", IN_TIME)


def seen(hall: Hall, opened: dict[str, Any], one: int, table: Hall | None) -> dict[str, float]:
    """Record a hand and wait until each page is another than before; those of a table only where it is theirs."""
    watched = {name: page for name, page in opened.items() if table is not None or name in ("standings", "screen")}
    before = {name: page.evaluate(_MARKS) for name, page in watched.items()}
    if table is None:
        hall.record(one)
    else:
        hall.record_at_own(one)
    begin = time.perf_counter()
    waits: dict[str, float] = {}
    while len(waits) < len(watched) and time.perf_counter() - begin < 3 * IN_TIME:
        for name, page in watched.items():
            if name not in waits and page.evaluate(_MARKS) != before[name]:
                waits[name] = time.perf_counter() - begin
        time.sleep(0.02)
    return {name: waits.get(name, 3 * IN_TIME) for name in watched}


@contextmanager
def pages(hall: Hall, port: int) -> Iterator[dict[str, Any]]:
    """The pages, open in browsers of their own."""
    from playwright.sync_api import sync_playwright

    from tests.conftest import chromium

    home, slug = f"http://127.0.0.1:{port}", hall.event.slug
    addresses = {"standings": f"/e/{slug}/standings/", "screen": f"/e/{slug}/screen/"}
    addresses |= {"table": hall.table_address(), "player": f"/me/{slug}/"}
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # playwright has a loop of its own in this thread
    with sync_playwright() as play, play.chromium.launch(executable_path=chromium()) as browser:
        opened = {}
        for name, address in addresses.items():
            context = browser.new_context(locale="zh-HK")
            if name == "player":
                context.add_cookies([{"name": "sessionid", "value": hall.session, "url": home}])
            opened[name] = context.new_page()
            opened[name].goto(home + address)
        time.sleep(1)
        yield opened


# --- a thousand viewers -----------------------------------------------------------------------------------------------


def viewers(figures: Figures, hall: Hall, one: int, proxy: nginx.Proxy) -> None:
    """A thousand phones that ask at their own pace, half of them for the standings, half for the screen, while hands
    are recorded; and somebody who opens a page at any moment."""
    before, stop = proxy.reached(), time.perf_counter() + SECONDS
    watching = [Watching(proxy.port, hall, number, stop) for number in range(LISTENERS)]
    newcomer = threading.Thread(target=open_pages, args=(proxy.port, hall, stop))
    threads = [newcomer, *(threading.Thread(target=each.listen) for each in watching)]
    _each(threads, threading.Thread.start)
    while time.perf_counter() < stop - 1:
        hall.record(one)
        time.sleep(1.3)
    _each(threads, threading.Thread.join)
    after = proxy.reached()
    polls = sum(each.polls for each in watching) / SECONDS
    for name in ADDRESSES:
        where = hall.address(name, hall.event.slug)
        asked = (after[where] - before[where]) / SECONDS
        figures.add(f"{VIEWERS} viewers, {polls:.0f} polls/s: {name} at the app", asked, "/s", MOST_ASKED)
    figures.add("failed polls", sum(each.failed for each in watching), "", 0)


class Watching:
    """Some of the phones, one after the other over one line. They wait as static/js/poll.js does."""

    def __init__(self, port: int, hall: Hall, number: int, stop: float) -> None:
        self.port, self.stop = port, stop
        self.where = hall.address(ADDRESSES[number % len(ADDRESSES)], hall.event.slug)
        self.polls = self.failed = 0

    def listen(self) -> None:
        marks = dict.fromkeys(range(VIEWERS // LISTENERS), "")
        due = dict.fromkeys(marks, 0.0)
        with Connection(self.port) as line:
            while time.perf_counter() < self.stop:
                for phone in [phone for phone, at in due.items() if at <= time.perf_counter()]:
                    answer = line.get(self.where, f"Accept-Encoding: gzip\r\nIf-None-Match: {marks[phone]}\r\n")
                    due[phone] = time.perf_counter() + PACE * random.uniform(0.85, 1)
                    marks[phone] = answer.value("etag") or marks[phone]
                    self.polls += 1
                    self.failed += answer.status not in (200, 304)
                time.sleep(0.005)


def open_pages(port: int, hall: Hall, stop: float) -> None:
    """Opens pages at any moment."""
    with Connection(port) as line:
        while time.perf_counter() < stop:
            for name in ADDRESSES:
                line.get(hall.address(name, hall.event.slug), "Accept-Encoding: gzip\r\n")
            time.sleep(0.17)


def _each(threads: list[threading.Thread], do: Callable[[threading.Thread], None]) -> None:
    for thread in threads:
        do(thread)


if __name__ == "__main__":
    raise SystemExit(main())
