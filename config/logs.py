"""Lines of the log: to which request and event they belong, and as JSON for machines that collect them."""

import json
import logging
import re
from datetime import UTC, datetime
from time import monotonic

from django.http import HttpRequest
from django.urls import Resolver404, resolve

from config import current
from config.trouble import Trouble, trouble_of

QUIET = 10.0
"""Seconds between two lines about the same trouble of the database. Every phone in the hall meets it."""


class JsonFormatter(logging.Formatter):
    """Writes time, level, logger, message, request, route, event and game, and where there is one the traceback."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        } | dict(current.told())
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


_ELSEWHERE = re.compile(r"(https?://[^/\s]+)/\S*")


def route_of(request: HttpRequest) -> str:
    """The route of the requested address. The address itself is never logged: links of players, entries and slips open
    for anybody who reads them."""
    match = request.resolver_match
    try:
        found = match or resolve(request.path_info)
    except Resolver404:
        return "(unresolved)"
    return f"/{found.route}"


class NoAddresses(logging.Filter):
    """Puts the route in place of the address in what Django says of a request, and cuts addresses of other pages."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            record.args = tuple(_cut(said, request) if isinstance(said, str) else said for said in record.args)
        return True


def _cut(said: str, request: HttpRequest) -> str:
    return route_of(request) if said.startswith("/") else _ELSEWHERE.sub(r"\1/…", said)


class Where(logging.Filter):
    """Gives each line `about`: the request, the event and the game that it belongs to."""

    def filter(self, record: logging.LogRecord) -> bool:
        told = current.told()
        known = [told[name] for name in ("request", "event", "game") if name in told]
        record.about = f" [{' '.join(known)}]" if known else ""
        return True


class Briefly(logging.Filter):
    """A trouble of the database is one line and no traceback, and the next one about it waits for `QUIET` seconds."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[Trouble, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        trouble = trouble_of(record.exc_info[1]) if record.exc_info else None
        if trouble is None:
            return True
        now = monotonic()
        if now - self._said.get(trouble, -QUIET) < QUIET:
            return False
        self._said[trouble] = now
        assert record.exc_info
        record.msg, record.args = "%s: %s", (trouble.value, str(record.exc_info[1]).strip().replace("\n", " "))
        record.exc_info = record.exc_text = None
        return True
