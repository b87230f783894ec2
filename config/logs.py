import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime

from django.http import HttpRequest

request_number: ContextVar[str] = ContextVar("request_number", default="-")

_OTHER_PAGE = re.compile(r"(https?://[^/\s]+)/\S*")


class RequestFilter(logging.Filter):
    """Adds the request's number, and logs the route instead of the address: anyone who reads a link of a player, an
    entry or a sign-in slip could use it."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_number = request_number.get()
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            route = f"/{request.resolver_match.route}" if request.resolver_match else "(unresolved)"
            record.args = tuple(
                (route if arg.startswith("/") else _OTHER_PAGE.sub(r"\1/…", arg)) if isinstance(arg, str) else arg
                for arg in record.args
            )
        return True


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request": getattr(record, "request_number", "-"),
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)
