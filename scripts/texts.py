"""Extractors for `pybabel extract` (pyproject.toml).

Line numbers are omitted, so that adding a line above a text does not change its entry.
"""

import io
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from babel.messages.extract import extract_python
from django.utils.translation.template import templatize


def python(file: BinaryIO, keywords: Mapping[str, Any], comments: Any, options: Any) -> Iterator[tuple[Any, ...]]:
    for _line, *found in extract_python(file, keywords, comments, {"encoding": "utf-8"}):
        yield 0, *found


def templates(file: BinaryIO, keywords: Mapping[str, Any], comments: Any, options: Any) -> Iterator[tuple[Any, ...]]:
    # Django turns a template into Python code; strip the indentation that comes from the page.
    lines = (line.strip() for line in templatize(file.read().decode()).splitlines())
    yield from python(io.BytesIO("\n".join(lines).encode()), keywords, comments, options)
