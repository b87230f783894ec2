"""A program that makes PDFs, one after the other: `python -m tournaments.web.pdf_maker`, started by `pdf` beside it.

WeasyPrint computes for half a second a card and lets no other Python thread run meanwhile; here it has a process of its
own, which gives way to the server's. On standard input a page, on standard output its PDF, each as its length (8 bytes)
and its bytes; before an answer `+`, or `-` and in place of a PDF the reason why there is none. It ends with its input,
and so with the server however that ends, and after some idle minutes.
"""

import logging
import os
import select
import struct
import sys
from pathlib import Path
from typing import IO, Any

STYLES = [Path(__file__).resolve().parent.parent.parent / "static" / "css" / "card-pdf.css"]
IDLE_SECONDS = 300
LENGTH = struct.Struct(">Q")
MADE, NOT_MADE = b"+", b"-"


class _MissingGlyphs(logging.Handler):
    """WeasyPrint draws boxes for characters without a font and only mentions it in its log."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.found = False

    def emit(self, record: logging.LogRecord) -> None:
        self.found = self.found or ".notdef" in record.getMessage()


def made(html: str) -> tuple[bytes, bytes]:
    """MADE and the PDF of a page, or NOT_MADE and why: a library is missing, or a font."""
    try:
        import weasyprint
    except (ImportError, OSError) as error:
        return NOT_MADE, str(error).encode()
    watcher = _MissingGlyphs()
    logger = logging.getLogger("weasyprint")
    logger.addHandler(watcher)
    try:
        styles = [weasyprint.CSS(filename=str(path)) for path in STYLES]
        content: bytes = weasyprint.HTML(string=html, url_fetcher=_no_fetching).write_pdf(stylesheets=styles)
    except Exception as error:
        return NOT_MADE, f"{type(error).__name__}: {error}".encode()
    finally:
        logger.removeHandler(watcher)
    return (NOT_MADE, b"a character has no glyph in any installed font") if watcher.found else (MADE, content)


def _no_fetching(url: str, *_args: Any, **_kwargs: Any) -> Any:
    """Nothing is loaded from anywhere: the card holds all it shows."""
    raise ValueError(f"not fetched: {url}")


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(10)
    pages: IO[bytes] = sys.stdin.buffer
    # What a library prints must not come between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    while select.select([pages], [], [], IDLE_SECONDS)[0]:
        head = pages.read(LENGTH.size)
        if len(head) < LENGTH.size:
            return
        outcome, content = made(pages.read(*LENGTH.unpack(head)).decode())
        answers.write(outcome + LENGTH.pack(len(content)) + content)
        answers.flush()


if __name__ == "__main__":
    main()
