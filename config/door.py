"""門 The door: what the web server calls. It lets a request in only once it has come in whole.

Bodies are read in the event loop, where waiting costs nobody anything, up to a deadline and a size; only then a thread
is taken. Which threads those are depends on the work: recording and reading on one side, on the others what takes
long (passwords, PDFs, counting for strangers, large photos and lists), so that none of it stands in front of a referee.
"""

import asyncio
import logging
import re
import sys
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.db import close_old_connections

from config import beside, metrics, pace
from config.beside import Beside
from config.busy import Busy
from config.environment import number, words
from config.followed import Followed, News, asks_again
from config.lanes import Full, Lane
from config.limits import Limits
from config.shared import Shared, is_for_all
from config.threads import GIVES_WAY, threads, watchers
from config.wsgi import application as site
from config.wsgi_call import Answer, Environ, Scope, answer, environ_of

if TYPE_CHECKING:
    from tournaments.selectors.news import Holder

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

MEGABYTE = 1024**2
MOST_BYTES = 20 * MEGABYTE
"""More than any address takes: those that take less say so themselves, in their own words."""
MOST_HELD = 256 * MEGABYTE
"""Bytes of bodies that one worker holds at once, those that are still coming in included. Small bodies are taken beyond
it: a few large ones that never end may not keep a hand from being recorded."""
LARGE = 64 * 1024
"""From here on a body is a photo or a list: work for a lane of its own."""

_PASSWORDS = re.compile(r"/sign-in/|/first/|/account/(password|second-factor)/|/people/|/e/[^/]+/members/create/")
# A small file unpacks into a large sheet; a short form has the seats of all rounds written.
_LISTS = re.compile(r"/(e|api/events)/[^/]+/(players/import|draws/(lock|seed|look))/\Z")
_PDF = re.compile(r"/g/[^/]+/card\.pdf\Z")
# Anybody may send these, and sixty kilobytes of them can be a minute's work: their size says nothing. No table waits
# for one. The description of the API is made for each who asks.
_DOCUMENTS = re.compile(r"/api/((score|replay|draw|schema)/)?\Z|/count/more/\Z")
# A two-dimensional code takes five milliseconds, and one of these pages has one for everybody in the hall.
_SLIPS = re.compile(r"/e/[^/]+/(links|staff/slips)/\Z")
# Pictures for messengers: a program of its own draws them, and nobody else waits for it.
_PICTURES = re.compile(r"/live/[^/]+/.*\.png\Z")
# A program of its own searches for seconds; the thread only waits for it.
_DRAWS = re.compile(r"/e/[^/]+/(draws/\d+/\d+|rounds/\d+/(draw|ways))/\Z")

# Standings, screen, rooms, one's own page, what somebody learns from: looked at by hundreds, and none of them may stand
# before a referee.
_WATCHED = re.compile(r"/(live|me|e|count|rules|learn)/")
# For everybody, but of one player: a thousand phones ask for a thousand of them, and the standings wait for none.
_OF_ONE = re.compile(r"/live/[^/]+/e/[^/]+/(history|now)/\d+/")

# Asked by machines: they want to know what the others wait for.
_PROBES = re.compile(r"/(healthz|readyz|metrics)\Z")

log = logging.getLogger(__name__)


class _Refused(Exception):
    """The request is answered here, with this status."""

    def __init__(self, status: int, seconds: int = 0) -> None:
        super().__init__(status)
        self.status = status
        self.seconds = seconds


class _Gone(Exception):
    """The client left."""


