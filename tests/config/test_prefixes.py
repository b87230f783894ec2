"""The tree of addresses says of each address what the plain lists of the apps say."""

from collections.abc import Iterator
from importlib import import_module

import pytest
from django.http import HttpResponse
from django.urls import URLPattern, URLResolver, path, resolve, reverse
from django.urls.resolvers import RegexPattern

from config import prefixes

APPS = (
    "tournaments.urls",
    "penalties.urls",
    "accounts.urls",
    "tournaments.api.urls",
    "penalties.api.urls",
)


def routes(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[tuple[str, str | None, object]]:
    for each in patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, route)
        else:
            yield route, each.name, each.callback


@pytest.mark.parametrize("app", APPS)
def test_every_address_is_there_once(app: str) -> None:
    plain = sorted(routes(import_module(app).urlpatterns), key=lambda each: each[0])
    assert sorted(routes(prefixes.app(app).url_patterns), key=lambda each: each[0]) == plain
    assert len({route for route, _name, _view in plain}) == len(plain)


def test_at_the_table_few_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    look = URLPattern.resolve

    def counted(self: URLPattern, address: str) -> object:
        tried.append(address)
        return look(self, address)

    monkeypatch.setattr(URLPattern, "resolve", counted)
    assert resolve(reverse("tournaments:save", args=[1])).view_name == "tournaments:save"
    assert len(tried) < 50


def test_words_come_before_what_may_be_anything() -> None:
    (found,) = prefixes.tree([("e/<slug:slug>/", _address("one")), ("e/new/", _address("new"))])
    assert [name for _route, name, _view in routes([found])] == ["new", "one"]


def _address(name: str) -> URLPattern:
    return path("", lambda _request: HttpResponse(), name=name)


def test_an_address_that_is_no_path_is_refused() -> None:
    with pytest.raises(TypeError):
        list(prefixes._flat([URLPattern(RegexPattern("^x$"), print)]))
