"""Store slow drawings, PDFs and pictures, on the disk under the hash of their source text."""

import hashlib
import logging
from collections.abc import Callable
from threading import Lock

from django.core.cache import caches

log = logging.getLogger(__name__)


class BusyDrawing(Exception):
    """Another drawing is being made."""


def drawn(text: str, make: Callable[[], bytes], turn: Lock, patience: float = 0) -> bytes:
    """The drawing of this text, made one at a time. Raises BusyDrawing after `patience` seconds.

    The key is the whole text: other rights or another language make another text.
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
