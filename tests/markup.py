"""What tests of pages share: addresses, and a page's markup as one line, however its template is broken into lines."""

import html
import re
from collections.abc import Iterable
from typing import Any

from django.test import Client
from django.urls import reverse

_BETWEEN = re.compile(r"\s*([<>])\s*")
_RUN = re.compile(r"\s+")


def markup(answer: Any) -> str:
    """A response's text: one space between attributes and between words, none beside a tag."""
    return _RUN.sub(" ", _BETWEEN.sub(r"\1", str(answer.content.decode())))


def words(answer: Any) -> str:
    """What a reader sees of a page."""
    page = markup(answer)
    main = page[page.find("<main") :] if "<main" in page else page
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", main)).split())


def shows(answer: Any, *said: str, never: str | Iterable[str] = (), status: int = 200) -> str:
    """Check what a page says, in its markup or as a reader sees it, and what it does not say; return its markup."""
    page, seen = markup(answer), words(answer)
    assert answer.status_code == status, seen
    missing = [one for one in said if one not in page and one not in seen]
    told = [one for one in ([never] if isinstance(never, str) else never) if one in page or one in seen]
    assert not missing and not told, (missing, told, page)  # noqa: PT018
    return page


def url(name: str, *args: Any) -> str:
    """The address of a page of a tournament, or of "accounts:…", "api:…"."""
    return reverse(name if ":" in name else f"tournaments:{name}", args=args)


def undo(client: Client, done: Any) -> Any:
    """Press 復原 in the latest notice of a page; return the page that follows."""
    where, name, value = list(done.context["messages"])[-1].extra_tags.split(" ")
    shows(done, f'action="{where}"', f'name="{name}" value="{value}"', "復原")
    return client.post(where, {name: value}, follow=True)


def page(name: str, *args: Any, client: Client | None = None, **asked: Any) -> str:
    """The markup of a page that opens, for everybody or in this browser; `asked`: its query."""
    return shows((client or Client()).get(url(name, *args), asked))
