"""A program that makes PDFs, one after the other: `python -m tournaments.web.pdf_maker`, started by `pdf` beside it.

WeasyPrint computes for half a second a card and lets no other Python thread run meanwhile; here it has a process of its
own. A page is asked (`tournaments.web.program`), its PDF is the answer.
"""

import logging
from pathlib import Path
from typing import Any

from tournaments.web.program import MADE, NOT_MADE, serve

STYLES = [Path(__file__).resolve().parent.parent.parent / "static" / "css" / "card-pdf.css"]


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


if __name__ == "__main__":
    serve(made)
