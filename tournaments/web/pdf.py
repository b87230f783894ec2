"""PDF of a page, made once for each content and kept. WeasyPrint runs in a program of its own (`pdf_maker`)."""

import hashlib
from collections import OrderedDict
from threading import Lock

from django.utils import timezone

from tournaments.web.program import NotMade, Program
from tournaments.words.days import moment_text

MOST_KEPT = 64
MOST_SECONDS = 60
MOMENT = "<!-- moment -->"
"""Stands in a page where the time goes at which its PDF was made; two pages that differ only there are one."""


class PdfUnavailable(Exception):
    """This machine lacks a library or a Chinese font: the reader should print the page instead."""


class _Maker(Program):
    """The program, started with the first page and again where it has ended."""

    def __init__(self) -> None:
        super().__init__("tournaments.web.pdf_maker", MOST_SECONDS)

    def pdf(self, html: str) -> bytes:
        """Raises PdfUnavailable when the program says that it can't, ends, or takes too long."""
        try:
            return self.made(html.encode())
        except NotMade as reason:
            raise PdfUnavailable(*reason.args) from None


_maker = _Maker()
_making = Lock()
_kept: OrderedDict[bytes, bytes] = OrderedDict()


def pdf_of(html: str) -> bytes:
    """The page as PDF bytes, the time in the place of MOMENT. Raises PdfUnavailable.

    The key is the whole page: whatever a reader may or may not see, in which language, under which address, makes
    another page and so another PDF. One is made at a time; who waits for the same one gets it when it is done.
    """
    key = hashlib.sha256(html.encode()).digest()
    with _making:
        content = _kept.pop(key, None)
        if content is None:
            content = _maker.pdf(html.replace(MOMENT, moment_text(timezone.now(), year=True)))
        _kept[key] = content
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return content


def forget() -> None:
    """Forget every PDF, as a server that has just started."""
    with _making:
        _kept.clear()
