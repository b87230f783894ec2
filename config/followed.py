"""追蹤 Pages of one person that ask again and again: "nothing new" costs no thread, no session and no statement each.

A view says what its page depends on (`tournaments.web.follow`). As long as none of it has changed, whoever asks with
the same cookies and the mark that they were given is answered with 304. What has changed is read for everybody
together, in one statement of the worker. Whose pages they are is looked at for all together too, for each once in
`TRUSTED` seconds: a device that was signed out may be told until then that nothing is new, and no more. Anything else,
and every page once in `LONGEST` seconds, is asked of the site.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from config.wsgi_call import Answer, Environ
from tournaments.web.follow import FOLLOWS, Follows

if TYPE_CHECKING:
    from tournaments.selectors.news import Holder

FRESH, USABLE = 0.25, 0.75
"""Seconds: so old, what is known of changes is used as it is; so old, while it is read again."""
SETTLED = 0.05
"""So old, what is known of changes is read again before a changed page is made."""
TRUSTED, LONGEST = 10.0, 300.0
MOST = 20_000

News = Mapping[str, str]
"""What a page may depend on → a mark that changes with it."""
Ask = Callable[[Environ], Awaitable[Answer]]
Read = Callable[[list[int]], Awaitable[News]]
"""The news of these events."""
Look = Callable[[Collection["Holder"]], Awaitable[Collection["Holder"]]]
"""Those whom the site would still take for whom it took them."""

_NOT_AGAIN = (b"x-request-id", b"content-length", b"content-type", b"content-encoding")


@dataclass(slots=True)
class _Page:
    mark: str
    follows: Follows
    seen: dict[str, str]
    headers: list[tuple[bytes, bytes]]
    until: float
    trusted_until: float
    asked_at: float


class Followed:
    """What one worker knows of who follows what."""

    def __init__(self, read: Read, look: Look, clock: Callable[[], float] = monotonic) -> None:
        self._read = read
        self._look = look
        self._clock = clock
        self._pages: OrderedDict[tuple[str, ...], _Page] = OrderedDict()
        self._events: dict[int, float] = {}
        self._news: News = {}
        self._read_at = -USABLE
        self._reading: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None

    async def answer(self, environ: Environ, ask: Ask) -> Answer:
        """The answer to a request that `asks_again`; `ask` puts it to the site."""
        key = _key(environ)
        page = self._pages.get(key)
        if page is not None and await self._unchanged(page, environ["HTTP_IF_NONE_MATCH"]):
            return Answer(304, page.headers, b"")
        if page is not None and self._clock() - self._read_at >= SETTLED:
            await asyncio.shield(self._renew())  # what is saved and confirmed together is one change
        known = self._news  # read before the page is made: what changes meanwhile is seen to differ
        answer = await ask(environ)
        self._remember(key, environ.get(FOLLOWS), known, answer)
        return answer

    async def _unchanged(self, page: _Page, given: str) -> bool:
        now = self._clock()
        page.asked_at = now
        if page.mark != given or now >= page.until or not await self._trusted(page):
            return False
        self._events[page.follows.event] = now
        age = now - self._read_at
        if age >= FRESH:
            reading = self._renew()
            if age >= USABLE:
                await asyncio.shield(reading)
        return self._clock() - self._read_at < USABLE and page.seen == _of(self._news, page.follows.what)

    async def _trusted(self, page: _Page) -> bool:
        """Whether it is still the page of who asks."""
        if self._clock() >= page.trusted_until and page.follows.holder is not None:
            if self._looking is None:
                self._looking = asyncio.ensure_future(self._looked())
            await asyncio.shield(self._looking)
        return self._clock() < page.trusted_until

    async def _looked(self) -> None:
        """Look at all who are due, and at those who soon will be."""
        now = self._clock()
        soon, lately = now + TRUSTED / 2, now - 2 * TRUSTED
        due = [page for page in self._pages.values() if page.trusted_until < soon and page.asked_at > lately]
        try:
            still = await self._look({page.follows.holder for page in due if page.follows.holder is not None})
        except Exception:
            still = set()  # the database is away, or busy: the site says so to whoever asks
        finally:
            self._looking = None
        for page in due:
            page.trusted_until = now + TRUSTED if page.follows.holder in still else now

    def _remember(self, key: tuple[str, ...], follows: Follows | None, known: News, answer: Answer) -> None:
        said = dict(answer.headers)
        if follows is None or answer.status not in (200, 304) or b"set-cookie" in said:
            self._pages.pop(key, None)
            return
        now = self._clock()
        self._events[follows.event] = now
        seen = _of(known, follows.what)
        if len(seen) < len(follows.what):
            self._pages.pop(key, None)  # not read so far: the next time
            self._renew()
            return
        mark, until = said.get(b"etag", b"").decode("latin-1"), now + min(follows.seconds, LONGEST)
        headers = [(name, value) for name, value in answer.headers if name not in _NOT_AGAIN]
        self._pages[key] = _Page(mark, follows, seen, headers, until, now + TRUSTED, now)
        self._pages.move_to_end(key)
        while len(self._pages) > MOST:
            self._pages.popitem(last=False)

    def _renew(self) -> asyncio.Task[None]:
        if self._reading is None:
            self._reading = asyncio.ensure_future(self._renewed())
        return self._reading

    async def _renewed(self) -> None:
        began = self._clock()
        self._events = {event: at for event, at in self._events.items() if began - at < TRUSTED}
        try:
            self._news = await self._read(list(self._events))
            self._read_at = began
        except Exception:
            # The database is away, or busy: the site says so to whoever asks.
            self._news = {}
        finally:
            self._reading = None


def asks_again(environ: Environ) -> bool:
    """Whether this is a page's own question for what is new, with what it has."""
    return (
        environ["REQUEST_METHOD"] == "GET"
        and "HTTP_IF_NONE_MATCH" in environ
        and environ["QUERY_STRING"] == "live=1"
        and "HTTP_AUTHORIZATION" not in environ
    )


def _key(environ: Environ) -> tuple[str, ...]:
    """All that who asks, and for what, depends on."""
    names = ("PATH_INFO", "HTTP_COOKIE", "HTTP_HOST", "wsgi.url_scheme", "HTTP_X_FORWARDED_PROTO")
    return tuple(environ.get(name, "") for name in names)


def _of(news: News, what: Iterable[str]) -> dict[str, str]:
    return {name: news[name] for name in what if name in news}
