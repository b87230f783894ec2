"""同一答案 Answers below /live/ are the same for everybody: a worker asks the site for each once, and gives it to all.

As a cache in front would (`docs/deploy.md`), for a hall that has none, and in the event loop: no thread, no Django, no
statement for a poll. Only what the site itself has marked as `public` is kept, for fractions of a second, so rights,
the delay and hidden standings are what they were when it was made.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from time import monotonic, time
from typing import NamedTuple

from config import pace
from config.wsgi_call import Answer, Environ
from tournaments.web.page_cache import KNOWN, version_in

FRESH, USABLE = 0.25, 1.0
"""Seconds: so old, an answer is given as it is; so old, while the next one is being made. Older ones are waited for."""
PATIENCE, OLDEST = 0.05, 10.0
"""Seconds for which they are waited for: a site that takes longer is busy, and the reader is given what there is, up to
this age (as `stale-while-revalidate` tells caches), and asks again in a moment."""
MOST = 512
"""Answers; those that nobody has asked for longest are forgotten."""

Ask = Callable[[Environ], Awaitable[Answer]]
Key = tuple[str, ...]

_MARKS = ("HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE")
# Of the one request for which the answer was made.
_ITS_OWN = (b"x-request-id", b"content-length")
_KEPT_BY_NGINX = b"x-accel-expires"
_OF_BODIES = (b"content-type", b"content-encoding")


class _Kept(NamedTuple):
    answer: Answer
    mark: str
    version: int
    asked_at: float


class Shared:
    """What one worker keeps."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._kept: OrderedDict[Key, _Kept] = OrderedDict()
        self._asking: dict[Key, asyncio.Task[Answer]] = {}
        self._ahead: dict[Key, str] = {}

    async def answer(self, environ: Environ, ask: Ask) -> Answer:
        """The answer to a request that `is_for_all`; `ask` puts one to the site."""
        given = environ.get("HTTP_IF_NONE_MATCH", "")
        key = _key(environ)
        kept = self._kept.get(key)
        ahead = kept is not None and not _follows(given, kept)
        if ahead:
            self._ahead[key] = given
        age = self._clock() - kept.asked_at if kept is not None else OLDEST
        if kept is not None and not ahead and age < USABLE:
            self._kept.move_to_end(key)
            if age >= FRESH:
                self._asked(key, environ, ask)
            return _told(kept, given)
        asking = self._asked(key, environ, ask)
        if kept is not None and age < OLDEST:
            await asyncio.wait({asking}, timeout=PATIENCE)
            if not asking.done():
                return _nothing_new(kept, given) if ahead else _told(kept, given)
        answer, kept = await self._newest(key, asking)
        if kept is not None and not _follows(given, kept):  # it was asked before it was known what this reader has
            self._ahead[key] = given
            answer, kept = await self._newest(key, self._asked(key, environ, ask))
        return answer if kept is None else _told(kept, given)

    async def _newest(self, key: Key, asking: asyncio.Task[Answer]) -> tuple[Answer, _Kept | None]:
        """What was asked for, and as it is kept, if it is."""
        answer = await asyncio.shield(asking)
        kept = self._kept.get(key)
        return answer, kept if kept is not None and kept.answer is answer else None

    def _asked(self, key: Key, environ: Environ, ask: Ask) -> asyncio.Task[Answer]:
        """The site's answer to this address, which is asked for once at a time."""
        asking = self._asking.get(key)
        if asking is None:
            plain = {name: value for name, value in environ.items() if name not in _MARKS}
            plain[KNOWN] = self._ahead.pop(key, "")
            asking = self._asking[key] = asyncio.ensure_future(self._renewed(key, plain, ask))
            asking.add_done_callback(_heard)
        return asking

    async def _renewed(self, key: Key, environ: Environ, ask: Ask) -> Answer:
        began = self._clock()
        try:
            answer = await ask(environ)
        finally:
            del self._asking[key]
        said = dict(answer.headers)
        if answer.status == 200 and said.get(b"cache-control", b"").startswith(b"public") and b"etag" in said:
            mark = said[b"etag"].decode("latin-1")
            self._kept[key] = _Kept(answer, mark, version_in(mark), began)
            self._kept.move_to_end(key)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        else:
            self._kept.pop(key, None)
        return answer


def is_for_all(environ: Environ) -> bool:
    """Whether everybody who asks so is told the same. nginx keeps it itself and asks at moments of its own (`pace`).
    Pictures lie on the disk already."""
    path = environ["PATH_INFO"]
    asks = environ["REQUEST_METHOD"] == "GET" and path.startswith("/live/") and not path.endswith(".png")
    return asks and not environ["QUERY_STRING"] and "HTTP_PAIJU_PACE" not in environ


def _key(environ: Environ) -> Key:
    """All that such an answer may depend on."""
    zipped = "gzip" if "gzip" in environ.get("HTTP_ACCEPT_ENCODING", "") else ""
    names = ("PATH_INFO", "HTTP_HOST", "wsgi.url_scheme", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST")
    return (zipped, *(environ.get(name, "") for name in names))


def _follows(given: str, kept: _Kept) -> bool:
    """Whether the kept answer is at least as new as what the reader has: nobody is led back behind what another worker
    has told them. Of marks that name no version nobody knows which is the newer."""
    return given in ("", kept.mark) or 0 < version_in(given) <= kept.version


def _told(kept: _Kept, given: str) -> Answer:
    answer = kept.answer
    known = given == kept.mark
    left_out = _ITS_OWN + _OF_BODIES if known else _ITS_OWN
    headers = [
        (name, pace.kept_until(time()).encode() if name == _KEPT_BY_NGINX else value)
        for name, value in answer.headers
        if name not in left_out
    ]
    if known:
        return Answer(304, headers, b"")
    return Answer(200, [*headers, (b"content-length", str(len(answer.body)).encode())], answer.body)


def _nothing_new(kept: _Kept, given: str) -> Answer:
    """To a reader who has something newer than this."""
    told = _told(kept, kept.mark)
    return told._replace(headers=[(name, given.encode() if name == b"etag" else value) for name, value in told.headers])


def _heard(asked: asyncio.Task[Answer]) -> None:
    """An error is told to whoever waits; where nobody does, to the next who asks."""
    if not asked.cancelled():
        asked.exception()
