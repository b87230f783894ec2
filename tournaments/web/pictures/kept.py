"""圖片 of what is asked for, drawn once for each content and kept in the data directory. A program of its own (`maker`)
draws them, one after the other.

The key is all that stands in a picture: whatever a reader may or may not see, in whichever language, makes another
picture in words and so another file. The files that nobody has asked for longest go.
"""

import hashlib
import json
import os
import zlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

from django.conf import settings

from tournaments.web.program import NotMade, Program

MOST_KEPT = 2000
"""Files, of some 30 kB each."""
MOST_SECONDS = 5

_maker = Program("tournaments.web.pictures.maker", MOST_SECONDS)
_drawing = Lock()


class PictureUnavailable(Exception):
    """This machine lacks a Chinese font, or the picture took too long."""


def png_of(picture: Mapping[str, Any]) -> bytes:
    """The picture as PNG. Raises PictureUnavailable."""
    words = json.dumps(picture, ensure_ascii=False, sort_keys=True)
    file = _folder() / f"{hashlib.sha256(f'{_build()}{words}'.encode()).hexdigest()}.png"
    content = _kept(file)
    if content is not None:
        return content
    with _drawing:
        content = _kept(file)
        if content is None:
            content = _drawn(words)
            _keep(file, content)
    return content


def _drawn(words: str) -> bytes:
    try:
        return _maker.made(words.encode())
    except NotMade as reason:
        raise PictureUnavailable(*reason.args) from None


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "pictures"


@lru_cache(maxsize=1)
def _build() -> str:
    """A short mark of what draws: after an upgrade no old picture is shown."""
    mark = 0
    for file in (*sorted(Path(__file__).parent.glob("*.py")), Path(settings.BASE_DIR) / "static" / "tiles.svg"):
        mark = zlib.crc32(file.read_bytes(), mark)
    return f"{mark:08x}"


def _kept(file: Path) -> bytes | None:
    try:
        content = file.read_bytes()
        os.utime(file)
    except OSError:
        return None
    return content


def _keep(file: Path, content: bytes) -> None:
    """Put it there whole; on a full disk it is drawn again the next time."""
    new = file.with_suffix(f".{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(content)
        new.replace(file)
        _forget_old(file.parent)
    except OSError:
        new.unlink(missing_ok=True)


def _forget_old(folder: Path) -> None:
    """Where there are too many, a tenth goes at once, so that this is looked for rarely."""
    with os.scandir(folder) as found:
        files = list(found)
    if len(files) <= MOST_KEPT:
        return
    by_use = sorted(files, key=lambda entry: entry.stat().st_mtime)
    for entry in by_use[: len(files) - MOST_KEPT + MOST_KEPT // 10]:
        Path(entry.path).unlink(missing_ok=True)
