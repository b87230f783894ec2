"""相片 sent with a ruling: stored as a JPEG of at most 1600 pixels a side, without the camera's metadata (place, time,
device). HEIC is not supported: phones send JPEG when a page asks for pictures."""

import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from threading import Lock
from typing import IO

from django.utils.translation import gettext as _
from PIL import Image, ImageFile, ImageOps, UnidentifiedImageError

from tournaments.core.exceptions import Invalid

MOST_BYTES = 10 * 1024 * 1024
MOST_PIXELS = 50_000_000
SIDE = 1600
FORMATS = ("JPEG", "PNG", "WEBP")
GOOD_SIZE = 800_000
"""Bytes of a stored photo; the quality is lowered until it fits."""

_BROKEN = (OSError, ValueError, SyntaxError, EOFError, struct.error, zlib.error)
_LOCK = Lock()
_BOMBS = (Image.DecompressionBombError, Image.DecompressionBombWarning)


def small_photo(file: IO[bytes], size: int) -> bytes:
    if size > MOST_BYTES:
        raise _refused(_("相片太大（最多 10 MB），請縮小或再拍一張。"))
    try:
        with _refuse_truncated(), Image.open(file, formats=FORMATS) as image:
            if image.width * image.height > MOST_PIXELS:
                raise Image.DecompressionBombError
            paper = _normalised(image)
        kept = b""
        for quality in (82, 65, 45):
            out = BytesIO()
            paper.save(out, "JPEG", quality=quality, optimize=True)
            kept = out.getvalue()
            if len(kept) <= GOOD_SIZE:
                break
        return kept
    except _BOMBS as error:
        raise _refused(_("相片的尺寸太大（最多 5000 萬像素），請縮小或再拍一張。")) from error
    except UnidentifiedImageError as error:
        raise _refused(_("相片要是 JPEG、PNG 或 WebP 圖片。")) from error
    except _BROKEN as error:
        raise _refused(_("相片檔案不完整，請再拍一張。")) from error


@contextmanager
def _refuse_truncated() -> Iterator[None]:
    """Refuse truncated images here, although WeasyPrint makes Pillow accept them in the whole process."""
    with _LOCK:
        before, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
        try:
            yield
        finally:
            ImageFile.LOAD_TRUNCATED_IMAGES = before


def _refused(sentence: str) -> Invalid:
    return Invalid(sentence, field="photo")


def _normalised(image: Image.Image) -> Image.Image:
    """Return the picture scaled down, upright and on white. It is a new image, so no metadata is copied."""
    image.draft("RGB", (SIDE, SIDE))
    image.thumbnail((SIDE, SIDE))
    upright = ImageOps.exif_transpose(image).convert("RGBA")
    paper = Image.new("RGB", upright.size, "white")
    paper.paste(upright, mask=upright.getchannel("A"))
    return paper
