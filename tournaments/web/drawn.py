"""Keep what takes long to draw, PDFs and pictures, on the disk under the hash of the text that it is drawn from."""

import hashlib
import logging
from collections.abc import Callable
from threading import Lock

from django.core.cache import caches

log = logging.getLogger(__name__)


class BusyDrawing(Exception):
    """Another one is being drawn."""


def drawn(text: str, make: Callable[[], bytes], turn: Lock, patience: float = 0) -> bytes:
    """What is drawn from this text, made one at a time. Raises BusyDrawing after so many seconds.

    The key is the whole text: whatever a reader may or may not see, in which language, makes another text.
    """
    kept, key = caches["drawn"], hashlib.sha256(text.encode()).hexdigest()
    content: bytes | None = kept.get(key)
    if content is not None:
        return content
    if not turn.acquire(blocking=patience > 0, timeout=patience or -1):
        raise BusyDrawing
    try:
        content = make()
    finally:
        turn.release()
    try:
        kept.set(key, content)
    except OSError:
        log.warning("not kept", exc_info=True)
    return content
