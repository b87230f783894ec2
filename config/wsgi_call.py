"""A request that has come in whole, put to the WSGI application; its answer, whole."""

import io
import re
import sys
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

Scope = dict[str, Any]
Environ = dict[str, Any]

_CHARSET = re.compile(r';\s*charset\s*\*?\s*=\s*("[^"]*"|[^;]*)', re.IGNORECASE)


class Answer(NamedTuple):
    """What goes back: status, header lines in lower case, body."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


def environ_of(scope: Scope, body: bytes) -> Environ:
    """The environ of an ASGI scope and its whole body, of which the length is known however it was sent."""
    server, client = scope.get("server") or ("", ""), scope.get("client") or ("", "")
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "REMOTE_ADDR": client[0],
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    return environ | _headers(scope["headers"])


def _headers(lines: Iterable[tuple[bytes, bytes]]) -> Environ:
    found: Environ = {}
    for raw, value in lines:
        name = raw.decode("latin-1").upper()
        # X_Forwarded_For would become the same variable as the X-Forwarded-For that a proxy sets.
        if "_" in name or name in {"CONTENT-LENGTH", "TRANSFER-ENCODING"}:
            continue
        key = name if name == "CONTENT-TYPE" else f"HTTP_{name}"
        key = key.replace("-", "_")
        text = value.decode("latin-1")
        if key == "CONTENT_TYPE":
            text = read_as_utf8(text)
        between = "; " if key == "HTTP_COOKIE" else ","
        found[key] = f"{found[key]}{between}{text}" if key in found else text
    return found


def read_as_utf8(content_type: str) -> str:
    """The header without its charset: our pages send UTF-8, JSON is nothing else, and Django reads the address too as
    whatever stands here, be it `hex` or `unicode_escape`."""
    return _CHARSET.sub("", content_type)


def answer(application: Callable[..., Iterable[bytes]], environ: Environ) -> Answer:
    """Let the application answer. Its connection to the database is handed back by this thread, before the answer."""
    told: list[Any] = []

    def start_response(status: str, headers: list[tuple[str, str]], _error: Any = None) -> None:
        lines = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        told[:] = [int(status[:3]), lines]

    parts = application(environ, start_response)
    try:
        body = b"".join(parts)
    finally:
        if hasattr(parts, "close"):
            parts.close()
    status, headers = told
    if status not in (204, 304) and not any(name == b"content-length" for name, _value in headers):
        headers.append((b"content-length", str(len(body)).encode()))
    return Answer(status, headers, b"" if environ["REQUEST_METHOD"] == "HEAD" else body)