class Door:
    """An ASGI application in front of the WSGI one."""

    def __init__(
        self,
        application: Callable[..., Any],
        threads: int,
        seconds: float,
        limits: Limits | None = None,
        watchers: int = 1,
        beside: Beside | None = None,
    ) -> None:
        self.application = application
        self.limits = limits or Limits(0, 0, 0)
        self.seconds = seconds
        self.ordinary: Lane[Answer] = Lane("ordinary", threads, 1000)
        self.passwords: Lane[Answer] = Lane("passwords", 1, 200)
        self.prints: Lane[Answer] = Lane("prints", 1, 100)
        self.pictures: Lane[Answer] = Lane("pictures", 1, 60)
        self.documents: Lane[Answer] = Lane("documents", 1, 100)
        self.draws: Lane[Answer] = Lane("draws", 1, 100)
        self.large: Lane[Answer] = Lane("large", 1, 100)
        self.probes: Lane[Answer] = Lane("probes", 1, 20)
        # What is for everybody waits behind nobody's own page.
        self.public: Lane[Answer] = Lane("public", 1, 1000)
        self.watching: Lane[Answer] = Lane("watching", watchers, 1000)
        self.beside = beside or Beside([])
        self.news: Lane[Any] = Lane("news", 1, 10)
        self.busy = {lane: Busy() for lane in (self.ordinary, self.public, self.watching)}
        self.shared = Shared()
        self.followed = Followed(self._news, self._still_holding)
        self.held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise ValueError(f"{scope['type']} is not spoken here")
        body = bytearray()
        try:
            self._check_rate(scope)
            await self._read(scope, receive, body)
            await pace.keep(scope)
            given = await self._answered(environ_of(scope, bytes(body)))
        except _Gone:
            return
        except _Refused as refused:
            given = self._refusal(scope, refused)
        finally:
            self.held -= len(body)
        await send({"type": "http.response.start", "status": given.status, "headers": given.headers})
        await send({"type": "http.response.body", "body": given.body})

    def _check_rate(self, scope: Scope) -> None:
        """Raises _Refused where this address, program or browser sends too many. Nothing of the body is read then."""
        path = scope["raw_path"].decode("latin-1")
        wait = 0 if _PROBES.match(path) else self.limits.wait(scope, picture=_PICTURES.match(path) is not None)
        if wait:
            raise _Refused(429, wait)

    async def _read(self, scope: Scope, receive: Receive, body: bytearray) -> None:
        """Read the body into `body`. Raises _Refused where it is too slow or too large, _Gone where it breaks off."""
        length = _announced(scope)
        if length == 0:
            return
        too_large = length is not None and length > MOST_BYTES
        try:
            async with asyncio.timeout(self.seconds):
                if too_large:
                    await _pass_by(scope, receive)
                    raise _Refused(413)
                while await self._took(receive, body):
                    pass
        except TimeoutError:
            raise _Refused(413 if too_large else 408) from None

    async def _took(self, receive: Receive, body: bytearray) -> bool:
        """Take one piece; whether more follows."""
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _Gone
        piece = message.get("body", b"")
        if len(body) + len(piece) > MOST_BYTES:
            raise _Refused(413)
        if self.held + len(piece) > MOST_HELD and len(body) + len(piece) > LARGE:
            raise _Refused(503)
        body += piece
        self.held += len(piece)
        return bool(message.get("more_body"))

    async def _answered(self, environ: Environ) -> Answer:
        if is_for_all(environ):
            return self._paced(await self.shared.answer(environ, self._asked), self.lane(environ))
        if asks_again(environ):
            return self._paced(await self.followed.answer(environ, self._asked), self.watching)
        return await self._asked(environ)

    async def _asked(self, environ: Environ) -> Answer:
        """The site's own answer."""
        lane = self.lane(environ)
        came = perf_counter()
        environ |= {"paiju.lane": lane.name, "paiju.came": came}
        try:
            given = await self._worked_on(lane, environ)
        except Full as full:
            log.warning("too many wait in the lane %s", full)
            raise _Refused(503) from None
        if busy := self.busy.get(lane):
            busy.took(perf_counter() - came)
        return given

    async def _worked_on(self, lane: Lane[Answer], environ: Environ) -> Answer:
        if lane in (self.public, self.watching):
            try:
                return await self.beside.answer(lane.name, environ)
            except beside.Away:
                pass
        return await lane.run(partial(answer, self.application, environ))

    def _paced(self, given: Answer, lane: Lane[Answer]) -> Answer:
        """The answer to a page that asks again and again, with how often it may: as its own lane is busy, and that of
        those who record."""
        after = max(self.busy[self.ordinary], self.busy[lane]).poll_after()
        return given._replace(headers=[*given.headers, (b"poll-after", after)]) if after else given

    def lane(self, environ: Environ) -> Lane[Answer]:
        """Where a request is worked on."""
        path = environ["PATH_INFO"]
        if _PROBES.match(path):
            return self.probes
        if _PDF.match(path) or _SLIPS.match(path):
            return self.prints
        if _PICTURES.match(path):
            return self.pictures
        if environ["REQUEST_METHOD"] == "POST" and _PASSWORDS.match(path):
            return self.passwords
        if environ["REQUEST_METHOD"] == "POST" and _DRAWS.match(path):
            return self.draws
        if _DOCUMENTS.match(path):
            return self.documents
        if environ["REQUEST_METHOD"] == "POST" and _LISTS.match(path):
            return self.large
        if environ["REQUEST_METHOD"] in ("GET", "HEAD") and _WATCHED.match(path):
            return self.public if path.startswith("/live/") and not _OF_ONE.match(path) else self.watching
        return self.large if int(environ["CONTENT_LENGTH"]) > LARGE else self.ordinary

    async def _news(self, events: list[int]) -> News:
        from tournaments.selectors.news import news_of  # once Django is set up

        return await self.news.run(partial(_from_database, news_of, events))

    async def _still_holding(self, holders: Collection["Holder"]) -> Collection["Holder"]:
        from tournaments.selectors.news import still_holding

        return await self.news.run(partial(_from_database, still_holding, holders))

    def _refusal(self, scope: Scope, refused: _Refused) -> Answer:
        """The answer to a request that no thread sees. The rest of its body is not waited for."""
        environ, status = environ_of(scope, b""), refused.status
        if metrics.on():
            metrics.refused(status)
        limits = {"megabytes": MOST_BYTES // MEGABYTE, "seconds": refused.seconds or round(self.seconds)}
        page = partial(_page, status, limits)
        given = answer(page, environ)
        return given._replace(headers=[*given.headers, (b"connection", b"close")])


def _from_database(selector: Callable[[Any], Any], of: Collection[Any]) -> Any:
    try:
        return selector(of)
    finally:
        close_old_connections()  # hands it back


def _page(status: int, limits: dict[str, int], environ: Environ, start_response: Callable[..., None]) -> list[bytes]:
    from config.errors import refusal  # once Django is set up: error pages know of pages, and those of models

    response = refusal(WSGIRequest(environ), status, limits)
    start_response(f"{status} {response.reason_phrase}", list(response.items()))
    return [response.content]


async def _pass_by(scope: Scope, receive: Receive) -> None:
    """Let a body that is too large come in and forget it: a browser that still sends would not read the answer.

    Not where the client asked first (Expect: 100-continue), and not without end.
    """
    told = dict(scope["headers"])
    if b"expect" in told or int(told[b"content-length"]) > 4 * MOST_BYTES:
        return
    more = True
    while more:
        message = await receive()
        more = bool(message.get("more_body"))


def _announced(scope: Scope) -> int | None:
    """How long the body will be; 0 where there is none, None where only its end will tell."""
    told = dict(scope["headers"])
    if b"transfer-encoding" in told:
        return None
    length = told.get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


sys.setswitchinterval(GIVES_WAY)

application = Door(
    site,
    threads(),
    number("PAIJU_BODY_SECONDS", 60),
    Limits(
        number("PAIJU_RATE_ADDRESS", 1000),
        number("PAIJU_RATE_DEVICE", 30),
        settings.PROXIES,
        pictures=number("PAIJU_RATE_PICTURES", 4),
    ),
    watchers(),
    Beside(words(beside.PLACE)),
)
