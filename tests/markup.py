"""What tests of pages share: addresses, and a page's markup as one line, however its template is broken into lines."""

import re
from typing import Any

from django.urls import reverse

_BETWEEN = re.compile(r"\s*([<>])\s*")
_RUN = re.compile(r"\s+")


def markup(answer: Any) -> str:
    """A response's text: one space between attributes and between words, none beside a tag."""
    return _RUN.sub(" ", _BETWEEN.sub(r"\1", str(answer.content.decode())))


def url(name: str, *args: Any) -> str:
    return reverse(f"tournaments:{name}", args=args)
