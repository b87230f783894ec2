"""瀏覽器: a browser without a screen. It keeps cookies, follows redirects, and sends only forms that a page offers.

How a request gets to the site is a `Wire`: inside the process (`Inside`), or over HTTP to a server (`Network`).
"""

import json
import re
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.client import HTTPConnection, HTTPResponse, RemoteDisconnected
from http.cookies import SimpleCookie
from typing import Any, NamedTuple
from urllib.parse import urlencode, urljoin, urlsplit

from django.http import HttpResponse
from django.test.client import ClientHandler, RequestFactory

Json = Any
Values = Mapping[str, Any]


class Refusal(AssertionError):
    """A request was answered otherwise than the script expects."""


class Answer(NamedTuple):
    """What comes back through a wire. `cookies`: the values of Set-Cookie."""

    status: int
    location: str
    cookies: Sequence[str]
    body: bytes


Wire = Callable[[str, str, bytes, Mapping[str, str]], Answer]
"""Method, path, body and headers of a request → its answer. Called by several threads at once."""


class Inside:
    """The site in this process and this thread, as Django's own test client calls it, but without keeping contexts."""

    def __init__(self) -> None:
        self.handler = ClientHandler(enforce_csrf_checks=True)
        self.factory = RequestFactory()

    def __call__(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        kind = headers.get("Content-Type", "application/octet-stream")
        environ = self.factory.generic(method, path, body, kind, headers=dict(headers)).environ
        answer: HttpResponse = self.handler(environ)
        cookies = [one.OutputString() for one in answer.cookies.values()]
        return Answer(answer.status_code, answer.headers.get("Location", ""), cookies, answer.getvalue())


class Network:
    """A server. Each thread keeps one connection, as a proxy does for the browsers behind it."""

    def __init__(self, host: str, port: int) -> None:
        self.where = (host, port)
        self.kept = threading.local()

    def __call__(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        try:
            answer, content = self._sent(method, path, body, headers)
        except (RemoteDisconnected, ConnectionError):
            # A line that was idle for long is closed by the server; browsers open another one then.
            self.kept.line = None
            answer, content = self._sent(method, path, body, headers)
        cookies = answer.headers.get_all("Set-Cookie") or []
        return Answer(answer.status, answer.headers.get("Location", ""), cookies, content)

    def _sent(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> tuple[HTTPResponse, bytes]:
        if getattr(self.kept, "line", None) is None:
            self.kept.line = HTTPConnection(*self.where, timeout=120)
        self.kept.line.request(method, path, body or None, dict(headers))
        answer: HTTPResponse = self.kept.line.getresponse()
        return answer, answer.read()


@dataclass
class Form:
    """A form of a page: what it would send as it stands, and its buttons."""

    action: str
    names: set[str] = field(default_factory=set)
    sent: list[tuple[str, str]] = field(default_factory=list)
    buttons: set[tuple[str, str]] = field(default_factory=set)
    choices: dict[str, list[str]] = field(default_factory=dict)

    def offers(self, name: str, value: object) -> bool:
        """Whether somebody can enter or press this."""
        return name in self.names or (name, str(value)) in self.buttons

    def filled(self, values: Values) -> list[tuple[str, str]]:
        """What is sent with these values in place of what stands there; None unticks."""
        kept = [(name, value) for name, value in self.sent if name not in values]
        return kept + [(name, str(value)) for name, value in values.items() if value is not None]


class _Forms(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.form: Form | None = None
        self.area = self.select = self.chosen = None
        self.found: list[Form] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        got = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.form = Form(urljoin(self.path, got.get("action", "")))
            self.found.append(self.form)
        elif self.form is None or "disabled" in got:
            return
        elif tag == "button":
            self.form.buttons.add((got.get("name", ""), got.get("value", "")))
        elif tag == "input" and got.get("name"):
            self._input(self.form, got)
        elif tag == "textarea":
            self.form.names.add(got["name"])
            self.area, self.chosen = got["name"], ""
        elif tag == "select":
            self.form.names.add(got["name"])
            self.select, self.chosen = got["name"], None
        elif tag == "option" and self.select:
            self.form.choices.setdefault(self.select, []).append(got.get("value", ""))
            if self.chosen is None or "selected" in got:
                self.chosen = got.get("value", "")

    def _input(self, form: Form, got: dict[str, str]) -> None:
        form.names.add(got["name"])
        ticks = got.get("type") in ("checkbox", "radio")
        if got.get("type") not in ("submit", "file") and (not ticks or "checked" in got):
            form.sent.append((got["name"], got.get("value", "on" if ticks else "")))

    def handle_data(self, data: str) -> None:
        if self.area:
            self.chosen += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif self.form and tag == "textarea" and self.area:
            self.form.sent.append((self.area, self.chosen.removeprefix("\n")))
            self.area = None
        elif self.form and tag == "select" and self.select:
            if self.chosen is not None:
                self.form.sent.append((self.select, self.chosen))
            self.select = None


@dataclass(frozen=True)
class Page:
    status: int
    path: str
    text: str

    def forms(self) -> list[Form]:
        reader = _Forms(self.path)
        reader.feed(self.text)
        return reader.found

    def form(self, action: str, values: Values) -> Form:
        """The form that goes to `action` and into which all of this can be entered. Raises Refusal without one."""
        for form in self.forms():
            if urlsplit(form.action).path == urlsplit(action).path and all(form.offers(*one) for one in values.items()):
                return form
        offered = [(form.action, sorted(form.names)) for form in self.forms()]
        raise Refusal(f"{self.path}: no form to {action} with {sorted(values)}, but {offered}\n{self.words()}")

    def words(self) -> str:
        text = re.sub(r"(?s)<(script|style|nav|head)\b.*?</\1>|<[^>]+>", " ", self.text)
        return re.sub(r"\s+", " ", text)[:1500]


class Browser:
    """One device of one person, at an address of its own."""

    def __init__(self, wire: Wire, statuses: Counter[int], address: str) -> None:
        """`statuses`: counts the answers of all devices."""
        self.wire, self.statuses, self.address = wire, statuses, address
        self.cookies: dict[str, str] = {}

    def get(self, path: str, status: int = 200) -> Page:
        return self._followed(self._ask("GET", path), path, (status,))

    def press(self, page: Page, action: str, /, *, expect: Sequence[int] = (200,), **values: Any) -> Page:
        """Send the form of the page that goes to `action`; where the answer asks whether one is sure, say yes."""
        found = self._send(page.form(action, values), values)
        if found.status == 409 and 'name="confirmed"' in found.text:
            found = self._send(found.form(action, {"confirmed": "1"}), {})
        return self._checked(found, expect)

    def _send(self, form: Form, values: Values) -> Page:
        body = urlencode(form.filled(values)).encode()
        answer = self._ask("POST", form.action, body, "application/x-www-form-urlencoded")
        return self._followed(answer, form.action, ())

    def api(self, method: str, path: str, data: Json = None, expect: Sequence[int] = (200, 201)) -> Json:
        """A request of the page's own script: the session's cookies, and the token of the site."""
        body = b"" if data is None else json.dumps(data).encode()
        answer = self._ask(method, path, body, "application/json")
        if answer.status not in expect:
            raise Refusal(f"{method} {path} {data}: {answer.status}\n{answer.body.decode(errors='replace')[:1500]}")
        return json.loads(answer.body or b"null")

    def _followed(self, answer: Answer, path: str, expect: Sequence[int]) -> Page:
        for _redirect in range(5):
            if answer.status not in (301, 302, 303):
                break
            path = urljoin(path, answer.location)
            answer = self._ask("GET", path)
        return self._checked(Page(answer.status, path, answer.body.decode(errors="replace")), expect)

    def _checked(self, page: Page, expect: Sequence[int]) -> Page:
        if page.status >= 500 or (expect and page.status not in expect):
            raise Refusal(f"{page.path}: {page.status}\n{page.words()}")
        return page

    def _ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> Answer:
        headers = {"X-Forwarded-For": self.address, "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        if kind:
            headers["Content-Type"] = kind
        if kind == "application/json" and method != "GET":
            headers["X-CSRFToken"] = self.cookies.get("csrftoken", "")
        parts = urlsplit(path)
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        answer = self.wire(method, target, body, headers)
        self.statuses[answer.status] += 1
        for line in answer.cookies:
            for name, one in SimpleCookie(line).items():
                self.cookies[name] = one.value
        return answer
