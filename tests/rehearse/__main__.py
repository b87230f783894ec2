"""`python -m tests.rehearse [PLAYERS [sqlite|postgresql]]`: the whole Masters over HTTP against a server of its own;
exits 1 on any fault. Every referee has a device, and all record at once while the public pages are read.
"""

import re
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.markup import url as at
from tests.rehearse.browser import Browser, Network, Refusal
from tests.rehearse.masters import SLUG, Masters, medals_on
from tests.served import HOST, Environment, Server, manage, set_up

LOOKS = ("standings", "standings_rows", "screen_rows", "seats", "final_order", "stages", "sum", "draws")
LOOK_SECONDS = 3.0
"""From one page to the next."""


def main() -> int:
    players = int(sys.argv[1]) if len(sys.argv) > 1 else 256
    database = sys.argv[2] if len(sys.argv) > 2 else "sqlite"
    # Every device is at an address of its own by what a proxy would say.
    with set_up(database, PAIJU_PROXIES="1") as (environment, _cluster), Server(environment) as server:
        return _rehearse(players, server.port, environment)


def _rehearse(players: int, port: int, environment: Environment) -> int:
    # Only now: it needs the settings of the installation.
    from tests.rehearse.checks import check
    from tournaments.models import Event

    masters = Masters(Network(HOST, port), players, 4 if players >= 128 else 2, at_once, says=_say)
    over = threading.Event()
    began = time.monotonic()
    looker = masters.device()
    watching = threading.Thread(target=_look, args=(looker, over, [at(name, SLUG) for name in LOOKS]), daemon=True)
    code = re.findall(r"code\s+(\S+)", manage(environment, "first_account")[1])[0]
    try:
        masters.play(code, before_the_first_hand=watching.start)
        found = check(Event.objects.get(slug=SLUG), masters.organiser.desk.api("GET", at("api:sum", SLUG)))
        medals = medals_on(masters.organiser.page("final_order"))
    except (Refusal, AssertionError) as fault:
        print(f"\n{fault}", file=sys.stderr)
        return 1
    finally:
        over.set()
    statuses, people = masters.statuses, [masters.head, *masters.referees]
    failed = sum(count for status, count in statuses.items() if status >= 500)
    hands, rulings, by_page = (sum(one.done[name] for one in people) for name in ("hands", "rulings", "pages"))
    print(f"{players} players, {len(masters.referees)} referees, {len(masters.phones)} phones")
    print(f"{statuses.total()} requests in {(time.monotonic() - began) / 60:.1f} min, {failed} answered 5xx")
    print(f"{hands} hands ({by_page} through the pages), {rulings} rulings; by status {dict(sorted(statuses.items()))}")
    for stage in found:
        quotas = f", places by session {dict(stage.quotas)}" if stage.quotas else ""
        sums = f"{stage.games} rounds, sum 0 (house {stage.house})"
        print(f"  {stage.stage}: {sums}, {len(stage.went)} on, {stage.lots} lots{quotas}")
    for medal, number, name, points in medals:
        print(f"  {medal} {number} {name} {points}")
    status, said = manage(environment, "audit", SLUG)
    print(f"audit:\n  {said.splitlines()[-1] if not status else said}")
    numbers = [number for _medal, number, _name, _points in medals]
    right = status == 0 and not failed and numbers == list(found[-1].went)[: len(numbers)]
    print("REHEARSED" if right else "NOT RIGHT")
    return 0 if right else 1


def at_once(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """Each in a thread of its own, all of them started together."""
    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(lambda call: call(), calls))


def _look(browser: Browser, over: threading.Event, paths: Sequence[str]) -> None:
    """The screen in the hall, and the public on their phones."""
    while not over.is_set():
        for path in paths:
            browser.get(path)
            if over.wait(LOOK_SECONDS):
                return


def _say(words: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {words}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
