"""PDF of a page. WeasyPrint is loaded only when one is asked for: it takes a second, and not every machine can."""

import logging
from importlib import import_module
from pathlib import Path
from typing import Any

from django.conf import settings


class PdfUnavailable(Exception):
    """This machine lacks a library or a Chinese font: the reader should print the page instead."""


class _MissingGlyphs(logging.Handler):
    """WeasyPrint draws boxes for characters without a font and only mentions it in its log."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.found = False

    def emit(self, record: logging.LogRecord) -> None:
        self.found = self.found or ".notdef" in record.getMessage()


def pdf_of(html: str) -> bytes:
    """The page as PDF bytes. Raises PdfUnavailable when the library is missing or characters would be boxes."""
    try:
        weasyprint: Any = import_module("weasyprint")
    except (ImportError, OSError) as error:
        raise PdfUnavailable(str(error)) from error
    watcher = _MissingGlyphs()
    logger = logging.getLogger("weasyprint")
    logger.addHandler(watcher)
    try:
        styles = [weasyprint.CSS(filename=str(path)) for path in _styles()]
        content: bytes = weasyprint.HTML(string=html, url_fetcher=_no_fetching).write_pdf(stylesheets=styles)
    finally:
        logger.removeHandler(watcher)
    if watcher.found:
        raise PdfUnavailable("a character has no glyph in any installed font")
    return content


def _styles() -> list[Path]:
    return [Path(settings.BASE_DIR) / "static" / "css" / "card-pdf.css"]


def _no_fetching(url: str, *_args: Any, **_kwargs: Any) -> Any:
    """Nothing is loaded from anywhere: the card holds all it shows."""
    raise ValueError(f"not fetched: {url}")
