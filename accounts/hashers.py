import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import connection


class NarrowArgon2PasswordHasher(Argon2PasswordHasher):
    """argon2id as Django sets it (100 MiB, two passes), on one core.

    Django's own takes eight threads per password: forty simultaneous sign-ins would delay the recording of hands. The
    cost per guess is the same. Passwords stored by Django's hasher are accepted and rehashed at the next sign-in.
    """

    parallelism = 1

    def encode(self, *given: Any, **more: Any) -> str:
        with _turn():
            return super().encode(*given, **more)

    def verify(self, *given: Any, **more: Any) -> bool:
        with _turn():
            return super().verify(*given, **more)


_hashing = BoundedSemaphore(max(1, (os.cpu_count() or 1) // 2))
PLACES = BoundedSemaphore(40)
"""Sign-ins that may wait for it; the rest of the server's 48 threads stays for those who record."""


@contextmanager
def place() -> Iterator[bool]:
    """A place among them; False where all are taken."""
    free = PLACES.acquire(blocking=False)
    try:
        yield free
    finally:
        if free:
            PLACES.release()


@contextmanager
def _turn() -> Iterator[None]:
    """Half of the processors hash, each with 100 MiB; the others wait without a database connection."""
    if not connection.in_atomic_block:
        connection.close()
    with _hashing:
        yield
