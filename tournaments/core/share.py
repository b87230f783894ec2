"""分享: og: and twitter: tags of a page, and the content of its share buttons."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language

from accounts.network import shared_base
from tournaments.models import Event


@dataclass(frozen=True)
class Share:
    """`address`, `picture`: absolute; `picture`: "" for none · `bar`: whether the page gets the buttons at its end; the
    calculator and the replay have their own.
    """

    address: str
    title: str
    text: str
    picture: str
    bar: bool = True


def share(request: HttpRequest, path: str, title: str, text: str, picture: str, *, bar: bool = True) -> Share:
    base = shared_base(request)
    return Share(base + path, title, text, base + picture if picture else "", bar)


def share_of(
    request: HttpRequest, event: Event, path: str, title: str, picture: str, *at: object, version: object = ""
) -> Share | None:
    """A page of an event; None where it is not public. `picture`: name of its address, or "", with arguments `at`.

    `version`: messengers keep a picture by its address for days, so each state has its own.
    """
    if not event.public:
        return None
    where = reverse(f"tournaments:{picture}", args=[get_language(), *at]) if picture else ""
    return share(request, path, title, event.name, f"{where}?v={version}" if where and version else where)


def version_of(changed: datetime | None) -> str:
    return str(int(changed.timestamp())) if changed else ""
