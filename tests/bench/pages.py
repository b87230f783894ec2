"""Pages in an event of 2,000 players at 500 tables, against bare views of another site on the same server and database.

- recording: the POST that saves a hand in the middle of a game; the bare view: signed in, CSRF, one transaction that
  locks a row, adds one and adds eight, a small template
- an unchanged poll of the standings; the bare view returns a word
- an unchanged poll of a player's own page; the bare view reads the session and one row
- the standings rebuilt after a hand: CPU time of the server
- the first page on a slow phone, by Chromium's throttling
"""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

from tests.bench.figures import Figure, plain, ratio
from tests.load.people import POLL, Freshness, recorder_at
from tests.load.wire import CSRF, Device, Figures
from tests.rehearse.people import at
from tests.served import HOST, Server, free_port, manage, set_up

TABLES, SEATED = 500, 6
"""Tables of the event, and how many of them play."""
BEFORE, HANDS, POLLS, BUILDS = 6, 8, 40, 7
"""Hands of a game before the clock starts and those that are timed; polls in a round; how often standings are made."""
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
"""150 ms, 1.6 Mbit/s down and 750 kbit/s up."""
PHONE = {"width": 390, "height": 844}
KILOBYTES, REQUESTS = 80, 10


def figures(database: str, tables: int = TABLES, hands: int = HANDS, builds: int = BUILDS) -> list[Figure]:
    with ExitStack() as stack:
        environment, _cluster = stack.enter_context(set_up(database))
        floor = environment | {"DJANGO_SETTINGS_MODULE": "tests.bench.floor.settings"}
        status, words = manage(floor, "migrate", "--run-syncdb")
        if status:
            raise SystemExit(words)
        from tests.load.hall import fill

        hall = fill(tables, played=True)
        product = stack.enter_context(Server(environment))
        bare = stack.enter_context(Server(floor, PORT=str(free_port())))
        found = asyncio.run(_Pages(database, hall, product, bare).measured(hands, builds))
        return [*found, *first_page(database, product.port, hall.event.slug)]


class _Pages:
    def __init__(self, database: str, hall: Any, product: Server, bare: Server) -> None:
        self.subject, self.hall, self.product = f"pages, {database}", hall, product
        self.figures = Figures()
        referee = {"sessionid": hall.referees[0], "csrftoken": CSRF}
        self.device = Device(product.port, 1, self.figures, referee)
        self.bare = Device(bare.port, 1, self.figures, referee)
        player = {"sessionid": hall.players[0]}
        self.own, self.bare_own = (Device(port, 2, self.figures, player) for port in (product.port, bare.port))
        self.recorders = [recorder_at(hall, place, product.port, self.figures, Freshness()) for place in range(SEATED)]

    async def measured(self, hands: int, builds: int) -> list[Figure]:
        for _hand in range(BEFORE):
            await self._round()
        self.figures.begin()
        for _hand in range(hands):
            await self._round()
        players = f"{len(self.hall.players):,} players"
        found = [self._ratio("recording a hand: p50", "record", "bare", SEATED, "≤ 2.2")]
        where = await self._address("standings")
        await self._polls("poll", self.device, where, "bare poll", self.bare, "/nothing/")
        found.append(self._ratio(f"standings of {players}, unchanged: p50", "poll", "bare poll", POLLS, "≤ 3"))
        where = await self._address("me", self.own)
        await self._polls("own poll", self.own, where, "bare own poll", self.bare_own, "/read/1/")
        found.append(self._ratio("own page, unchanged: p50", "own poll", "bare own poll", POLLS, "≤ 3"))
        built = [await self._rebuilt() for _time in range(builds)]
        found.append(plain(self.subject, f"standings of {players} rebuilt: CPU time", built, "ms", target="≤ 400"))
        if self.figures.failed:
            raise SystemExit(self.figures.failed[0])
        return found

    async def _round(self) -> None:
        """A hand at each table that plays, and the bare view after each."""
        for place, recorder in enumerate(self.recorders, 1):
            await recorder.hand()
            fields = {"csrfmiddlewaretoken": CSRF, "client_key": "x" * 36, "entry": "x" * 150}
            await self.bare.post("bare", f"/write/{place}/", fields)

    async def _address(self, page: str, device: Device | None = None) -> str:
        answer = await (device or self.device).get("page", at(page, self.hall.event.slug))
        found = [one["where"] for one in POLL.finditer(answer.text)]
        return next(where for where in found if where.startswith("/live/") == (page == "standings"))

    async def _polls(self, kind: str, device: Any, where: str, bare_kind: str, bare: Any, bare_where: str) -> None:
        etag = (await device.get("first", where)).headers["etag"]
        for _poll in range(5 * POLLS):
            answer = await device.get(kind, where, etag)
            if answer.status != 304:
                raise SystemExit(f"{where}: {answer.status} where nothing has changed")
            await bare.get(bare_kind, bare_where)

    async def _rebuilt(self) -> float:
        """Milliseconds of CPU that the server takes for the first page after a hand."""
        where = at("standings", self.hall.event.slug)
        await self.device.get("page", where)
        await self.recorders[0].hand()
        await asyncio.sleep(3)  # however long pages may be kept
        before = self.product.cpu_seconds()
        await self.device.get("page", where)
        return (self.product.cpu_seconds() - before) * 1000

    def _ratio(self, name: str, ours: str, theirs: str, each: int, target: str) -> Figure:
        """Ratio of medians; a round is `each` answers."""
        over, under = (
            [median(seconds[first : first + each]) * 1000 for first in range(0, len(seconds), each)]
            for seconds in (self.figures.seconds[ours], self.figures.seconds[theirs])
        )
        return ratio(self.subject, name, over, under, "ms", target)


def first_page(database: str, port: int, slug: str) -> list[Figure]:
    """Bytes and requests until the page has loaded, in a browser that has never been here."""
    from tests.conftest import chromium

    found = []
    if chromium() is None:
        return [Figure(f"pages, {database}", "first page: left out, no Chromium", 0, "")]
    with sync_playwright() as play, play.chromium.launch(executable_path=chromium()) as browser:
        for name in ("event", "standings"):
            page = browser.new_context(locale="zh-HK", viewport=PHONE, is_mobile=True).new_page()
            phone = page.context.new_cdp_session(page)
            phone.send("Network.enable")
            phone.send("Network.emulateNetworkConditions", SLOW)
            phone.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            sizes: list[float] = []
            phone.on("Network.loadingFinished", lambda event, sizes=sizes: sizes.append(event["encodedDataLength"]))
            page.goto(f"http://{HOST}:{port}{at(name, slug)}", wait_until="load")
            took = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventStart")
            subject, label = f"pages, {database}", f"{name} on a slow phone"
            sent = [size for size in sizes if size]
            found += [
                Figure(subject, f"{label}: sent", sum(sent) / 1000, "kB", f"≤ {KILOBYTES}", note=f"{took:,.0f} ms"),
                Figure(subject, f"{label}: requests", len(sent), "", f"≤ {REQUESTS}"),
            ]
            page.context.close()
    return found
