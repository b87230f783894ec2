"""PDFs of pages by WeasyPrint, each content made once. Requests never wait for another PDF.

Two facts are known only after layout: the number of sheets of a card, which is then set more closely, and characters
missing in all fonts. Those are printed as 〓 and listed at the foot, between `<!-- lacking -->` and its end.
"""

import logging
import re
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from django.conf import settings
from django.utils import timezone

from tournaments.core.cached import drawn
from tournaments.phrases.days import moment_text

MOMENT = "<!-- moment -->"
"""Placeholder of the time at which a PDF was made; two pages that differ only there are one."""
GETA = "〓"
_DENSITIES = ("", "close", "closer", "closer tight", "closer closest")
_DENSITY = re.compile(r'class="scorecard (|close|closer)"')
_LACKING = re.compile(r"<!-- lacking -->(.*?)<!-- /lacking -->", re.DOTALL)
_CHARACTERS = "<!-- characters -->"
_making = Lock()


class PdfUnavailable(Exception):
    """This machine lacks a library or a Chinese font; the page suggests printing instead."""


def pdf_of(*pages: str) -> bytes:
    moment = moment_text(timezone.now(), year=True)
    return drawn("".join(pages), lambda: make(*[html.replace(MOMENT, moment) for html in pages]), _making)


def make(*pages: str) -> bytes:
    try:
        import weasyprint  # takes half a second, and libraries that a machine may lack

        content, lacking = _printed(weasyprint, pages, set())
        if lacking:
            content, lacking = _printed(weasyprint, pages, lacking)
    except Exception as error:
        raise PdfUnavailable(f"{type(error).__name__}: {error}") from error
    if lacking:
        raise PdfUnavailable("a character has no glyph in any installed font")
    return content


def with_missing(html: str, lacking: set[str]) -> str:
    codes = " ".join(f"U+{ord(one):04X}" for one in sorted(lacking))
    page = _LACKING.sub(lambda found: found[1].replace(_CHARACTERS, codes) if codes else "", html)
    return page.translate({ord(one): GETA for one in lacking})


class _MissingGlyphs(logging.Handler):
    """Collects characters without a font, which WeasyPrint draws as boxes and only mentions in its log."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.found: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        if ".notdef" in str(record.msg) and isinstance(record.args, tuple):
            self.found.add(str(record.args[0]))


def _printed(weasyprint: Any, pages: Sequence[str], lacking: set[str]) -> tuple[bytes, set[str]]:
    watcher = _MissingGlyphs()
    logger = logging.getLogger("weasyprint")
    logger.addHandler(watcher)
    try:
        first, *others = [_laid_out(weasyprint, with_missing(html, lacking)) for html in pages]
        content: bytes = first.copy([*first.pages, *(page for one in others for page in one.pages)]).write_pdf()
    finally:
        logger.removeHandler(watcher)
    return content, watcher.found


def _laid_out(weasyprint: Any, html: str) -> Any:
    """Lay out as loosely as fits on one sheet; a longer card as closely as possible."""
    style = weasyprint.CSS(filename=str(Path(settings.BASE_DIR) / "static" / "css" / "card-pdf.css"))
    begun = _DENSITY.search(html)
    for density in _DENSITIES[_DENSITIES.index(begun[1]) :] if begun else [""]:
        page = _DENSITY.sub(f'class="scorecard {density}"', html)
        document = weasyprint.HTML(string=page, url_fetcher=_fetch_nothing).render(stylesheets=[style])
        if len(document.pages) == 1:
            break
    return document


def _fetch_nothing(url: str, *_args: Any, **_kwargs: Any) -> Any:
    raise ValueError(f"not fetched: {url}")
