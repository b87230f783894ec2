"""PDF of a page, made once for each content and kept. WeasyPrint runs in a program of its own (`pdf_maker`)."""

import hashlib
import subprocess
import sys
from collections import OrderedDict
from threading import Lock, Timer
from typing import IO

from django.conf import settings
from django.utils import timezone

from tournaments.web.pdf_maker import LENGTH, MADE
from tournaments.words.days import moment_text

MOST_KEPT = 64
MOST_SECONDS = 60
MOMENT = "<!-- moment -->"
"""Stands in a page where the time goes at which its PDF was made; two pages that differ only there are one."""


class PdfUnavailable(Exception):
    """This machine lacks a library or a Chinese font: the reader should print the page instead."""


class _Maker:
    """The program, started with the first page and again where it has ended."""

    def __init__(self) -> None:
        self._running: subprocess.Popen[bytes] | None = None

    def pdf(self, html: str) -> bytes:
        """Raises PdfUnavailable when the program says that it can't, ends, or takes too long."""
        page = html.encode()
        try:
            outcome, content = self._asked(page)
        except OSError:  # it ended while nobody asked for anything
            self._running = None
            outcome, content = self._asked(page)
        if outcome != MADE:
            raise PdfUnavailable(content.decode() or "the PDF maker ended")
        return content

    def _asked(self, page: bytes) -> tuple[bytes, bytes]:
        process = self._process()
        assert process.stdin is not None
        assert process.stdout is not None
        watch = Timer(MOST_SECONDS, process.kill)
        watch.start()
        try:
            process.stdin.write(LENGTH.pack(len(page)) + page)
            process.stdin.flush()
            return self._answer(process.stdout)
        finally:
            watch.cancel()

    @staticmethod
    def _answer(output: IO[bytes]) -> tuple[bytes, bytes]:
        outcome, head = output.read(1), output.read(LENGTH.size)
        if len(head) < LENGTH.size:
            return b"", b""
        return outcome, output.read(*LENGTH.unpack(head))

    def _process(self) -> subprocess.Popen[bytes]:
        if self._running is None or self._running.poll() is not None:
            self._running = subprocess.Popen(
                [sys.executable, "-m", "tournaments.web.pdf_maker"],
                cwd=settings.BASE_DIR,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        return self._running


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
