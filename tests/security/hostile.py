"""Values that no form of ours sends, and which names a request looks up in what was sent.

What an address reads is heard while it answers its real request, so that a field that is added tomorrow is tried too,
without a list that somebody has to keep.
"""

import copy
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from typing import Any

import pytest
from django.core.signals import got_request_exception
from django.http.request import HttpHeaders
from django.utils.datastructures import MultiValueDict
from rest_framework.fields import Field

DIGITS = "9" * 20
"""More than any column holds."""

TEXTS = (
    DIGITS,
    "\x00",
    "²",
    "a/b",
    "\ud800",
    "2147483648",
    "9" * 18,
    "9" * 5_000,
    "[[1]]",
    "-1",
    "1\x00",
    "http://[",
    "1e400",
    "牌" * 20_000,
    '{"a": null}',
    "",
    "NaN",
    "0001-01-01",
    "//evil.example",
    "remove:²",
    '[{"event": {"type": "\\ud800\\u0000"}, "claim": {}}]',
    "0",
    "9999-12-31",
    "[" * 2_000,
    "../..",
)
"""For a field of a form or of a query."""

VALUES: tuple[Any, ...] = (10**20, None, [], {}, *TEXTS, -1, True, 1.5, -(10**20), 1e308, [None], [[1]], {"a": {}})
"""For a document."""

PARTS = ("2147483648", "9223372036854775808", DIGITS, "9" * 400, "a%2Fb", "%00", "%ED%A0%80", "%FF")
"""For a part of an address, as it is sent."""

DATES = (
    "0001-01-01",
    "0001-01-01T00:00",
    "0001-01-01T00:00:00+14:00",
    "1883-01-01T00:00:00Z",
    "9999-12-31",
    "9999-12-31T23:59:59-12:00",
)
"""For a field that holds a day or a moment."""

BODIES = (b"", b"null", b"[]", b"{}", b"1", b'"a"', b"[[]]", b"{", b"\xff\xfe", b'{"a": NaN}', b"9" * 5_000)
"""Whole documents."""


@contextmanager
def heard(*, headers: bool = False) -> Iterator[set[str]]:
    """The names that are looked up in what was sent while the block runs."""
    names: set[str] = set()
    with pytest.MonkeyPatch.context() as patch:
        for method in ("get", "getlist", "__getitem__", "__contains__"):
            patch.setattr(MultiValueDict, method, _noting(getattr(MultiValueDict, method), names))
        for method in ("__getitem__", "__contains__") if headers else ():
            patch.setattr(HttpHeaders, method, _noting(getattr(HttpHeaders, method), names))
        look_up = Field.get_value

        def get_value(self: Field[Any, Any, Any, Any], dictionary: Any) -> Any:
            names.add(self.field_name or "")
            return look_up(self, dictionary)

        patch.setattr(Field, "get_value", get_value)
        yield names
    names -= {"", "csrfmiddlewaretoken"}


def _noting(method: Any, names: set[str]) -> Any:
    def noting(self: Any, name: Any, *more: Any) -> Any:
        if isinstance(name, str):
            names.add(name)
        return method(self, name, *more)

    return noting


@contextmanager
def failures() -> Iterator[list[str]]:
    """What was thrown behind a 500 while the block runs."""
    found: list[str] = []

    def note(**_kwargs: Any) -> None:
        found.append(f"{type(sys.exc_info()[1]).__name__}: {sys.exc_info()[1]}"[:300])

    got_request_exception.connect(note)
    try:
        yield found
    finally:
        got_request_exception.disconnect(note)


def some(values: Sequence[Any], count: int, turn: int) -> Iterator[Any]:
    """`count` of the values, from another one on with every turn: all are tried, each in many places."""
    return islice(cycle(values), turn * count % len(values), turn * count % len(values) + min(count, len(values)))


def places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items: Any = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, child in items:
        yield (*path, key)
        yield from places(child, (*path, key))


def spoilt(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    changed = copy.deepcopy(document)
    node = changed
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    return changed
