"""找網址 The addresses of an app as a tree: those that begin alike are looked through together.

Django tries address after address. At the table that was a hundred and fifty tries a request, most of them of
addresses of the organisers' pages that begin with the same word. The apps write their addresses as plain lists; here
they are put together by how they begin. Names, arguments and answers stay what they are.
"""

from collections.abc import Iterable, Sequence
from importlib import import_module
from os.path import commonprefix

from django.urls import URLPattern, URLResolver, include, path
from django.urls.resolvers import RoutePattern

Address = tuple[str, URLPattern]
"""An address with what is left of its route below the prefix that it was put under."""


def app(module: str) -> URLResolver:
    """The addresses of an app under its name, in place of `path("", include(module))`."""
    urls = import_module(module)
    return path("", include((tree(_flat(urls.urlpatterns)), urls.app_name)))


def tree(addresses: Iterable[Address]) -> list[URLPattern | URLResolver]:
    """Addresses that share their first part under one prefix each, words before parts that may be anything."""
    groups: dict[str, list[Address]] = {}
    for route, pattern in addresses:
        groups.setdefault(route[: route.find("/") + 1] or route, []).append((route, pattern))
    return [_branch(groups[first]) for first in sorted(groups, key=_may_be_anything)]


def _branch(group: Sequence[Address]) -> URLPattern | URLResolver:
    if len(group) == 1:
        ((route, pattern),) = group
        return path(route, pattern.callback, pattern.default_args, pattern.name)
    shared = commonprefix([route for route, _pattern in group])  # noqa: RUF071 - cut to whole parts in the next line
    shared = shared[: shared.rfind("/") + 1]
    return path(shared, include(tree((route.removeprefix(shared), pattern) for route, pattern in group)))


def _may_be_anything(first: str) -> bool:
    return first.startswith("<")


def _flat(patterns: Iterable[URLPattern | URLResolver], before: str = "") -> Iterable[Address]:
    for each in patterns:
        if not isinstance(each.pattern, RoutePattern):
            raise TypeError(f"{each.pattern} is no path")
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from _flat(each.url_patterns, route)
        else:
            yield route, each
