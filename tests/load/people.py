"""A table at which a hand is recorded every so many seconds, and devices that follow a page by themselves."""

import asyncio
import random
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.load.wire import CSRF, Answer, Device, Figures
from tests.rehearse.browser import Page
from tests.rehearse.people import at, key

RECORD, LOOK = "record", "pages of recording"
LETTERS_A_SECOND, LETTERS_A_BYTE = 200_000, 6
"""How much a phone reads before it asks again, and what a byte of a compressed page unfolds to."""
REMEMBERED = 60.0
"""Seconds for which a recorded hand is looked for in pages."""
POLL = re.compile(
    r'(?:\sid="(?P<name>[^"]+)"\s+)?data-poll="(?P<where>[^"]+)"\s+data-poll-every="(?P<every>[\d.]+)"'
    r'(?:\s+data-poll-with="(?P<after>[^"]*)")?(?:\s+data-etag="(?P<etag>[^"]*)")?'
)
ROW = re.compile(r'<tr[^>]*?(?:\bid="p|data-key="[^"]*?-)(\d+)"[^>]*>(.*?)(?=<tr|</tbody)', re.DOTALL)
POINTS = re.compile(r"[+−][\d.]+")


class Unexpected(Exception):
    """A page is not the one that comes at this point."""


class Freshness:
    """How old pages get: a page that shows a winner's points as they were before a recorded hand is as old as it."""

    def __init__(self) -> None:
        self.ages: dict[str, list[float]] = {"standings": [], "screen": [], "own page": []}
        self._hands: list[tuple[float, int, dict[str, str]]] = []
        """When each was acknowledged, its winner's number, and what each kind of page showed of them before."""
        self._rows: dict[tuple[str, str], dict[int, str]] = {}
        """By kind and mark, what this page shows of each player."""
        self._newest: dict[str, dict[int, str]] = {}
        self.tables: dict[int, float] = {}
        """When the last hand of each game was acknowledged."""

    def before(self, winner: int) -> dict[str, str]:
        return {kind: rows[winner] for kind, rows in self._newest.items() if winner in rows}

    def recorded(self, game: int, winner: int, before: dict[str, str]) -> None:
        now = time.perf_counter()
        self.tables[game] = now
        self._hands = [hand for hand in self._hands if now - hand[0] < REMEMBERED] + [(now, winner, before)]

    def read(self, kind: str, etag: str, answer: Answer) -> None:
        """Once for all devices that are sent this page."""
        if (kind, etag) not in self._rows:
            rows: dict[int, str] = {}
            for number, cells in ROW.findall(answer.text):
                rows[int(number)] = rows.get(int(number), "") + " ".join(POINTS.findall(cells))
            self._rows[kind, etag] = self._newest[kind] = rows

    def look(self, kind: str, etag: str) -> None:
        """A device showed the page of this mark until now."""
        rows, age = self._rows.get((kind, etag)), 0.0
        if rows is None:
            return
        for acknowledged, winner, before in self._hands:
            if kind in before and rows.get(winner) == before[kind]:
                age = time.perf_counter() - acknowledged
                break
        self.ages[kind].append(age)

    def look_at_own(self, game: int, since: float) -> None:
        """A device showed its player's page as it came at `since` until now."""
        acknowledged = self.tables.get(game, 0.0)
        self.ages["own page"].append(time.perf_counter() - acknowledged if acknowledged > since else 0.0)


