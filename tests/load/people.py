"""人: a table at which a hand is recorded every so many seconds, and devices that follow a page by themselves."""

import asyncio
import random
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.urls import reverse

from tests.load.wire import Answer, Device
from tests.rehearse.browser import Page
from tests.rehearse.people import key

CSRF = "m" * 32
RECORD, LOOK = "record", "pages of recording"
LETTERS_A_SECOND = 200_000
VERSION = re.compile(r'W/"\d+-[\d.]+-(\d+)-')
LAST = 16
"""Hands after which a game without 連莊 is over."""
POLL = re.compile(
    r'(?:\sid="(?P<name>[^"]+)"\s+)?data-poll="(?P<where>[^"]+)"\s+data-poll-every="(?P<every>[\d.]+)"'
    r'(?:\s+data-poll-with="(?P<after>[^"]*)")?(?:\s+data-etag="(?P<etag>[^"]*)")?'
)


class Unexpected(Exception):
    """A page is not the one that comes at this point."""


@dataclass
class Recorder:
    """裁判 at one table: 食糊 through form and preview, as a phone does it; then the four confirm."""

    device: Device
    game: object
    chance: random.Random
    news: "News"
    keys: list[str] = field(default_factory=list)
    """Client keys of the hands that the server took."""
    _addresses: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        # Now: the first address that is made reads the whole site, and the phones of the hall would wait for that.
        names = ("win", "save", "table", "confirm")
        self._addresses = {name: reverse(f"tournaments:{name}", args=[self.game]) for name in names}

    async def run(self, first: float, every: float, until: float) -> None:
        """A hand at `first` (seconds of the clock of `time.perf_counter`), then one every so many seconds."""
        due = first
        while due < until and len(self.keys) < LAST:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await self.hand()
            due += every

    async def hand(self) -> None:
        """One hand, from the form to the confirmation."""
        winner, payer = self.chance.sample(range(4), 2)
        where = self._at("win")
        form = await self._shown(f"{where}?winner={winner}")
        entered = {"source": payer, "typed-0": self.chance.randint(3, 9), "mode-0": "typed"}
        preview = await self._sent(LOOK, form, where, entered)
        mark = key()
        answer = await self.device.post(
            RECORD, self._at("save"), _filled(preview, self._at("save"), {"client_key": mark})
        )
        if answer.status != 302:
            raise Unexpected(f"{self._at('save')}: {answer.status} {answer.text[:300]}")
        self.keys.append(mark)
        self.news.recorded.append(time.perf_counter())
        table = await self._shown(self._at("table"))
        await self._confirmed(table)

    async def _confirmed(self, table: Page) -> None:
        confirm = self._at("confirm")
        fields: list[tuple[str, object]] = [("csrfmiddlewaretoken", CSRF), ("client_key", key())]
        fields += [("seats", seat) for seat in range(4)]
        answer = await self.device.post(LOOK, confirm, fields)  # type: ignore[arg-type]
        if answer.status not in (200, 302):
            raise Unexpected(f"{confirm}: {answer.status}")

    async def _shown(self, path: str) -> Page:
        answer = await self.device.get(LOOK, path)
        if answer.status != 200:
            raise Unexpected(f"{path}: {answer.status}")
        return Page(answer.status, path, answer.text)

    async def _sent(self, kind: str, page: Page, action: str, values: Mapping[str, object]) -> Page:
        answer = await self.device.post(kind, action, _filled(page, action, values))
        if answer.status == 302:
            return await self._shown(answer.headers["location"])
        if answer.status != 200:
            raise Unexpected(f"{action}: {answer.status}")
        return Page(answer.status, action, answer.text)

    def _at(self, name: str) -> str:
        return self._addresses[name]


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


@dataclass
class Follower:
    """A device that shows a page and asks for what is new, as `static/js/poll.js` does: as often as the page or the
    server says, rested after much that was sent."""

    device: Device
    kind: str
    page: str
    chance: random.Random
    news: "News"

    async def run(self, first: float, until: float) -> None:
        """Open the page at `first`, follow it to the end."""
        await asyncio.sleep(max(0.0, first - time.perf_counter()))
        shown = await self.device.get(f"{self.kind}, first", self.page)
        parts = [_part(found) for found in POLL.finditer(shown.text)]
        if not parts:
            raise Unexpected(f"{self.page}: {shown.status}, nothing that is asked for again")
        for part in parts:
            self._later(part, part.every)
        while (part := min(parts, key=lambda one: one.due)).due < until:
            await asyncio.sleep(max(0.0, part.due - time.perf_counter()))
            if await self._asked(part):
                for other in parts:
                    other.due = time.perf_counter() + 0.5 if part.name and other.after == part.name else other.due

    async def _asked(self, part: Part) -> bool:
        """Whether it has changed."""
        answer = await self.device.get(self.kind, part.where, part.etag)
        pause = part.every
        if answer.status == 200:
            before, part.etag = part.etag, answer.headers.get("etag", "")
            pause = max(pause, self.news.letters(answer, part.etag) / LETTERS_A_SECOND)
            if part.where.startswith("/live/") and not part.seldom:
                self.news.seen(before, part.etag)
        self._later(part, pause)
        return answer.status == 200

    def _later(self, part: Part, pause: float) -> None:
        part.due = time.perf_counter() + pause * self.chance.uniform(0.85, 1)


def _part(found: re.Match[str]) -> Part:
    said = {name: (found[name] or "").replace("&amp;", "&").replace("&quot;", '"') for name in found.groupdict()}
    seldom = found["after"] is not None
    return Part(said["name"], said["where"], float(said["every"]), said["etag"], said["after"], seldom)


class News:
    """How far what a page shows is behind what was recorded: marks of the standings name their version, which every
    hand counts up by one."""

    def __init__(self) -> None:
        self.recorded: list[float] = []
        """When each hand was acknowledged, in order."""
        self.behind: list[float] = []
        """Of each page that brought something new: seconds since the first hand that it had not shown was recorded."""
        self.first: int | None = None
        """Version of the standings before the first hand."""
        self._letters: dict[str, int] = {}

    def letters(self, answer: Answer, etag: str) -> int:
        """How long the page is, unpacked once for all that were sent it."""
        known = self._letters.get(etag)
        if known is None:
            known = self._letters[etag] = len(answer.text)
        return known

    def seen(self, before: str, etag: str) -> None:
        """A device that had one mark was given another."""
        had, has = VERSION.match(before), VERSION.match(etag)
        if not had or not has or self.first is None:
            return
        unseen = max(0, int(had[1]) - self.first)
        if int(has[1]) > int(had[1]) and unseen < len(self.recorded):
            self.behind.append(max(0.0, time.perf_counter() - self.recorded[unseen]))
