"""`python -m tests.live sqlite|postgresql`: two servers behind nginx on one database. What is recorded at one must
show within three seconds in browsers with the standings, the big screen, the table and a player's own page.

Exits 0 only where the bar holds and was tried; the last line has the figures.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from playwright.sync_api import sync_playwright

from tests.load.wire import request
from tests.on_both import verdict
from tests.rehearse.people import at, key
from tests.served import HOST, NGINX, Server, address, free_port, nginx, set_up

TABLES, HANDS = 16, 3
LONGEST = 3.0
"""Seconds after which every page shows what was recorded."""
CONTENT = "[...document.querySelectorAll('[data-poll]')].map((one) => one.textContent).join()"


def main() -> int:
    database = sys.argv[1]
    with ExitStack() as stack:
        port = free_port()
        more = {"PAIJU_ADDRESS": address(port), "PAIJU_PROXIES": "1"}
        environment, _cluster = stack.enter_context(set_up(database, **more))
        from tests.load.hall import fill

        hall = fill(TABLES)
        servers = [stack.enter_context(Server(environment, PORT=str(free_port()))) for _ in range(2)]
        ports = {"the other server": servers[1].port}
        left_out = [] if NGINX else ["behind nginx: apt-get install nginx"]
        if NGINX:
            stack.enter_context(nginx(port, servers))
            ports["nginx"] = port
        waits = {name: _see(hall, servers[0].port, port) for name, port in ports.items()}
    longest = max(wait for pages in waits.values() for wait in pages.values())
    word, status = verdict(longest <= LONGEST, left_out)
    said = [f"{page} at {name} {wait:.1f} s" for name, pages in waits.items() for page, wait in pages.items()]
    print(f"{word} {database}: a hand is seen at the latest after (≤ {LONGEST:g} s) {', '.join(said)}", flush=True)
    return status


def _see(hall: Any, recorded_at: int, shown_at: int) -> dict[str, float]:
    """For each page the longest wait until it shows something new."""
    waits: dict[str, float] = {}
    with _pages(hall, shown_at) as pages:
        for hand in range(HANDS):
            time.sleep(0.37 * hand)  # not always at the same moment of a second
            before = {name: page.evaluate(CONTENT) for name, page in pages.items()}
            _record(hall, recorded_at)
            began, missing = time.perf_counter(), set(pages)
            while missing and time.perf_counter() - began < 3 * LONGEST:
                for name in [one for one in missing if pages[one].evaluate(CONTENT) != before[one]]:
                    missing.remove(name)
                    waits[name] = max(waits.get(name, 0), time.perf_counter() - began)
                time.sleep(0.02)
            waits |= dict.fromkeys(missing, 3 * LONGEST)
    return waits


def _record(hall: Any, port: int) -> None:
    """A win by the player whose pages are open; then the four confirm it."""
    game = hall.games[0]
    game.refresh_from_db()
    win = {"event": {"type": "win", "winner": 0, "from": 1, "fan": 5}, "seen": game.book_version}
    for name, document in (("hands", win), ("confirm", {"seats": [0, 1, 2, 3]})):
        where, sent = at(f"api:{name}", game.pk), document | {"client_key": key()}
        status, text, _headers = request(port, "POST", where, hall.referees[0], document=sent)
        if status not in (200, 201):
            raise SystemExit(f"not recorded: {status} {text[:300]}")


@contextmanager
def _pages(hall: Any, port: int) -> Iterator[dict[str, Any]]:
    from tests.conftest import chromium

    home, slug = f"http://{HOST}:{port}", hall.event.slug
    addresses = {"standings": at("standings", slug), "screen": at("screen", slug)}
    addresses |= {"table": at("table", hall.games[0].pk), "own page": at("me", slug)}
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # playwright has a loop of its own in this thread
    with sync_playwright() as play, play.chromium.launch(executable_path=chromium()) as browser:
        opened = {}
        for name, address in addresses.items():
            context = browser.new_context(locale="zh-HK")
            if name == "own page":
                context.add_cookies([{"name": "sessionid", "value": hall.players[0], "url": home}])
            opened[name] = context.new_page()
            opened[name].goto(home + address)
        time.sleep(2)
        yield opened


if __name__ == "__main__":
    sys.exit(main())