@dataclass
class Recorder:
    """裁判 at one table: 食糊 through form and preview, as a phone does it; then the four confirm."""

    device: Device
    game: int
    first_number: int
    """Of the player at seat 0; the others follow."""
    chance: random.Random
    freshness: Freshness
    keys: list[str] = field(default_factory=list)
    """Client keys of the hands that the server took."""
    _addresses: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        # Now: the first address that is made reads the whole site, and the phones of the hall would wait for that.
        self._addresses = {name: at(name, self.game) for name in ("win", "save", "table", "confirm")}

    async def run(self, first: float, every: float, until: float) -> None:
        """A hand at `first` (seconds of the clock of `time.perf_counter`), then one every so many seconds."""
        due = first
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await self.hand()
            due += every

    async def hand(self) -> None:
        winner, payer = self.chance.sample(range(4), 2)
        where, save = self._addresses["win"], self._addresses["save"]
        form = await self._open(f"{where}?winner={winner}")
        entered = {"source": payer, "typed-0": self.chance.randint(3, 9), "mode-0": "typed"}
        preview = await self._preview(form, where, entered)
        mark, before = key(), self.freshness.before(self.first_number + winner)
        answer = await self.device.post(RECORD, save, _filled(preview, save, {"client_key": mark}))
        if answer.status != 302:
            raise Unexpected(f"{save}: {answer.status} {answer.text[:300]}")
        self.keys.append(mark)
        self.freshness.recorded(self.game, self.first_number + winner, before)
        await self._open(self._addresses["table"])
        fields = [("csrfmiddlewaretoken", CSRF), ("client_key", key()), *(("seats", str(seat)) for seat in range(4))]
        answer = await self.device.post(LOOK, self._addresses["confirm"], fields)
        if answer.status not in (200, 302):
            raise Unexpected(f"{self._addresses['confirm']}: {answer.status}")

    async def _open(self, path: str) -> Page:
        answer = await self.device.get(LOOK, path)
        if answer.status != 200:
            raise Unexpected(f"{path}: {answer.status}")
        return Page(answer.status, path, answer.text)

    async def _preview(self, page: Page, action: str, values: Mapping[str, object]) -> Page:
        answer = await self.device.post(LOOK, action, _filled(page, action, values))
        if answer.status == 302:
            return await self._open(answer.headers["location"])
        if answer.status != 200:
            raise Unexpected(f"{action}: {answer.status}")
        return Page(answer.status, action, answer.text)


def recorder_at(hall: Any, place: int, port: int, figures: Figures, freshness: Freshness) -> Recorder:
    device = Device(port, place, figures, {"sessionid": hall.referees[place], "csrftoken": CSRF})
    return Recorder(device, hall.games[place].pk, 4 * place + 1, random.Random(place), freshness)


def _filled(page: Page, action: str, values: Mapping[str, object]) -> dict[str, object]:
    wanted = {name: value for name, value in values.items() if name != "client_key"}
    return dict(page.form(action, wanted).filled(values)) | {"csrfmiddlewaretoken": CSRF}


@dataclass
class Part:
    """What a page asks for again. `seldom`: as seldom as it says, however often others may · `after`: the name of
    another part; this one is also asked for when that one has changed."""

    name: str
    where: str
    every: float
    etag: str
    after: str
    seldom: bool
    due: float = 0.0
    since: float = 0.0
    """When what it shows came."""


@dataclass
class Follower:
    """A device that shows a page and asks for what is new as `static/js/poll.js` does. `game`: of the own page."""

    device: Device
    kind: str
    page: str
    chance: random.Random
    freshness: Freshness
    game: int = 0

    async def run(self, first: float, until: float) -> None:
        await asyncio.sleep(max(0.0, first - time.perf_counter()))
        answer = await self.device.get(f"{self.kind}, first", self.page)
        parts = [_part(found, time.perf_counter()) for found in POLL.finditer(answer.text)]
        if not parts:
            raise Unexpected(f"{self.page}: {answer.status}, nothing that is asked for again")
        for part in parts:
            self._later(part, part.every)
        while (part := min(parts, key=lambda one: one.due)).due < until:
            await asyncio.sleep(max(0.0, part.due - time.perf_counter()))
            if await self._ask(part):
                for other in parts:
                    other.due = time.perf_counter() + 1.1 if part.name and other.after == part.name else other.due

    async def _ask(self, part: Part) -> bool:
        """Whether it has changed."""
        is_place = bool(self.game) and part.where.startswith("/live/")
        answer = await self.device.get("place" if is_place else self.kind, part.where, part.etag)
        pause = part.every
        if not is_place and not part.seldom:
            if self.game:
                self.freshness.look_at_own(self.game, part.since)
            else:
                self.freshness.look(self.kind, part.etag)
        if answer.status == 200:
            part.etag, part.since = answer.headers.get("etag", ""), time.perf_counter()
            if not self.game and not part.seldom:
                self.freshness.read(self.kind, part.etag, answer)
            pause = max(pause, len(answer.body) * LETTERS_A_BYTE / LETTERS_A_SECOND)
        self._later(part, pause)
        return answer.status == 200

    def _later(self, part: Part, pause: float) -> None:
        part.due = time.perf_counter() + pause * self.chance.uniform(0.85, 1)


def _part(found: re.Match[str], came: float) -> Part:
    words = {name: (found[name] or "").replace("&amp;", "&").replace("&quot;", '"') for name in found.groupdict()}
    seldom = found["after"] is not None
    return Part(words["name"], words["where"], float(words["every"]), words["etag"], words["after"], seldom, since=came)
