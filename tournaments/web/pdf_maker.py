"""A program that makes PDFs, one after the other: `python -m tournaments.web.pdf_maker`, started by `pdf` beside it.

WeasyPrint computes for half a second a card and lets no other Python thread run meanwhile; here it has a process of its
own. A page is asked (`tournaments.web.program`), its PDF is the answer.

Two things are known only here: on how many pages a card comes out, which is then set more closely, and which characters
no font of this machine has. Those are printed as 〓 and named at the foot, between `<!-- lacking -->` and its end.
"""

import logging
import re
from pathlib import Path
from typing import Any

from tournaments.web.program import MADE, NOT_MADE, serve

STYLES = [Path(__file__).resolve().parent.parent.parent / "static" / "css" / "card-pdf.css"]
GETA = "〓"
_DENSITIES = ("", "close", "closer", "closer tight", "closer closest")
_DENSITY = re.compile(r'class="scorecard (|close|closer)"')
_LACKING = re.compile(r"<!-- lacking -->(.*?)<!-- /lacking -->", re.DOTALL)
_CHARACTERS = "<!-- characters -->"


class _MissingGlyphs(logging.Handler):
    """WeasyPrint draws boxes for characters without a font and only mentions them in its log."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.found: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        if ".notdef" in str(record.msg) and isinstance(record.args, tuple):
            self.found.add(str(record.args[0]))


def made(html: str) -> tuple[bytes, bytes]:
    """MADE and the PDF of a page, or NOT_MADE and why: a library is missing, or a Chinese font."""
    try:
        import weasyprint
    except (ImportError, OSError) as error:
        return NOT_MADE, str(error).encode()
    try:
        content, lacking = _printed(weasyprint, with_missing(html, set()))
        if lacking:
            content, lacking = _printed(weasyprint, with_missing(html, lacking))
    except Exception as error:
        return NOT_MADE, f"{type(error).__name__}: {error}".encode()
    return (NOT_MADE, b"a character has no glyph in any installed font") if lacking else (MADE, content)


def with_missing(html: str, lacking: set[str]) -> str:
    """The page with 〓 for these characters, which are named at its foot."""
    codes = " ".join(f"U+{ord(one):04X}" for one in sorted(lacking))
    page = _LACKING.sub(lambda found: found[1].replace(_CHARACTERS, codes) if codes else "", html)
    return page.translate({ord(one): GETA for one in lacking})


def _printed(weasyprint: Any, html: str) -> tuple[bytes, set[str]]:
    """A PDF, and the characters in it that no font has."""
    watcher = _MissingGlyphs()
    logger = logging.getLogger("weasyprint")
    logger.addHandler(watcher)
    try:
        content: bytes = _laid_out(weasyprint, html).write_pdf()
    finally:
        logger.removeHandler(watcher)
    return content, watcher.found


def _laid_out(weasyprint: Any, html: str) -> Any:
    """The page as loosely set as it fits on one sheet; what fits on none is set as closely as can be."""
    styles = [weasyprint.CSS(filename=str(path)) for path in STYLES]
    begun = _DENSITY.search(html)
    for density in _DENSITIES[_DENSITIES.index(begun[1]) :] if begun else [""]:
        page = _DENSITY.sub(f'class="scorecard {density}"', html)
        document = weasyprint.HTML(string=page, url_fetcher=_no_fetching).render(stylesheets=styles)
        if len(document.pages) == 1:
            break
    return document


def _no_fetching(url: str, *_args: Any, **_kwargs: Any) -> Any:
    """Nothing is loaded from anywhere: the card holds all it shows."""
    raise ValueError(f"not fetched: {url}")


if __name__ == "__main__":
    serve(made)
