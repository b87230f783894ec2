"""觀測 What is noted of every request: its number, how long it took, and what was slow.

Outermost of the middleware but for the probes, so that what the others do is counted too.
"""

import logging
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any

from django.conf import settings
from django.db.backends.signals import connection_created
from django.http import HttpRequest, HttpResponse

from config import current, metrics
from config.logs import route_of

Answer = Callable[[HttpRequest], HttpResponse]

log = logging.getLogger("paiju.slow")
MOST_SHOWN = 300
"""Characters of a slow statement in the log: which one it is, not what was asked. Values are never logged."""


class Watched:
    """Gives each request its number, says it back, and notes what took longer than settings.SLOW_REQUEST."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = perf_counter()
        number = current.number_of(request)
        token = current.begin(number)
        try:
            response = self.get_response(request)
            response.headers["X-Request-ID"] = number
            took = perf_counter() - began
            if metrics.on():
                metrics.count(request, response.status_code, took)
            if took >= settings.SLOW_REQUEST:
                route = route_of(request)
                log.warning("slow: %s %s %d, %d ms", request.method, route, response.status_code, took * 1000)
            return response
        finally:
            current.end(token)

    def process_view(self, request: HttpRequest, _view: Any, _args: Any, where: Mapping[str, object]) -> None:
        """Note which address of the site it is."""
        match = request.resolver_match
        current.tell(match.view_name if match else "", where)


def statement(execute: Callable[..., Any], sql: str, parameters: Any, many: bool, context: dict[str, Any]) -> Any:
    """Run a statement; note it where it took longer than settings.SLOW_QUERY, and where it failed."""
    began = perf_counter()
    try:
        return execute(sql, parameters, many, context)
    except Exception as error:
        if metrics.on():
            metrics.failed(error)
        raise
    finally:
        took = perf_counter() - began
        if took >= settings.SLOW_QUERY:
            log.warning("slow statement, %d ms: %s", took * 1000, sql[:MOST_SHOWN])


def watch(connection: Any, **_told: object) -> None:
    """Let each statement of this connection pass through `statement`."""
    if statement not in connection.execute_wrappers:
        connection.execute_wrappers.append(statement)


def watch_statements() -> None:
    """Watch the connections that are made from now on."""
    connection_created.connect(watch, dispatch_uid="config.watching")
