from functools import lru_cache

import segno
from django.utils.safestring import SafeString, mark_safe


@lru_cache(maxsize=1024)
def qr_svg(address: str) -> SafeString:
    """An SVG without style and script, ink on transparent, sized by CSS.

    Cached: finding the most readable pattern takes milliseconds, and pages of slips are opened again and again.
    """
    code = segno.make(address, error="m")
    return mark_safe(code.svg_inline(border=2, omitsize=True, svgclass="qr-code", lineclass=None))  # noqa: S308 made here from modules of a QR code
