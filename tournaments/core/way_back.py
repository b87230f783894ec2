"""登入後回到這裏: where a person continues who was signed out in the middle of a task.

The entry of a hand goes along in the address, so that the preview comes back with all of it; an address saves nothing.
Reads the request alone: no database, no rights.
"""

from collections.abc import Iterator
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import ResolverMatch
from django.utils.http import url_has_allowed_host_and_scheme

MOST = 6000
"""Letters of an address: some servers refuse longer ones."""

_LEFT_OUT = frozenset({"csrfmiddlewaretoken", "client_key", "add", "drop", "edit"})


def way_back(request: HttpRequest) -> str:
    """The address of this page, or of the one that brings back its posted entry."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    match = request.resolver_match
    address = _entered(request, match) if match else ""
    return address if address and len(address) <= MOST else _where_from(request)


def _entered(request: HttpRequest, match: ResolverMatch) -> str:
    if match.namespace != "tournaments" or match.url_name not in ("win", "save"):
        return ""
    # Never made from the number of the game: that would give its letters to people who only counted.
    table = request.path.removesuffix(f"{match.url_name}/")
    page = "preview" if match.url_name == "save" else "win"
    return f"{table}{page}/?{urlencode(list(_fields(request)))}"


def _fields(request: HttpRequest) -> Iterator[tuple[str, str]]:
    for name, values in request.POST.lists():
        for value in values:
            if name not in _LEFT_OUT and value and value != "[]":
                yield name, str(value)


def _where_from(request: HttpRequest) -> str:
    came = request.headers.get("Referer", "")
    own = url_has_allowed_host_and_scheme(came, {request.get_host()}, require_https=request.is_secure())
    return came if own and len(came) <= MOST else "/"
