"""分享: what a messenger shows of an address (og: and twitter: tags), and what the buttons of a page send on."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language

from accounts.addresses import shared_base
from tournaments.models import Event


@dataclass(frozen=True)
class Share:
    """A page as it is shared: its whole address, what it is called, a sentence, and the whole address of its picture.

    `picture`: "" where there is none · `bar`: whether the page gets the buttons at its end; the calculator has its own
    beside the answer, the replay above its own bar.
    """

    address: str
    title: str
    text: str
    picture: str
    bar: bool = True


def share(request: HttpRequest, path: str, title: str, text: str, picture: str, *, bar: bool = True) -> Share:
    """A page that everybody may read; `path`, `picture`: below the address that others reach."""
    base = shared_base(request)
    return Share(base + path, title, text, base + picture if picture else "", bar)


def share_of(
    request: HttpRequest, event: Event, path: str, title: str, picture: str, *at: object, version: object = ""
) -> Share | None:
    """A page of an event; None where it is not public. `picture`: name of its address, or "", with what follows in
    `at`.

    `version`: messengers keep a picture by its address for days, so another state has another one.
    """
    if not event.public:
        return None
    where = reverse(f"tournaments:{picture}", args=[get_language(), *at]) if picture else ""
    return share(request, path, title, event.name, f"{where}?v={version}" if where and version else where)


def version_of(changed: datetime | None) -> str:
    """A version for addresses from when something changed last."""
    return str(int(changed.timestamp())) if changed else ""
